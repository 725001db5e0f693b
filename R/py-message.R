# Messages of Python exceptions, reworded for R by tables of patterns.

# Every Python exception that R receives passes through this function. In the condition, `message`
# is reworded for R, `call` is the function that the user called, and `python_message` is Python's
# message.
in_r_words <- function(cause) {
  # The condition was already reworded and passed through Python again.
  if (!is.null(.subset2(cause, "python_message"))) {
    return(tell_place(cause))
  }
  parts <- unclass(cause)
  where <- wrapper_call()
  where$exception <- exception_of(cause)
  parts$python_message <- parts$message
  # Code of R's own packages may use operators on the object: coef(model) is model$coefficients.
  parts["call"] <- list(if (!is_operator(where$name)) where$call)
  said <- reworded(parts$message, where)
  parts$message <- with_pointer(said$text, parts$message, where$exception)
  tell_place(with_class_of(said, as_condition(parts, cause)), noted_place(where$exception))
}

# The class of a rule, `rkeras_error_<id>`, comes after those of Python.
with_class_of <- function(said, cnd) {
  if (!is.null(said$id)) {
    at <- match("rkeras_error", oldClass(cnd), nomatch = 1L)
    oldClass(cnd) <- append(oldClass(cnd), paste0("rkeras_error_", said$id), at - 1L)
  }
  cnd
}

# At the prompt, a message that is Python's own ends with where its traceback is, if code of other
# files than the user's raised it.
with_pointer <- function(text, of_python, exception) {
  if (!is_session_interactive() || !identical(text, of_python) || !has_frames(exception)) {
    return(text)
  }
  paste0(text, "\npy_last_error() shows the traceback of Python.")
}

has_frames <- function(exception) {
  traceback <- attr_or_null(exception, "__traceback__", FALSE)
  is_py_object(traceback) && is_py_object(attr_or_null(traceback, "tb_next", FALSE))
}

# Each table has `rules`, a list with names; `pattern`, which matches if the pattern of any rule
# does; `clean`, a function that removes parts of a message that have no meaning in R; and
# `concerns`, a function that returns whether the table applies to an exception. The first rule
# whose pattern matches and whose function returns a message is used. Tables registered later come
# first, because they are more specific.
#
# `rules` is a function, called when the table is first needed.
register_messages <- function(rules, clean = identity, concerns = function(exception) TRUE) {
  table <- new.env()
  delayedAssign("rules", rules(), assign.env = table)
  delayedAssign("pattern", any_pattern(table$rules), assign.env = table)
  table$clean <- clean
  table$concerns <- concerns
  register_hook("messages", list(table))
}

# R compiles a pattern each time it is matched: matching 70 patterns one by one took 4 ms.
any_pattern <- function(rules) {
  paste0("(?:", vapply(rules, `[[`, "", "pattern"), ")", collapse = "|")
}

reworded <- function(text, where) {
  for (table in rev(hooks$messages)) {
    if (!table$concerns(where$exception)) next
    text <- table$clean(text)
    said <- if (grepl(table$pattern, text, perl = TRUE)) by_rules(table$rules, text, where)
    if (!is.null(said)) return(said)
  }
  list(text = text)
}

# The new text and the name of the rule.
by_rules <- function(rules, text, where) {
  for (id in seq_along(rules)) {
    found <- matched(rules[[id]]$pattern, text)
    said <- if (!is.null(found)) say(rules[[id]], found, where, text)
    if (!is.null(said)) return(list(text = said, id = names(rules)[[id]]))
  }
}

# If a rule raises an error, Python's message is used.
say <- function(rule, found, where, text) {
  tryCatch(rule$words(found, where, text), error = function(e) NULL)
}

# A row: the parts of a PCRE pattern, and the function that returns the new message from the groups
# of the match, the call and the whole text.
rule <- function(words, ...) list(pattern = paste0("(?s)", ...), words = words)

# The groups of a match, or NULL if the pattern does not match.
matched <- function(pattern, text) {
  found <- regmatches(text, regexec(pattern, text, perl = TRUE))[[1]]
  if (length(found)) found[-1]
}

# Whether code of one of the packages is in the traceback of the exception, as far as is known.
is_raised_in <- function(exception, ...) {
  in_python("rkeras.bridge.raised.is_raised_in", exception, ...)
}

# ---- The call ------------------------------------------------------------------------------------

# The value of an argument in the call, or NULL if there is none.
argument_value <- function(where, name) {
  if (name %in% where$arguments) {
    tryCatch(get(name, envir = where$frame, inherits = FALSE), error = function(e) NULL)
  }
}

# ---- Rules for any Python ------------------------------------------------------------------------

# R numbers without `L` are doubles, which become Python floats.
with_int_remedy <- function(found, where, text) {
  paste0(text, "\nIn R, `3` is a double, which is a float in Python: write `3L` for an integer.")
}

# Modules and objects of Python have many attributes: the closest one.
with_closest_attribute <- function(found, where, text) {
  object <- attr_or_null(where$exception, "obj", FALSE)
  if (!is_py_object(object)) {
    return(NULL)
  }
  known <- py_list_attributes(object)
  guess <- closest(found[[1]], known[!startsWith(known, "_")])
  if (length(guess)) paste0(sub("[.]$", "", text), ".", did_you_mean(guess))
}

python_rules <- function() list( # nolint: brace_linter.
  absent_attribute = rule(with_closest_attribute, "has no attribute '([A-Za-z]\\w*)'[.]?$"),
  float_for_integer = rule(with_int_remedy, "'float' object cannot be interpreted as an integer|",
                           "indices must be integers[^\n]*not (numpy[.])?float|",
                           "expected a sequence of integers or a single integer, got")
)

# Python code of rkeras says what R users read (inst/python/rkeras/bridge/told.py). Keras and
# TensorFlow may wrap it.
own_rules <- function() list( # nolint: brace_linter.
  told = rule(function(found, where, text) found[[1]],
              "(?|^InRWords: (?!Exception encountered)(.*)|",
              ".*\\bInRWords: (?:Exception encountered when calling [^\n]*\n+)?([^\n]*))")
)
