# Evaluates the result of `source_of()` as in a new session.
made_of <- function(x) eval(str2expression(source_of(x)), new.env(parent = baseenv()))

test_that("a function is its code, as it was written", {
  written <- function(text) eval(parse(text = text, keep.source = TRUE))
  f <- written("function(x)   x + 1 # one more")
  expect_identical(source_of(f), "function(x)   x + 1")
  expect_identical(made_of(f)(2), 3)
  g <- written("function(x) {\n  # why\n  x\n}")
  expect_match(source_of(g), "# why")
  body(g) <- quote(x * 2)
  expect_identical(made_of(g)(2), 4)
  computed <- eval(bquote(function(x) x * .(10)))
  expect_identical(made_of(computed)(2), 20)
})

test_that("what a function uses from outside comes first, and nothing else", {
  unused <- 1
  size <- 3L
  table <- list(a = 0.1, b = c(x = NA, y = TRUE), c = "text", d = factor("l"))
  helper <- function(n) if (n == 0) size else helper(n - 1)
  f <- function(x, ..., y = table$a) {
    local <- x
    inner <- function(z) z + y
    list(helper(2), table, inner(local), stats::median(1:3))
  }
  code <- source_of(f)
  expect_no_match(code, "unused")
  expect_no_match(code, "median <-")
  expect_identical(made_of(f)(1), f(1))
})

test_that("numbers are kept exactly", {
  values <- c(pi, 1 / 3, 1e-300, NA, Inf, -0.1)
  f <- function() values
  expect_identical(made_of(f)(), values)
})

test_that("what cannot be written is left out with a warning", {
  place <- new.env()
  object <- py_eval("object()")
  f <- function() list(place, object)
  expect_warning(code <- source_of(f), "`place`, `object`|`object`, `place`")
  expect_match(code, "list(place, object)", fixed = TRUE)
})

test_that("Python modules and classes are imported", {
  math <- import("math")
  Decimal <- import("decimal")$Decimal
  f <- function(x) list(math$floor(x), Decimal)
  made <- made_of(f)(2.5)
  expect_identical(made[[1]], 2L)
  expect_identical(py_id(made[[2]]), py_id(Decimal))
})

test_that("a class is the call that defines it", {
  rate <- 0.5
  Base <- PyClass("Base", list(
    initialize = function(x) self$x <- x,
    half = function() self$x * rate,
    kind = "base",
    double = active_property(function() 2 * self$x)
  ))
  Derived <- PyClass("Derived", inherit = Base, list(
    half = function() -super$half(),
    hidden = function() private$value,
    private_use = function() private$add(1)
  ))
  code <- source_of(Derived)
  expect_match(code, "Base <- rkeras::PyClass(\"Base\"", fixed = TRUE)
  object <- made_of(Derived)(4)
  expect_identical(object$half(), -2)
  expect_identical(object$double, 8)
  expect_identical(object$kind, "base")
  Listed <- PyClass("Listed", list(), inherit = import_builtins()$list)
  expect_s3_class(made_of(Listed)(), "python.builtin.list")
})

test_that("what a function takes apart or names as it opens it is its own", {
  first <- second <- file <- function() NULL
  f <- function(x) {
    .[first, b = second] <- x
    with(x %as% file, c(first, second, file))
  }
  g <- function(x) c(first, .) %<-% x
  expect_no_match(c(source_of(f), source_of(g)), "(first|second|file) <- function")
})
