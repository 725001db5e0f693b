# Parsed JSON to arrays. What does not fit is a condition `http_error` of status 400. An array is an
# R array, or a list of the reason why it is none; an object is a named list.

bad_request <- function(...) stop(http_error(400L, sprintf(...)))

# A list with `instances` or `inputs`.
checked_body <- function(body) {
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

is_by_row <- function(body) names(body) == "instances"

is_verbose <- function(body) {
  verbose <- body$verbose
  if (!is.null(verbose) && !is_flag(verbose)) bad_request("\"verbose\" must be true or false.")
  isTRUE(verbose)
}

# The arrays, by the names of the inputs.
as_arrays <- function(body, inputs) {
  names(inputs) <- names_of_inputs(inputs)
  values <- if (is_by_row(body)) by_input(body[[1]], inputs)
    else by_input_name(body[[1]], names(inputs))
  arrays <- Map(as_input, values[names(inputs)], inputs)
  rows <- vapply(arrays, nrow, 0L)
  if (length(unique(rows)) > 1L) {
    bad_request("The inputs have different numbers of observations: %s.", toString(rows))
  }
  arrays
}

# `{"inputs": array}` or `{"inputs": {"name": array}}`
by_input_name <- function(values, names) {
  if (!is.list(values) || is.null(names(values))) {
    return(only_input(values, names, "\"inputs\""))
  }
  check_input_names(names(values), names, "\"inputs\"")
  values
}

# `{"instances": [array, ...]}` or `{"instances": [{"name": array}, ...]}`
by_input <- function(values, inputs) {
  names <- names(inputs)
  is_named <- is.list(values) && length(values) && all(vapply(values, function(value) {
    is.list(value) && !is.null(names(value))
  }, NA))
  if (!is_named) {
    return(only_input(values, names, "Each of \"instances\""))
  }
  for (i in seq_along(values)) {
    check_input_names(names(values[[i]]), names, sprintf("\"instances\"[%d]", i - 1L))
  }
  lapply(inputs, function(input) {
    stacked(lapply(values, function(value) read_named_numbers(value[[input$name]], input)), input)
  })
}

only_input <- function(values, names, where) {
  if (length(names) > 1L) bad_request("%s must be an object with %s.", where, in_quotes(names))
  stats::setNames(list(values), names)
}

check_input_names <- function(given, names, where) {
  absent <- setdiff(names, given)
  more <- setdiff(given, names)
  if (length(absent)) bad_request("%s lacks the input %s.", where, in_quotes(absent))
  if (length(more)) bad_request("%s has %s, which is not an input.", where, in_quotes(more))
}

# Values of several observations as one array, whose first axis counts them.
stacked <- function(values, input) {
  name <- input$name
  is_null <- vapply(values, is.null, NA)
  if (any(is_null)) check_may_be_missing(input)
  values[is_null] <- if (input$dtype == "string") NA_character_ else NA_real_
  for (value in Filter(is.list, values)) refuse_list(value, name)
  sizes <- lapply(values, function(value) dim(value) %||% if (length(value) != 1L) length(value))
  if (length(unique(sizes)) > 1L || length(unique(lapply(values, typeof))) > 1L) {
    bad_request("The input \"%s\" has different shapes or types in different observations.", name)
  }
  rows <- do.call(rbind, lapply(values, as.vector))
  array(rows, c(length(values), sizes[[1]]))
}

check_may_be_missing <- function(input) {
  if (!isTRUE(input$may_be_missing)) bad_request("The input \"%s\" has null values.", input$name)
}

# An array of the shape and type of the input.
as_input <- function(value, input) {
  if (is.list(value)) refuse_list(value, input$name)
  if (is.null(value)) bad_request("The input \"%s\" is null.", input$name)
  value <- read_named_numbers(value, input)
  if (all(is.na(value)) && input$dtype == "string") storage.mode(value) <- "character"
  check_json_type(value, input)
  check_times(value, input)
  value <- if (is.null(dim(value))) array(value, length(value)) else value
  # A model with one feature takes numbers without brackets.
  if (length(dim(value)) == 1L && identical(input$shape, 1L)) dim(value) <- c(length(value), 1L)
  check_json_shape(dim(value), input)
  if (is.logical(value)) storage.mode(value) <- "double"
  value
}

# Numbers that JSON does not have are strings. `named_number()` in json.rs reads those among
# numbers.
read_named_numbers <- function(value, input) {
  is_named <- input$dtype != "string" && is.character(value) &&
    all(value %in% c(names(named_numbers), NA))
  if (is_named) {
    value[] <- named_numbers[value]
    storage.mode(value) <- "double"
  }
  value
}

named_numbers <- c(
  "NaN" = NaN, "Inf" = Inf, "-Inf" = -Inf, "Infinity" = Inf, "-Infinity" = -Inf
)

refuse_list <- function(value, name) {
  if (!length(value)) bad_request("The input \"%s\" has no observations.", name)
  if (!is.null(names(value))) bad_request("The input \"%s\" is an object, not an array.", name)
  reason <- if (is_string(value[[1]])) value[[1]] else "an array has objects"
  bad_request("The input \"%s\" is not an array: rows differ in length or type (%s).", name, reason)
}

check_json_type <- function(value, input) {
  if (anyNA(value) && any(is.na(value) & !is.nan(value))) check_may_be_missing(input)
  is_text <- input$dtype == "string"
  if (is_text != is.character(value)) {
    bad_request("The input \"%s\" must have %s, not %s.", input$name,
                if (is_text) "strings" else "numbers", if (is_text) "numbers" else "strings")
  }
  if (grepl("^u?int", input$dtype) && any(is.nan(value) | value != trunc(value), na.rm = TRUE)) {
    bad_request("The input \"%s\" must have whole numbers.", input$name)
  }
  limits <- number_limits(input$dtype)
  outside <- if (is.numeric(value)) value[which(value < limits[[1]] | value > limits[[2]])]
  # Floats may be infinite.
  if (any(is.finite(outside)) || length(outside) && !grepl("float", input$dtype)) {
    bad_request("The input \"%s\" is of type %s, whose numbers are from %s to %s.", input$name,
                input$dtype, format(limits[[1]], digits = 15), format(limits[[2]], digits = 15))
  }
}

# The smallest and the largest number of a type. Doubles hold whole numbers up to 2^53 exactly.
number_limits <- function(dtype) {
  if (grepl("^u?int[0-9]+$", dtype)) {
    bits <- as.integer(sub("^u?int", "", dtype))
    limits <- if (startsWith(dtype, "u")) c(0, 2^bits - 1) else c(-1, 1) * 2^(bits - 1) - c(0, 1)
    return(pmax(pmin(limits, 2^53), -2^53))
  }
  largest <- switch(dtype, float16 = 65504, float32 = , bfloat16 = (2 - 2^-23) * 2^127, Inf)
  c(-largest, largest)
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
