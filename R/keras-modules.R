# The modules `keras` and `tf`: loaded when first used, and a clear error when they are missing.

#' The Keras and TensorFlow modules
#'
#' `keras` is Python's `keras` module and `tf` is `tensorflow`, for everything that has no function
#' of its own here. Python starts and the module is imported when either is first used.
#'
#' `tf$keras$layers$Dense(32)` and `keras$layers$Dense(32)` call the same class. Whole numbers go to
#' Keras's constructors as ints; other functions that want an int want `32L`.
#'
#' @format A Python module.
#' @return A Python module; `$` gets what is in it.
#' @family Keras modules
#' @examplesIf is_keras_available()
#' keras$`__version__`
#' tf$constant(1:3)
#' @name keras
#' @usage keras
#' @export keras
NULL

#' @rdname keras
#' @name tf
#' @usage tf
#' @export tf
NULL

# Classes of these modules refuse 32 where they mean 32L; whole doubles go to their constructors as
# ints. Variables and optimizers are left out: what they are made of are values and rates.
int_argument_modules <- paste0("keras.src.", c(
  "callbacks", "constraints", "initializers", "layers", "losses", "metrics", "models", "quantizers",
  "random", "regularizers", "utils"
))

# Objects that are called with a shape.
int_argument_objects <- "keras.src.initializers"

# Objects of these classes are called with what Keras computes with: R's vectors are arrays there.
array_argument_classes <- "keras.src.layers.layer.Layer"

# Methods whose arguments are observations, weights and the like, also those given by name.
data_methods <- c(
  keras.src.losses.loss.Loss = "__call__",
  keras.src.metrics.metric.Metric = "__call__",
  keras.src.metrics.metric.Metric = "update_state"
)

# Methods that wait, in compiled code, for R functions that other threads call.
blocking_methods <- local({
  model <- c(
    "fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "predict_on_batch"
  )
  function_types <- c("PolymorphicFunction", "ConcreteFunction")
  iterators <- paste0("tensorflow.python.data.ops.", c(
    "iterator_ops.OwnedIterator", "dataset_ops.NumpyIterator"
  ))
  # Backwards through what calls R functions.
  tape <- c("gradient", "jacobian", "batch_jacobian")
  c(
    stats::setNames(model, rep("keras.src.models.model.Model", length(model))),
    stats::setNames(tape, rep("tensorflow.python.eager.backprop.GradientTape", length(tape))),
    stats::setNames(rep("__call__", 2L), paste0("tensorflow.python.types.core.", function_types)),
    stats::setNames(rep(c("__next__", "__del__"), each = 2L), rep(iterators, 2L))
  )
})

keras_state <- new.env(parent = emptyenv())

# Import Keras once, so that every wrapper can count on it.
require_keras <- function() {
  if (is.null(keras_state$module)) {
    keras <- import_keras()
    prepare_keras()
    keras_state$module <- keras
    register_waiting()
  }
  keras_state$module
}

# A named vector is a list to Keras too, and classes made in R are classes of its own.
prepare_keras <- function() {
  shield <- python_function("rkeras.interrupt", "shield")
  call_python(shield, list(python_function("rkeras.vector", "join_keras_trees")))
  call_python(shield, list(python_function("rkeras.keras_classes", "install")))
  call_python(shield, list(python_function("rkeras.missing", "install")))
}

import_keras <- function() {
  tryCatch(
    unwrap(rs_import("keras", TRUE)),
    python.builtin.ModuleNotFoundError = function(e) {
      forget_parts("keras")
      abort(why_no_keras(e), "module", call = NULL)
    }
  )
}

why_no_keras <- function(e) {
  missing <- e$exception$name
  chosen <- chosen_backend()
  if (identical(missing, "keras")) {
    "Python has no module `keras`. Call install_keras(), then restart R."
  } else if (identical(missing, backend_package(chosen[["backend"]]))) {
    missing_backend(chosen[["backend"]], chosen[["chosen_by"]])
  } else {
    paste0("Keras cannot be loaded. ", conditionMessage(e))
  }
}

# A package that failed to load leaves behind what of it did: another attempt, with another
# backend, is to begin anew.
forget_parts <- function(package) {
  modules <- import("sys", convert = FALSE)$modules
  for (name in grep(sprintf("^%s([.]|$)", package), names(modules), value = TRUE)) {
    modules$pop(name)
  }
}
