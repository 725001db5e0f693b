# Functions whose results are categories or whole numbers, which cannot be NaN.

test_that("layers of categories say where values are missing", {
  numbers <- list(
    layer_integer_lookup(vocabulary = 1:2), layer_discretization(bin_boundaries = c(0, 1)),
    layer_category_encoding(num_tokens = 3), layer_hashing(num_bins = 3),
    layer_embedding(input_dim = 3, output_dim = 2)
  )
  for (layer in numbers) {
    for (x in list(c(1, NA), c(1L, NA), array(c(1, NaN)), op_array(c(1, NaN)))) {
      expect_error(layer(x), "missing values (NA) at position 2, for which layer", fixed = TRUE)
    }
  }
  words <- list(layer_string_lookup(vocabulary = letters), layer_hashing(num_bins = 3),
                layer_text_vectorization(vocabulary = letters))
  for (layer in words) {
    for (x in list(c("a", NA), array(c("a", NA)), factor(c("a", NA)))) {
      expect_error(layer(x), "(NA) at position 2", fixed = TRUE)
    }
    expect_error(layer(NA_character_), "(NA) at position 1", fixed = TRUE)
  }
  expect_error(layer_hashed_crossing(num_bins = 4)(list(c("a", NA), c("b", "c"))), "at position 2")
})

test_that("the same layers take data without NA", {
  expect_identical(as.vector(layer_integer_lookup(vocabulary = 1:2)(c(2, 3))), c(2L, 0L))
  expect_identical(as.vector(layer_string_lookup(vocabulary = c("a", "b"))(c("b", "?"))), c(2L, 0L))
  input <- keras_input(1)
  expect_identical(dim(layer_discretization(input, bin_boundaries = 0)), c(NA, 1L))
})

test_that("boundaries of bins ascend and are complete", {
  for (bad in list(c(0, NA), c(1, 0), NaN)) {
    expect_refused(
      layer_discretization(bin_boundaries = bad), "`bin_boundaries` must be numbers in"
    )
  }
})

test_that("sequences, labels and normalized vectors have NaN or say where NA is", {
  expect_error(pad_sequences(list(1, c(1, NA))), "`sequences[[2]]` has 1 missing value (NA) at pos",
               fixed = TRUE)
  expect_error(pad_sequences(list(c(1L, NA))), "`sequences[[1]]` has 1 missing value", fixed = TRUE)
  expect_identical(pad_sequences(list(c(1L, NA)), dtype = "float32"), rbind(c(1, NaN)))
  expect_error(to_categorical(c(0, NA)), "`x` has 1 missing value (NA) at position 2", fixed = TRUE)
  expect_no_warning(x <- normalize(rbind(c(3, 4), c(1, NA))))
  expect_equal(as.array(x), rbind(c(0.6, 0.8), c(NaN, NaN)))
})
