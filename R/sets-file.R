# Downloads files and writes images.

#' @eval rd_keras("keras.utils.get_file")
#' @export
get_file <- function(
    fname = NULL,
    origin = NULL,
    ...,
    untar = FALSE,
    md5_hash = NULL,
    file_hash = NULL,
    cache_subdir = "datasets",
    hash_algorithm = "auto",
    extract = FALSE,
    archive_format = "auto",
    cache_dir = NULL,
    force_download = FALSE
) {
  check_flags()
  check_dots_empty(...)
  if (is.null(origin)) abort("`origin` is missing: the address to download from.")
  path <- explain_download(call_keras(
    "keras.utils.get_file", fname = as_path(fname, "fname"), origin = origin, untar = untar,
    md5_hash = md5_hash, file_hash = file_hash, hash_algorithm = hash_algorithm,
    cache_subdir = as_path(cache_subdir, "cache_subdir"),
    extract = extract, archive_format = archive_format,
    cache_dir = as_path(cache_dir, "cache_dir"), force_download = force_download
  ), "Is the address right, and the network there?")
  as.character(path)
}

# The pixels as integers, without an axis for a single channel. image_to_array() returns doubles.
#' @export
as.array.PIL.Image.Image <- function(x, ...) {
  call_python(import("numpy", convert = FALSE)$asarray, list(x), TRUE)
}

#' @eval rd_keras("keras.utils.save_img")
#' @export
image_array_save <- function(
    x,
    path,
    data_format = NULL,
    file_format = NULL,
    scale = TRUE,
    ...
) {
  check_flags()
  path <- as_path(path, "path")
  save <- function(file) {
    tryCatch(
      call_keras("keras.utils.save_img", file, x, data_format = data_format,
                 file_format = file_format, scale = scale, ...),
      python.builtin.OSError = function(e) {
        abort_unwritten(path, sub("^OSError: (\\[Errno [0-9]+\\] )?", "", conditionMessage(e)))
      }
    )
  }
  if (is_string(path)) replace_file(path.expand(path), save) else save(path)
  invisible(path)
}
