tensor <- function(x, ...) tf$constant(x, ...)

test_that("with R values, control flow is R's own", {
  f <- autograph(function(x) {
    out <- character()
    for (name in names(x)) {
      if (is.null(x[[name]])) next
      if (name == "stop") break
      out <- c(out, name)
    }
    while (length(out) < 3) out <- c(out, "z")
    repeat {
      out <- out[-1]
      if (length(out) < 3) break
    }
    out
  })
  expect_identical(f(list(a = 1, b = 2, stop = 3, c = 4)), c("b", "z"))
  expect_identical(f(list(stop = 3)), c("z", "z"))
})

test_that("values and visibility are R's", {
  expect_visible(autograph(function(x) if (x) 1)(TRUE))
  expect_invisible(autograph(function(x) if (x) 1)(FALSE))
  expect_invisible(autograph(function(x) if (x) invisible(1) else 2)(TRUE))
  expect_visible(autograph(function(x) if (x) invisible(1) else 2)(FALSE))
  expect_invisible(autograph(function(x) for (i in x) i)(1:2))
  expect_null(autograph(function(x) while (FALSE) 1)(1))
  expect_invisible(autograph(function(x) x <- 2)(1))
})

test_that("loop variables are R's after the loop", {
  f <- function(x) {
    i <- "before"
    for (i in x) i
    i
  }
  g <- autograph(f)
  expect_identical(g(1:3), f(1:3))
  expect_identical(g(integer()), f(integer()))
  expect_identical(g(NULL), f(NULL))
  expect_identical(g(list("a", NULL)), f(list("a", NULL)))
  expect_identical(g(factor("b")), f(factor("b")))
})

test_that("errors of conditions are R's, with the user's code", {
  errors <- list(NA, logical(), c(TRUE, FALSE), "text", NULL, list())
  for (value in errors) {
    f <- function(x) if (x) "yes" else "no"
    own <- tryCatch(f(value), error = identity)
    converted <- tryCatch(autograph(f)(value), error = identity)
    expect_identical(conditionMessage(converted), conditionMessage(own))
    expect_identical(conditionCall(converted)[[1]], quote(`if`))
  }
  expect_error(autograph(function(x) while (x) 1)(NA), "missing value where TRUE/FALSE needed")
  expect_error(autograph(function(x) stopifnot("x must be positive" = x > 0))(-1),
               "x must be positive", fixed = TRUE)
  expect_error(autograph(function(x) stopifnot(x > 0))(-1), "x > 0 is not TRUE", fixed = TRUE)
  expect_error(autograph(function(x) if ("a" && x) 1)(TRUE), "invalid 'x' type")
})

test_that("arguments stay lazy, and frames are those of the function", {
  f <- autograph(function(x, y) {
    if (missing(y)) return("no y")
    if (FALSE) x
    substitute(x)
  })
  expect_identical(f(stop("not used")), "no y")
  expect_identical(f(stop("not used"), 1), quote(stop("not used")))
  g <- autograph(function(type = c("one", "two")) {
    if (TRUE) type <- match.arg(type)
    type
  })
  expect_identical(g(), "one")
  expect_error(g("three"), "should be one of")
  outer <- autograph(function() {
    on.exit(done <<- TRUE)
    if (TRUE) identical(environment(), sys.function() |> (function(f) parent.frame(2))()) else FALSE
    if (TRUE) return(sys.call())
  })
  done <- FALSE
  expect_identical(outer(), quote(outer()))
  expect_true(done)
  expect_named(formals(f), c("x", "y"))
})

test_that("switch() and logical operators of R values are R's", {
  f <- autograph(function(x) switch(x, a = , b = "ab", c = invisible("c"), "other"))
  expect_identical(f("a"), "ab")
  expect_identical(f("c"), "c")
  expect_identical(f("x"), "other")
  expect_identical(f(3), "c")
  expect_null(autograph(function(x) switch(x, "one", "two"))(3))
  expect_null(autograph(function(x) switch(x, "one", "two"))(4))
  g <- autograph(function(x, y) list(x && y, x || y))
  expect_identical(g(TRUE, NA), list(NA, TRUE))
  expect_identical(g(FALSE, stop("lazy")) |> tryCatch(error = conditionMessage), "lazy")
  expect_false(autograph(function(x) FALSE && stop("lazy"))(1))
  expect_identical(autograph(function(x) ifelse(x, "a", "b"))(c(TRUE, NA)), c("a", NA))
})

