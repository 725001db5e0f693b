withr::local_options(tensorflow.extract.style = "R")
m <- matrix(1:12, 3)
tensor <- function(x, ...) op_array(x, ...)
r <- function(x) {
  value <- as.array(x)
  if (length(dim(value)) == 1L) as.vector(value) else value
}

test_that("subscripts pick what they pick in R", {
  x <- tensor(m)
  rows <- c(3, 1)
  expect_identical(r(x[2, 3]), 8L)
  expect_identical(r(x[2, ]), m[2, ])
  expect_identical(r(x[, 4]), m[, 4])
  expect_identical(r(x[1:2, 3:4]), m[1:2, 3:4])
  expect_identical(r(x[rows, ]), m[rows, ])
  expect_identical(r(x[rows, c(4, 2, 2)]), m[rows, c(4, 2, 2)])
  expect_identical(r(x[c(TRUE, FALSE, TRUE), 2:3]), m[c(TRUE, FALSE, TRUE), 2:3])
  expect_identical(r(x[2, , drop = FALSE]), m[2, , drop = FALSE])
  expect_identical(r(x[array(2), ]), m[2, , drop = FALSE])
  expect_identical(r(x[cbind(c(1, 3), c(2, 4))]), m[cbind(c(1, 3), c(2, 4))])
  expect_identical(r(x[3:1, ]), m[3:1, ])
  expect_identical(r(x[, TRUE]), m)
  expect_identical(dim(x[integer(), ]), c(0L, 4L))
})

test_that("and what R has not", {
  x <- tensor(m)
  n <- 2
  expect_identical(r(x[2]), m[2, ])
  expect_identical(r(x[-1, ]), m[3, ])
  expect_identical(r(x[, -2:-1]), m[, 3:4])
  expect_identical(r(x[, 1:4:2]), m[, c(1, 3)])
  expect_identical(r(x[, `::2`]), m[, c(1, 3)])
  expect_identical(r(x[, NA:NA:-1]), m[, 4:1])
  expect_identical(r(x[n:NA, ]), m[2:3, ])
  expect_identical(r(x[NULL:n, ]), m[1:2, ])
  expect_identical(r(x[.., 1]), m[, 1])
  expect_identical(r(x[all_dims(), 1]), m[, 1])
  expect_identical(dim(x[newaxis, , NULL]), c(1L, 3L, 1L, 4L))
  expect_identical(r(x[m > 6]), m[m > 6])
  expect_identical(r(x[x > 6L]), m[m > 6])
  expect_identical(r(op_subset(x, op_nonzero(x > 10L))), c(11L, 12L))
  expect_identical(r(op_subset(x, tensor(c(3L, -1L)), 1)), m[c(3, 3), 1])
  expect_identical(r(op_subset(x, tensor(2L), 1)), m[2, 1])
  expect_identical(r(op_subset(x, tensor(2L):tensor(3L), 1)), m[2:3, 1])
  expect_identical(r(x[, tensor(c(TRUE, FALSE, FALSE, TRUE))]), m[, c(1, 4)])
  expect_identical(r(op_subset(m, 2:3, 1)), m[2:3, 1])
})

test_that("positions out of bounds are errors, and so is what is no position", {
  x <- tensor(m)
  for (picks in expression(x[4, ], x[-4, ], x[0, ], x[1:4, ], x[c(1, 4), ], x[, c(0, 1)], x[0:1, ],
                           x[cbind(1, 5)], x[c(TRUE, FALSE), ], x[1, 1, 1], x[m[1:2, ] > 1])) {
    expect_error(eval(picks), class = "python.builtin.IndexError", info = deparse(picks))
  }
  expect_error(x[4, ], "position 4 is out of bounds: axis 1 has length 3")
  for (picks in expression(x[1.5, ], x[NA, ], x[c(1, NA), ], x["a"], x[1:2.5, ])) {
    expect_refused(eval(picks), info = deparse(picks))
  }
})

