# Commands of the Python prompt for the shell: the output of shell commands, and directories.

# `x = !command`, `a, b = %system command`, `x = %pwd`: the names and the command.
stored_output <- "^\\s*([A-Za-z_][A-Za-z0-9_, ]*?)\\s*=\\s*([!%].*)$"

store_output <- function(line) {
  parts <- regmatches(line, regexec(stored_output, line, perl = TRUE))[[1]]
  command <- sub("^!!?", "%system ", parts[[3]])
  name <- command_name(command)
  value <- command_values[[name]]
  if (is.null(value)) {
    abort("The command `%%%s` has no value. Commands with a value: `!`, %s.", name,
          paste0("`%", names(command_values), "`", collapse = ", "), call = NULL)
  }
  prompt_module()$assign(parts[[2]], value(command_rest(command)))
}

# What a shell command prints. A command that fails has a message of its own.
lines_of <- function(command) {
  as.vector(suppressWarnings(system(trimws(command), intern = TRUE)))
}

# The commands that have a value, which is also the last value of the prompt, `_`.
command_values <- list(
  pwd = function(rest) {
    if (nzchar(rest)) abort("`%pwd` takes no arguments.", call = NULL)
    getwd()
  },
  env = function(rest) if (nzchar(rest)) Sys.getenv(rest, NA) else as.list(Sys.getenv()),
  system = function(rest) as.list(lines_of(rest)),
  sx = function(rest) as.list(lines_of(rest)),
  dhist = function(rest) as.list(visited$folders)
)

# A path as the rest of a line, in quotes or without.
path_of <- function(rest) {
  path.expand(sub("^([\"'])(.*)\\1$", "\\2", rest))
}

file_of <- function(rest, command) {
  file <- path_of(rest)
  if (!nzchar(file) || !file.exists(file)) {
    abort("`%%%s` needs a Python file; there is no file '%s'.", command, file, call = NULL)
  }
  file
}

# The directories of `%cd`, the current one last.
visited <- new.env(parent = emptyenv())

command_cd <- function(rest) {
  folder <- directory_of(rest)
  if (!dir.exists(folder)) abort("There is no directory '%s'.", folder, call = NULL)
  former <- setwd(folder)
  known <- visited$folders
  visited$folders <- c(known, if (!identical(utils::tail(known, 1L), former)) former, getwd())
  cat(getwd(), "\n", sep = "")
}

# `-` is the directory before; `-3` the third last of the history, whose last is the current one, as
# in reticulate; `-text` the last directory before that matches.
directory_of <- function(rest) {
  if (!startsWith(rest, "-")) {
    return(if (nzchar(rest)) path_of(rest) else path.expand("~"))
  }
  recent <- rev(visited$folders)
  wanted <- sub("^-", "", rest)
  matching <- if (nzchar(wanted) && !grepl("[^0-9]", wanted)) {
    recent[as.integer(wanted)]
  } else {
    grep(wanted, recent[-1], value = TRUE)
  }
  if (length(matching) == 0L || is.na(matching[[1]])) {
    abort("`%%cd %s`: there is no such directory in `%%dhist`.", rest, call = NULL)
  }
  matching[[1]]
}
