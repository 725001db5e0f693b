# How the subscripts of `[` on tensors are read: as in R or as in Python, with which warnings.

#' Options for subscripts of tensors
#'
#' Creates the options for reading the subscripts of a tensor: whether positions start at 1 or at 0,
#' whether a range includes its end, whether positions out of bounds are errors, and which warnings
#' are given. Pass the result to the argument `options` of `[`. Each argument takes its default from
#' a global option, so that the conventions of a whole script can be set with `options()`.
#'
#' @details
#' The warnings for negative numbers and for tensors are each given once in a session: the first
#' warning sets its option to `FALSE`. In an object with `TRUE`, they are given each time.
#'
#' @param style String or `NULL`. `"R"` is the default conventions without warnings; `"python"` sets
#'   all other arguments to `FALSE`. `NULL`, the default, means that the other arguments count.
#' @param ... Ignored.
#' @param one_based Logical. Whether positions start at 1.
#' @param inclusive_stop Logical. Whether a range such as `2:4` includes its end.
#' @param disallow_out_of_bounds Logical. Whether the ends of a range must lie inside the axis.
#' @param warn_tensors_passed_asis Logical. Whether to warn that a tensor used as a subscript counts
#'   from 0 and, as the end of a range, is not included.
#' @param warn_negatives_pythonic Logical. Whether to warn that negative numbers count from the end.
#' @return List of class `tf_extract_opts` with the five logical values.
#' @family tensors
#' @seealso [op_subset()] for all kinds of subscripts; [rkeras-options].
#' @concept zero-based indexing
#' @concept subscripts of tensors
#' @export
#' @examples
#' tf_extract_opts("python")$one_based
#' @examplesIf is_keras_available()
#' x <- as_tensor(1:10)
#' x[0:2, style = "python"]
#'
#' from_zero <- tf_extract_opts(one_based = FALSE)
#' x[0:2, options = from_zero]
tf_extract_opts <- function(
    style = getOption("tensorflow.extract.style"), ...,
    one_based = getOption("tensorflow.extract.one_based", TRUE),
    inclusive_stop = getOption("tensorflow.extract.inclusive_stop", TRUE),
    disallow_out_of_bounds = getOption("tensorflow.extract.dissallow_out_of_bounds", TRUE),
    warn_tensors_passed_asis = getOption("tensorflow.extract.warn_tensors_passed_asis", TRUE),
    warn_negatives_pythonic = getOption("tensorflow.extract.warn_negatives_pythonic", TRUE)) {
  if (...length()) check_dots_empty(...)
  if (!is.null(style)) {
    style <- as_choice(style, c("R", "python"), "style")
    return(if (style == "R") subset_options else python_options)
  }
  # The name that tensorflow had for it first.
  if (missing(one_based) && is.null(getOption("tensorflow.extract.one_based"))) {
    one_based <- getOption("tensorflow.one_based_extract", TRUE)
  }
  structure(
    list(one_based = one_based, inclusive_stop = inclusive_stop,
         disallow_out_of_bounds = disallow_out_of_bounds,
         warn_tensors_passed_asis = warn_tensors_passed_asis,
         warn_negatives_pythonic = warn_negatives_pythonic),
    class = "tf_extract_opts"
  )
}

options_as_in <- function(is_r) {
  tf_extract_opts(NULL, one_based = is_r, inclusive_stop = is_r, disallow_out_of_bounds = is_r,
                  warn_tensors_passed_asis = FALSE, warn_negatives_pythonic = FALSE)
}

# Those of op_subset() and `x@r[...]`: as in R, and tensors count from 1 as well.
subset_options <- options_as_in(TRUE)
python_options <- options_as_in(FALSE)

# The rules for rkeras.tensors.subset: the first position, whether ranges include their end and must
# be in bounds, and whether tensors count from 0 regardless.
subset_rules <- function(options, tensors_as_is) {
  list(if (isTRUE(options$one_based)) 1L else 0L, isTRUE(options$inclusive_stop),
       isTRUE(options$disallow_out_of_bounds), tensors_as_is)
}

# ---- warnings -----------------------------------------------------------------------------------

warn_of_keys <- function(keys, options) {
  if (isTRUE(options$warn_negatives_pythonic) && any_of_keys(keys, has_negative)) {
    warn_once("warn_negatives_pythonic", paste(
      "Negative numbers count from the end of an axis, as in Python: `x[-1]` is the last slice."
    ))
  }
  if (isTRUE(options$warn_tensors_passed_asis) && any_of_keys(keys, is_position_tensor)) {
    warn_once("warn_tensors_passed_asis", paste(
      "Tensors used as subscripts are passed as-is, as in Python: they count from 0, and a range",
      "does not include its end. In op_subset() and `x@r[...]` they count from 1, as in R."
    ))
  }
}

warn_once <- function(option, message) {
  name <- paste0("tensorflow.extract.", option)
  warn("%s options(%s = FALSE) turns this warning off.", message, name, kind = "subset")
  options(stats::setNames(list(FALSE), name))
}

# The positions of a key follow its kind; the step of a range is not one of them.
any_of_keys <- function(keys, test) {
  for (key in keys) {
    for (i in seq_len(min(length(key), 3L))[-1L]) if (test(key[[i]])) return(TRUE)
  }
  FALSE
}

has_negative <- function(part) is.numeric(part) && any(part < 0, na.rm = TRUE)

is_position_tensor <- function(part) {
  is_tensor(part) && grepl("int", standardize_dtype(part$dtype), fixed = TRUE)
}
