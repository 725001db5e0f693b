# Multiple assignment: `c(x, y) %<-% value` and the equivalent `.[x, y] <- value`.

#' Assign the parts of a value
#'
#' `c(x, y) %<-% value` assigns the first part of `value` to `x` and the second to `y`:
#' elements of a vector or list, columns of a data frame, items of a Python tuple or list. Nothing
#' is assigned unless all parts find their place.
#'
#' Among the targets may be
#'
#' * `c(...)` again, for the parts of a part;
#' * `.`, to leave a part out;
#' * `...name` or `..name`, once in each `c()`, for all parts that the others leave over, as a list
#'   (or vector, if `value` is one); `...` or `..` leaves them out;
#' * `name = default`, for values that may be missing at the end;
#' * `name =`, for the part of that name; then all targets are of this kind or the last;
#' * what else can be assigned to: `x$a`, `x[[1]]`.
#'
#' `.[x, y] <- value` does the same in the syntax of the package dotty: `.[...]` for the parts of
#' a part, `..` for those left over, and `name = expression`, which sees the parts of `value` by
#' their names. What is left over at the end is ignored.
#'
#' @param x What to assign to: a name, or `c()` of names.
#' @param value A vector, list, data frame, or Python object with items.
#' @return `value`, invisibly.
#' @family helpers for scripts
#' @examples
#' c(x, c(y, z)) %<-% list(1, list("a", "b"))
#' c(first, ...rest) %<-% 1:4
#' c(mpg = , wt = ) %<-% mtcars
#' .[n, ..] <- dim(mtcars)
#' list(x, z, rest, n)
#' @examplesIf py_available()
#' c(a, b) %<-% py_eval("(1, 2)", convert = FALSE)
#' b
#' @export
`%<-%` <- function(x, value) {
  force(value)
  how <- list(style = "c", call = sys.call(), frame = parent.frame())
  assign_parts(plan_part(substitute(x), value, how), how$frame)
  invisible(value)
}

#' @rdname grapes-set-grapes
#' @format NULL
#' @export
. <- structure(list(), class = "rkeras_unpack")

#' @export
`[<-.rkeras_unpack` <- function(x, ..., value) {
  how <- list(style = ".", call = sys.call(), frame = parent.frame())
  targets <- as.list(how$call)[-c(1, 2, length(how$call))]
  assign_parts(plan_parts(targets, value, how), how$frame)
  x
}

#' @export
print.rkeras_unpack <- function(x, ...) {
  cat("<.[x, y] <- value assigns the parts of the value>\n")
  invisible(x)
}

# The assignments in order: a list of `list(target, value)`.
plan_part <- function(target, value, how) {
  if (is_pattern(target, how$style)) {
    return(plan_parts(as.list(target)[if (how$style == "c") -1 else -(1:2)], value, how))
  }
  if (identical(target, quote(.))) {
    return(list())
  }
  if (!is.name(target) && !is.call(target) && !is.character(target)) {
    abort("`%s` cannot be assigned to.", deparse1(target))
  }
  list(list(target, value))
}

is_pattern <- function(target, style) {
  if (style == "c") {
    return(is.call(target) && identical(target[[1]], quote(c)))
  }
  is.call(target) && identical(as.list(target)[1:2], list(quote(`[`), quote(.)))
}

plan_parts <- function(targets, value, how) {
  parts <- parts_of(value)
  named <- nzchar(names(targets) %||% character(length(targets)))
  if (how$style == ".") {
    plan <- plan_computed(targets[named], parts, how)
    return(c(plan, plan_in_order(targets[!named], value, parts, how)))
  }
  if (any(vapply(targets, is_nothing, NA))) {
    return(plan_by_name(targets, parts, how))
  }
  plan_in_order(targets, value, parts, how)
}

# Whether the target is empty, as after `name =`.
is_nothing <- function(target) identical(target, quote(expr = )) # nolint: spaces_inside_linter.

plan_computed <- function(targets, parts, how) {
  lapply(names(targets), function(name) list(name, eval(targets[[name]], parts, how$frame)))
}

plan_by_name <- function(targets, parts, how) {
  if (!all(nzchar(names(targets) %||% ""))) {
    abort("Where one target is `name =`, all need names.")
  }
  lapply(names(targets), function(name) {
    if (name %in% names(parts)) {
      return(list(name, parts[[name]]))
    }
    if (is_nothing(targets[[name]])) {
      abort("The value has no part named \"%s\".", name)
    }
    list(name, eval(targets[[name]], how$frame))
  })
}

plan_in_order <- function(targets, value, parts, how) {
  rest <- which(vapply(targets, is_collector, NA))
  places <- place_parts(targets, rest, length(parts), how)
  plans <- lapply(seq_along(targets), function(i) {
    target <- targets[[i]]
    name <- names(targets)[i] %||% ""
    if (i %in% rest) {
      return(plan_part(collector_name(target), leftover(value, parts, places[[i]]), how))
    }
    if (length(places[[i]])) {
      return(plan_part(if (nzchar(name)) name else target, parts[[places[[i]]]], how))
    }
    if (nzchar(name)) list(list(name, eval(target, how$frame))) else list()
  })
  do.call(c, plans)
}

# Which parts each target receives: one, or all remaining ones.
place_parts <- function(targets, rest, n, how) {
  if (length(rest) > 1L) {
    abort("Only one target can take the remaining parts.")
  }
  takers <- setdiff(seq_along(targets), rest)
  check_enough(targets[takers], n, how)
  if (how$style == "c" && !length(rest) && n > length(takers)) {
    abort("The value has %d parts, and there %s; `...` at the end leaves the others out.", n,
          ngettext(length(takers), "is 1 target", sprintf("are %d targets", length(takers))))
  }
  places <- rep(list(integer()), length(targets))
  places[utils::head(takers, n)] <- as.list(seq_len(min(n, length(takers))))
  left <- max(n - length(takers), 0L)
  if (length(rest)) {
    after <- takers[takers > rest]
    places[after] <- lapply(places[after], `+`, left)
    places[[rest]] <- rest - 1L + seq_len(left)
  }
  places
}

# Targets without a part must have a default or be empty.
check_enough <- function(targets, n, how) {
  lacking <- targets[seq_along(targets) > n]
  optional <- nzchar(names(lacking) %||% character(length(lacking))) |
    vapply(lacking, identical, NA, quote(.))
  if (!all(optional)) {
    abort("The value has %s, and there is none for `%s`.",
          if (n == 1L) "1 part" else sprintf("%d parts", n), deparse1(lacking[!optional][[1]]))
  }
}

is_collector <- function(target) is.name(target) && startsWith(as.character(target), "..")

collector_name <- function(target) {
  name <- sub("^[.]{2,3}", "", as.character(target))
  if (nzchar(name)) name else quote(.)
}

leftover <- function(value, parts, which) if (is.atomic(value)) value[which] else parts[which]

parts_of <- function(value) {
  if (is.numeric_version(value) && length(value) == 1L) {
    return(as.list(unlist(value)))
  }
  tryCatch(as.list(value), error = function(e) {
    abort("%s has no parts to assign.", describe(value))
  })
}

assign_parts <- function(plan, frame) {
  for (step in plan) {
    target <- step[[1]]
    if (is.call(target)) {
      eval(call("<-", target, call("quote", step[[2]])), frame)
    } else {
      assign(as.character(target), step[[2]], envir = frame)
    }
  }
}
