# The knitr engine for Python chunks.

#' Python chunks in R Markdown and Quarto
#'
#' The engine that runs `{python}` chunks of documents that knitr renders. `library(rkeras)`
#' registers it; packages and scripts can do so with `knitr::knit_engines$set(python =
#' rkeras::eng_python)`.
#'
#' A chunk runs statement by statement, as at Python's prompt: each statement is followed by its
#' output and, if it is an expression, by its value, unless it is `None` or the line ends with a
#' semicolon. All chunks share Python's main module, which R chunks see as [py]; Python chunks see R
#' variables as attributes of `r`: `r.x`, `r.f(1)`, `r.y = 2`.
#'
#' @section Figures and tables:
#' Matplotlib figures are included when `plt.show()` is called and at the end of the chunk. Their
#' size and format follow the chunk options `fig.width`, `fig.height`, `dpi` and `dev` (`"png"`,
#' `"jpeg"`, `"svg"` or `"pdf"`); `fig.cap`, `fig.align`, `out.width` and others work as for R. In R
#' chunks, `plt$show()` draws the figures on R's graphics device. Matplotlib's backend is the one
#' that you chose (`MPLBACKEND`, `matplotlib.use()`), unless it opens windows: then it is Agg. In
#' HTML documents, pandas data frames are HTML tables, and plotly and altair figures are
#' interactive: every object with a method `_repr_html_()` is shown by it. R Markdown and Quarto
#' documents contain the script of plotly, and need no network. Images of Pillow are included as
#' images.
#'
#' @section Chunk options:
#' `eval`, `echo`, `results` (`"markup"`, `"asis"`, `"hold"`, `"hide"`), `include`, `error`,
#' `warning`, `message`, `collapse`, `comment` and `engine.path` (the Python executable, in the
#' first chunk) work as in the documentation of knitr. With `jupyter_compat = TRUE`, only the value
#' of the last statement is shown.
#'
#' With `cache = TRUE`, knitr stores the output of a chunk but not Python's objects: chunks that are
#' not rerun do not define their variables. A warning of class `rkeras_warning_cache` says so. Store
#' results that take long in files.
#'
#' @param options List. The chunk options, which knitr passes.
#' @return The output of the chunk, a string.
#' @concept R Markdown
#' @concept Quarto
#' @concept knitr
#' @concept Python chunk
#' @concept matplotlib
#' @seealso [py] and [py_run_string()] for Python from R, [repl_python()] for a Python prompt.
#' @examplesIf py_available() && requireNamespace("knitr", quietly = TRUE)
#' document <- c(
#'   "```{python}",
#'   "x = [n ** 2 for n in range(4)]",
#'   "sum(x)",
#'   "```"
#' )
#' knitr::knit_engines$set(python = eng_python)
#' cat(knitr::knit(text = document, quiet = TRUE))
#' @export
eng_python <- function(options) {
  code <- paste(options$code, collapse = "\n")
  if (isFALSE(options$eval)) {
    return(knitr::engine_output(options, options$code, ""))
  }
  if (!is.null(options$engine.path)) use_python(options$engine.path)
  if (isTRUE(options$cache > 0)) warn_of_cache(options$label)
  begin_figures(options)
  on.exit(end_figures())
  knitr::engine_output(options, out = run_chunk(code, options))
}

warn_of_cache <- function(label) {
  warn(
    c("The Python chunk '%s' has `cache = TRUE`. knitr stores its output, but not its Python",
      "objects: later chunks do not find them when the chunk is taken from the cache."), label,
    kind = "cache", call = NULL
  )
}

register_engine <- function() {
  knitr::knit_engines$set(python = eng_python)
}

