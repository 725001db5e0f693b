# A folder with CSV files of `mtcars` and one with mistakes.
local_files <- function(frame = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = frame)
  for (name in c("a", "b")) {
    write.csv(mtcars, file.path(folder, paste0(name, ".csv")), row.names = FALSE)
  }
  write.table(mtcars, file.path(folder, "a.tsv"), sep = "\t", row.names = FALSE)
  folder
}

test_that("lines of text files, with their columns", {
  withr::local_dir(local_files())
  lines <- values_of(text_line_dataset("a.csv"))
  expect_length(lines, 33L)
  expect_match(lines[[1]], "mpg")
  spec <- csv_record_spec("a.csv")
  cars <- text_line_dataset("a.csv", record_spec = spec)
  expect_identical(unlist(spec_types(element_spec(cars)))[c("mpg", "cyl")],
                   c(mpg = "float32", cyl = "int32"))
  expect_equal(as.data.frame(cars), mtcars, tolerance = 1e-6, ignore_attr = TRUE)
  # The header of each file is skipped
  both <- text_line_dataset(c("a.csv", "b.csv"), record_spec = spec, parallel_records = 2)
  expect_equal(as.data.frame(both)$cyl, rep(mtcars$cyl, 2))
  turns <- text_line_dataset(c("a.csv", "b.csv"), record_spec = spec, num_parallel_reads = 2)
  expect_setequal(as.data.frame(turns)$cyl, mtcars$cyl)
  tabs <- text_line_dataset("a.tsv", record_spec = tsv_record_spec("a.tsv"))
  expect_equal(as.data.frame(tabs)$hp, mtcars$hp)
  con <- gzfile("a.csv.gz", "w")
  writeLines(c("one", "two"), con)
  close(con)
  expect_identical(values_of(text_line_dataset("a.csv.gz", "GZIP")), c("one", "two"))
})

test_that("specifications of records come from arguments or an example", {
  withr::local_dir(local_files())
  expect_snapshot({
    csv_record_spec("a.csv", types = "dididddiiii")
    csv_record_spec(names = c("a", "b", "c"), types = c("integer", "double", "character"), skip = 1)
    delim_record_spec(delim = ";", names = c("a", "b"), defaults = list(1L, "none"))
  })
  writeLines(c("# comment", "id;name;rate;empty", "1;'x;0.5;", "2;y;1;"), "odd.txt")
  odd <- delim_record_spec("odd.txt", delim = ";", skip = 1)
  expect_identical(odd$types, c("integer", "character", "double", "double"))
  expect_identical(odd$skip, 2L)
  rows <- as.data.frame(text_line_dataset("odd.txt", record_spec = odd))
  expect_identical(rows$name, c("'x", "y"))
})

test_that("what write.csv() writes for missing values are missing numbers", {
  withr::local_dir(withr::local_tempdir())
  data <- data.frame(
    x = c(1.5, NA, 3), n = c(1L, NA, 3L), id = 1:3, country = c("NA", NA, "DE"), none = NA
  )
  write.csv(data, "na.csv", row.names = FALSE)
  spec <- csv_record_spec("na.csv")
  expect_identical(spec$types, c("double", "double", "integer", "character", "double"))
  expect_identical(spec$defaults, list(NaN, NaN, 0L, "", NaN))
  rows <- as.data.frame(text_line_dataset("na.csv", record_spec = spec))
  expect_equal(rows$x, c(1.5, NaN, 3))
  expect_equal(rows$n, c(1, NaN, 3))
  expect_identical(rows$id, 1:3)
  expect_identical(rows$country, c("NA", "NA", "DE"))
  expect_true(all(is.nan(rows$none)))
  # Where nothing says that a number may be missing, it is an error.
  wrong <- csv_record_spec("na.csv", types = "ddicd", defaults = list(0, NaN, 0L, "", NaN))
  expect_error(values_of(text_line_dataset("na.csv", record_spec = wrong)),
               "Field 1, \"NA\", is not a number.*default NaN")
})

