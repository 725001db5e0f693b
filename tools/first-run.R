# What the first user of rkeras on a system should send back: runs step after step, each in an R
# process of its own, and writes first-run.txt. It needs rkeras, and Keras for the last steps:
#   Rscript first-run.R            with the Python that rkeras finds
#   Rscript first-run.R install    after install_keras(), which downloads about 2 GB
#   Rscript first-run.R bridge     only what needs no Keras
steps <- list(
  "This machine" = quote({
    print(Sys.info()[c("sysname", "release", "version", "machine")])
    cat(R.version.string, R.version$platform, R.home(), Sys.getlocale(), getwd(), sep = "\n")
    print(Sys.getenv(c("RKERAS_PYTHON", "RETICULATE_PYTHON", "VIRTUAL_ENV", "CONDA_PREFIX")))
    print(utils::packageVersion("rkeras"))
  }),
  "Python installations" = quote({
    library(rkeras)
    print(virtualenv_starter(all = TRUE))
    if (Sys.info()[["sysname"]] == "Windows") print(py_versions_windows())
    print(py_config())
  }),
  "Python starts" = quote({
    library(rkeras)
    stopifnot(py_eval("1 + 1") == 2)
    py_run_string("import sys, threading; print(sys.version); print(sys.executable, sys.prefix)")
    stopifnot(py_eval("sys.prefix") == py_config()$prefix)
  }),
  "Values" = quote({
    library(rkeras)
    same <- function(x) stopifnot(isTRUE(all.equal(py_to_r(r_to_py(x)), x)))
    for (x in list(1.5, 2:4, c("\u00e4", "\u4e2d", NA), matrix(1:6 / 2, 2), list(a = 1, b = "c"),
                   Sys.Date(), as.POSIXct("2024-07-01 12:00"))) same(x)
    moment <- as.POSIXct("2024-07-01 12:00")
    stopifnot(py_eval("lambda x: x.strftime('%z')")(moment) == format(moment, "%z"))
  }),
  "R functions that Python calls, also on other threads" = quote({
    library(rkeras)
    py_run_string("def call(f): return f(20) + 1")
    main <- import_main()
    stopifnot(main$call(function(x) 2 * x) == 41)
    py_run_string("import threading
def later(f): threading.Timer(0.2, f).start()")
    called <- FALSE
    main$later(function() called <<- TRUE)
    Sys.sleep(3)
    stopifnot(called)
    stopifnot(inherits(try(main$call(function(x) stop("as it should be")), TRUE), "try-error"))
  }),
  "A time limit stops Python code" = quote({
    library(rkeras)
    py_run_string("import time")
    for (code in c("time.sleep(60)", "[i for i in range(10 ** 12)]")) {
      setTimeLimit(elapsed = 3)
      took <- system.time(stopped <- try(py_run_string(code), TRUE))[["elapsed"]]
      setTimeLimit()
      stopifnot(inherits(stopped, "try-error"), took < 20)
      cat(code, "took", took, "seconds\n")
    }
  }),
  "Keras: a model is trained, saved and loaded" = quote({
    library(rkeras)
    set_random_seed(1)
    x <- matrix(rnorm(400), 100)
    y <- x %*% c(1, -1, 0.5, 0)
    model <- keras_model_sequential(input_shape = 4) |> layer_dense(8, "relu") |> layer_dense(1)
    compile(model, optimizer = "adam", loss = "mse")
    history <- fit(model, x, y, epochs = 20, verbose = 0)
    stopifnot(utils::tail(history$metrics$loss, 1) < history$metrics$loss[[1]])
    folder <- file.path(tempdir(), "a folder \u00e4")
    dir.create(folder)
    file <- file.path(folder, "model.keras")
    # The second one replaces the first one.
    for (i in 1:2) save_model(model, file, overwrite = TRUE)
    stopifnot(identical(list.files(folder, all.files = TRUE, no.. = TRUE), "model.keras"))
    stopifnot(all.equal(predict(load_model(file), x, verbose = 0), predict(model, x, verbose = 0)))
  }),
  "TensorFlow: R functions as operators" = quote({
    library(rkeras)
    twice <- r_operator(function(x) 2 * x)
    stopifnot(all.equal(as.array(twice(tf$constant(c(1, 2), "float64"))), array(c(2, 4))))
    print(tf_config())
    print(tf$config$list_physical_devices())
  })
)

main <- function(args) {
  if ("bridge" %in% args) steps <- steps[!grepl("Keras|TensorFlow", names(steps))]
  if ("install" %in% args) {
    steps <- c(steps[1:2], list("install_keras()" = quote(rkeras::install_keras())), steps[-(1:2)])
  }
  report <- file("first-run.txt", "w", encoding = "UTF-8")
  on.exit(close(report))
  failed <- 0L
  for (name in names(steps)) {
    ran <- run_step(steps[[name]])
    failed <- failed + (ran$status != 0L)
    lines <- c(paste0("## ", name, if (ran$status == 0L) ": works" else
      paste0(": FAILED, status ", ran$status)), ran$said, "")
    writeLines(lines, report)
    writeLines(lines)
  }
  message(failed, " of ", length(steps), " steps failed. Please send us first-run.txt.")
  quit(status = failed > 0L)
}

run_step <- function(code) {
  files <- tempfile(c("step-", "said-"))
  on.exit(unlink(files))
  writeLines(c("options(warn = 1)", deparse(code)), files[[1]], useBytes = TRUE)
  status <- suppressWarnings(system2(
    file.path(R.home("bin"), "Rscript"), c("--encoding=UTF-8", shQuote(files[[1]])),
    stdout = files[[2]], stderr = files[[2]], timeout = 1800
  ))
  list(status = status, said = readLines(files[[2]], warn = FALSE))
}

main(commandArgs(TRUE))
