# Evaluates the script of a run: echoes it, prints values, and keeps output, messages and plots.

# `after` is called after each expression.
run_script <- function(file, envir, echo, encoding, after) {
  script <- parse_script(file, encoding)
  references <- attr(script$expressions, "srcref")
  for (i in seq_along(script$expressions)) {
    if (echo) echo_code(script$lines, references, i)
    shown <- withVisible(eval(script$expressions[[i]], envir))
    if (echo && shown$visible) (if (isS4(shown$value)) methods::show else print)(shown$value)
    after()
  }
}

parse_script <- function(file, encoding) {
  connection <- file(file, encoding = encoding)
  on.exit(close(connection))
  lines <- readLines(connection, warn = FALSE)
  source <- srcfilecopy(file, lines, file.mtime(file), isFile = TRUE)
  list(lines = lines, expressions = parse(text = lines, srcfile = source, keep.source = TRUE))
}

# The lines of an expression, with the comments before it, as they would be at the prompt.
echo_code <- function(lines, references, i) {
  before <- if (i == 1L) 0L else references[[i - 1L]][[3]]
  begin <- references[[i]][[1]]
  rows <- seq(min(before + 1L, begin), references[[i]][[3]])
  rows <- rows[cumsum(nzchar(trimws(lines[rows]))) > 0L]
  prompts <- ifelse(rows <= begin, getOption("prompt"), getOption("continue"))
  cat("\n", paste0(prompts, lines[rows], "\n"), sep = "")
}

# ---- What is printed -----------------------------------------------------------------------------

# Evaluates `expr` and writes what it prints, with messages and warnings, to the file as well. R
# flushes the connection after each output, so a killed run keeps what it has printed.
with_output_in <- function(path, expr) {
  connection <- file(path, "wt", encoding = "UTF-8")
  level <- sink.number()
  on.exit({
    while (sink.number() > level) sink()
    close(connection)
  })
  sink(connection, split = TRUE)
  note <- function(...) {
    cat(..., file = connection, sep = "")
    flush(connection)
  }
  withCallingHandlers(
    expr,
    message = function(message) note(conditionMessage(message)),
    warning = function(warning) note("Warning: ", conditionMessage(warning), "\n")
  )
}

# ---- Plots ---------------------------------------------------------------------------------------

# Evaluates `expr(after)` with a graphics device that writes each page to a file. R writes a page
# when the next one begins. `after()` keeps the unfinished page, for the case that R is killed.
with_plots_in <- function(folder, expr) {
  # R may have been built without bitmaps.
  if (!capabilities("png")) {
    return(expr(function() NULL))
  }
  dir.create(folder, showWarnings = FALSE)
  before <- grDevices::dev.cur()
  old <- options(device = function(...) open_plots(folder))
  open_plots(folder)
  ours <- grDevices::dev.cur()
  on.exit({
    options(old)
    for (device in intersect(setdiff(ours, 1L), grDevices::dev.list())) grDevices::dev.off(device)
    if (before %in% grDevices::dev.list()) grDevices::dev.set(before)
    unlink(file.path(folder, unfinished_plot))
  })
  expr(plot_keeper(folder, ours))
}

unfinished_plot <- "unfinished.png"

# Pages of a second device continue the numbers of the first.
open_plots <- function(folder) {
  before <- as.integer(sub("^Rplot([0-9]+)-.*", "\\1", list.files(folder, "^Rplot[0-9]+-")))
  open_png(file.path(folder, sprintf("Rplot%02d-%%03d.png", max(before, 0L) + 1L)))
  grDevices::dev.control("enable")
}

open_png <- function(path) grDevices::png(path, width = 1200, height = 800, res = 150)

plot_keeper <- function(folder, device) {
  kept <- NULL
  function() {
    if (grDevices::dev.cur() != device) {
      return(invisible())
    }
    plot <- grDevices::recordPlot()
    if (is.null(plot[[1]]) || identical(plot[[1]], kept)) {
      return(invisible())
    }
    kept <<- plot[[1]]
    open_png(file.path(folder, unfinished_plot))
    grDevices::replayPlot(plot)
    grDevices::dev.off()
    grDevices::dev.set(device)
    invisible()
  }
}
