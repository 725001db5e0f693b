# A full disk keeps what was there. Each row is a way to write, with the file that it writes: first
# with space, then again without any.
ways <- list(
  pickle = list("object.pickle", quote(py_save_object(as.list(runif(2000)), file))),
  keras = list("m.keras", quote(save_model(model(), file, overwrite = TRUE))),
  folder = list("m", quote(save_model(model(), file, overwrite = TRUE, zipped = FALSE))),
  h5 = list("m.h5", quote(suppressWarnings(save_model(model(), file, overwrite = TRUE)))),
  weights = list("m.weights.h5", quote(save_model_weights(model(), file, overwrite = TRUE))),
  shards = list("m.weights.json", quote(
    save_model_weights(model(), file, overwrite = TRUE, max_shard_size = 4e-5)
  )),
  config = list("m.json", quote(save_model_config(model(layers = 9), file, overwrite = TRUE))),
  saved_model = list("s", quote(export_savedmodel(model(), file, verbose = FALSE))),
  checkpoint = list("m.keras", quote(train(callback_model_checkpoint(file, "loss")))),
  checkpoint_of_weights = list("m.weights.h5", quote(
    train(callback_model_checkpoint(file, "loss", save_weights_only = TRUE))
  )),
  backup = list("b", quote(
    train(callback_backup_and_restore(file, delete_checkpoint = FALSE), epochs = epochs)
  ))
)

# In a new session: what each way says on a full disk, and what it leaves. `folder` is a small disk,
# or one where no file may be larger than a page.
say_when_full <- function(ways, folder, is_disk, contents) {
  library(rkeras)
  py_run_string("
import h5py, os, resource
def fill(folder, is_disk):
    if not is_disk:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        return
    with open(os.path.join(folder, '.filler'), 'wb', buffering=0) as file:
        try:
            while True: file.write(bytes(4096))
        except OSError: pass
def empty(folder):
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    if os.path.exists(os.path.join(folder, '.filler')): os.remove(os.path.join(folder, '.filler'))
def free(folder): return os.statvfs(folder).f_bavail
def open_files(): return len(h5py.h5f.get_obj_ids(types=h5py.h5f.OBJ_FILE))
")
  main <- import_main()
  model <- function(layers = 3) {
    model <- keras_model_sequential(input_shape = 99)
    for (i in seq_len(layers)) layer_dense(model, units = 99)
    compile(model, loss = "mse")
  }
  train <- function(callback, epochs = 1) {
    x <- matrix(1, 2, 99)
    fit(model(), x, x, verbose = 0, callbacks = callback, epochs = epochs)
  }
  lapply(ways, function(way) {
    file <- file.path(folder, way[[1]])
    epochs <- 1
    eval(way[[2]])
    before <- contents(folder)
    main$fill(folder, is_disk)
    epochs <- 2
    error <- tryCatch({
      eval(way[[2]])
      simpleError("nothing went wrong")
    }, error = identity)
    main$empty(folder)
    said <- list(
      classes = intersect(class(error), c("rkeras_error_file", "rkeras_error")),
      names_file = grepl(file, conditionMessage(error), fixed = TRUE),
      message = gsub(folder, "FOLDER", conditionMessage(error), fixed = TRUE),
      is_whole = identical(contents(folder), before), open = main$open_files()
    )
    unlink(file.path(folder, list.files(folder)), recursive = TRUE)
    c(said, is_freed = !is_disk || main$free(folder) >= 230)
  })
}

# The sums of the files in a folder, by their names.
contents <- function(folder) {
  files <- list.files(folder, all.files = TRUE, no.. = TRUE, recursive = TRUE)
  stats::setNames(tools::md5sum(file.path(folder, files)), files)
}

# A disk of 1 MB, where tests may mount one.
local_disk <- function(env = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = env)
  mount <- c("-t", "tmpfs", "-o", "size=1m", "none", folder)
  is_disk <- suppressWarnings(system2("mount", mount, stdout = FALSE, stderr = FALSE)) == 0L
  if (is_disk) withr::defer(system2("umount", folder), env)
  list(folder = folder, is_disk = is_disk)
}

expect_old_kept <- function(said, reason) {
  for (name in names(said)) {
    found <- said[[name]]
    expect_identical(found$classes, c("rkeras_error_file", "rkeras_error"), label = name)
    expect_true(found$names_file, label = name)
    expect_match(found$message, reason, fixed = TRUE, label = name)
    expect_match(found$message, "cannot be written", fixed = TRUE, label = name)
    expect_true(found$is_whole, label = name)
    expect_true(found$is_freed, label = name)
  }
}

test_that("where a file would be too large, the old one is kept and the error names it", {
  skip_if_not(is_keras_available())
  folder <- withr::local_tempdir()
  said <- in_new_session(say_when_full, ways, folder, FALSE, contents)$value
  expect_old_kept(said, "File too large")
})

test_that("on a full disk, the old file is kept, and no open file takes space", {
  skip_if_not(is_keras_available())
  disk <- local_disk()
  said <- in_new_session(say_when_full, ways, disk$folder, disk$is_disk, contents)$value
  expect_old_kept(said, if (disk$is_disk) "No space left on device" else "File too large")
  if (disk$is_disk) expect_identical(unique(lapply(said, `[[`, "open")), list(0L))
})

# In a new session: what TensorFlow says where a file would be too large.
say_of_tensorflow <- function(folder) {
  library(rkeras)
  py_run_string("
import resource
def limit(): resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
")
  numbers <- range_dataset(0, 60000)
  import_main()$limit()
  tryCatch(numbers$save(file.path(folder, "numbers")), error = function(e) {
    list(is_of_file = inherits(e, "rkeras_error_file"), message = conditionMessage(e))
  })
}

test_that("errors of TensorFlow's own writers are those of files, too", {
  skip_if_not(is_keras_available())
  folder <- withr::local_tempdir()
  said <- in_new_session(say_of_tensorflow, folder)$value
  expect_true(said$is_of_file)
  expect_match(said$message, folder, fixed = TRUE)
  expect_match(said$message, "File too large", fixed = TRUE)
})

# In a new session: trains until the file with the rows is full, in the middle of a row.
log_until_full <- function(file) {
  library(rkeras)
  py_run_string("
import resource
def limit(): resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
")
  import_main()$limit()
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(1) |> compile(loss = "mse")
  log <- callback_csv_logger(file, append = TRUE)
  tryCatch(
    fit(model, matrix(1, 2, 2), 1:2, epochs = 99, verbose = 0, callbacks = log),
    rkeras_error_file = conditionMessage
  )
}

test_that("a log of training that grows too large keeps its rows", {
  skip_if_not(is_keras_available())
  file <- withr::local_tempfile(fileext = ".csv")
  old <- c("epoch,loss,val_loss", sprintf("%d,0.12345678,NA", 1:200))
  writeLines(old, file, sep = "\r\n")
  expect_lt(file.size(file), 4096)
  said <- in_new_session(log_until_full, file)$value
  expect_match(said, file, fixed = TRUE)
  expect_match(said, "File too large). It has the rows of the epochs before", fixed = TRUE)
  lines <- readLines(file)
  expect_identical(lines[seq_along(old)], old)
  expect_gt(length(lines), length(old))
  expect_match(lines[-1], "^[0-9]+,[0-9.e-]+,NA$")
  expect_match(readChar(file, 5000), "\r\n$")
})
