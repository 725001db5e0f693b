# Completion of the arguments of Python functions, as in `np$linspace(st<Tab>`, and their help.
#
# R completes attributes by `.DollarNames()` (R/py-s3-access.R), but for arguments it looks at the
# name before the bracket only, here `linspace`.

completion <- new.env(parent = emptyenv())

# Called when the package is loaded. A completer of the user's or of another package goes on
# working.
offer_arguments <- function() {
  former <- utils::rc.getOption("custom.argument.completer")
  if (!inherits(former, "rkeras_completer")) completion$former <- former
  utils::rc.options(
    custom.argument.completer = structure(complete_arguments, class = "rkeras_completer")
  )
}

# The arguments that begin with `text`, for R's completion. `fun` is the function that R has found;
# there is none where the user writes the value of an argument.
complete_arguments <- function(fun, text) {
  others <- if (is.function(completion$former)) completion$former(fun, text)
  own <- if (length(fun) > 0L) {
    state <- get(".CompletionEnv", asNamespace("utils"))
    python_arguments(callee(substr(state$linebuffer, 1L, state$start)))
  }
  own <- as.character(own)
  own <- own[startsWith(own, text) & own != "..."]
  c(others, if (length(own) > 0L) paste0(own, utils::rc.getOption("funarg.suffix")))
}

# The names `a$b$c` before the bracket that is open at the end of the line, or NULL.
callee <- function(line) {
  open <- open_bracket(strsplit(line, "", fixed = TRUE)[[1L]])
  before <- substr(line, 1L, open - 1L)
  found <- regmatches(before, regexpr(names_with_dollars, before, perl = TRUE))
  if (length(found) > 0L) trimws(found)
}

names_with_dollars <- "(?<![\\w.$@`)\\]])[A-Za-z.][\\w.]*([$]([A-Za-z.][\\w.]*|`[^`]+`))+\\s*$"

# The position of the last bracket that is not closed; 0 if there is none. Brackets in strings are
# not counted.
open_bracket <- function(characters) {
  open <- integer()
  quote <- ""
  for (i in seq_along(characters)) {
    x <- characters[[i]]
    if (nzchar(quote)) {
      if (x == quote && !identical(characters[i - 1L], "\\")) quote <- ""
    } else if (x %in% c("\"", "'")) {
      quote <- x
    } else if (x == "(") {
      open <- c(open, i)
    } else if (x == ")") {
      open <- utils::head(open, -1L)
    }
  }
  max(0L, open)
}

# Completion never fails and calls no function.
python_arguments <- function(code) {
  f <- if (!is.null(code)) object_of_code(code)
  if (is_py_object(f) && is.function(f)) names(formals(f))
}

object_of_code <- function(code) {
  tryCatch(eval(str2lang(code), globalenv()), error = function(e) NULL)
}