test_that("eager tensors decide when the code runs", {
  f <- autograph(function(x) if (x > 0) "positive" else "negative")
  expect_identical(f(tensor(1)), "positive")
  expect_identical(f(tensor(-1)), "negative")
  rows <- list()
  autograph(for (row in tensor(matrix(1:4, 2))) rows <- c(rows, list(as.vector(row))))
  expect_identical(rows, list(c(1L, 3L), c(2L, 4L)))
  expect_error(f(tensor(c(1, 2))), "length > 1")
  n <- 0
  for_each <- autograph(function(data) {
    for (x in data) {
      if (x == 3L) break
      n <<- n + as.numeric(x)
    }
  })
  for_each(tf$data$Dataset$range(100L))
  expect_identical(n, 3)
  for_each(as_iterator(tf$data$Dataset$range(2L)))
  expect_identical(n, 4)
})

test_that("expressions are evaluated in the calling environment", {
  total <- 1
  x <- tensor(4)
  autograph({
    while (x != 0) {
      total <- total * x
      x <- x - 1
    }
  })
  expect_equal(as.vector(total), 24)
  expect_identical(grep("^[.]ag", ls(all.names = TRUE), value = TRUE), character())
  expect_identical(autograph(if (total > 3) "large"), "large")
  expect_visible(autograph(1 + 1))
  expect_invisible(autograph(y <- 2))
  expect_identical(y, 2)
  sign <- autograph(function(x) if (x > 0) 1 else -1)
  expect_equal(as.vector(tf_function(sign)(tensor(-3))), -1)
  expect_identical(autograph(identity), identity)
})

test_that("functions that the function calls are converted", {
  above <- function(x, limit) {
    if (x > limit) return(TRUE)
    FALSE
  }
  f <- tf_function(function(x) {
    inner <- function(x) if (above(x, 1)) x * 2 else x * 3
    inner(x)
  })
  expect_equal(as.vector(f(tensor(2))), 4)
  expect_equal(as.vector(f(tensor(1))), 3)
  tools <- list(half = function(x) if (x > 1) x / 2 else x)
  expect_equal(as.vector(tf_function(function(x) tools$half(x))(tensor(4))), 2)
  late <- tf_function(function(x) defined_later(x))
  defined_later <- function(x) if (x > 0) x else -x
  expect_equal(as.vector(late(tensor(-4))), 4)
  maps <- tf_function(function(x) Reduce(`+`, lapply(1:3, function(i) if (x > i) x else 0 * x)))
  expect_equal(as.vector(maps(tensor(2))), 2)
})

test_that("a variable that one branch assigns is an error where it is used", {
  local_only <- tf_function(function(x) {
    if (x > 0) {
      part <- x + 1
      x <- part * 2
    }
    x
  })
  expect_equal(as.vector(local_only(tensor(1))), 4)
  used <- tf_function(function(x) {
    if (x > 0) part <- x + 1
    part
  })
  expect_error(used(tensor(1)), "`part` is undefined", class = "rkeras_error_undefined")
  again <- tf_function(function(x) {
    if (x > 0) part <- x + 1
    part <- x
    part
  })
  expect_equal(as.vector(again(tensor(3))), 3)
})

