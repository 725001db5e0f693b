test_that("one whole number or several, as Keras wants them", {
  expect_identical(as_int_tuple(2), 2L)
  expect_identical(py_str(as_int_tuple(c(1, 3))), "(1, 3)")
  expect_null(as_int_tuple(NULL))
  expect_identical(as_int_vocabulary(c(7, 14)), list(7L, 14L))
  expect_identical(as_int_vocabulary("file.txt"), "file.txt")
  expect_refused(as_int_tuple(1.5, "ngrams"), "`ngrams` must be a whole number")
})
