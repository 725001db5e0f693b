# The questions of the scripts that time rkeras, with an earlier commit beside the package as it is,
# in turns on the same machine: Rscript bench/before.R COMMIT [SCRIPT...]
source("bench/measure.R", encoding = "UTF-8")

scripts <- c("call", "callback", "column", "list", "convert", "tensor", "train")
# What a script is given besides "rkeras".
arguments <- list(train = c("MLP", "convnet", "LSTM"))

# The library with the package of that commit.
library_of <- function(commit) {
  folder <- file.path("out/before", commit)
  source <- file.path(folder, "source")
  if (!dir.exists(file.path(folder, "rkeras"))) {
    unlink(folder, recursive = TRUE)
    dir.create(source, recursive = TRUE)
    run("git archive %s | tar -x -C %s", commit, source)
    run("R CMD INSTALL --no-docs --no-multiarch --library=%s %s > %s/install.log 2>&1", folder,
        source, folder)
  }
  normalizePath(folder)
}

run <- function(...) {
  command <- sprintf(...)
  if (system(command) != 0) stop("This command failed: ", command)
}

# The least seconds that a process of one side told for each question: what disturbs only adds.
times_of <- function(script, argument, library) {
  others <- setdiff(.libPaths(), normalizePath("out/library"))
  paths <- paste(c(library, others), collapse = .Platform$path.sep)
  lines <- system2(
    rscript(), c("--vanilla", sprintf("bench/%s.R", script), "rkeras", argument), stdout = TRUE,
    stderr = FALSE, env = paste0("R_LIBS=", paths)
  )
  fields <- strsplit(grep("\t", lines, value = TRUE), "\t")
  seconds <- as.numeric(vapply(fields, `[[`, "", 2L))
  tapply(seconds, vapply(fields, `[[`, "", 1L), min)
}

beside <- function(script, argument, libraries, rounds = 3) {
  told <- lapply(libraries, function(library) NULL)
  for (i in seq_len(rounds)) {
    for (side in names(libraries)) {
      told[[side]] <- c(told[[side]], list(times_of(script, argument, libraries[[side]])))
    }
  }
  median_of <- function(side) {
    times <- unlist(told[[side]])
    tapply(times, names(times), median)
  }
  before <- median_of("before")
  now <- median_of("now")
  questions <- intersect(names(told$now[[1]]), names(now))
  data.frame(
    script = paste(c(script, argument), collapse = " "), question = questions,
    before = signif(before[questions], 3), now = signif(now[questions], 3),
    ratio = sprintf("%.2f\u00d7", now[questions] / before[questions])
  )
}

commit <- commandArgs(TRUE)[[1]]
chosen <- commandArgs(TRUE)[-1]
libraries <- c(before = library_of(commit), now = normalizePath("out/library"))
cat("\n## Before and now, ", format(Sys.Date()), "\n\nBefore: ", commit, ". Seconds.\n\n", sep = "")
for (script in if (length(chosen)) chosen else scripts) {
  for (argument in c(arguments[[script]], if (is.null(arguments[[script]])) list(NULL))) {
    print_table(beside(script, argument, libraries))
  }
}
