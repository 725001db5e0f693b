# Gradients through calls on another thread. The time-out of their R session must never be reached.
in_session <- shared_session()

with_tensorflow <- function(f) {
  in_session(function(f) {
    library(rkeras)
    py_run_string("
import tensorflow as tf
def call(f, *args): return f(*args)
# TensorFlow calls the R function on threads of its own, several at once.
def graph(f):
  @tf.custom_gradient
  def op(x):
    def gradient(up): return up * tf.numpy_function(f, [2 * x], tf.float32)
    return tf.numpy_function(f, [x * x], tf.float32), gradient
  return tf.function(lambda x: tf.reduce_sum(op(tf.stack([op(x), op(x)]))))
cube = tf.function(lambda x: x * x * x)
square = tf.function(lambda x: x * x)
def recording():
  from tensorflow.python.eager import record
  return record.could_possibly_record()
")
    environment(f) <- globalenv()
    f(import_main())
  }, f)
}

test_that("a function that TensorFlow's threads call R from is recorded by a tape", {
  value <- with_tensorflow(function(main) {
    same <- function(x) np_array(x, "float32")
    function_of_r <- main$graph(same)
    function_of_python <- main$graph(py_eval("lambda x: x"))
    gradient <- function(f) {
      x <- tf$Variable(3)
      with(tf$GradientTape() %as% tape, y <- f(x))
      as.numeric(tape$gradient(y, x))
    }
    c(gradient(function_of_r), gradient(function_of_python), main$recording())
  })
  # The sum of two fourth powers.
  expect_identical(value, c(8 * 27, 8 * 27, 0))
})

test_that("a data set whose threads call R is read while a tape records", {
  value <- with_tensorflow(function(main) {
    twice <- function(x) np_array(2 * x, "float32")
    call_r <- function(x) tf$numpy_function(twice, list(tf$cast(x, "float32")), tf$float32)
    dataset <- dataset_map(tensor_slices_dataset(1:40), call_r, num_parallel_calls = 4)
    x <- tf$Variable(3)
    with(tf$GradientTape() %as% tape, {
      sum <- 0 * x
      for (element in iterate(dataset)) sum <- sum + x * element
    })
    as.numeric(tape$gradient(sum, x))
  })
  expect_identical(value, sum(2 * 1:40))
})

test_that("tapes nest, persist, begin and end anywhere around calls", {
  value <- with_tensorflow(function(main) {
    number <- as.numeric
    x <- tf$Variable(2)
    list(
      nested = {
        with(tf$GradientTape() %as% outer, {
          with(tf$GradientTape() %as% inner, y <- main$cube(x))
          first <- inner$gradient(y, x)
        })
        c(number(first), number(outer$gradient(first, x)))
      },
      both_around_the_call = {
        with(tf$GradientTape() %as% outer, with(tf$GradientTape() %as% inner, {
          y <- main$cube(x)
          first <- inner$gradient(y, x)
        }))
        c(number(first), number(outer$gradient(first, x)))
      },
      persistent = {
        with(tf$GradientTape(persistent = TRUE) %as% tape, {
          y <- main$cube(x)
          z <- main$square(y)
        })
        c(number(tape$gradient(y, x)), number(tape$gradient(z, x)))
      },
      entered_by_hand = {
        tape <- tf$GradientTape()
        tape$`__enter__`()
        y <- main$cube(x)
        tape$`__exit__`(NULL, NULL, NULL)
        z <- main$cube(y)
        c(number(tape$gradient(y, x)), main$recording())
      },
      entered_and_left_elsewhere = {
        tape <- tf$GradientTape()
        py_call_blocking(tape$`__enter__`)
        y <- main$cube(x)
        py_call_blocking(tape$`__exit__`, NULL, NULL, NULL)
        c(number(tape$gradient(y, x)), main$recording())
      },
      stopped = {
        with(tf$GradientTape() %as% tape, {
          with(tape$stop_recording(), y <- main$cube(x))
          z <- main$cube(x) + y
        })
        number(tape$gradient(z, x))
      },
      entered_in_python = {
        py_run_string("
def gradient(f, x):
  with tf.GradientTape() as tape: y = f(x)
  return tape.gradient(y, x)")
        number(import_main()$gradient(function(x) main$cube(x), x))
      },
      accumulator = {
        x <- tf$constant(2)
        with(tf$autodiff$ForwardAccumulator(x, tf$constant(1)) %as% forward, y <- main$cube(x))
        number(forward$jvp(y))
      }
    )
  })
  expect_identical(value, list(
    nested = c(12, 12), both_around_the_call = c(12, 12), persistent = c(12, 192),
    entered_by_hand = c(12, 0), entered_and_left_elsewhere = c(12, 0), stopped = 12,
    entered_in_python = 12, accumulator = 12
  ))
})

test_that("an error or a jump leaves the tapes where they were", {
  value <- with_tensorflow(function(main) {
    x <- tf$Variable(2)
    fail <- function(x) stop("of R's")
    with(tf$GradientTape() %as% tape, {
      message <- tryCatch(main$graph(fail)(x), error = conditionMessage)
      landed <- callCC(function(k) py_call_blocking(main$call, function() k("landed")))
      y <- main$cube(x)
    })
    list(message, landed, as.numeric(tape$gradient(y, x)), main$recording())
  })
  expect_identical(value, list("of R's", "landed", 12, FALSE))
})

test_that("a call that was given up leaves the tapes where they were", {
  value <- with_tensorflow(function(main) {
    x <- tf$Variable(2)
    py_run_string("
import os, subprocess, time
def sleep():
  subprocess.Popen(['sh', '-c', f'for i in 1 2; do sleep 1; kill -INT {os.getpid()}; done'])
  time.sleep(4)")
    with(tf$GradientTape() %as% tape, {
      message <- tryCatch(py_call_blocking(py$sleep), interrupt = conditionMessage)
      y <- main$cube(x)
      py_call_blocking(import("time")$sleep, 4L)
      y <- y * main$cube(x)
    })
    list(message, as.numeric(tape$gradient(y, x)), main$recording())
  })
  expect_match(value[[1]], "in the background")
  expect_identical(value[-1], list(192, FALSE))
})

test_that("what records unknown to us keeps the call on the main thread", {
  value <- with_tensorflow(function(main) {
    py_run_string("
from tensorflow.python import pywrap_tfe
def unknown(f):
  tape = pywrap_tfe.TFE_Py_TapeSetNew(False, True)
  try: return f()
  finally: pywrap_tfe.TFE_Py_TapeSetRemove(tape)
import threading
def is_main(): return threading.current_thread() is threading.main_thread()")
    is_main <- import_main()$is_main
    c(py_call_blocking(is_main), import_main()$unknown(function() py_call_blocking(is_main)))
  })
  expect_identical(value, c(FALSE, TRUE))
})

test_that("a training loop in R trains as Keras does", {
  losses <- with_tensorflow(function(main) {
    x <- tf$constant(matrix(seq(0, 1, length.out = 40), 10), "float32")
    y <- tf$reduce_sum(x, axis = 1L, keepdims = TRUE)
    train <- function(gradients) {
      model <- keras_model_sequential(input_shape = 4) |>
        layer_dense(units = 3, activation = "tanh", kernel_initializer = "ones") |>
        layer_dense(units = 1, kernel_initializer = "ones")
      optimizer <- keras$optimizers$SGD(learning_rate = 0.01)
      predict <- tf$`function`(function(x) model(x, training = TRUE))
      for (step in 1:5) {
        with(tf$GradientTape() %as% tape, {
          loss <- tf$reduce_mean(tf$square(y - gradients(model, predict, x)))
        })
        weights <- model$trainable_variables
        optimizer$apply_gradients(Map(tuple, tape$gradient(loss, weights), weights))
      }
      as.numeric(loss)
    }
    c(
      train(function(model, predict, x) model(x, training = TRUE)),
      train(function(model, predict, x) predict(x)),
      train(function(model, predict, x) {
        py_call_blocking(main$call, function() py_call_blocking(model, x))
      })
    )
  })
  expect_equal(losses[2:3], losses[c(1, 1)], tolerance = 1e-6)
  expect_gt(losses[[1]], 0)
})
