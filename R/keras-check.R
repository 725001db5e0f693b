# What can be known to be wrong before the first training step, said in R's words.

check_compiled <- function(model, fun, call) {
  if (!isTRUE(model$compiled)) {
    abort(sprintf(
      "The model is not compiled: call compile(model, loss = ...) before %s().", fun
    ), call = call)
  }
}

# `data` is a list of x, y and sample_weight, already as arrays.
check_training_data <- function(model, data, names, call) {
  check_targets_given(model, data, names, call)
  check_missing_inputs(data$x, names[[1]], call)
  warn_of_missing_inputs(data$x, names[[1]], call)
  check_input_shape(model, data$x, names[[1]], call)
  check_lengths(data, names, call)
  check_labels(model, data$y, names[[2]], call)
  check_target_shape(model, data$y, names[[2]], call)
  check_missing_labels(data$sample_weight, names[[3]], call)
}

# Datasets and generators give the targets with the inputs; a Keras tensor is checked by Keras. A
# training that fails for lack of targets would leave the optimizer without its variables for good.
check_targets_given <- function(model, data, names, call) {
  check_given(data$x, names[[1]], call)
  if (is.null(data$y) && !is_py_object(data$x) && !is.function(data$x) && !is.null(model$loss)) {
    abort(sprintf(
      "`%s` is missing: the model's loss compares its outputs with targets.", names[[2]]
    ), call = call)
  }
}

check_given <- function(x, argument, call) {
  if (is.null(x)) {
    abort(sprintf("`%s` is missing: the model needs inputs.", argument), call = call)
  }
}

check_lengths <- function(data, names, call) {
  expected <- n_observations(data$x, names[[1]], call)
  if (identical(expected, 0L)) abort(sprintf("`%s` has no observations.", names[[1]]), call = call)
  for (i in 2:3) {
    found <- n_observations(data[[c("x", "y", "sample_weight")[[i]]]], names[[i]], call)
    if (!is.na(expected) && !is.na(found) && found != expected) {
      abort(sprintf(
        "`%s` has %d observations and `%s` has %d: they must be as many.",
        names[[1]], expected, names[[i]], found
      ), call = call)
    }
  }
}

# NumPy's whole numbers and logicals have no NA.
check_missing_inputs <- function(x, argument, call) {
  if (is.list(x)) {
    return(invisible(lapply(x, check_missing_inputs, argument = argument, call = call)))
  }
  if ((is.integer(x) || is.logical(x)) && anyNA(x)) {
    abort(sprintf("`%s` has missing values (NA): leave them out or fill them in.", argument),
          call = call)
  }
}

# Missing doubles travel as NaN, which some models know what to do with.
warn_of_missing_inputs <- function(x, argument, call) {
  if (is.list(x)) {
    return(invisible(lapply(x, warn_of_missing_inputs, argument = argument, call = call)))
  }
  if (is.double(x) && anyNA(x)) {
    warn(sprintf(
      paste0(
        "`%s` has missing values (NA), which make the loss NaN unless the model takes care of ",
        "them: leave them out, as na.omit() does, or fill them in."
      ),
      argument
    ), "missing", call)
  }
}

check_input_shape <- function(model, x, argument, call) {
  expected <- model_shape(model, "input_shape")
  if (is.list(x)) check_input_count(model, x, argument, call)
  if (is.null(expected) || !is.array(x)) {
    return(invisible())
  }
  if (!shape_fits(dim(x)[-1], expected[-1])) {
    abort(sprintf(
      "`%s` has shape %s, but the model takes %s.%s", argument, format_shape(c(NA, dim(x)[-1])),
      format_shape(expected), shape_remedy(dim(x), expected)
    ), call = call)
  }
}

