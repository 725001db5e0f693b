# Interrupted saving keeps the old files. Each row is a way to save, with the file that it creates
# and the point at which it is interrupted.
ways <- list(
  file = list(name = "m.keras", save = quote(save_model(model, file, overwrite = TRUE))),
  folder = list(
    name = "m", save = quote(save_model(model, file, overwrite = TRUE, zipped = FALSE))
  ),
  h5 = list(name = "m.h5", save = quote(save_model(model, file, overwrite = TRUE)),
            cut_in = "get_config"),
  weights = list(
    name = "m.weights.h5", save = quote(save_model_weights(model, file, overwrite = TRUE))
  ),
  shards = list(
    name = "m.weights.json",
    save = quote(save_model_weights(model, file, overwrite = TRUE, max_shard_size = 3e-6))
  ),
  checkpoint = list(name = "m.keras", save = quote(fit(
    model, matrix(1, 2, 2), matrix(1, 2, 2), verbose = 0, epochs = 1,
    callbacks = callback_model_checkpoint(file)
  ))),
  backup = list(name = "b/latest.weights.h5", save = quote(fit(
    model, matrix(1, 2, 2), matrix(1, 2, 2), verbose = 0, epochs = 1,
    callbacks = callback_backup_and_restore(dirname(file))
  )))
)

# In a new session: saves a model, then again and again, with other weights, and is cut short in the
# middle each time. Says how that ended, if the old files are as before, and what else there is.
cut_short <- function(way) {
  folder <- withr::local_tempdir()
  noted <- withr::local_tempfile()
  expect_error(
    in_new_session(save_and_fail, way, folder, noted, contents), class = "callr_status_error"
  )
  found <- readRDS(noted)
  found$kill <- list(ended = "killed", after = contents(folder))
  for (how in c("full", "interrupt", "kill")) {
    after <- found[[how]]$after
    found[[how]]$whole <- identical(after[names(found$before)], found$before)
    found[[how]]$left <- unique(dirname(setdiff(names(after), names(found$before))))
    found[[how]]$after <- NULL
  }
  found
}

