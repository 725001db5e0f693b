# The access log of a server: its threads note requests, R writes them.

# A function of a list of an entry; NULL without a log.
as_access_log <- function(access_log) {
  if (is.null(access_log) || is.function(access_log)) return(access_log)
  must_be(access_log, "the path of a file, or a function", is_string(access_log))
  file <- normalizePath(access_log, mustWork = FALSE)
  make_folder(dirname(file), "access_log")
  if (file.access(if (file.exists(file)) file else dirname(file), 2L) != 0L) {
    abort("`access_log`: \"%s\" cannot be written.", access_log, kind = "file")
  }
  function(entry) cat(common_log_line(entry), file = file, append = TRUE, sep = "\n")
}

# As web servers write it since NCSA's; a quote in a path would end it.
common_log_line <- function(entry) {
  time <- as.POSIXlt(entry$time, tz = "UTC")
  # Months in English, whatever the locale.
  day <- paste(format(time, "%d"), month.abb[[time$mon + 1L]], format(time, "%Y:%H:%M:%S"),
               sep = "/")
  sprintf("%s - - [%s +0000] \"%s %s %s\" %.0f %.0f", entry$address, day, entry$method,
          gsub("\"", "%22", entry$path, fixed = TRUE), entry$version, entry$status, entry$size)
}

# A function that fails must not stop the server.
write_accesses <- function(service) {
  if (is.null(service$write_log)) return(invisible())
  noted <- unwrap(rs_serve_log(service$number))
  names <- c("time", "address", "method", "path", "version", "status", "size", "seconds")
  columns <- stats::setNames(noted[seq_along(names)], names)
  columns$time <- .POSIXct(columns$time)
  tryCatch(
    for (i in seq_along(columns$status)) service$write_log(lapply(columns, `[`, i)),
    error = function(e) message("The access log failed: ", conditionMessage(e))
  )
  lost <- noted[[length(names) + 1L]]
  if (lost > 0) message(sprintf("The access log lacks %.0f requests: there were too many.", lost))
}
