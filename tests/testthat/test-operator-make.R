test_that("a table of dtypes: what R sees, and what comes back", {
  seen <- NULL
  same <- function(dtype) {
    r_operator(function(x) {
      seen <<- x
      x
    }, Tout = dtype)
  }
  rows <- list(
    list("float64", c(1.5, NaN, Inf), c(1.5, NaN, Inf)),
    list("float32", c(1.5, -2), c(1.5, -2)),
    list("float16", c(1.5, 65504), c(1.5, 65504)),
    list("bfloat16", c(1.5, -3), c(1.5, -3)),
    list("int8", c(-128, 127), c(-128L, 127L)),
    list("uint8", c(0, 255), c(0L, 255L)),
    list("int16", c(-5, 5), c(-5L, 5L)),
    list("uint16", c(0, 65535), c(0L, 65535L)),
    list("int32", c(-2147483647, 7), c(-2147483647L, 7L)),
    list("int32", c(-2147483648, 7), c(-2147483648, 7)),
    list("uint32", c(0, 4294967295), c(0, 4294967295)),
    list("int64", c(1, 2), c(1L, 2L)),
    list("int64", c(1, 2^40), c(1, 2^40)),
    list("uint64", c(1, 2^40), c(1, 2^40))
  )
  for (row in rows) {
    x <- tf$cast(as_tensor(row[[2]]), row[[1]])
    y <- same(row[[1]])(x)
    expect_identical(seen, row[[3]], label = row[[1]])
    expect_identical(y$dtype$name, row[[1]])
    expect_identical(as.vector(as.array(tf$cast(y, "float64"))), row[[2]], label = row[[1]])
  }
  expect_identical(as.array(same("bool")(c(TRUE, FALSE))), array(c(TRUE, FALSE)))
  complex64 <- tf$complex(tf$ones(2L), tf$ones(2L))
  expect_identical(as.array(same("complex64")(complex64)), array(c(1 + 1i, 1 + 1i)))
  expect_identical(as.array(same("complex128")(as_tensor(c(1i, 2 - 1i)))), array(c(1i, 2 - 1i)))
  texts <- c("", "a", strrep("long ", 20), "h\u00f6\u00df")
  expect_identical(as.array(same("string")(texts)), array(texts))
})

test_that("64-bit integers beyond doubles are integer64", {
  skip_if_not_installed("bit64")
  large <- bit64::as.integer64("9007199254740993")
  seen <- NULL
  op <- r_operator(function(x) {
    seen <<- x
    x + 1L
  }, Tout = "int64")
  x <- py_eval("__import__('tensorflow').constant([9007199254740993], 'int64')", convert = FALSE)
  y <- op(x)
  expect_s3_class(seen, "integer64")
  expect_identical(as.character(seen), as.character(large))
  expect_identical(as.character(py_to_r(y)), as.character(large + 1L))
})

test_that("shapes: scalars, arrays in R's order, empty tensors", {
  seen <- list()
  op <- r_operator(function(x) {
    seen <<- dim(x)
    x + 1
  })
  lengths <- list(integer(), 3, 1, 2:3, 2:4, c(1, 6, 1))
  for (dim in lengths) {
    tensor <- as_tensor(array(seq_len(prod(dim)) + 0, c(dim, 1)))$numpy()
    tensor <- tf$squeeze(as_tensor(tensor), axis = -1L)
    expect_identical(as.array(op(tensor)), as.array(tensor) + 1)
    expect_identical(seen, if (length(dim) > 1L || identical(dim, 1)) as.integer(dim))
  }
  large <- matrix(runif(3e5), 1000)
  expect_identical(as.array(op(large)), large + 1)
  expect_identical(dim(op(tf$zeros(c(0L, 3L), "float64"))), c(0L, 3L))
  letters6 <- matrix(letters[1:6], 2)
  upper <- r_operator(toupper, Tout = "string")
  expect_identical(as.array(upper(letters6)), toupper(letters6))
})

test_that("large tensors with one long axis are views, which R does not modify", {
  seen <- NULL
  op <- r_operator(function(x) {
    seen <<- paste(utils::capture.output(.Internal(inspect(x))), collapse = "\n")
    x[1] <- -1
    x
  })
  x <- as_tensor(1:1e5 + 0)
  expect_identical(as.vector(as.array(op(x)))[1:2], c(-1, 2))
  expect_match(seen, "memory outside R")
  expect_identical(as.vector(as.array(x))[1:2], c(1, 2))

})

test_that("a view has the address of the tensor", {
  seen <- NULL
  op <- r_operator(function(x) {
    seen <<- utils::capture.output(.Internal(inspect(x)))[[1]]
    sum(x)
  })
  address <- py_eval("lambda x: hex(__import__('numpy').frombuffer(x).ctypes.data)")
  for (dim in list(1e5, c(1, 1e4, 1))) {
    x <- as_tensor(array(0, dim))
    op(x)
    expect_match(seen, paste("outside R at", address(x)))
  }
})

tf_graph_of <- function(op) tf$`function`(function(x) op(x))