# Keras takes the first of too many inputs.
check_input_count <- function(model, x, argument, call) {
  known <- isTRUE(unwrap(rs_has_attr(model, "inputs")))
  expected <- if (known) length(model$inputs) else 0L
  has_names <- !is.null(names(x)) && is.null(model_shape(model, "input_shape"))
  if (expected == 0L || length(x) == expected || has_names || any(vapply(x, is.list, NA))) {
    return(invisible())
  }
  abort(sprintf(
    "`%s` is a list of %d, but the model has %s.", argument, length(x),
    if (expected == 1L) "one input: cbind() makes one array of columns"
    else sprintf("%d inputs", expected)
  ), call = call)
}

# The shape of a model with one input (or output): integers, NA for any length. NULL when not known.
model_shape <- function(model, attribute) {
  shape <- attr_or_null(model, attribute, TRUE)
  if (!is.list(shape)) {
    return(if (is.numeric(shape)) as.integer(shape))
  }
  if (!is.null(names(shape)) || !all(lengths(shape) <= 1L) || any(vapply(shape, is.list, NA))) {
    return(NULL)
  }
  vapply(shape, function(length) if (is.null(length)) NA_integer_ else as.integer(length), 1L)
}

# Keras adds or drops a last axis of length 1 by itself.
shape_fits <- function(shape, expected) {
  if (length(shape) == length(expected) + 1L && shape[[length(shape)]] == 1L) {
    shape <- shape[-length(shape)]
  } else if (length(shape) == length(expected) - 1L &&
               identical(expected[[length(expected)]], 1L)) {
    shape <- c(shape, 1L)
  }
  length(shape) == length(expected) && all(is.na(expected) | shape == expected)
}

shape_remedy <- function(dim, expected) {
  expected <- expected[-1]
  if (anyNA(expected) || prod(dim[-1]) != prod(expected)) {
    return("")
  }
  sprintf(" dim(x) <- c(%s) gives it that shape.", toString(c(dim[[1]], expected)))
}

format_shape <- function(shape) paste0("(", toString(ifelse(is.na(shape), "NA", shape)), ")")

check_labels <- function(model, y, argument, call) {
  if (is.list(y)) {
    return(invisible(lapply(y, check_missing_labels, argument = argument, call = call)))
  }
  check_missing_labels(y, argument, call)
  classes <- n_classes(model)
  if (is.null(classes) || !is.numeric(y) || length(y) == 0L) {
    return(invisible())
  }
  switch(
    loss_name(model),
    sparse_categorical_crossentropy = {
      check_label_shape(y, model_shape(model, "output_shape"), argument, call)
      check_sparse_labels(y, classes, argument, call)
    },
    categorical_crossentropy = check_one_hot_labels(y, classes, argument, call),
    binary_crossentropy = check_binary_labels(y, argument, call)
  )
}

# Python stretches arrays to each other's shape, and trains on differences that mean nothing.
check_target_shape <- function(model, y, argument, call) {
  expected <- model_shape(model, "output_shape")
  if (is.null(expected) || !is.array(y) || !compares_one_by_one(model$loss)) {
    return(invisible())
  }
  if (!shape_fits(dim(y)[-1], expected[-1])) {
    abort(sprintf(
      "`%s` has shape %s, but the model's outputs have %s: its loss compares them one by one.",
      argument, format_shape(c(NA, dim(y)[-1])), format_shape(expected)
    ), call = call)
  }
}

# The numbers of a factor's levels mean nothing by their size.
check_classes_compared <- function(model, argument, call) {
  if (compares_one_by_one(model$loss, setdiff(one_by_one, of_two_classes))) {
    abort(sprintf(
      paste0(
        "`%s` is a factor, but the model's loss compares numbers: use a loss for classes, such as ",
        "\"sparse_categorical_crossentropy\", or give numbers."
      ),
      argument
    ), call = call)
  }
}

compares_one_by_one <- function(loss, losses = one_by_one) {
  if (is_py_object(loss)) {
    class <- class(loss)[[1]]
    loss <- if (is.function(loss) && py_has_attr(loss, "__name__")) loss$`__name__` else class
    if (startsWith(class, "keras.src.losses.losses.")) loss <- sub(".*[.]", "", class)
  }
  is.character(loss) && length(loss) == 1L && tolower(gsub("_", "", loss)) %in% losses
}

