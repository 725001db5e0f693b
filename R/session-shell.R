# Commands of the Python prompt for the shell: the output of shell commands, and directories.

# `x = !command`, `a, b = %system command`: the names and the command.
stored_output <- "^\\s*([A-Za-z_][A-Za-z0-9_, ]*?)\\s*=\\s*(?:!!?|%system\\s)(.*)$"

store_output <- function(line) {
  parts <- regmatches(line, regexec(stored_output, line, perl = TRUE))[[1]]
  prompt_module()$assign(parts[[2]], as.list(lines_of(parts[[3]])))
}

# What a shell command prints. A command that fails has a message of its own.
lines_of <- function(command) {
  as.vector(suppressWarnings(system(trimws(command), intern = TRUE)))
}

# The directories of `%cd`, the current one last.
visited <- new.env(parent = emptyenv())

command_cd <- function(rest) {
  folder <- directory_of(rest)
  if (!dir.exists(folder)) abort(sprintf("There is no directory '%s'.", folder), call = NULL)
  former <- setwd(folder)
  known <- visited$folders
  visited$folders <- c(known, if (!identical(utils::tail(known, 1L), former)) former, getwd())
  cat(getwd(), "\n", sep = "")
}

# `-` is the directory before, `-2` the one before that, `-text` the last one that matches.
directory_of <- function(rest) {
  if (!startsWith(rest, "-")) {
    return(if (nzchar(rest)) rest else path.expand("~"))
  }
  former <- rev(utils::head(visited$folders, -1L))
  wanted <- sub("^-", "", rest)
  matching <- if (grepl("^[0-9]*$", wanted)) {
    former[max(1L, as.integer(wanted), na.rm = TRUE)]
  } else {
    grep(wanted, former, value = TRUE)
  }
  if (length(matching) == 0L || is.na(matching[[1]])) {
    abort(sprintf("`%%cd %s`: there is no such directory in `%%dhist`.", rest), call = NULL)
  }
  matching[[1]]
}
