# Prints models as the table of layers that Keras draws.

#' Print a model
#'
#' `summary()` and `print()` show a model's layers, the shapes of their outputs and their numbers of
#' weights, and what it was trained on; `format()` gives the same as strings.
#'
#' @param object,x A Keras model.
#' @param line_length Width of the table in characters; `NULL` means the console's width.
#' @param positions Where the columns end: shares of the width, or numbers of characters.
#' @param expand_nested Whether to show the layers of models inside the model.
#' @param show_trainable Whether to show which layers training changes; `NULL` means where some are
#'   fixed.
#' @param layer_range Names of the first and the last layer to show.
#' @param ... For `print()` and `format()`, the arguments of `summary()`.
#' @param compact Not used.
#' @return `format()` returns a character vector of lines; the others return the model invisibly.
#' @family models
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 8, activation = "relu") |>
#'   layer_dense(units = 3)
#' summary(model)
#' @export
summary.keras.src.models.model.Model <- function(object, ...) {
  cat(format(object, ...), sep = "\n")
  invisible(object)
}

#' @rdname summary.keras.src.models.model.Model
#' @export
print.keras.src.models.model.Model <- function(x, ...) {
  cat(format(x, ...), sep = "\n")
  invisible(x)
}

#' @rdname summary.keras.src.models.model.Model
#' @export
format.keras.src.models.model.Model <- function(
    x, line_length = getOption("width"), positions = NULL, expand_nested = FALSE,
    show_trainable = NULL, layer_range = NULL, compact = TRUE, ...) {
  if (is_lost(x)) {
    return(lost_text)
  }
  lines <- call_python(python_function("rkeras.shown", "summary"), drop_null(list(
    x,
    line_length = as_integer(line_length %||% getOption("width"), "line_length"),
    positions = if (!is.null(positions)) as.list(positions),
    expand_nested = expand_nested,
    show_trainable = if (is.null(show_trainable)) has_fixed_layer(x) else show_trainable,
    layer_range = if (!is.null(layer_range)) as.list(layer_range)
  )), TRUE)
  lines <- c(trim_blank(as.character(lines)), trained_line(x, line_length))
  if (has_boxes()) lines else ascii_boxes(lines)
}

# Replaces line-drawing characters (U+2500 to U+257F) and ellipses by ASCII, for consoles that
# cannot show them.
ascii_boxes <- function(lines) {
  vapply(lines, function(line) {
    code <- utf8ToInt(line)
    code[code %in% c(0x2500, 0x2501)] <- utf8ToInt("-")
    code[code %in% c(0x2502, 0x2503)] <- utf8ToInt("|")
    code[code > 0x2503 & code <= 0x257F] <- utf8ToInt("+")
    code[code == 0x2026] <- utf8ToInt("~")
    intToUtf8(code)
  }, "", USE.NAMES = FALSE)
}

has_fixed_layer <- function(model) {
  !all(vapply(model$layers, function(layer) isTRUE(layer$trainable), NA))
}

trim_blank <- function(lines) {
  lines <- sub("[[:space:]]+$", "", lines)
  lines[cumsum(nzchar(lines)) > 0L & rev(cumsum(rev(nzchar(lines)))) > 0L]
}
