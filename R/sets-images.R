# Sets of images: Fashion-MNIST, MNIST, CIFAR-10 and CIFAR-100, from files on this machine or
# downloaded.

#' MNIST and Fashion-MNIST: images of digits and clothes
#'
#' 70,000 grayscale images of 28 x 28 pixels in ten classes, 60,000 for training and 10,000 for
#' testing. MNIST contains handwritten digits, which simple networks classify with an accuracy of
#' about 0.98. Fashion-MNIST contains photos of clothes in the same format and is harder: about 0.9
#' with dense layers, and more with convolutions. Scale the pixels to values between 0 and 1 before
#' training: `x / 255`.
#'
#' Classes of Fashion-MNIST, from 0: T-shirt/top, trouser, pullover, dress, coat, sandal, shirt,
#' sneaker, bag, ankle boot.
#'
#' @section Files:
#' The files are searched in the directory named by the option `rkeras.dataset_dir` or the
#' environment variable `RKERAS_DATASET_DIR`, then in the Debian package `dataset-fashion-mnist`,
#' then in Keras's cache. If they are not found, Keras downloads them. The directory contains the
#' four `.gz` files in IDX format in `fashion-mnist/` or `mnist/`, or an `mnist.npz`.
#'
#' @param convert Logical. `TRUE` returns R arrays, `FALSE` NumPy arrays, which need less memory
#'   (bytes instead of integers).
#' @param path String. Name of the file in Keras's cache, or path of an `mnist.npz` file.
#' @return `list(train = list(x, y), test = list(x, y))`: `x` is an array of shape `(n, 28, 28)`
#'   with pixels from 0 to 255, and `y` contains the classes from 0 to 9.
#' @references
#' LeCun, Y., Bottou, L., Bengio, Y., & Haffner, P. (1998). Gradient-based learning applied to
#' document recognition. *Proceedings of the IEEE*, 86(11), 2278-2324. \doi{10.1109/5.726791}
#'
#' Xiao, H., Rasul, K., & Vollgraf, R. (2017). Fashion-MNIST: A novel image dataset for benchmarking
#' machine learning algorithms. <https://arxiv.org/abs/1708.07747>
#' @concept handwritten digits
#' @concept image classification
#' @concept example data
#' @concept benchmark
#' @seealso [dataset_cifar10()] for color images, [image_dataset_from_directory()] for your own
#'   images, [layer_conv_2d()], `` `%<-%` `` to unpack the result.
#' @examplesIf dir.exists("/usr/share/datasets/fashion-mnist")
#' fashion <- dataset_fashion_mnist()
#' dim(fashion$train$x)
#' table(fashion$train$y)
#' boot <- fashion$train$x[1, , ]
#' image(t(boot[28:1, ]), col = gray(0:255 / 255), axes = FALSE)
#' @export
dataset_fashion_mnist <- function(convert = TRUE) {
  check_flags()
  cache <- file.path(Sys.getenv("KERAS_HOME", file.path(user_home(), ".keras")), "datasets")
  folders <- c(own_folder("fashion-mnist"), debian_folder(), file.path(cache, "fashion-mnist"))
  folder <- find_folder(folders)
  if (!is.null(folder)) {
    return(read_idx_dataset(folder, convert))
  }
  tryCatch(load_train_test("fashion_mnist", list(), convert), rkeras_error_module = function(cnd) {
    debian <- "Debian and Ubuntu have it as a package: sudo apt install dataset-fashion-mnist"
    cnd$message <- paste0(conditionMessage(cnd), "\n", debian)
    stop(cnd)
  })
}

