# Datasets of tables: Parquet, Arrow and CSV files that are larger than memory, batches of CSV
# files, and databases.

#' Stream Parquet, Arrow and CSV files
#'
#' Creates a dataset of batches of named columns from files that need not fit into memory. Only the
#' parts in use are read: a row group of a Parquet file, a record batch of an Arrow (Feather) file,
#' a block of 16 MB of a CSV file. Such a part is called a shard. With `shuffle`, each pass over the
#' data reads the shards in another order, and shuffles the rows of each shard. The files are read
#' with Python's pyarrow: `py_require("pyarrow")` or `py_install("pyarrow")` installs it.
#'
#' Choose shards that are small enough, because `num_parallel_calls` and one more are in memory at a
#' time: row groups of 10,000 to 1,000,000 rows. For a better mixture of neighboring shards,
#' shuffle again with [dataset_shuffle()] before batching.
#'
#' The position in the data can be saved and restored: give an iterator of the dataset to
#' `tf$train$Checkpoint()`, as in the example. With `seed`, the order after a restart is the same.
#'
#' @section Types:
#' Numbers and logicals have their own type, strings and dictionaries (factors) are strings, lists
#' of fixed size are rows of a matrix. Dates are days and times seconds since 1970, as doubles.
#' Missing numbers are `NaN`; in other columns missing values need a replacement in `na`. The types
#' of CSV columns are those of the first block. Lines of CSV files must not contain line breaks in
#' quotes.
#'
#' @param files Character vector. Paths of files, or of a folder, whose files of these formats are
#'   read in the order of their names. All files have the same columns.
#' @param columns Character vector. Names of the columns to read. `NULL` means all.
#' @param batch_size Positive integer. Number of rows of a batch. `NULL` means one batch for each
#'   shard.
#' @param shuffle Logical. Whether to shuffle shards, and rows within them.
#' @param seed Integer. Seed of the order. `NULL` means a new one in each session.
#' @param na Named list with a value for the missing values of a column.
#' @param format String: `"parquet"`, `"arrow"` or `"csv"`. `NULL` means the format that the
#'   suffix of each file names.
#' @param num_parallel_calls Positive integer. Number of shards that are read at the same time.
#' @param drop_remainder Logical. Whether to leave out a last batch with fewer rows.
#' @return A dataset of named columns.
#' @family dataset sources
#' @concept large data
#' @concept larger than memory
#' @concept out-of-memory data
#' @concept Parquet
#' @concept Arrow
#' @concept streaming
#' @concept resume training
#' @seealso [make_csv_dataset()] for CSV files by TensorFlow alone, [tfrecord_dataset()],
#'   [feature_spec()] for models of columns, `rkeras_guide("big-data")`.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow") && py_module_available("pyarrow")
#' folder <- tempfile()
#' dir.create(folder)
#' for (i in 1:2) write.csv(cars, file.path(folder, paste0(i, ".csv")), row.names = FALSE)
#' data <- arrow_dataset(folder, batch_size = 30, shuffle = TRUE, seed = 1)
#' data
#'
#' # Save the position, read on, and return to it
#' it <- as_iterator(data)
#' first <- iter_next(it)
#' position <- tf$train$Checkpoint(iterator = it)$save(tempfile())
#' second <- iter_next(it)
#' again <- as_iterator(data)
#' restored <- tf$train$Checkpoint(iterator = again)$restore(position)
#' identical(as.array(iter_next(again)$speed), as.array(second$speed))
arrow_dataset <- function(files, columns = NULL, batch_size = 1024L, shuffle = FALSE, seed = NULL,
                          na = list(), format = NULL, num_parallel_calls = 2L,
                          drop_remainder = FALSE) {
  files <- column_files(files)
  format <- if (!is.null(format)) match_choice(format, c("parquet", "arrow", "csv"))
  if (length(na) && (!are_names(names(na)) || any(lengths(na) != 1L))) {
    abort("`na` must be a list with one value for each named column: `list(age = 0)`.")
  }
  check_module("pyarrow")
  args <- list(
    as.list(files), format, if (!is.null(columns)) as.list(columns),
    as_size(batch_size, "batch_size"), as_flag(shuffle, "shuffle"), as_int64(seed, "seed"),
    python_dict(na),
    as_parallel(num_parallel_calls), as_flag(drop_remainder, "drop_remainder")
  )
  tryCatch(
    call_python(python_function("rkeras.tensorflow.shards.columns_dataset"), args, TRUE),
    rkeras.bridge.told.InRWords = function(e) abort(conditionMessage(e), kind = "file")
  )
}

