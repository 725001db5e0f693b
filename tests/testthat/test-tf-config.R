skip_if_not(py_module_available("tensorflow"))

test_that("the version of TensorFlow compares, and its configuration prints", {
  config <- tf_config()
  expect_s3_class(config, "tensorflow_config")
  expect_true(config$available)
  expect_true(tf_version() >= "2.16")
  expect_s3_class(tf_version(), "package_version")
  expect_identical(config$version_str, tf$version$VERSION)
  expect_true(dir.exists(config$location))
  printed <- capture.output(print(config))
  expect_match(printed[[1]], "^TensorFlow v[0-9.]+.* \\(.*tensorflow\\)$")
  expect_match(printed[[2]], "^Python v3[.][0-9.]+ \\(.*python")
  expect_identical(numbers_of_version("2.21.0rc1"), package_version("2.21.0"))
})

test_that("the home directory is ~ in what is printed", {
  withr::local_envvar(HOME = "/home/someone")
  expect_identical(below_home("/home/someone/env"), "~/env")
  expect_identical(below_home("/home/someoneelse/env"), "/home/someoneelse/env")
})

test_that("without TensorFlow there is a reason, and no version", {
  none <- callr::r(function() {
    library(rkeras)
    py_run_string("import sys; sys.modules['tensorflow'] = None")
    list(config = tf_config(), version = tf_version(), gpu = tf_gpu_configured(FALSE))
  })
  expect_false(none$config$available)
  expect_match(none$config$error_message, "tensorflow")
  expect_output(print(none$config), "TensorFlow is not available")
  expect_null(none$version)
  expect_identical(none$gpu, NA)
})

test_that("GPUs are looked for", {
  has_gpu <- length(tf$config$list_physical_devices("GPU")) > 0
  built <- tf$test$is_built_with_cuda()
  expect_output(found <- tf_gpu_configured(), "TensorFlow built for GPUs")
  expect_identical(found, built && has_gpu)
  expect_silent(tf_gpu_configured(verbose = FALSE))
})

test_that("TensorFlow Probability is a module that is imported when used", {
  tfp <- tf_probability()
  expect_s3_class(tfp, "python.builtin.module")
  if (!py_module_available("tensorflow_probability")) {
    expect_error(tfp$distributions, "py_install", class = "python.builtin.ModuleNotFoundError")
  }
})

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
