# A Python prompt in R's console, and R's variables for Python.

#' Start an interactive Python prompt
#'
#' Starts a Python prompt in R's console, in Python's main module: variables made there are those
#' that [py] and `{python}` chunks have, and `r.x` is the R variable `x`. `exit` or `quit`, with or
#' without parentheses, returns to R; so does an empty Ctrl-D. Ctrl-C interrupts running code, or
#' discards the lines entered so far.
#'
#' A statement that continues over several lines is run after an empty line, as in Python. Values of
#' expressions are printed, unless the line ends with a semicolon. An exception prints its
#' traceback, and the prompt goes back to reading.
#'
#' @section Commands:
#' Lines that begin with one of these are not Python code:
#'
#' | command | effect |
#' |---|---|
#' | `!command` | runs a shell command |
#' | `x = !command` | stores the lines that a shell command prints; `a, b = !command` unpacks them |
#' | `x = %pwd`, `x = %env NAME` | stores the value of a command |
#' | `%system command`, `%sx command`, `!!command` | shows the lines of a shell command as a list |
#' | `?name`, `name?` | shows the documentation of a Python object |
#' | `%pwd`, `%cd dir` | prints or changes the working directory of R and Python |
#' | `%cd`, `%cd -` | changes to the home directory, or to the last one |
#' | `%cd -3` | changes to the third last directory of `%dhist`, whose last is the current one |
#' | `%cd -text` | changes to the last directory that matches a regular expression |
#' | `%dhist` | lists the directories of `%cd` |
#' | `%ls dir` | lists the files of a directory |
#' | `%env`, `%env NAME`, `%env NAME=value` | lists, prints or sets environment variables |
#' | `%env NAME={x}` | sets one to the value of a Python expression |
#' | `%time code`, `%timeit code` | runs Python code once, or often, and prints how long it took |
#' | `%run file`, `%load file`, `%loadpy file` | runs a Python file |
#' | `%pip arguments`, `%conda arguments` | runs pip for the Python in use, or conda |
#' | `%who` | lists the variables of the main module |
#' | `%history` | prints the code entered so far |
#'
#' Names of directories and files may be in quotes. `_` is the value of `%pwd`, `%env`, `%dhist` and
#' `%system`, as of expressions. Commands for several lines (`%%time`) and IPython's other commands
#' are errors that say so. With `options(reticulate.repl.use_magics = FALSE)` there are no commands.
#'
#' @param module String. Name of a module to import before the prompt starts.
#' @param quiet Logical. Whether not to print the version of Python at the start. The option
#'   `reticulate.repl.quiet` sets the default.
#' @param input Character vector. Lines to run as if they were entered, after which the function
#'   returns. `NULL` reads from the console.
#' @return `NULL`, invisibly.
#' @concept REPL
#' @concept Python console
#' @concept interactive Python
#' @concept magic commands
#' @seealso [py_run_string()], [eng_python()] for documents.
#' @examplesIf py_available()
#' repl_python(quiet = TRUE, input = c(
#'   "x = [1, 2, 3]",
#'   "for n in x:",
#'   "  print(n)",
#'   "",
#'   "sum(x)"
#' ))
#' py$x
#' @export
repl_python <- function(module = NULL, quiet = getOption("reticulate.repl.quiet", default = FALSE),
                        input = NULL) {
  check_logical(quiet, "quiet")
  if (!is.null(module)) import_into_main(module)
  if (is.null(input) && !interactive()) {
    abort("A Python prompt needs an interactive session. Set `input` to lines of Python code.")
  }
  if (!quiet) {
    message(sprintf("Python %s (%s)\n`exit` returns to R.", py_version(patch = TRUE), py_exe()))
  }
  read <- line_reader(input)
  entered <- character()
  repeat {
    code <- read_statement(read)
    if (is.null(code) || is_exit(code)) break
    entered <- c(entered, code)
    goes_on <- at_prompt(run_entered(code, entered))
    if (isFALSE(goes_on)) break
  }
  invisible(NULL)
}

import_into_main <- function(module) {
  check_string(module, "module")
  py_run_string(sprintf("import %s", module))
}

