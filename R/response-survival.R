# Times until an event that some rows have not reached, `Surv(time, event)`. The outputs are the
# hazards of intervals of time, and 1 minus these.

is_survival <- function(y) inherits(y, "Surv")

#' @exportS3Method
learned.response_survival <- function(response, y, name, settings) {
  check_right_censored(y, name)
  response$breaks <- survival_breaks(y, name, settings$intervals)
  n <- length(response$breaks) - 1L
  values <- target_of(response, y, name)
  failed <- colSums(values[, seq_len(n), drop = FALSE])
  hazard <- failed / pmax(failed + colSums(values[, -seq_len(n), drop = FALSE]), 1)
  list(breaks = response$breaks, center = stats::qlogis(pmin(pmax(hazard, 1e-3), 1 - 1e-3)))
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
#' @exportS3Method
target_of.response_survival <- function(response, y, name) {
  if (!is_survival(y)) abort("The response `%s` must be `Surv(time, event)`.", name)
  check_right_censored(y, name)
  time <- y[, "time"]
  is_event <- y[, "status"] == 1
  ends <- response$breaks[-1]
  starts <- response$breaks[-length(response$breaks)]
  starts[[1]] <- -Inf
  failed <- outer(time, starts, `>`) & outer(time, ends, `<=`) & is_event
  middle <- (response$breaks[-length(response$breaks)] + ends) / 2
  survived <- outer(time, ends, `>`) | outer(time, middle, `>=`) & !is_event
  unname(cbind(failed, survived)) * 1
}

#' @exportS3Method
network_target.response_survival <- function(response, y, offset) target_of(response, y, "y")

#' @exportS3Method
output_units.response_survival <- function(response) length(response$breaks) - 1L

# The network begins at the mean hazards. With targets of zeros and ones for the hazards, and for 1
# minus these, Keras's "kl_divergence" is the negative log-likelihood of censored times.
#' @exportS3Method
network_output.response_survival <- function(response, link, offset) {
  link <- call_layer(link, "Rescaling", scale = 1, offset = as.list(response$center))
  hazard <- call_layer(link, "Activation", activation = "sigmoid")
  call_layer(list(hazard, 1 - hazard), "Concatenate")
}

#' @exportS3Method
loss_for.response_survival <- function(response) "kl_divergence"

#' @exportS3Method
metric_for.response_survival <- function(response) "kl_divergence"

#' @exportS3Method
left_out_scores.response_survival <- function(response, y, outputs, weights) {
  hazard <- outputs[, seq_len(output_units(response)), drop = FALSE]
  density <- log_density(response, list(y = y, hazard = hazard))
  compared <- concordance_of(y, mean_time(log_survival(hazard), response$breaks))
  rbind(`Negative log-likelihood` = mean_score(-density, weights),
        Concordance = c(compared$concordance, sqrt(compared$var)))
}

#' @exportS3Method
response_text.response_survival <- function(response) {
  sprintf("survival times in %d intervals", output_units(response))
}

# ---- Predictions ---------------------------------------------------------------------------------

survival_types <- c("survival", "hazard", "risk", "median")

check_survival_type <- function(responses, type, times) {
  if (type %in% survival_types && !any(vapply(responses, is_response, NA, "survival"))) {
    abort(c("`type` is \"%s\", which is for models of survival times:",
            "tabular(Surv(time, event) ~ .)."), type)
  }
  if (is.null(times)) {
    return(invisible())
  }
  if (type != "survival") abort("`times` is for `type = \"survival\"`, not for \"%s\".", type)
  must_be(times, "numbers that are not negative",
          is.numeric(times) && length(times) && !anyNA(times) && all(times >= 0))
}

#' @exportS3Method
link_of.response_survival <- function(response, facts) "logit"

#' @exportS3Method
prediction_of.response_survival <- function(response, outputs, type, levels, facts, times) {
  hazard <- outputs[, seq_len(output_units(response)), drop = FALSE]
  if (type %in% c("hazard", "link")) {
    colnames(hazard) <- format_times(response$breaks[-1])
    return(if (type == "link") stats::qlogis(hazard) else hazard)
  }
  logs <- log_survival(hazard)
  switch(type,
    response = mean_time(logs, response$breaks),
    risk = 1 - mean_time(logs, response$breaks) / max(response$breaks),
    # NA where more than half survive.
    median = time_at(logs, response$breaks, rep(log(0.5), nrow(logs))),
    survival = {
      times <- times %||% response$breaks[-1]
      logs <- log_survival_at(logs, response$breaks, rep(seq_len(nrow(logs)), length(times)),
                              rep(times, each = nrow(logs)))
      matrix(exp(logs), nrow(hazard), dimnames = list(NULL, format_times(times)))
    },
    abort("`type` is \"%s\", but the model's response is survival times.", type)
  )
}

format_times <- function(times) vapply(times, format, "", digits = 7)

# Logarithms of the probability to survive until the start of each interval, and the end of the
# last. The hazard is constant within an interval, so they are linear there.
log_survival <- function(hazard) {
  logs <- matrix(0, nrow(hazard), ncol(hazard) + 1L)
  steps <- log1p(-pmin(hazard, 1 - 1e-7))
  for (k in seq_len(ncol(hazard))) logs[, k + 1L] <- logs[, k] + steps[, k]
  logs
}

# The logarithm of each of these rows at its own time; NA after the largest time of the training
# data.
log_survival_at <- function(logs, breaks, rows, times) {
  k <- findInterval(times, breaks, all.inside = TRUE)
  share <- (times - breaks[k]) / (breaks[k + 1L] - breaks[k])
  share[share > 1 + 1e-9] <- NA
  logs[cbind(rows, k)] * (1 - share) + logs[cbind(rows, k + 1L)] * share
}

# The restricted mean: the area under the curve until the largest time.
mean_time <- function(logs, breaks) {
  n <- length(breaks)
  before <- exp(logs[, -n, drop = FALSE])
  fall <- logs[, -n, drop = FALSE] - logs[, -1, drop = FALSE]
  # Nothing falls: the curve is flat.
  mean <- ifelse(fall > 1e-9, before * -expm1(-fall) / fall, before)
  as.vector(mean %*% diff(breaks))
}

# The times at which the logarithms of survival fall to `level`, one for each row; NA if they do
# not.
time_at <- function(logs, breaks, level) {
  after <- rowSums(logs > level)
  is_reached <- after < length(breaks)
  rows <- seq_len(nrow(logs))[is_reached]
  k <- after[is_reached]
  upper <- logs[cbind(rows, k)]
  lower <- logs[cbind(rows, k + 1L)]
  time <- rep(NA_real_, nrow(logs))
  time[is_reached] <- breaks[k] + (upper - level[is_reached]) / (upper - lower) * diff(breaks)[k]
  time
}

# The share of pairs of rows, of which it is known who has the event first, that predictions have
# in this order. `predicted` is larger where the event is later.
concordance <- function(y, predicted) unname(concordance_of(y, predicted)$concordance)

# With its variance.
concordance_of <- function(y, predicted) {
  need_package("survival", "The concordance needs")
  known <- !is.na(predicted) & !is.na(y)
  y <- y[known]
  predicted <- predicted[known]
  survival::concordance(y ~ predicted)
}

# ---- Statistics ----------------------------------------------------------------------------------

# Here `parts` are list(y, hazard).
#' @exportS3Method
observed.response_survival <- function(response, y) y

# Martingale residuals are the events minus the cumulative hazard; deviance residuals are more
# symmetric (Therneau, Grambsch and Fleming, 1990).
#' @exportS3Method
residuals_of.response_survival <- function(response, parts, type) {
  if (type == "pearson") {
    abort("`type` is \"pearson\". Residuals of survival times are \"martingale\" or \"deviance\".")
  }
  is_event <- as.vector(parts$y[, "status"])
  breaks <- response$breaks
  # What is after the last interval is its end.
  time <- pmin(as.vector(parts$y[, "time"]), max(breaks))
  expected <- -log_survival_at(log_survival(parts$hazard), breaks, seq_along(time), time)
  martingale <- stats::setNames(is_event - expected, rownames(parts$hazard))
  if (type != "deviance") return(martingale)
  sign(martingale) * sqrt(-2 * (martingale + is_event * log(pmax(expected, 1e-12))))
}

# Who has not had the event at the end of the last interval is censored then.
#' @exportS3Method
drawn.response_survival <- function(response, parts) {
  breaks <- response$breaks
  time <- time_at(log_survival(parts$hazard), breaks, log(stats::runif(nrow(parts$hazard))))
  need_package("survival", "Simulated survival times need")
  survival::Surv(ifelse(is.na(time), max(breaks), time), !is.na(time))
}

# The probability of what is known of each row: its event in an interval, and those it survived.
#' @exportS3Method
log_density.response_survival <- function(response, parts) {
  hazard <- pmin(pmax(parts$hazard, 1e-7), 1 - 1e-7)
  rowSums(target_of(response, parts$y, "y") * log(cbind(hazard, 1 - hazard)))
}
