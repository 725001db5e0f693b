# Weights of classes in training.

# `data` with the weights: Keras's dict of them, or one for each label, if a sample has several.
with_class_weight <- function(data, class_weight, facts, levels) {
  if (is.null(class_weight) || inherits(class_weight, "python.builtin.dict")) {
    return(c(data, list(class_weight = class_weight)))
  }
  weights <- weights_of_classes(class_weight, facts, data, levels)
  if (!has_labels_of_steps(facts)) {
    # Python counts classes in ints.
    weights <- python_dict(unname(as.list(weights)), as.list(as.integer(names(weights))))
    return(c(data, list(class_weight = weights)))
  }
  if (!is.array(data$y)) tell("class_weight_of_steps")
  at <- match(as.character(data$y), names(weights))
  data$sample_weight <- array(ifelse(is.na(at), 1, weights[at]), dim(data$y))
  data
}

# Keras takes the labels of the steps of a sequence, or of pixels, for one-hot labels of a sample.
has_labels_of_steps <- function(facts) {
  length(facts$output_shape) > 2L &&
    facts$loss %in% c("sparse_categorical_crossentropy", "binary_crossentropy")
}

# The weight of each class, with its label as the name. The names that users give are labels or, if
# the targets are a factor, its levels.
weights_of_classes <- function(class_weight, facts, data, levels) {
  classes <- names(class_weight)
  if (!is.null(levels) && all(classes %in% levels)) {
    classes <- match(classes, levels) - 1L
  }
  labels <- suppressWarnings(as.numeric(classes))
  if (is.null(names(class_weight)) || anyNA(labels)) {
    abort(paste0(
      "`class_weight` must have the classes as names: labels such as c(\"0\" = 1, \"1\" = 5)",
      if (!is.null(levels)) ", or levels of `y`", ".", class_weight_of_outputs(classes, facts)
    ))
  }
  check_class_weight(class_weight)
  labels <- as_integer(labels, "class_weight")
  check_class_labels(labels, facts, data)
  more <- setdiff(seq_len(known_classes_of(facts)) - 1L, labels) # datasets need each weight
  weights <- c(vapply(class_weight, as.double, 0), rep(1, length(more)))
  stats::setNames(weights, c(labels, more))
}

class_weight_of_outputs <- function(names, facts) {
  if (any(names %in% known_outputs(facts))) {
    " Weights for several outputs are the `sample_weight`: a list with the names of the outputs."
  }
}

# The number of classes that the loss takes as labels; 0 if unknown.
known_classes_of <- function(facts) {
  switch(
    facts$loss,
    sparse_categorical_crossentropy = , categorical_crossentropy = n_classes(facts) %||% 0L,
    binary_crossentropy = max(n_classes(facts), 2L),
    0L
  )
}

check_class_labels <- function(labels, facts, data) {
  n <- known_classes_of(facts)
  outside <- labels[labels < 0L | labels >= n]
  if (n > 0L && length(outside) > 0L) tell("class_outside", outside[[1]], n - 1L)
  has_none <- !is.null(data$y) && !is_py_object(data$y) && !any(labels %in% unlist(data$y))
  if (facts$compares %in% of_numbers && has_none) {
    tell("class_of_numbers", toString(labels))
  }
}

check_class_weight <- function(class_weight) {
  several <- names(class_weight)[lengths(class_weight) != 1L | duplicated(names(class_weight))]
  if (length(several) > 0L) {
    abort("`class_weight` must have one number for the class \"%s\".", several[[1]])
  }
  weights <- unlist(class_weight)
  wrong <- if (is.numeric(weights)) which(!is.finite(weights)) else 1L
  if (length(wrong) > 0L) {
    abort("`class_weight` must hold numbers, not %s for the class \"%s\".",
          describe(weights[[wrong[[1]]]]), names(weights)[[wrong[[1]]]])
  }
}