save_and_fail <- function(way, folder, noted, contents) {
  library(rkeras)
  py_run_string("
import keras, os, signal, time
arms = {}
def arm(place, how): arms.update({place: how})
def reach(place):
    how = arms.pop(place, None)
    if how == 'full':
        raise OSError(28, 'No space left on device')
    if how:
        os.kill(os.getpid(), signal.SIGKILL if how == 'kill' else signal.SIGINT)
        for i in range(900): time.sleep(0.1)
class Cut(keras.layers.Layer):
    def call(self, x): return x + 0
    def get_config(self):
        reach('get_config')
        return super().get_config()
    def save_own_variables(self, store):
        reach('save_own_variables')
")
  model <- keras_model_sequential(input_shape = 2) |>
    layer_dense(units = 300) |>
    layer_dense(units = 2)
  model$add(py$Cut())
  model |> compile(loss = "mse")
  file <- file.path(folder, way$name)
  if (startsWith(way$name, "b/")) {
    dir.create(dirname(file)) # Keras removes a backup when the training ends
    save_model_weights(model, file)
  } else {
    eval(way$save)
  }
  found <- list(before = contents(folder))
  for (how in c("full", "interrupt", "kill")) {
    set_weights(model, lapply(get_weights(model), function(w) w + 1))
    py$arm(if (is.null(way$cut_in)) "save_own_variables" else way$cut_in, how)
    ended <- tryCatch(
      {
        eval(way$save)
        "saved"
      },
      error = function(e) if (grepl("No space left", conditionMessage(e))) "failed" else stop(e),
      interrupt = function(cnd) "interrupted"
    )
    found[[how]] <- list(ended = ended, after = contents(folder))
    saveRDS(found, noted)
  }
}

# The sums of the files in a folder, by their names.
contents <- function(folder) {
  files <- list.files(folder, all.files = TRUE, no.. = TRUE, recursive = TRUE)
  stats::setNames(tools::md5sum(file.path(folder, files)), files)
}

for (name in names(ways)) {
  test_that(paste("failing, being interrupted or killed leaves the old:", name), {
    found <- cut_short(ways[[name]])
    expect_identical(found$full, list(ended = "failed", whole = TRUE, left = character()))
    expect_identical(found$interrupt, list(ended = "interrupted", whole = TRUE, left = character()))
    expect_identical(found$kill[1:2], list(ended = "killed", whole = TRUE))
    expect_match(found$kill$left, "(^|/)[.]saving-")
  })
}

# In a new session: a backup of training, cut where it notes the epoch.
note_and_fail <- function(folder) {
  library(rkeras)
  py_run_string("
import os, signal, time
from keras.src.callbacks import backup_and_restore as module
how = 'full'
class Cut:
    def __getattr__(self, name): return getattr(json, name)
    def dumps(self, x):
        if how == 'full': raise OSError(28, 'No space left on device')
        os.kill(os.getpid(), signal.SIGKILL if how == 'kill' else signal.SIGINT)
        for i in range(900): time.sleep(0.1)
json, module.json = module.json, Cut()")
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 2)
  model |> compile(loss = "mse")
  for (how in c("full", "interrupt", "kill")) {
    py$how <- how
    tryCatch(
      fit(model, matrix(1, 2, 2), matrix(1, 2, 2), verbose = 0,
          callbacks = callback_backup_and_restore(folder)),
      error = function(e) if (!grepl("No space left", conditionMessage(e))) stop(e),
      interrupt = function(cnd) NULL
    )
    stopifnot(identical(readLines(file.path(folder, "training_metadata.json"), warn = FALSE),
                        '{"epoch": 1, "batch": 0}'))
  }
}

test_that("failing, being interrupted or killed leaves the old: what a backup notes", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "training_metadata.json")
  cat('{"epoch": 1, "batch": 0}', file = file)
  error <- expect_error(in_new_session(note_and_fail, folder), class = "callr_status_error")
  expect_no_match(paste(conditionMessage(error), error$stderr), "not TRUE")
  expect_identical(readLines(file, warn = FALSE), '{"epoch": 1, "batch": 0}')
  expect_identical(error$status, -9L)
})

small <- function(units = 3) keras_model_sequential(input_shape = 2) |> layer_dense(units = units)

test_that("what killed processes left is removed by the next who saves there", {
  folder <- withr::local_tempdir()
  prefix <- python_function("rkeras.beside.PREFIX")
  dir.create(file.path(folder, paste0(prefix, "left")))
  # Nobody here can tell whether their writers are at work.
  elsewhere <- c(".saving-h-999999-4242-x", ".saving-0b1c-left", ".saving-new-x")
  for (name in elsewhere) dir.create(file.path(folder, name))
  save_model(small(), file.path(folder, "m.keras"))
  expect_setequal(list.files(folder, all.files = TRUE, no.. = TRUE), c("m.keras", elsewhere))
})

