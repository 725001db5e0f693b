test_that("versions are converted with their class", {
  expect_crosses(numeric_version("1.2.3"), "rkeras.version.Version((1, 2, 3))")
  expect_crosses(package_version("1.2"), "rkeras.version.Version((1, 2))")
  expect_crosses(R_system_version("4.3.1"), "rkeras.version.Version((4, 3, 1))")
  expect_crosses(numeric_version("7"), "rkeras.version.Version((7,))")
  expect_crosses(
    numeric_version(c("1.2", "1.10")),
    "[rkeras.version.Version((1, 2)), rkeras.version.Version((1, 10))]"
  )
  expect_crosses(numeric_version(character()), "[]")
  missing <- numeric_version(c("1.2", NA), strict = FALSE)
  expect_crosses(missing, "[rkeras.version.Version((1, 2)), None]")
  expect_crosses(missing[2], "None", NULL)
})

test_that("a version is a tuple to Python, which compares as sys.version_info does", {
  version <- package_version("3.11.2")
  expect_true(
    py_eval("lambda x: isinstance(x, tuple) and (3, 9) < x < (3, 11, 3)")(version)
  )
  expect_identical(py_str(r_to_py(version)), "3.11.2")
  py_run_string("import copy, pickle")
  for (copy in c("copy.deepcopy", "lambda x: pickle.loads(pickle.dumps(x))", "lambda x: x")) {
    expect_identical(py_eval(copy)(version), version)
  }
  expect_identical(py_eval("lambda x: list(x)")(version), c(3L, 11L, 2L))
  expect_identical(py_eval("lambda x: x[:2]")(version), list(3L, 11L))
})

test_that("versions that Python put in a list are a vector", {
  a <- package_version("1.2")
  expect_identical(py_eval("lambda x: [x, x]")(a), package_version(c("1.2", "1.2")))
  expect_identical(py_eval("lambda x: [x, None]")(a)[1], a)
  expect_identical(
    py_eval("lambda x, y: [x, y]")(a, numeric_version("3")), numeric_version(c("1.2", "3"))
  )
})
