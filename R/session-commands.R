# Commands of the Python prompt that are not Python code: `!ls`, `%pwd`, `?name`.

is_command <- function(line) {
  is_help <- "^\\s*([?]|[A-Za-z_][A-Za-z0-9_.]*\\?\\s*$)"
  has_commands <- isTRUE(getOption("reticulate.repl.use_magics", TRUE))
  grepl(is_help, line) ||
    has_commands && (grepl("^\\s*[!%]", line) || grepl(stored_output, line, perl = TRUE))
}

run_command_line <- function(line, entered = character()) {
  if (grepl(stored_output, line, perl = TRUE)) {
    return(store_output(line))
  }
  if (startsWith(line, "!!")) {
    return(commands$system(substring(line, 3)))
  }
  if (startsWith(line, "!")) {
    return(invisible(system(substring(line, 2))))
  }
  if (startsWith(line, "?") || endsWith(line, "?")) {
    return(py_help(named_object(gsub("^[?]+\\s*|\\s*[?]+$", "", line))))
  }
  if (startsWith(line, "%%")) {
    abort(
      c("`%s`: commands for several lines, with two percent signs, are not supported. Commands for",
        "one line have one, as in `%%time f(x)`."), sub("\\s.*", "", line), call = NULL
    )
  }
  name <- command_name(line)
  command <- commands[[name]]
  if (is.null(command)) {
    abort("There is no command `%%%s`. Commands: %s.", name,
          paste0("%", names(commands), collapse = ", "), call = NULL)
  }
  command(command_rest(line), entered)
}

command_name <- function(line) sub("^%(\\w*).*", "\\1", line)

command_rest <- function(line) trimws(sub("^%\\w*", "", line))

# A variable of the main module, or an importable name.
named_object <- function(name) {
  tryCatch(py_eval(name, convert = FALSE), python.builtin.Exception = function(cnd) name)
}

# Each is a function of the rest of the line and of what was entered before.
commands <- list(
  pwd = function(rest, ...) writeLines(remembered("pwd", rest)),
  cd = function(rest, ...) command_cd(rest),
  dhist = function(...) writeLines(as.character(remembered("dhist", ""))),
  system = function(rest, ...) prompt_module()$show(command_values$system(rest)),
  sx = function(rest, ...) prompt_module()$show(command_values$system(rest)),
  ls = function(rest, ...) writeLines(list.files(if (nzchar(rest)) path_of(rest) else ".")),
  env = function(rest, ...) command_env(rest),
  time = function(rest, ...) command_time(rest),
  timeit = function(rest, ...) command_timeit(rest),
  run = function(rest, ...) py_run_file(file_of(rest, "run")),
  load = function(rest, ...) py_run_file(file_of(rest, "load")),
  loadpy = function(rest, ...) py_run_file(file_of(rest, "loadpy")),
  conda = function(rest, ...) system(paste(shQuote(conda_binary()), rest)),
  pip = function(rest, ...) run_pip(py_exe(), strsplit(rest, "\\s+")[[1]]),
  who = function(...) command_who(),
  history = function(rest, entered) writeLines(utils::head(entered, -1L))
)

# The value of a command, which `_` is afterwards.
remembered <- function(name, rest) {
  value <- command_values[[name]](rest)
  prompt_module()$remember(value)
  value
}

command_env <- function(rest) {
  if (!grepl("[= ]", rest)) {
    value <- remembered("env", rest)
    if (anyNA(value)) abort("The variable '%s' is not set.", rest, call = NULL)
    return(writeLines(paste0(if (is.list(value)) paste0(names(value), "="), unlist(value))))
  }
  name <- sub("[= ].*", "", rest)
  value <- py_to_r(prompt_module()$interpolated(sub("^[^= ]*\\s*=?\\s*", "", rest)))
  do.call(set_environment, stats::setNames(list(value), name))
  cat("env: ", name, "=", value, "\n", sep = "")
}

command_time <- function(code) {
  seconds <- py_to_r(prompt_module()$timed(code, 1L))
  cat("Wall time:", format_seconds(seconds), "\n")
}

# As many runs as fit into about a second.
command_timeit <- function(code) {
  once <- py_to_r(prompt_module()$timed(code, 1L))
  n <- max(3, min(1e4, floor(1 / max(once, 1e-9))))
  seconds <- unlist(py_to_r(prompt_module()$timed(code, as.integer(n))))
  cat(sprintf("%s per run (median of %d runs)\n", format_seconds(stats::median(seconds)), n))
}

format_seconds <- function(x) {
  unit <- max(which(c(TRUE, x >= 1e-6, x >= 1e-3, x >= 1)))
  paste(signif(x * c(1e9, 1e6, 1e3, 1)[[unit]], 3), c("ns", "us", "ms", "s")[[unit]])
}

command_who <- function() {
  found <- py_to_r(prompt_module()$variables())
  rows <- vapply(found, function(row) paste0(row[[1]], " (", row[[2]], ")"), "")
  writeLines(rows)
}

# ---- Environment variables -----------------------------------------------------------------------

# Sets variables for R, and for a running Python, which has its own copy of the environment.
set_environment <- function(...) {
  Sys.setenv(...)
  if (python_state$started) {
    call_python(import("os", convert = FALSE)$environ$update, list(...))
  }
  invisible()
}