# A function of a prompt that returns the next line, or NULL at the end.
line_reader <- function(input) {
  if (is.null(input)) {
    return(console_line)
  }
  input <- as.character(input)
  input[is.na(input)] <- ""
  # Empty lines end blocks; strsplit() keeps them if they end with a newline.
  lines <- unlist(strsplit(paste0(input, "\n"), "\n", fixed = TRUE))
  function(prompt) {
    if (length(lines) == 0L) {
      return(NULL)
    }
    line <- lines[[1]]
    lines <<- lines[-1]
    line
  }
}

console_line <- function(prompt) {
  line <- .Call(.native$read_line, prompt) %||% readline(prompt)
  if (length(line)) line
}

# The lines up to the end of a statement; NULL at the end of the input.
read_statement <- function(read) {
  lines <- character()
  repeat {
    line <- at_prompt(read(if (length(lines)) "... " else ">>> "), interrupted = NA_character_)
    if (identical(line, NA_character_)) {
      lines <- character()
      next
    }
    if (is.null(line)) {
      return(if (length(lines)) paste(lines, collapse = "\n"))
    }
    lines <- c(lines, line)
    code <- paste(lines, collapse = "\n")
    if (length(lines) == 1L && is_command(line) || is_complete(code)) {
      return(code)
    }
  }
}

is_complete <- function(code) py_to_r(prompt_module()$is_complete(code))

prompt_module <- function() import("rkeras.session.prompt", convert = FALSE)

is_exit <- function(code) grepl("^\\s*(quit|exit)\\s*(\\(\\s*\\))?\\s*$", code)

# Ctrl-C does not leave the prompt.
at_prompt <- function(code, interrupted = NULL) {
  tryCatch(code, interrupt = function(cnd) {
    message("\nKeyboardInterrupt")
    interrupted
  })
}

# FALSE if the code ends the prompt.
run_entered <- function(code, entered) {
  if (!nzchar(trimws(code))) {
    return(TRUE)
  }
  if (is_command(code)) {
    tryCatch(run_command_line(trimws(code), entered), error = function(cnd) {
      message(conditionMessage(cnd))
    })
    return(TRUE)
  }
  py_to_r(prompt_module()$run(code))
}

# ---- The console ---------------------------------------------------------------------------------

# Whether output goes to an interactive console. Documents, notebooks and sinks keep all output, so
# a bar could not be erased.
is_at_prompt <- function(is_interactive = is_session_interactive()) {
  is_interactive && sink.number() == 0L && !is_kept()
}

is_kept <- function() {
  keepers <- c("knitr.in.progress", "jupyter.in_kernel", "rstudio.notebook.executing")
  any(vapply(keepers, function(name) isTRUE(getOption(name)), NA))
}

# ---- R's variables -------------------------------------------------------------------------------

# R's variables for Python: the functions that `r` of Python's main module calls
# (inst/python/rkeras/session/variables.py).

add_r_to_python <- function() {
  in_python("rkeras.session.variables.add_r")
}

# The value in a list, because NULL means that there is no such variable.
get_r_variable <- function(name) {
  env <- calling_env()
  if (exists(name, envir = env)) list(get(name, envir = env))
}

set_r_variable <- function(name, value) {
  assign(name, value, envir = calling_env())
  NULL
}

remove_r_variable <- function(name) {
  env <- calling_env()
  has_it <- exists(name, envir = env, inherits = FALSE)
  if (has_it) rm(list = name, envir = env)
  has_it
}

r_variables <- function() as.list(ls(calling_env()))

# The environment of the code that runs Python: that of the knitr document, or of the function that
# called rkeras; the global environment if Python called R from another thread.
calling_env <- function() {
  if (isTRUE(getOption("knitr.in.progress"))) {
    return(knitr::knit_global())
  }
  frames <- seq_len(sys.nframe())
  homes <- lapply(frames, function(i) home_of(sys.function(i)))
  own <- vapply(homes, identical, NA, topenv())
  users <- !own & !vapply(homes, identical, NA, .BaseNamespaceEnv)
  # The last frames are those of this callback. The first of rkeras above the user's is the call.
  call <- which(own & frames > max(0L, which(users)))
  parent <- if (length(call)) sys.parents()[[call[[1]]]] else 0L
  if (parent == 0L) globalenv() else sys.frame(parent)
}
