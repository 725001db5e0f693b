skip_if_not(on_tensorflow())

test_that("a module is exported and loaded", {
  module <- tf$Module()
  module$weight <- tf$Variable(3)
  call <- tf$`function`(function(x) x * module$weight,
                        input_signature = list(tf$TensorSpec(shape(NA), "float32")))
  module$times <- call
  folder <- withr::local_tempfile()
  expect_identical(export_savedmodel(module, folder), folder)
  loaded <- tf$saved_model$load(folder)
  expect_equal(as.vector(loaded$times(tf$constant(c(1, 2)))), c(3, 6))
  expect_error(export_savedmodel(module, folder, overwrite = FALSE, versioned = FALSE),
               "overwrite = TRUE", class = "rkeras_error_file")
  version <- export_savedmodel(module, folder, versioned = TRUE)
  expect_identical(dirname(version), folder)
  expect_true(file.exists(file.path(version, "saved_model.pb")))
})

test_that("the graph of a session is exported with a signature", {
  graph <- tf$Graph()
  with(graph$as_default(), {
    x <- tf$compat$v1$placeholder(tf$float32, shape = shape(NA))
    y <- x * 2
    session <- tf$compat$v1$Session()
  })
  withr::defer(session$close())
  folder <- withr::local_tempfile()
  export_savedmodel(session, folder, inputs = list(x = x), outputs = list(y = y))
  serve <- tf$saved_model$load(folder)$signatures["serving_default"]
  expect_equal(as.vector(serve(tf$constant(c(1, 2)))$y), c(2, 4))
  expect_refused(
    export_savedmodel(session, folder, inputs = x, outputs = list(y = y)),
    "`inputs` must be a named list"
  )
  expect_refused(export_savedmodel(1, folder), "Keras model")
})
