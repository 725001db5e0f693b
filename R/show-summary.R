# Shows models as text: the table of layers that Keras draws, str() and data frames.

#' Summarize a model
#'
#' `summary()` and `print()` show a table of a model's layers with the shapes of their outputs and
#' their numbers of parameters, the total number of parameters, and the data that the model was
#' trained on. `print()` of a model of [tabular()] says what it was made from, and how well it did
#' on the rows that were held out. In shapes, `NA` is an axis of any length, such as the batch
#' axis. `format()` returns the same lines as strings. A model without `input_shape` shows no shapes
#' until it has received data.
#'
#' @param object,x A Keras model.
#' @param line_length Positive integer. Width of the table in characters; `NULL` means the console's
#'   width.
#' @param positions Numeric vector. End of each column, as a fraction of the width or as a number of
#'   characters.
#' @param expand_nested Logical. Whether to show the layers of nested models.
#' @param show_trainable Logical. Whether to show which layers are trainable; `NULL` shows it if
#'   some layers are frozen.
#' @param layer_range Character vector of two layer names: the first and the last layer to show.
#'   `NULL` shows all layers.
#' @param ... For `summary()` and `print()`, the arguments of `format()`.
#' @param compact Ignored.
#' @return `format()`: a character vector of lines. `summary()`: these lines, invisibly;
#'   `print(summary(model))` does not show them twice. `print()`: the model, invisibly.
#' @aliases summary
#' @concept model summary
#' @concept summary model
#' @concept number of parameters
#' @concept model architecture
#' @concept output shape
#' @concept trainable parameters
#' @seealso [plot()][plot.keras.src.models.model.Model] draws the graph, [count_params()],
#'   [get_layer()] for a single layer, [get_config()] for all settings.
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 8, activation = "relu") |>
#'   layer_dense(units = 3)
#' summary(model)
#'
#' # (4 + 1) * 8 + (8 + 1) * 3 parameters, because each unit has a bias
#' count_params(model)
#' @export
summary.keras.src.models.model.Model <- function(object, ...) {
  lines <- format(object, ...)
  cat(lines, sep = "\n")
  shown <- new.env(parent = emptyenv())
  shown$just_now <- TRUE
  invisible(structure(lines, class = "keras_model_summary", shown = shown))
}

# What summary() has shown, print(summary(model)) does not show again.
#' @export
print.keras_model_summary <- function(x, ...) {
  shown <- attr(x, "shown")
  if (!shown$just_now) cat(x, sep = "\n")
  shown$just_now <- FALSE
  invisible(x)
}

#' @rdname summary.keras.src.models.model.Model
#' @export
print.keras.src.models.model.Model <- function(x, ...) {
  cat(if (!is_lost(x)) tabular_lines(x) %||% format(x, ...) else lost_text(x), sep = "\n")
  invisible(x)
}

#' @rdname summary.keras.src.models.model.Model
#' @export
format.keras.src.models.model.Model <- function(
    x, line_length = getOption("width"), positions = NULL, expand_nested = FALSE,
    show_trainable = NULL, layer_range = NULL, compact = TRUE, ...) {
  check_flags()
  lines <- call_python(python_function("rkeras.keras.graph.summary"), drop_null(list(
    x,
    line_length = as_integer(line_length %||% getOption("width"), "line_length"),
    positions = if (!is.null(positions)) as.list(positions),
    expand_nested = expand_nested,
    show_trainable = if (is.null(show_trainable)) has_fixed_layer(x) else show_trainable,
    layer_range = if (!is.null(layer_range)) as.list(layer_range)
  )), TRUE)
  lines <- with_na(trim_blank(as.character(lines)))
  lines <- c(lines, trained_line(x, line_length %||% getOption("width")))
  if (has_boxes()) lines else ascii_boxes(lines)
}

#' @export
py_str.keras.src.models.model.Model <- function(object, ...) {
  paste(format(object, ...), collapse = "\n")
}

