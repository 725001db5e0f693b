# JSON to arrays and back. What does not fit is a condition `http_error` of status 400.

bad_request <- function(...) stop(http_error(400L, sprintf(...)))

# A list with `instances` or `inputs`.
parse_body <- function(bytes) {
  text <- tryCatch(rawToChar(bytes), error = function(e) bad_request("The body is not text."))
  Encoding(text) <- "UTF-8"
  if (!validUTF8(text)) bad_request("The body is not UTF-8.")
  if (!grepl("^\\s*\\{", text)) bad_request("The body must be a JSON object.")
  body <- tryCatch(
    jsonlite::parse_json(text, simplifyVector = TRUE, simplifyDataFrame = FALSE),
    error = function(e) {
      bad_request("The body is not JSON: %s", sub("\n.*", "", conditionMessage(e)))
    }
  )
  given <- intersect(c("instances", "inputs"), names(body))
  if (length(given) != 1L) {
    bad_request("The body must have either \"instances\" or \"inputs\".")
  }
  signature <- body$signature_name %||% "serving_default"
  if (!identical(signature, "serving_default")) {
    bad_request("There is no signature \"%s\", only \"serving_default\".", toString(signature))
  }
  body[given]
}

# A list of `arrays`, by the names of the inputs, and `is_by_row`: whether the request had
# "instances".
as_arrays <- function(body, inputs) {
  is_by_row <- names(body) == "instances"
  names <- vapply(inputs, `[[`, "", "name")
  values <- if (is_by_row) by_input(body[[1]], names) else by_input_name(body[[1]], names)
  arrays <- Map(as_input, values[names], inputs)
  rows <- vapply(arrays, nrow, 0L)
  if (length(unique(rows)) > 1L) {
    bad_request("The inputs have different numbers of observations: %s.", toString(rows))
  }
  list(arrays = arrays, is_by_row = is_by_row)
}

# `{"inputs": array}` or `{"inputs": {"name": array}}`
by_input_name <- function(values, names) {
  if (!is.list(values) || is.null(names(values))) {
    if (length(names) > 1L) {
      bad_request("\"inputs\" must be an object with %s.", in_quotes(names))
    }
    return(stats::setNames(list(values), names))
  }
  check_input_names(names(values), names, "\"inputs\"")
  values
}

# `{"instances": [array, ...]}` or `{"instances": [{"name": array}, ...]}`
by_input <- function(values, names) {
  is_named <- is.list(values) && length(values) && all(vapply(values, function(value) {
    is.list(value) && !is.null(names(value))
  }, NA))
  if (!is_named) {
    if (length(names) > 1L) {
      bad_request("Each of \"instances\" must be an object with %s.", in_quotes(names))
    }
    return(stats::setNames(list(values), names))
  }
  for (i in seq_along(values)) {
    check_input_names(names(values[[i]]), names, sprintf("\"instances\"[%d]", i - 1L))
  }
  stats::setNames(lapply(names, function(name) stacked(lapply(values, `[[`, name), name)), names)
}

check_input_names <- function(given, names, where) {
  absent <- setdiff(names, given)
  more <- setdiff(given, names)
  if (length(absent)) bad_request("%s lacks the input %s.", where, in_quotes(absent))
  if (length(more)) bad_request("%s has %s, which is not an input.", where, in_quotes(more))
}

# Values of several observations as one array, whose first axis counts them.
stacked <- function(values, name) {
  sizes <- lapply(values, function(value) dim(value) %||% if (length(value) != 1L) length(value))
  if (length(unique(sizes)) > 1L || any(vapply(values, is.list, NA))) {
    bad_request("The input \"%s\" has different shapes in different observations.", name)
  }
  rows <- do.call(rbind, lapply(values, as.vector))
  array(rows, c(length(values), sizes[[1]]))
}

# An array of the shape and type of the input.
as_input <- function(value, input) {
  if (is.list(value)) {
    if (!length(value)) bad_request("The input \"%s\" has no observations.", input$name)
    bad_request("The input \"%s\" is not an array: rows differ in length or type.", input$name)
  }
  if (is.null(value)) bad_request("The input \"%s\" is null.", input$name)
  check_json_type(value, input)
  value <- if (is.null(dim(value))) array(value, length(value)) else value
  # A model with one feature takes numbers without brackets.
  if (length(dim(value)) == 1L && identical(input$shape, 1L)) dim(value) <- c(length(value), 1L)
  check_json_shape(dim(value), input)
  if (is.logical(value)) storage.mode(value) <- "double"
  value
}

check_json_type <- function(value, input) {
  if (anyNA(value)) bad_request("The input \"%s\" has null values.", input$name)
  is_text <- input$dtype == "string"
  if (is_text != is.character(value)) {
    bad_request("The input \"%s\" must have %s, not %s.", input$name,
                if (is_text) "strings" else "numbers", if (is_text) "numbers" else "strings")
  }
  if (grepl("^u?int", input$dtype) && any(value != trunc(value))) {
    bad_request("The input \"%s\" must have whole numbers.", input$name)
  }
}

check_json_shape <- function(sizes, input) {
  expected <- c(NA, input$shape)
  fits <- length(sizes) == length(expected) && all(sizes == expected, na.rm = TRUE)
  if (!fits) {
    bad_request("The input \"%s\" must have the shape (%s), not (%s).", input$name,
                input_shape_text(expected), input_shape_text(sizes))
  }
}

input_shape_text <- function(sizes) toString(ifelse(is.na(sizes), "any", sizes))

# ---- Outputs -------------------------------------------------------------------------------------

# What becomes the body of the answer.
as_answer <- function(outputs, is_by_row) {
  if (!is_by_row) {
    return(list(outputs = if (length(outputs) == 1L) I(outputs[[1]]) else lapply(outputs, I)))
  }
  if (length(outputs) == 1L) {
    return(list(predictions = I(outputs[[1]])))
  }
  rows <- seq_len(dim(outputs[[1]])[[1]])
  list(predictions = lapply(rows, function(row) lapply(outputs, one_row_of, row)))
}

# One observation; a number if the output has one axis.
one_row_of <- function(output, row) {
  values <- as_rows(output)[row, ]
  if (length(dim(output)) > 1L) I(array(values, dim(output)[-1])) else values
}