test_that("the folder of a save that is under way stays, whoever saves there meanwhile", {
  folder <- withr::local_tempdir()
  py_run_string("
from rkeras import beside
import os, subprocess, sys
def names(folder): return sorted(os.listdir(folder))
def while_saving(folder, then):
  with beside.beside(os.path.join(folder, 'a')) as part:
    then()
    return [os.path.isdir(os.path.dirname(part)), names(folder)]
def remove_elsewhere(folder):
  code = 'import sys, pathlib; from rkeras import beside; '
  code += 'beside._remove_left(pathlib.Path(sys.argv[1]))'
  env = dict(os.environ, PYTHONPATH = os.pathsep.join(sys.path))
  subprocess.run([sys.executable, '-c', code, folder], env = env, check = True)
")
  main <- import_main()
  here <- function() save_model(small(), file.path(folder, "m.keras"))
  during <- main$while_saving(folder, here)
  expect_true(during[[1]])
  expect_length(during[[2]], 2L)
  expect_identical(list.files(folder, all.files = TRUE, no.. = TRUE), "m.keras")
  during <- main$while_saving(folder, function() main$remove_elsewhere(folder))
  expect_true(during[[1]])
  dir.create(file.path(folder, paste0(python_function("rkeras.beside.PREFIX"), "left")))
  main$remove_elsewhere(folder)
  expect_identical(list.files(folder, all.files = TRUE, no.. = TRUE), "m.keras")
})

test_that("shards of an earlier save do not stay, and files of others do", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "m.weights.json")
  large <- keras_model_sequential(input_shape = 2) |> layer_dense(99) |> layer_dense(99)
  save_model_weights(large, file, max_shard_size = 3.7e-5)
  expect_length(list.files(folder), 3L)
  file.create(file.path(folder, c("m_00007.weights.h5", "n_00001.weights.h5")))
  model <- small()
  expect_error(save_model_weights(model, file, max_shard_size = 1), "exists already")
  save_model_weights(model, file, max_shard_size = 1, overwrite = TRUE)
  expect_setequal(list.files(folder), c(
    "m.weights.json", "m_00000.weights.h5", "m_00007.weights.h5", "n_00001.weights.h5"
  ))
  other <- load_model_weights(small(), file)
  expect_identical(get_weights(other), get_weights(model))
  unlink(file)
  expect_refused(save_model_weights(model, file, max_shard_size = 1), "m_00000.weights.h5")
})

test_that("a model in a folder leaves what else is there", {
  folder <- withr::local_tempdir()
  writeLines("mine", file.path(folder, "README"))
  model <- small()
  save_model(model, folder, zipped = FALSE, overwrite = TRUE)
  save_model(model, folder, zipped = FALSE, overwrite = TRUE)
  expect_setequal(list.files(folder, all.files = TRUE, no.. = TRUE),
                  c("README", "assets", "config.json", "metadata.json", "model.weights.h5"))
  expect_identical(get_weights(load_model(folder)), get_weights(model))
  expect_error(save_model(model, file.path(folder, "README"), zipped = FALSE, overwrite = TRUE),
               "README\" cannot be written .*Not a directory", class = "rkeras_error_file")
})

test_that("links lead to the file, which keeps its permissions, and write protection holds", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "m.keras")
  save_model(small(), file)
  Sys.chmod(file, "640")
  link <- file.path(folder, "link.keras")
  file.symlink(file, link)
  save_model(small(units = 7), link, overwrite = TRUE)
  expect_identical(Sys.readlink(link), file)
  expect_identical(dim(get_weights(load_model(file))[[1]]), c(2L, 7L))
  expect_identical(format(file.mode(file)), "640")
})

test_that("where nobody may write, and where there is no room, is said", {
  file <- withr::local_tempfile(fileext = ".keras")
  script <- withr::local_tempfile(fileext = ".R")
  dump("file", script)
  cat('
    library(rkeras)
    says <- function(expr) {
      tryCatch(expr, rkeras_error_file = function(e) cat(conditionMessage(e), "\n"))
    }
    model <- keras_model_sequential(input_shape = 300) |> layer_dense(units = 300)
    says(save_model(model, file, overwrite = TRUE))
    says(save_model_weights(model, sub("keras$", "weights.h5", file)))
  ', file = script, append = TRUE)
  writeLines("old", file)
  rscript <- file.path(R.home("bin"), "Rscript")
  said <- system2("bash", c("-c", shQuote(sprintf(
    "ulimit -f 100; %s --vanilla %s", rscript, script
  ))), stdout = TRUE, stderr = FALSE)
  expect_length(grep("cannot be written .*File too large|File too large", said), 2L)
  expect_identical(readLines(file), "old")
  skip_if_not(dir.exists("/proc/self"))
  expect_error(save_model(small(), "/proc/m.keras"), "`filepath`: \"/proc/m.keras\" cannot",
               class = "rkeras_error_file")
  expect_error(export_savedmodel(small(), "/proc/m"), "`export_dir_base`: \"/proc/m\" cannot",
               class = "rkeras_error_file")
})
