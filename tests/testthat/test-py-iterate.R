generator <- function(code) py_eval(code, convert = TRUE)

test_that("iterate() goes through generators and containers", {
  expect_identical(iterate(generator("(n * n for n in range(4))")), c(0L, 1L, 4L, 9L))
  expect_identical(iterate(generator("iter('ab')")), c("a", "b"))
  expect_identical(iterate(generator("iter(())")), list())
  expect_identical(iterate(generator("iter([1, 2])"), function(x) x + 0.5), c(1.5, 2.5))
  expect_false(withVisible(iterate(generator("iter([1])")))$visible)
})

test_that("iterate() simplifies single values of one type only", {
  expect_identical(iterate(generator("iter([1, 'a'])")), list(1L, "a"))
  expect_identical(iterate(generator("iter([1, None])")), list(1L, NULL))
  expect_identical(iterate(generator("iter([[1, 2], [3, 4]])")), list(1:2, 3:4))
  expect_identical(iterate(generator("iter([1, 2])"), simplify = FALSE), list(1L, 2L))
})

test_that("items stay in Python where the iterable says so", {
  items <- iterate(py_eval("[1, 2]", convert = FALSE))
  expect_type(items, "list")
  expect_s3_class(items[[1]], "python.builtin.int")
})

test_that("iter_next() ends with `completed`", {
  it <- generator("iter([None, 2])")
  expect_null(iter_next(it, completed = "done"))
  expect_identical(iter_next(it, completed = "done"), 2L)
  expect_identical(iter_next(it, completed = "done"), "done")
  expect_null(iter_next(it))
})

test_that("as_iterator() gives iterators as they are and asks iterables", {
  it <- generator("iter([1])")
  expect_identical(py_id(as_iterator(it)), py_id(it))
  x <- py_eval("[1, 2]", convert = FALSE)
  expect_s3_class(as_iterator(x), "python.builtin.list_iterator")
  expect_identical(iterate(1:3), 1:3)
  expect_identical(iter_next(as_iterator(list("a", 2))), "a")
  expect_identical(iter_next(as_iterator(5)), 5)
  expect_error(as_iterator(py_eval("object()", FALSE)), class = "python.builtin.TypeError")
  expect_refused(iter_next(x), "`it` must be a Python iterator")
})

test_that("errors in the iterator and in `f` come out", {
  bad <- py_run_string("
def bad():
  yield 1
  raise ValueError('in the middle')
x = bad()", local = TRUE)$x
  expect_error(iterate(bad), "in the middle", class = "python.builtin.ValueError")
  expect_error(iterate(generator("iter([1])"), function(x) stop("from f")), "from f")
  # A StopIteration of f's own does not end the iteration silently.
  next_of_nothing <- function(x) import_builtins()$`next`(generator("iter(())"))
  expect_error(
    iterate(generator("iter([1])"), next_of_nothing),
    class = "python.builtin.StopIteration"
  )
})

test_that("functions that need arguments are refused", {
  expect_refused(py_iterator(function(x) x), "without arguments, but needs `x`")
  expect_refused(rkeras::generator(function(n) function() n), "without arguments, but needs `n`")
  expect_no_error(py_iterator(function(x = 1) NULL))
})

test_that("iterators have a class of their own", {
  codes <- c("iter([1])", "(x for x in [1])", "map(str, [1])", "__import__('itertools').count()")
  for (code in codes) {
    class <- class(py_eval(code))
    expect_identical(utils::tail(class, 2), c("python.builtin.iterator", "python.builtin.object"))
  }
  expect_s3_class(py_iterator(function() NULL), "python.builtin.iterator")
  expect_false(inherits(py_eval("{}.keys()"), "python.builtin.iterator"))
  expect_identical(class(py_eval("(x for x in [1])"))[[1]], "python.builtin.generator")
})
