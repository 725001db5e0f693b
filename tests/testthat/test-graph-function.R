# Functions that give the same value in R, traced, and compiled by XLA. Arguments are doubles. The
# gradient of the first result with respect to the first argument is that of eager execution.
double <- function(x) tf$constant(x, "float64")

case <- function(f, ..., gradient = TRUE, xla = TRUE) {
  list(f = f, args = list(...), gradient = gradient, xla = xla)
}

cases <- list( # nolint: cyclocomp_linter.
  # if
  case(function(x) if (x > 0) x * x else -x, 3),
  case(function(x) if (x > 0) x * x else -x, -3),
  case(function(x) if (x > 0) x else if (x > -5) x * 2 else x * 3, -7),
  case(function(x) {
    y <- x
    if (x > 1) y <- y * 2
    y + 1
  }, 2),
  case(function(x) {
    y <- x
    if (x > 1) y <- y * 2
    y + 1
  }, 0),
  case(function(x) {
    if (x > 0) {
      a <- x
      b <- x * 2
    } else {
      a <- -x
      b <- x * 3
    }
    a * b
  }, -2),
  case(function(x) {
    y <- if (x > 0) 1 else 2
    x * y
  }, 3),
  case(function(x) (if (x > 0) x else -x) + 1, -4),
  case(function(x, y) if (x > y) x - y else y - x, 2, 5),
  case(function(x) if (x) 1 * x else x + 10, 0),
  case(function(x) if (!(x > 0)) x * 5 else x, -1),
  case(function(x) {
    if (x > 0) if (x > 10) x <- 10 else x <- x + 1
    x
  }, 4),
  case(function(x) {
    sign <- 0
    if (x > 0) sign <- 1
    if (x < 0) sign <- -1
    sign * x
  }, -8),
  # && and ||
  case(function(x) if (x > 0 && x < 5) x else 0 * x, 3),
  case(function(x) if (x > 0 && x < 5) x else 0 * x, 7),
  case(function(x) if (x < 0 || x > 5) x * 2 else x, 7),
  case(function(x) if (TRUE && x > 1) x * 2 else x, 7),
  case(function(x) if (FALSE || x > 1) x * 2 else x, 7),
  case(function(x) if (x > 1 && FALSE) x * 2 else x, 7),
  case(function(x) if (x > 1 || TRUE) x * 2 else x, 0),
  case(function(x, y) if ((x > 1 && y > 1) || x == y) x + y else x - y, 0, 0),
  # return
  case(function(x) {
    if (x > 0) return(x * 2)
    x - 1
  }, 3),
  case(function(x) {
    if (x > 0) return(x * 2)
    x - 1
  }, -3),
  case(function(x) {
    if (x > 10) return(x * 2)
    if (x > 5) return(x * 3)
    if (x > 0) return(x * 4)
    return(x)
  }, 7),
  case(function(x) {
    if (x > 0) {
      y <- x + 1
      if (y > 5) return(y * 10)
      x <- y
    }
    x * 2
  }, 3),
  case(function(x) {
    if (x > 0) {
      y <- x + 1
      if (y > 5) return(y * 10)
      x <- y
    }
    x * 2
  }, 9),
  case(function(x) {
    y <- if (x > 0) return(x) else x * 2
    y + 1
  }, -3),
  case(function(x) {
    x > 0 || return(x * 100)
    x
  }, -3),
  case(function(x) {
    if (x > 0) return(x) else return(-x)
  }, -3),
  case(function(x) {
    for (i in 1:3) if (x > i) return(x * i)
    -x
  }, 2.5),
  case(function(x) {
    while (x < 100) {
      x <- x * 3
      if (x > 20) return(x + 0.5)
    }
    x
  }, 3),
  # while
  case(function(x) {
    while (x < 100) x <- x * 2
    x
  }, 3),
  case(function(x) {
    total <- 1
    while (x != 0) {
      total <- total * x
      x <- x - 1
    }
    total
  }, 5),
  case(function(x) {
    n <- 0
    while (x > 1) {
      x <- x / 2
      n <- n + 1
    }
    n + 0 * x
  }, 100),
  case(function(x) {
    while (x < 50) {
      x <- x + 7
      if (x > 30) break
    }
    x
  }, 1),
  case(function(x) {
    s <- 0 * x
    while (x > 0) {
      x <- x - 1
      if (x == 3) next
      s <- s + x
    }
    s
  }, 6),
  case(function(x) {
    a <- 0 * x
    b <- 0 * x + 1
    n <- 0
    while (n < x) {
      t <- a + b
      a <- b
      b <- t
      n <- n + 1
    }
    a
  }, 10, gradient = FALSE),
  case(function(x) {
    while (x > 1) {
      y <- x
      while (y > 2) y <- y / 2
      x <- x - y
    }
    x
  }, 9.5),
  case(function(x) {
    i <- 0
    while (i < 3) {
      x <- x * 2
      i <- i + 1
    }
    x
  }, 3),
  case(function(x) {
    while (TRUE) {
      x <- x * 2
      if (x > 40) break
    }
    x
  }, 3),
  case(function(x) {
    while (x < 10 && x > 0) x <- x + 3
    x
  }, 2),
  case(function(a, b) {
    while (b != 0) {
      r <- a %% b
      a <- b
      b <- r
    }
    a
  }, 48, 18, gradient = FALSE),
  case(function(x) {
    y <- x
    while (abs(y * y - x) > 1e-9) y <- (y + x / y) / 2
    y
  }, 2),
  # repeat
  case(function(x) {
    repeat {
      x <- x * 2
      if (x > 100) break
    }
    x
  }, 3),
  case(function(x) {
    repeat {
      x <- x + 1
      if (x < 5) next
      if (x > 7) break
    }
    x
  }, 1),
  case(function(x) {
    repeat {
      x <- x * 2
      if (x > 100) return(x + 1)
    }
  }, 3),
  # for
  case(function(x) {
    s <- 0
    for (e in x) s <- s + e
    s
  }, c(1, 2, 6)),
  case(function(x) {
    s <- 0
    for (e in x) s <- s + e * e
    s / length(x)
  }, c(1, 2, 6)),
  case(function(x) {
    s <- 0
    for (e in x) {
      if (e == 2) next
      s <- s + e
    }
    s
  }, c(1, 2, 6)),
  case(function(x) {
    s <- 0
    for (e in x) {
      if (e > 5) break
      s <- s + e
    }
    s
  }, c(1, 2, 6, 1)),
  case(function(x) {
    for (e in x) if (e > 1.5) return(e)
    -1
  }, c(1, 2, 6)),
  case(function(x) {
    for (e in x) if (e > 100) return(e)
    -1
  }, c(1, 2, 6), gradient = FALSE),
  case(function(x) {
    s <- 0
    for (e in x) for (f in x) s <- s + e * f
    s
  }, c(1, 2, 6)),
  case(function(x) {
    s <- 0
    for (e in x) {
      for (f in x) {
        if (f > e) break
        s <- s + f
      }
    }
    s
  }, c(1, 2, 6)),
  case(function(x) {
    best <- -Inf
    for (e in x) if (e > best) best <- e
    best
  }, c(3, 9, 2)),
  case(function(x) {
    low <- Inf
    high <- -Inf
    for (e in x) {
      if (e < low) low <- e
      if (e > high) high <- e
    }
    high - low
  }, c(3, 9, 2)),
  case(function(x, n) {
    for (i in 1:n) x <- x + i
    x
  }, 1, 4, xla = FALSE),
  case(function(x, n) {
    for (i in n:1) x <- x * 2 - i
    x
  }, 1, 4, xla = FALSE),
  case(function(x, n) {
    for (i in seq_len(n)) x <- x + i
    x
  }, 1, 4, xla = FALSE),
  case(function(x) {
    for (i in 1:4) if (x < 20) x <- x * 2
    x
  }, 3),
  case(function(x) {
    for (i in 1:10) {
      if (x > 20) break
      x <- x * 2
    }
    x
  }, 3),
  case(function(x) {
    for (i in 1:10) {
      if (x > 20) next
      x <- x + i
    }
    x
  }, 3),
  case(function(x) {
    for (name in c("a", "b")) if (x > 1) x <- x * nchar(name) + 1
    x
  }, 3),
  case(function(x) {
    y <- 0
    for (e in x) {
      y <- y * 2 + e
      if (y > 10) y <- y - 10
    }
    y
  }, c(5, 6, 7)),
  case(function(x) {
    count <- 0
    for (e in x) if (e > 1 && e < 5) count <- count + 1
    count + 0 * x[1]
  }, c(0, 2, 3, 9)),
  # lists
  case(function(x) {
    state <- list(a = x, b = 0 * x)
    while (state$a < 10) {
      state$a <- state$a * 2
      state$b <- state$b + 1
    }
    state$a + state$b
  }, 1),
  case(function(x) {
    pair <- list(x, x * 2)
    if (x > 0) pair[[1]] <- pair[[1]] * 100 else pair[[2]] <- 0 * x
    pair[[1]] + pair[[2]]
  }, 2),
  case(function(x) {
    out <- list(inner = list(v = x))
    for (i in 1:3) if (x > 0) out$inner$v <- out$inner$v * 2
    out$inner$v
  }, 2),
  case(function(x) {
    if (x > 0) list(x, x * 2) else list(-x, x)
  }, -1, gradient = FALSE),
  case(function(x) if (x > 0) list(a = x, b = 1) else list(b = 2, a = -x), -1, gradient = FALSE),
  # functions
  case(function(x) {
    positive <- function(y) {
      if (y > 0) return(y)
      -y
    }
    positive(x) + positive(-x)
  }, 3),
  case(function(x) {
    add <- function(y) {
      total <<- total + y
      if (y > 1) total <<- total * 2
    }
    total <- 0
    for (e in c(1, 2)) add(x * e)
    total
  }, 3),
  case(function(x) {
    f <- function(n) if (n <= 1) x else f(n - 1) + (if (x > 0) x else -x)
    f(3)
  }, -2),
  case(function(x) sum(sapply(1:3, function(i) i)) * (if (x > 0) x else -x), -2),
  case(function(x) Reduce(function(a, b) if (a > b) a else b, list(x, x * 2, x - 1)), 4),
  case(function(x) {
    apply_twice <- function(f, y) f(f(y))
    apply_twice(function(y) if (y > 5) y / 2 else y * 3, x)
  }, 2),
  case(function(x, power = 2) if (power == 2) x^2 else x, 3),
  case(function(x, flip = TRUE) if (flip && x > 0) -x else x, 3),
  # switch, ifelse
  case(function(x) switch("b", a = x, b = if (x > 0) x * 7 else x), 3),
  case(function(x, k) switch(k, x, x * 2, x * 3) + 0, 3, 2),
  case(function(x) ifelse(x > 1, x * 10, -x), c(0, 1, 2)),
  case(function(x) sum(ifelse(x > 1, x, 0)), c(0, 1, 2)),
  # mathematics with branches
  case(function(x) {
    y <- exp(-x)
    if (y > 0.5) log(y) else sqrt(y)
  }, 2),
  case(function(x) {
    s <- 0 * x
    term <- 0 * x + 1
    n <- 1
    while (abs(term) > 1e-10) {
      s <- s + term
      term <- term * x / n
      n <- n + 1
    }
    s
  }, 0.5),
  case(function(x) {
    steps <- 0
    while (x != 1) {
      x <- if (x %% 2 == 0) x / 2 else 3 * x + 1
      steps <- steps + 1
    }
    steps
  }, 6, gradient = FALSE),
  case(function(x, lower, upper) {
    if (x < lower) return(lower)
    if (x > upper) return(upper)
    x
  }, 7, 0, 5, gradient = FALSE),
  case(function(x) {
    result <- 0
    for (e in x) {
      if (e < 0) {
        next
      } else if (e > 100) {
        break
      } else {
        result <- result + sqrt(e)
      }
    }
    result
  }, c(4, -1, 9, 1000, 16))
)

