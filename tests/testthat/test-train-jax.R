# Features of JAX: its function transformations with R functions, and training without TensorFlow.

if (on_jax()) {
  jax <- import("jax")
  x <- op_array(c(1, 2, 3))
  squares <- function(x) sum(x^2)

  test_that("R functions are compiled, differentiated and vectorised", {
    expect_equal(as.numeric(jax$jit(squares)(x)), 14)
    expect_equal(as.numeric(jax$grad(squares)(x)), c(2, 4, 6))
    expect_equal(as.numeric(jax$jit(jax$grad(squares))(x)), c(2, 4, 6))
    expect_equal(as.numeric(jax$vmap(function(a) a[1] + 1)(op_array(diag(3)))), c(2, 1, 1))
    expect_equal(as.array(jax$hessian(squares)(x)), diag(2, 3))
    expect_equal(as.numeric(jax$value_and_grad(squares)(x)[[1]]), 14)
    times <- 0
    traced <- jax$jit(function(x) {
      times <<- times + 1
      x[2:3] * 2
    })
    for (i in 1:3) expect_equal(as.numeric(traced(x)), c(4, 6))
    expect_identical(times, 1)
  })

  test_that("loops and conditions take R functions", {
    expect_equal(as.numeric(jax$lax$fori_loop(0L, 5L, function(i, v) v + i, x)), c(11, 12, 13))
    expect_equal(as.numeric(jax$lax$cond(TRUE, function(v) v + 1, function(v) v - 1, x)), 2:4)
    expect_equal(as.numeric(jax$lax$while_loop(function(v) all(v < 10), function(v) v * 2, x)),
                 c(4, 8, 12))
  })

  test_that("a traced tensor has no values, and an R error is that error", {
    expect_error(jax$jit(function(x) as.array(x))(x), "has no values",
                 class = "rkeras_error_convert")
    expect_error(jax$jit(function(x) stop("in R"))(x), "^in R$", class = "simpleError")
    shown <- NULL
    jax$jit(function(x) {
      shown <<- format(x)
      x
    })(x)
    expect_match(shown, "float32")
  })

  test_that("compiled code calls R with values", {
    like <- jax$ShapeDtypeStruct(tuple(3L), "float32")
    host <- function(x) as.array(x) * 10
    compiled <- jax$jit(function(x) jax$pure_callback(host, like, x) + 1)
    expect_equal(as.numeric(compiled(x)), c(11, 21, 31))
    expect_equal(as.numeric(py_call_blocking(compiled, x)), c(11, 21, 31))
    failing <- jax$jit(function(x) jax$pure_callback(function(x) stop("in R"), like, x))
    capture.output(expect_error(failing(x), "in R"), type = "message")
  })

  test_that("arrays are converted both ways, each in its type", {
    numpy <- import("jax.numpy", convert = FALSE)
    for (type in c("float32", "bfloat16", "float16", "int32", "uint8", "int8")) {
      made <- numpy$array(rbind(1:3, 4:6), dtype = type)
      expect_equal(as.array(made), rbind(1:3, 4:6), ignore_attr = "mode", info = type)
    }
    expect_identical(as.numeric(numpy$array(c(1, 2) + 2^31, dtype = "uint32")), c(1, 2) + 2^31)
    expect_identical(as.logical(numpy$array(c(TRUE, FALSE))), c(TRUE, FALSE))
    expect_identical(dim(as.array(numpy$zeros(tuple(0L, 3L)))), c(0L, 3L))
    cube <- array(1:24, 2:4)
    expect_identical(as.array(op_array(cube)), cube)
  })

  test_that("tensors print as what they are", {
    expect_match(format(x), "^jax.Array")
    expect_output(str(x), "<jax.Array float32 [3]> 1 2 3", fixed = TRUE)
  })

  test_that("a step of one's own gets the state and returns it", {
    stepping <- Model("Stepping",
      initialize = function(...) {
        super$initialize(...)
        self$dense <- layer_dense(units = 1)
      },
      call = function(inputs) self$dense(inputs),
      train_step = function(state, data) tuple(dict(own = 0.5), state)
    )
    model <- stepping()
    predict(model, matrix(1, 2, 3))
    compile(model, loss = "mse")
    history <- fit(model, matrix(1, 4, 3), rep(0, 4), epochs = 2, verbose = 0)
    expect_identical(history$metrics$own, c(0.5, 0.5))
  })

  test_that("an error or interrupt in a callback leaves the model its weights", {
    ended <- in_new_session(function() {
      library(rkeras)
      use_backend("jax")
      x <- matrix(1:8 / 8, 2)
      model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
      compile(model, loss = "mse")
      weights <- get_weights(model)
      calls <- list(
        function(callback) predict(model, x, callbacks = callback, verbose = 0),
        function(callback) evaluate(model, x, 1:2, callbacks = callback, verbose = 0),
        function(callback) fit(model, x, 1:2, epochs = 1, callbacks = callback, verbose = 0)
      )
      ways <- list(
        error = function(...) stop("in R"),
        interrupt = function(...) {
          tools::pskill(Sys.getpid(), tools::SIGINT)
          Sys.sleep(60)
        }
      )
      unlist(lapply(calls, function(call) {
        vapply(ways, function(way) {
          callback <- callback_lambda(
            on_train_batch_begin = way, on_test_batch_end = way, on_predict_batch_end = way
          )
          how <- tryCatch(call(callback), error = conditionMessage, interrupt = class)
          kept <- isTRUE(all.equal(get_weights(model), weights))
          paste(paste(how, collapse = " "), if (kept) "kept" else "lost")
        }, "")
      }))
    })$value
    expect_match(ended[names(ended) == "error"], "in R.* kept$")
    expect_identical(unique(ended[names(ended) == "interrupt"]), "interrupt condition kept")
    expect_length(ended, 6L)
  })

  # Keras itself loads it, where it is installed, to save models and to set seeds.
  test_that("training does not load TensorFlow", {
    loaded <- in_new_session(function() {
      library(rkeras)
      use_backend("jax")
      model <- keras_model_sequential(input_shape = 2) |>
        layer_dense(units = 2, activation = function(x) op_relu(x)) |>
        layer_dropout(rate = 0.5) |>
        layer_dense(units = 1)
      compile(model, loss = function(y, p) op_mean((y - p)^2), metrics = "mae")
      fit(model, matrix(1, 8, 2), rep(1, 8), epochs = 1, validation_split = 0.5, verbose = 0)
      evaluate(model, matrix(1, 8, 2), rep(1, 8), verbose = 0)
      predict(model, matrix(1, 2, 2))
      capture.output(print(model), print(model$weights), print(op_array(1:2)[1]))
      "tensorflow" %in% names(import("sys")$modules)
    })$value
    expect_false(loaded)
  })

  test_that("a method that was called does not keep its array", {
    live <- py_run_string("
import jax
def live(size): return sum(a.size == size for a in jax.live_arrays())
")$live
    for (i in 1:3) op_ones(12347L)$block_until_ready()
    invisible(gc())
    expect_identical(live(12347L), 0L)
  })

  test_that("no memory, no device: R's words", {
    expect_error(op_ones(c(4e6L, 4e6L)), "not enough memory on the device for an array of 64000")
    expect_error(with(device_scope("cpu:7"), op_ones(2L)), "There is no device cpu:7 here")
    expect_error(with(device_scope("gpu:77"), op_ones(2L)), "There is no device gpu")
  })

  test_that("on a CPU, JAX runs small dense networks so", {
    hidden <- list(
      dense = function(x) layer_dense(layer_flatten(x), 8),
      wide = function(x) layer_dense(layer_flatten(x), 1000),
      convolution = function(x) layer_flatten(layer_conv_2d(x, 2, 3)),
      recurrent = function(x) layer_lstm(layer_reshape(x, c(28, 28)), 4)
    )
    images <- array(stats::runif(64 * 784), c(64, 28, 28, 1))
    is_so <- vapply(hidden, function(layers) {
      input <- keras_input(c(28, 28, 1))
      model <- keras_model(input, layer_dense(layers(input), 1))
      compile(model, "sgd", "mse")
      fit(model, images, seq_len(64), epochs = 1, verbose = 0)
      "train" %in% loops_of(model)
    }, NA)
    expect_identical(names(hidden)[is_so], "dense")
  })
}
