# Calls of the same thing in R and in Python, compared.

# A function that evaluates a Python expression in which `values` are known by their names, and so
# are `keras`, its modules and `np`.
python_with <- function(values) {
  scope <- py_run_string("import keras, numpy as np\nfrom keras import *", local = TRUE,
                         convert = FALSE)
  for (name in ls(values)) {
    value <- values[[name]]
    if (!is.function(value) || is_py_object(value)) scope[[name]] <- value
  }
  evaluate <- py_eval("lambda text, scope: eval(text, dict(scope))", convert = FALSE)
  function(text) evaluate(text, scope)
}

# What is compared: a tensor's type and numbers, an object's class and configuration.
as_compared <- function(x) {
  tidy <- python_function_of("tidy", "
import keras, numpy as np
def tidy(x):
    if isinstance(x, dict):
        return {str(name): tidy(value) for name, value in x.items()}
    if isinstance(x, (list, tuple)):
        return [tidy(item) for item in x]
    if isinstance(x, keras.Variable) or keras.ops.is_tensor(x):
        return [keras.backend.standardize_dtype(x.dtype), keras.ops.convert_to_numpy(x)]
    if hasattr(x, 'get_config'):
        return [type(x).__name__, tidy(x.get_config())]
    if x is None or isinstance(x, (bool, int, float, str, np.ndarray, np.generic)):
        return x
    return repr(x)
")
  tidy(x)
}

# Whether Python has what a wrapper needs beyond Keras.
can_run <- function(name) {
  module <- if (startsWith(name, "sklearn_")) "sklearn"
  if (name == "draw_bounding_boxes") module <- "cv2"
  is.null(module) || py_module_available(module)
}
