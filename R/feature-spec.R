# Feature specifications: which columns of a data set a model uses, and how each becomes numbers.

#' Specify the features of a data set
#'
#' A feature specification says which columns of a data set are the inputs and the target of a
#' model, and how each column becomes numbers: numbers are scaled, strings are looked up in a
#' vocabulary and encoded as indicators or embeddings. `feature_spec()` creates it, functions whose
#' names begin with `step_` add the steps, and `fit()` computes what the steps need from the data,
#' such as means and vocabularies.
#'
#' @section From a specification to a model:
#' ```
#' spec <- feature_spec(data, target ~ .) |>
#'   step_numeric_column(all_numeric(), normalizer_fn = scaler_standard()) |>
#'   step_categorical_column_with_vocabulary_list(all_nominal()) |>
#'   step_indicator_column(all_nominal()) |>
#'   fit()
#' data <- dataset_use_spec(data, spec)
#' input <- layer_input_from_dataset(data)
#' output <- input |> layer_dense_features(dense_features(spec)) |> layer_dense(units = 1)
#' model <- keras_model(input, output)
#' ```
#'
#' Specifications use TensorFlow's feature columns. On another backend of Keras, and for new code
#' without `tfdatasets` in its past, use [layer_feature_space()], which computes the same with
#' Keras's preprocessing layers.
#'
#' @section Methods:
#' For compatibility, a specification `spec` also has methods: `spec$fit()` fits it in place,
#' `spec$dense_features()` returns the feature columns with numbers, `spec$features()` all feature
#' columns, `spec$feature_names()` and `spec$feature_types()` the columns and their types, and
#' `spec$clone()` a copy. The fields are `steps`, `prepared` (whether it is fitted), `formula`,
#' `dataset`, `x` and `y`.
#'
#' @param dataset A TensorFlow dataset whose elements are named columns, in batches or single rows,
#'   or a data frame.
#' @param x Columns that are features: a formula such as `target ~ .` or `target ~ age + sex`, or a
#'   selection such as `c(age, sex)` or `starts_with("x")`; see [selectors].
#' @param y Column that is the target, if `x` is not a formula. `NULL` means none.
#' @return A specification of class `FeatureSpec`. Steps return a changed copy.
#' @family feature specifications
#' @concept feature columns
#' @concept tabular data
#' @concept preprocessing
#' @concept recipes
#' @seealso [fit.FeatureSpec()], [dataset_use_spec()], [dense_features()],
#'   [layer_dense_features()], [layer_input_from_dataset()], [selectors].
#' @examplesIf is_keras_available()
#' spec <- feature_spec(iris, Species ~ .) |>
#'   step_numeric_column(all_numeric(), normalizer_fn = scaler_standard()) |>
#'   step_bucketized_column(Sepal.Length, boundaries = c(5, 6, 7))
#' spec
#' spec <- fit(spec)
#' names(dense_features(spec))
#'
#' # Columns by selection
#' feature_spec(iris, x = starts_with("Petal"), y = Species)
#' @export
feature_spec <- function(dataset, x, y = NULL) {
  call <- sys.call()
  if (missing(x)) {
    abort("`x` is missing. Give a formula, such as `target ~ .`, or a selection of columns.")
  }
  dataset <- named_dataset(dataset, "dataset", call)
  types <- column_types(dataset)
  formula <- given_formula(substitute(x), parent.frame())
  roles <- if (is.null(formula)) {
    selected_roles(substitute(x), substitute(y), types, parent.frame(), call)
  } else {
    formula_roles(formula, types, call)
  }
  new_feature_spec(
    dataset = dataset, formula = formula, x = roles$x, y = roles$y, types = types, steps = list(),
    prepared = FALSE, columns = NULL
  )
}

# An environment, because `spec$fit()` fits in place.
new_feature_spec <- function(...) {
  structure(list2env(list(...), parent = emptyenv()), class = "FeatureSpec")
}

# A formula in the call, or a variable that has one.
given_formula <- function(x, env) {
  if (is.call(x) && !identical(x[[1]], quote(`~`))) return(NULL)
  value <- tryCatch(eval(x, env), error = function(e) NULL)
  if (inherits(value, "formula")) value
}

formula_roles <- function(formula, types, call) {
  y <- if (length(formula) == 3L) all.vars(formula[[2]]) else character()
  right <- formula[[length(formula)]]
  features <- all.vars(right)
  if (length(setdiff(c(y, features), c(".", names(types))))) {
    unknown <- setdiff(c(y, features), c(".", names(types)))
    abort(sprintf(
      "`x`: the data have no column %s. The columns are %s.", toString(paste0("`", unknown, "`")),
      toString(paste0("`", names(types), "`"))
    ), call = call)
  }
  check_plain_terms(right, call)
  list(x = formula_columns(right, setdiff(names(types), y)), y = y)
}

