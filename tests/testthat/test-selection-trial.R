skip_if_not(py_module_available("optuna"))

# A trial for which Optuna has these parameters.
fixed <- function(...) as_trial(import("optuna.trial")$FixedTrial(dict(...), number = 0L))

test_that("suggestions are R values of their types", {
  trial <- fixed(x = 0.5, n = 8L, rate = 0.01, kind = "b", size = "large", flag = TRUE)
  expect_identical(trial$suggest_float("x", 0, 1), 0.5)
  expect_identical(trial$suggest_int("n", 1, 10), 8L)
  expect_identical(trial$suggest_float("rate", 1e-4, 1, log = TRUE), 0.01)
  expect_identical(trial$suggest_categorical("kind", factor(c("a", "b"))), "b")
  expect_identical(trial$suggest_categorical("flag", c(TRUE, FALSE)), TRUE)
  sizes <- list(small = 32L, large = c(64L, 32L))
  expect_identical(trial$suggest_categorical("size", sizes), c(64L, 32L))
  expect_identical(trial$number, 1L)
  expect_setequal(names(trial$params()), c("x", "n", "rate", "kind", "size", "flag"))
  expect_output(print(trial), "Trial 1: x = 0.5, n = 8")
})

test_that("wrong suggestions are told", {
  trial <- fixed(x = 1)
  cases <- list(
    list(quote(trial$suggest_float("x", 2, 1)), "`low` is 2, above `high`, 1"),
    list(quote(trial$suggest_float("x", "a", 1)), "`low` must be one finite number"),
    list(quote(trial$suggest_int("x", 1.5, 3)), "`low` must be a whole number"),
    list(quote(trial$suggest_float(1, 0, 1)), "`name` must be one string"),
    list(quote(trial$suggest_float("x", 0, 1, lgo = TRUE)), "must be empty"),
    list(quote(trial$suggest_categorical("x", list(1:2, 3))), "need names"),
    list(quote(trial$suggest_categorical("x", list())), "`choices` must be"),
    list(quote(trial$suggest_categorical("x", c(1, 1))), "same value twice"),
    list(quote(trial$report("a", 1)), "`value` must be one number"),
    list(quote(callback_pruning(1)), "`trial` must be"),
    list(quote(callback_pruning(trial, 1)), "`monitor`")
  )
  for (case in cases) expect_refused(eval(case[[1]]), case[[2]])
})

test_that("a trial is pruned by the values that it reports", {
  f <- function(trial) {
    for (step in 1:5) {
      trial$report(trial$number + step, step)
      if (trial$should_prune()) trial$prune()
    }
    trial$number
  }
  study <- tune(f, 8, pruner = "median")
  # The median pruner begins with the sixth trial.
  expect_identical(study$trials$state, rep(c("complete", "pruned"), c(5, 3)))
  expect_identical(study$trials$value[6:8], rep(NA_real_, 3))
  expect_identical(study$best_value, 1)
})

test_that("training is ended by the callback", {
  skip_if_not(is_keras_available())
  epochs <- list()
  x <- as.matrix(iris[1:4])
  f <- function(trial, monitor = "val_loss") {
    model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
    # Later trials do not learn.
    model |> compile(optimizer_sgd(if (trial$number <= 5) 0.001 else 0), "mse")
    at <- trial$number
    epochs[[at]] <<- 0L
    history <- fit(
      model, x, x[, 1] + 100, epochs = 6, verbose = 0, validation_split = 0.2,
      callbacks = list(callback_lambda(on_epoch_end = function(epoch, logs) {
        epochs[[at]] <<- epoch
      }), callback_pruning(trial, monitor))
    )
    min(history$metrics$val_loss)
  }
  study <- tune(f, 7, pruner = "median", seed = 1)
  expect_identical(study$trials$state, rep(c("complete", "pruned"), c(5, 2)))
  expect_identical(unlist(epochs[1:5]), rep(6L, 5))
  expect_true(all(unlist(epochs[6:7]) < 6L))
  expect_error(tune(function(trial) f(trial, "accuracy"), 1), "no metric `accuracy`, only `loss`",
               class = "rkeras_error_run")
})
