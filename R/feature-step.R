# Steps of a specification: what each adds, and how a fitted one becomes a feature column.

# Adds one step for each column that the `...` of the calling function selects. Its arguments are
# those of the step, each converted by the rule of its name, other than those given here. `prefix`
# begins the names of derived features.
add_steps <- function(class, prefix = "", ...) {
  own <- list(...)
  args <- verb_arguments(c("...", names(own)), step_rules())
  columns <- selected_columns(selection_dots(parent.frame()), feature_types(args$spec),
                              parent.frame(2L))
  with_new_steps(args$spec, class, as.list(columns), c(args[-1], own), prefix)
}

# Adds one step for each argument, which selects several columns: a cross, or shared weights.
# Several unnamed columns are one group.
add_group_steps <- function(class, prefix) {
  args <- verb_arguments("...", step_rules())
  env <- parent.frame(2L)
  groups <- lapply(selection_dots(parent.frame()), function(argument) {
    unname(selected_columns(list(argument), feature_types(args$spec), env))
  })
  if (is.null(names(groups)) && all(lengths(groups) == 1L)) groups <- list(unlist(groups))
  for (columns in groups[lengths(groups) < 2L]) {
    abort("`...` must select at least two columns, not %s alone.", in_ticks(columns))
  }
  with_new_steps(args$spec, class, groups, args[-1], prefix)
}

step_rules <- function() {
  list(
    spec = check_feature_spec, shape = as_integer, default_value = as_integer,
    normalizer_fn = as_normalizer, num_oov_buckets = as_integer, num_buckets = check_whole,
    vocabulary_file = as_vocabulary_file, vocabulary_size = as_integer,
    hash_bucket_size = check_whole, hash_key = as_integer, dimension = as_dimension,
    combiner = as_combiner, max_norm = as_float, trainable = as_flag
  )
}

# The expressions of `...` in the frame of a step.
selection_dots <- function(frame) {
  arguments <- as.list(eval(quote(substitute(alist(...))), frame))[-1]
  if (!length(arguments)) {
    abort("`...` selects no columns. Name columns, or use a selector such as `all_numeric()`.")
  }
  arguments
}

# Steps that come later replace those of the same name, and a specification must be fitted again.
with_new_steps <- function(spec, class, groups, args, prefix) {
  columns <- vapply(groups, paste, "", collapse = "_")
  names <- names(groups) %||% character(length(groups))
  names[!nzchar(names)] <- paste0(prefix, columns)[!nzchar(names)]
  steps <- lapply(unname(groups), function(columns) {
    structure(list(columns = columns, args = args, call = users_call()), class = c(class, "Step"))
  })
  steps <- c(spec$steps, stats::setNames(steps, names))
  steps <- steps[!duplicated(names(steps), fromLast = TRUE)]
  list2env(list(steps = steps, prepared = FALSE, columns = NULL), copy_spec(spec))
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
  columns[[name]] <- feature_of_step(step, columns, facts, types)
  columns
}

feature_of_step <- function(step, columns, facts, types) {
  switch(step_type(step),
    StepNumericColumn = numeric_feature(step, facts),
    StepBucketizedColumn = bucketized_feature(step, columns),
    StepCategoricalColumnWithVocabularyList = list_feature(step, facts, types),
    StepCategoricalColumnWithVocabularyFile =
      feature_column("categorical_column_with_vocabulary_file", step, key = step$columns),
    StepCategoricalColumnWithHashBucket = hash_feature(step, types),
    StepCategoricalColumnWithIdentity = identity_feature(step, types),
    StepIndicatorColumn = feature_column("indicator_column", step,
                                         categorical_column = categorical_parent(step, columns)),
    StepEmbeddingColumn = embedding_of(step, categorical_parent(step, columns)),
    StepCrossedColumn = crossed_feature(step, columns, types)
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

# The feature column of a step, with its arguments or those in `...` in place of them. It is not
# converted, because a feature column is a tuple.
feature_column <- function(kind, step, ...) {
  args <- step$args
  args[...names()] <- list(...)
  args <- c(list(kind), drop_null(args))
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
