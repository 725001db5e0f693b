# Steps of a specification: what each adds, and how a fitted one becomes a feature column.

# Adds one step for each selected column. `prefix` begins the names of derived features.
add_steps <- function(spec, class, arguments, args, env, prefix = "") {
  check_feature_spec(spec)
  check_selection(arguments)
  columns <- selected_columns(arguments, feature_types(spec), env)
  spec <- copy_spec(spec)
  for (i in seq_along(columns)) {
    name <- names(columns)[[i]]
    if (!nzchar(name)) name <- paste0(prefix, columns[[i]])
    spec <- with_new_step(spec, name, new_step(class, unname(columns[[i]]), args))
  }
  spec
}

# Adds one step for each argument, which selects several columns: a cross, or shared weights.
# Several unnamed columns are one group.
add_group_steps <- function(spec, class, arguments, args, env, prefix) {
  check_feature_spec(spec)
  check_selection(arguments)
  types <- feature_types(spec)
  groups <- lapply(arguments, function(argument) {
    unname(selected_columns(list(argument), types, env))
  })
  if (is.null(names(groups)) && all(lengths(groups) == 1L)) groups <- list(unlist(groups))
  spec <- copy_spec(spec)
  for (i in seq_along(groups)) {
    if (length(groups[[i]]) < 2L) {
      abort("`...` must select at least two columns, not %s alone.", in_ticks(groups[[i]]))
    }
    name <- (names(groups) %||% "")[[i]]
    if (!nzchar(name)) name <- paste0(prefix, paste(groups[[i]], collapse = "_"))
    spec <- with_new_step(spec, name, new_step(class, groups[[i]], args))
  }
  spec
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

check_selection <- function(arguments) {
  if (!length(arguments)) {
    abort("`...` selects no columns. Name columns, or use a selector such as `all_numeric()`.")
  }
}

# The expressions of `...` in the function that calls this.
selection_dots <- function() {
  as.list(eval(quote(substitute(alist(...))), parent.frame()))[-1]
}

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
