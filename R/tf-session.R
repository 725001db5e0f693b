# What R scripts for earlier versions use: sessions and graphs of TensorFlow 1, which are still in
# tf.compat.v1, and generics of the R package tensorflow.

#' Use the interface of TensorFlow 1 or 2
#'
#' `use_compat("v1")` turns off the changes of TensorFlow 2, above all eager execution, and makes
#' `tf` the module `tf.compat.v1`, so that scripts with `tf$placeholder()` and `tf$Session()` run.
#' Call it before any other function of TensorFlow. `use_compat("v2")` is the reverse. In TensorFlow
#' 2 itself, graphs can be used without it: inside `with(tf$Graph()$as_default(), ...)`.
#'
#' Keras does not support the interface of TensorFlow 1. Arithmetic of tensors and subscripts work.
#'
#' @param version String: `"v1"` or `"v2"`.
#' @return `NULL`, invisibly.
#' @family TensorFlow
#' @seealso [with.python.builtin.object()] for sessions, [dict()] for the values of placeholders.
#' @concept TensorFlow 1
#' @concept session
#' @concept placeholder
#' @concept graph
#' @export
#' @examples
#' \dontrun{
#' use_compat("v1")
#' x <- tf$placeholder(tf$float32, shape = shape(NA))
#' y <- x * 2
#' with(tf$Session() %as% session, {
#'   session$run(y, feed_dict = dict(x = c(1, 2)))
#' })
#' }
use_compat <- function(version = c("v1", "v2")) {
  version <- match_choice(version)
  v1 <- import("tensorflow.compat.v1")
  if (version == "v1") {
    v1$disable_v2_behavior()
    v1$enable_v2_tensorshape() # in which lengths are numbers, as dim() and `[` need them
    # Attached packages have copies of `tf`, which are the same environment.
    refer_to(tf, v1)
  } else {
    v1$enable_v2_behavior()
    refer_to(tf, import("tensorflow"))
  }
  invisible(NULL)
}

#' Use a session with a random seed
#'
#' Creates a session of TensorFlow 1 whose results can be reproduced. It sets the seeds of R,
#' Python, NumPy and TensorFlow, removes the current graph, and by default allows neither a GPU nor
#' parallel computations on the CPU, whose order of summation varies. For Keras and TensorFlow 2 use
#' [set_random_seed()].
#'
#' @details
#' Functions that are registered with [setHook()] for `"tensorflow.on_before_use_session"` and
#' `"tensorflow.on_use_session"` are called before and after with the arguments `quiet`, and
#' `session` and `quiet`.
#'
#' @param seed Integer. The seed.
#' @param disable_gpu Logical. Whether to compute on the CPU only.
#' @param disable_parallel_cpu Logical. Whether to compute with one thread only.
#' @param quiet Logical. Whether to omit the message.
#' @return The session, invisibly.
#' @family TensorFlow
#' @seealso [set_random_seed()], [py_set_seed()], [use_compat()]
#' @concept reproducibility
#' @concept random seed
#' @export
#' @examples
#' \dontrun{
#' session <- use_session_with_seed(42)
#' session$close()
#' }
use_session_with_seed <- function(seed, disable_gpu = TRUE, disable_parallel_cpu = TRUE,
                                  quiet = FALSE) {
  check_flags()
  seed <- as_integer(seed, "seed")
  call_hooks("tensorflow.on_before_use_session", quiet)
  if (disable_gpu) Sys.setenv(CUDA_VISIBLE_DEVICES = "")
  set.seed(seed)
  py_set_seed(seed)
  v1 <- import("tensorflow.compat.v1")
  v1$reset_default_graph()
  v1$set_random_seed(seed)
  session <- v1$Session(graph = v1$get_default_graph(),
                        config = session_config(v1, disable_gpu, disable_parallel_cpu))
  if (!quiet) message(seed_message(seed, disable_gpu, disable_parallel_cpu))
  call_hooks("tensorflow.on_use_session", session, quiet)
  invisible(session)
}

call_hooks <- function(name, ...) for (hook in getHook(name)) hook(...)

session_config <- function(v1, disable_gpu, disable_parallel_cpu) {
  threads <- if (disable_parallel_cpu) 1L else 0L # 0 leaves the number to TensorFlow
  config <- v1$ConfigProto(intra_op_parallelism_threads = threads,
                           inter_op_parallelism_threads = threads)
  if (disable_gpu) py_set_item(config$device_count, "GPU", 0L)
  config
}

seed_message <- function(seed, disable_gpu, disable_parallel_cpu) {
  disabled <- c(if (disable_gpu) "GPU", if (disable_parallel_cpu) "CPU parallelism")
  paste0("Set session seed to ", seed,
         if (length(disabled)) sprintf(" (disabled %s)", toString(disabled)))
}

# ---- Generics of the package tensorflow ----------------------------------------------------------

#' Train a model of another package
#'
#' Generic functions for packages that define models. They are deprecated, and rkeras has no methods
#' for them: Keras models are trained with [fit()] and evaluated with [evaluate()]. They exist so
#' that packages which register methods for them can be loaded. Where rkeras masks `train()` of
#' caret, objects without a method here are caret's.
#'
#' @param object An object of a class for which a package has a method.
#' @param ... Arguments of the method.
#' @return The result of the method.
#' @family TensorFlow
#' @seealso [fit()], [evaluate()]
#' @concept training
#' @concept estimators
#' @export
#' @examples
#' train.my_model <- function(object, ...) "trained"
#' train(structure(list(), class = "my_model"))
train <- function(object, ...) UseMethod("train")

#' @export
train.default <- function(object, ...) call_masked("train", abort_no_method("train", object))

#' @rdname train
#' @export
train_and_evaluate <- function(object, ...) UseMethod("train_and_evaluate")

#' @export
train_and_evaluate.default <- function(object, ...) abort_no_method("train_and_evaluate", object)

abort_no_method <- function(generic, object) {
  abort("`%s()` has no method for %s. Train Keras models with fit(), evaluate them with %s",
        generic, describe(object), "evaluate().", call = call(generic))
}
