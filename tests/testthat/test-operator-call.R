square <- function(...) {
  r_operator(
    function(x) x^2, gradient = function(x, y, dy) 2 * x * dy, shape = function(x) x,
    name = "square", ...
  )
}

test_that("an R error is the original condition, on every way", {
  failing <- r_operator(function(x) {
    stop(errorCondition("own", class = "own_error"))
  }, name = "failing")
  expect_error(failing(1), "own", class = "own_error")
  expect_error(tf$`function`(function(x) failing(x))(as_tensor(1)), "own", class = "own_error")
  data <- tf$data$Dataset$range(8L)$map(function(i) failing(tf$cast(i, "float64")), 2L)$prefetch(2L)
  expect_error(iterate(data), "own", class = "own_error")
  python <- r_operator(function(x) py_eval("1 / 0"))
  expect_error(python(1), class = "python.builtin.ZeroDivisionError")
  expect_error(
    tf$`function`(function(x) python(x))(as_tensor(1)), class = "python.builtin.ZeroDivisionError"
  )
  # Python sees which operator it was.
  text_of <- py_run_string("
def text_of(f, x):
  try: f(x)
  except Exception as e: return str(e)
", local = TRUE, convert = TRUE)$text_of
  caught <- py_call_blocking(text_of, tf$`function`(function(x) failing(x)), as_tensor(1))
  expect_match(caught, "The R function of the operator `failing` failed. RError: own", fixed = TRUE)
})

test_that("R code can leave an operator by a restart", {
  jump <- r_operator(function(x) invokeRestart("away", 7))
  away <- function(value) value
  expect_identical(withRestarts(jump(1), away = away), 7)
  graph <- tf$`function`(function(x) jump(x))
  expect_identical(withRestarts(graph(as_tensor(1)), away = away), 7)
  expect_identical(as.numeric(square()(3)), 9)
})

test_that("R leaves the call that waits, not the one that meets the element", {
  asleep <- py_run_string("
import time
def asleep(x):
  time.sleep(0.5)
  return x
", local = TRUE)$asleep
  jump <- r_operator(function(x) if (x == 2) invokeRestart("away", "left") else x)
  # The first element takes so long that R is asked for the third meanwhile.
  data <- tf$data$Dataset$range(6L)$map(function(i) {
    x <- tf$cast(i, "float64")
    tf$cond(i < 1L, function() tf$numpy_function(asleep, list(x), tf$float64), function() jump(x))
  }, num_parallel_calls = 6L)
  elements <- as_iterator(data)
  away <- function(value) value
  expect_identical(withRestarts(iter_next(elements), away = away), "left")
})

test_that("an R error is itself when another operator was interrupted before it is met", {
  asked <- 0
  fails_ahead <- r_operator(function(x) {
    asked <<- asked + 1
    if (x == 2) stop("the third element") else x
  })
  data <- tf$data$Dataset$range(4L)$map(function(i) fails_ahead(tf$cast(i, "float64")))
  elements <- as_iterator(dataset_prefetch(data, 4L))
  iter_next(elements)
  while (asked < 3) import("time")$sleep(0.01)
  interrupts <- r_operator(function(x) {
    signalCondition(structure(class = c("interrupt", "condition"), list()))
  })
  expect_identical(tryCatch(interrupts(1), interrupt = function(cnd) "interrupted"), "interrupted")
  iter_next(elements)
  expect_error(iter_next(elements), "the third element")
})

test_that("an interrupt stops an operator", {
  interrupted <- function(f) {
    interrupt_in(1)
    tryCatch(
      {
        f(as_tensor(1))
        "went on"
      },
      interrupt = function(cnd) "interrupted"
    )
  }
  slow <- r_operator(function(x) {
    Sys.sleep(60)
    x
  })
  expect_identical(interrupted(slow), "interrupted")
  expect_identical(interrupted(tf$`function`(function(x) slow(x))), "interrupted")
  expect_identical(as.numeric(square()(3)), 9)
})

test_that("R code in an operator calls TensorFlow and other operators", {
  double <- tf$`function`(function(x) x * 2)
  inner <- square()
  outer <- r_operator(function(x) inner(double(as_tensor(x))))
  expect_identical(as.numeric(outer(3)), 36)
  expect_identical(as.numeric(tf$`function`(function(x) outer(x))(as_tensor(3))), 36)
})

test_that("operators work in control flow, maps and gradients of graphs", {
  op <- square()
  loop <- tf$`function`(function(x) {
    tf$while_loop(
      function(i, x) i < 3L, function(i, x) list(i + 1L, op(x) / 2), list(tf$constant(0L), x)
    )[[2]]
  })
  expect_equal(as.numeric(loop(as_tensor(2))), 2)
  expect_identical(as.array(tf$map_fn(op, as_tensor(c(1, 2)))), array(c(1, 4)))
  slope <- tf$`function`(function(x) tf$gradients(op(x), x)[[1]])
  expect_identical(as.array(slope(as_tensor(c(1, 2)))), array(c(2, 4)))
  pure <- square(stateful = FALSE)
  twice <- tf$`function`(function(x) pure(x) + pure(x))
  expect_identical(as.numeric(twice(as_tensor(3))), 18)
})

test_that("16 kernels at once", {
  threads <- tf$data$Options()
  threads$threading$private_threadpool_size <- 16L
  op <- square()
  data <- tf$data$Dataset$range(500L)$map(
    function(i) op(tf$cast(i, "float64")), num_parallel_calls = 16L
  )
  found <- vapply(iterate(data$with_options(threads)), as.array, 0)
  expect_identical(found, (0:499)^2)
})

test_that("methods of datasets that compute wait on another thread", {
  op <- square()
  data <- tf$data$Dataset$range(4L)$map(function(i) op(tf$cast(i, "float64")))
  total <- data$reduce(as_tensor(0), function(sum, x) sum + x)
  expect_identical(as.numeric(total), 14)
})

test_that("layers, losses and metrics of Keras, while fit() runs", {
  likelihood <- r_operator(
    function(y, mu) -sum(stats::dpois(y, mu, log = TRUE)) / length(y), "float32",
    shape = function(y, mu) integer(),
    gradient = function(y, mu, value, d) list(NULL, d * (1 - y / mu) / length(y))
  )
  half <- r_operator(
    function(x) x / 2, "float32", shape = function(x) x, gradient = function(x, y, dy) dy / 2
  )
  error <- r_operator(
    function(y, p) mean(abs(c(y) - c(p))), "float32", shape = function(y, p) integer()
  )
  set.seed(1)
  x <- matrix(rnorm(400), 200)
  y <- rpois(200, exp(x %*% c(0.5, -0.3)))
  input <- keras_input(2)
  output <- half(input) |> layer_dense(1, activation = "exponential")
  model <- keras_model(input, output)
  compile(
    model, optimizer_adam(0.1), function(y_true, y_pred) likelihood(y_true, y_pred),
    list(custom_metric("own", function(y_true, y_pred) error(y_true, y_pred)))
  )
  history <- fit(model, x, y, epochs = 60, batch_size = 100, verbose = 0)
  weights <- unlist(get_weights(model))
  expect_equal(weights[1:2] / 2, unname(coef(glm(y ~ x, family = poisson()))[2:3]), tolerance = 0.2)
  expect_equal(
    history$metrics$own[[60]], mean(abs(y - c(predict(model, x, verbose = 0)))), tolerance = 0.1
  )
})

test_that("a distribution strategy runs operators in each replica", {
  # Two CPUs of TensorFlow must be made before it starts.
  found <- callr::r(function() {
    library(rkeras)
    py_run_string("
import tensorflow as tf
cpu = tf.config.list_physical_devices('CPU')[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
")
    strategy <- tf$distribute$MirroredStrategy(list("CPU:0", "CPU:1"))
    op <- r_operator(function(x) x^2, shape = function(x) x)
    step <- tf$`function`(function() strategy$run(function() op(as_tensor(3))))
    as.numeric(as.array(strategy$reduce("SUM", step(), axis = NULL)))
  }, libpath = .libPaths())
  expect_identical(found, 18)
})

test_that("XLA says that it cannot compile R functions", {
  op <- square()
  compiled <- tf$`function`(function(x) op(x), jit_compile = TRUE)
  expect_error(compiled(as_tensor(1)), "`square` calls an R function.*jit_compile = FALSE")
})

test_that("the memory of a tensor that a finalizer reaches is still the tensor's", {
  saved <- NULL
  # TensorFlow computes in the memory that it has just freed.
  keeps <- r_operator(function(x) {
    e <- new.env()
    reg.finalizer(e, function(e) saved <<- e)
    e$x <- x
    2 * x
  }, shape = function(x) x)
  expect_true(all(as.array(keeps(as_tensor(rep(3.5, 1e5), "float64"))) == 7))
  gc()
  others <- lapply(1:20, function(i) tf$fill(list(100000L), as_tensor(7.25, "float64")))
  expect_true(all(saved$x == 3.5))
})

test_that("an operator lives as long as what uses it", {
  count <- function() {
    for (i in 1:3) py_gc()
    length(import("rpycall")$operators())
  }
  before <- count()
  make <- function() {
    op <- square()
    graph <- tf$`function`(function(x) op(x))
    list(op = op, graph = graph, value = graph(as_tensor(2)))
  }
  made <- make()
  expect_identical(count() - before, 2L)
  graph <- made$graph
  rm(made)
  expect_identical(as.numeric(graph(as_tensor(3))), 9)
  expect_identical(count() - before, 2L)
  rm(graph)
  expect_identical(count() - before, 0L)
  # A gradient that is computed later.
  x <- as_tensor(3)
  with(tf$GradientTape() %as% tape, {
    tape$watch(x)
    y <- square()(x)
  })
  count()
  expect_identical(as.numeric(tape$gradient(y, x)), 6)
  rm(tape, y)
  expect_identical(count() - before, 0L)
})