test_that("assigning makes a new tensor that is as R's would be", {
  for (change in expression(
    x[2, ] <- 0L, x[2, 3] <- 7, x[1:2, c(4, 1)] <- 9L, x[, 2] <- c(5, 6, 7), x[x > 6L] <- -1L,
    x[cbind(1:2, 3:4)] <- c(20L, 30L)
  )) {
    x <- m
    eval(change)
    in_r <- x
    x <- before <- tensor(m)
    eval(change)
    expect_identical(r(x), matrix(as.integer(in_r), 3), info = deparse(change))
    expect_identical(r(before), m)
  }
  expect_identical(r(op_subset_set(tensor(1:3), 2, value = 0L)), c(1L, 0L, 3L))
  x <- tensor(1:3)
  op_subset(x, -1) <- 9
  expect_identical(r(x), c(1L, 2L, 9L))
  expect_error(x[1] <- 1.5, "cast either", class = "python.builtin.TypeError")
  expect_error(x[4] <- 1L, class = "python.builtin.IndexError")
})

test_that("any part of any axes can be assigned, wherever the whole ones stand", {
  a <- array(as.numeric(1:60), 3:5)
  some <- c(TRUE, FALSE, TRUE, FALSE, TRUE)
  for (change in expression(
    x[2, 3, 4] <- 0, x[2, , ] <- 0, x[, 2, ] <- 0, x[, , 2] <- 0, x[2, 3, ] <- c(1, 2, 3, 4, 5),
    x[, , ] <- 7, x[2:3, , c(5, 1)] <- 0, x[c(3, 1), 2:4, ] <- 0, x[, 4:2, some] <- 0,
    x[a > 30] <- 0, x[c(TRUE, FALSE, TRUE), , ] <- 0, x[2, 4:2, ] <- rbind(1:5, 6:10, 11:15)
  )) {
    x <- a
    eval(change)
    in_r <- x
    x <- op_array(a)
    eval(change)
    expect_equal(r(x), in_r, info = deparse(change))
  }
  x <- op_array(a)
  expect_identical(r(op_subset_set(x, .., 2, value = 0)[, , 2]), matrix(0, 3, 4))
  expect_identical(r(op_subset_set(x, 2, NULL, 3, value = op_ones(c(1, 5)))[2, 3]), rep(1, 5))
  expect_identical(r(op_subset_set(x, 2, value = 0)[2]), matrix(0, 4, 5))
  expect_identical(r(op_subset_set(x, integer(), value = 0)), r(x))
  expect_error(x[1, , 6] <- 0, "axis 3 has length 5", class = "python.builtin.IndexError")
})

if (on_tensorflow()) {
  test_that("parts are assigned where the shape is not known yet", {
    first_row <- tf$`function`(
      function(x) op_subset_set(x, 1, value = 0),
      input_signature = list(tf$TensorSpec(list(NULL, NULL), "float64"))
    )
    expect_identical(r(first_row(matrix(1, 2, 3))), rbind(c(0, 0, 0), c(1, 1, 1)))
    first_column <- tf$`function`(
      function(x) op_subset_set(x, , 1, value = 0),
      input_signature = list(tf$TensorSpec(list(NULL, NULL), "float64"))
    )
    expect_identical(r(first_column(matrix(1, 2, 2))), cbind(c(0, 0), c(1, 1)))
  })
}

test_that("variables change in place", {
  x <- keras$Variable(op_array(c(1, 2, 3)))
  same <- x
  x[2] <- 5
  expect_identical(r(same), c(1, 5, 3))
  y <- tf$Variable(1:3)
  y[1:2] <- 0L
  expect_identical(r(y), c(0L, 0L, 3L))
  for (change in expression(x[2, ] <- 0, x[2, 3] <- 7, x[, 2] <- c(5, 6, 7), x[1:2, 2:3] <- 9,
                            x[3:1, ] <- cbind(1:3, 4:6, 7:9, 0), x[m > 6] <- -1,
                            x[c(3, 1), 2] <- c(5, 6))) {
    x <- m + 0
    eval(change)
    in_r <- x
    for (make in list(tf$Variable, keras$Variable)) {
      x <- make(op_array(m + 0))
      eval(change)
      expect_equal(r(op_convert_to_tensor(x)), in_r, info = deparse(change))
    }
  }
  x <- tf$Variable(op_array(m + 0))
  x[.., 1:4:2] <- 0
  expect_equal(r(x), cbind(0, m[, 2], 0, m[, 4]))
  expect_error(x[4, 1] <- 0, "axis 1 has length 3", class = "python.builtin.IndexError")
})

