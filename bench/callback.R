# What R functions cost that Python and Keras call: on the main thread, from other threads, and in
# training, where the same is done by Python functions in a process of pure Python.
source("bench/measure.R", encoding = "UTF-8")

# Microseconds, and what fit() takes beside Python's own.
targets <- c(
  "on the main thread" = 4,
  "from the thread of a blocking call" = 25,
  "from a thread, in a blocking call" = 25,
  "from a thread, in join()" = 25,
  "from a thread, in Sys.sleep()" = 25,
  "from a thread, in a loop of time.sleep(0)" = 25,
  "1e6 doubles both ways" = NA,
  "1e6 doubles both ways, from a thread" = NA,
  "an error that passes" = 200,
  "a method of a class" = NA,
  "a method that uses private" = NA,
  "nothing" = NA, "a callback on every batch" = 1.05, "a generator" = 1.25
)

python_code <- "
import threading, time
import numpy as np
array = np.arange(1e6)

def each(f, x, n):
    start = time.perf_counter()
    for _ in range(n):
        try: f(x)
        except Exception: pass
    return (time.perf_counter() - start) / n

def start(f, x, n):
    global taken
    taken = []
    thread = threading.Thread(target=lambda: taken.append(each(f, x, n)))
    thread.start()
    return thread

def on_thread(f, x, n):
    start(f, x, n).join()
    return taken[0]

def beside_loop(f, x, n):
    thread = start(f, x, n)
    while thread.is_alive(): time.sleep(0)
    return taken[0]
"

# What can be asked of both packages, and of ours alone.
calls_of <- function(main) {
  array <- py_eval("array", convert = FALSE)
  fails <- function(x) stop("no")
  thing <- PyClass("Thing", list(same = function(x) x))()
  calls <- list(
    "on the main thread" = function() main$each(identity, 1, 5000L),
    "1e6 doubles both ways" = function() main$each(identity, array, 20L),
    "an error that passes" = function() main$each(fails, 1, 1000L),
    "a method of a class" = function() main$each(thing$same, 1, 5000L),
    "from a thread, in a loop of time.sleep(0)" = function() main$beside_loop(identity, 1, 500L)
  )
  if (side == "reticulate") {
    return(calls)
  }
  Thing %py_class% {
    initialize <- function() NULL
    same <- function(x) private$value
    private$value <- 1
  }
  secretive <- Thing()
  c(calls, list(
    "a method that uses private" = function() main$each(secretive$same, 1, 5000L),
    "from the thread of a blocking call" =
      function() py_call_blocking(main$each, identity, 1, 5000L),
    "from a thread, in a blocking call" =
      function() py_call_blocking(main$on_thread, identity, 1, 5000L),
    "from a thread, in join()" = function() main$on_thread(identity, 1, 5000L),
    "from a thread, in Sys.sleep()" = function() {
      thread <- main$start(identity, 1, 2000L)
      Sys.sleep(0.2)
      thread$join()
      main$taken[[1]]
    },
    "1e6 doubles both ways, from a thread" = function() main$on_thread(identity, array, 20L)
  ))
}

# As main() of training.py.
training_of <- function(training) {
  arrays <- training$data()
  x <- arrays[[1]]
  y <- as.integer(arrays[[2]])
  size <- training$SIZE
  steps <- training$STEPS
  model <- training$model()
  train <- function(...) fit(model, ..., epochs = 1, verbose = 0)
  losses <- function() {
    losses <- numeric()
    callback_lambda(on_train_batch_end = function(batch, logs) losses[[batch]] <<- logs$loss)
  }
  batches <- function() {
    step <- 0
    function() {
      rows <- step * size + seq_len(size)
      step <<- (step + 1) %% steps
      list(x[rows, ], y[rows])
    }
  }
  list(
    "nothing" = function() train(x, y, batch_size = size),
    "a callback on every batch" = function() train(x, y, batch_size = size, callbacks = losses()),
    "a generator" = function() train(batches(), steps_per_epoch = steps)
  )
}

told <- function(names, format) {
  ifelse(is.na(targets[names]), "", sprintf(format, targets[names]))
}

command_of <- function(side) c(rscript(), "--vanilla", "bench/callback.R", side)

if (side %in% packages) {
  library(side, character.only = TRUE)
  py_run_string(python_code)
  calls <- calls_of(import_main())
  for (name in names(calls)) {
    for (i in 1:7) cat(name, "\t", format(calls[[name]](), digits = 6), "\n", sep = "")
  }
} else if (side %in% "training") {
  library(rkeras)
  questions <- training_of(import_from_path("training", "bench"))
  for (name in names(questions)) tell(name, questions[[name]])
} else {
  cat("\n## R functions that Python calls, ", format(Sys.Date()), "\n\n", sep = "")
  training <- list(
    python = c(rkeras::py_config()$python, "bench/training.py"), rkeras = command_of("training")
  )
  seconds <- least_in_turns(training, names(targets))
  ratio <- seconds[, "rkeras"] / seconds[, "python"]
  print_table(data.frame(
    "fit() with" = rownames(seconds), Python = shown(seconds[, "python"]),
    rkeras = shown(seconds[, "rkeras"]), ratio = sprintf("%.2f", ratio),
    target = told(rownames(seconds), "%.2f"), check.names = FALSE
  ))
  use_peer()
  seconds <- least_in_turns(sapply(packages, command_of, simplify = FALSE), names(targets))
  cat("\n")
  print_table(data.frame(
    "an R function called" = rownames(seconds),
    reticulate = ifelse(is.na(seconds[, "reticulate"]), "", shown(seconds[, "reticulate"])),
    rkeras = shown(seconds[, "rkeras"]), target = told(rownames(seconds), "%g \u00b5s"),
    check.names = FALSE
  ))
}
