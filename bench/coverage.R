# Prediction intervals on real data: the share of new responses within 90 % intervals, over random
# splits, and their width in standard deviations of the response. For classes the share of classes
# within the sets, and the size of the sets.
#
# `itself` are the intervals of a model that predicts a distribution, without calibration.
#
# Takes an hour, so that it is not part of `make bench`: Rscript bench/coverage.R [splits] [kinds]

library(rkeras)

args <- commandArgs(TRUE)
splits <- as.integer(c(args, "50")[[1]])

bunch <- function(name) {
  found <- import("sklearn.datasets")[[paste0("load_", name)]](as_frame = TRUE, return_X_y = TRUE)
  data.frame(found[[1]], target = found[[2]])
}
tables <- list(
  `Boston housing (MASS)` = list(MASS::Boston, "medv"),
  `diabetes (scikit-learn)` = list(bunch("diabetes"), "target"),
  `cpus (MASS)` = list(transform(MASS::cpus, name = NULL, estperf = NULL), "log(perf)"),
  `wine (scikit-learn)` = list(transform(bunch("wine"), target = factor(target)), "target"),
  `Pima (MASS)` = list(rbind(MASS::Pima.tr, MASS::Pima.te), "type")
)

kinds <- list(
  split = function(formula, data) tabular(formula, data, calibration_split = 0.3),
  `location_scale itself` = function(formula, data) {
    tabular(formula, data, family = "location_scale")
  },
  `quantile itself` = function(formula, data) tabular(formula, data, family = "quantile"),
  `location_scale` = function(formula, data) {
    tabular(formula, data, family = "location_scale", calibration_split = 0.3)
  },
  quantile = function(formula, data) {
    tabular(formula, data, family = "quantile", calibration_split = 0.3)
  },
  `CV+` = function(formula, data) {
    cross_validate(function(data) tabular(formula, data), data, folds = 5, keep_models = TRUE)
  }
)
of_classes <- c("split", "CV+")

covered <- function(data, response, make, seed) {
  set_random_seed(seed)
  new <- sample(nrow(data), nrow(data) %/% 4)
  formula <- stats::as.formula(paste(response, "~ ."))
  model <- make(formula, data[-new, ])
  all <- eval(formula[[2]], data)
  y <- all[new]
  interval <- predict(model, newdata = data[new, ], interval = "prediction", level = 0.9)
  if (is.factor(y)) {
    return(c(mean(interval[cbind(seq_along(y), as.integer(y))]), mean(rowSums(interval))))
  }
  c(mean(interval[, "lwr"] <= y & y <= interval[, "upr"]),
    mean(interval[, "upr"] - interval[, "lwr"]) / stats::sd(all))
}

cat("\n## Prediction intervals, ", format(Sys.Date()), ", ", splits, " splits\n\n", sep = "")
cat("| table | rows | kind | within 90 % intervals | width or size |\n|---|---|---|---|---|\n")
for (kind in if (length(args) > 1L) args[-1] else names(kinds)) {
  for (name in names(tables)) {
    data <- tables[[name]][[1]]
    response <- tables[[name]][[2]]
    if (is.factor(data[[response]]) && !kind %in% of_classes) next
    found <- vapply(seq_len(splits), function(i) covered(data, response, kinds[[kind]], i), c(0, 0))
    cat(sprintf("| %s | %d | %s | %.1f %% | %.2f |\n", name, nrow(data), kind,
                100 * mean(found[1, ]), mean(found[2, ])))
  }
}
