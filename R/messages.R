# R messages for errors of Keras, TensorFlow and JAX: the list of tables, and shared functions.

# In order of precedence.
keras_rules <- function() {
  c(axis_rules(), training_rules(), layer_rules(), operation_rules(), tensorflow_rules())
}

# Exceptions of other code, such as the user's Python code, may have similar messages.
is_of_keras <- function(exception) is_raised_in(exception)

# Removes details that do not help an R user: names of nodes, devices and operations, addresses,
# Python files and the values of all arguments.
clean_keras_message <- function(text) {
  text <- without_files(without_user_code(text))
  text <- sub("Could not automatically infer.*Error encountered:\\s*", "", text)
  text <- sub("Exception encountered when calling [^\n]*\n+", "", text)
  text <- sub("[^:]* could not be deserialized properly.*Exception encountered: ", " ", text)
  of_pipeline <- "Error in user-defined function passed to .*? transformation with iterator: \\S+: "
  text <- sub(of_pipeline, "", text)
  text <- sub("\n+Arguments received by .*$", "", text)
  for (pattern in internals) text <- gsub(pattern, "", text, perl = TRUE)
  text <- gsub("`pip install ([^` ]+)`", "py_install(\"\\1\")", text)
  text <- gsub("<module '([^']+)'[^>]*>", "the module \\1", text)
  text <- gsub("\\((None|[0-9]+),\\)", "(\\1)", text)
  gsub("(?<=[(\\[ ])None(?=[,)\\]])", "NA", text, perl = TRUE)
}

internals <- c(
  "\\{\\{function_node [^}]*\\}\\} ?", "\\s*\\[\\[\\{\\{node [^\n]*\\]\\]", "\\s*; NodeDef: [^\n]*",
  " ?\\[Op:[A-Za-z0-9_]*\\]( name: ?[^\\s]*)?", "<stack traces unavailable>\n?",
  "\\s*\\(defined at [^)]*\\)", " at 0x[0-9a-f]+", " with name 'None'", "\\s+$"
)

# Errors of functions that TensorFlow traces list Python files and end with the original error.
without_user_code <- function(text) {
  sub("(?s)^\\w+: in user code:\n.*\n {4}(\\w+: )", "\\1", text, perl = TRUE)
}

# Errors of TensorFlow graphs list all Python files in the traceback and end with the message.
without_files <- function(message) {
  if (!grepl("defined at (most recent call last)", message, fixed = TRUE)) {
    return(message)
  }
  message <- gsub("(?m)^  File \".*\n(    .*\n)?\n*", "", message, perl = TRUE)
  gsub(" defined at (most recent call last):\n", ":\n\n", message, fixed = TRUE)
}

# The message of a rule, in which `{1}` is the first group of the match, `{1:shape}` the group in
# R's notation (see `forms`), `{1:axis/axes}` a count, `{data}` the wrapper's name for its data,
# `{left}` and `{right}` those of its operands, and `{mode}` the value of its argument `mode`.
says <- function(...) {
  template <- paste(...)
  places <- gregexpr("\\{[^{}]+\\}", template)
  fields <- strsplit(gsub("[{}]", "", regmatches(template, places)[[1]]), ":")
  function(found, where, text) {
    values <- vapply(fields, filled_in, "", found, where)
    regmatches(template, places) <- list(values)
    capitalized(template)
  }
}

# For calls with this argument only.
if_given <- function(argument, words) {
  function(found, where, text) if (argument %in% where$arguments) words(found, where, text)
}

filled_in <- function(field, found, where) {
  if (field[[1]] == "data") return(data_argument(where))
  operand <- match(field[[1]], c("left", "right"))
  if (!is.na(operand)) return(argument_names(where)[[operand]])
  if (!grepl("^[0-9]+$", field[[1]])) return(format(argument_value(where, field[[1]])))
  value <- found[[as.integer(field[[1]])]]
  if (length(field) == 1L) return(value)
  words <- strsplit(field[[2]], "/")[[1]]
  if (length(words) == 2L) return(count_of(as.integer(value), words[[1]], words[[2]]))
  as.character(forms[[words]](value))
}

forms <- list(
  shape = function(x) shape_of_text(x), shapes = function(x) listed(shapes_of_text(x)),
  dtype = function(x) dtype_of_text(x),
  dtypes = function(x) toString(vapply(strsplit(trimws(x), ", *")[[1]], dtype_of_text, "")),
  device = function(x) sub("^.*device:", "", x),
  names = function(x) gsub("'", "`", x),
  # Python's positions start at 0.
  `next` = function(x) as.integer(x) + (as.integer(x) >= 0L),
  number = function(x) format(as.numeric(x)), lower = tolower,
  # Models have layers, too.
  taker = function(x) {
    if (grepl("^(functional|sequential)(_[0-9]+)?$", x)) "the model" else sprintf("layer `%s`", x)
  },
  # A class after the name of its object.
  class = function(x) if (nzchar(x)) sprintf(" (%s)", x) else "",
  names_of_objects = function(x) in_ticks(all_matches("(?<=name=)[^,]*(?=,)", x)),
  terms = function(x) gsub("'", '"', gsub("np\\.[a-z0-9_]+\\(([^)]*)\\)", "\\1", x))
)

all_matches <- function(pattern, text) regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1]]

# TensorFlow's compiled code has other names for three dtypes.
dtype_of_text <- function(name) {
  switch(name, float = "float32", double = "float64", half = "float16", name)
}

# The wrapper's name for its data: `object` in a layer, `x` in fit().
data_argument <- function(where) {
  if (where_is_training(where)) {
    "`x`"
  } else if (length(where$arguments)) {
    sprintf("`%s`", where$arguments[[1]])
  } else {
    "The input"
  }
}

where_is_training <- function(where) where$name %in% training_functions

training_functions <- c(
  "fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "predict_on_batch"
)

# Converts shapes in Python notation, `[2,3]`, `(None, 3)` or `[?,3]`, to R notation.
shape_of_text <- function(text, batch = FALSE) {
  lengths <- strsplit(gsub("[][() ]|,$|,\\)$", "", text), ",")[[1]]
  lengths[lengths %in% c("None", "?", "-1")] <- "NA"
  paste0("(", toString(c(if (batch) "NA", lengths[nzchar(lengths)])), ")")
}

shapes_of_text <- function(text) {
  shapes <- all_matches("[(\\[][0-9NAone, ?]*[)\\]]", text)
  vapply(shapes, shape_of_text, "", USE.NAMES = FALSE)
}

lengths_of_text <- function(text) {
  lengths <- gsub("[][() ]", "", text)
  suppressWarnings(as.integer(strsplit(lengths, ",")[[1]]))
}

# The names of the first two arguments of the wrapper, if the message refers to them by position.
argument_names <- function(where) {
  names <- setdiff(where$arguments, c("object", "..."))
  has_two <- !identical(where$name, "FUN") && length(names) >= 2L
  if (has_two && is_operator(where$name)) c("the left side", "the right side")
  else if (has_two && grepl("^x|^a$", names[[1]]) && !where_is_training(where)) {
    sprintf("`%s`", names[1:2])
  } else {
    c("the first input", "the second input")
  }
}
