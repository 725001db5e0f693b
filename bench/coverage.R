# Prediction intervals of tabular(calibration_split = ) on real data: the share of new responses
# within 90 % intervals, over random splits, and their width in standard deviations of the response.
# For classes the share of classes within the sets, and the size of the sets.
#
# Takes ten minutes, so that it is not part of `make bench`: Rscript bench/coverage.R [splits]

library(rkeras)

splits <- as.integer(c(commandArgs(TRUE), "50")[[1]])

bunch <- function(name) {
  found <- import("sklearn.datasets")[[paste0("load_", name)]](as_frame = TRUE, return_X_y = TRUE)
  data.frame(found[[1]], target = found[[2]])
}
tables <- list(
  `Boston housing (MASS)` = list(MASS::Boston, "medv"),
  `diabetes (scikit-learn)` = list(bunch("diabetes"), "target"),
  `wine (scikit-learn)` = list(transform(bunch("wine"), target = factor(target)), "target"),
  `Pima (MASS)` = list(rbind(MASS::Pima.tr, MASS::Pima.te), "type")
)

covered <- function(data, response, seed) {
  set_random_seed(seed)
  new <- sample(nrow(data), nrow(data) %/% 4)
  formula <- stats::reformulate(".", response)
  model <- tabular(formula, data[-new, ], calibration_split = 0.3)
  y <- data[new, response]
  interval <- predict(model, newdata = data[new, ], interval = "prediction", level = 0.9)
  if (is.factor(y)) {
    return(c(mean(interval[cbind(seq_along(y), as.integer(y))]), mean(rowSums(interval))))
  }
  c(mean(interval[, "lwr"] <= y & y <= interval[, "upr"]),
    mean(interval[, "upr"] - interval[, "lwr"]) / stats::sd(data[[response]]))
}

cat("\n## Prediction intervals, ", format(Sys.Date()), ", ", splits, " splits\n\n", sep = "")
cat("| table | rows | within 90 % intervals | width or size |\n|---|---|---|---|\n")
for (name in names(tables)) {
  data <- tables[[name]][[1]]
  found <- vapply(seq_len(splits), function(i) covered(data, tables[[name]][[2]], i), c(0, 0))
  cat(sprintf("| %s | %d | %.1f %% | %.2f |\n", name, nrow(data), 100 * mean(found[1, ]),
              mean(found[2, ])))
}
