small <- function(name) {
  keras_model_sequential(input_shape = 2, name = "m") |> layer_dense(units = 3, name = name)
}

test_that("weights in a file are shown, compared, renamed and saved", {
  file <- withr::local_tempfile(fileext = ".keras")
  model <- small("dense")
  save_model(model, file)
  expect_output(editor <- keras_file_editor(file), "Keras")
  expect_output(editor$summary(), "2, 3")
  expect_output(compared <- editor$compare(model), "successful")
  expect_identical(compared$status, "success")
  weights <- withr::local_tempfile(fileext = ".weights.h5")
  editor$save(weights)
  other <- load_model_weights(small("other"), weights)
  expect_identical(get_weights(other), get_weights(model))
  # In place of the file that is open.
  expect_output(editor <- keras_file_editor(weights))
  editor$rename_object("layers/dense", "renamed")
  editor$save(weights)
  expect_output(keras_file_editor(weights)$summary(), "renamed")
})

test_that("what is no file of weights is named", {
  expect_refused(keras_file_editor("/no/such.keras"), "`filepath`: there is no file")
  other <- withr::local_tempfile(fileext = ".rds")
  saveRDS(1, other)
  expect_error(keras_file_editor(other), "expected a `.keras` `.weights.h5` extension")
})
