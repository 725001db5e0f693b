# Missing values in the inputs of predict(): NA in, NA out.

# Compiled graphs of TensorFlow turn NaN into 0 where they join a layer with its relu(). So a row
# with NA has no prediction, unless the model has layers that may deal with NaN.
with_missing_rows <- function(outputs, x, model) {
  rows <- missing_rows(x)
  if (length(rows) > 0L && loses_missing(model)) set_missing_rows(outputs, rows) else outputs
}

set_missing_rows <- function(outputs, rows) {
  if (is.list(outputs)) {
    return(lapply(outputs, set_missing_rows, rows))
  }
  if (is.double(outputs)) outputs[slice.index(outputs, 1L) %in% rows] <- NA
  outputs
}

# Positions along the first axis.
missing_rows <- function(x) {
  if (is.list(x)) {
    return(unique(unlist(lapply(x, missing_rows))))
  }
  if (is.double(x) && anyNA(x)) unique((which(is.na(x)) - 1L) %% dim(x)[[1]] + 1L)
}

loses_missing <- function(model) {
  if (!is_plain_model(model)) {
    return(FALSE)
  }
  parts <- attr_or_null(model, "operations", TRUE) %||% model$layers
  all(vapply(parts, function(part) {
    class <- class(part)[[1]]
    loses_missing(part) ||
      startsWith(class, "keras.src.") && !sub(".*[.]", "", class) %in% of_missing
  }, NA))
}

# Layers and operations whose results need not be NaN where their inputs are.
of_missing <- c(
  "Functional", "Sequential", "Model", "Lambda", "Masking", "Isnan", "NanToNum", "Where"
)
