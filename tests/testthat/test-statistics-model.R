# formula(), residuals() and others for models that were trained with a formula.
skip_if_not(on_tensorflow())

set_random_seed(1)
cars <- transform(mtcars, cyl = factor(cyl), vs = vs == 1)
numbers <- tabular(mpg ~ wt + hp, cars, epochs = 30, weights = qsec)
two <- tabular(vs ~ ., cars[c("vs", "wt", "hp")], epochs = 5)
classes <- tabular(cyl ~ wt, cars, epochs = 5)
counts <- tabular(carb ~ wt, cars, epochs = 5, family = "poisson")

test_that("a model answers about its formula and data", {
  expect_equal(formula(numbers), mpg ~ wt + hp, ignore_attr = TRUE)
  expect_equal(formula(two), vs ~ wt + hp, ignore_attr = TRUE)
  expect_identical(attr(terms(two), "term.labels"), c("wt", "hp"))
  expect_identical(model.frame(numbers)$hp, mtcars$hp)
  expect_identical(nobs(numbers), 32L)
  expect_identical(weights(numbers), cars$qsec)
  expect_null(weights(two))
  expect_identical(case.names(numbers), rownames(mtcars))
  by_fit <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
  compile(by_fit, "adam", "mse")
  expect_error(formula(by_fit), "not trained with a formula", class = "rkeras_error_argument")
  fit(by_fit, mpg ~ wt + hp, data = mtcars, epochs = 1, verbose = 0)
  expect_equal(formula(by_fit), mpg ~ wt + hp, ignore_attr = TRUE)
  expect_identical(nobs(by_fit), 32L)
  expect_error(residuals(by_fit), "give them to residuals\\(\\) as `data`")
  expect_equal(residuals(by_fit, data = mtcars), mtcars$mpg - predict(by_fit, mtcars)[, 1])
})

test_that("residuals are those of the response, of Pearson and of the deviance", {
  expect_equal(residuals(numbers), mtcars$mpg - fitted(numbers))
  expect_equal(residuals(numbers, "deviance"), residuals(numbers))
  p <- fitted(two)
  y <- mtcars$vs
  expect_equal(residuals(two, "pearson"), (y - p) / sqrt(p * (1 - p)))
  expect_equal(residuals(two, "deviance"),
               sign(y - p) * sqrt(-2 * log(ifelse(y == 1, p, 1 - p))), tolerance = 1e-6)
  mu <- fitted(counts)
  expect_equal(residuals(counts, "pearson"), (mtcars$carb - mu) / sqrt(mu))
  expect_equal(rowSums(residuals(classes)), rep(0, 32), tolerance = 1e-6)
  expect_error(residuals(classes, "deviance"), "two classes")
})

test_that("simulated responses and the likelihood are of the model's distribution", {
  draws <- simulate(numbers, nsim = 400, seed = 1)
  expect_identical(draws, simulate(numbers, nsim = 400, seed = 1))
  expect_equal(rowMeans(draws), fitted(numbers), tolerance = 0.05, ignore_attr = TRUE)
  expect_equal(rowMeans(simulate(counts, 2000, seed = 1)), fitted(counts), tolerance = 0.05,
               ignore_attr = TRUE)
  drawn <- simulate(classes, 2000, seed = 1)
  expect_identical(levels(drawn[[1]]), levels(cars$cyl))
  expect_equal(rowMeans(drawn == "8"), fitted(classes)[, "8"], tolerance = 0.1, ignore_attr = TRUE)
  expect_equal(rowMeans(simulate(two, 2000, seed = 1) == "TRUE"), fitted(two), tolerance = 0.1,
               ignore_attr = TRUE)
  seed <- .Random.seed
  simulate(two, 1, seed = 3)
  expect_identical(.Random.seed, seed)
  mu <- fitted(numbers)
  sigma <- sqrt(mean((mtcars$mpg - mu)^2))
  expect_equal(as.numeric(logLik(numbers)),
               sum(cars$qsec * dnorm(mtcars$mpg, mu, sigma, log = TRUE)))
  expect_equal(as.numeric(logLik(two)),
               sum(dbinom(mtcars$vs, 1, fitted(two), log = TRUE)))
  p <- fitted(classes)[cbind(1:32, as.integer(cars$cyl))]
  expect_equal(as.numeric(logLik(classes)), sum(log(p)))
  expect_identical(attr(logLik(two), "df"), as.numeric(count_params(two)))
})

