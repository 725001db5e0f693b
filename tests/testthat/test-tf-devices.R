skip_if_not(py_module_available("tensorflow"))

test_that("devices can be given back to TensorFlow", {
  run <- callr::r(function() {
    library(rkeras)
    cpu <- tf$config$list_physical_devices("CPU")
    tf$config$set_logical_device_configuration(
      cpu[[1]], list(tf$config$LogicalDeviceConfiguration(), tf$config$LogicalDeviceConfiguration())
    )
    logical <- tf$config$list_logical_devices("CPU")
    on_second <- with(tf$device("CPU:1"), tf$constant(1)$device)
    list(type = cpu[[1]]$device_type, count = length(logical), name = logical[[2]]$name,
         device = on_second, growth = tryCatch(
           tf$config$experimental$set_memory_growth(cpu[[1]], TRUE), error = conditionMessage
         ))
  })
  expect_identical(run$type, "CPU")
  expect_identical(run$count, 2L)
  expect_identical(run$name, "/device:CPU:1")
  expect_match(run$device, "device:CPU:1")
  expect_match(run$growth, "memory growth|non-GPU", ignore.case = TRUE)
})

test_that("lists and dictionaries of modules are R lists", {
  module <- tf$Module()
  module$numbers <- list(1, 2)
  module$named <- dict(a = 1, b = "x")
  expect_identical(module$numbers, c(1, 2))
  expect_identical(module$named, list(a = 1, b = "x"))
  module$parts <- list(tf$Variable(1), tf$Variable(2))
  expect_length(module$trainable_variables, 2L)
  expect_s3_class(module$parts[[2]], "tensorflow.tensor")
})
