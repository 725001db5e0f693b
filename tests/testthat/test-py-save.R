test_that("objects come back from a file, with any protocol", {
  file <- withr::local_tempfile()
  object <- list(a = 1:3, b = list("x", 1), c = NULL)
  for (protocol in c(2, 5)) {
    expect_identical(withVisible(py_save_object(object, file, protocol = protocol))$visible, FALSE)
    expect_identical(py_load_object(file), object)
  }
  expect_s3_class(py_load_object(file, convert = FALSE), "python.builtin.dict")
})

test_that("what cannot be pickled leaves the old file whole", {
  file <- withr::local_tempfile()
  py_save_object(1L, file)
  expect_error(py_save_object(py_eval("lambda: 1"), file), class = "python.builtin.Exception")
  expect_identical(py_load_object(file), 1L)
})

test_that("a missing file and a path that is none are errors", {
  expect_error(py_load_object("no-such-file"), class = "python.builtin.FileNotFoundError")
  expect_refused(py_save_object(1, 1), "`filename`")
})

test_that("pickles and models of earlier versions name modules that have moved", {
  found <- function(name) py_eval(sprintf("__import__('pickle').loads(b'c%s\\n.')", name))
  expect_identical(found("rkeras.classes\\n_make")$`__module__`, "rkeras.bridge.classes")
  skip_if_not(is_keras_available())
  module <- found("rkeras.arithmetic\\nSpecial")$`__module__`
  expect_identical(module, "rkeras.tensors.arithmetic")
})

test_that("errors about files have the class of rkeras, and those of Python", {
  folder <- withr::local_tempdir()
  missing <- file.path(folder, "none", "x")
  expect_error(py_save_object(1, missing), "none/x\" cannot be written .*Create its folder first",
               class = "rkeras_error_file")
  expect_error(py_save_object(1, missing), class = "python.builtin.OSError")
  expect_error(py_save_object(1, folder), "cannot be written .*Is a directory",
               class = "rkeras_error_file")
  expect_error(import("os")$mkdir(missing), class = "rkeras_error_file")
  timeout <- expect_error(py_run_string("raise TimeoutError('late')"),
                          class = "python.builtin.OSError")
  expect_false(inherits(timeout, "rkeras_error_file"))
})

test_that("an object is written through links", {
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  file <- file.path(folder, "x")
  link <- file.path(folder, "link")
  py_save_object(1L, file)
  Sys.chmod(file, "640")
  file.symlink(file, link)
  py_save_object(2L, link)
  expect_identical(Sys.readlink(link), file)
  expect_identical(format(file.mode(file)), "640")
  expect_identical(py_load_object(file), 2L)
})

test_that("devices and pipes are known, so that they are not replaced", {
  skip_on_os("windows")
  pipe <- withr::local_tempfile()
  system2("mkfifo", pipe)
  # Nothing is written there: tests may run as root.
  is_replaceable <- python_function("rkeras.beside.is_replaceable")
  for (path in c("/dev/null", "/dev/full", pipe)) {
    expect_false(py_to_r(call_python(is_replaceable, list(path))))
  }
  reader <- callr::r_bg(function(pipe) readBin(pipe, "raw", 99), list(pipe), supervise = TRUE)
  py_save_object("x", pipe)
  reader$wait(20000)
  expect_gt(length(reader$get_result()), 5L)
})