test_that("update() makes the model again", {
  again <- update(numbers, . ~ . - hp, epochs = 2)
  expect_equal(formula(again), mpg ~ wt, ignore_attr = TRUE)
  expect_identical(weights(again), cars$qsec)
  plain <- keras_model_sequential(input_shape = 1) |> layer_dense(1)
  expect_error(update(plain, . ~ .), "models of tabular")
})

test_that("predictions are in the form that is asked for", {
  expect_equal(predict(two), predict(two, newdata = cars))
  p <- predict(two)
  expect_equal(predict(two, type = "prob"), cbind(`FALSE` = 1 - p, `TRUE` = p))
  expect_equal(predict(two, type = "link"), qlogis(predict(two)), tolerance = 1e-6)
  expect_equal(predict(counts, type = "link"), log(predict(counts)), tolerance = 1e-6)
  expect_identical(colnames(predict(classes)), levels(cars$cyl))
  expect_error(predict(numbers, type = "prob"), "classes are not known")
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(3)
  compile(model, "adam", loss_sparse_categorical_crossentropy(from_logits = TRUE))
  fit(model, iris[1:4], iris$Species, epochs = 1, verbose = 0)
  logits <- predict(model, iris[1:4])
  expect_identical(colnames(logits), levels(iris$Species))
  p <- predict(model, newdata = iris[1:4], type = "prob")
  expect_equal(p, exp(logits) / rowSums(exp(logits)), tolerance = 1e-6)
  expect_error(predict(model), "`x`")
})

test_that("likelihood, residuals and simulations are of the distribution that is predicted", {
  model <- tabular(mpg ~ wt, mtcars, family = "location_scale", epochs = 3)
  parameters <- predict(model, mtcars, type = "parameters")
  mean <- parameters[, "mean"]
  sd <- parameters[, "sd"]
  expect_equal(fitted(model), mean)
  expect_equal(as.vector(logLik(model)), sum(dnorm(mtcars$mpg, mean, sd, log = TRUE)))
  expect_equal(attr(logLik(model), "df"), count_params(get_layer(model, "network")))
  expect_equal(residuals(model, "pearson"), (mtcars$mpg - mean) / sd)
  set.seed(3)
  expect_equal(simulate(model, 1, seed = 3)$sim_1, rnorm(32, mean, sd))
  expect_equal(-evaluate(model, mtcars, verbose = 0)[["loss"]] * 32, as.vector(logLik(model)),
               tolerance = 1e-4)
  quantiles <- tabular(mpg ~ wt, mtcars, family = "quantile", epochs = 1)
  expect_error(logLik(quantiles), "no likelihood")
  found <- simulate(quantiles, 1, seed = 3)$sim_1
  ends <- predict(quantiles, type = "quantile", probs = c(0.025, 0.975))
  expect_true(all(found >= ends[, 1] - 1e-6 & found <= ends[, 2] + 1e-6))
})

test_that("several columns and several responses are each by themselves", {
  model <- quick_tabular(cbind(mpg, disp) ~ wt, mtcars)
  r <- residuals(model)
  columns <- lapply(1:2, function(k) dnorm(r[, k], 0, sqrt(mean(r[, k]^2)), log = TRUE))
  found <- logLik(model)
  expect_equal(as.vector(found), sum(unlist(columns)))
  expect_identical(attr(found, "nobs"), 32L)
  several <- quick_tabular(list(miles = log(mpg), kind = factor(cyl)) ~ wt + hp, mtcars)
  frame <- model.frame(several)
  expect_named(frame, c("miles", "kind", "wt", "hp"))
  expect_equal(frame$miles, log(mtcars$mpg))
  expect_identical(rownames(frame), rownames(mtcars))
})

test_that("what is about coefficients is refused by name", {
  model <- quick_tabular(mpg ~ wt, mtcars)
  for (name in c("coef", "vcov", "confint", "anova", "drop1", "add1", "extractAIC")) {
    expect_refused(get(name)(model), paste0("^", name, "\\(\\) is about coefficients"))
  }
  expect_refused(step(model), "^step\\(\\) is about coefficients")
})
