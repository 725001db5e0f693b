# Specifications of the records of delimited text, and their use.

#' Describe the records of a text file
#'
#' Creates a specification of the columns of a delimited text file: their names, types and default
#' values. [text_line_dataset()] and [dataset_decode_delim()] use it to split lines into columns.
#' `csv_record_spec()` is for commas and `tsv_record_spec()` for tabs.
#'
#' What is not specified is taken from an example file: names from its first line, and types from
#' its first 1000 records. Numbers of type `"double"` become tensors of `float32`, `"integer"`
#' `int32` and `"character"` `string`.
#'
#' A column of numbers with `NA` in the example file, as [write.csv()] writes missing values, has
#' doubles with the default `NaN`: in columns with this default, `NA` is a missing value, too. In
#' other columns of numbers it is an error. A byte order mark at the beginning of a file is skipped.
#'
#' @param example_file String. Path of a file with such records. Not needed if `names` and `types`
#'   (or `defaults`) are given.
#' @param delim String. Character between two fields.
#' @param skip Integer. Number of lines to skip at the beginning of a file. If `names` is given and
#'   the file has a line of names, use `skip = 1`.
#' @param names Character vector. Names of the columns. `NULL`, the default, means that the first
#'   line, after the skipped ones, has the names; it is not read as a record.
#' @param types Character vector: `"integer"`, `"double"` or `"character"` for each column, or one
#'   string with a letter for each, such as `"iddc"`. `NULL`, the default, means the types of
#'   `defaults` or those of the example file.
#' @param defaults List or vector. Value of each column where a field is empty. `NULL`, the default,
#'   means 0, or `""` for strings, and `NaN` for numbers of which some are `NA` in the example file.
#' @return A list of class `delim_record_spec`.
#' @family dataset sources
#' @concept column types
#' @concept CSV schema
#' @concept read delimited file
#' @seealso [text_line_dataset()], [make_csv_dataset()]
#' @export
#' @examples
#' file <- tempfile(fileext = ".csv")
#' write.csv(cars, file, row.names = FALSE)
#' csv_record_spec(file)
#' csv_record_spec(names = c("speed", "dist"), types = "id", skip = 1)
delim_record_spec <- function(example_file, delim = ",", skip = 0, names = NULL, types = NULL,
                              defaults = NULL) {
  check_delim(delim, "delim")
  skip <- as_size(skip, "skip", 0L)
  needs_example <- is.null(names) || is.null(types) && is.null(defaults)
  example <- if (needs_example) example_records(example_file, delim, skip, is.null(names))
  if (is.null(names)) {
    skip <- skip + 1L
    names <- base::names(example)
  }
  types <- column_types(types, defaults, example)
  check_spec_columns(names, types, defaults)
  defaults <- as.list(defaults %||% usual_defaults(types, example))
  structure(
    list(names = names, types = types, defaults = unname(defaults), delim = delim, skip = skip),
    class = "delim_record_spec"
  )
}

#' @rdname delim_record_spec
#' @export
csv_record_spec <- function(example_file, skip = 0, names = NULL, types = NULL, defaults = NULL) {
  delim_record_spec(example_file, ",", skip, names, types, defaults)
}

#' @rdname delim_record_spec
#' @export
tsv_record_spec <- function(example_file, skip = 0, names = NULL, types = NULL, defaults = NULL) {
  delim_record_spec(example_file, "\t", skip, names, types, defaults)
}

check_delim <- function(x, argument) {
  must_be(x, "one character", is_string(x) && nchar(x) == 1L, argument)
  x
}

usual_defaults <- function(types, example) {
  defaults <- unname(default_values[types])
  missing <- if (!is.null(example)) vapply(example, has_na_text, NA)
  replace(defaults, types == "double" & (missing %||% FALSE), NaN)
}

default_values <- list(integer = 0L, double = 0, character = "")

# Whether a field of the column is `NA`, in numbers.
has_na_text <- function(x) isTRUE(attr(x, "has_na"))

example_records <- function(file, delim, skip, header) {
  if (missing(file)) {
    abort("`example_file` is missing. It is needed unless `names` and `types` are given.")
  }
  check_string(file, "example_file")
  check_files_exist(file, "example_file")
  lines <- readLines(file, skip + 1001L, warn = FALSE)
  lines <- lines[seq_along(lines) > skip]
  if (length(lines) == 0L) {
    abort("`example_file`: \"%s\" has no records to read.", file, kind = "file")
  }
  first <- fields_of(lines[[1]], delim)
  names <- if (header) first else paste0("V", seq_along(first))
  records_of(if (header) lines[-1] else lines, names, delim)
}