test_that("values of different types are an error that shows both", {
  f <- tf_function(function(x) {
    y <- if (x > 0) "text" else x
    y
  })
  expect_error(f(tensor(1)), "string of shape \\(\\).*float32 of shape",
               class = "rkeras_error_undefined")
  g <- tf_function(function(x) {
    if (x > 0) y <- list(a = 1) else y <- list(a = 1, b = 2)
    y
  })
  expect_error(g(tensor(1)), "a list of 1 .*a list of 2", class = "rkeras_error_undefined")
  loop <- tf_function(function(x) {
    while (tf$reduce_sum(x) < 9) x <- tf$concat(list(x, x), 0L)
    x
  })
  expect_error(loop(tensor(c(1, 2))), "`x` has the shape \\(2\\).*\\(4\\)",
               class = "rkeras_error_graph")
  texts <- tf_function(function(x) {
    while (tf$strings$length(x) < 9L) x <- tf$strings$length(x)
    x
  })
  expect_error(texts(tf$constant("a")), "string of shape .* int32", class = "rkeras_error_graph")
  growing <- tf_function(function(x) {
    out <- list(x)
    while (x < 9) {
      x <- x + 1
      out <- c(out, x)
    }
    out
  })
  expect_error(growing(tensor(1)), "a list of 1 .*a list of 2", class = "rkeras_error_graph")
  expect_error(tf_function(function(x) if (x > 0) x)(tensor(1)), "NULL",
               class = "rkeras_error_undefined")
  expect_error(tf_function(function(x) if (x > 0) 1 else 2)(tensor(c(1, 2))), "shape \\(2\\)",
               class = "rkeras_error_graph")
})

test_that("numbers of different types have the type that holds both", {
  branch <- tf_function(function(x, n) if (x > 0) n else x / 2)
  expect_equal(as.numeric(branch(tensor(3), tf$constant(2L))), 2)
  expect_equal(as.numeric(branch(tensor(-3), tf$constant(2L))), -1.5)
  loop <- tf_function(function(x) {
    while (x < 9) x <- tf$cast(x + 4, "float64")
    x
  })
  expect_equal(as.numeric(loop(tensor(1))), 9)
  expect_equal(loop(tensor(1))$dtype$name, "float64")
  halves <- tf_function(function(n) {
    while (n > 1) n <- n / 2
    n
  })
  expect_equal(as.numeric(halves(tf$constant(6L))), 0.75)
  # R numbers have the precision of the arguments.
  steps <- tf_function(function(x) {
    y <- if (x > 0) 0.1 else 0.2
    y
  })
  expect_identical(as.numeric(steps(tf$constant(1, "float64"))), 0.1)
})

test_that("branches and loops take vectors without elements, and missing values", {
  f <- tf_function(function(x) if (x > 0) numeric(0) else c(x, 1))
  expect_length(as.numeric(f(tensor(1))), 0L)
  expect_equal(as.numeric(f(tensor(-1))), c(-1, 1))
  g <- tf_function(function(x) if (x > 0) NA else x)
  expect_equal(as.numeric(g(tensor(1))), NaN)
  expect_equal(as.numeric(g(tensor(-1))), -1)
})

test_that("return() in code that R knows not to run leaves no trace", {
  f <- tf_function(function(x, n) {
    for (i in 1:n) {
      if (FALSE) return(x)
      x <- x + 1
    }
    if (x > 3) x else -x
  })
  expect_equal(as.numeric(f(tensor(1), tf$constant(3L))), 4)
  expect_equal(as.numeric(f(tensor(1), tf$constant(1L))), -2)
})

test_that("errors name the line of the source file", {
  file <- withr::local_tempfile(fileext = ".R")
  writeLines(c(
    "lines <- function(x) {", "  y <- x", "  if (x > 0) {", "    part <- x", "  }", "  part", "}"
  ), file)
  source(file, local = TRUE, keep.source = TRUE)
  expect_error(tf_function(lines)(tensor(1)), paste0("line 3 of ", basename(file)), fixed = TRUE)
})

test_that("R's errors while a graph is traced are the original conditions", {
  own <- structure(class = c("own", "error", "condition"), list(message = "mine", call = NULL))
  f <- tf_function(function(x) if (x > 0) stop(own) else x)
  expect_error(f(tensor(1)), "mine", class = "own")
  g <- tf_function(function(x) while (x > 0) x <- log("a"))
  expect_error(g(tensor(1)), "non-numeric argument to mathematical function")
  h <- tf_function(function(x) {
    tryCatch(if (x > 0) stop(own) else x, error = function(e) x * 10)
  })
  expect_equal(as.vector(h(tensor(1))), 10)
  # Others are errors when the graph runs, which tryCatch() in the graph cannot see.
  h <- tf_function(function(x) {
    tryCatch(if (x > 0) stop("caught") else x, error = function(e) x * 10)
  })
  expect_equal(as.vector(h(tensor(-1))), -1)
  expect_error(h(tensor(1)), "caught")
})

