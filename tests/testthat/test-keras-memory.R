test_that("what R remembers of a model goes with it", {
  model <- keras_model_sequential(input_shape = 1)
  expect_null(recall(model, "trained"))
  remember(model, "trained", list(x = "a"))
  remember(model, "other", y ~ x)
  expect_identical(recall(model, "trained"), list(x = "a"))
  expect_null(recall(keras_model_sequential(input_shape = 1), "trained"))
})

test_that("a step of training uses the freed memory of the one before", {
  skip_if_not(
    py_has_attr(import("ctypes")$CDLL(NULL), "gnu_get_libc_version"),
    "Only glibc takes these settings."
  )
  model <- keras_model_sequential(input_shape = 784) |>
    layer_dense(256, activation = "relu") |>
    layer_dense(10, activation = "softmax")
  compile(model, loss = "sparse_categorical_crossentropy")
  batch <- list(matrix(0.5, 128, 784), rep(0:9, length.out = 128))
  train <- function(steps) {
    fit(model, function() batch, steps_per_epoch = steps, epochs = 1, verbose = 0)
  }
  usage <- import("resource")
  faults <- function() usage$getrusage(usage$RUSAGE_SELF)$ru_minflt
  in_a_step <- function() {
    before <- faults()
    train(20)
    (faults() - before) / 20
  }
  # Pages that the kernel gave. A step needs some 370 if glibc returns what was freed, in every
  # round. In some rounds others are added: the first access to each page after a fork, and, while
  # threads wait for processors, the first use of memory by each of them.
  least <- Inf
  for (round in 1:60) {
    least <- min(least, in_a_step())
    if (least < 100) break
  }
  expect_lt(least, 100)
})

test_that("settings of glibc by the user are left as they are", {
  is_set <- import("rkeras.libraries.allocation")$is_set_by_user
  expect_false(is_set(list(MALLOC_ARENA_MAX = "2", GLIBC_TUNABLES = "glibc.malloc.tcache_count=0")))
  expect_true(is_set(list(MALLOC_TOP_PAD_ = "131072")))
  expect_true(is_set(list(GLIBC_TUNABLES = "glibc.malloc.check=1:glibc.malloc.mmap_max=0")))
})