as_r <- function(x) {
  if (is.list(x) && !is.object(x)) return(lapply(x, as_r))
  if (is.environment(x)) as.vector(x) else as.vector(x)
}

expect_same_values <- function(value, expected, info) {
  value <- as_r(value)
  if (!is.null(names(expected))) value <- value[names(expected)]
  expect_equal(value, as_r(expected), info = info, tolerance = 1e-6)
}

gradient_of <- function(f, args) {
  with(tf$GradientTape() %as% tape, {
    tape$watch(args[[1]])
    value <- do.call(f, args)
  })
  as_r(tape$gradient(value, args[[1]]))
}

test_that("R's functions, traced functions and XLA give the same values", {
  expect_gte(length(cases), 80L)
  for (case in cases) {
    info <- paste(deparse(case$f), collapse = "\n")
    expected <- do.call(case$f, case$args)
    tensors <- lapply(case$args, double)
    expect_same_values(do.call(tf_function(case$f), tensors), expected, info)
    expect_same_values(do.call(autograph(case$f), tensors), expected, info)
    if (case$xla) {
      compiled <- tf_function(case$f, jit_compile = TRUE)
      expect_same_values(do.call(compiled, tensors), expected, info)
    }
  }
})

test_that("gradients of traced functions are those of eager execution", {
  for (case in Filter(function(case) case$gradient, cases)) {
    tensors <- lapply(case$args, double)
    expected <- gradient_of(autograph(case$f), tensors)
    info <- paste(deparse(case$f), collapse = "\n")
    expect_equal(gradient_of(tf_function(case$f), tensors), expected, info = info)
  }
})

