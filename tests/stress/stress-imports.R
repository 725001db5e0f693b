# An interrupt at a random moment of Keras's first import: it is raised when that has ended, and
# Keras works afterwards.
interrupt_import <- function(round) {
  in_new_session(function(round, interrupt_in) {
    library(rkeras)
    set.seed(round)
    py_eval("1")
    interrupt_in(stats::runif(1, 0.1, 6))
    started <- tryCatch(
      {
        op_ones(c(2L, 2L))
        # It may come later.
        Sys.sleep(10)
        "never came"
      },
      interrupt = function(cnd) "interrupted",
      error = conditionMessage
    )
    model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
    compile(model, loss = "mse")
    fit(model, matrix(1, 4, 4), 1:4, epochs = 1, verbose = 0)
    if (started != "interrupted") started
  }, round, interrupt_in, max_time = 200)$value
}

list(`Keras's first` = list(run = interrupt_import))
