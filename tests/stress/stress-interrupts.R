# An interrupt at a random moment of many things that R asks of Keras and Python: each is raised,
# soon enough and once, and the session goes on.
interrupt_each <- function(round) {
  in_new_session(function(round, interrupt_in) {
    library(rkeras)
    set.seed(round)
    py_run_string("
class Dying:
  def __del__(self):
    for _ in range(1000): pass
def finalizes():
  while True:
    Dying()
    for _ in range(1000): pass
def loop():
  while True: pass
def call(f): return f()")
    main <- import_main()
    x <- matrix(runif(4000), 1000)
    y <- x[, 1]
    model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
    compile(model, loss = "mse")
    fit(model, x, y, epochs = 1, verbose = 0)
    image <- op_ones(c(1L, 32L, 32L, 3L))
    kernel <- op_ones(c(3L, 3L, 3L, 4L))
    array <- import("numpy", convert = FALSE)$ones(10L)
    file <- tempfile()
    slow <- callback_lambda(on_batch_end = function(batch, logs) Sys.sleep(0.001))
    cases <- list(
      fit = function() fit(model, x, y, epochs = 1e6, verbose = 0),
      `fit with a generator` = function() {
        fit(model, function() list(x, y), steps_per_epoch = 1e6, verbose = 0)
      },
      `fit with a callback` = function() {
        fit(model, x, y, epochs = 1e6, verbose = 0, callbacks = slow)
      },
      predict = function() repeat predict(model, x, verbose = 0),
      convolution = function() repeat op_conv(image, kernel),
      attribute = function() repeat array$shape,
      saveRDS = function() repeat saveRDS(model, file),
      finalizers = function() main$finalizes(),
      `finalizers on a worker` = function() py_call_blocking(main$finalizes),
      loop = function() main$call(function() main$loop())
    )
    wrong <- character()
    for (name in names(cases)) {
      delay <- stats::runif(1, 0, 0.5)
      started <- proc.time()[["elapsed"]]
      result <- tryCatch(
        {
          interrupt_in(delay)
          cases[[name]]()
          "went on"
        },
        interrupt = function(cnd) "interrupted",
        error = conditionMessage
      )
      seconds <- proc.time()[["elapsed"]] - started
      again <- tryCatch(
        {
          Sys.sleep(0.05)
          py_call_blocking(py_eval("lambda: 2"))
        },
        interrupt = function(cnd) "once more"
      )
      if (result != "interrupted" || again != 2L || seconds > 40) {
        wrong <- c(wrong, paste(name, delay, result, again, seconds))
      }
    }
    wrong
  }, round, interrupt_in, max_time = 300)$value
}

list(`at a random moment` = list(run = interrupt_each))
