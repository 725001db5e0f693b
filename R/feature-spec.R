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
#' Specifications use TensorFlow's feature columns. On another backend of Keras, and for new code,
#' use [layer_feature_space()], which computes the same with Keras's preprocessing layers.
#'
#' @section Methods:
#' For compatibility, a specification `spec` also has methods: `spec$fit()` fits it in place,
#' `spec$dense_features()` returns the feature columns with numbers, `spec$features()` all feature
#' columns, `spec$feature_names()` and `spec$feature_types()` the columns and their types, and
#' `spec$clone()` a copy. The fields are `steps`, `prepared` (whether it is fitted),
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
  if (missing(x)) {
    abort("`x` is missing. Give a formula, such as `target ~ .`, or a selection of columns.")
  }
  dataset <- named_dataset(dataset, "dataset")
  types <- unlist(dataset_columns(dataset))
  roles <- chosen_columns(substitute(x), substitute(y), types, parent.frame())
  # An environment, because `spec$fit()` fits in place.
  structure(class = "FeatureSpec", list2env(parent = emptyenv(), list(
    dataset = dataset, x = setdiff(roles$x, roles$y), y = as.character(roles$y), types = types,
    steps = list(), prepared = FALSE, columns = NULL
  )))
}

# A dataset of named columns; data frames become one.
named_dataset <- function(x, argument) {
  if (is.list(x) && !is.null(names(x))) x <- dataset_batch(as_tf_dataset(x), 1024L)
  check_dataset(x, argument)
  if (is.null(element_columns(x))) {
    abort(
      c("`%s` must have named columns, but its elements are not dictionaries. dataset_map() or a",
        "data frame gives them names."), argument
    )
  }
  x
}

# Type and shape of each column of the elements, or of their first part; NULL if it has no names.
element_columns <- function(dataset) {
  in_python("rkeras.keras.features.columns", dataset)
}

# ---- Access --------------------------------------------------------------------------------------

# The types of the columns and features that a step can select.
feature_types <- function(spec) {
  names <- names(spec$steps)
  derived <- setdiff(names, spec$x)
  c(spec$types[spec$x], stats::setNames(vapply(spec$steps[derived], step_type, ""), derived))
}

step_type <- function(step) class(step)[[1]]

copy_spec <- function(spec) {
  structure(list2env(as.list.environment(spec, all.names = TRUE), parent = emptyenv()),
            class = class(spec))
}

check_feature_spec <- function(spec, argument = "spec") {
  must_be(spec, "a specification of feature_spec()", inherits(spec, "FeatureSpec"), argument)
  spec
}

spec_methods <- list(
  fit = function(self, dataset = NULL) invisible(fit_in_place(self, dataset)),
  features = function(self) spec_columns(self),
  dense_features = function(self) dense_columns(self),
  feature_names = function(self) names(feature_types(self)),
  feature_types = function(self) feature_types(self),
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
