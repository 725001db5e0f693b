# S3 classes and S3 methods of tensors for all backends.

# The classes that the R packages tensorflow and keras3 give to tensors, so that methods and tests
# of inherits() written for them work. A filter of register_class_filter().
add_tensor_classes <- function(classes) {
  is <- function(what) any(known_classes[[what]] %in% classes)
  added <- c(
    if (is("backend")) "keras.src.backend.Tensor",
    if (is("variable")) "keras.src.backend.common.variables.KerasVariable"
  )
  # The last class is that of all Python objects.
  c(if (is("tensorflow")) "tensorflow.tensor", append(classes, added, length(classes) - 1L))
}

is_tf_tensor <- function(x) inherits(x, "tensorflow.python.types.core.Tensor")

# The methods are written for TensorFlow's classes and are registered for the classes of all
# backends.
register_tensor_methods <- function() {
  namespace <- topenv()
  suffix <- paste0(".", known_classes$tensor[[1]])
  names <- ls(namespace, sorted = FALSE) # sorting takes 3 ms
  for (name in names[endsWith(names, suffix)]) {
    generic <- substr(name, 1L, nchar(name) - nchar(suffix))
    register_for("tensor", generic, namespace[[name]], package_of_generic(generic))
  }
  # The first class of TensorFlow's tensors: R's dispatch looks up 20 names before it comes to the
  # last class.
  registerS3method("Ops", "tensorflow.tensor", Ops.python.builtin.object, baseenv())
  register_for("symbolic", "check_has_values", abort_symbolic)
  register_for("shown", "shown", shown_settings)
}

package_of_generic <- function(generic) {
  others <- c(head = "utils", tail = "utils", na.omit = "stats", na.exclude = "stats",
              na.fail = "stats", type_sum = "pillar", as.raster = "grDevices",
              is.numeric = "base", is.array = "base", is.matrix = "base")
  if (generic %in% names(others)) return(others[[generic]])
  if (exists(generic, topenv(), inherits = FALSE)) "rkeras" else "base"
}
