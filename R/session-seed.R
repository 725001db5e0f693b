# Seeds of random numbers.

#' Set the seeds of Python's random number generators
#'
#' Sets the seed of Python's module `random` and, if NumPy is installed, of `numpy.random`, and
#' turns off the randomization of hashes for Python processes that are started later, so that the
#' order of sets of strings is the same in each of them. TensorFlow, JAX and Keras have generators
#' of their own: [set_random_seed()] sets these as well.
#'
#' @param seed Integer between 0 and 2^32 - 1.
#' @param disable_hash_randomization Logical. Whether to set the environment variable
#'   `PYTHONHASHSEED`. The running Python has read it at its start and does not change.
#' @return `NULL`, invisibly.
#' @concept random seed
#' @concept reproducibility
#' @seealso [set_random_seed()]
#' @examplesIf py_available()
#' py_set_seed(42)
#' import("random")$random()
#' py_set_seed(42)
#' import("random")$random()
#' @export
py_set_seed <- function(seed, disable_hash_randomization = TRUE) {
  check_flags()
  seed <- without_integer64(seed)
  must_be(seed, "an integer between 0 and 2^32 - 1", is_whole(seed, 0, 2^32 - 1))
  if (disable_hash_randomization) {
    set_environment(PYTHONHASHSEED = format(seed, scientific = FALSE))
  }
  seed <- py_eval(format(seed, scientific = FALSE), convert = FALSE)
  import("random", convert = FALSE)$seed(seed)
  if (py_module_available("numpy")) import("numpy", convert = FALSE)$random$seed(seed)
  invisible(NULL)
}

# Evaluates `code` with random numbers that no seed decides, and puts the user's back. processx
# finds the processes that `kill_tree()` ends by a random name: of two sessions with one seed, one
# would end those of the other.
without_seed <- function(code) {
  seed <- globalenv()$.Random.seed
  on.exit({
    if (is.null(seed)) rm(".Random.seed", envir = globalenv())
    else assign(".Random.seed", seed, globalenv())
  })
  set.seed(NULL)
  force(code)
}
