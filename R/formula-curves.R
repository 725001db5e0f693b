# Survival curves and what follows from them, of the hazards that models of `Surv()` predict.

survival_types <- c("survival", "hazard", "risk", "median")

check_survival_type <- function(facts, type, times) {
  targets <- facts$memory$trained$formula$targets
  is_survival <- any(vapply(targets, function(target) target$kind == "survival", NA))
  if (type %in% survival_types && !is_survival) {
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

# `outputs` are the hazards of the intervals, and 1 minus these.
survival_answer <- function(outputs, target, type, times) {
  hazard <- outputs[, seq_len(target$width), drop = FALSE]
  if (type %in% c("hazard", "link")) {
    colnames(hazard) <- format_times(target$breaks[-1])
    return(if (type == "link") stats::qlogis(hazard) else hazard)
  }
  logs <- log_survival(hazard)
  switch(type,
    response = mean_time(logs, target$breaks),
    risk = 1 - mean_time(logs, target$breaks) / max(target$breaks),
    # NA where more than half survive.
    median = time_at(logs, target$breaks, rep(log(0.5), nrow(logs))),
    survival = {
      times <- times %||% target$breaks[-1]
      logs <- log_survival_at(logs, target$breaks, rep(seq_len(nrow(logs)), length(times)),
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
concordance <- function(y, predicted) {
  need_package("survival", "The concordance needs")
  known <- !is.na(predicted) & !is.na(y)
  y <- y[known]
  predicted <- predicted[known]
  unname(survival::concordance(y ~ predicted)$concordance)
}
