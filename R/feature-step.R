# Steps of a specification: what each adds, and how a fitted one becomes a feature column.

# Adds steps with the arguments of the calling function, each converted by the rule of its name:
# those in `...`, or those of all steps. `prefix` begins the names of derived features. One step for
# each selected column or, `in_groups`, for each argument that selects several: a cross, or shared
# weights. Several unnamed columns are one group.
add_steps <- function(class, prefix = "", ..., in_groups = FALSE) {
  args <- verb_arguments("...", c(list(...), step_rules()))
  frame <- parent.frame()
  selection <- as.list(eval(quote(substitute(alist(...))), frame))[-1]
  if (!length(selection)) {
    abort("`...` selects no columns. Name columns, or use a selector such as `all_numeric()`.")
  }
  of <- if (in_groups) grouped_columns else selected_columns
  columns <- of(selection, feature_types(args$spec), parent.frame(2L))
  names <- names(columns) %||% rep("", length(columns))
  spec <- copy_spec(args$spec)
  for (i in seq_along(columns)) {
    of_step <- unname(columns[[i]])
    name <- if (nzchar(names[[i]])) names[[i]] else paste0(prefix, paste(of_step, collapse = "_"))
    spec <- with_new_step(spec, name, new_step(class, of_step, args[names(args) != "spec"]))
  }
  spec
}

grouped_columns <- function(selection, types, env) {
  groups <- lapply(selection, function(argument) selected_columns(list(argument), types, env))
  if (is.null(names(groups)) && all(lengths(groups) == 1L)) groups <- list(unlist(groups))
  for (columns in groups) {
    if (length(columns) < 2L) {
      abort("`...` must select at least two columns, not %s alone.", in_ticks(columns))
    }
  }
  groups
}

new_step <- function(class, columns, args) {
  structure(list(columns = columns, args = args, call = users_call()), class = c(class, "Step"))
}

# Steps that come later replace those of the same name, and a specification must be fitted again.
with_new_step <- function(spec, name, step) {
  steps <- spec$steps
  steps[[name]] <- NULL
  assign("steps", c(steps, stats::setNames(list(step), name)), spec)
  assign("prepared", FALSE, spec)
  assign("columns", NULL, spec)
  spec
}

# ---- Arguments of steps --------------------------------------------------------------------------

as_normalizer <- function(x, argument) {
  if (inherits(x, "formula")) x <- formula_function(x, argument)
  must_be(x, "a scaler, such as `scaler_standard()`, or a function",
          inherits(x, "Scaler") || is.function(x), argument)
  x
}

as_bucket_boundaries <- function(x, argument) {
  x <- unlist(x)
  if (!is.numeric(x) || !length(x) || anyNA(x) || is.unsorted(x, strictly = TRUE)) {
    abort("`%s` must be numbers in increasing order, such as `c(18, 30, 65)`.", argument)
  }
  lapply(x, as_float)
}

as_vocabulary_file <- function(x, argument) {
  check_path(x, argument, kind = "argument")
  normalizePath(x)
}

as_dimension <- function(x, argument) {
  if (inherits(x, "formula")) formula_function(x, argument)
  else if (is.function(x)) x else check_whole(x, argument)
}

as_combiner <- function(x, argument) as_choice(x, c("mean", "sqrtn", "sum"), argument)

step_rules <- function() list( # nolint: brace_linter.
  spec = check_feature_spec, shape = as_integer, normalizer_fn = as_normalizer,
  boundaries = as_bucket_boundaries, vocabulary_file = as_vocabulary_file,
  vocabulary_size = as_integer, default_value = as_integer, num_oov_buckets = as_integer,
  num_buckets = check_whole, hash_bucket_size = check_whole, hash_key = as_integer,
  dimension = as_dimension, combiner = as_combiner, max_norm = as_float, trainable = as_flag
)

# ---- Feature columns -----------------------------------------------------------------------------

# What a step needs from the data: "moments", "vocabulary" or "".
step_need <- function(step) {
  need <- switch(step_type(step),
    StepNumericColumn = if (inherits(step$args$normalizer_fn, "Scaler")) "moments",
    StepCategoricalColumnWithVocabularyList =
      if (is.null(step$args$vocabulary_list)) "vocabulary"
  )
  need %||% ""
}

# The feature columns with those of one more step.
with_step <- function(name, step, columns, facts, types) {
  if (step_type(step) == "StepRemoveColumn") {
    columns[[step$columns]] <- NULL
    return(columns)
  }
  if (step_type(step) == "StepSharedEmbeddings") {
    return(c(columns, shared_columns(name, step, columns)))
  }
  columns[[name]] <- step_maker(step)(step, columns, facts, types)
  columns
}

step_maker <- function(step) {
  switch(step_type(step),
    StepNumericColumn = numeric_feature,
    StepBucketizedColumn = bucketized_feature,
    StepCategoricalColumnWithVocabularyList = list_feature,
    StepCategoricalColumnWithVocabularyFile = file_feature,
    StepCategoricalColumnWithHashBucket = hash_feature,
    StepCategoricalColumnWithIdentity = identity_feature,
    StepIndicatorColumn = indicator_feature,
    StepEmbeddingColumn = embedding_feature,
    StepCrossedColumn = crossed_feature
  )
}

# The numeric or categorical feature column that a step builds on.
parent_column <- function(step, columns, name = step$columns, method, what, remedy) {
  parent <- columns[[name]]
  if (is.null(parent) || !py_has_attr(parent, method)) {
    abort("`%s` must be a %s column first. Add %s before this step.", name, what,
          sprintf(remedy, name), call = step$call)
  }
  parent
}

categorical_parent <- function(step, columns, name = step$columns) {
  parent_column(step, columns, name, "num_buckets", "categorical",
                "`step_categorical_column_with_vocabulary_list(%s)` or another categorical column")
}

# The feature column for a column of the data, with the arguments of the step.
data_column <- function(kind, step, args = step$args) {
  do.call(feature_column, c(list(kind, step, key = step$columns), args))
}

# Not converted, because a feature column is a tuple.
feature_column <- function(kind, step, ...) {
  args <- c(list(kind), drop_null(list(...)))
  column <- tryCatch(
    call_python(python_function("rkeras.keras.features.make"), args, FALSE),
    python.builtin.Exception = function(e) {
      abort("The step for %s cannot be made. %s", in_ticks(step$columns), python_words(e),
            call = step$call)
    }
  )
  as_handle(column, TRUE)
}

# The message of a Python exception, without its class.
python_words <- function(e) sub("^[A-Za-z.]*Error: ", "", conditionMessage(e))
