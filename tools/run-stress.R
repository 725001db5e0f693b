# Runs what must hold many times (tests/stress/stress-*.R), or the files whose names match the
# pattern given as argument. RKERAS_STRESS_ROUNDS says how often, 10 by default. Ends with the
# failures and one line: `N passed, N failed`, rounds counted.
#
# A round is a process of its own with a time-out: one that hangs has failed.

main <- function(args) {
  if (length(args) && args[[1]] == "--child") {
    return(saveRDS(run_files(character()), args[[2]]))
  }
  done <- run_files(args)
  writeLines(as.character(done$failures))
  cat(sprintf("%d passed, %d failed\n", done$counts[["passed"]], done$counts[["failed"]]))
  quit(status = if (length(done$failures)) 1L else 0L)
}

run_files <- function(filter) {
  files <- list.files("tests/stress", "^stress-.*[.]R$", full.names = TRUE)
  if (length(filter)) files <- grep(filter[[1]], files, value = TRUE)
  outcomes <- unlist(lapply(files, run_file))
  failed <- outcomes[nzchar(outcomes)]
  passed <- length(outcomes) - length(failed)
  list(counts = c(passed = passed, failed = length(failed), skipped = 0), failures = failed)
}

# Each file ends with a list of cases: a name, a function of the round for an R of its own, its
# arguments, the seconds it may take. Gives "" or what was wrong, for each round.
run_file <- function(file) {
  env <- new.env(parent = globalenv())
  for (helper in c("crossing", "nesting", "repeats")) {
    sys.source(sprintf("tests/testthat/helper-%s.R", helper), env)
  }
  cases <- source(file, local = env)$value
  unlist(lapply(names(cases), function(name) run_case(paste(basename(file), name), cases[[name]])))
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

main(commandArgs(trailingOnly = TRUE))