# Lines that have too few or too many fields are an error when the data are read.
records_of <- function(lines, names, delim) {
  if (length(lines) == 0L) {
    return(stats::setNames(rep(list(""), length(names)), names))
  }
  fields <- utils::read.table(
    text = lines, sep = delim, quote = "\"", comment.char = "", colClasses = "character",
    col.names = names, check.names = FALSE, fill = TRUE, flush = TRUE, na.strings = character()
  )
  lapply(fields, function(x) {
    values <- utils::type.convert(x, na.strings = c("NA", ""), as.is = TRUE)
    structure(values, has_na = !is.character(values) && any(x == "NA"))
  })
}

column_types <- function(types, defaults, example) {
  if (is.null(types)) {
    return(vapply(defaults %||% example, value_type, "", USE.NAMES = FALSE))
  }
  if (is_string(types) && !types %in% names(type_names)) {
    types <- strsplit(types, "")[[1]]
  }
  must_be(types, "a character vector", is.character(types))
  unknown <- setdiff(types, names(type_names))
  if (length(unknown)) {
    abort(
      c("`types` must be \"integer\", \"double\" or \"character\" (or \"i\", \"d\", \"c\"), not",
        "\"%s\"."), unknown[[1]]
    )
  }
  unname(type_names[types])
}

type_names <- c(i = "integer", d = "double", c = "character", numeric = "double",
                string = "character", integer = "integer", double = "double",
                character = "character")

# The type of a column or default. A column without values has doubles, and so has one with `NA`.
value_type <- function(x) {
  if (is.integer(x) && !has_na_text(x)) "integer"
  else if (is.numeric(x) || is.logical(x) && all(is.na(x))) "double"
  else "character"
}

check_spec_columns <- function(names, types, defaults) {
  if (!is.character(names) || anyDuplicated(names)) {
    abort("`names` must be different names of columns.")
  }
  parts <- drop_null(list(names = names, types = types, defaults = defaults))
  counts <- lengths(parts)
  other <- which(counts != counts[[1]])
  if (length(other)) {
    other <- other[[1]]
    abort("`%s` has %d elements, but there are %d columns.", base::names(parts)[[other]],
          counts[[other]], counts[[1]])
  }
}

check_record_spec <- function(x) {
  must_be(x, "a specification made by csv_record_spec() or the like",
          inherits(x, "delim_record_spec"), "record_spec")
}

#' @export
print.delim_record_spec <- function(x, ...) {
  cat(sprintf("<records of %d columns, separated by %s>\n", length(x$names),
              encodeString(x$delim, quote = "\"")))
  defaults <- vapply(x$defaults, describe, "")
  cat(sprintf("$ %s %s, default %s\n", format(x$names), format(x$types), defaults), sep = "")
  if (x$skip > 0L) cat(sprintf("Skips %s\n", count_of(x$skip, "line", "lines")))
  invisible(x)
}

#' Split lines of text into columns
#'
#' Transforms a dataset of lines of delimited text into a dataset of named lists, with a tensor for
#' each column. [text_line_dataset()] with a `record_spec` does the same while it reads files, and
#' also skips their header lines. Elements may also be batches of lines.
#'
#' @param dataset A dataset of strings.
#' @inheritParams text_line_dataset
#' @return A dataset of named lists.
#' @family dataset verbs
#' @concept parse CSV lines
#' @concept delimited text
#' @seealso [csv_record_spec()], [text_line_dataset()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' spec <- csv_record_spec(names = c("id", "name"), types = "ic")
#' tensor_slices_dataset(c("1,a", "2,b")) |>
#'   dataset_decode_delim(spec) |>
#'   as.data.frame()
dataset_decode_delim <- function(dataset, record_spec, parallel_records = NULL) {
  check_dataset(dataset)
  check_record_spec(record_spec)
  decoded(dataset, record_spec, as_parallel(parallel_records, "parallel_records"))
}

decoded <- function(dataset, spec, parallel) {
  defaults <- Map(function(value, type) tf$constant(value, dtype = record_dtypes[[type]]),
                  spec$defaults, spec$types)
  in_python("rkeras.tensorflow.pipeline.decode", dataset, as.list(spec$names), unname(defaults),
            spec$delim, parallel)
}

record_dtypes <- c(integer = "int32", double = "float32", character = "string")
