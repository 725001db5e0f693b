# Times until an event that some rows have not reached, `Surv(time, event)`: the intervals of time
# of tabular(), and its targets.

is_survival <- function(y) inherits(y, "Surv")

survival_design <- function(y, name, family, intervals = NULL) {
  check_family(family, "survival", name, "survival times")
  check_right_censored(y, name)
  target <- list(kind = "survival", breaks = survival_breaks(y, name, intervals))
  target$width <- length(target$breaks) - 1L
  values <- survival_target(y, target, name)
  failed <- colSums(values[, seq_len(target$width), drop = FALSE])
  hazard <- failed / pmax(failed + colSums(values[, -seq_len(target$width), drop = FALSE]), 1)
  c(target, list(center = stats::qlogis(pmin(pmax(hazard, 1e-3), 1 - 1e-3))))
}

check_right_censored <- function(y, name) {
  if (!identical(attr(y, "type"), "right")) {
    abort(c("The response `%s` is of the type \"%s\". Only right-censored times are possible:",
            "`Surv(time, event)`."), name, attr(y, "type"))
  }
  time <- y[, "time"]
  if (any(time < 0 | is.infinite(time), na.rm = TRUE)) {
    abort("The response `%s` has times that are negative or infinite.", name)
  }
}

# Each of the `n` intervals has as many events. By default these are about 10, and there are from 5
# to 30 intervals if there are so many times.
survival_breaks <- function(y, name, n = NULL) {
  time <- y[, "time"]
  events <- time[y[, "status"] == 1]
  if (length(events) == 0L || max(time) == 0) {
    abort("The response `%s` has no event%s.", name,
          if (length(events) > 0L) " after the time 0" else "")
  }
  n <- n %||% min(max(length(events) %/% 10L, 5L), 30L)
  ends <- unique(stats::quantile(events, seq_len(n) / n, type = 1L, names = FALSE))
  ends[[length(ends)]] <- max(time)
  unique(c(0, ends))
}

# Zeros and ones: whether the event is in an interval, and for as many columns more whether the
# interval is survived. Both are 0 where the row is not known any more. Who is censored in the
# second half of an interval counts as having survived it (Gensheimer and Narasimhan, 2019).
survival_target <- function(y, target, name) {
  if (!is_survival(y)) abort("The response `%s` must be `Surv(time, event)`.", name)
  check_right_censored(y, name)
  time <- y[, "time"]
  is_event <- y[, "status"] == 1
  ends <- target$breaks[-1]
  starts <- target$breaks[-length(target$breaks)]
  starts[[1]] <- -Inf
  failed <- outer(time, starts, `>`) & outer(time, ends, `<=`) & is_event
  middle <- (target$breaks[-length(target$breaks)] + ends) / 2
  survived <- outer(time, ends, `>`) | outer(time, middle, `>=`) & !is_event
  unname(cbind(failed, survived)) * 1
}
