# House prices, for regression.

#' House prices in California and Boston
#'
#' `dataset_california_housing()`: what a house costs in 20,640 districts of California in 1990, in
#' dollars, by eight numbers for each district: median income, median age of the houses, average
#' number of rooms and of bedrooms, population, average number in a household, latitude, longitude.
#'
#' `dataset_boston_housing()`: what a house costs in 506 towns around Boston in the seventies, in
#' thousand dollars, by thirteen numbers for each. One of these is made of the share of black
#' people in the town, on the assumption that it moves prices: the data teach more about such
#' assumptions than about prices, and California's are the better ones to begin with.
#'
#' Keras downloads the data when they are first asked for, and keeps them. On a machine without
#' network, put the file into the folder named by the option `rkeras.dataset_dir` or the environment
#' variable `RKERAS_DATASET_DIR`.
#'
#' @inheritParams dataset_cifar10
#' @param version `"large"` for all districts, `"small"` for the first 600.
#' @param path Name of the file in Keras's cache, or the path of a file of yours.
#' @param test_split Which part of the rows is for testing, from 0 to 1.
#' @param seed The seed by which the rows are shuffled before they are split.
#' @return `list(train = list(x, y), test = list(x, y))`: `x` is a matrix with a row for each
#'   district or town, `y` the prices.
#' @family data
#' @examples
#' \dontrun{
#' c(c(x_train, y_train), c(x_test, y_test)) %<-% dataset_california_housing("small")
#' }
#' @export
dataset_california_housing <- function(version = "large", path = "california_housing.npz",
                                       test_split = 0.2, seed = 113L, convert = TRUE) {
  version <- match.arg(version, c("large", "small"))
  load_houses("california_housing", path, test_split, seed, convert, list(version = version))
}

#' @rdname dataset_california_housing
#' @export
dataset_boston_housing <- function(path = "boston_housing.npz", test_split = 0.2, seed = 113L,
                                   convert = TRUE) {
  load_houses("boston_housing", path, test_split, seed, convert)
}

load_houses <- function(name, path, test_split, seed, convert, args = list()) {
  call <- sys.call(-1)
  args <- c(args, list(
    path = path,
    test_split = as_share(test_split, "test_split", call),
    seed = as_integer(seed, "seed", call)
  ))
  load_train_test(name, args, convert, own_file(path, call))
}

as_share <- function(x, argument, call = sys.call(-1)) {
  check_share(x, argument, call)
  x
}
