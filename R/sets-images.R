# CIFAR-10 and CIFAR-100: small color images in 10 and 100 classes.

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