if (on_tensorflow()) test_that("tensors of strings have parts, which can be replaced", {
  x <- tf$constant(c("a", "b", "c"))
  expect_identical(as.character(x[c(3, 1)]), c("c", "a"))
  x[2] <- "z"
  expect_identical(as.character(x), c("a", "z", "c"))
  expect_error(x[1] <- 1, "cannot hold", class = "python.builtin.TypeError")
  y <- tf$constant(1:3)
  expect_error(y[1] <- "a", "cannot hold", class = "python.builtin.TypeError")
})

test_that("symbolic tensors have parts too", {
  x <- keras_input(shape = c(4, 5))
  model <- keras_model(x, x[, c(4, 1), 2:3])
  values <- array(as.numeric(1:40), c(2, 4, 5))
  expect_identical(r(model(values)), values[, c(4, 1), 2:3])
  expect_error(x[, 5, ], class = "python.builtin.IndexError")
})

test_that("subscripts are read as Python reads them where that is asked for", {
  x <- tf$constant(matrix(1:6, 2, byrow = TRUE))
  i <- tf$constant(1L)
  expect_identical(r(x[0, 1:3, style = "python"]), 2:3)
  expect_identical(r(x[, i, style = "python"]), c(2L, 5L))
  expect_identical(r(x[, 0:9, style = "python"]), x |> r())
  expect_identical(r(x[, `::-1`, style = "python"]), r(x)[, 3:1])
  expect_error(x[2, style = "python"], "axis 1 has length 2, and positions count from 0",
               class = "python.builtin.IndexError")
  expect_refused(x[1, style = "C"], "`style` must be")
  withr::local_options(tensorflow.extract.style = "python")
  expect_identical(r(x[-1]), 4:6)
  x[0, 1] <- 9L
  expect_identical(r(x[0]), c(1L, 9L, 3L))
})

test_that("each convention can be chosen", {
  x <- tensor(11:20)
  from_zero <- tf_extract_opts(NULL, one_based = FALSE, warn_negatives_pythonic = FALSE)
  expect_identical(r(x[0:2, options = from_zero]), 11:13)
  expect_identical(r(x[c(0, 9), options = from_zero]), c(11L, 20L))
  expect_identical(r(x[-2:-1, options = from_zero]), 19:20)
  expect_error(x[0:10, options = from_zero], class = "python.builtin.IndexError")
  without_end <- tf_extract_opts(NULL, inclusive_stop = FALSE)
  expect_identical(r(x[1:3, options = without_end]), 11:12)
  expect_identical(r(x[9:11, options = without_end]), 19:20)
  expect_error(x[9:12, options = without_end], class = "python.builtin.IndexError")
  unchecked <- tf_extract_opts(NULL, disallow_out_of_bounds = FALSE)
  expect_identical(r(x[9:99, options = unchecked]), 19:20)
  expect_error(x[99, options = unchecked], class = "python.builtin.IndexError")
  expect_identical(
    unclass(tf_extract_opts("R"))[4:5],
    list(warn_tensors_passed_asis = FALSE, warn_negatives_pythonic = FALSE)
  )
  expect_false(any(unlist(tf_extract_opts("python"))))
  withr::local_options(tensorflow.extract.style = NULL, tensorflow.extract.one_based = FALSE,
                       tensorflow.extract.warn_negatives_pythonic = FALSE)
  expect_identical(r(x[0]), 11L)
})

