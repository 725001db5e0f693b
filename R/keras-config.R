# Keras settings and scopes that need more than a call of a Keras function, and the seed of all
# random numbers.

#' @eval rd_keras("keras.config.set_backend")
#' @export
config_set_backend <- function(backend) use_backend(backend)

#' @eval rd_keras("keras.utils.Config")
#' @export
keras_config <- function(...) {
  values <- list(...)
  if (length(values) > 0L && !all(nzchar(names(values) %||% ""))) {
    abort("Give each value a name: keras_config(layers = 3).")
  }
  create_keras("keras.utils.Config", values)
}

#' @export
as.list.keras.src.utils.config.Config <- function(x, ...) py_to_r(x$as_dict())

# ---- remat() -------------------------------------------------------------------------------------

#' @eval rd_keras("keras.remat")
#' @export
remat <- function(f) {
  check_function(f, "f")
  call_keras("keras.remat", if (is_py_object(f)) f else py_func(f))
}

# ---- Seeds ---------------------------------------------------------------------------------------

#' Set the random seed of R, Python and Keras
#'
#' Makes results reproducible: sets the seeds of the random number generators of R, Python, NumPy
#' and Keras's backend. These determine initial weights, the order of samples, dropout masks and
#' data augmentation. Call it once at the beginning of a script, before models are created. It calls
#' [set.seed()] as well, so a separate call is not needed.
#'
#' [tabular()] and [cross_validate()] draw their seeds from R's generator, so [set.seed()] is
#' enough for them. It is not for models that are built layer by layer, whose initial weights Python
#' draws.
#'
#' Results on GPUs, or with several threads, can still differ slightly from run to run, because
#' floating-point sums depend on the order of their terms;
#' `tf$config$experimental$enable_op_determinism()` makes TensorFlow deterministic, at the cost of
#' speed.
#'
#' @param seed Non-negative integer.
#' @param disable_gpu Logical. Whether to hide GPUs from TensorFlow, because some of their
#'   operations are not deterministic. It has an effect only before TensorFlow has used a GPU.
#' @return `NULL`, invisibly.
#' @concept determinism
#' @concept reproducibility
#' @concept reproducible results
#' @concept random number generator
#' @concept deterministic
#' @seealso [set.seed()] for R alone, [random_seed_generator()] for random tensors,
#'   [clear_session()].
#' @examplesIf is_keras_available()
#' initial_weights <- function() {
#'   model <- keras_model_sequential(input_shape = 2) |>
#'     layer_dense(units = 1)
#'   get_weights(model)[[1]]
#' }
#' set_random_seed(42)
#' first <- initial_weights()
#' set_random_seed(42)
#' identical(initial_weights(), first)
#' @export
set_random_seed <- function(seed, disable_gpu = FALSE) {
  check_flags()
  seed <- check_whole(seed, "seed", 0L)
  if (disable_gpu) Sys.setenv(CUDA_VISIBLE_DEVICES = "")
  set.seed(seed)
  require_keras()
  set_python_seed(seed)
  invisible()
}

# The seeds of Keras and all that it draws from, without R's.
set_python_seed <- function(seed) {
  in_python("rkeras.keras.seed.set_random_seed", seed, .convert = FALSE)
}
