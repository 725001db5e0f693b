# R messages for errors of TensorFlow's pipelines.

data_rules <- function() list( # nolint: brace_linter.
  no_float_field = rule(no_float_field,
                        "Field (\\d+) in record(?: \\d+)? is not a valid \\w+: (.*)$"),
  wrong_field_count = rule(wrong_field_count, "Expect (\\d+) fields but have (\\d+) in record"),
  no_header = rule(says(
    "TensorFlow cannot read the line of names, for example because a quoted name follows a byte",
    "order mark. Use text_line_dataset() with csv_record_spec(), or save the file without the mark."
  ), "Can't read header of file"),
  empty_field = rule(empty_field, "Field (\\d+) is required but missing in record")
)

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
