# Runs the test suite, or the files whose names match the pattern given as argument. What failed is
# shown when its file has ended; the last lines have the failed tests and `N passed, N failed, N
# skipped`, tests counted, not expectations. What is the same for all backends of Keras runs on JAX
# as well; RKERAS_TEST_BACKEND is a backend to run that on alone. The whole suite has a round of the
# stress tests, a few chapters of books (tests/acceptance/books) and the quick examples of the
# gallery, each counted as a test.
#
# A file runs in a session that other files of its lane have used (run-tests/file.R). One whose
# process crashes or hangs has failed, and the others go on.
source("tools/run-tests/queue.R", encoding = "UTF-8")

# The suite's core: what models, training and tensors are to users. Its files have no TensorFlow in
# them, save in `if (on_tensorflow())`.
core <- c(
  "explain-attributions", "explain-descent", "generated", "graph-backend", "args-arrays",
  "keras-doubles", "args-lists", "keras-memory", "keras-config", "args-shape", "layer-make",
  "model-make", "model-state", "op-missing", "op-pad", "op-positions", "operator-values",
  "response-losses", "store-parts", "subclass-layer", "tabular-network", "subclass-train",
  "tensor-base", "tensor-subset", "train-batch", "train-callback", "train-check",
  "train-check-labels", "train-compile", "train-outputs", "train-data", "train-fit",
  "formula-data", "guide-backends", "train-history", "train-jax", "train-missing", "train-predict",
  "train-record", "train-resident", "train-torch"
)

# What later versions of Keras and TensorFlow added or changed, and what computes with the functions
# that other files of the core try with the oldest.
newer <- c(
  "explain-attributions", "explain-descent", "generated", "keras-doubles", "op-missing",
  "op-positions", "response-losses", "tabular-network", "tensor-base", "train-batch",
  "train-check-labels", "train-missing", "train-record"
)

main <- function(args) {
  counts <- c(passed = 0, failed = 0, skipped = 0)
  told_last <- character()
  done <- function(task, outcome, seconds) {
    counts <<- counts + outcome$counts[names(counts)]
    where <- sprintf("%s: %s", task$lane$name, task$name)
    told <- sprintf("%d %s", outcome$counts, names(outcome$counts))[outcome$counts > 0]
    message(sprintf("%-40s %5.1f s  %s", where, seconds, paste(told, collapse = ", ")))
    texts <- c(sprintf("Warning in %s: %s", where, outcome$warnings),
               sprintf("Failed in %s: %s", where, outcome$failures))
    writeLines(texts)
    short <- sub("^([^\n]*)\n+([^\n]*)(\n.*)?$", "\\1: \\2", texts)
    told_last <<- c(told_last, substr(short, 1, 300))
  }
  # What JAX has compiled is shared, however short it took.
  Sys.setenv(
    JAX_COMPILATION_CACHE_DIR = withr::local_tempdir("jax-"),
    JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS = "0"
  )
  # One session more than processors: tests of threads and processes wait much of their time.
  sessions <- as.integer(Sys.getenv("RKERAS_TEST_SESSIONS", parallel::detectCores() + 1L))
  run_tasks(all_tasks(args), sessions, done)
  # Logs are often read, and kept, from their end: failures are the last of these lines.
  writeLines(unique(told_last[order(startsWith(told_last, "Failed"))]))
  cat(sprintf(
    "%d passed, %d failed, %d skipped\n",
    counts[["passed"]], counts[["failed"]], counts[["skipped"]]
  ))
  quit(status = if (counts[["failed"]] > 0) 1L else 0L)
}

all_tasks <- function(filter) {
  names <- test_names(filter)
  gone <- setdiff(c(core, newer), test_names(character()))
  if (length(gone)) stop("There is no file of the tests ", toString(gone), ".")
  backend <- Sys.getenv("RKERAS_TEST_BACKEND")
  if (nzchar(backend)) return(tasks(lane(backend, backend), intersect(names, core)))
  c(
    tasks(lane("TensorFlow", "tensorflow"), names),
    if (!length(filter)) c(stress_tasks(), book_tasks(), gallery_tasks()),
    tasks(lane("JAX", "jax"), intersect(names, core)),
    # With the Python of `make python-oldest`, if there is one.
    if (!length(filter) && file.exists("out/python-oldest")) {
      python <- c(RKERAS_PYTHON = readLines("out/python-oldest"))
      tasks(lane("the oldest Keras", "tensorflow", python), setdiff(core, newer))
    }
  )
}

tasks <- function(lane, names) lapply(names, function(name) list(lane = lane, name = name))

lane <- function(name, backend, env = character()) {
  # Each operation is compiled anew on JAX: that takes longer than to run what comes of it.
  env <- c(
    NOT_CRAN = "true", TESTTHAT_PARALLEL = "false", KERAS_BACKEND = backend,
    JAX_DISABLE_MOST_OPTIMIZATIONS = "true", XLA_FLAGS = "--xla_cpu_use_fusion_emitters=false", env
  )
  list(name = name, script = "tools/run-tests/file.R", env = env)
}

# One round of each, with a quarter of the attacks on a session; `make stress` is for more.
stress_tasks <- function() {
  script <- "tools/run-stress.R"
  sys.source(script, stress <- new.env())
  env <- c(
    RKERAS_STRESS_ROUNDS = Sys.getenv("RKERAS_STRESS_ROUNDS", "1"), RKERAS_HOSTILE_SHARE = "4"
  )
  tasks(list(name = "stress", script = script, env = env), stress$stress_names())
}

book_tasks <- function() {
  script <- "tests/acceptance/books/run.R"
  sys.source(script, books <- new.env())
  tasks(list(name = "books", script = script, env = c(KERAS_BACKEND = "tensorflow")),
        books$quick_names())
}

# One task, as the examples share data.
gallery_tasks <- function() {
  tasks(list(name = "gallery", script = "dev/gallery.R", env = c(KERAS_BACKEND = "tensorflow")),
        "the quick examples")
}

# testthat's pattern is one on such names. Those that take long come first.
test_names <- function(filter) {
  names <- sub("^test-(.*)[.]R$", "\\1", list.files("tests/testthat", "^test-.*[.]R$"))
  if (length(filter)) names <- grep(filter, names, value = TRUE)
  first <- read.dcf("DESCRIPTION", "Config/testthat/start-first")[[1]]
  first <- strsplit(first, "[, \n]+")[[1]]
  c(intersect(first, names), setdiff(names, first))
}

main(commandArgs(trailingOnly = TRUE))
