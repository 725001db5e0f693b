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

# The command that times a script with the package of that library.
timing <- function(library, script, argument) {
  others <- setdiff(.libPaths(), normalizePath("out/library"))
  paths <- paste(c(library, others), collapse = .Platform$path.sep)
  file <- sprintf("bench/%s.R", script)
  c("env", paste0("R_LIBS=", paths), rscript(), "--vanilla", file, "rkeras", argument)
}

beside <- function(script, argument, libraries) {
  seconds <- least_in_turns(lapply(libraries, timing, script, argument))
  data.frame(
    script = paste(c(script, argument), collapse = " "), question = rownames(seconds),
    before = signif(seconds[, "before"], 3), now = signif(seconds[, "now"], 3),
    ratio = sprintf("%.2f\u00d7", seconds[, "now"] / seconds[, "before"])
  )
}

commit <- commandArgs(TRUE)[1]
if (is.na(commit)) stop("Name a commit: make bench-before COMMIT=abcd123")
chosen <- commandArgs(TRUE)[-1]
libraries <- c(before = library_of(commit), now = normalizePath("out/library"))
cat("\n## Before and now, ", format(Sys.Date()), "\n\nBefore: ", commit, ". Seconds.\n\n", sep = "")
for (script in if (length(chosen)) chosen else scripts) {
  for (argument in c(arguments[[script]], if (is.null(arguments[[script]])) list(NULL))) {
    print_table(beside(script, argument, libraries))
  }
}
