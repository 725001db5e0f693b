test_that("a seed repeats the random numbers of Python and NumPy", {
  withr::local_envvar(PYTHONHASHSEED = NA)
  numbers <- function() list(import("random")$random(), import("numpy")$random$rand(3L))
  py_set_seed(4e9)
  first <- numbers()
  expect_false(identical(numbers(), first))
  py_set_seed(4e9)
  expect_identical(numbers(), first)
  expect_identical(Sys.getenv("PYTHONHASHSEED"), "4000000000")
  py_set_seed(1, disable_hash_randomization = FALSE)
  expect_identical(Sys.getenv("PYTHONHASHSEED"), "4000000000")
})

test_that("a seed is a number that Python's generators take", {
  for (seed in list(-1, 1.5, 2^32, "1", c(1, 2), NA)) {
    expect_refused(py_set_seed(seed), "`seed` must be an integer")
  }
})
