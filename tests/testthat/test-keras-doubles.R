# The rule for R doubles: float64, or the type of the floating-point tensors they are combined with.

type_of <- function(x) op_dtype(x)
float64 <- if (on_jax()) "float32" else "float64"
x32 <- op_cast(c(1, 2), "float32")

test_that("doubles alone keep their 64 bits, a single number is weak", {
  for (x in list(c(1, 2), array(c(1, 2)), diag(2), double())) {
    expect_identical(type_of(op_abs(x)), float64)
    expect_identical(type_of(x), float64)
  }
  expect_identical(type_of(op_sqrt(2)), "float32")
  expect_identical(type_of(op_stack(list(c(1, 2), c(3, 4)))), float64)
  if (has_tensorflow()) expect_identical(type_of(as_tensor(1:2) + c(0.5, 1)), "float64")
  expect_identical(type_of(op_add(1:2, c(0.5, 1))), float64)
  if (!on_jax()) expect_identical(as.vector(op_max(c(16777217, 1))), 16777217)
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

# R's functions of tensors return tensors of the library that they are given, whatever the backend.

# Of a matrix `x`, a vector `v`, logicals `b` and `rows`, integers `i` and complex numbers `z`.
calls <- c(
  lapply(
    c("abs", "sign", "sqrt", "floor", "ceiling", "trunc", "exp", "expm1", "log1p", "log10", "log2",
      "log", "cos", "sin", "tan", "cosh", "sinh", "tanh", "acos", "asin", "atan", "acosh", "asinh",
      "atanh", "cospi", "sinpi", "tanpi", "gamma", "lgamma", "digamma", "trigamma", "round", "sum",
      "prod", "max", "min", "range", "mean", "t", "aperm", "rev", "is.finite", "is.infinite",
      "is.nan", "-"),
    function(f) call(f, quote(x))
  ),
  lapply(c("cumsum", "cumprod", "cummax", "cummin", "sort", "rev", "diff", "t", "na.omit"),
         function(f) call(f, quote(v))),
  lapply(c("Re", "Im", "Mod", "Conj", "Arg"), function(f) call(f, quote(z))),
  lapply(c("all", "any", "sum", "max", "mean", "!"), function(f) call(f, quote(b))),
  lapply(c("sum", "mean", "range", "abs", "sqrt"), function(f) call(f, quote(i))),
  lapply(c("+", "-", "*", "/", "^", "%%", "%/%", "==", "!=", "<", "<=", ">", ">="), function(f) {
    call("list", call(f, quote(x), 2), call(f, 2, quote(x)), call(f, quote(x), quote(x)),
         call(f, quote(i), 2L), call(f, quote(i), 1.5), call(f, quote(x), quote(array(2, c(2, 3)))))
  }),
  expression(
    sum(x, axis = 1), max(x, axis = 2, keepdims = TRUE), mean(x, axis = 1), mean(x, na.rm = TRUE),
    sum(x, na.rm = TRUE), any(b, axis = 1), sum(x, v), range(x, v, 3), round(x, 1), log(x, 2),
    aperm(x, c(2, 1)), sort(v, decreasing = TRUE),
    rep(v, 2), rep(v, each = 2), rep(v, times = 1:4), rep(v, length.out = 6), c(v, v), c(v, 1),
    rbind(v, v), cbind(v, v), rbind(x, 1), b & b, b | TRUE,
    x[1], x[1, 2], x[1:2, c(1, 3)], x[rows], v[v > 1], x[, 1, drop = FALSE], head(v, 2),
    tail(v, 2), op_subset(x, 1), `[<-`(x, 1, 1, value = 9), `[<-`(x, 1, value = c(1, 2, 3)),
    `[<-`(x, x > 2, value = 0)
  ),
  if (getRversion() >= "4.3") {
    expression(x %*% t(x), x %*% matrix(1, 3, 2), matrix(1, 2, 2) %*% x)
  }
)

tensors_of <- list(
  tensorflow = function(x, dtype) import("tensorflow", convert = FALSE)$constant(x, dtype),
  jax = function(x, dtype) import("jax.numpy", convert = FALSE)$array(x, dtype),
  torch = function(x, dtype) {
    torch <- import("torch", convert = FALSE)
    torch$asarray(x)$to(py_get_attr(torch, dtype))
  }
)
libraries <- Filter(py_module_available, c("tensorflow", "jax", "torch"))

values_in <- function(library) {
  make <- function(x, dtype) tensors_of[[library]](np_array(x), dtype)
  x <- matrix(c(0.5, 1, 2, 3, 1.5, 2.5), 2)
  list(
    x = make(x, "float32"), v = make(array(c(3, 1, 2, 1.5)), "float32"), b = make(x > 1, "bool"),
    i = make(matrix(1:6, 2), "int32"), z = make(x + 1i, "complex64"),
    rows = make(array(c(TRUE, FALSE)), "bool")
  )
}

library_of <- function(x) sub("[.].*", "", sub("^jaxlib", "jax", class(x)[[1]]))

dtype_of <- function(x) standardize_dtype(py_get_attr(x, "dtype"))

for (library in libraries) {
  test_that(paste("tensors stay those of their library:", library), {
    own <- values_in(config_backend())
    values <- values_in(library)
    for (code in as.list(calls)) {
      label <- deparse1(code)
      as_list <- function(x) if (is_py_object(x)) list(x) else x
      found <- as_list(eval(code, values))
      expected <- as_list(eval(code, own))
      for (i in seq_along(found)) {
        expect_identical(library_of(found[[i]]), library, label = label)
        expect_equal(as.array(found[[i]]), as.array(expected[[i]]), tolerance = 1e-5, label = label)
        expect_identical(dtype_of(found[[i]]), dtype_of(expected[[i]]), label = label)
      }
    }
  })
}

test_that("64 bits of TensorFlow's tensors remain, whatever the backend", {
  skip_if_not("tensorflow" %in% libraries)
  x <- as_tensor(c(1 + 1e-12, 3, NaN))
  expect_identical(as.array(min(x, na.rm = TRUE)) - 1, 1 + 1e-12 - 1)
  values <- list(sqrt(x), x + 1, c(x, 1), mean(x, na.rm = TRUE), x[1:2], sum(x, x), rbind(x, 1))
  for (value in values) {
    expect_match(dtype_of(value), "float64")
  }
  # Keras's own types are as before.
  expected <- if (config_backend() == "jax") "float32" else "float64"
  expect_identical(dtype_of(op_sum(c(0.1, 0.2))), expected)
})

test_that("operations are those of the backend again after an error, and on other tensors", {
  other <- setdiff(libraries, config_backend())
  skip_if(!length(other))
  x <- values_in(other[[1]])$x
  expect_error(mean(x, axis = 7))
  expect_error(cumsum(x), "needs a tensor with one axis")
  for (value in list(op_sum(c(1, 2)), sum(op_array(c(1, 2))), op_sqrt(x))) {
    expect_identical(library_of(value), config_backend())
  }
  expect_identical(library_of(op_array(1:6)[2] * 2L), config_backend())
})

test_that("functions of NumPy's arrays return R values", {
  x <- np_array(matrix(c(1, 2, 3, 4), 2))
  expect_identical(sum(x), 10)
  expect_identical(range(x), c(1, 4))
  expect_identical(sqrt(x), sqrt(matrix(c(1, 2, 3, 4), 2)))
})
