# Datasets of files: their names, their lines and their records.

#' Create a dataset of the lines of text files
#'
#' Each element is a line, a string. With a specification of the records, such as
#' [csv_record_spec()], lines are split into columns, and each element is a named list of tensors.
#' Header lines are skipped in each file. Files are read while the dataset is used, so they may be
#' larger than memory.
#'
#' @param filenames Character vector of paths, or a tensor or dataset of strings.
#' @param compression_type String: `"GZIP"`, `"ZLIB"`, or `""` for none. `NULL`, the default, means
#'   none.
#' @param ... Must be empty.
#' @param buffer_size Positive integer. Number of bytes to read at once. `NULL` leaves it to
#'   TensorFlow.
#' @param num_parallel_reads Positive integer. Number of files to read at the same time; lines of
#'   these files then alternate. `NULL`, the default, reads one file after another.
#' @param name String. Name of the operation in TensorFlow's graph.
#' @param record_spec Specification of the records of delimited text: [csv_record_spec()],
#'   [tsv_record_spec()] or [delim_record_spec()]. `NULL`, the default, leaves lines as they are.
#' @param parallel_records Positive integer. Number of lines to decode at the same time. `NULL`
#'   means one after another.
#' @param record_bytes Positive integer. Number of bytes of each record.
#' @param header_bytes,footer_bytes Integer. Number of bytes to skip at the beginning and at the end
#'   of a file. `NULL` means 0.
#' @return A dataset: of strings, or of named lists if `record_spec` is given. A malformed line is
#'   an error, with its file and number, when the dataset is read.
#' @details `tfrecord_dataset()` reads files in TensorFlow's format of records. Decode the records
#'   with `tf$io$parse_single_example()` in [dataset_map()]. `fixed_length_record_dataset()` reads
#'   binary files whose records all have the same number of bytes; `tf$io$decode_raw()` decodes
#'   them.
#' @family dataset sources
#' @concept read CSV
#' @concept text file
#' @concept larger than memory
#' @concept TFRecord
#' @concept binary file
#' @seealso [csv_record_spec()], [make_csv_dataset()], [read_files()] for several files in parallel.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' file <- tempfile(fileext = ".csv")
#' write.csv(cars, file, row.names = FALSE)
#' text_line_dataset(file) |> dataset_take(2) |> iterate(print)
#'
#' text_line_dataset(file, record_spec = csv_record_spec(file)) |>
#'   dataset_batch(10) |>
#'   as_array_iterator() |>
#'   iter_next()
text_line_dataset <- function(filenames, compression_type = NULL, ..., buffer_size = NULL,
                              num_parallel_reads = NULL, name = NULL, record_spec = NULL,
                              parallel_records = NULL) {
  check_no_dots(...)
  files <- as_files(filenames, "filenames")
  if (!is.null(record_spec)) check_record_spec(record_spec)
  # That many lines are left out at the beginning of each file.
  skip <- record_spec$skip %||% 0L
  lines <- in_python("rkeras.tensorflow.pipeline.lines", files, skip, drop_null(list(
    compression_type = as_file_compression(compression_type, "compression_type"),
    buffer_size = as_size(buffer_size, "buffer_size"),
    num_parallel_reads = as_parallel(num_parallel_reads, "num_parallel_reads"), name = name
  )))
  if (is.null(record_spec)) {
    return(lines)
  }
  remember_records(files, record_spec)
  decoded(lines, record_spec, as_parallel(parallel_records, "parallel_records"))
}

#' @rdname text_line_dataset
#' @export
tfrecord_dataset <- function(filenames, compression_type = NULL, buffer_size = NULL,
                             num_parallel_reads = NULL) {
  data_source("TFRecordDataset")
}

#' @rdname text_line_dataset
#' @export
fixed_length_record_dataset <- function(filenames, record_bytes, header_bytes = NULL,
                                        footer_bytes = NULL, buffer_size = NULL) {
  data_source("FixedLengthRecordDataset")
}

