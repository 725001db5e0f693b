x <- as.matrix(iris[1:4])

rows_of <- function(asked = NULL) {
  PyDataset("Rows",
    initialize = function(x, y, size = 50, ...) {
      super$initialize(...)
      private$x <- x
      private$y <- y
      private$size <- size
    },
    `__len__` = function() ceiling(nrow(private$x) / private$size),
    `__getitem__` = function(index) {
      if (!is.null(asked)) asked$index <- c(asked$index, index)
      if (index > 3) return(list()[[index]])
      rows <- (index - 1) * private$size + seq_len(private$size)
      list(private$x[rows, ], private$y[rows])
    },
    on_epoch_end = function() if (!is.null(asked)) asked$epochs <- asked$epochs + 1
  )
}

one_layer <- function() {
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 3, activation = "softmax", kernel_initializer = "zeros")
  model |> compile(loss = "sparse_categorical_crossentropy", optimizer = "sgd")
}

test_that("fit(), evaluate() and predict() take their batches from R, which counts from 1", {
  asked <- list2env(list(epochs = 0))
  data <- rows_of(asked)(x, iris$Species)
  history <- one_layer() |> fit(data, epochs = 2, shuffle = FALSE, verbose = 0)
  expect_length(history$metrics$loss, 2)
  expect_identical(sort(unique(asked$index)), 1:3)
  expect_gte(asked$epochs, 2)
  expect_equal(evaluate(one_layer(), data, verbose = 0)$loss, log(3), tolerance = 1e-5)
  expect_identical(dim(predict(one_layer(), data, verbose = 0)), c(150L, 3L))
})

test_that("the training is that on the same batches", {
  trained <- function(...) {
    model <- one_layer()
    fit(model, ..., shuffle = FALSE, verbose = 0)
    as.array(model$weights[[1]])
  }
  labels <- as.integer(iris$Species) - 1L
  expect_equal(trained(rows_of()(x, iris$Species)), trained(x, labels, batch_size = 50))
})

test_that("several workers ask ahead, and R is asked by one at a time", {
  asked <- list2env(list(epochs = 0))
  data <- rows_of(asked)(x, iris$Species, workers = 2, max_queue_size = 2)
  expect_identical(data$workers, 2L)
  history <- one_layer() |> fit(data, epochs = 2, verbose = 0)
  expect_length(history$metrics$loss, 2)
})

test_that("other processes cannot run R, and say so", {
  data <- rows_of()(x, iris$Species, workers = 2, use_multiprocessing = TRUE)
  expect_error(fit(one_layer(), data, verbose = 0), "This process has no main thread")
})

test_that("the object itself counts from 0, and an end is one", {
  data <- rows_of()(x, iris$Species)
  expect_identical(length(data), 3L)
  expect_equal(as.array(data[0][[1]])[1, ], x[1, ])
  expect_error(data[3], class = "subscriptOutOfBoundsError")
  expect_length(import_builtins()$list(data), 3)
})

test_that("batches may be data frames, inputs alone, or inputs by name", {
  only <- PyDataset("Only", `__len__` = function() 1, `__getitem__` = function(index) {
    iris[index:4, 1:4]
  })
  expect_identical(dim(predict(one_layer(), only(), verbose = 0)), c(4L, 3L))
  input <- keras_input(shape = 4, name = "a")
  model <- keras_model(list(a = input), layer_dense(input, units = 3))
  named <- PyDataset("Named", `__len__` = function() 1, `__getitem__` = function(index) {
    list(list(a = x))
  })
  expect_identical(dim(predict(model, named(), verbose = 0)), c(150L, 3L))
})

test_that("a data set inherits, and super counts from 1 too", {
  base <- rows_of()
  reversed <- PyDataset("Reversed", inherit = base, `__getitem__` = function(index) {
    super$`__getitem__`(4 - index)
  })
  batch <- reversed(x, iris$Species)[0]
  expect_equal(as.array(batch[[1]])[1, ], x[101, ])
})

test_that("an error in a method is the error of fit()", {
  broken <- PyDataset("Broken", `__len__` = function() 1, `__getitem__` = function(index) {
    stop("no such file")
  })
  expect_error(fit(one_layer(), broken(), verbose = 0), "no such file")
})

test_that("what a data set must have is asked for", {
  expect_refused(PyDataset("A", `__len__` = function() 1), "needs the method `__getitem__`")
  expect_refused(PyDataset("A", `__getitem__` = function(index) 1), "needs the method `__len__`")
})
