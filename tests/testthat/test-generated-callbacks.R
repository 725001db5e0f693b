# Effects of callbacks besides training: files, requests, and their error messages.

small_fit <- function(callback, epochs = 3, learning_rate = 0.01) {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  model |> compile(optimizer = optimizer_sgd(learning_rate), loss = "mse", run_eagerly = TRUE)
  x <- as.matrix(iris[c(1, 51, 101), 1:4])
  history <- model |> fit(x, x[, 1], epochs = epochs, verbose = 0, callbacks = callback)
  list(model = model, epochs = length(history$metrics$loss))
}

test_that("epochs count from 1 in names of files, from 0 in schedules, as in Keras", {
  folder <- withr::local_tempdir()
  small_fit(callback_model_checkpoint(file.path(folder, "model-{epoch:02d}.keras")), epochs = 2)
  expect_identical(list.files(folder), c("model-01.keras", "model-02.keras"))
  saved <- load_model(file.path(folder, "model-02.keras"))
  expect_s3_class(saved, "keras.src.models.model.Model")

  epochs <- integer()
  rate <- callback_learning_rate_scheduler(function(epoch, lr) {
    epochs <<- c(epochs, epoch)
    lr / 2
  })
  fitted <- small_fit(rate, learning_rate = 0.5)
  expect_identical(epochs, 0:2)
  expect_equal(as.numeric(fitted$model$optimizer$learning_rate), 0.5 / 8)
  expect_error(small_fit(callback_learning_rate_scheduler(function(epoch) "fast")),
               "`schedule` must give one number")
  expect_error(callback_learning_rate_scheduler("fast"), "`schedule` must be a function")
})

test_that("files are written where they belong, also below ~", {
  home <- withr::local_tempdir()
  withr::local_envvar(HOME = home)
  file <- file.path(home, "log.csv")
  small_fit(list(callback_csv_logger("~/log.csv"), callback_tensorboard("~/logs")))
  expect_identical(read.csv(file)$epoch, 0:2)
  small_fit(callback_csv_logger(file, append = TRUE))
  expect_identical(nrow(read.csv(file)), 6L)
  expect_length(list.files(file.path(home, "logs", "train"), "tfevents"), 1L)
})

test_that("a training that was cut off goes on", {
  backup <- withr::local_tempdir()
  cut <- callback_lambda(on_epoch_begin = function(epoch) if (epoch == 3) stop("power cut"))
  expect_error(small_fit(list(callback_backup_and_restore(backup), cut), 4), "power cut")
  expect_identical(small_fit(callback_backup_and_restore(backup), 4)$epochs, 2L)
})

test_that("small changes and worse ones are told apart", {
  expect_identical(callback_early_stopping("loss", min_delta = 0.001)$min_delta, 0.001)
  stop <- callback_early_stopping("loss", min_delta = 1e9, patience = 1)
  expect_identical(small_fit(stop, 9)$epochs, 2L)
  later <- callback_early_stopping("loss", min_delta = 1e9, patience = 1, start_from_epoch = 3)
  expect_identical(small_fit(later, 9)$epochs, 5L)
  expect_identical(small_fit(callback_terminate_on_nan(), 9, learning_rate = 1e30)$epochs, 2L)
  expect_error(callback_early_stopping(patience = 1.5), "`patience` must be a whole number")
})

test_that("values are sent to a server", {
  server <- python_function_of("server", "
import http.server, threading
def server():
    got = []
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers['Content-Length'])
            got.append([self.path, self.headers['X-Test'], self.rfile.read(length).decode()])
            self.send_response(200)
            self.end_headers()
        def log_message(self, *args):
            pass
    served = http.server.HTTPServer(('127.0.0.1', 0), Handler)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    return f'http://127.0.0.1:{served.server_port}', got, served.shutdown
", convert = FALSE)()
  withr::defer(server[2]())
  monitor <- callback_remote_monitor(
    py_to_r(server[0]), path = "/here", headers = c("X-Test" = "yes"), send_as_json = TRUE
  )
  small_fit(monitor, 2)
  got <- py_to_r(server[1])
  expect_length(got, 2L)
  expect_identical(unlist(got[[2]][1:2]), c("/here", "yes"))
  expect_match(got[[2]][[3]], "\"epoch\": 1")
})

test_that("what is missing is named, with a remedy", {
  if (!py_module_available("orbax.checkpoint")) {
    expect_error(callback_orbax_checkpoint("a"), "py_install(\"orbax-checkpoint\")", fixed = TRUE,
                 class = "rkeras_error_module")
  }
  expect_error(optimizer_adam(lr = 0.1), "It is called `learning_rate` now", fixed = TRUE)
  expect_error(optimizer_sgd(decay = 0.1), "learning_rate_schedule_inverse_time_decay")
  expect_error(optimizer_sgd(learning_rate = "fast"), "`learning_rate` must be a number")
  expect_error(optimizer_loss_scale("adm"), "Did you mean \"adam\"")
})

test_that("optimizers stand for their defaults in compile(), rates may be functions", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  model |> compile(optimizer = optimizer_adam, loss = "mse")
  expect_s3_class(model$optimizer, "keras.src.optimizers.adam.Adam")
  x <- as.matrix(iris[1:4])
  model |> compile(optimizer = optimizer_sgd(learning_rate = function() 0), loss = "mse")
  before <- model$get_weights()
  model |> fit(x, x[, 1], epochs = 1, verbose = 0)
  expect_identical(model$get_weights(), before)
})
