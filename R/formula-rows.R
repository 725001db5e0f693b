# Terms of formulas whose value of a row depends on other rows.

# Terms such as `rank(a)` and `a - mean(a)` have other values for other data, unlike `scale(a)` and
# `poly(a, 2)`, of which R keeps what it computed. `frame` has the values for `data`.
warn_of_dependent <- function(terms, data, frame) {
  calls <- as.list(attr(terms, "predvars"))[-1]
  checked <- setdiff(which(vapply(calls, is.call, NA)), attr(terms, "response"))
  is_of_row <- vapply(checked, function(i) {
    is_computed_by_row(calls[[i]], data, frame[[i]], environment(terms))
  }, NA)
  found <- names(frame)[checked[!is_of_row]]
  if (length(found) > 0L) {
    warn(
      c("The formula's %s %s on all rows of `data`, so predict() computes other values, or",
        "none, for other rows. Compute %s as a column of `data` first."),
      paste(if (length(found) == 1L) "term" else "terms", in_ticks(found)),
      if (length(found) == 1L) "depends" else "depend",
      if (length(found) == 1L) "it" else "them", kind = "formula"
    )
  }
}

# Whether single rows, and several in another order, have the values that they have in `whole`.
is_computed_by_row <- function(call, data, whole, env) {
  used <- data[intersect(all.vars(call), names(data))]
  rows <- telling_rows(c(list(whole), used), nrow(data))
  whole <- as_comparable(whole)
  near <- 1e-6 * spread_in(whole)
  for (some in c(list(rev(rows)), rows)) {
    found <- tryCatch(suppressWarnings(eval(call, take_rows(used, some), env)),
                      error = function(e) NULL)
    if (!are_near(as_comparable(found), take_rows(whole, some), near)) return(FALSE)
  }
  TRUE
}

# Few rows, among them those with the extremes of each of the values and those where it is missing:
# most terms that depend on others do so there, such as `pmin(a, quantile(a, 0.9))`.
telling_rows <- function(values, n) {
  unique(c(unlist(lapply(values, extreme_rows, n)), round(seq(1, n, length.out = min(n, 12L)))))
}

extreme_rows <- function(x, n) {
  if (length(x) != n || is.list(x)) return(NULL)
  if (is.factor(x) || is.character(x)) return(match(utils::head(unique(x), 9L), x))
  c(which.min(x), which.max(x), utils::head(which(is.na(x)), 1L))
}

# The units of time spans may depend on the rows: the model takes that into account.
as_comparable <- function(x) {
  if (inherits(x, "difftime")) as.double(x, units = "secs")
  else if (is_time(x)) as.double(x)
  else if (is.factor(x)) as.character(x) else x
}

# What a difference is compared with: single values of a column may be near zero.
spread_in <- function(x) {
  if (!are_numbers(x)) return(0)
  x <- x[is.finite(x)]
  if (length(x) == 0L) 0 else max(diff(range(x)), 1e-6 * max(abs(x)))
}

are_near <- function(x, y, near) {
  if (NROW(x) != NROW(y) || length(x) != length(y)) return(FALSE)
  if (!are_numbers(x) || !are_numbers(y)) return(identical(as.character(x), as.character(y)))
  is_same <- x == y | abs(x - y) <= near
  identical(is.na(as.vector(x)), is.na(as.vector(y))) && all(is_same, na.rm = TRUE)
}

are_numbers <- function(x) is.numeric(x) || is.logical(x)
