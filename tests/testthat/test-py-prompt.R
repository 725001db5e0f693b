# An interactive R session in a terminal.
session <- function() {
  terminal <- processx::process$new(
    file.path(R.home("bin"), "R"), c("--vanilla", "--interactive", "--quiet"),
    pty = TRUE, supervise = TRUE, env = c("current", TERM = "dumb", R_HISTFILE = "/dev/null")
  )
  shown <- ""
  # What it shows from now on until the text is there, or long after it should have been.
  expect_shown <- function(text) {
    deadline <- Sys.time() + 60
    while (!grepl(text, shown) && Sys.time() < deadline && terminal$is_alive()) {
      terminal$poll_io(100)
      shown <<- paste0(shown, terminal$read_output())
    }
    expect_match(shown, text)
    seen <- shown
    shown <<- ""
    invisible(seen)
  }
  list(
    type = function(text) terminal$write_input(text),
    # Until its end is shown.
    run = function(code) {
      terminal$write_input(paste0(code, "; cat('do', 'ne\\n', sep = '')\n"))
      expect_shown("done")
    },
    press_ctrl_c = function() terminal$write_input("\003"),
    expect_shown = expect_shown,
    end = function() terminal$kill()
  )
}

test_that("Python threads call R while the prompt is idle, or a line is half typed", {
  code <- withr::local_tempfile(lines = "
import threading, time
ticks = 0
def tick():
  global ticks
  while True: ticks += 1; time.sleep(0.001)
def later(f):
  def run():
    for i in range(3): time.sleep(0.05); f(i)
  threading.Thread(target = run).start()
threading.Thread(target = tick, daemon = True).start()")
  r <- session()
  withr::defer(r$end())
  r$run("library(rkeras); x <- 1; say <- function(i) cat('called', i, x, '\\n')")
  r$run(sprintf("py_run_file('%s')", code))
  for (round in seq_len(repeats())) {
    r$run("py$later(say); before <- py$ticks")
    r$expect_shown("called 2 1")
    r$run("cat('threads ran', py$ticks > before, '\\n')")
    r$run("py$later(say)")
    r$type("y <- 20 +")
    r$expect_shown("called 2 1")
    r$type(" 2; cat('sum', y, '\\n')\n")
    r$expect_shown("sum 22")
  }
})

test_that("Ctrl-C at the terminal stops training, and the model can be trained on", {
  skip_if_not(is_keras_available())
  r <- session()
  withr::defer(r$end())
  r$run("library(rkeras); x <- matrix(runif(400), 100); y <- x[, 1]")
  r$run("model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)")
  r$run("compile(model, loss = 'mse'); history <- fit(model, x, y, epochs = 1, verbose = 0)")
  r$run("say <- callback_lambda(on_epoch_end = function(e, l) if (e == 9) cat('epoch', e, '\\n'))")
  for (round in seq_len(repeats())) {
    r$type("history <- fit(model, x, y, epochs = 1e6, verbose = 0, callbacks = say)\n")
    r$expect_shown("epoch 9")
    r$press_ctrl_c()
    r$expect_shown("> ")
    r$run("history <- fit(model, x, y, epochs = 2, verbose = 0)")
    r$run("cat('lo', 'sses ', length(history$metrics$loss), '\\n', sep = '')")
  }
})
