# Fashion-MNIST and MNIST, from files on this machine or downloaded.

#' Fashion-MNIST and MNIST
#'
#' 70,000 small grey images in ten classes: clothes (Fashion-MNIST) or handwritten digits (MNIST),
#' 60,000 to train on and 10,000 to test with.
#'
#' The files are looked for in the folder named by the option `rkeras.dataset_dir` or the
#' environment variable `RKERAS_DATASET_DIR`, then in the Debian package `dataset-fashion-mnist`,
#' then in Keras's cache; what is nowhere is downloaded by Keras. In such a folder, the four `.gz`
#' files in IDX format lie in `fashion-mnist/` or `mnist/`, or an `mnist.npz` in the folder itself.
#'
#' Classes of Fashion-MNIST, from 0: T-shirt/top, trouser, pullover, dress, coat, sandal, shirt,
#' sneaker, bag, ankle boot.
#'
#' @param convert Whether to return R arrays; `FALSE` returns NumPy arrays.
#' @param path Name of the file in Keras's cache, or the path of an `mnist.npz` of yours.
#' @return `list(train = list(x, y), test = list(x, y))`: `x` is an array of shape
#'   `(n, 28, 28)` with pixels from 0 to 255, `y` the classes from 0 to 9.
#' @family data
#' @examplesIf dir.exists("/usr/share/datasets/fashion-mnist")
#' fashion <- dataset_fashion_mnist()
#' image(t(fashion$train$x[1, 28:1, ]), col = grey(0:255 / 255), axes = FALSE)
#' @export
dataset_fashion_mnist <- function(convert = TRUE) {
  folders <- c(own_folder("fashion-mnist"), debian_folder(), cache_folder("fashion-mnist"))
  folder <- find_folder(folders)
  if (is.null(folder)) {
    return(load_train_test("fashion_mnist", list(), convert))
  }
  read_idx_dataset(folder, convert)
}

#' @rdname dataset_fashion_mnist
#' @export
dataset_mnist <- function(path = "mnist.npz", convert = TRUE) {
  file <- own_file(path)
  folder <- if (basename(path) == path) find_folder(own_folder("mnist"))
  if (!is.null(folder)) {
    return(read_idx_dataset(folder, convert))
  }
  if (!is.null(file)) {
    return(read_npz_dataset(file, convert))
  }
  load_train_test("mnist", list(path = path), convert)
}

dataset_dir <- function() {
  dir <- getOption("rkeras.dataset_dir", Sys.getenv("RKERAS_DATASET_DIR"))
  if (nzchar(dir)) path.expand(dir)
}

own_folder <- function(name) {
  dir <- dataset_dir()
  if (!is.null(dir)) file.path(dir, name)
}

debian_folder <- function() "/usr/share/datasets/fashion-mnist"

cache_folder <- function(name) {
  home <- Sys.getenv("KERAS_HOME", file.path(path.expand("~"), ".keras"))
  file.path(home, "datasets", name)
}

idx_files <- c(
  train_x = "train-images-idx3-ubyte.gz", train_y = "train-labels-idx1-ubyte.gz",
  test_x = "t10k-images-idx3-ubyte.gz", test_y = "t10k-labels-idx1-ubyte.gz"
)

# The first folder that has all four files, or NULL.
find_folder <- function(folders) {
  complete <- vapply(folders, function(dir) all(file.exists(file.path(dir, idx_files))), NA)
  if (any(complete)) folders[complete][[1]]
}

read_idx_dataset <- function(folder, convert) {
  parts <- lapply(file.path(folder, idx_files), read_idx)
  if (!convert) {
    parts <- lapply(parts, as_numpy_bytes)
  }
  as_dataset(parts)
}

as_dataset <- function(parts) {
  list(train = list(x = parts[[1]], y = parts[[2]]), test = list(x = parts[[3]], y = parts[[4]]))
}

# IDX: two zero bytes, the type (8 is unsigned bytes), the number of axes, their lengths as
# big-endian ints, then the values with the last axis varying fastest.
read_idx <- function(file) {
  connection <- gzfile(file, "rb")
  on.exit(close(connection))
  magic <- as.integer(readBin(connection, "raw", 4L))
  if (length(magic) < 4L || !identical(magic[1:3], c(0L, 0L, 8L))) {
    abort(sprintf("\"%s\" is not a file of unsigned bytes in IDX format.", file), "convert",
          call = NULL)
  }
  shape <- readBin(connection, "integer", magic[[4]], size = 4L, endian = "big")
  values <- as.integer(readBin(connection, "raw", prod(shape)))
  if (length(values) != prod(shape)) {
    abort(sprintf("\"%s\" is cut short: get it again.", file), "convert", call = NULL)
  }
  if (length(shape) == 1L) array(values, shape) else aperm(array(values, rev(shape)))
}

# NPZ, NumPy's archive of arrays, the format in which Keras stores MNIST.
read_npz_dataset <- function(file, convert) {
  archive <- call_python(
    unwrap(rs_get_attr(unwrap(rs_import("numpy", FALSE)), "load", FALSE)),
    list(file, allow_pickle = FALSE)
  )
  names <- c("x_train", "y_train", "x_test", "y_test")
  as_dataset(lapply(names, function(name) unwrap(rs_get_item(archive, name, convert))))
}

as_numpy_bytes <- function(x) {
  numpy <- unwrap(rs_import("numpy", FALSE))
  call_python(numpy$asarray, list(x, dtype = "uint8", order = "C"), convert = FALSE)
}
