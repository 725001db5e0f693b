linux <- list(os = "Linux", arch = "x86_64", nvidia = FALSE)
gpu <- list(os = "Linux", arch = "x86_64", nvidia = TRUE)
mac <- list(os = "Darwin", arch = "arm64", nvidia = FALSE)

test_that("a version of TensorFlow is a requirement of pip", {
  rows <- list(
    list("release", NULL, mac, "tensorflow"), list("release", NULL, linux, "tensorflow-cpu"),
    list("release", NULL, gpu, "tensorflow[and-cuda]"),
    list("release", FALSE, gpu, "tensorflow-cpu"),
    list("2.18", NULL, mac, "tensorflow==2.18.*"), list("2.18.1", NULL, mac, "tensorflow==2.18.1"),
    list("2.18-cpu", NULL, gpu, "tensorflow-cpu==2.18.*"), list("nightly", NULL, mac, "tf-nightly"),
    list("2.21.0rc1", NULL, mac, "tensorflow==2.21.0rc1"),
    list("https://x.y/tf.whl", NULL, mac, "https://x.y/tf.whl"),
    list("a/b.whl", TRUE, gpu, "a/b.whl")
  )
  for (row in rows) {
    expect_identical(tensorflow_requirement(row[[1]], row[[2]], row[[3]]), row[[4]])
  }
  expect_match(tensorflow_requirement("default", NULL, linux), "^tensorflow-cpu==2[.0-9]+$")
  expect_match(tensorflow_requirement("cpu", NULL, gpu), "^tensorflow-cpu==2[.0-9]+$")
  expect_refused(tensorflow_requirement("newest"), "`version` must")
  expect_refused(install_tensorflow(version = 2), "`version` must")
})

test_that("TensorFlow is declared as a requirement", {
  before <- python_requests$declared
  withr::defer(python_requests$declared <- before)
  python_requests$declared <- NULL
  expect_s3_class(suppressWarnings(py_require_tensorflow(use_gpu = FALSE)), "python_requirements")
  expect_match(py_require()$packages, "^tensorflow")
  expect_refused(py_require_tensorflow("yes"), "`use_gpu` must be")
})
