skip_if_not(on_tensorflow())

test_that("the graph of a saved model is a log for TensorBoard", {
  folder <- withr::local_tempfile()
  module <- tf$Module()
  spec <- tf$TensorSpec(shape(NA), "float32")
  call <- tf$`function`(function(x) x * 2, input_signature = list(spec))
  module$double <- call
  export_savedmodel(module, folder, signatures = call)
  local_functions(tensorboard = function(log_dir) log_dir)
  logs <- view_savedmodel(folder)
  expect_match(dir(logs), "events.out.tfevents")
  expect_refused(view_savedmodel(tempfile()), "no saved model")
  expect_refused(view_savedmodel(1), "`model_dir`")
})
