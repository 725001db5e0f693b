# rkeras_guide("prediction-intervals"): intervals that contain the truth as often as they promise.
set_random_seed(2)
known <- data.frame(x = runif(300, -1, 1))
known$y <- 3 * known$x + rnorm(300, sd = 0.5)
new <- data.frame(x = runif(200, -1, 1))
new$y <- 3 * new$x + rnorm(200, sd = 0.5)

model <- tabular(y ~ x, data = known, epochs = 60, calibration_split = 0.3)
intervals <- predict(model, newdata = new, interval = "prediction", level = 0.9)
print(head(intervals))
inside <- intervals[, "lwr"] <= new$y & new$y <= intervals[, "upr"]
stopifnot(mean(inside) > 0.8, mean(inside) < 0.98)

# They are wider for a higher level.
wider <- predict(model, newdata = new, interval = "prediction", level = 0.99)
stopifnot(all(wider[, "upr"] >= intervals[, "upr"]))