test_that("in brackets a tensor counts from 0, which is a warning once", {
  x <- tensor(m)
  i <- tensor(1L)
  expect_identical(r(x[i, ]), m[2, ])
  expect_identical(r(x[, tensor(0L):tensor(2L)]), m[, 1:2])
  expect_identical(r(x[1:tensor(2L), 1]), m[1:2, 1])
  expect_identical(r(x[tensor(c(2L, -1L, 0L)), 1]), m[c(3, 3, 1), 1])
  withr::local_options(tensorflow.extract.style = NULL,
                       tensorflow.extract.warn_tensors_passed_asis = TRUE)
  expect_warning(x[i, ], "as-is", class = "rkeras_warning_subset")
  expect_no_warning(x[i, ])
  expect_no_warning(x[x > 6L])
  expect_no_warning(op_subset(x, i))
  always <- tf_extract_opts(NULL, warn_tensors_passed_asis = TRUE)
  expect_warning(x[i, options = always], class = "rkeras_warning_subset")
})

test_that("a negative position is a warning once, a negative step is none", {
  x <- tensor(m)
  withr::local_options(tensorflow.extract.style = NULL,
                       tensorflow.extract.warn_negatives_pythonic = TRUE)
  expect_no_warning(x[3:1:-1, ])
  expect_warning(x[-1, ], "warn_negatives_pythonic = FALSE", class = "rkeras_warning_subset")
  expect_no_warning(x[, -2:-1])
  withr::local_options(tensorflow.extract.warn_negatives_pythonic = TRUE)
  expect_warning(x[, -2:-1], "from the end", class = "rkeras_warning_subset")
  withr::local_options(tensorflow.extract.warn_negatives_pythonic = TRUE)
  expect_no_warning(op_subset(x, -1))
})

if (on_tensorflow()) {
  test_that("parts of eager tensors have gradients and do not depend on graphs", {
    x <- as_tensor(matrix(as.numeric(1:12), 3))
    with(tf$GradientTape() %as% tape, {
      tape$watch(x)
      y <- x[2, 3] * 2 + sum(x[c(-1, 1), ] * x[c(-1, 1), ])
    })
    expect_identical(as.array(tape$gradient(y, x)), {
      slope <- 2 * matrix(as.numeric(1:12), 3)
      slope[2, ] <- c(0, 0, 2, 0)
      slope
    })
    # The first use of these positions is in a graph.
    traced <- tf_function(function(i) x[3, 4] + x[2:3, 4][1] + i)
    expect_equal(as.array(traced(as_tensor(0))), 12 + 11)
    expect_equal(as.array(x[3, 4] + x[2:3, 4][1]), 12 + 11)
  })

  test_that("a variable without axes, and rows of one with two, are assigned", {
    v <- tf$Variable(1)
    op_subset(v, ..) <- 2
    expect_identical(as.numeric(v), 2)
    w <- tf$Variable(matrix(0, 2, 3))
    w[2, ] <- 1:3
    w[-1, 3:2] <- c(7, 8)
    w[1, c(1, 3)] <- 9
    expect_identical(as.array(w), rbind(c(9, 0, 9), c(1, 8, 7)))
  })

  test_that("numbers beside tensors of 64 bits are not rounded", {
    x <- as_tensor(c(5.1, 0.1 + 0.2))
    expect_identical(as.array(x > 5.1), array(c(FALSE, FALSE)))
    expect_identical(as.array(x + 0.1), array(c(5.1, 0.1 + 0.2) + 0.1))
    expect_identical((tf$zeros(2L) + 0.1)$dtype$name, "float32")
  })
}

test_that("masks are read column by column, as in R", {
  x <- tensor(m)
  expect_identical(r(x[x > 2 & x < 9]), m[m > 2 & m < 9])
  values <- -seq_len(sum(m > 6))
  storage.mode(values) <- typeof(m)
  expected <- m
  expected[m > 6] <- values
  x[m > 6] <- values
  expect_identical(r(x), expected)
})

test_that("`[[` takes one position for each subscript, from 1", {
  x <- tensor(m)
  expect_identical(r(x[[2]]), m[2, ])
  expect_identical(r(x[[2, 3]]), m[[2, 3]])
  expect_identical(r(tensor(c(4, 5))[[1]]), 4)
  expect_identical(x[["ndim"]], 2L)
  expect_refused(x[[1:2]], "one position")
  x[[2, 3]] <- 0L
  expect_identical(as.numeric(x[[2, 3]]), 0)
})

