# Calls Keras's loaders of data sets, with a file of the user, Keras's cache, or a download.

# The result of the loader, converted or as a Python object. `here` is the user's file or folder, or
# NULL; `name` is the module in keras.datasets.
load_with_keras <- function(name, args, convert, here = NULL, loader = "load_data") {
  loader <- keras_endpoint(paste("keras.datasets", name, loader, sep = "."))
  load <- python_function("rkeras.keras.datasets.load")
  found <- call_python(load, c(list(loader, here), args), FALSE)
  missing <- call_python(found$get, list("missing"), TRUE)
  if (!is.null(missing)) abort_missing(missing)
  get_item(found, "parts", convert)
}

# Returns `list(train = list(x, y), test = list(x, y))`.
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
  ), kind = "module", call = NULL, file = missing$file, url = missing$url)
}

# Keras renames archives. In the user's folder they have the name of the download.
own_name <- function(file, url) if (endsWith(url, ".tar.gz")) basename(url) else file

# The user's file: `path` if it has a folder, otherwise a file of that name in the folder of the
# option `rkeras.dataset_dir`. NULL if there is none; Keras then finds the file.
own_file <- function(path) {
  as_string(path, "path")
  if (basename(path) != path) {
    if (!file.exists(path)) abort("`path`: there is no file \"%s\".", path)
    return(normalizePath(path))
  }
  file <- own_folder(path)
  if (!is.null(file) && file.exists(file)) normalizePath(file)
}
