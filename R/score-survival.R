# Residuals, draws and likelihoods of survival times. `parts` is list(y, hazard, target): the times,
# the predicted hazards of the intervals, and what is known of the response.

# Martingale residuals are the events minus the cumulative hazard; deviance residuals are more
# symmetric (Therneau, Grambsch and Fleming, 1990).
survival_residuals <- function(parts, type) {
  if (type == "pearson") {
    abort("`type` is \"pearson\". Residuals of survival times are \"martingale\" or \"deviance\".")
  }
  is_event <- as.vector(parts$y[, "status"])
  breaks <- parts$target$breaks
  # What is after the last interval is its end.
  time <- pmin(as.vector(parts$y[, "time"]), max(breaks))
  expected <- -log_survival_at(log_survival(parts$hazard), breaks, seq_along(time), time)
  martingale <- is_event - expected
  if (type != "deviance") return(martingale)
  sign(martingale) * sqrt(-2 * (martingale + is_event * log(pmax(expected, 1e-12))))
}

# Who has not had the event at the end of the last interval is censored then.
drawn_times <- function(parts) {
  breaks <- parts$target$breaks
  time <- time_at(log_survival(parts$hazard), breaks, log(stats::runif(nrow(parts$hazard))))
  need_package("survival", "Simulated survival times need")
  survival::Surv(ifelse(is.na(time), max(breaks), time), !is.na(time))
}

# The probability of what is known of each row: its event in an interval, and those it survived.
survival_log_likelihood <- function(parts) {
  hazard <- pmin(pmax(parts$hazard, 1e-7), 1 - 1e-7)
  rowSums(survival_target(parts$y, parts$target, "y") * log(cbind(hazard, 1 - hazard)))
}
