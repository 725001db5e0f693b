# Datasets that call R and prefetch, whose iterators are abandoned, fail, are interrupted or
# collected at random moments, by R, by Python and by both: nothing waits for ever, and the
# session goes on.
abandon_iterators <- function(round) {
  in_new_session(function(round, interrupt_in) {
    library(rkeras)
    set.seed(round)
    model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
    compile(model, loss = "mse")
    py_run_string("
import gc
def first(dataset): return next(iter(dataset))
def in_a_cycle(dataset):
  elements = iter(dataset)
  cycle = [elements, next(elements)]
  cycle.append(cycle)
  gc.collect()
def some(dataset, n):
  for i, x in enumerate(dataset):
    if i > n: break")
    batch <- function(failing) {
      for (i in seq_len(sample(200L, 1L))) value <- list(i)
      if (stats::runif(1) < 0.3) gc()
      if (stats::runif(1) < failing) stop("at random")
      list(matrix(stats::runif(8), 4), matrix(stats::runif(4), 4))
    }
    generated <- function(failing) {
      generator_dataset(function() batch(failing)) |> dataset_prefetch(sample(4L, 1L))
    }
    mapped <- function(failing) {
      range_dataset(0, 1000) |>
        dataset_map_r(function(i) batch(failing), num_parallel_calls = 2L) |>
        dataset_prefetch(2L)
    }
    data <- function(failing) sample(c(generated, mapped), 1L)[[1L]](failing)
    uses <- list(
      function() fit(model, data(0.2), epochs = 1, verbose = 0),
      function() fit(model, data(0), steps_per_epoch = 5, epochs = 2, verbose = 0),
      function() predict(model, dataset_map(data(0.1), function(x, y) x), verbose = 0),
      function() {
        elements <- as_array_iterator(data(0.05))
        for (i in 1:3) iter_next(elements)
      },
      function() py$first(data(0.05)),
      function() py$in_a_cycle(data(0.02)),
      function() py$some(data(0.02), 4L),
      function() {
        elements <- lapply(list(data(0), data(0)), as_array_iterator)
        for (i in 1:1e5) i
        lapply(elements, iter_next)
      },
      function() {
        sent <- interrupt_in(stats::runif(1, 0, 0.3))
        tryCatch(
          repeat py$some(data(0), 100L),
          interrupt = function(cnd) if (!file.exists(sent)) stop("interrupted without a signal")
        )
      }
    )
    wrong <- character()
    use <- function(f) {
      tryCatch(
        {
          f()
          for (i in 1:3) gc()
          if (stats::runif(1) < 0.1) py_gc()
          "at random"
        },
        error = conditionMessage,
        interrupt = function(cnd) "interrupted once more"
      )
    }
    for (f in sample(uses, 40L, replace = TRUE)) {
      message <- use(f)
      if (!grepl("at random", message)) wrong <- c(wrong, message)
    }
    wrong
  }, round, interrupt_in, max_time = 300)$value
}

# R ends while datasets prefetch.
end_r <- function(round) {
  in_new_session(function(round) {
    library(rkeras)
    set.seed(round)
    numbers <- function() generator_dataset(function() function() 1) |> dataset_prefetch(1000L)
    elements <- as_array_iterator(numbers())
    others <- as_array_iterator(dataset_map_r(numbers(), function(x) x, num_parallel_calls = 2L))
    iter_next(elements)
    iter_next(others)
    Sys.sleep(stats::runif(1, 0, 0.05))
    if (round %% 2L) rm(elements, others)
    if (round %% 3L) gc()
    NULL
  }, round, max_time = 100)$value
}

list(`at random moments` = list(run = abandon_iterators), `R ends` = list(run = end_r))
