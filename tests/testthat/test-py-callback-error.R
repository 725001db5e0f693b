apply_py <- py_eval("lambda f, *args: f(*args)")
error_of <- function(code) tryCatch(code, error = identity)

test_that("errors in callbacks show no call of ours", {
  error <- error_of(apply_py(function(x, y = 2) stop("no"), 1))
  expect_identical(conditionMessage(error), "no")
  expect_identical(deparse(error$call), "(function(x, y = 2) ...)(...)")
  error <- error_of(apply_py(function(x) x, 1, 2))
  expect_match(conditionMessage(error), "unused argument")
  f <- function(x) log(-"a")
  expect_identical(error_of(apply_py(f, 1))$call, quote(-"a"))
  inner <- function(x) stop("inner")
  expect_identical(error_of(apply_py(function(x) inner(x), 1))$call, quote(inner(x)))
})

test_that("errors in methods show the method's name", {
  Made <- PyClass("Made", list(
    go = function(x) stop("no"),
    with_self = function(self, x) stop("no")
  ))
  expect_identical(error_of(Made()$go(1))$call, quote(go(...)))
  expect_identical(error_of(Made()$with_self(1))$call, quote(with_self(.self, ...)))
})

test_that("`if` on a Python object in a callback says what to use", {
  tensor <- py_eval("type('Tensor', (), {'__bool__': lambda self: True})()", convert = FALSE)
  branch <- function(x) if (x) 1 else 2
  error <- error_of(apply_py(branch, tensor))
  expect_match(
    conditionMessage(error),
    "`x` is a tensor, but `if` takes TRUE or FALSE. Use tf_function() or autograph()", fixed = TRUE
  )
  expect_identical(error$call, quote(if (x) 1 else 2))
  error <- error_of(apply_py(function(x) TRUE && x, tensor))
  expect_match(conditionMessage(error), "`TRUE && x` is a tensor, but `&&`", fixed = TRUE)
  error <- error_of(apply_py(function(x) while (x) 1, tensor))
  expect_match(conditionMessage(error), "but `while` takes", fixed = TRUE)
  # Nothing is said of other values.
  error <- error_of(apply_py(branch, "text"))
  expect_identical(conditionMessage(error),
                   gettext("argument is not interpretable as logical", domain = "R"))
})
