# CIFAR-10 and CIFAR-100: small colour images in 10 and 100 classes.

#' CIFAR-10 and CIFAR-100
#'
#' 60,000 colour photographs of 32 by 32 pixels, 50,000 to train on and 10,000 to test with.
#' CIFAR-10 has ten classes, from 0: airplane, automobile, bird, cat, deer, dog, frog, horse, ship,
#' truck. CIFAR-100 has a hundred, which make up 20 groups.
#'
#' As R integers the images take 740 MB; with `convert = FALSE` they stay bytes in Python, a quarter
#' of that.
#'
#' Keras downloads the data (170 MB) when they are first asked for, and keeps them. On a machine
#' without network, put `cifar-10-python.tar.gz` or `cifar-100-python.tar.gz`, or the folder that
#' is in it, into the folder named by the option `rkeras.dataset_dir` or the environment variable
#' `RKERAS_DATASET_DIR`.
#'
#' @param convert Whether to return R arrays; `FALSE` returns NumPy arrays.
#' @param label_mode Whether `y` has the classes (`"fine"`, 0 to 99) or their groups (`"coarse"`, 0
#'   to 19).
#' @return `list(train = list(x, y), test = list(x, y))`: `x` is an array of shape `(n, 32, 32, 3)`
#'   with values from 0 to 255, `y` a matrix of one column with the classes.
#' @family data
#' @examples
#' \dontrun{
#' cifar <- dataset_cifar10(convert = FALSE)
#' x <- cifar$train$x / 255
#' }
#' @export
dataset_cifar10 <- function(convert = TRUE) {
  load_train_test("cifar10", list(), convert, own_archive("cifar-10-batches-py", "cifar-10-python"))
}

#' @rdname dataset_cifar10
#' @export
dataset_cifar100 <- function(label_mode = c("fine", "coarse"), convert = TRUE) {
  args <- list(label_mode = match.arg(label_mode))
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
