# Batches of CSV files, read and parsed by TensorFlow.

#' Create a dataset of batches from CSV files
#'
#' Reads CSV files, infers names and types of columns, shuffles, repeats and batches the records:
#' all that training on CSV files needs in one function. Each element is a named list of columns or,
#' with `label_name`, `list(columns, label)`, which [fit()] takes as inputs and targets.
#'
#' @param file_pattern Character vector. Paths or patterns of paths, such as `"data/*.csv"`.
#' @param batch_size Positive integer. Number of records in a batch.
#' @param column_names Character vector. Names of the columns. `NULL`, the default, means the first
#'   line of the files.
#' @param column_defaults List with an element for each selected column: the type of a column that
#'   must have a value (`"integer"`, `"double"`, `"character"` or a dtype), or the value for empty
#'   fields. `NULL`, the default, infers the types; empty fields are then 0 or `""`.
#' @param label_name String. Name of the column with the labels. `NULL` means none.
#' @param select_columns Character vector of names, or integers that count columns from 0. Only
#'   these columns are read. `NULL`, the default, means all.
#' @param field_delim String. Character between two fields.
#' @param use_quote_delim Logical. Whether `"` quotes fields.
#' @param na_value String. Text of fields that are missing, besides the empty one.
#' @param header Logical. Whether the files have a line of names.
#' @param num_epochs Positive integer. Number of repetitions. `NULL`, the default, means endlessly.
#' @param shuffle Logical. Whether to shuffle the records.
#' @param shuffle_buffer_size Positive integer. Number of records in the shuffling buffer.
#' @param shuffle_seed Integer. Seed of the order. `NULL` means a different order each time.
#' @param prefetch_buffer_size Positive integer. Number of batches to prepare in advance.
#' @param num_parallel_reads Positive integer. Number of files to read at the same time.
#' @param num_parallel_parser_calls Not used; present for scripts written for old versions of
#'   TensorFlow.
#' @param sloppy Logical. Whether the order of records may depend on timing, for speed.
#' @param num_rows_for_inference Positive integer. Number of records from which types are inferred.
#'   `NULL` reads all.
#' @return A dataset of batches.
#' @family dataset sources
#' @concept read CSV
#' @concept infer column types
#' @seealso [text_line_dataset()] with [csv_record_spec()] for single records, [dataset_prepare()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' file <- tempfile(fileext = ".csv")
#' write.csv(cars, file, row.names = FALSE)
#' batches <- make_csv_dataset(file, batch_size = 5, label_name = "dist", num_epochs = 1)
#' iter_next(as_array_iterator(batches))
make_csv_dataset <- function(
    file_pattern, batch_size, column_names = NULL, column_defaults = NULL, label_name = NULL,
    select_columns = NULL, field_delim = ",", use_quote_delim = TRUE, na_value = "", header = TRUE,
    num_epochs = NULL, shuffle = TRUE, shuffle_buffer_size = 10000, shuffle_seed = NULL,
    prefetch_buffer_size = 1, num_parallel_reads = 1, num_parallel_parser_calls = 2,
    sloppy = FALSE, num_rows_for_inference = 100) {
  if (is.null(column_names) && isTRUE(header)) {
    column_names <- marked_names(file_pattern, field_delim)
  }
  data_source(
    "experimental.make_csv_dataset",
    num_parallel_parser_calls = NULL, # TensorFlow has none
    num_parallel_reads = as_size(num_parallel_reads, "num_parallel_reads"),
    num_rows_for_inference = as_size(num_rows_for_inference %||% 2^31, "num_rows_for_inference")
  )
}

# The names in a file that begins with a byte order mark, which TensorFlow would read as a name.
marked_names <- function(file_pattern, delim) {
  file <- if (is.character(file_pattern)) Sys.glob(file_pattern)[1L] else NA
  if (is.na(file) || !is_string(delim)) return(NULL)
  is_marked <- identical(readBin(file, "raw", 3L), as.raw(c(0xef, 0xbb, 0xbf)))
  # readLines() skips the mark.
  if (is_marked) fields_of(readLines(file, 1L, warn = FALSE), delim)
}

as_selected <- function(x, argument) as.list(if (is.character(x)) x else as_integer(x, argument))

as_csv_defaults <- function(x, argument) lapply(unname(as.list(x)), as_csv_default)

as_csv_default <- function(x) {
  types <- c(integer = "int32", double = "float32", numeric = "float32", character = "string",
             string = "string")
  if (is_string(x) && x %in% names(types)) {
    return(tf$as_dtype(types[[x]]))
  }
  if (is_py_object(x)) {
    return(x)
  }
  if (!is.atomic(x) || length(x) != 1L) {
    abort("`column_defaults` must have types or values of columns, not %s.", describe(x))
  }
  list(x)
}