of_two_classes <- c(
  "bce", "binarycrossentropy", "binaryfocalcrossentropy", "hinge", "squaredhinge"
)

one_by_one <- c(
  of_two_classes,
  "mse", "meansquarederror", "mae", "meanabsoluteerror", "mape", "meanabsolutepercentageerror",
  "msle", "meansquaredlogarithmicerror", "huber", "logcosh", "poisson", "kld", "kldivergence",
  "cosinesimilarity"
)

check_label_shape <- function(y, shape, argument, call) {
  if (!shape_fits(dim(y)[-1], c(shape[-c(1L, length(shape))], 1L))) {
    abort(sprintf(
      paste0(
        "`%s` has shape %s, but \"sparse_categorical_crossentropy\" takes one label each: use the ",
        "loss \"categorical_crossentropy\" for columns of zeros and ones."
      ),
      argument, format_shape(c(NA, dim(y)[-1]))
    ), call = call)
  }
}

check_sparse_labels <- function(y, classes, argument, call) {
  range <- range(y)
  if (range[[1]] < 0 || range[[2]] >= classes || !all(y == trunc(y))) {
    abort(sprintf(
      paste0(
        "`%s` holds labels from %s to %s, but with %d outputs labels must be whole numbers ",
        "from 0 to %d.%s"
      ),
      argument, format(range[[1]]), format(range[[2]]), classes, classes - 1L,
      label_remedy(range, classes)
    ), call = call)
  }
}

check_one_hot_labels <- function(y, classes, argument, call) {
  if (dim(y)[[length(dim(y))]] != classes || length(dim(y)) == 1L) {
    abort(sprintf(
      paste0(
        "`%s` has shape %s, but \"categorical_crossentropy\" with %d outputs needs as many ",
        "columns: use to_categorical(), or the loss \"sparse_categorical_crossentropy\" for labels."
      ),
      argument, format_shape(c(NA, dim(y)[-1])), classes
    ), call = call)
  }
}

check_binary_labels <- function(y, argument, call) {
  range <- range(y)
  if (range[[1]] < 0 || range[[2]] > 1) {
    abort(sprintf(
      "`%s` holds labels from %s to %s, but \"binary_crossentropy\" needs 0 and 1.%s",
      argument, format(range[[1]]), format(range[[2]]),
      if (identical(as.double(range), c(1, 2))) " Use `y - 1`, or a factor." else ""
    ), call = call)
  }
}

label_remedy <- function(range, classes) {
  if (range[[1]] == 1 && range[[2]] == classes) {
    return(" Labels that count from 1 need `y - 1`; a factor is understood as it is.")
  }
  sprintf(" Or give the last layer more units: at least %s.", format(range[[2]] + 1))
}

check_missing_labels <- function(y, argument, call) {
  if (is.character(y)) {
    abort(sprintf("`%s` holds text: make it a factor, whose levels are the classes.", argument),
          call = call)
  }
  if (is.atomic(y) && anyNA(y)) {
    abort(sprintf(
      "`%s` has %d missing values (NA): leave those observations out.", argument, sum(is.na(y))
    ), call = call)
  }
}

n_classes <- function(model) {
  shape <- model_shape(model, "output_shape")
  classes <- if (length(shape) > 1L) shape[[length(shape)]]
  if (length(classes) == 1L && !is.na(classes)) classes
}

# The loss as its Keras name, "" where it is none of those that are checked.
loss_name <- function(model) {
  loss <- model$loss
  if (is.character(loss) && length(loss) == 1L) {
    return(loss)
  }
  class <- sub("^keras[.]src[.]losses[.]losses[.]", "", class(loss)[[1]])
  switch(
    class,
    SparseCategoricalCrossentropy = "sparse_categorical_crossentropy",
    CategoricalCrossentropy = "categorical_crossentropy",
    BinaryCrossentropy = "binary_crossentropy",
    ""
  )
}
