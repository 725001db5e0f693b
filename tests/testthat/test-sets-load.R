# A proxy that does not exist. Python's environment variables are as at its start.
local_no_network <- function(frame = parent.frame()) {
  environ <- py_eval("__import__('os').environ", convert = FALSE)
  before <- environ$copy()
  withr::defer(
    {
      environ$clear()
      environ$update(before)
    },
    frame
  )
  dead <- "http://127.0.0.1:9"
  environ$update(list(https_proxy = dead, HTTPS_PROXY = dead, no_proxy = "", NO_PROXY = ""))
}

test_that("what cannot be had is named, with the place to put it", {
  skip_if_not(is_keras_available())
  local_no_network()
  datasets <- local_datasets()
  with(datasets, {
    error <- expect_error(dataset_boston_housing(), class = "rkeras_error_module")
    expect_match(conditionMessage(error), "keras-datasets/boston_housing.npz", fixed = TRUE)
    expect_match(conditionMessage(error), "put it as 'boston_housing.npz'", fixed = TRUE)
    expect_match(conditionMessage(error), "options(rkeras.dataset_dir = )", fixed = TRUE)
    error <- expect_error(dataset_cifar10(), class = "rkeras_error_module")
    expect_match(conditionMessage(error), "put it as 'cifar-10-python.tar.gz'", fixed = TRUE)
    expect_error(dataset_imdb_word_index(), "imdb_word_index.json", class = "rkeras_error_module")
    expect_error(dataset_mnist(), "mnist.npz", class = "rkeras_error_module")
  })
})

test_that("a broken file is not taken for a missing one", {
  skip_if_not(is_keras_available())
  folder <- withr::local_tempdir()
  writeLines("text", file.path(folder, "imdb.npz"))
  withr::local_options(rkeras.dataset_dir = folder)
  expect_error(dataset_imdb(), class = "zipfile.BadZipFile")
  # Keras's own function is in its place again.
  expect_identical(py_eval("__import__('keras').datasets.imdb.load_data")$`__globals__`$get_file,
                   py_eval("__import__('keras').utils.get_file"))
})

test_that("code in a file of texts is refused", {
  skip_if_not(is_keras_available("3.15"))
  folder <- withr::local_tempdir()
  py_run_string("
import numpy as np
class Evil:
    def __reduce__(self):
        return (exec, ('import builtins; builtins.rkeras_was_here = True',))
def write_evil(path):
    x = np.array([[1], Evil()], dtype=object)
    np.savez(path, x=x, y=np.arange(2))
", convert = FALSE)$write_evil(file.path(folder, "reuters.npz"))
  withr::local_options(rkeras.dataset_dir = folder)
  expect_error(dataset_reuters(), "Refusing to deserialize", class = "_pickle.UnpicklingError")
  expect_false(py_eval("hasattr(__import__('builtins'), 'rkeras_was_here')"))
})

test_that("a file of the user's is taken by its path, or refused by it", {
  skip_if_not(is_keras_available())
  datasets <- local_datasets()
  datasets$houses("mine.npz", 8L, 3L)
  path <- py_to_r(datasets$path("datasets", "mine.npz"))
  expect_identical(dim(dataset_boston_housing(path)$train$x), c(6L, 3L))
  for (loader in list(dataset_boston_housing, dataset_california_housing, dataset_imdb,
                      dataset_imdb_word_index, dataset_reuters, dataset_reuters_word_index)) {
    expect_refused(loader(path = "no/such.file"), "`path`: there is no file")
    expect_refused(loader(path = 1), "`path` must be one string")
  }
})

test_that("houses are those that Keras gives", {
  skip_if_not(is_keras_available())
  datasets <- local_datasets()
  datasets$houses("boston_housing.npz", 20L, 13L)
  datasets$houses("california_housing.npz", 700L, 8L)
  expect_same <- function(found, expected) {
    expect_identical(names(found), c("train", "test"))
    expect_equal(lapply(found, unname), py_to_r(expected), ignore_attr = "names")
  }
  with(datasets, {
    expect_same(dataset_boston_housing(), datasets$expected("boston_housing"))
    expect_same(dataset_boston_housing(test_split = 0.5, seed = 1),
                datasets$expected("boston_housing", test_split = 0.5, seed = 1L))
    expect_same(dataset_california_housing(), datasets$expected("california_housing"))
    expect_same(dataset_california_housing("small"),
                datasets$expected("california_housing", version = "small"))
  })
  withr::local_options(rkeras.dataset_dir = file.path(py_to_r(datasets$folder), "datasets"))
  boston <- dataset_boston_housing()
  expect_same(boston, datasets$expected("boston_housing"))
  expect_identical(dim(boston$train$x), c(16L, 13L))
  expect_identical(length(boston$test$y), 4L)
  expect_s3_class(dataset_boston_housing(convert = FALSE)$test$x, "numpy.ndarray")
})

test_that("a part must be one, a version known", {
  for (part in list(1, -0.1, NA_real_, c(0.1, 0.2), "0.2")) {
    expect_refused(
      dataset_boston_housing(test_split = part), "`test_split` must be a number from 0"
    )
  }
  expect_refused(dataset_boston_housing(seed = 1.5), "`seed`")
  expect_error(dataset_california_housing("medium"), "must be one of")
})
