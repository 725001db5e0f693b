# The rule for R doubles: float64, or the type of the floating-point tensors they are combined with.

type_of <- function(x) op_dtype(x)
float64 <- if (on_tensorflow()) "float64" else "float32"
x32 <- op_cast(c(1, 2), "float32")

test_that("doubles alone keep their 64 bits, a single number is weak", {
  for (x in list(c(1, 2), array(c(1, 2)), diag(2), double())) {
    expect_identical(type_of(op_abs(x)), float64)
    expect_identical(type_of(x), float64)
  }
  expect_identical(type_of(op_sqrt(2)), "float32")
  expect_identical(type_of(op_stack(list(c(1, 2), c(3, 4)))), float64)
  expect_identical(type_of(as_tensor(1:2) + c(0.5, 1)), "float64")
  expect_identical(type_of(op_add(1:2, c(0.5, 1))), float64)
  if (on_tensorflow()) expect_identical(as.vector(op_max(c(16777217, 1))), 16777217)
})

test_that("beside tensors of floats doubles take their type", {
  for (x in list(c(1, 2), array(c(1, 2)), matrix(1, 2, 2))) {
    expect_identical(type_of(op_add(x32, x)), "float32")
    expect_identical(type_of(op_multiply(x, x32)), "float32")
    expect_identical(type_of(op_cast(x32, "float16") + x), "float16")
    expect_identical(type_of(op_add(op_cast(x32, "float16"), x)), "float16")
    expect_identical(type_of(op_add(keras_input(2), x)), "float32")
  }
  expect_identical(type_of(op_stack(list(x32, c(1, 2)))), "float32")
  expect_identical(type_of(op_where(c(TRUE, FALSE), x32, c(1, 2))), "float32")
  expect_identical(type_of(op_batch_normalization(op_reshape(x32, c(1, 2)), c(1, 2), c(1, 2), 2)),
                   "float32")
})

test_that("a vector is computed with as an array of one dimension is", {
  outputs <- function(f, x) tryCatch(type_of(f(x)), error = function(e) "refused")
  own <- function(f) {
    args <- formals(f)
    args <- args[names(args) != "..."]
    sum(vapply(args, function(x) is.name(x) && !nzchar(as.character(x)), NA)) == 1L
  }
  operations <- grep("^op_", getNamespaceExports("rkeras"), value = TRUE)
  operations <- setdiff(operations, c(
    # where a vector is something else: a shape, several axes, pieces
    "op_dtype", "op_empty", "op_zeros", "op_ones", "op_eye", "op_identity", "op_tri"
  ))
  operations <- Filter(function(name) own(getExportedValue("rkeras", name)), operations)
  for (name in operations) {
    f <- getExportedValue("rkeras", name)
    expect_identical(outputs(f, c(0.5, 0.25)), outputs(f, array(c(0.5, 0.25))), info = name)
  }
  expect_gt(length(operations), 100L)
})

# JAX has no int64 unless it is enabled.
if (on_tensorflow()) test_that("integers of bit64 keep their bits", {
  big <- bit64::as.integer64("9007199254740993")
  expect_identical(op_add(big, 1L)$dtype$name, "int64")
  expect_identical(as.array(op_subtract(c(big, big), op_array(big - 3L, "int64"))), array(3L, 2))
})
