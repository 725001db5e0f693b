# Pretrained image models: weights, preprocessing and predictions.

small_model <- function(weights = NULL, ...) {
  application_mobilenet(input_shape = c(32, 32, 3), alpha = 0.25, weights = weights, ...)
}

# Runs with a Keras that cannot download.
without_network <- function(expr) {
  patched <- py_run_string("
import keras.src.utils.file_utils as module
get_file = module.get_file
def fail(*args, **named):
    raise Exception('URL fetch failure on https://example.org/w.h5: None -- no network')
module.get_file = fail
def restore():
    module.get_file = get_file
", local = TRUE)
  withr::defer(patched$restore())
  expr
}

test_that("weights come from a file where there is no network", {
  file <- withr::local_tempfile(fileext = ".weights.h5")
  model <- small_model()
  model$save_weights(file)
  expect_identical(small_model(file)$get_weights(), model$get_weights())
  error <- expect_error(without_network(application_mobilenet()),
                        class = "rkeras_error_download")
  expect_match(conditionMessage(error), "https://example.org/w.h5 failed: None -- no network")
  expect_match(conditionMessage(error), "Give `weights` the path of a file", fixed = TRUE)
  expect_error(small_model("nowhere.h5"), "there is no file \"nowhere.h5\"")
  expect_error(application_vgg16(classes = 2.5), "`classes` must be a whole number")
})

test_that("images are prepared in the way of the model", {
  images <- array(seq(0, 255, length.out = 96), c(2, 4, 4, 3))
  expect_equal(application_preprocess_inputs(small_model(), images), images / 127.5 - 1,
               tolerance = 1e-6)
  expect_equal(max(images), 255)
  named <- keras_model_sequential(input_shape = 4, name = "resnet50v2")
  expect_equal(application_preprocess_inputs(named, images), images / 127.5 - 1, tolerance = 1e-6)
  other <- keras_model_sequential(input_shape = 4)
  expect_error(application_preprocess_inputs(other, images), "imagenet_preprocess_input()",
               fixed = TRUE)
})

test_that("predictions become names of classes", {
  if (!dir.exists("~/.keras/models")) {
    expect_error(without_network(imagenet_decode_predictions(matrix(0, 1, 1000))), "failed",
                 class = "rkeras_error_download")
  }
  index <- py_run_string("
import keras.src.applications.imagenet_utils as module
before = module.CLASS_INDEX
module.CLASS_INDEX = {str(i): [f'n{i}', f'class {i}'] for i in range(1000)}
def restore():
    module.CLASS_INDEX = before
", local = TRUE)
  withr::defer(index$restore())
  scores <- matrix(0, 2, 1000)
  scores[1, c(3, 8)] <- c(0.75, 0.25)
  scores[2, 1000] <- 1
  decoded <- application_decode_predictions(small_model(), scores, top = 2)
  expect_identical(decoded[[1]], data.frame(
    class_name = c("n2", "n7"), class_description = c("class 2", "class 7"), score = c(0.75, 0.25)
  ))
  expect_identical(imagenet_decode_predictions(scores, top = 1)[[2]]$class_name, "n999")
})

test_that("old names are the same functions", {
  expect_error(application_nasnetlarge(classes = 2.5), "`classes` must be a whole number")
  expect_error(application_nasnetmobile(classes = 2.5), "`classes` must be a whole number")
})

test_that("a model generates by its own method", {
  skip_if_not(is_keras_available())
  Counter <- Model("Counter", generate = function(start, n = 2) start + seq_len(n))
  expect_equal(generate(Counter(), 10), c(11, 12))
  expect_equal(generate(Counter(), 10, n = 3), c(11, 12, 13))
  expect_refused(generate(keras_model_sequential(), 1), "has no method `generate`")
})
