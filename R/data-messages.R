# R messages for errors of TensorFlow's pipelines.

data_rules <- function() list( # nolint: brace_linter.
  rule(no_float_field, "Field (\\d+) in record(?: \\d+)? is not a valid \\w+: (.*)$"),
  rule(wrong_field_count, "Expect (\\d+) fields but have (\\d+) in record"),
  rule(empty_field, "Field (\\d+) is required but missing in record"),
  rule(unlike_shapes, "Cannot (?:add tensor to the batch|batch tensors)[^\\[]*",
       "(?:\\[tensor\\]: )?(\\[[^]]*\\]).*?(?:\\[batch\\]: )?(\\[[0-9, ]*\\])"),
  rule(says(
    "An element is larger than the shape to which elements are padded. Use larger numbers in",
    "`padded_shapes`, or NA for the largest element of each batch."
  ), "Attempted to pad to a smaller size than the input element"),
  rule(says(
    "The elements must be integers or strings to be compared, not {1}. Convert them with",
    "dataset_map()."
  ), "[.]unique` does not support type <dtype: '(\\w+)'>"),
  rule(says("`{1}` must be a positive whole number, or tf$data$AUTOTUNE."),
       "(num_parallel_\\w+) must be greater than zero"),
  rule(says(
    "The elements are single values, not batches: dataset_unbatch() splits elements with at",
    "least one axis. Leave it out."
  ), "Cannot unbatch an input with scalar components"),
  rule(says(
    "TensorFlow cannot read the line of names, for example because a quoted name follows a byte",
    "order mark. Use text_line_dataset() with csv_record_spec(), or save the file without the mark."
  ), "Can't read header of file"),
  rule(says("The query failed: {1}"), "Prepare\\(\\) failed: \\[\\d+\\] (.*)$"),
  rule(says(
    "The dataset must have exactly one element, but it has several. Combine them with",
    "dataset_batch(), or use dataset_collect()."
  ), "Dataset had more than one"),
  rule(says("The dataset must have exactly one element, but it has none. See dataset_collect()."),
       "Dataset (?:was empty|had no)"),
  rule(unreadable_column, "Unreadable: ([^\n]*)"),
  rule(says(
    "The iterator is exhausted: the dataset has no more elements. Create a new iterator, repeat",
    "the data with dataset_repeat(), or use iter_next(), which returns NULL at the end."
  ), "OutOfRangeError: End of sequence"),
  rule(other_state, "element types for the new state must match the initial state. ",
       "Expected (.*?) but got (.*?)\\.?$")
)

# Removes the places in the pipeline, which are not those of R's verbs.
clean_data_message <- function(text) {
  text <- clean_keras_message(text)
  sub("Error in user-defined function passed to .*? transformation with iterator: \\S+: ", "", text)
}

# Which of the two TensorFlow names first depends on its threads.
unlike_shapes <- function(found, where, text) {
  shapes <- sort(vapply(found, shape_of_text, ""))
  sprintf(
    paste(
      "The elements of a batch must have the same shape, but one has %s and another %s. Use",
      "dataset_padded_batch(), or make them alike with dataset_map()."
    ), shapes[[1]], shapes[[2]]
  )
}

other_state <- function(found, where, text) {
  type <- function(x) gsub("<dtype: '([^']*)'>", "\\1", x)
  sprintf(
    paste(
      "The function returns a state of type %s, but the initial state is %s. Use",
      "as_tensor(initial_state, dtype) or op_cast() to make them alike."
    ), type(found[[2]]), type(found[[1]])
  )
}

# ---- Malformed lines -----------------------------------------------------------------------------

no_float_field <- function(found, where, text) {
  field <- as.integer(found[[1]]) + 1L
  wrong <- function(records) is_text_in(records, field, found[[2]])
  remedy <- if (found[[2]] == "NA") "give the column the default NaN" else
    "make the column \"character\""
  sprintf("%sField %d, \"%s\", is not a number%s. Correct the line, or %s.",
          line_with(wrong), field, found[[2]], of_column(field), remedy)
}

wrong_field_count <- function(found, where, text) {
  wanted <- as.integer(found[[1]])
  given <- as.integer(found[[2]])
  sprintf("%sThe line has %s, but the record has %d columns.",
          line_with(function(records) lengths(records) == given),
          count_of(given, "field", "fields"), wanted)
}

empty_field <- function(found, where, text) {
  field <- as.integer(found[[1]]) + 1L
  sprintf("%sField %d is empty, but the column has no default value.",
          line_with(function(records) is_text_in(records, field, "")), field)
}

is_text_in <- function(records, field, text) {
  vapply(records, function(fields) {
    length(fields) >= field && identical(fields[[field]], text)
  }, NA)
}

of_column <- function(field) {
  for (source in record_sources$all) {
    if (field <= length(source$spec$names)) {
      return(sprintf(", as column `%s` needs", source$spec$names[[field]]))
    }
  }
  ""
}

# TensorFlow does not say in which line an error is. The files that datasets read, latest first.
record_sources <- new.env(parent = emptyenv())

remember_records <- function(files, spec) {
  if (is_py_object(files)) {
    return(invisible())
  }
  source <- list(files = as.vector(files), spec = spec)
  record_sources$all <- utils::head(c(list(source), record_sources$all), 20L)
}

# The place of the first line for which `wrong`, a function of lists of fields, is true.
line_with <- function(wrong) {
  for (source in record_sources$all) {
    for (file in source$files) {
      line <- line_in_file(file, source$spec, wrong)
      if (!is.null(line)) return(sprintf("File \"%s\", line %d: ", file, line))
    }
  }
  ""
}

line_in_file <- function(file, spec, wrong) {
  connection <- base::file(file, "r")
  on.exit(close(connection))
  done <- length(readLines(connection, spec$skip))
  while (length(lines <- readLines(connection, 10000L, warn = FALSE))) {
    records <- lapply(lines, fields_of, spec$delim)
    found <- which(wrong(records))
    if (length(found)) return(done + found[[1]])
    done <- done + length(lines)
  }
}

fields_of <- function(line, delim) {
  scan(text = line, what = "", sep = delim, quote = "\"", quiet = TRUE, na.strings = character(),
       blank.lines.skip = FALSE)
}
