# The variables of a frame while branches and loops are traced: each branch starts from the same
# values, and afterwards each variable has the value of the traced statement.

# Where each variable is: those assigned with `<<-` are in an enclosing environment.
places_of <- function(names, frame) {
  sapply(names, simplify = FALSE, function(name) {
    if (!startsWith(name, "<<")) return(list(name = name, frame = frame))
    name <- substring(name, 3L)
    list(name = name, frame = frame_of(name, parent.env(frame)))
  })
}

frame_of <- function(name, frame) {
  while (!identical(frame, emptyenv()) && !identical(frame, globalenv())) {
    if (exists(name, frame, inherits = FALSE)) return(frame)
    frame <- parent.env(frame)
  }
  globalenv()
}

values_of_places <- function(places) {
  lapply(places, function(place) value_at(place$name, place$frame))
}

# A variable without a value is an object of class `undef`, which says why.
value_at <- function(name, frame) {
  if (!exists(name, frame, inherits = FALSE)) {
    return(new_undefined(name))
  }
  if (bindingIsActive(name, frame)) {
    kept <- environment(activeBindingFunction(name, frame))$undefined
    if (is_undefined(kept)) return(kept)
  }
  get(name, frame, inherits = FALSE)
}

restore <- function(places, values) {
  Map(function(place, value) set_at(place$name, place$frame, value), places, values)
  invisible()
}

set_at <- function(name, frame, value) {
  if (is_undefined(value)) {
    if (exists(name, frame, inherits = FALSE)) rm(list = name, envir = frame)
    if (length(value$why)) bind_undefined(name, frame, value)
  } else {
    remove_active(name, frame)
    assign(name, value, frame)
  }
}

remove_active <- function(name, frame) {
  if (exists(name, frame, inherits = FALSE) && bindingIsActive(name, frame)) {
    rm(list = name, envir = frame)
  }
}

# ---- Variables that have no value after a traced statement ---------------------------------------

# `why` is the message of the error, `...` are other facts of the statement: its call.
new_undefined <- function(name, why = NULL, ...) {
  structure(list(name = name, why = why, ...), class = "undef")
}

is_undefined <- function(x) inherits(x, "undef")

# Reading the variable is an error; assigning to it makes it a variable like others.
bind_undefined <- function(name, frame, undefined) {
  value <- NULL
  makeActiveBinding(name, function(new) {
    if (!missing(new)) {
      undefined <<- NULL
      value <<- new
    } else if (is.null(undefined)) {
      value
    } else {
      abort_undefined(undefined)
    }
  }, frame)
}

abort_undefined <- function(undefined) {
  abort(undefined$why, kind = "undefined", call = undefined$call, name = undefined$name)
}

#' @export
print.undef <- function(x, ...) {
  cat("<undef>", x$why, "\n")
  invisible(x)
}

# ---- Lines ---------------------------------------------------------------------------------------

located <- function(message, info) {
  line <- source_text(info$line)
  if (nzchar(line)) sprintf("%s (`%s` in %s.)", message, head_name(info$call), line) else message
}
