# Files that R writes: they are complete before they replace the old ones. Files that Python writes
# are those of inst/python/rkeras/beside.py.

# R's temporary folder may be gone, because systems clean theirs: then R makes another one.
tempdir <- function() base::tempdir(check = TRUE)

tempfile <- function(pattern = "file", folder = tempdir(), fileext = "") {
  base::tempfile(pattern, folder, fileext)
}

write_lines <- function(lines, path) {
  text <- paste0(enc2utf8(as.character(lines)), "\n", collapse = "", recycle0 = TRUE)
  write_whole(charToRaw(text), path)
}

# `write` writes a temporary file of the same kind, such as a graphics device or an archive.
replace_file <- function(path, write) {
  part <- tempfile(fileext = sub("^[^.]*", "", basename(path)))
  on.exit(unlink(part))
  write(part)
  bytes <- readBin(part, "raw", file.size(part))
  # Devices do not report a full disk: a file that it has cut takes no further byte.
  write_bytes(c(bytes, raw(1L)), part, path)
  write_whole(bytes, path)
}

# Whether each file was copied. file.copy() is TRUE also for a small file on a full disk.
copy_whole <- function(from, to) {
  done <- file.copy(from, to, overwrite = TRUE, copy.date = TRUE)
  done & mapply(identical, file.size(from), file.size(to))
}

# Readers see either the old file or the new one.
write_whole <- function(bytes, path) {
  if (is_device(path)) {
    return(write_bytes(bytes, path, path))
  }
  target <- normalizePath(path, mustWork = FALSE)
  if (file.access(target, 0L) == 0L && file.access(target, 2L) != 0L) {
    abort_unwritten(path, "Permission denied")
  }
  new <- paste0(target, ".", Sys.getpid(), ".new")
  on.exit(unlink(new))
  write_bytes(bytes, new, path)
  if (file.exists(target)) Sys.chmod(new, file.mode(target), use_umask = FALSE)
  problem <- message_of(file.rename(new, target))
  if (!is.null(problem)) abort_unwritten(path, reason_in(problem))
}

# Devices and pipes must never be replaced. R does not tell them from files, but they have no size.
is_device <- function(path) {
  is_empty <- file.exists(path) && !dir.exists(path) && file.size(path) == 0
  is_empty && .Platform$OS.type == "unix" && system2("test", c("-f", shQuote(path))) != 0L
}

# What R has not reported, the size says.
write_bytes <- function(bytes, file, path) {
  problem <- message_of(write_raw(bytes, file))
  is_short <- !is_device(file) && !identical(file.size(file), as.double(length(bytes)))
  if (is.null(problem) && is_short) problem <- full_disk
  if (!is.null(problem)) abort_unwritten(path, reason_in(problem))
}

write_raw <- function(bytes, file) {
  connection <- base::file(file, "wb", raw = TRUE)
  on.exit(close(connection))
  writeBin(bytes, connection)
}

# That of its first warning or error. A warning does not end the block: a close may follow.
message_of <- function(expr) {
  found <- NULL
  note <- function(cnd) found <<- found %||% conditionMessage(cnd)
  tryCatch(
    withCallingHandlers(expr, warning = function(w) {
      note(w)
      invokeRestart("muffleWarning")
    }),
    error = note
  )
  found
}

# R's messages end with the reason of the system, save that of a write that fails at once.
reason_in <- function(message) {
  if (grepl("problem writing", message)) return(full_disk)
  trimws(sub("'$", "", sub(".*(: |reason ')", "", message)))
}

full_disk <- "the disk is full, or the file would be too large"

abort_unwritten <- function(path, reason) {
  is_kept <- file.exists(path) && !is_device(path)
  is_full <- grepl("disk is full|No space|quota", reason)
  abort("\"%s\" cannot be written (%s).%s%s", path, reason,
        if (is_kept) " What was there before is unchanged." else "",
        if (is_full) " Free space on the disk, or choose another path." else "", kind = "file")
}
