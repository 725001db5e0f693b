expect_texts <- function(found, expected) {
  expect_identical(names(found), c("train", "test"))
  expected <- py_to_r(expected)
  for (i in 1:2) {
    expect_identical(found[[i]]$x, lapply(expected[[i]][[1]], as.integer))
    expect_identical(found[[i]]$y, expected[[i]][[2]])
  }
}

test_that("texts are those that Keras gives", {
  skip_if_not(is_keras_available())
  datasets <- local_datasets()
  datasets$imdb()
  datasets$reuters()
  with(datasets, {
    imdb <- dataset_imdb()
    expect_texts(imdb, datasets$expected_texts("imdb"))
    expect_identical(lengths(imdb), c(train = 2L, test = 2L))
    expect_type(imdb$train$x[[1]], "integer")
    expect_texts(
      dataset_imdb(num_words = 30, skip_top = 2, maxlen = 7, seed = 1, start_char = NULL,
                   oov_char = NULL, index_from = 0),
      datasets$expected_texts("imdb", num_words = 30L, skip_top = 2L, maxlen = 7L, seed = 1L,
                              start_char = NULL, oov_char = NULL, index_from = 0L)
    )
    expect_texts(dataset_reuters(), datasets$expected_texts("reuters"))
    expect_texts(
      dataset_reuters(num_words = 20, test_split = 0.5, index_from = 5, oov_char = 4),
      datasets$expected_texts("reuters", num_words = 20L, test_split = 0.5, index_from = 5L,
                              oov_char = 4L)
    )
  })
  withr::local_options(rkeras.dataset_dir = file.path(py_to_r(datasets$folder), "datasets"))
  expect_texts(dataset_reuters(), datasets$expected_texts("reuters"))
  expect_s3_class(dataset_imdb(convert = FALSE)$train$x, "numpy.ndarray")
})

test_that("texts of which nothing is left, and texts of one length, are vectors too", {
  skip_if_not(is_keras_available())
  datasets <- local_datasets()
  datasets$reuters()
  withr::local_options(rkeras.dataset_dir = file.path(py_to_r(datasets$folder), "datasets"))
  empty <- dataset_reuters(num_words = 1, oov_char = NULL, start_char = NULL)$train$x
  expect_identical(unique(empty), list(integer()))
  marked <- dataset_reuters(maxlen = 4)
  expect_identical(unique(lengths(marked$train$x)), 3L)
  expect_type(marked$train$x[[1]], "integer")
})

test_that("the numbers of words are named by them", {
  skip_if_not(is_keras_available())
  datasets <- local_datasets()
  datasets$json("imdb_word_index.json", list(the = 1L, `b b` = 2L, "n\u00e9" = 3L))
  datasets$json("reuters_word_index.json", list(cocoa = 7L))
  with(datasets, {
    expect_identical(dataset_imdb_word_index(), list(the = 1L, `b b` = 2L, "n\u00e9" = 3L))
  })
  withr::local_options(rkeras.dataset_dir = file.path(py_to_r(datasets$folder), "datasets"))
  expect_identical(dataset_reuters_word_index(), list(cocoa = 7L))
})

test_that("topics have names", {
  skip_if_not(is_keras_available())
  names <- dataset_reuters_label_names()
  expect_length(names, 46)
  expect_identical(names[c(1, 4, 46)], c("cocoa", "earn", "lead"))
})

test_that("numbers of words must be whole", {
  expect_refused(dataset_imdb(num_words = 10.5), "`num_words`")
  expect_refused(dataset_reuters(maxlen = "a"), "`maxlen`")
  expect_refused(dataset_reuters(test_split = 2), "`test_split`")
})
