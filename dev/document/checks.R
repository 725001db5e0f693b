# The table of ?"rkeras-checks", from `checks` in R/args-checks.R.

rd_checks <- function() {
  cells <- vapply(names(checks), function(id) {
    row <- checks[[id]]
    where <- paste0("`", strsplit(row[["where"]], ", ")[[1]], "()`", collapse = ", ")
    is_error <- row[["outcome"]] == "error"
    class <- if (is_error) "rkeras_error_argument" else paste0("rkeras_warning_", id)
    message <- gsub("%([0-9]+[$])?[sd]", "...", sub("%s$", "", row[["message"]]))
    sprintf("%s \\tab %s \\tab `%s` \\tab %s", where, row[["when"]], class, message)
  }, "")
  rd_table("The checks", c("Where", "What", "Class", "Message"), cells)
}