# The columns of `a + b`, `.` and `. - a`.
formula_columns <- function(x, all) {
  if (is.symbol(x)) return(if (identical(x, quote(.))) all else as.character(x))
  parts <- lapply(as.list(x)[-1], formula_columns, all)
  if (identical(x[[1]], quote(`-`))) {
    return(if (length(parts) == 1L) setdiff(all, parts[[1]]) else setdiff(parts[[1]], parts[[2]]))
  }
  unique(unlist(parts))
}

check_plain_terms <- function(x, call) {
  if (is.symbol(x)) return(invisible())
  if (!is.call(x) || !as.character(x[[1]])[[1]] %in% c("+", "-", "(")) {
    abort(sprintf(
      "`x`: the formula has `%s`. Name columns only, and compute with steps or dataset_map().",
      deparse(x)
    ), call = call)
  }
  for (part in as.list(x)[-1]) check_plain_terms(part, call)
}

selected_roles <- function(x, y, types, env, call) {
  y <- if (!is.null(y)) unname(selected_columns(list(y), types, env, call)) else character()
  x <- unname(selected_columns(list(x), types, env, call))
  list(x = setdiff(x, y), y = y)
}

# ---- Data sets -------------------------------------------------------------------------------------

# A data set of named columns; data frames become one.
named_dataset <- function(x, argument, call) {
  if (is.data.frame(x) || is.list(x) && !is_py_object(x) && !is.null(names(x))) {
    x <- as_features_dataset(x, argument, call)
  }
  if (!is_dataset(x)) {
    abort(sprintf(
      "`%s` must be a TensorFlow dataset or a data frame, not %s.", argument, describe(x)
    ), call = call)
  }
  if (is.null(dataset_columns(x))) {
    abort(sprintf(
      paste("`%s` must have named columns, but its elements are not dictionaries.",
            "dataset_map() or a data frame gives them names."), argument
    ), call = call)
  }
  x
}

is_dataset <- function(x) inherits(x, "tensorflow.python.data.ops.dataset_ops.DatasetV2")

# Type and shape of each column, or NULL.
dataset_columns <- function(dataset) {
  call_python(python_function("rkeras.features", "columns"), list(dataset), TRUE)
}

column_types <- function(dataset) {
  vapply(dataset_columns(dataset), function(column) column[[1]], "")
}

# ---- Access ------------------------------------------------------------------------------------------

# The types of the columns and features that a step can select.
spec_types <- function(spec) {
  names <- names(spec$steps)
  derived <- setdiff(names, spec$x)
  c(spec$types[spec$x], stats::setNames(vapply(spec$steps[derived], step_type, ""), derived))
}

step_type <- function(step) class(step)[[1]]

copy_spec <- function(spec) {
  structure(list2env(as.list.environment(spec, all.names = TRUE), parent = emptyenv()),
            class = class(spec))
}

check_feature_spec <- function(spec, call, argument = "spec") {
  if (!inherits(spec, "FeatureSpec")) {
    abort(sprintf(
      "`%s` must be a specification of feature_spec(), not %s.", argument, describe(spec)
    ), call = call)
  }
}

spec_methods <- list(
  fit = function(self, dataset = NULL) invisible(fit_in_place(self, dataset, sys.call(-1))),
  features = function(self) spec_columns(self, sys.call(-1)),
  dense_features = function(self) dense_columns(self, sys.call(-1)),
  feature_names = function(self) names(spec_types(self)),
  feature_types = function(self) spec_types(self),
  clone = function(self, deep = FALSE) copy_spec(self),
  print = function(self) print(self)
)

#' @export
`$.FeatureSpec` <- function(x, name) {
  method <- spec_methods[[name]]
  if (is.null(method)) {
    return(get0(name, envir = x, inherits = FALSE))
  }
  function(...) method(x, ...)
}

#' @export
print.FeatureSpec <- function(x, ...) {
  cat(heading("Feature Spec"))
  cat("A feature_spec with", length(x$steps), "steps.\n")
  cat("Fitted:", x$prepared, "\n")
  cat(heading("Steps"))
  if (x$prepared) cat("The feature_spec has", length(dense_columns(x)), "dense features.\n")
  classes <- vapply(x$steps, step_type, "")
  for (class in sort(unique(classes))) {
    cat(paste0(class, ":"), toString(names(classes)[classes == class]), "\n")
  }
  cat(heading("Dense features"))
  cat(if (x$prepared) {
    paste(strwrap(toString(names(dense_columns(x)))), collapse = "\n")
  } else {
    "Feature spec must be fitted before we can detect the dense features."
  })
  cat("\n")
  invisible(x)
}

# A line with a title, as wide as the console.
heading <- function(title) {
  line <- if (l10n_info()[["UTF-8"]]) "\u2500" else "-"
  left <- paste0(line, line, " ", title, " ")
  paste0(left, strrep(line, max(2L, getOption("width") - nchar(left))), "\n")
}

#' @export
format.FeatureSpec <- function(x, ...) {
  sprintf("<FeatureSpec: %d features, %d steps>", length(x$x), length(x$steps))
}