# The pieces of a chunk's output in knitr's classes, in their order.
run_chunk <- function(code, options) {
  chunk <- import("rkeras.session.chunk", convert = FALSE)
  name <- sprintf("<chunk %s>", options$label)
  chunk$remember_lines(code, name)
  lines <- strsplit(code, "\n", fixed = TRUE)[[1]]
  error <- NULL
  pieces <- tryCatch(
    py_to_r(chunk$statements(code)),
    python.builtin.SyntaxError = function(cnd) error <<- cnd
  )
  if (!is.null(error)) {
    return(c(source_piece(lines), chunk_error(error, options)))
  }
  out <- list()
  done <- 0L
  for (i in seq_along(pieces)) {
    piece <- pieces[[i]]
    shows <- piece[[3]] && (!isTRUE(options$jupyter_compat) || i == length(pieces))
    source <- lines[seq(done + 1L, piece[[2]])]
    done <- piece[[2]]
    result <- run_piece(chunk, source, name, done - length(source) + 1L, shows, options)
    out <- c(out, source_piece(source), result)
  }
  rest <- lines[seq_len(length(lines) - done) + done]
  end <- collected_figures(finish_figures)
  arrange(c(out, if (length(rest)) source_piece(rest), end), options)
}

source_piece <- function(lines) {
  list(structure(list(src = paste(lines, collapse = "\n")), class = "source"))
}

# Sources without output between them are shown as one; `results = "hold"` puts all output last.
arrange <- function(out, options) {
  is_source <- vapply(out, inherits, NA, "source")
  if (identical(options$results, "hold")) {
    out <- c(out[is_source], out[!is_source])
    is_source <- sort(is_source, decreasing = TRUE)
  }
  group <- cumsum(c(TRUE, !(is_source[-1] & is_source[-length(is_source)])))
  unlist(lapply(split(seq_along(out), group), function(same) {
    if (length(same) == 1L) return(out[same])
    source_piece(unlist(lapply(out[same], `[[`, "src")))
  }), recursive = FALSE, use.names = FALSE)
}

# Runs some lines; what they print, their value, figures, warnings and error.
run_piece <- function(chunk, lines, name, first, shows, options) {
  conditions <- list()
  note <- function(cnd, option, restart) {
    # The call would be one of this file.
    cnd["call"] <- list(NULL)
    if (!isFALSE(options[[option]])) conditions <<- c(conditions, list(cnd))
    invokeRestart(restart)
  }
  value <- NULL
  error <- NULL
  run <- function() {
    value <<- withCallingHandlers(
      chunk$run(paste(lines, collapse = "\n"), name, first),
      warning = function(cnd) note(cnd, "warning", "muffleWarning"),
      message = function(cnd) note(cnd, "message", "muffleMessage")
    )
  }
  drawn <- NULL
  text <- captured(drawn <- collected_figures(function() {
    tryCatch(run(), error = function(cnd) error <<- cnd)
  }))
  c(
    if (nzchar(text)) list(text),
    conditions,
    drawn,
    if (!is.null(error)) chunk_error(error, options) else if (shows) shown_value(value, chunk)
  )
}

# What R and Python print. The chunk option `warning` is for Python's warnings, too.
captured <- function(code) {
  stderr <- ""
  stdout <- utils::capture.output(
    stderr <- captured_output(code, "stderr", takes_notices = FALSE)
  )
  paste0(c(if (length(stdout)) paste0(stdout, "\n"), stderr), collapse = "")
}

# With `error = TRUE` the document shows the error, and goes on with the next statement.
chunk_error <- function(cnd, options) {
  if (isFALSE(options$error) || is.null(options$error)) stop(cnd)
  list(simpleError(conditionMessage(cnd), call = NULL))
}

# A value as the prompt shows it, or as documents can show it better.
shown_value <- function(value, chunk) {
  if (is.null(value) || identical(py_to_r(value), NULL) || is_artist(value)) {
    return(NULL)
  }
  figure <- image_of(value) %||% plotly_of(value)
  if (!is.null(figure)) {
    return(figure)
  }
  rich <- py_to_r(chunk$rich(value, knitr::is_html_output()))
  if (is.null(rich)) {
    return(list(paste0(py_repr(value), "\n")))
  }
  if (rich[[1]] == "html") list(knitr::raw_html(rich[[2]])) else list(knitr::asis_output(rich[[2]]))
}