test_that("recursion on a tensor is an error, not a crash", {
  fib <- function(n) if (n < 2) n else fib(n - 1) + fib(n - 2)
  expect_error(tf_function(fib)(tensor(5)), class = "rkeras_error")
  expect_equal(as.vector(tf_function(fib)(5)), 5)
  known <- function(x) if (is_tensor(x)) stop("at once") else x
  expect_error(tf_function(known)(tensor(1)), "at once", class = "simpleError")
})

test_that("datasets are loops of the graph", {
  data <- tf$data$Dataset$range(6L)
  sums <- tf_function(function(data) {
    total <- tf$constant(0L, "int64")
    for (x in data) {
      if (x == 1L) next
      if (x == 4L) break
      total <- total + x
    }
    total
  })
  expect_equal(as.vector(sums(data)), 5)
  pairs <- tf$data$Dataset$zip(tuple(data, data$map(function(x) x * 2L)))
  both <- tf_function(function(data) {
    total <- tf$constant(0L, "int64")
    for (pair in data) total <- total + pair[[1]] * pair[[2]]
    total
  })
  expect_equal(as.vector(both(pairs)), 110)
  first <- tf_function(function(data) {
    for (x in data) if (x > 2L) return(x)
    tf$constant(-1L, "int64")
  })
  expect_equal(as.vector(first(data)), 3)
  iterated <- tf_function(function(it) {
    total <- tf$constant(0L, "int64")
    for (x in it) total <- total + x
    total
  })
  expect_equal(as.vector(iterated(as_iterator(data))), 15)
})

test_that("converted functions run in Dataset.map() on several threads", {
  collatz <- autograph(function(x) {
    steps <- 0L
    while (x > 1L) {
      if (x %% 2L == 0L) x <- x %/% 2L else x <- 3L * x + 1L
      steps <- steps + 1L
    }
    steps
  })
  data <- tf$data$Dataset$from_tensor_slices(1:8)$map(collatz, num_parallel_calls = 4L)
  expect_equal(unlist(lapply(iterate(data, simplify = FALSE), as.vector)),
               c(0, 1, 7, 2, 5, 8, 16, 3))
})

test_that("functions of a package's tests are converted", {
  # The environment of a test directory inherits from the package's namespace.
  of_tests <- new.env(parent = asNamespace("rkeras"))
  code <- parse(text = "sign_of <- function(x) if (x > 0) 1 else -1", keep.source = TRUE)
  eval(code, of_tests)
  traced <- tf_function(of_tests$sign_of)
  expect_identical(as.numeric(traced(tf$constant(-3))), -1)
})

test_that("functions of packages that import this one are converted", {
  own <- asNamespace("rkeras")
  package <- new.env(parent = own)
  package$.__NAMESPACE__. <- list2env(list(
    spec = c(name = "ag.package", version = "1.0"), imports = list(base = TRUE, rkeras = TRUE),
    exports = new.env()
  ))
  eval(quote(size <- function(x) if (part(x)) "large" else "small"), package)
  eval(quote(part <- function(x) if (x > 9) TRUE else FALSE), package)
  size <- package$size
  expect_identical(as.character(tf_function(function(x) size(x))(tensor(10))), "large")
  package$.__NAMESPACE__.$imports <- list(base = TRUE)
  other <- tf_function(function(x) {
    package_size(x)
  })
  package_size <- package$part
  expect_error(other(tensor(10)), "`if` in `package_size()`", fixed = TRUE)
  expect_error(other(tensor(10)), "autograph(ag.package::f)", fixed = TRUE)
  expect_identical(as.character(tf_function(autograph(size))(tensor(1))), "small")
})

test_that("functions that are called by their names, and methods, are converted", {
  half <- function(x) if (x > 1) x / 2 else x
  shrunk <- function(x) UseMethod("shrunk")
  shrunk.default <- function(x) half(x)
  registerS3method("shrunk", "default", shrunk.default)
  f <- tf_function(function(x) {
    list(do.call("half", list(x)), do.call(half, list(x)), match.fun("half")(x), shrunk(x))
  })
  expect_equal(lapply(f(tensor(4)), as.vector), rep(list(2), 4))
})
