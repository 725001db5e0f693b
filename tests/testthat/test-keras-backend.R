# The tests require TensorFlow, so it is always installed.
test_that("a backend is chosen before Python runs, which it does not start", {
  chosen <- in_new_session(function() {
    Sys.setenv(KERAS_BACKEND = "openvino")
    rkeras::use_backend("torch")
    rkeras::use_backend("tensorflow")
    c(rkeras:::python_state$started, rkeras::config_backend())
  })$value
  expect_identical(chosen, c("FALSE", "tensorflow"))
})

test_that("a backend is chosen where Python runs already, but not Keras", {
  chosen <- in_new_session(function() {
    Sys.setenv(KERAS_BACKEND = "openvino")
    rkeras::py_eval("1")
    rkeras::use_backend("tensorflow", gpu = FALSE)
    c(rkeras::config_backend(), rkeras::py_eval("__import__('os').environ['CUDA_VISIBLE_DEVICES']"))
  })$value
  expect_identical(chosen, c("tensorflow", "-1"))
})

test_that("a choice that comes after Keras is refused", {
  expect_null(use_backend(config_backend()))
  other <- setdiff(c("jax", "tensorflow"), config_backend())[[1]]
  error <- expect_error(use_backend(other), class = "rkeras_error_argument")
  running <- sprintf("is running with the backend \"%s\"", config_backend())
  expect_match(conditionMessage(error), running)
  expect_match(conditionMessage(error), sprintf("Restart R and call use_backend(\"%s\")", other),
               fixed = TRUE)
})

test_that("a backend whose package is missing is refused, and another one can take its place", {
  said <- in_new_session(function(backend) {
    message_of <- function(code) {
      tryCatch(code, rkeras_error_module = function(e) conditionMessage(e))
    }
    Sys.setenv(KERAS_BACKEND = "openvino")
    available <- rkeras::is_keras_available()
    at_load <- message_of(rkeras::layer_dense(units = 1))
    of_module <- message_of(rkeras::keras$layers)
    chosen <- message_of(rkeras::use_backend("torch"))
    rkeras::use_backend(backend)
    list(available, at_load, of_module, chosen, rkeras::config_backend())
  }, config_backend())$value
  expect_false(said[[1]])
  expect_match(said[[2]], "\"openvino\" (chosen by KERAS_BACKEND", fixed = TRUE)
  expect_match(said[[2]], "py_install(\"openvino\")", fixed = TRUE)
  expect_identical(said[[3]], said[[2]])
  expect_match(said[[4]], "The backend \"torch\" needs the Python package `torch`", fixed = TRUE)
  expect_identical(said[[5]], config_backend())
})

test_that("Keras's file has its say, and KERAS_BACKEND more", {
  home <- withr::local_tempdir()
  withr::local_envvar(KERAS_HOME = home, KERAS_BACKEND = NA)
  expect_identical(chosen_backend()[["backend"]], "tensorflow")
  file <- file.path(home, "keras.json")
  writeLines(c("{\"floatx\": \"float32\",", "  \"backend\" : \"openvino\"}"), file)
  expect_identical(chosen_backend(), c(backend = "openvino", chosen_by = file))
  expect_false(is_keras_available())
  withr::local_envvar(KERAS_BACKEND = "jax")
  expect_identical(chosen_backend()[["backend"]], "jax")
})

test_that("what is no backend is named", {
  expect_error(use_backend("theano"), "`backend` must be one of \"tensorflow\"",
               class = "rkeras_error_argument")
  expect_error(use_backend("numpy", gpu = "no"), "`gpu` must be", class = "rkeras_error_argument")
})

test_that("names begin anew after clear_session()", {
  clear_session()
  first <- layer_dense(units = 1)$name
  layer_dense(units = 1)
  expect_null(clear_session())
  expect_identical(layer_dense(units = 1)$name, first)
})
