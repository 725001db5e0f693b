# Propagation of NaN: the calls of generated/ops.tsv, with NaN for all elements of the first tensor.

# Operations whose results are correctly not NaN.
without_nan <- c(
  # that choose
  "op_where", "op_select",
  # that are made for NaN
  "op_nan_to_num", "op_nancumprod", "op_nancumsum", "op_nanprod", "op_nansum", "op_fmax", "op_fmin",
  # that count values
  "op_histogram",
  # that look at the shape
  "op_empty_like", "op_full_like", "op_zeros_like"
)

values <- new.env(parent = asNamespace("rkeras"))

is_float <- function(x) {
  is.double(x) || is_py_object(x) && isTRUE(try(grepl("float", op_dtype(x)), silent = TRUE))
}

all_nan <- function(x) {
  x <- as.array(x)
  x[] <- NaN
  op_convert_to_tensor(x, "float32")
}

# The call with NaN in its first tensor; NULL where it has none, or refuses.
with_nan <- function(text) {
  expression <- str2lang(text)
  given <- intersect(all.vars(expression), ls(values))
  used <- Filter(function(name) is_float(values[[name]]), given)
  scope <- new.env(parent = values)
  if (length(used)) scope[[used[[1]]]] <- all_nan(values[[used[[1]]]])
  if (length(used)) tryCatch(eval(expression, scope), error = function(e) NULL)
}

floats <- function(x) Filter(is_float, if (is.list(x)) unlist(lapply(x, floats)) else list(x))

test_that("no operation makes a number of NaN", {
  sys.source(test_path("generated", "values.R"), values)
  file <- test_path("generated", "ops.tsv")
  calls <- utils::read.delim(file, colClasses = "character", quote = "")
  tried <- 0L
  for (i in which(!calls$name %in% without_nan)) {
    results <- floats(with_nan(calls$r[[i]]))
    if (length(results) == 0L) next
    tried <- tried + 1L
    kept <- vapply(results, function(x) anyNA(as.array(x)), NA)
    expect_true(any(kept), info = calls$r[[i]])
  }
  expect_gt(tried, 180L)
})

test_that("operations that compare, and windows, keep NaN in its place", {
  x <- c(2, NaN, -2)
  is_missing <- function(x) as.vector(is.nan(as.array(x)))
  for (op in list(op_hard_shrink, op_soft_shrink, op_angle, activation_hard_shrink,
                  activation_soft_shrink, layer_activation(activation = "soft_shrink"),
                  function(x) op_threshold(x, 0, 0), function(x) op_heaviside(x, 0.5))) {
    expect_identical(is_missing(op(array(x))), c(FALSE, TRUE, FALSE))
  }
  expect_identical(as.vector(op_hard_shrink(array(c(2, 0.1, -2)))), c(2, 0, -2))
  expect_identical(as.vector(op_threshold(array(c(2L, -1L)), 0L, 7L)), c(2L, 7L))
  image <- array(as.double(1:16), c(1, 4, 4, 1))
  image[1, 2, 1, 1] <- NaN
  pools <- list(function(x) op_max_pool(x, c(2, 2), strides = 2), layer_max_pooling_2d(),
                function(x) op_adaptive_max_pool(x, c(2, 2)),
                keras_model_sequential(list(layer_max_pooling_2d(), layer_activation_relu())))
  for (pool in pools) {
    expect_identical(as.vector(as.array(pool(image))), c(NaN, 8, 14, 16))
  }
})

test_that("a colour with an unknown channel is unknown", {
  colours <- array(c(0.1, 0.2, NaN, 0.4, 0.5, 0.6), c(1, 2, 3))
  result <- is.nan(as.array(op_image_rgb_to_hsv(colours)))
  expect_identical(result, array(c(TRUE, FALSE), c(1, 2, 3)))
})
