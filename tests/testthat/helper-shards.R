# Files of columns for arrow_dataset().
write_parquet <- function(data, path, row_group_size = 100L) {
  parquet <- import("pyarrow.parquet", convert = FALSE)
  table <- import("pyarrow", convert = FALSE)$table(r_to_py(as.list(data)))
  parquet$write_table(table, path, row_group_size = row_group_size)
  path
}

csv_folder <- function(..., env = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = env)
  data <- list(...)
  for (i in seq_along(data)) {
    utils::write.csv(data[[i]], file.path(folder, sprintf("part-%d.csv", i)), row.names = FALSE)
  }
  folder
}
