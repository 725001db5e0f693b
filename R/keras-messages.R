# Messages of Keras, TensorFlow and JAX in R's words: the tables, and what they have in common.

# In order of precedence.
keras_rules <- function() {
  c(training_rules(), layer_rules(), operation_rules(), argument_rules(), graph_rules())
}

# Exceptions of other code, such as the user's own Python code, have messages that only look alike.
is_of_keras <- function(exception) is_raised_in(exception, packages_of_keras)

packages_of_keras <- list("keras", "tensorflow", "jax", "jaxlib", "torch", "rkeras")

# Removes what says nothing to an R user: names of nodes, devices and operations, addresses, files
# of Python and the values of all arguments.
clean_keras_message <- function(text) {
  text <- without_files(text)
  text <- sub("Could not automatically infer.*Error encountered:\\s*", "", text)
  text <- sub("Exception encountered when calling [^\n]*\n+", "", text)
  text <- sub("\n+Arguments received by .*$", "", text)
  for (pattern in internals) text <- gsub(pattern, "", text, perl = TRUE)
  text <- gsub("\\((None|[0-9]+),\\)", "(\\1)", text)
  gsub("(?<=[(\\[ ])None(?=[,)\\]])", "NA", text, perl = TRUE)
}

internals <- c(
  "\\{\\{function_node [^}]*\\}\\} ?", "\\s*\\[\\[\\{\\{node [^\n]*\\]\\]", "\\s*; NodeDef: [^\n]*",
  " ?\\[Op:[A-Za-z0-9_]*\\]( name: ?[^\\s]*)?", "<stack traces unavailable>\n?",
  "\\s*\\(defined at [^)]*\\)", " at 0x[0-9a-f]+", " with name 'None'", "\\s+$"
)

# Errors of TensorFlow's graphs list all files of Python on the way, and end with what is wrong.
without_files <- function(message) {
  if (!grepl("defined at (most recent call last)", message, fixed = TRUE)) {
    return(message)
  }
  message <- gsub("(?m)^  File \".*\n(    .*\n)?\n*", "", message, perl = TRUE)
  gsub(" defined at (most recent call last):\n", ":\n\n", message, fixed = TRUE)
}

# What the wrapper calls its data: `object` of a layer, `x` of fit().
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

# Shapes as Python shows them, `[2,3]`, `(None, 3)` or `[?,3]`, as R users write them.
shape_of_text <- function(text, batch = FALSE) {
  lengths <- strsplit(gsub("[][() ]|,$|,\\)$", "", text), ",")[[1]]
  lengths[lengths %in% c("None", "?", "-1")] <- "NA"
  paste0("(", toString(c(if (batch) "NA", lengths[nzchar(lengths)])), ")")
}

shapes_of_text <- function(text, batch = FALSE) {
  shapes <- regmatches(text, gregexpr("[(\\[][0-9NAone, ?]*[)\\]]", text, perl = TRUE))[[1]]
  vapply(shapes, shape_of_text, "", batch = batch, USE.NAMES = FALSE)
}

lengths_of_text <- function(text) {
  lengths <- gsub("[][() ]", "", text)
  suppressWarnings(as.integer(strsplit(lengths, ",")[[1]]))
}

# `a`, `b` and `c`.
listed <- function(items, word = "and") {
  n <- length(items)
  if (n < 2L) items else paste(toString(items[-n]), word, items[[n]])
}

# The message names two arguments of the wrapper by position, or says which one it means.
argument_names <- function(where, otherwise = c("the first input", "the second input")) {
  names <- setdiff(where$arguments, c("object", "..."))
  if (identical(where$name, "FUN") || length(names) < 2L) {
    return(otherwise)
  }
  if (names[[1]] %in% c("e1", "x") && names[[2]] %in% c("e2", "y") && is.null(where$call)) {
    return(c("the left side", "the right side"))
  }
  if (grepl("^x|^a$", names[[1]]) && !where_is_training(where)) {
    sprintf("`%s`", names[1:2])
  } else {
    otherwise
  }
}

count_of <- function(n, one, several) paste(n, if (n == 1L) one else several)

capitalized <- function(text) {
  paste0(toupper(substr(text, 1L, 1L)), substring(text, 2L))
}