#' @rdname dataset_fashion_mnist
#' @export
dataset_mnist <- function(path = "mnist.npz", convert = TRUE) {
  check_flags()
  file <- own_file(path)
  folder <- if (basename(path) == path) find_folder(own_folder("mnist"))
  if (is.null(folder)) load_train_test("mnist", list(path = path), convert, file)
  else read_idx_dataset(folder, convert)
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
    abort("\"%s\" is not a file of unsigned bytes in IDX format.", file, kind = "convert",
          call = NULL)
  }
  shape <- readBin(connection, "integer", magic[[4]], size = 4L, endian = "big")
  values <- as.integer(readBin(connection, "raw", prod(shape)))
  if (length(values) != prod(shape)) {
    abort("\"%s\" is incomplete. Download it again.", file, kind = "convert", call = NULL)
  }
  if (length(shape) == 1L) array(values, shape) else aperm(array(values, rev(shape)))
}

as_numpy_bytes <- function(x) {
  numpy <- python_module("numpy")
  call_python(numpy$asarray, list(x, dtype = "uint8", order = "C"), convert = FALSE)
}

# ---- CIFAR ---------------------------------------------------------------------------------------

#' CIFAR-10 and CIFAR-100: small color images
#'
#' 60,000 color images of 32 x 32 pixels, 50,000 for training and 10,000 for testing. CIFAR-10 has
#' ten classes, from 0: airplane, automobile, bird, cat, deer, dog, frog, horse, ship, truck.
#' CIFAR-100 has 100 classes in 20 groups. Use them to compare convolutional networks and data
#' augmentation; scale the pixels to values between 0 and 1 before training.
#'
#' As R integers the images need 740 MB; with `convert = FALSE` they remain bytes in Python, a
#' quarter of that.
#'
#' @section Files:
#' Keras downloads the data (170 MB) at the first call and caches them. On a machine without
#' internet access, put `cifar-10-python.tar.gz` or `cifar-100-python.tar.gz`, or the directory that
#' it contains, into the directory named by the option `rkeras.dataset_dir` or the environment
#' variable `RKERAS_DATASET_DIR`.
#'
#' @param convert Logical. `TRUE` returns R arrays, `FALSE` NumPy arrays.
#' @param label_mode String: `"fine"` for the classes (0 to 99) or `"coarse"` for their groups (0 to
#'   19).
#' @return `list(train = list(x, y), test = list(x, y))`: `x` is an array of shape `(n, 32, 32, 3)`
#'   with values from 0 to 255, and `y` a matrix with one column that contains the classes.
#' @references
#' Krizhevsky, A. (2009). Learning multiple layers of features from tiny images. Technical report,
#' University of Toronto.
#' @concept image classification
#' @concept convolutional neural network
#' @concept example data
#' @seealso [dataset_fashion_mnist()] for grayscale images, [layer_random_flip()] for data
#'   augmentation, [image_dataset_from_directory()] for your own images.
#' @examples
#' \dontrun{
#' cifar <- dataset_cifar10()
#' dim(cifar$train$x)
#' plot(as.raster(cifar$train$x[1, , , ], max = 255))
#'
#' # Bytes in Python, converted to float32 in the model
#' cifar <- dataset_cifar10(convert = FALSE)
#' inputs <- keras_input(shape = c(32, 32, 3))
#' scaled <- layer_rescaling(inputs, scale = 1 / 255)
#' }
#' @export
dataset_cifar10 <- function(convert = TRUE) {
  check_flags()
  load_train_test("cifar10", list(), convert, own_archive("cifar-10-batches-py", "cifar-10-python"))
}

#' @rdname dataset_cifar10
#' @export
dataset_cifar100 <- function(label_mode = c("fine", "coarse"), convert = TRUE) {
  check_flags()
  args <- list(label_mode = match_choice(label_mode))
  load_train_test("cifar100", args, convert, own_archive("cifar-100-python"))
}

# The folder that contains `inside` after the user's archive is unpacked.
own_archive <- function(inside, archive = inside) {
  if (is.null(dataset_dir()) || dir.exists(own_folder(inside))) {
    return(dataset_dir())
  }
  archive <- own_folder(paste0(archive, ".tar.gz"))
  if (!file.exists(archive)) {
    return(NULL)
  }
  folder <- file.path(tempdir(), "rkeras-datasets")
  utils::untar(archive, exdir = folder)
  folder
}
