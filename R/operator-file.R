# Operators in saved models: their R code, and how it is found again.

# Files with R classes and functions contain the call of r_operator() (R/class-source.R).
#' @export
source_code.rkeras_operator <- function(x, used) {
  definition_code(definition_of(x), used)
}

definition_code <- function(definition, used) {
  part <- function(x) if (is.null(x)) "NULL" else source_code(x, used) %||% "NULL"
  Tout <- if (definition$several) as.list(definition$dtypes) else definition$dtypes # nolint
  arguments <- list(
    part(definition$f), Tout = part(Tout), shape = part(definition$shape),
    gradient = part(definition$gradient), name = part(definition$name),
    stateful = part(definition$stateful)
  )
  sprintf("rkeras::r_operator(%s)", arguments_code(arguments))
}

# The code that a graph contains, as one string; "" if it would be too long.
operator_code <- function(operator) {
  definition <- definition_of_python(operator)
  if (size_of_used(definition$f) > most_code) {
    return("")
  }
  suppressWarnings(source_of(operator_of(definition)), classes = "rkeras_warning_source")
}

# In bytes: the data that a function uses are written as code.
most_code <- 1e6

size_of_used <- function(f) {
  if (is.primitive(f)) {
    return(0)
  }
  sum(vapply(free_names(f), FUN.VALUE = 0, function(name) {
    frame <- variable_around(name, environment(f))
    if (is.null(frame)) 0 else as.numeric(utils::object.size(get(name, frame)))
  }))
}

definition_of_python <- function(operator) {
  get <- function(name) get_attr(operator, name, TRUE)
  list(
    f = get("function"), dtypes = vapply(get("dtypes"), function(x) py_to_r(x$name), ""),
    several = get("several"), shape = get("shape"), gradient = gradient_of_python(get("gradient")),
    name = get("name"), stateful = get("stateful")
  )
}

# `gradient` as r_operator() takes it.
gradient_of_python <- function(operator) {
  if (is.null(operator)) {
    return(NULL)
  }
  definition <- definition_of_python(operator)
  if (isTRUE(attr(definition$f, "numeric"))) {
    return("numeric")
  }
  if (is.null(definition$gradient)) definition$f else operator_of(definition)
}

#' Find the R functions of a SavedModel
#'
#' A SavedModel whose graph contains an [r_operator()] stores the R code of its function.
#' `load_operators()` evaluates this code, so that the graph can be used in this session: call it
#' before you load the SavedModel with `tf$saved_model$load()` or as a layer. Without it, the graph
#' loads, but computing the operator is an error that names it. Files of [save_model()] contain the
#' R code of their layers instead, and [load_model()] finds it.
#'
#' Loading runs R code, which may do anything that you may do. So it is an error unless `safe_mode =
#' FALSE` says that you trust the author of the file.
#'
#' @param path String. Folder of a SavedModel.
#' @param operators Named list of [r_operator()]s to use in place of the code in the file, by the
#'   names of the operators. Needed for operators whose code is not in the file, because they use
#'   more than 1 MB of data.
#' @param safe_mode Logical. `TRUE`, the default, makes it an error if R code would be run.
#' @return Character vector, invisibly. Names of the operators in the file.
#' @family operators
#' @seealso [r_operator()], [export_savedmodel()], [load_model()].
#' @concept SavedModel with R code
#' @concept custom operator
#' @concept deployment
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' module <- tf$Module()
#' double <- r_operator(function(x) 2 * x)
#' module$double <- tf$`function`(
#'   function(x) double(x),
#'   input_signature = list(tf$TensorSpec(shape(NA), "float64"))
#' )
#' path <- tempfile()
#' tf$saved_model$save(module, path)
#'
#' load_operators(path, safe_mode = FALSE)
#' tf$saved_model$load(path)$double(as_tensor(c(1, 2)))
load_operators <- function(path, operators = list(), safe_mode = TRUE) {
  check_flags()
  check_string(path, "path")
  if (!file.exists(file.path(path, "saved_model.pb"))) {
    abort("There is no SavedModel in %s: it has no file \"saved_model.pb\".", path, kind = "file")
  }
  found <- in_python("rkeras.tensorflow.operators.operators_in", path)
  for (saved in found) restore_operator(saved, operators, safe_mode)
  invisible(vapply(found, `[[`, "", "name"))
}

restore_operator <- function(saved, operators, safe_mode) {
  operator <- operators[[saved$name]] %||% evaluated_operator(saved, safe_mode)
  if (!inherits(operator, "rkeras_operator")) {
    abort("`operators` must have an r_operator() for `%s`.", saved$name)
  }
  definition <- definition_of(operator)
  python <- new_python_operator("rkeras.tensorflow.operators", definition, saved$number)
  in_python("rkeras.tensorflow.operators.keep_from_file", python, .convert = FALSE)
}

evaluated_operator <- function(saved, safe_mode) {
  if (!nzchar(saved$code)) {
    abort(
      c("The file has no code of the operator `%s`, which uses too much data. Make it with",
        "r_operator() and give it to load_operators(operators = list(`%s` = ))."), saved$name,
      saved$name, kind = "operator"
    )
  }
  if (safe_mode) {
    abort(
      c("The file contains the R code of the operator `%s`, which loading it would run. Use",
        "`safe_mode = FALSE` if you trust its author."), saved$name, kind = "unsafe"
    )
  }
  eval(str2lang(saved$code), new.env(parent = globalenv()))
}

# TensorFlow's error for a graph whose operators are not known in this session.
operator_rules <- function() list( # nolint: brace_linter.
  unknown_operators = rule(says(
    "The SavedModel contains R functions as operators. Call load_operators() with its path before",
    "you load it."
  ), "Op type not registered '(Pure)?RFunctionNeedsRkeras'")
)
