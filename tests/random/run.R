# Runs the random tests (tests/random/random-*.R). Such a file ends with a function of a seed, which
# returns a case, a function that says what is wrong with it (NULL, or "refused" for an error that
# is allowed), one that makes smaller cases of it, and one that shows it.

random_names <- function() sub("[.]R$", "", list.files("tests/random", "^random-.*[.]R$"))

# In the calling session: the seeds that failed, with their smallest failing case.
run_seeds <- function(name, seeds, until = Inf) {
  env <- new.env(parent = globalenv())
  sys.source("tests/random/oracle.R", env)
  make <- source(sprintf("tests/random/%s.R", name), local = env)$value
  counts <- c(right = 0L, refused = 0L, wrong = 0L)
  failures <- character()
  for (seed in seeds) {
    if (Sys.time() > until) break
    set.seed(seed)
    made <- make(seed)
    wrong <- said_of(made, made$case)
    counts[[kind_of(wrong)]] <- counts[[kind_of(wrong)]] + 1L
    if (kind_of(wrong) == "wrong") failures <- c(failures, failure(name, seed, made, wrong))
  }
  list(counts = counts, failures = failures)
}

said_of <- function(made, case) tryCatch(made$wrong(case), error = conditionMessage)

kind_of <- function(wrong) {
  if (is.null(wrong)) "right" else if (wrong == "refused") "refused" else "wrong"
}

failure <- function(name, seed, made, wrong) {
  case <- made$case
  repeat {
    found <- FALSE
    for (other in made$smaller(case)) {
      said <- said_of(made, other)
      if (kind_of(said) != "wrong") next
      case <- other
      wrong <- said
      found <- TRUE
      break
    }
    if (!found) break
  }
  sprintf("%s, seed %d: %s\n  %s", name, seed, wrong, made$shown(case))
}

# Sessions of their own, each with some of the seeds, one after the other: what a seed leaves behind
# ends with its session, and a crash fails these seeds only.
run_random <- function(name, seeds, until = Inf, size = 500L) {
  groups <- split(seeds, (seq_along(seeds) - 1L) %/% size)
  outcomes <- list()
  for (group in groups) {
    if (Sys.time() > until) break
    outcomes <- c(outcomes, list(tryCatch(
      callr::r(function(name, seeds, until) {
        suppressPackageStartupMessages(library(rkeras))
        source("tests/random/run.R")
        run_seeds(name, seeds, until)
      }, list(name, group, until)),
      error = function(cnd) {
        text <- sprintf("%s, seeds %d to %d: %s", name, group[[1]], group[[length(group)]],
                        conditionMessage(cnd))
        list(counts = c(right = 0L, refused = 0L, wrong = 1L), failures = text)
      }
    )))
  }
  list(
    counts = Reduce(`+`, lapply(outcomes, `[[`, "counts")),
    failures = unlist(lapply(outcomes, `[[`, "failures"))
  )
}
