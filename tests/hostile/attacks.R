# What the attacks on a session share.

# Runs `attack`, which says what is wrong, in an R of its own. A session that ends or hangs is the
# fault of the attack that it was at.
in_own_session <- function(attack, seconds = 120) {
  progress <- tempfile()
  on.exit(unlink(progress))
  run <- function(attack, progress) {
    Sys.setenv(HOSTILE_PROGRESS = progress)
    suppressPackageStartupMessages(library(rkeras))
    attack()
  }
  tryCatch(
    callr::r(run, list(attack, progress), timeout = seconds, supervise = TRUE),
    error = function(e) {
      at <- if (file.exists(progress)) readLines(progress) else "its start"
      c(paste("the session ends at", at), conditionMessage(e))
    }
  )
}

# In that session: what is wrong after each attack of a named list. `outcome` gives it, NULL for
# nothing.
run_attacks <- function(attacks, outcome) {
  wrong <- character()
  # make test runs one attack in four.
  share <- as.integer(Sys.getenv("RKERAS_HOSTILE_SHARE", "1"))
  attacks <- attacks[seq_along(attacks) %% share == 0L]
  for (name in names(attacks)) {
    writeLines(name, Sys.getenv("HOSTILE_PROGRESS"))
    began <- proc.time()[[3]]
    said <- tryCatch(outcome(attacks[[name]]), error = said_of)
    seconds <- proc.time()[[3]] - began
    if (seconds > 20) said <- c(said, sprintf("takes %.0f s", seconds))
    if (length(said)) wrong <- c(wrong, paste0(name, ": ", paste(said, collapse = ", ")))
  }
  if (!identical(py_eval("1 + 1"), 2L)) wrong <- c(wrong, "the session is broken")
  wrong
}

# NULL for an error that says what was wrong with the input.
said_of <- function(error) {
  text <- conditionMessage(error)
  is_classed <- inherits(error, c("rkeras_error", "python.builtin.BaseException"))
  if (!is_classed || grepl("failed internally|panic", text)) {
    paste(class(error)[[1]], substr(text, 1, 200))
  }
}
