# The questions of the scripts that time rkeras, with an earlier commit beside the package as it is,
# and reticulate where it can be asked, in turns on the same machine: Rscript bench/before.R COMMIT
# [SCRIPT...]. It fails if anything takes longer than with reticulate.
source("bench/measure.R", encoding = "UTF-8")

scripts <- c("call", "callback", "column", "list", "convert", "tensor", "train")
# Those that can be asked of reticulate, too.
with_peer <- c("call", "callback", "column", "list", "convert")
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

# The command that times a script with the package of that library. What is asked of reticulate is
# asked with its Python.
timing <- function(library, script, argument, package = "rkeras") {
  python <- if (script %in% with_peer) Sys.getenv("RETICULATE_PYTHON") else own_python
  others <- setdiff(.libPaths(), normalizePath("out/library"))
  paths <- paste(c(library, others), collapse = .Platform$path.sep)
  file <- sprintf("bench/%s.R", script)
  environment <- c(paste0("R_LIBS=", paths), paste0("RKERAS_PYTHON=", python))
  c("env", environment, rscript(), "--vanilla", file, package, argument)
}

beside <- function(script, argument, libraries) {
  commands <- lapply(libraries, timing, script, argument)
  if (script %in% with_peer) {
    commands$reticulate <- timing(normalizePath("out/peer"), script, argument, "reticulate")
  }
  seconds <- least_in_turns(commands)
  peer <- if (script %in% with_peer) seconds[, "reticulate"] else NA_real_
  data.frame(
    script = paste(c(script, argument), collapse = " "), question = rownames(seconds),
    before = signif(seconds[, "before"], 3), now = signif(seconds[, "now"], 3),
    "now / before" = sprintf("%.2f\u00d7", seconds[, "now"] / seconds[, "before"]),
    reticulate = ifelse(is.na(peer), "", signif(peer, 3)),
    "reticulate / now" = ifelse(is.na(peer), "", sprintf("%.1f\u00d7", peer / seconds[, "now"])),
    # The noise is a tenth.
    is_behind = !is.na(peer) & seconds[, "now"] > 1.1 * peer, check.names = FALSE
  )
}

commit <- commandArgs(TRUE)[1]
if (is.na(commit)) stop("Name a commit: make bench-before COMMIT=abcd123")
chosen <- commandArgs(TRUE)[-1]
libraries <- c(before = library_of(commit), now = normalizePath("out/library"))
own_python <- Sys.getenv("RKERAS_PYTHON")
use_peer()
behind <- character()
cat("\n## Before and now, ", format(Sys.Date()), "\n\nBefore: ", commit, ". Seconds.\n\n", sep = "")
for (script in if (length(chosen)) chosen else scripts) {
  for (argument in c(arguments[[script]], if (is.null(arguments[[script]])) list(NULL))) {
    rows <- beside(script, argument, libraries)
    print_table(rows[names(rows) != "is_behind"])
    behind <- c(behind, sprintf("%s: %s", rows$script, rows$question)[rows$is_behind])
  }
}
if (length(behind)) stop("Slower than reticulate: ", toString(behind), ".")