#' Models as data frames, and their structure
#'
#' `as.data.frame()` gives a data frame with a row for each layer, which `View()` shows in a viewer
#' and which can be filtered and summed like any other; [generics::tidy()] does the same. `str()`
#' prints the structure of the model in a line for each layer: its class, the shape of its output
#' and the number of its parameters. The first line says whether the model is compiled, and with
#' which optimizer and loss. In a list, `str()` prints this line alone.
#'
#' @param x,object A Keras model.
#' @param row.names,optional,... Not used.
#' @param indent.str,nest.lev Where the object stands in a list: see [utils::str()].
#' @param list.len Positive integer. The number of layers to show.
#' @return `as.data.frame()` returns a data frame with the columns `layer`, `class`, `output_shape`
#'   (in which `NA` is any length), `parameters` and `trainable`; `str()` returns nothing.
#' @concept model structure
#' @concept number of parameters of layers
#' @family models
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 8, activation = "relu") |>
#'   layer_dense(units = 3)
#' str(model)
#' layers <- as.data.frame(model)
#' layers
#' sum(layers$parameters)
#' @name model-structure
NULL

#' @rdname model-structure
#' @export
as.data.frame.keras.src.models.model.Model <- # nolint: object_length_linter.
  function(x, row.names = NULL, optional = FALSE, ...) generics::tidy(x)

#' @rdname model-structure
#' @exportS3Method utils::str keras.src.models.model.Model
str.keras.src.models.model.Model <- function(
    object, ..., indent.str = "", nest.lev = 0, list.len = 99L) {
  width <- getOption("width")
  first <- if (is_lost(object)) lost_text(object) else model_line(object)
  cat(" ", cut_line(first, width - 1L), "\n", sep = "")
  if (is_lost(object) || nest.lev > 0) {
    return(invisible())
  }
  lines <- layer_texts(as.data.frame(object))
  if (length(lines) > list.len) {
    lines <- c(lines[seq_len(list.len)], sprintf("  [and %d more]", length(lines) - list.len))
  }
  cat(cut_line(paste0(indent.str, lines), width), sep = "\n")
}

model_line <- function(model) {
  facts <- generics::glance(model)
  sprintf(
    "<%s> \"%s\": %s, %s, %s", class_name_of(model), model$name,
    count_of(facts$layers, "layer", "layers"), parameters_text(facts),
    if (is.na(facts$optimizer)) "not compiled"
    else sprintf("compiled (%s, %s)", facts$optimizer, facts$loss)
  )
}

parameters_text <- function(facts) {
  if (is.na(facts$parameters)) {
    return("not built")
  }
  text <- paste(big_number(facts$parameters), "parameters")
  if (facts$trainable_parameters == facts$parameters) text
  else sprintf("%s (%s trainable)", text, big_number(facts$trainable_parameters))
}

layer_texts <- function(layers) {
  n <- layers$parameters
  count <- ifelse(is.na(n), "not built", ifelse(n == 0L, "", paste(big_number(n), "parameters")))
  fixed <- ifelse(!is.na(n) & n > 0L & !layers$trainable, ", not trained", "")
  shape <- ifelse(is.na(layers$output_shape), "", layers$output_shape)
  trimws(sprintf(
    " $ %s: %s  %s  %s%s", format(layers$layer), format(layers$class), format(shape), count, fixed
  ), "right")
}

big_number <- function(x) format(x, big.mark = ",", scientific = FALSE, trim = TRUE)

# Replaces line-drawing characters (U+2500 to U+257F) and ellipses by ASCII, for consoles that
# cannot show them.
ascii_boxes <- function(lines) {
  lines <- gsub("[\u2500\u2501]", "-", lines, perl = TRUE)
  lines <- gsub("[\u2502\u2503]", "|", lines, perl = TRUE)
  lines <- gsub("[\u2504-\u257F]", "+", lines, perl = TRUE)
  gsub("\u2026", "~", lines, fixed = TRUE)
}

# Axes of any length as R writes them, with the columns where they were.
with_na <- function(lines) {
  pattern <- "(?<=[(, ])None(?=[,)])([^\u2502]*)\u2502"
  while (any(grepl(pattern, lines, perl = TRUE))) {
    lines <- sub(pattern, "NA\\1  \u2502", lines, perl = TRUE)
  }
  lines
}

has_fixed_layer <- function(model) {
  !all(vapply(model$layers, function(layer) isTRUE(layer$trainable), NA))
}

trim_blank <- function(lines) {
  lines <- sub("[[:space:]]+$", "", lines)
  lines[cumsum(nzchar(lines)) > 0L & rev(cumsum(rev(nzchar(lines)))) > 0L]
}
