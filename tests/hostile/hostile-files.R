# Files of models that are damaged or hostile, which files.py makes of sound ones. Each gives a
# model, or an error of a class of rkeras or Python; none runs code, writes elsewhere, takes long or
# ends the session.
source("tests/hostile/attacks.R", local = TRUE)

python <- paste(readLines("tests/hostile/files.py"), collapse = "\n")

x <- matrix(c(1, 2, 3, 4, 5, 6), 2)

dense <- function() keras_model_sequential(input_shape = 3) |> layer_dense(2)

# Files of small models, whose paths it gives, by kind.
sound_files <- function(folder) {
  path <- function(name) file.path(folder, name)
  saved <- function(model, name) suppressWarnings(save_model(model, path(name)))
  plain <- compile(dense(), "adam", "mse")
  save_model_weights(plain, path("dense.weights.h5"))
  saveRDS(plain, path("dense.rds"), compress = FALSE)
  layer_twice <- Layer("Twice", call = function(inputs) inputs * 2)
  twice <- keras_model_sequential(input_shape = 3) |> layer_twice()
  own_loss <- compile(dense(), "adam", function(y_true, y_pred) (y_true - y_pred)^2)
  lambda <- keras_model_sequential(input_shape = 3) |> layer_lambda(py_eval("lambda x: x + 1"))
  data <- data.frame(y = c(1, 2, 3, 5, 4, 6), x = 1:6 + 0.5)
  table <- tabular(y ~ log(x), data, epochs = 1, verbose = 0)
  list(
    dense = saved(plain, "dense.keras"), old = saved(plain, "dense.h5"),
    weights = path("dense.weights.h5"), rds = path("dense.rds"),
    layer = saved(twice, "layer.keras"), loss = saved(own_loss, "loss.keras"),
    lambda = saved(lambda, "lambda.keras"), old_lambda = saved(lambda, "lambda.h5"),
    table = saved(table, "table.keras"), expected = as.array(plain(x))
  )
}

load_any <- function(path) {
  if (endsWith(path, ".weights.h5")) return(load_model_weights(dense(), path))
  if (!endsWith(path, ".rds")) return(load_model(path))
  # R's own errors about its own format.
  model <- tryCatch(readRDS(path), error = function(e) NULL)
  if (!is.null(model)) get_weights(model)
  model
}

# What a file that ran code has left.
traces <- function(canary) {
  c(
    if (file.exists(canary)) "a file is made",
    if (nzchar(Sys.getenv("HOSTILE_RAN"))) "R code has run",
    if (exists("hostile_ran", globalenv())) "R code has assigned",
    if (py_eval("'HOSTILE_RAN' in __import__('os').environ")) "Python code has run"
  )
}

# `file`: its name, path and whether the model may be another.
outcome <- function(file, expected, canary) {
  model <- tryCatch(suppressWarnings(load_any(file[[2]])), error = identity)
  is_error <- inherits(model, "error")
  c(
    if (is_error) said_of(model),
    if (!is_error && !is.null(model) && !file[[3]]) {
      found <- as.array(model(x))
      if (!isTRUE(all.equal(found, expected, tolerance = 1e-5))) "predicts other values"
    },
    traces(canary)
  )
}

# `round` draws what is random.
attack <- function(round) {
  root <- normalizePath(tempdir())
  folder <- file.path(root, "files", "made")
  dir.create(folder, recursive = TRUE)
  setwd(folder)
  canary <- file.path(root, "canary")
  sound <- sound_files(dirname(folder))
  # As in a session that has none of the code.
  py_eval("lambda: __import__('keras').saving.get_custom_objects().clear()")()
  make_all <- py_run_string(python, local = TRUE)$make_all
  files <- make_all(folder, sound[names(sound) != "expected"], canary, round)
  names(files) <- vapply(files, `[[`, "", 1)
  there <- function() list.files(root, recursive = TRUE, all.files = TRUE, include.dirs = TRUE)
  before <- there()
  wrong <- run_attacks(files, function(file) outcome(file, sound$expected, canary))
  left <- setdiff(there(), before)
  c(wrong, if (length(left)) paste("are left:", toString(utils::head(left))))
}

list(`models` = list(run = function(round) in_own_session(function() attack(round))))