test_that("a byte order mark is no part of a file", {
  withr::local_dir(withr::local_tempdir())
  marked <- function(file, text) writeBin(c(as.raw(c(0xef, 0xbb, 0xbf)), charToRaw(text)), file)
  marked("quoted.csv", "\"a\",\"b\"\n1,2\n")
  marked("plain.csv", "a,b\n1,2\n")
  marked("lines.txt", "1,2\n")
  for (file in c("quoted.csv", "plain.csv")) {
    spec <- csv_record_spec(file)
    expect_identical(spec$names, c("a", "b"))
    expect_identical(as.data.frame(text_line_dataset(file, record_spec = spec)),
                     data.frame(a = 1L, b = 2L))
  }
  expect_identical(values_of(text_line_dataset("lines.txt")), "1,2")
  spec <- csv_record_spec(names = c("a", "b"), types = "ii")
  expect_identical(as.data.frame(text_line_dataset("lines.txt", record_spec = spec))$a, 1L)
  batches <- function(file) iter_next(as_array_iterator(make_csv_dataset(file, 1, num_epochs = 1)))
  expect_named(batches("plain.csv"), c("a", "b"))
  expect_error(batches("quoted.csv"), "byte order mark", class = "python.builtin.Exception")
})

test_that("fields are decoded, with defaults for those that are empty", {
  spec <- csv_record_spec(names = c("id", "name"), types = "ic", defaults = list(-1L, "?"))
  rows <- tensor_slices_dataset(c("1,a", ",\"b, c\"", "3,"))
  expect_identical(as.data.frame(dataset_decode_delim(rows, spec)),
                   data.frame(id = c(1L, -1L, 3L), name = c("a", "b, c", "?")))
  batches <- dataset_decode_delim(dataset_batch(rows, 2), spec, parallel_records = 2)
  expect_identical(as.data.frame(batches)$id, c(1L, -1L, 3L))
})

test_that("malformed lines are told with their file and number", {
  withr::local_dir(withr::local_tempdir())
  spec <- csv_record_spec(names = c("a", "b"), types = "di", skip = 1)
  read <- function(...) {
    writeLines(c("a,b", "1,2", ...), "bad.csv")
    dataset_collect(text_line_dataset("bad.csv", record_spec = spec))
  }
  expect_raised_snapshot({
    read("3,x")
    read("3,4", "5")
    read("3,4,5")
  })
})

test_that("batches of CSV files", {
  withr::local_dir(local_files())
  batches <- make_csv_dataset("a.csv", 8, label_name = "mpg", num_epochs = 1, shuffle = FALSE)
  first <- arrays_of(batches)[[1]]
  expect_length(arrays_of(batches), 4L)
  expect_equal(first[[2]], array(mtcars$mpg[1:8]), tolerance = 1e-6)
  expect_identical(names(first[[1]]), names(mtcars)[-1])
  two <- make_csv_dataset("*.csv", 4, select_columns = c("mpg", "cyl"),
                          column_defaults = list("double", "integer"))
  expect_identical(unlist(spec_types(element_spec(two))), c(mpg = "float32", cyl = "int32"))
  expect_identical(length(two), Inf)
  by_position <- make_csv_dataset("a.csv", 4, select_columns = c(0, 2), num_epochs = 1)
  expect_identical(names(element_spec(by_position)), c("mpg", "disp"))
  named <- make_csv_dataset("a.csv", 4, column_names = letters[1:11], num_epochs = 1,
                            num_rows_for_inference = NULL)
  expect_identical(names(element_spec(named)), letters[1:11])
})

test_that("files are listed and read at the same time", {
  folder <- local_files()
  pattern <- file.path(folder, "*.csv")
  expect_identical(basename(values_of(file_list_dataset(pattern, shuffle = FALSE))),
                   c("a.csv", "b.csv"))
  expect_setequal(basename(values_of(file_list_dataset(pattern, seed = 1))), c("a.csv", "b.csv"))
  spec <- csv_record_spec(file.path(folder, "a.csv"))
  rows <- function(...) {
    nrow(as.data.frame(read_files(pattern, text_line_dataset, ..., record_spec = spec)))
  }
  expect_identical(rows(parallel_files = 2), 64L)
  expect_identical(rows(parallel_files = 2, parallel_interleave = 16), 64L)
  expect_identical(rows(num_shards = 2, shard_index = 1), 32L)
  own <- read_files(file_list_dataset(pattern), function(file) {
    text_line_dataset(file) |> dataset_take(2)
  })
  expect_length(values_of(own), 4L)
})

