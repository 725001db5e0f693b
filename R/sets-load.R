# Calls Keras's loaders of data sets, with a file of the user, Keras's cache, or a download; and the
# sets of house prices.

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

# ---- House prices, for regression ----------------------------------------------------------------

#' House prices in California and Boston
#'
#' Two small datasets for regression. `dataset_california_housing()` has the median house value, in
#' dollars, of 20,640 districts of California in 1990, and eight features: median income, median age
#' of the houses, average number of rooms and of bedrooms, population, average household size,
#' latitude, longitude.
#'
#' `dataset_boston_housing()` has the median house value, in thousands of dollars, of 506 towns
#' around Boston in the 1970s, and 13 features. One of these is computed from the proportion of
#' Black residents, based on the assumption that it affects prices. The dataset is of interest for
#' the study of such assumptions; use the California dataset for regression.
#'
#' The features have very different scales: standardize them, for example with
#' [layer_normalization()].
#'
#' @section Files:
#' Keras downloads the data at the first call and caches them. On a machine without internet access,
#' put the file into the directory named by the option `rkeras.dataset_dir` or the environment
#' variable `RKERAS_DATASET_DIR`.
#'
#' @inheritParams dataset_cifar10
#' @param version String: `"large"` for all districts, `"small"` for the first 600.
#' @param path String. Name of the file in Keras's cache, or path of a file.
#' @param test_split Number between 0 and 1. Fraction of the rows in the test set.
#' @param seed Integer. Seed for shuffling the rows before they are split.
#' @return `list(train = list(x, y), test = list(x, y))`: `x` is a matrix with one row per district
#'   or town, and `y` contains the prices.
#' @references
#' Pace, R. K., & Barry, R. (1997). Sparse spatial autoregressions. *Statistics & Probability
#' Letters*, 33(3), 291-297. \doi{10.1016/S0167-7152(96)00140-X}
#'
#' Harrison, D., & Rubinfeld, D. L. (1978). Hedonic housing prices and the demand for clean air.
#' *Journal of Environmental Economics and Management*, 5(1), 81-102.
#' \doi{10.1016/0095-0696(78)90006-2}
#' @concept regression data
#' @concept tabular data
#' @concept example data
#' @seealso [layer_normalization()] and [adapt()] standardize features, [loss_mean_squared_error()],
#'   [dataset_mnist()] for classification.
#' @examples
#' \dontrun{
#' c(c(x_train, y_train), c(x_test, y_test)) %<-%
#'   dataset_california_housing("small")
#' dim(x_train)
#' summary(y_train)
#' }
#' @export
dataset_california_housing <- function(version = "large", path = "california_housing.npz",
                                       test_split = 0.2, seed = 113L, convert = TRUE) {
  check_flags()
  version <- match_choice(version, c("large", "small"))
  load_houses("california_housing", path, test_split, seed, convert, list(version = version))
}

#' @rdname dataset_california_housing
#' @export
dataset_boston_housing <- function(path = "boston_housing.npz", test_split = 0.2, seed = 113L,
                                   convert = TRUE) {
  check_flags()
  load_houses("boston_housing", path, test_split, seed, convert)
}

load_houses <- function(name, path, test_split, seed, convert, args = list()) {
  args <- c(args, list(
    path = path,
    test_split = as_share(test_split, "test_split"),
    seed = as_integer(seed, "seed")
  ))
  load_train_test(name, args, convert, own_file(path))
}
