skip_if_not(is_keras_available())

people <- data.frame(
  size = c(1.5, 2, 2.5), group = factor(c("red", "blue", "red")), n = c(1L, 2L, 2L)
)

space <- function(...) {
  layer_feature_space(features = list(
    size = feature_float_rescaled(scale = 2),
    group = feature_string_categorical(num_oov_indices = 0),
    n = "integer_categorical"
  ), ...)
}

test_that("a feature space learns from data frames, lists and data sets, and encodes columns", {
  columns <- list(size = people$size, group = as.character(people$group), n = people$n)
  dataset <- tf$data$Dataset$from_tensor_slices(columns)$batch(2L)
  for (data in list(people, columns, dataset)) {
    encoder <- space()
    expect_identical(adapt(encoder, data), encoder)
    encoded <- as.array(encoder(columns))
    expect_identical(dim(encoded), c(3L, 6L))
    expect_equal(rowSums(encoded), c(5, 6, 7))
  }
})

test_that("features that need no data encode at once", {
  encoded <- layer_feature_space(people, features = list(
    size = "float", n = feature_integer_hashed(num_bins = 4)
  ), output_mode = "dict")
  expect_setequal(names(encoded), c("size", "n"))
  expect_equal(as.vector(encoded$size), people$size)
  expect_refused(
    layer_feature_space(people, features = list(age = "float")), "`object` has no column `age`"
  )
})

test_that("crosses are vectors of names or feature_cross()", {
  features <- list(group = "string_hashed", n = "integer_hashed")
  crosses <- list(
    c("group", "n"), list(c("group", "n")), feature_cross(c("group", "n"), crossing_dim = 8),
    list(feature_cross(c("group", "n"), crossing_dim = 8))
  )
  for (cross in crosses) {
    made <- layer_feature_space(features = features, crosses = cross, crossing_dim = 8)
    expect_identical(made$crosses[[1]]$name, "group_X_n")
    expect_identical(made$crosses[[1]]$crossing_dim, 8L)
  }
})

test_that("features are also known as feature_names, and have names", {
  expect_s3_class(layer_feature_space(feature_names = list(a = "float")),
                  "keras.src.layers.preprocessing.feature_space.FeatureSpace")
  expect_refused(layer_feature_space(features = list("float")), "`features` must be a list")
  expect_error(layer_feature_space(features = list(a = "floot")), "Invalid feature type",
               class = "python.builtin.ValueError")
  expect_refused(layer_feature_space(), "`features` is missing")
  expect_refused(adapt(space(), 1:3), "`data` must be a data frame")
})

test_that("a missing category is a category, a missing number an error", {
  for (missing in list(c("x", NA, "y", NA), factor(c("x", NA, "y", NA)),
                       addNA(factor(c("x", NA, "y", NA))))) {
    space <- layer_feature_space(
      features = list(s = feature_string_categorical(num_oov_indices = 0))
    )
    adapt(space, data.frame(s = missing))
    expect_setequal(space$preprocessors$s$get_vocabulary(), c("x", "y", "[NA]"))
    encoded <- as.array(space(list(s = c("x", NA, NA))))
    expect_equal(dim(encoded), c(3, 3))
    expect_equal(encoded[2, ], encoded[3, ])
    expect_false(identical(encoded[1, ], encoded[2, ]))
  }
  kinds <- c("float", "float_normalized", "float_rescaled", "float_discretized",
             "integer_categorical", "integer_hashed")
  for (kind in kinds) {
    for (missing in list(c(1, NA, 3), c(1L, NA, 3L))) {
      space <- layer_feature_space(features = list(v = kind))
      expect_refused(adapt(space, data.frame(v = missing)), "`data$v` has 1 missing", fixed = TRUE)
    }
  }
})

test_that("a feature space is saved and loaded", {
  people <- data.frame(age = c(20, 30, 50))
  space <- layer_feature_space(features = list(age = "float_normalized"))
  adapt(space, people)
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(space, file)
  ages <- list(age = people$age)
  expect_equal(as.array(load_model(file)(ages)), as.array(space(ages)))
})
