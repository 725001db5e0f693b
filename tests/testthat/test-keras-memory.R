test_that("what R remembers of a model goes with it", {
  model <- keras_model_sequential(input_shape = 1)
  expect_length(ls(memory_of(model)), 0L)
  assign("trained", list(x = "a"), envir = memory_of(model))
  expect_identical(memory_of(model)$trained, list(x = "a"))
  expect_identical(facts_of(model)$memory$trained, list(x = "a"))
  expect_null(memory_of(keras_model_sequential(input_shape = 1))$trained)
})

sequential <- function() keras_model_sequential(input_shape = 3) |> layer_dense(units = 2)

test_that("the facts are those of the model as it is", {
  facts <- facts_of(sequential())
  expect_identical(facts$input_shape, c(NA, 3L))
  expect_identical(facts$output_shape, c(NA, 2L))
  expect_identical(facts$input_dtypes, "float32")
  expect_identical(facts[c("units", "activation")], list(units = 2L, activation = "linear"))
  expect_identical(facts[c("n_outputs", "loss", "compares")],
                   list(n_outputs = 1L, loss = "", compares = ""))
  expect_true(facts$is_plain)
  for (name in c("is_compiled", "has_loss", "has_own_step", "takes_columns", "from_logits")) {
    expect_false(facts[[name]], label = name)
  }
  for (name in c("named_inputs", "named_outputs", "losses")) expect_null(facts[[name]])
})

test_that("facts follow the layers and the loss", {
  model <- sequential()
  model$add(layer_dense(units = 5, activation = "softmax"))
  expect_identical(facts_of(model)[c("output_shape", "activation")],
                   list(output_shape = c(NA, 5L), activation = "softmax"))
  model$pop()
  expect_identical(facts_of(model)$units, 2L)
  losses <- list(
    "mse", loss_mean_squared_error(), keras$losses$mean_squared_error,
    "sparse_categorical_crossentropy",
    loss_sparse_categorical_crossentropy(from_logits = TRUE),
    loss_sparse_categorical_crossentropy(ignore_class = 1)
  )
  found <- lapply(losses, function(loss) {
    suppressWarnings(compile(model, loss = loss), classes = "rkeras_warning_no_probability")
    unlist(facts_of(model)[c("loss", "compares", "from_logits")], use.names = FALSE)
  })
  sparse <- "sparse_categorical_crossentropy"
  expect_identical(found, list(
    c("mse", "mse", "FALSE"), c("", "meansquarederror", "FALSE"),
    c("", "meansquarederror", "FALSE"),
    c(sparse, "sparsecategoricalcrossentropy", "FALSE"),
    c(sparse, "sparsecategoricalcrossentropy", "TRUE"),
    c("", "sparsecategoricalcrossentropy", "FALSE")
  ))
})

test_that("names of inputs and outputs are facts, and the parts of a loss", {
  input <- keras_input(2, name = "a")
  outputs <- list(b = layer_dense(input, 1), c = layer_dense(input, 3))
  model <- keras_model(list(a = input), outputs)
  compile(model, loss = list(b = "mse", c = "mae"))
  facts <- facts_of(model)
  expect_identical(facts[c("named_inputs", "named_outputs", "n_outputs")],
                   list(named_inputs = "a", named_outputs = c("b", "c"), n_outputs = 2L))
  expect_identical(facts$losses, list(b = "mse", c = "mae"))
  expect_null(facts$output_shape)
})

test_that("a class of its own has a step of its own", {
  step <- function(self, data) list()
  Own <- new_model_class("Own", call = function(self, x) x, train_step = step)
  facts <- facts_of(Own())
  expect_true(facts$has_own_step)
  expect_false(facts$is_plain)
  expect_null(facts$input_shape)
})

test_that("checks see each change of a model", {
  model <- sequential()
  x <- matrix(1, 4, 3)
  compile(model, loss = "mse")
  expect_named(train_on_batch(model, x, matrix(1, 4, 2)), "loss")
  model$add(layer_dense(units = 7))
  compile(model, loss = "mse")
  expect_refused(train_on_batch(model, x, matrix(1, 4, 2)))
  expect_named(train_on_batch(model, x, matrix(1, 4, 7)), "loss")
  compile(model, loss = "sparse_categorical_crossentropy")
  expect_refused(train_on_batch(model, x, rep(7L, 4)))
  expect_named(train_on_batch(model, x, rep(6L, 4)), "loss")
})

test_that("a model that learns its shape late is checked from then on", {
  model <- keras_model_sequential() |> layer_dense(units = 2)
  expect_null(facts_of(model)$input_shape)
  predict_on_batch(model, matrix(1, 4, 3))
  expect_identical(facts_of(model)$input_shape[[2]], 3L)
  expect_refused(predict_on_batch(model, matrix(1, 4, 5)))
})

test_that("the memory is not saved with a model, nor copied with changes", {
  model <- sequential()
  compile(model, loss = "mse")
  train_on_batch(model, matrix(1, 4, 3), matrix(1, 4, 2))
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  loaded <- load_model(file)
  expect_identical(get_weights(loaded), get_weights(model))
  expect_false(py_has_attr(loaded, "_rkeras_memory"))
  copy <- clone_model(model)
  copy$add(layer_dense(units = 9))
  expect_identical(facts_of(copy)$output_shape, c(NA, 9L))
  expect_identical(facts_of(model)$output_shape, c(NA, 2L))
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
