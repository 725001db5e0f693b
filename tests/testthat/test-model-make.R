test_that("inputs have the shape they were given", {
  expect_identical(keras_input(shape = 784)$shape, list(NULL, 784L))
  expect_identical(keras_input(shape = c(NA, 10))$shape, list(NULL, NULL, 10L))
  expect_identical(keras_input(batch_shape = c(5, 2))$shape, list(5L, 2L))
  input <- keras_input(shape = 1, dtype = "int32", name = "words", batch_size = 4)
  expect_identical(input$shape, list(4L, 1L))
  expect_identical(input$dtype, "int32")
  expect_identical(input$name, "words")
  expect_refused(keras_input(shape = 2.5), "`shape`")
})

test_that("a functional model goes from inputs to outputs", {
  a <- keras_input(shape = 2, name = "a")
  b <- keras_input(shape = 3, name = "b")
  joined <- keras$layers$concatenate(list(a, b))
  model <- keras_model(list(a, b), layer_dense(joined, 1), name = "two")
  expect_identical(model$name, "two")
  expect_identical(dim(predict(model, list(matrix(1, 5, 2), matrix(1, 5, 3)))), c(5L, 1L))
  expect_refused(keras_model(a), "`outputs` is missing")
  expect_refused(
    predict(model, list(matrix(1, 5, 2), matrix(1, 4, 3))), "different numbers of observations"
  )
})

test_that("a sequential model takes an input shape, a name and layers", {
  model <- keras_model_sequential(
    input_shape = c(28, 28, 1), name = "net", layers = list(layer_flatten(), layer_dense(units = 2))
  )
  expect_identical(model$name, "net")
  expect_identical(facts_of(model)$input_shape, c(NA, 28L, 28L, 1L))
  expect_identical(facts_of(model)$output_shape, c(NA, 2L))
  expect_length(keras_model_sequential(list(layer_flatten(), layer_dense(units = 2)))$layers, 2)
  expect_refused(keras_model_sequential(input_shapes = 3), "no argument `input_shapes`")
})

test_that("a sequential model takes all arguments of its input, by both names", {
  input_of <- function(...) (keras_model_sequential(...) |> layer_flatten())$inputs[[1]]
  expect_identical(input_of(3, batch_size = 32)$shape, list(32L, 3L))
  expect_identical(input_of(input_shape = 3, input_batch_size = 32)$shape, list(32L, 3L))
  expect_identical(input_of(batch_shape = c(2, 3))$shape, list(2L, 3L))
  input <- input_of(3, dtype = "int32", input_name = "words")
  expect_identical(input$dtype, "int32")
  expect_identical(input$name, "words")
  if (!on_torch()) expect_true(input_of(3, sparse = TRUE)$sparse)
  expect_identical(input_of(tensor = keras_input(5))$shape, list(NULL, 5L))
  expect_refused(
    keras_model_sequential(3, dtype = "int32", input_dtype = "int8"), "the same argument"
  )
  expect_refused(keras_model_sequential(3, "m", 4), "without a name")
  expect_warning(keras_model_sequential(batch_size = 32), "`batch_size` has no effect",
                 class = "rkeras_warning_argument")
})

test_that("in a list with some names, the others are matched by position", {
  a <- keras_input(2, name = "a")
  b <- keras_input(3, name = "b")
  output <- layer_concatenate(a, b) |> layer_dense(1, name = "score")
  model <- keras_model(list(a, b = b), list(output, twice = output * 2))
  expect_named(model$input, c("a", "b"))
  expect_named(model$output, c("score", "twice"))
  x <- list(matrix(1, 4, 2), b = matrix(1, 4, 3))
  predicted <- predict(model, x)
  expect_named(predicted, c("score", "twice"))
  expect_equal(predict(model, rev(x)), predicted)
  model <- keras_model(list(a, b), output) |> compile("sgd", "mse")
  expect_equal(predict(model, x), predict(model, unname(x)))
  expect_no_error(fit(model, x, matrix(1, 4, 1), epochs = 1, verbose = 0))
  expect_refused(predict(model, c(x, list(matrix(1, 4, 1)))), "3 elements, but the model has 2")
})

test_that("a layer or model, called on a sequential model, joins it", {
  base <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 5)
  layer <- layer_dense(units = 2)
  model <- keras_model_sequential(input_shape = 3) |> base() %>% layer() %>% layer_dense(units = 1)
  expect_length(model$layers, 3)
  expect_identical(dim(predict(model, matrix(1, 4, 3))), c(4L, 1L))
  expect_identical(py_id(model$layers[[2]]), py_id(layer))
})

test_that("a comma after the last argument is forgiven", {
  input <- keras_input(shape = 3, )
  model <- keras_model(inputs = input, outputs = layer_dense(input, units = 2, ), )
  expect_identical(facts_of(model)$output_shape, c(NA, 2L))
  model |> compile(optimizer = "adam", loss = "mse", metrics = "mae", )
  expect_no_error(model |> fit(matrix(1, 4, 3), matrix(1, 4, 2), epochs = 1, verbose = 0, ))
  layer <- Layer("Blank",
    build = function(input_shape) self$w <- self$add_weight(shape = 3, initializer = "zeros", ),
    call = function(inputs) inputs + self$w,
    get_config = function() list(),
    other = 1,
  )
  expect_identical(dim(layer(matrix(1, 2, 3))), c(2L, 3L))
  one_batch <- PyDataset("OneBatch",
    `__len__` = function() 1,
    `__getitem__` = function(index) list(matrix(1, 4, 3), matrix(1, 4, 2)),
  )
  expect_no_error(fit(model, one_batch(), epochs = 1, verbose = 0))
  distance <- DistillationLoss("Distance",
    compute_loss = function(teacher_outputs, student_outputs) op_mean(student_outputs), other = 1,
  )
  expect_identical(distance()$other, 1)
})

test_that("keras_model() takes no arguments that Keras ignores", {
  input <- keras_input(3)
  output <- layer_dense(input, 2)
  expect_refused(keras_model(input, output, nmae = "m"), "no argument `nmae`. Did you mean `name`")
  expect_identical(keras_model(input, output, name = "m")$name, "m")
  expect_false(keras_model(input, output, trainable = FALSE)$trainable)
})

test_that("a sequential model has an input and an output, as others have", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 3)
  expect_identical(py_id(model$input), py_id(model$inputs[[1]]))
  expect_identical(py_id(model$output), py_id(model$outputs[[1]]))
  expect_identical(dim(predict(keras_model(model$input, model$output), matrix(1, 1, 2))), c(1L, 3L))
})

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

if (on_tensorflow()) {
  test_that("a layer with R methods trains", {
    Scaled <- PyClass("Scaled", inherit = keras$layers$Layer, list(
      initialize = function(units, ...) {
        super$initialize(...)
        self$units <- as.integer(units)
      },
      build = function(input_shape) {
        inputs <- input_shape[[length(input_shape)]]
        shape <- list(inputs, self$units)
        self$w <- self$add_weight(shape = shape, initializer = "ones", name = "w")
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
}

test_that("an error in a layer's method is the R error", {
  Failing <- PyClass("Failing", inherit = keras$layers$Layer, list(
    call = function(inputs) stop("from the layer")
  ))
  expect_error(Failing()(tf$constant(matrix(1, 1, 1))), "from the layer")
})
