# How the questions in this folder are measured: a script names its questions as functions to time,
# written once for both packages, as their names are the same. It is run in processes of its own, in
# turns (reticulate, rkeras, reticulate, ...), each attaching one of the two.

side <- commandArgs(TRUE)[1]
packages <- c("reticulate", "rkeras")

# In the process of one side: prints the seconds that one call of each function takes.
answer <- function(questions) {
  for (name in names(questions)) {
    question <- questions[[name]]
    cat(name, "\t", format(seconds_of(question), digits = 6), "\t", question$target, "\n", sep = "")
  }
}

# `n` calls make one measurement; `per` is how many times `f` does what is asked. CPU time of the
# process is what other work on the machine disturbs least; "elapsed" is for what takes threads.
# `before` is run before each measurement, not timed; `target` is how much faster rkeras is meant
# to be.
question <- function(f, n = 2000, per = 1, clock = "cpu", target = NA, before = NULL, times = 11) {
  list(f = f, n = n, per = per, clock = clock, target = target, before = before, times = times)
}

# The median of the measurements. One takes so many calls that the clock's milliseconds are enough.
seconds_of <- function(question) {
  now <- function() {
    time <- proc.time()
    if (question$clock == "cpu") sum(time[1:2]) else time[["elapsed"]]
  }
  f <- question$f
  measure <- function(n) {
    if (!is.null(question$before)) question$before()
    start <- now()
    for (i in seq_len(n)) f()
    (now() - start) / n / question$per
  }
  n <- question$n
  first <- measure(n) * n * question$per
  # What is prepared for each measurement may be for `n` calls.
  if (is.null(question$before) && first < 0.05) n <- ceiling(n * 0.05 / max(first, 0.001))
  median(replicate(question$times, measure(n)))
}

# In the first process: the medians of `rounds` turns, as a table of side by question.
ask_in_turns <- function(script, rounds = 5) {
  turns <- lapply(rep(packages, rounds), function(package) {
    lines <- system2(rscript(), c("--vanilla", script, package), stdout = TRUE, stderr = FALSE)
    read.delim(text = lines, header = FALSE, col.names = c("question", "seconds", "target"))
  })
  by_side <- lapply(split(turns, rep(packages, rounds)), function(turns) {
    apply(vapply(turns, `[[`, turns[[1]]$seconds, "seconds"), 1, median)
  })
  data.frame(question = turns[[1]]$question, do.call(cbind, by_side), target = turns[[1]]$target)
}

# Whole R processes that run `code` (with PACKAGE for the name): seconds on the wall clock beyond
# what an R that does nothing takes.
time_processes <- function(question, code, rounds = 7) {
  run <- function(code) {
    start <- proc.time()[["elapsed"]]
    args <- c("--vanilla", "-e", shQuote(code))
    status <- system2(rscript(), args, stdout = FALSE, stderr = FALSE)
    if (status != 0) stop("This code failed: ", code)
    proc.time()[["elapsed"]] - start
  }
  codes <- c("invisible()", vapply(packages, gsub, "", pattern = "PACKAGE", x = code, fixed = TRUE))
  times <- replicate(rounds, vapply(codes, run, numeric(1)))
  medians <- apply(times, 1, median)
  data.frame(question = question, reticulate = medians[[2]] - medians[[1]],
             rkeras = medians[[3]] - medians[[1]], target = NA)
}

# In the process of a side that is not one of the two packages: prints the seconds of each of
# several calls, `per` parts to a call, on the wall clock or of all processors.
tell <- function(name, f, per = 1, times = 5, clock = "elapsed") {
  f()
  for (i in seq_len(times)) {
    time <- system.time(f(), gcFirst = FALSE)
    seconds <- if (clock == "cpu") sum(time[1:2]) else time[["elapsed"]]
    cat(name, "\t", format(seconds / per, digits = 6), "\n", sep = "")
  }
}

# TensorFlow reads all elements of a dataset, as for fit().
drain <- function(dataset) dataset_reduce(dataset, as_tensor(0L), function(n, ...) n + 1L)

# The sides' `commands` run in turns: a matrix of questions by sides of the median, over a side's
# processes, of the least that it told. What disturbs the wall clock only adds to it. Without
# `questions`, all that the first process answered.
least_in_turns <- function(commands, questions = NULL, rounds = 3) {
  turns <- lapply(rep(names(commands), rounds), function(side) {
    lines <- system2(commands[[side]][[1]], commands[[side]][-1], stdout = TRUE, stderr = FALSE)
    told <- read.delim(text = grep("\t", lines, value = TRUE), header = FALSE)
    least <- tapply(told$V2, told$V1, min)
    data.frame(side = side, question = unique(told$V1), least = c(least[unique(told$V1)]))
  })
  turns <- do.call(rbind, turns)
  asked <- if (is.null(questions)) unique(turns$question) else intersect(questions, turns$question)
  tapply(turns$least, list(factor(turns$question, asked), turns$side), median)
}

report <- function(title, times) {
  force(times)
  peer <- format(packageVersion("reticulate", "out/peer"))
  cat("\n## ", title, ", ", format(Sys.Date()), "\n\n", R.version.string, ", reticulate ", peer,
      ", ", parallel::detectCores(), " cores\n\n", sep = "")
  ratio <- times$reticulate / times$rkeras
  reached <- ifelse(is.na(times$target), "", ifelse(ratio >= times$target, "yes", "no"))
  print_table(data.frame(
    question = times$question, reticulate = shown(times$reticulate), rkeras = shown(times$rkeras),
    ratio = sprintf("%.1f\u00d7", ratio),
    target = ifelse(is.na(times$target), "", sprintf("%g\u00d7", times$target)), reached = reached
  ))
}

print_table <- function(x) {
  cat("|", paste(names(x), collapse = " | "), "|\n")
  cat(rep("|---", ncol(x)), "|\n", sep = "")
  cat(sprintf("| %s |\n", do.call(paste, c(x, sep = " | "))), sep = "")
}

shown <- function(seconds) {
  ifelse(
    seconds < 1e-3, sprintf("%.1f \u00b5s", seconds * 1e6),
    ifelse(seconds < 1e-2, sprintf("%.2f ms", seconds * 1e3), sprintf("%.0f ms", seconds * 1e3))
  )
}

rscript <- function() file.path(R.home("bin"), "Rscript")

# For the processes of both sides: the reticulate of tools/peer.sh, which does not know pandas 3,
# and one Python.
use_peer <- function() {
  if (!rkeras::virtualenv_exists("rkeras-bench")) {
    rkeras::virtualenv_create("rkeras-bench", packages = c("numpy", "pandas<3"))
  }
  python <- rkeras::virtualenv_python("rkeras-bench")
  paths <- c(normalizePath("out/peer"), Sys.getenv("R_LIBS"))
  Sys.setenv(RETICULATE_PYTHON = python, RKERAS_PYTHON = python,
             R_LIBS = paste(paths, collapse = .Platform$path.sep))
}