test_that("a TensorFlow function has the signature of the R function", {
  f <- tf_function(function(x, y = 2, ..., scale = 10) x * y * scale)
  one <- tf$constant(1)
  expect_equal(as.vector(f(one)), 20)
  expect_equal(as.vector(f(one, scale = 3)), 6)
  expect_equal(as.vector(f(y = 5, x = one)), 50)
  computed <- tf_function(function(x, n = length(x)) x + n)
  expect_equal(as.vector(computed(tf$constant(c(1, 2)))), c(3, 4))
  expect_s3_class(f, "tensorflow.python.eager.polymorphic_function.polymorphic_function.Function")
})

test_that("results keep their structure", {
  f <- tf_function(function(x) list(a = x, b = list(x * 2, NULL), c = 1, d = "text"))
  result <- f(tf$constant(1))
  expect_named(result, c("a", "b", "c", "d"))
  expect_null(result$b[[2]])
  expect_equal(as.vector(result$c), 1)
  expect_identical(as.character(result$d), "text")
  expect_null(tf_function(function(x) NULL)(1))
})

test_that("a function is traced once for each signature", {
  traced <- new.env()
  traced$n <- 0
  f <- tf_function(function(x) {
    traced$n <- traced$n + 1
    x + 1
  })
  for (i in 1:3) f(tf$constant(i))
  expect_identical(traced$n, 1)
  expect_identical(f$experimental_get_tracing_count(), 1L)
  f(tf$constant(c(1, 2)))
  expect_identical(f$experimental_get_tracing_count(), 2L)
  spec <- tf_function(function(x) x * 2, input_signature = list(tf$TensorSpec(list(NULL))))
  spec(tf$constant(c(1, 2)))
  spec(tf$constant(c(1, 2, 3)))
  expect_identical(spec$experimental_get_tracing_count(), 1L)
  expect_error(spec(tf$constant("a")), class = "python.builtin.TypeError")
})