test_that("records of TensorFlow and of a fixed length", {
  withr::local_dir(withr::local_tempdir())
  writer <- tf$io$TFRecordWriter("x.tfrecord")
  for (text in c("one", "two")) writer$write(text)
  writer$close()
  expect_identical(values_of(tfrecord_dataset("x.tfrecord")), c("one", "two"))
  twice <- tfrecord_dataset(c("x.tfrecord", "x.tfrecord"), num_parallel_reads = 2)
  expect_identical(sort(values_of(twice)), c("one", "one", "two", "two"))
  writeBin(1:10, "x.bin")
  numbers <- fixed_length_record_dataset("x.bin", 4, header_bytes = 8, footer_bytes = 4) |>
    dataset_map(~ tf$io$decode_raw(.x, tf$int32)[1])
  expect_identical(values_of(numbers), 3:9)
})

test_that("queries of a database", {
  file <- withr::local_tempfile(fileext = ".sqlite3")
  database <- import("sqlite3")$connect(file)
  database$executescript("create table cars (speed real, dist integer, name text);
                          insert into cars values (4.5, 2, 'a'), (7, 22, 'b');")
  database$close()
  spec <- sql_record_spec(c("speed", "dist", "name"), c(tf$float64, tf$int32, tf$string))
  expected <- data.frame(speed = c(4.5, 7), dist = c(2L, 22L), name = c("a", "b"))
  expect_identical(as.data.frame(sqlite_dataset(file, "select * from cars", spec)), expected)
  texts <- sql_record_spec(c("speed", "dist", "name"), c("double", "integer", "character"))
  same <- sql_dataset("sqlite", file, "select * from cars", texts)
  expect_identical(as.data.frame(same), expected)
  one <- sqlite_dataset(file, "select speed from cars", sql_record_spec("speed", tf$float64))
  expect_identical(as.data.frame(one)$speed, c(4.5, 7))
  expect_raised_snapshot(transform = function(x) gsub(basename(file), "file", x), {
    sqlite_dataset(file, "select speed from cars", sql_record_spec("speed", tf$float32))
    dataset_collect(sqlite_dataset(file, "select * from trees", spec))
    sql_dataset("mysql", file, "select * from cars", spec)
    sqlite_dataset(file, "select speed from cars", "speed")
    sqlite_dataset("none.sqlite3", "select 1", spec)
    sql_record_spec("speed", list())
  })
})

test_that("files that are missing or unlike the specification are named", {
  withr::local_dir(local_files())
  writeLines(character(), "empty.csv")
  expect_raised_snapshot({
    text_line_dataset("none.csv")
    text_line_dataset(c("a.csv", "none.csv", "nor.csv"))
    text_line_dataset(3)
    text_line_dataset("a.csv", record_spec = "ddd")
    tfrecord_dataset("none.tfrecord")
    tfrecord_dataset("a.csv", compression_type = "BZ2")
    fixed_length_record_dataset("a.csv", 0)
    csv_record_spec("none.csv")
    csv_record_spec("empty.csv")
    csv_record_spec()
    csv_record_spec("a.csv", types = "dd")
    csv_record_spec("a.csv", types = "abc")
    csv_record_spec(names = c("a", "a"), types = "dd")
    delim_record_spec("a.csv", delim = "||")
    file_list_dataset("*.parquet")
    make_csv_dataset("*.parquet", 4)
    read_files("a.csv", text_line_dataset, num_shards = 2)
    read_files("a.csv", function(file) file)
    dataset_collect(tf$data$TextLineDataset("none.csv"))
  })
})