test_that("a value that is not as declared is an error that names it", {
  expect_wrong <- function(value, Tout, ...) { # nolint
    op <- r_operator(function(x) value, Tout = Tout, name = "f")
    for (call in list(op, tf_graph_of(op))) {
      error <- expect_error(call(as_tensor(1)), class = "rkeras_error_operator")
      for (text in c(...)) expect_match(conditionMessage(error), text, fixed = TRUE)
    }
  }
  expect_wrong("a", "float64", "Output 1 of the operator `f`", "a character vector of length 1")
  expect_wrong(c(1, 2.5), "int32", "int32", "element 2 does not fit")
  expect_wrong(300, "uint8", "uint8", "element 1")
  expect_wrong(NA_integer_, "int64", "int64", "element 1")
  expect_wrong(NA, "bool", "bool", "element 1")
  expect_wrong(1, "bool", "bool", "a double vector")
  expect_wrong(c("a", NA), "string", "element 2 is NA")
  expect_wrong(factor("a"), "int32", "a factor")
  expect_wrong(NULL, "float64", "NULL")
  expect_wrong(mean, "float64", "a function")
  expect_wrong(list(1, 2, 3), c("float64", "float64"), "list of length 2", "a list of length 3")
  expect_wrong(matrix(TRUE, 2, 3), "float64", "a logical array of shape (2, 3)")
})

test_that("`shape` is checked, and gives graphs their shapes", {
  op <- r_operator(function(x) x[1:2], shape = function(x) 2L, name = "first")
  expect_identical(as.array(op(c(1, 2, 3))), array(c(1, 2)))
  shapes <- NULL
  graph <- tf$`function`(function(x) {
    y <- op(x)
    shapes <<- dim(y)
    y
  })
  graph(as_tensor(c(1, 2, 3)))
  expect_identical(shapes, 2L)
  wrong <- r_operator(function(x) x, shape = function(x) 2L, name = "first")
  expect_error(wrong(c(1, 2, 3)), "must be of shape \\(2\\), but it is a double vector of length 3")
  # A vector may stand for any tensor with one long axis, and a scalar for one of length 1.
  row <- r_operator(function(x) c(x), shape = function(x) c(1, NA))
  expect_identical(dim(row(c(1, 2, 3))), c(1L, 3L))
  one <- r_operator(function(x) sum(x), shape = function(x) 1L)
  expect_identical(dim(one(c(1, 2, 3))), 1L)
  expect_error(
    r_operator(function(x) x, shape = function(x) "a")(1), "whole numbers",
    class = "rkeras_error_operator"
  )
})

test_that("arguments are checked", {
  expect_refused(r_operator(1))
  expect_refused(r_operator(mean, Tout = 1), "dtype")
  expect_refused(r_operator(mean, Tout = character()))
  expect_refused(r_operator(mean, shape = 2))
  expect_refused(r_operator(mean, gradient = TRUE))
  expect_refused(r_operator(mean, name = ""))
  expect_refused(r_operator(mean, stateful = NA))
  expect_output(print(r_operator(mean, gradient = "numeric")), "`mean`.*float64.*numeric")
})

test_that("gradients, second ones too", {
  cube <- r_operator(
    function(x) x^3,
    gradient = r_operator(
      function(x, y, dy) 3 * x^2 * dy,
      gradient = function(x, y, dy, g, dg) list(6 * x * dy * dg, NULL, 3 * x^2 * dg)
    )
  )
  x <- as_tensor(c(2, 3))
  second <- function() {
    with(tf$GradientTape() %as% outer, {
      outer$watch(x)
      with(tf$GradientTape() %as% inner, {
        inner$watch(x)
        y <- cube(x)
      })
      first <- inner$gradient(y, x)
    })
    list(first, outer$gradient(first, x))
  }
  expect_equal(lapply(second(), as.array), list(array(c(12, 27)), array(c(12, 18))))
  expect_equal(lapply(tf$`function`(second)(), as.array), list(array(c(12, 27)), array(c(12, 18))))
})

test_that("numeric gradients are those of the formula, for each input", {
  f <- function(x, w, k) sum(sin(x) * w)
  op <- r_operator(f, gradient = "numeric")
  x <- as_tensor(matrix(c(0.5, 1, 1.5, 2), 2))
  w <- as_tensor(matrix(c(1, 2, 3, 4), 2))
  with(tf$GradientTape() %as% tape, {
    tape$watch(list(x, w))
    y <- op(x, w, 1L)
  })
  found <- lapply(tape$gradient(y, list(x, w)), as.array)
  expect_equal(found[[1]], cos(as.array(x)) * as.array(w), tolerance = 1e-8)
  expect_equal(found[[2]], sin(as.array(x)), tolerance = 1e-8)
})

test_that("a gradient that is not as it must be is an error", {
  slope <- function(gradient, x = as_tensor(c(1, 2))) {
    op <- r_operator(function(x) x, gradient = gradient, name = "f")
    with(tf$GradientTape() %as% tape, {
      tape$watch(x)
      y <- op(x)
    })
    tape$gradient(y, x)
  }
  expect_error(slope(NULL), "`f` has no gradient", class = "rkeras_error_operator")
  expect_error(
    slope(function(x, y, dy) c(1, 2, 3)), "Gradient 1 of the operator `f` must be of shape \\(2\\)"
  )
  expect_error(slope(function(x, y, dy) list(dy, dy)), "must return a list of length 1")
  expect_identical(as.array(slope(function(x, y, dy) list(NULL))), array(c(0, 0)))
})

test_that("strings that cannot be sent leave nothing behind", {
  # TensorFlow frees all strings of a tensor, also those that an error kept from being set.
  text <- "a string that is not small"
  parts <- r_operator(function(x) c(rep(text, x), NA, rep("b", 50)), "string")
  for (n in rep(c(0, 5, 20), 50)) {
    expect_error(parts(n), "element [0-9]+ is NA", class = "rkeras_error_operator")
  }
})