# Paths of files; folders become their files.
column_files <- function(files) {
  must_be(files, "paths of files or folders", is.character(files) && length(files) && !anyNA(files))
  files <- path.expand(files)
  for (file in files[!file.exists(files)]) {
    abort("`files`: there is no file or folder \"%s\".", file, kind = "file")
  }
  found <- unlist(lapply(files, files_of_folder))
  if (!length(found)) {
    abort("`files`: the folder \"%s\" has no Parquet, Arrow or CSV files.", files[[1]],
          kind = "file")
  }
  found
}

files_of_folder <- function(path) {
  if (!dir.exists(path)) {
    return(path)
  }
  list.files(path, "[.](parquet|pq|arrow|feather|ipc|csv)$", ignore.case = TRUE, full.names = TRUE,
             recursive = TRUE)
}

# ---- CSV files, parsed by TensorFlow -------------------------------------------------------------

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

# ---- Databases -----------------------------------------------------------------------------------

#' Create a dataset from a database
#'
#' Each element is a row of the result of a SQL query, a named list with a tensor for each column.
#' TensorFlow reads SQLite databases itself, without packages for databases; the result of the query
#' may be larger than memory.
#'
#' @param driver_name String. Type of the database; TensorFlow supports `"sqlite"`.
#' @param data_source_name,filename String. Path of the database.
#' @param query String. SQL query.
#' @param record_spec Specification of the columns of the result: `sql_record_spec()`.
#' @param names Character vector. Names of the columns.
#' @param types Dtypes of the columns: a list of `tf$int32`, `tf$float64` and the like, or a
#'   character vector of their names or of `"integer"`, `"double"` and `"character"`. Floating-point
#'   columns of SQLite must be `float64`.
#' @return A dataset. `sql_record_spec()`: a list of class `sql_record_spec`.
#' @family dataset sources
#' @concept SQLite
#' @concept database
#' @concept SQL query
#' @seealso [text_line_dataset()], [tensor_slices_dataset()] for data frames
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' file <- tempfile(fileext = ".sqlite3")
#' sqlite <- import("sqlite3")
#' database <- sqlite$connect(file)
#' database$executescript("create table cars (speed real, dist integer);
#'                         insert into cars values (4, 2), (7, 22);")
#' database$close()
#'
#' spec <- sql_record_spec(names = c("speed", "dist"), types = c("float64", "int32"))
#' sqlite_dataset(file, "select * from cars", spec) |> as.data.frame()
sql_record_spec <- function(names, types) {
  if (is_py_object(types)) types <- list(types)
  if (!is.character(names) || length(names) != length(types)) {
    abort("`types` must have an element for each of the %d names, but has %d.", length(names),
          length(types))
  }
  structure(list(names = names, types = as.list(types)), class = "sql_record_spec")
}

#' @rdname sql_record_spec
#' @export
sql_dataset <- function(driver_name, data_source_name, query, record_spec) {
  must_be(driver_name, "\"sqlite\", the only type of database that TensorFlow reads",
          identical(driver_name, "sqlite"))
  query_dataset(data_source_name, "data_source_name", query, record_spec)
}

#' @rdname sql_record_spec
#' @export
sqlite_dataset <- function(filename, query, record_spec) {
  query_dataset(filename, "filename", query, record_spec)
}

query_dataset <- function(file, argument, query, spec) {
  check_string(file, argument)
  check_files_exist(file, argument)
  check_string(query, "query")
  must_be(spec, "made by sql_record_spec()", inherits(spec, "sql_record_spec"), "record_spec")
  types <- lapply(spec$types, as_sql_type)
  in_python(
    "rkeras.tensorflow.pipeline.query", path.expand(file), query, as.list(spec$names), types
  )
}

as_sql_type <- function(x) {
  names <- c(integer = "int32", double = "float64", numeric = "float64", character = "string",
             logical = "bool")
  if (is_string(x) && x %in% names(names)) x <- names[[x]]
  type <- tf$as_dtype(x)
  if (type$name == "float32") {
    abort("`types`: TensorFlow reads numbers of a database only as float64, not as float32.")
  }
  type
}
