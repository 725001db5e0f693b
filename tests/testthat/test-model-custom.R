test_that("a custom model is built, trained and used", {
  set_random_seed(1)
  m <- keras_model_custom(name = "mymodel", function(self) {
    self$dense1 <- layer_dense(units = 32, activation = "relu")
    self$dense2 <- layer_dense(units = 10, activation = "softmax")

    function(inputs, mask = NULL) {
      self$dense1(inputs) %>%
        self$dense2()
    }
  })
  expect_s3_class(m, "keras.src.models.model.Model")
  expect_identical(m$name, "mymodel")
  m |> compile(optimizer = "adam", loss = "sparse_categorical_crossentropy", metrics = "accuracy")
  history <- m |> fit(iris[1:4], iris$Species, epochs = 5, verbose = 0)
  expect_lt(history$metrics$loss[[5]], history$metrics$loss[[1]])
  expect_length(m$trainable_weights, 4)
  expect_identical(dim(predict(m, iris[1:4])), c(150L, 10L))
  expect_output(print(summary(m)), "dense.*160")
})

test_that("the forward pass is told whether it trains, and takes further arguments", {
  m <- keras_model_custom(function(self) {
    self$dense <- layer_dense(units = 1)
    function(inputs, factor = 1, training = FALSE) {
      if (isTRUE(training)) self$dense(inputs) * 0 else self$dense(inputs) * factor
    }
  })
  x <- as.matrix(mtcars[1:3, 2:4])
  tensor <- tf$constant(x, dtype = "float32")
  once <- as.array(m(tensor))
  expect_equal(as.array(m(tensor, factor = 3)), 3 * once, tolerance = 1e-6)
  expect_identical(as.array(m(tensor, training = TRUE)), 0 * once)
})

test_that("what is no model function is refused", {
  expect_refused(keras_model_custom(1), "`model_fn`")
  expect_refused(keras_model_custom(function(self) 1), "must return")
})

test_that("a layer with R methods trains", {
  Scaled <- PyClass("Scaled", inherit = keras$layers$Layer, list(
    initialize = function(units, ...) {
      super$initialize(...)
      self$units <- as.integer(units)
    },
    build = function(input_shape) {
      inputs <- input_shape[[length(input_shape)]]
      self$w <- self$add_weight(shape = list(inputs, self$units), initializer = "ones", name = "w")
    },
    call = function(inputs, training = NULL) tf$matmul(inputs, self$w)
  ))
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = 3)
  model$add(Scaled(2, name = "scaled"))
  model$add(layer_dense(units = 1))
  model |> compile(optimizer = keras$optimizers$Adam(0.1), loss = "mse")
  history <- model |> fit(scale(mtcars[2:4]), scale(mtcars$mpg), epochs = 10, verbose = 0)
  expect_lt(history$metrics$loss[[10]], history$metrics$loss[[1]] / 2)
  weights <- as.array(model$layers[[1]]$w)
  expect_identical(dim(weights), c(3L, 2L))
  expect_false(all(weights == 1))
})

test_that("an error in a layer's method is the R error", {
  Failing <- PyClass("Failing", inherit = keras$layers$Layer, list(
    call = function(inputs) stop("from the layer")
  ))
  expect_error(Failing()(tf$constant(matrix(1, 1, 1))), "from the layer")
})
