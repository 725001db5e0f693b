# rkeras_guide("cross-validation-tuning"): is the network better than the linear model that I know?
set.seed(1)
cars <- transform(mtcars, cyl = factor(cyl))
fold <- sample(rep_len(1:3, nrow(cars)))
network <- function(data) tabular(mpg ~ wt + hp + cyl, data, epochs = 40)
linear <- function(data) lm(mpg ~ wt + hp + cyl, data)
validated <- cross_validate(network, cars, fold)
print(validated)
both <- rbind(
  network = colMeans(validated$metrics[c("rmse", "mae")]),
  linear = colMeans(cross_validate(linear, cars, fold)$metrics[c("rmse", "mae")])
)
print(both)
stopifnot(all(is.finite(both)), nrow(validated$predictions) == nrow(cars))
plot(validated, kind = "predictions")
