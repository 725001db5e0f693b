# Datasets of files of columns that are larger than memory: Parquet, Arrow and CSV.

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