test_that("tensorflow's older option sets the first position", {
  withr::local_options(tensorflow.extract.style = NULL, tensorflow.one_based_extract = FALSE)
  expect_identical(r(tensor(c(4, 5, 6))[1]), 5)
  withr::local_options(tensorflow.extract.one_based = TRUE)
  expect_identical(r(tensor(c(4, 5, 6))[1]), 4)
})

if (on_tensorflow()) test_that("a tensor of unknown rank has the same parts in a graph", {
  x <- array(as.numeric(1:60), c(5, 4, 3))
  traced <- function(f) tf_function(f, input_signature = list(tf$TensorSpec(NULL, "float32")))
  same <- function(f, expected) expect_equal(as.array(traced(f)(x)), expected)
  same(function(x) op_subset(x, 2, c(3, 1)), x[2, c(3, 1), ])
  same(function(x) op_subset(x, .., c(3, 1)), x[, , c(3, 1)])
  same(function(x) op_subset(x, .., c(2, 4), 2), x[, c(2, 4), 2])
  same(function(x) op_subset(x, .., c(TRUE, FALSE, TRUE)), x[, , c(1, 3)])
  same(function(x) op_subset(x, 1, .., c(TRUE, FALSE, TRUE)), x[1, , c(1, 3)])
  same(function(x) op_subset(x, c(TRUE, FALSE, TRUE, FALSE, TRUE)), x[c(1, 3, 5), , ])
  same(function(x) x[x > 55], array(as.numeric(56:60)))
  fails <- traced(function(x) op_subset(x, .., c(TRUE, FALSE)))
  expect_error(fails(x), "a mask needs the length of its axis")
})

# `@` calls no methods before R 4.3, so the tests call them as R does.
at <- function(x, name) rkeras:::`@.python.builtin.object`(x, name)

test_that("`x@r[...]` counts from 1", {
  x <- op_array(matrix(1:6, 2))
  expect_identical(as.array(at(x, "r")[2, ]), c(2L, 4L, 6L) |> array())
  expect_identical(as.array(at(x, "r")[, 1:2]), as.array(x[, 1:2]))
  expect_identical(as.array(at(x, "r")[.., -1]), as.array(x[.., -1]))
  expect_identical(as.array(at(x, "r")[1, newaxis]), as.array(x[1, newaxis]))
  expect_identical(as.array(at(x, "r")[x > 3L]), as.array(x[x > 3L]))
  expect_identical(as.array(at(x, "r")[]), as.array(x))
  array <- np_array(c(10, 20, 30))
  expect_equal(as.vector(at(array, "r")[3]), 30)
})

test_that("`x@py[...]` counts from 0", {
  x <- op_array(matrix(1:6, 2))
  expect_identical(as.array(at(x, "py")[1, ]), array(c(2L, 4L, 6L)))
  expect_identical(as.array(at(x, "py")[, 0:2]), as.array(x[, 1:2]))
  expect_identical(py_to_r(at(r_to_py(list(1, 2, 3)), "py")[0]), 1)
})

test_that("parts are replaced", {
  x <- op_array(c(1, 2, 3))
  part <- at(x, "r")
  part[2] <- 9
  expect_equal(as.vector(`@<-`(x, "r", part)), c(1, 9, 3))
  list <- r_to_py(list(1, 2))
  part <- at(list, "py")
  part[0] <- 5
  expect_identical(py_to_r(`@<-`(list, "py", part)), c(5, 2))
})

test_that("there are no other slots", {
  expect_refused(at(op_array(1), "x"), "no slot `x`")
  x <- op_array(1)
  expect_refused(x@r <- 1, "Nothing can be assigned")
})

test_that("R 4.3 and later call the methods", {
  x <- op_array(c(1, 2, 3))
  first <- eval(quote(x@r[1]), list(x = x)) |> try(silent = TRUE)
  if (getRversion() >= "4.3.0") {
    expect_equal(as.vector(first), 1)
    x@r[1] <- 7
    expect_equal(as.vector(x@py[0]), 7)
  } else {
    expect_s3_class(first, "try-error")
  }
})