test_that("a function that is traced again and again says why", {
  f <- tf_function(function(x, n) x + n, name = "shift")
  said <- character()
  withCallingHandlers(
    for (n in 1:8) f(tf$constant(1), n),
    warning = function(w) {
      said <<- c(said, conditionMessage(w))
      invokeRestart("muffleWarning")
    }
  )
  expect_length(said, 1L)
  expect_match(said, "`shift\\(\\)` is traced again and again: `n` was 4, then 5")
})

test_that("tf$`function`() takes R functions alike", {
  f <- tf$`function`(function(x, limit = 2) {
    for (e in x) if (e > limit) return(e)
    -1
  })
  expect_equal(as.vector(f(tf$constant(c(1, 2, 3)))), 3)
  expect_equal(as.vector(f(tf$constant(c(1, 2, 3)), limit = 5)), -1)
  plain <- tf_function(function(x) if (x > 0) 1 else 2, autograph = FALSE)
  expect_error(plain(tf$constant(1)), "tensor")
})

test_that("traced functions are saved in modules and loaded by Python", {
  module <- tf$Module()
  module$v <- tf$Variable(2)
  spec <- list(tf$TensorSpec(list(), "float32"))
  module$f <- tf_function(function(x) if (x > 0) x * module$v else -x, input_signature = spec)
  folder <- withr::local_tempdir()
  tf$saved_model$save(module, folder)
  loaded <- tf$saved_model$load(folder)
  expect_equal(as.vector(loaded$f(tf$constant(3))), 6)
  expect_equal(as.vector(loaded$f(tf$constant(-3))), 3)
  code <- sprintf(paste(
    "import tensorflow as tf; m = tf.saved_model.load('%s');",
    "print(float(m.f(tf.constant(4.0))))"
  ), folder)
  output <- system2(py_exe(), c("-c", shQuote(code)), stdout = TRUE, stderr = FALSE)
  expect_identical(utils::tail(output, 1L), "8.0")
})

