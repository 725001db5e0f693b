write_idx <- function(x, file) {
  connection <- gzfile(file, "wb")
  on.exit(close(connection))
  shape <- if (is.null(dim(x))) length(x) else dim(x)
  writeBin(as.raw(c(0, 0, 8, length(shape))), connection)
  writeBin(as.integer(shape), connection, size = 4L, endian = "big")
  writeBin(as.raw(aperm(array(x, shape))), connection)
}

write_dataset <- function(folder, n = 5) {
  dir.create(folder, recursive = TRUE)
  images <- array(seq_len(n * 6) %% 256, c(n, 2, 3))
  write_idx(images, file.path(folder, "train-images-idx3-ubyte.gz"))
  write_idx(0:(n - 1), file.path(folder, "train-labels-idx1-ubyte.gz"))
  write_idx(images[1:2, , ], file.path(folder, "t10k-images-idx3-ubyte.gz"))
  write_idx(0:1, file.path(folder, "t10k-labels-idx1-ubyte.gz"))
  images
}

test_that("Fashion-MNIST from Debian's package is the real one", {
  skip_if_not(dir.exists(debian_folder()), "Debian's package dataset-fashion-mnist")
  fashion <- dataset_fashion_mnist()
  expect_identical(dim(fashion$train$x), c(60000L, 28L, 28L))
  expect_identical(dim(fashion$test$x), c(10000L, 28L, 28L))
  expect_identical(as.vector(table(fashion$train$y)), rep(6000L, 10))
  expect_identical(range(fashion$test$x), c(0L, 255L))
  # The first image is an ankle boot: sole at the bottom, nothing above its left.
  expect_identical(fashion$train$y[[1]], 9L)
  expect_gt(mean(fashion$train$x[1, 22:25, ]), 100)
  expect_identical(max(fashion$train$x[1, 1:3, ]), 0L)
})

test_that("a folder of one's own comes first", {
  folder <- withr::local_tempdir()
  images <- write_dataset(file.path(folder, "fashion-mnist"))
  write_dataset(file.path(folder, "mnist"), 7)
  withr::local_options(rkeras.dataset_dir = folder)
  fashion <- dataset_fashion_mnist()
  expect_equal(fashion$train$x, images)
  expect_identical(c(fashion$train$y), 0:4)
  expect_equal(fashion$test$x, images[1:2, , ])
  expect_identical(dim(dataset_mnist()$train$x), c(7L, 2L, 3L))
})

test_that("without the files and a network, the error names Debian's package", {
  local_functions(
    debian_folder = function() "/nowhere",
    load_with_keras = function(...) {
      abort_missing(list(why = "no network", url = "https://x/train.gz", file = "train.gz"))
    }
  )
  withr::local_envvar(KERAS_HOME = withr::local_tempdir())
  expect_error(dataset_fashion_mnist(), "no network.*apt install dataset-fashion-mnist",
               class = "rkeras_error_module")
})

test_that("the environment names a folder too", {
  folder <- withr::local_tempdir()
  write_dataset(file.path(folder, "mnist"))
  withr::local_envvar(RKERAS_DATASET_DIR = folder)
  expect_identical(dim(dataset_mnist()$test$x), c(2L, 2L, 3L))
})

test_that("MNIST is read from Keras's file", {
  folder <- withr::local_tempdir()
  np <- import("numpy", convert = FALSE)
  images <- array(1:24, c(4, 2, 3))
  np$savez(file.path(folder, "mnist.npz"), x_train = images, y_train = 0:3,
           x_test = images[1:2, , ], y_test = 4:5)
  withr::local_options(rkeras.dataset_dir = folder)
  mnist <- dataset_mnist()
  expect_equal(mnist$train$x, images)
  expect_equal(c(mnist$test$y), 4:5)
  expect_equal(dataset_mnist(file.path(folder, "mnist.npz")), mnist)
  expect_refused(dataset_mnist(file.path(folder, "none.npz")), "`path`: there is no file")
  unconverted <- dataset_mnist(convert = FALSE)
  expect_s3_class(unconverted$train$x, "numpy.ndarray")
})

test_that("NumPy arrays are returned when asked", {
  folder <- withr::local_tempdir()
  images <- write_dataset(file.path(folder, "fashion-mnist"))
  withr::local_options(rkeras.dataset_dir = folder)
  x <- dataset_fashion_mnist(convert = FALSE)$train$x
  expect_s3_class(x, "numpy.ndarray")
  expect_identical(py_str(x$dtype), "uint8")
  expect_equal(py_to_r(x), images)
})

test_that("a broken file is named", {
  file <- withr::local_tempfile(fileext = ".gz")
  connection <- gzfile(file, "wb")
  writeBin(as.raw(c(0, 0, 8, 1, 0, 0, 0, 9, 1, 2)), connection)
  close(connection)
  expect_error(read_idx(file), "is incomplete", class = "rkeras_error_convert")
  writeLines("text", file)
  expect_error(read_idx(file), "not a file of unsigned bytes", class = "rkeras_error_convert")
})

test_that("CIFAR-100 is the one that Keras gives", {
  skip_if_not(is_keras_available())
  datasets <- local_datasets()
  datasets$cifar("cifar-100-python", list("train", "test"), 30L, fine_labels = 100L,
                 coarse_labels = 20L)
  py_to_r(datasets$path("datasets", "cifar-100-python-target_archive")) |> file.create()
  with(datasets, {
    cifar <- dataset_cifar100()
    expected <- py_to_r(datasets$expected("cifar100"))
    expect_identical(unname(lapply(cifar, unname)), expected)
    expect_identical(dim(cifar$train$x), c(30L, 32L, 32L, 3L))
    expect_identical(cifar$train$x[5, 1, 1, ], c(4L, 200L, 0L))
    expect_identical(cifar$train$y, matrix(0:29))
    expect_identical(dataset_cifar100("coarse")$test$y, matrix(c(0:19, 0:9)))
  })
  # The folder alone, then the archive alone.
  inside <- file.path(py_to_r(datasets$folder), "datasets", "cifar-100-python-target")
  withr::local_options(rkeras.dataset_dir = inside)
  expect_identical(dataset_cifar100(), cifar)
  datasets$archive("cifar-100-python", "cifar-100-python.tar.gz")
  withr::local_options(rkeras.dataset_dir = file.path(py_to_r(datasets$folder), "own"))
  expect_identical(dataset_cifar100(), cifar)
  expect_error(dataset_cifar100("both"), "must be one of")
})

test_that("CIFAR-10 is put together from its batches", {
  skip_if_not(is_keras_available())
  datasets <- local_datasets()
  batches <- c(paste0("data_batch_", 1:5), "test_batch")
  datasets$cifar("cifar-10-batches-py", as.list(batches), 10000L, labels = 10L)
  inside <- file.path(py_to_r(datasets$folder), "datasets", "cifar-10-batches-py-target")
  withr::local_options(rkeras.dataset_dir = inside)
  cifar <- dataset_cifar10(convert = FALSE)
  expect_identical(py_str(cifar$train$x$shape), "(50000, 32, 32, 3)")
  expect_identical(py_str(cifar$test$y$shape), "(10000, 1)")
  expect_identical(py_str(cifar$train$x$dtype), "uint8")
  expect_identical(c(py_to_r(cifar$train$x[49999L, 1L])[1, ]), c(40L, 40L, 40L))
})
