# Runs what must hold many times (tests/stress/stress-*.R), for hostile input
# (tests/hostile/hostile-*.R) and for random input (tests/random/random-*.R), or the files whose
# names match the pattern given as argument.
# RKERAS_STRESS_ROUNDS says how often, 10 by default, and RKERAS_RANDOM_SECONDS how long each random
# test runs, 60 by default, from the seed RKERAS_RANDOM_SEED on. Ends with the failures and one
# line: `N passed, N failed`, rounds and seeds counted.
#
# A round is a process of its own with a time-out: one that hangs has failed.
source("tests/random/run.R")

main <- function(filter) {
  files <- c(stress_names(), random_names())
  if (length(filter)) files <- grep(filter[[1]], files, value = TRUE)
  run <- function(name) if (startsWith(name, "random-")) run_long(name) else run_file(name)
  done <- lapply(files, run)
  failures <- unlist(lapply(done, `[[`, "failures"))
  writeLines(as.character(failures))
  counts <- Reduce(`+`, lapply(done, `[[`, "counts"))
  cat(sprintf("%d passed, %d failed\n", counts[["passed"]], counts[["failed"]]))
  quit(status = if (length(failures)) 1L else 0L)
}

stress_names <- function() {
  sub("[.]R$", "", basename(Sys.glob(c("tests/stress/stress-*.R", "tests/hostile/hostile-*.R"))))
}

# Each file ends with a list of cases: a name, a function of the round for an R of its own, its
# arguments, the seconds it may take. Gives the counts of rounds and what was wrong.
run_file <- function(name) {
  env <- new.env(parent = globalenv())
  for (helper in c("crossing", "nesting", "repeats")) {
    sys.source(sprintf("tests/testthat/helper-%s.R", helper), env)
  }
  cases <- source(sprintf("tests/%s/%s.R", sub("-.*", "", name), name), local = env)$value
  outcomes <- unlist(lapply(names(cases), function(case) {
    run_case(paste(name, case), cases[[case]])
  }))
  failed <- outcomes[nzchar(outcomes)]
  passed <- length(outcomes) - length(failed)
  list(counts = c(passed = passed, failed = length(failed), skipped = 0), failures = failed)
}

# As many seeds as there is time for.
run_long <- function(name) {
  first <- as.integer(Sys.getenv("RKERAS_RANDOM_SEED", sample.int(1e8, 1L)))
  seconds <- as.double(Sys.getenv("RKERAS_RANDOM_SECONDS", "60"))
  message(name, ": seeds from ", first, " for ", seconds, " s")
  done <- run_random(name, first + 0:999999, Sys.time() + seconds)
  message("  ", paste(done$counts, names(done$counts), collapse = ", "))
  counts <- c(passed = sum(done$counts[c("right", "refused")]), failed = done$counts[["wrong"]],
              skipped = 0)
  list(counts = counts, failures = done$failures)
}

rounds <- function() as.integer(Sys.getenv("RKERAS_STRESS_ROUNDS", "10"))

run_case <- function(name, case) {
  message(name, ": ", rounds(), " rounds")
  load <- start_load(if (isTRUE(case$loaded)) 2L * parallel::detectCores() else 0L)
  on.exit(lapply(load, function(process) process$kill()))
  vapply(seq_len(rounds()), function(round) {
    wrong <- tryCatch(case$run(round), error = conditionMessage)
    if (length(wrong)) paste0(name, ", round ", round, ": ", paste(wrong, collapse = "; ")) else ""
  }, "")
}

# Processes that compute for nothing.
start_load <- function(n) {
  lapply(seq_len(n), function(i) {
    processx::process$new("sh", c("-c", "while :; do :; done"), supervise = TRUE)
  })
}

# tools/run-tests.R takes stress_names() and run_file() from here.
if (sys.nframe() == 0) main(commandArgs(trailingOnly = TRUE))
