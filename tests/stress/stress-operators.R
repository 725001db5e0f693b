# Kernels of TensorFlow that call R functions from many threads, beside training, errors and
# interrupts: each value is right, and nothing waits for ever.
many_kernels <- function(round) {
  in_new_session(function(round, interrupt_in) {
    library(rkeras)
    set.seed(round)
    square <- r_operator(function(x) {
      if (stats::runif(1) < 0.05) Sys.sleep(0.001)
      x^2
    }, shape = function(x) x, gradient = function(x, y, dy) 2 * x * dy)
    threads <- tf$data$Options()
    threads$threading$private_threadpool_size <- 16L
    squares <- function(n) {
      data <- tf$data$Dataset$range(n)$map(
        function(i) square(tf$cast(i, "float64")), num_parallel_calls = 16L
      )
      data$prefetch(4L)$with_options(threads)
    }
    wrong <- character()
    found <- vapply(iterate(squares(500L)), as.array, 0)
    if (!identical(found, (0:499)^2)) wrong <- c(wrong, "values")

    loss <- r_operator(
      function(y, p) mean((c(y) - c(p))^2), "float32", shape = function(y, p) integer(),
      gradient = function(y, p, l, d) list(NULL, d * 2 * (c(p) - c(y)) / length(y))
    )
    model <- keras_model_sequential(input_shape = 1) |> layer_dense(1)
    compile(model, optimizer_adam(0.1), function(y_true, y_pred) loss(y_true, y_pred))
    column <- function(x) tf$reshape(x, list(1L))
    rows <- squares(512L)$map(function(y) tuple(column(tf$sqrt(y)), column(y)))
    history <- fit(model, rows$batch(32L), epochs = 3, verbose = 0)
    if (!all(is.finite(history$metrics$loss))) wrong <- c(wrong, "training")

    failing <- r_operator(function(x) if (stats::runif(1) < 0.1) stop("at random") else x)
    data <- tf$data$Dataset$range(500L)$map(
      function(i) failing(tf$cast(i, "float64")), num_parallel_calls = 16L
    )
    message <- tryCatch(
      {
        iterate(data$with_options(threads))
        "no error"
      },
      error = conditionMessage
    )
    if (message != "at random") wrong <- c(wrong, message)

    interrupt_in(stats::runif(1, 0.2, 0.7))
    result <- tryCatch(
      {
        repeat iterate(squares(500L))
      },
      interrupt = function(cnd) "interrupted",
      error = conditionMessage
    )
    if (result != "interrupted") wrong <- c(wrong, result)
    Sys.sleep(0.05)
    if (as.array(square(3)) != 9) wrong <- c(wrong, "afterwards")
    wrong
  }, round, interrupt_in, max_time = 200)$value
}

list(`16 kernels` = list(run = many_kernels))
