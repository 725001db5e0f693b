text_of <- function(layer) unlist(get_vocabulary(layer))[-(1:2)]
greek <- c("\u039a\u0391\u039b\u0397", "\u03ba\u03b1\u03bb\u03b7")
cyrillic <- c("\u041f\u0420\u0418\u0412\u0415\u0422", "\u043f\u0440\u0438\u0432\u0435\u0442")

test_that("text vectorization makes letters of all scripts small", {
  skip_if_not(on_tensorflow())
  for (standardize in c("lower_and_strip_punctuation", "lower")) {
    layer <- layer_text_vectorization(standardize = standardize)
    adapt(layer, c(greek, cyrillic, "Hello \u00c4PFEL"))
    expect_setequal(text_of(layer), c(greek[[2]], cyrillic[[2]], "hello", "\u00e4pfel"))
    found <- as.array(layer(cyrillic))
    expect_identical(found[1, ], found[2, ])
  }
  kept <- layer_text_vectorization(standardize = "strip_punctuation")
  adapt(kept, c(greek, "A, B"))
  expect_setequal(text_of(kept), c(greek, "A", "B"))
  # As Keras does, and as models of earlier versions were trained.
  own <- layer_text_vectorization(encoding = "utf-8")
  adapt(own, c(greek, "ABC"))
  expect_setequal(text_of(own), c(greek, "abc"))
})

test_that("models with text vectorization are restored, also in Python alone", {
  skip_if_not(on_tensorflow())
  vectorized <- function(...) {
    layer <- layer_text_vectorization(...)
    adapt(layer, cyrillic)
    input <- keras_input(1, dtype = "string")
    keras_model(input, layer(input))
  }
  folder <- withr::local_tempdir()
  new <- file.path(folder, "new.keras")
  former <- file.path(folder, "former.keras")
  save_model(vectorized(), new)
  save_model(vectorized(encoding = "utf-8"), former)
  values <- function(file) predict(load_model(file), matrix(cyrillic))[, 1]
  expect_length(unique(values(new)), 1)
  expect_length(unique(values(former)), 2)
  code <- "import sys, keras; print(keras.saving.load_model(sys.argv[1]).layers[-1].name)"
  python <- processx::run(py_config()$python, c("-c", code, new), error_on_status = FALSE)
  expect_match(python$stdout, "text_vectorization")
})
