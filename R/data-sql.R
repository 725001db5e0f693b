# Datasets of the results of queries of databases.

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
