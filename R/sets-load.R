# Keras's loaders of data sets: on files of the user's, else on Keras's cache, else by download.

# What the loader gives, converted or as Python has it. `here` is what the user has on disk, or
# NULL; `name` is the module of keras.datasets.
load_with_keras <- function(name, args, convert, here = NULL, loader = "load_data") {
  loader <- keras_endpoint(paste("keras.datasets", name, loader, sep = "."))
  load <- python_function("rkeras.datasets", "load")
  found <- call_python(load, c(list(loader, here), args), FALSE)
  missing <- call_python(found$get, list("missing"), TRUE)
  if (!is.null(missing)) abort_missing(missing)
  unwrap(rs_get_item(found, "parts", convert))
}

# As `list(train = list(x, y), test = list(x, y))`.
load_train_test <- function(name, args, convert, here = NULL) {
  parts <- load_with_keras(name, args, convert, here)
  if (convert) {
    return(as_dataset(unlist(parts, recursive = FALSE)))
  }
  list(
    train = list(x = parts[[0L]][[0L]], y = parts[[0L]][[1L]]),
    test = list(x = parts[[1L]][[0L]], y = parts[[1L]][[1L]])
  )
}

abort_missing <- function(missing) {
  abort(sprintf(
    paste0(
      "The data set is not on this machine and cannot be downloaded (%s).\n",
      "Get %s, put it as '%s' into a folder and name that folder: ",
      "options(rkeras.dataset_dir = )."
    ),
    missing$why, missing$url, own_name(missing$file, missing$url)
  ), "module", call = NULL, file = missing$file, url = missing$url)
}

# Keras has archives under other names than they come by; a folder of one's own keeps theirs.
own_name <- function(file, url) if (endsWith(url, ".tar.gz")) basename(url) else file

# A file of the user's: `path` itself if it is more than a name, or that name in the folder of the
# option `rkeras.dataset_dir`. NULL leaves it to Keras.
own_file <- function(path, call = sys.call(-1)) {
  as_string(path, "path", call)
  if (basename(path) != path) {
    if (!file.exists(path)) abort(sprintf("`path`: there is no file \"%s\".", path), call = call)
    return(normalizePath(path))
  }
  file <- own_folder(path)
  if (!is.null(file) && file.exists(file)) normalizePath(file)
}