#' Create a dataset of file names
#'
#' Each element of `file_list_dataset()` is the path of a file that matches a pattern.
#' `read_files()` creates a dataset of the contents of several files: it applies a reader, such as
#' [text_line_dataset()], to each file and reads several files at the same time.
#'
#' @param file_pattern Character vector. Paths or patterns of paths with the wildcards `*`, `?` and
#'   `[...]`, such as `"data/*.csv"`.
#' @param shuffle Logical. Whether to list the files in random order. `NULL`, the default, means
#'   `TRUE`.
#' @param seed Integer. Seed of the order. `NULL` means a different order each time.
#' @param files Character vector of paths, one pattern of paths, or a dataset of paths.
#' @param reader Function that takes the name of a file and returns a dataset:
#'   [text_line_dataset()], [tfrecord_dataset()] or a function of your own.
#' @param ... Further arguments of `reader`.
#' @param parallel_files Positive integer. Number of files to read at the same time.
#' @param parallel_interleave Positive integer. Number of consecutive records of a file before those
#'   of the next one.
#' @param num_shards,shard_index Integers. Number of workers that share the files, and number of
#'   this worker, from 0. `NULL`, the default, reads all files.
#' @return A dataset: of strings, or of the elements of `reader`.
#' @family dataset sources
#' @concept glob
#' @concept list files
#' @concept many files
#' @seealso [text_line_dataset()], [dataset_interleave()], [dataset_shard()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' folder <- tempfile()
#' dir.create(folder)
#' for (name in c("a", "b")) writeLines(paste(name, 1:2), file.path(folder, paste0(name, ".txt")))
#'
#' file_list_dataset(file.path(folder, "*.txt"), shuffle = FALSE) |> length()
#' read_files(file.path(folder, "*.txt"), text_line_dataset, parallel_files = 2) |>
#'   iterate(function(line) print(as.character(line)))
file_list_dataset <- function(file_pattern, shuffle = NULL, seed = NULL) {
  if (is.character(file_pattern)) {
    check_matches(file_pattern, "file_pattern")
    file_pattern <- with_one_axis(path.expand(file_pattern))
  }
  data_source("Dataset.list_files", file_pattern = file_pattern)
}

#' @rdname file_list_dataset
#' @export
read_files <- function(files, reader, ..., parallel_files = 1, parallel_interleave = 1,
                       num_shards = NULL, shard_index = NULL) {
  check_function(reader, "reader")
  if (!is_dataset(files)) files <- data_slices(all_files(files, "files"), "files")
  if (is.null(num_shards) != is.null(shard_index)) {
    abort("`num_shards` and `shard_index` go together. Supply both, or neither.")
  }
  if (!is.null(num_shards)) files <- dataset_shard(files, num_shards, shard_index)
  dataset_method(
    files, "interleave",
    as_graph_function(function(file) reader(file, ...), "reader", a_dataset),
    cycle_length = as_size(parallel_files, "parallel_files"),
    block_length = as_size(parallel_interleave, "parallel_interleave"),
    num_parallel_calls = as_size(parallel_files, "parallel_files")
  )
}

as_file_compression <- function(x, argument) {
  if (is.null(x) || is_py_object(x)) x else as_choice(x, c("", "GZIP", "ZLIB"), argument)
}

# ---- Names of files ------------------------------------------------------------------------------

# Paths as tf.data takes them. An error names the files that are missing.
as_files <- function(x, argument) {
  if (is_py_object(x)) {
    return(x)
  }
  if (is.list(x)) x <- unlist(x)
  must_be(x, "paths of files", is.character(x) && length(x) && !anyNA(x), argument)
  check_files_exist(x, argument)
  with_one_axis(path.expand(unname(x)))
}

check_files_exist <- function(x, argument) {
  missing <- x[is_local_path(x) & !file.exists(x)]
  if (length(missing)) {
    abort("`%s`: there is no file %s.", argument,
          listed(encodeString(utils::head(missing, 5L), quote = "\""), "or"), kind = "file")
  }
}

# Paths such as gs://bucket/file are left to TensorFlow.
is_local_path <- function(x) !grepl("^[a-z0-9]+://", x)

has_wildcard <- function(x) grepl("[*?[]", x) & !file.exists(x)

check_matches <- function(x, argument) {
  empty <- Filter(function(path) is_local_path(path) && length(Sys.glob(path)) == 0L, x)
  if (length(empty)) {
    abort("`%s`: there is no file \"%s\".", argument, empty[[1]], kind = "file")
  }
}

# The files of patterns, in alphabetical order.
all_files <- function(x, argument) {
  if (is_py_object(x)) {
    return(x)
  }
  if (is.list(x)) x <- unlist(x)
  if (!is.character(x)) as_files(x, argument)
  check_matches(x[has_wildcard(x)], argument)
  found <- lapply(x, function(path) {
    if (has_wildcard(path) && is_local_path(path)) Sys.glob(path) else path
  })
  as_files(unlist(found), argument)
}