test_that("arguments are checked", {
  expect_refused(tf_function(1), "`f` must be a function, not 1")
  expect_refused(tf_function(identity, autograph = 2), "`autograph`")
  expect_refused(tf_function(function(`a b`) 1), "not a name")
})

test_that("a call with wrong arguments does not keep other threads from the function", {
  main <- py_run_string("
import threading
def on_thread(f, *args):
    out = []
    thread = threading.Thread(target = lambda: out.append(f(*args)), daemon = True)
    thread.start()
    thread.join(30)
    return out", local = TRUE)
  f <- tf_function(function(x, factor) x * factor)
  expect_error(f(tf$constant(1)), "factor", class = "python.builtin.TypeError")
  expect_equal(lapply(main$on_thread(f, tf$constant(2), tf$constant(3)), as.numeric), list(6))

  # Nor a call of the function in its own trace, which holds the lock.
  again <- tf_function(function(x, y) {
    try(again(x), silent = TRUE)
    x + y
  })
  expect_equal(as.numeric(again(tf$constant(1), tf$constant(2))), 3)
  expect_error(again(tf$constant(1)), "y", class = "python.builtin.TypeError")
  expect_equal(lapply(main$on_thread(again, tf$constant(2), tf$constant(3)), as.numeric), list(5))
})

test_that("variables are state of the graph", {
  v <- tf$Variable(0)
  count <- tf_function(function(x) {
    if (x > 0) v$assign_add(x)
    while (v < 10) v$assign_add(4)
    v
  })
  expect_equal(as.vector(count(tf$constant(3))), 11)
  expect_equal(as.vector(count(tf$constant(-3))), 11)
})

test_that("R's random numbers in a graph are a warning", {
  skip_if_not(on_tensorflow())
  warned <- function(code) {
    places <- character()
    withCallingHandlers(code, rkeras_warning_random = function(w) {
      places <<- c(places, sub(".*while (.*) becomes a graph.*", "\\1", conditionMessage(w)))
      invokeRestart("muffleWarning")
    })
    unique(places)
  }
  x <- tf$constant(matrix(c(1, 2), 1))
  input <- keras_input(2)
  noisy <- function(x, ...) x + stats::rnorm(1)
  Noise <- Layer("Noise", call = function(x) noisy(x))
  expect_identical(warned(tf_function(noisy)(x)), "an R function")
  expect_identical(warned(dataset_map(tensor_slices_dataset(1:2), noisy)), "an R function")
  expect_identical(warned(layer_lambda(f = noisy)(input)), "an R function")
  expect_identical(warned(Noise()(input)), "`call()` of the layer `Noise`")
  compiled <- function(loss = "mse") {
    model <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
    model |> compile("sgd", loss)
    model
  }
  trained <- function(model, data = list(matrix(0, 2, 2), 1:2), ...) {
    do.call(fit, c(list(model), data, list(epochs = 1, verbose = 0, ...)))
  }
  loss <- function(y_true, y_pred) noisy(op_mean(y_true - y_pred))
  expect_identical(warned(trained(compiled(loss))), "the loss")
  # Where R runs each time, or once on purpose, there is nothing to say.
  Fixed <- Layer(
    "Fixed",
    initialize = function() {
      super$initialize()
      self$scale <- stats::rnorm(1)
    },
    build = function(shape) {
      self$shift <- stats::rnorm(1)
      self$w <- self$add_weight(list(1L), function(shape, dtype = NULL) array(stats::rnorm(1), 1))
    },
    call = function(x) x * self$scale + self$shift + self$w
  )
  none <- list(
    eager = function() Noise()(x),
    made = function() Fixed()(input),
    keras = function() tf_function(function(x) x + random_normal(list()))(x),
    operator = function() tf_function(r_operator(noisy))(x),
    py_function = function() {
      tf_function(function(x) tf$py_function(function(x) stats::rnorm(1), list(x), tf$float32))(x)
    },
    callback = function() {
      trained(compiled(), callbacks = callback_lambda(on_epoch_end = function(...) stats::rnorm(1)))
    },
    generator = function() {
      trained(compiled(), list(function() list(matrix(stats::rnorm(2), 1), 1)), steps_per_epoch = 1)
    },
    around = function() {
      stats::rnorm(1)
      tf_function(function(x) x + 1)(x)
    }
  )
  for (name in names(none)) expect_identical(warned(none[[name]]()), character(), label = name)
})
