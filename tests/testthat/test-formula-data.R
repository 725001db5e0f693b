classifier <- function(inputs, units = 3) {
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = inputs) |>
    layer_dense(units = units, activation = if (units == 1) "sigmoid" else "softmax")
  kind <- if (units == 1) "binary" else "sparse_categorical"
  compile(model, loss = paste0(kind, "_crossentropy"), metrics = "accuracy")
}

test_that("a formula takes inputs and targets from a data frame", {
  by_formula <- fit(classifier(4), Species ~ ., data = iris, epochs = 2, verbose = 0,
                    shuffle = FALSE)
  by_hand <- fit(classifier(4), as.matrix(iris[1:4]), iris$Species, epochs = 2, verbose = 0,
                 shuffle = FALSE)
  expect_equal(by_formula$metrics, by_hand$metrics, tolerance = 1e-6)
  second <- fit(classifier(4), Species ~ ., iris, epochs = 2, verbose = 0, shuffle = FALSE)
  expect_equal(second$metrics, by_hand$metrics, tolerance = 1e-6)
})

test_that("the model knows its formula when it predicts and is evaluated", {
  data <- data.frame(y = c(1, 2, 3, 4), g = factor(c("a", "b", "c", "a")), x = c(1, 10, 100, 1000))
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  fit(model, y ~ g + log10(x), data = data, verbose = 0, epochs = 1, validation_data = data)
  inputs <- cbind(c(0, 1, 0, 0), c(0, 0, 1, 0), 0:3)
  expect_equal(predict(model, data), predict(model, inputs), tolerance = 1e-6)
  # A level that the new data do not have still has its column.
  expect_equal(predict(model, data[1:2, c("g", "x")]), predict(model, inputs[1:2, ]),
               tolerance = 1e-6)
  expect_equal(evaluate(model, data), evaluate(model, inputs, data$y), tolerance = 1e-6)
  expect_refused(predict(model, data.frame(g = "z", x = 1)), "`g` has a level that")
  expect_refused(predict(model, data["x"]), "no column `g`")
})

test_that("what is wrong with a formula is said before training", {
  model <- classifier(4)
  expect_refused(fit(model, Species ~ .), "`data`")
  expect_refused(
    fit(model, Species ~ Sepal.Lenght, data = iris),
    "no column `Sepal.Lenght`.*Did you mean `Sepal.Length`"
  )
  expect_refused(fit(model, ~ Sepal.Length, data = iris), "names no response")
  expect_refused(
    fit(model, Species ~ Sepal.Length, data = iris), "`x` has shape (NA, 1)", fixed = TRUE
  )
})

test_that("a model trained on a factor predicts its levels", {
  model <- classifier(4)
  expect_refused(predict(model, iris[1:4], type = "class"), "give them as `levels`")
  fit(model, iris[1:4], iris$Species, epochs = 1, verbose = 0)
  expected <- levels(iris$Species)[max.col(predict(model, iris[1:4]), "first")]
  expect_identical(predict(model, iris[1:4], type = "class"),
                   factor(expected, levels(iris$Species)))
  named <- predict(model, iris[1:4], type = "class", levels = c("x", "y", "z"))
  expect_identical(levels(named), c("x", "y", "z"))
  expect_refused(
    predict(model, iris[1:4], type = "class", levels = c("x", "y")), "does not fit 2 classes"
  )
})

test_that("one output is the probability of the second level", {
  model <- classifier(1, units = 1)
  car <- factor(mtcars$am, labels = c("automatic", "manual"))
  fit(model, mtcars["wt"], car, epochs = 1, verbose = 0)
  probability <- predict(model, mtcars["wt"])
  expect_identical(predict(model, mtcars["wt"], type = "class") == "manual",
                   drop(probability > 0.5), ignore_attr = TRUE)
  regression <- keras_model_sequential(input_shape = 1) |>
    layer_dense(units = 1, bias_initializer = "ones")
  expect_refused(
    predict(regression, mtcars["wt"] * 100, type = "class", levels = c("a", "b")),
    "not a probability"
  )
})

test_that("what lm() and others read in a formula is refused, with the way to do it", {
  data <- data.frame(y = c(1, 2, 3, 4), a = c(1, 3, 2, 4), w = 1, g = factor(c("u", "v", "u", "v")))
  model <- classifier(1, units = 1)
  refused <- function(formula, remedy) {
    expect_refused(fit(model, formula, data = data), remedy, fixed = TRUE)
  }
  refused(y ~ a + offset(w), "`offset(w)`, which is not an input: subtract it from the response")
  refused(y ~ a + stats::offset(w), "subtract it from the response")
  refused(y ~ a + weights(w), "`weights(w)`, which is not an input: give weights of observations")
  refused(y ~ a + (1 | g), "`1 | g`, which is not an input: write `I(a | b)`")
  refused(y ~ a + Error(g), "no terms of this kind")
  refused(y ~ 1, "The formula names no inputs")
  refused(y ~ ., "`x` has shape (NA, 3)")
  expect_no_error(fit(model, a > 2 ~ I(w > 0 | y > 2), data = data, epochs = 1, verbose = 0))
})

test_that("the dot leaves out what the response is made of", {
  inputs <- function(formula, data = mtcars[1:4]) {
    model <- keras_model_sequential() |> layer_dense(units = 1)
    compile(model, loss = "mse")
    fit(model, formula, data = data, epochs = 1, verbose = 0)
    trained_on(facts_of(model))$x$columns
  }
  rest <- c("cyl", "disp", "hp")
  expect_identical(inputs(mpg ~ .), rest)
  expect_identical(inputs(log(mpg) ~ .), rest)
  expect_identical(inputs(mtcars$mpg ~ .), rest)
  expect_identical(inputs(mtcars[["mpg"]] ~ .), rest)
  expect_identical(inputs(I(mpg / disp) ~ .), c("cyl", "hp"))
  expect_identical(inputs(mpg ~ . - cyl), rest[-1])
  expect_identical(inputs(mpg ~ .^2), c(rest, "cyl:disp", "cyl:hp", "disp:hp"))
  expect_warning(inputs(log(mpg) ~ mpg + cyl), "`mpg` in the response and as an input",
                 class = "rkeras_warning_formula")
})

test_that("a variable that only removed terms have is no input", {
  used <- function(formula) {
    left <- terms_left(formula, data_of_dot(formula, mtcars[1:5], character()))
    list(all.vars(left)[-1], attr(left, "intercept"))
  }
  expect_identical(used(mpg ~ . - cyl), list(c("disp", "hp", "drat"), 1L))
  expect_identical(used(mpg ~ . - cyl - log(disp) - 1), list(c("disp", "hp", "drat"), 0L))
  expect_identical(used(mpg ~ (cyl + hp)^2 - cyl:hp - hp + 0), list("cyl", 0L))
  expect_identical(used(mpg ~ cyl * hp - hp), list(c("cyl", "hp"), 1L))
  expect_identical(used(mpg ~ wt * I(hp / 2) - wt - wt:I(hp / 2) + offset(cyl) + I(disp == 1 | hp)),
                   list(c("hp", "disp", "cyl"), 1L))
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  fit(model, mpg ~ . - cyl - disp, data = mtcars[1:5], epochs = 1, verbose = 0)
  expect_length(predict(model, mtcars[1:2, c("hp", "drat")]), 2L)
  expect_identical(deparse1(formula(model)), "mpg ~ hp + drat")
  expect_error(fit(model, mpg ~ cyl - cyl, data = mtcars), "names no inputs")
})

test_that("later data are coded as those trained on", {
  data <- data.frame(y = c(1, 2, 3, 4), a = c(1, 3, 2, 4), g = factor(c("u", "v", "w", "v")))
  contrasts(data$g) <- "contr.sum"
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  fit(model, y ~ poly(a, 2) + g, data = data, epochs = 1, verbose = 0)
  expected <- unname(model.matrix(y ~ poly(a, 2) + g, data)[, -1])
  expect_equal(predict(model, data), predict(model, expected), tolerance = 1e-6)
  plain <- data.frame(a = data$a, g = as.character(data$g))
  expect_equal(predict(model, plain[3:4, ]), predict(model, expected[3:4, ]), tolerance = 1e-6,
               ignore_attr = TRUE)
  number <- classifier(1, units = 1)
  fit(number, a > 2 ~ y, data = data, epochs = 1, verbose = 0)
  expect_refused(predict(number, data.frame(y = data$g)), "type")
})

test_that("an interaction keeps its columns, and new levels in it are named", {
  data <- expand.grid(g = c("u", "v"), h = c("s", "t"))
  data$y <- 1:4
  model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  fit(model, y ~ g * h, data = data, epochs = 1, verbose = 0)
  expected <- unname(model.matrix(~ g * h, data)[, -1])
  expect_equal(predict(model, data[4, ]), predict(model, expected[4, , drop = FALSE]),
               tolerance = 1e-6, ignore_attr = TRUE)
  expect_equal(predict(model, data.frame(h = "s", g = "v")),
               predict(model, expected[2, , drop = FALSE]),
               tolerance = 1e-6)
  expect_refused(
    predict(model, data.frame(g = "new", h = "s")), "column `g` has a level .*: \"new\""
  )
})

test_that("a model with several inputs takes the terms of their names", {
  set_random_seed(1)
  age <- keras_input(1, name = "age")
  job <- keras_input(1, name = "job", dtype = "int32")
  coded <- layer_embedding(job, input_dim = 3, output_dim = 2) |> layer_flatten()
  model <- keras_model(list(age, job), layer_concatenate(age, coded) |> layer_dense(units = 1))
  compile(model, loss = "mse")
  data <- data.frame(y = c(1, 2, 3, 4), job = c("c", "a", "b", "a"), age = c(20, 30, 40, 50),
                     other = "z")
  fit(model, y ~ log(age) + job, data = data, epochs = 1, verbose = 0)
  by_hand <- list(age = matrix(log(data$age)), job = matrix(c(2L, 0L, 1L, 0L)))
  expect_equal(predict(model, data), predict(model, by_hand), tolerance = 1e-6)
  expect_equal(predict(model, data[2:3, c("job", "age")]),
               predict(model, lapply(by_hand, function(x) x[2:3, , drop = FALSE])),
               tolerance = 1e-6, ignore_attr = TRUE)
  expect_equal(evaluate(model, data), evaluate(model, by_hand, data$y), tolerance = 1e-6)
  fit(model, y ~ ., data = data, epochs = 1, verbose = 0)
  by_hand$age <- matrix(data$age)
  expect_equal(predict(model, data), predict(model, by_hand), tolerance = 1e-6)
  expect_refused(fit(model, y ~ age, data = data), "no term for the model's input `job`")
  expect_refused(
    fit(model, y ~ age + job + other, data = data), "`other` is none of the model's in"
  )
  expect_refused(fit(model, y ~ age * job, data = data), "`age:job` is none of the model's inputs")
})

test_that("levels that are new are named, with the column and the known ones", {
  data <- data.frame(y = c(1, 2, 3), f = factor(c("a", "b", "a")), x = 1:3)
  model <- keras_model_sequential() |> layer_dense(units = 1)
  compile(model, loss = "mse")
  fit(model, y ~ f + x, data = data, epochs = 1, verbose = 0)
  data$f <- factor(c("a", "c", NA))
  expect_refused(predict(model, data), paste(
    "The column `f` has a level that the model was not trained on: \"c\".",
    "The known ones are \"a\", \"b\"."
  ), fixed = TRUE)
})

test_that("a column that is missing in new data is an error, not a variable of the same name", {
  Petal.Length <- rep(1, 5) # nolint: object_name_linter.
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  model |> fit(Sepal.Length ~ Petal.Length + Petal.Width, data = iris, epochs = 1, verbose = 0)
  new <- iris[1:5, c("Sepal.Length", "Petal.Width")]
  expect_refused(predict(model, new), "no column `Petal.Length`, which the formula uses")
  # Nor that of training, of which there are as many.
  other <- seq_len(150)
  model |> fit(Sepal.Length ~ Petal.Length + other, data = iris, epochs = 1, verbose = 0)
  expect_refused(predict(model, iris), "no column `other`")
})

test_that("times in a formula are an error, numbers and factors of them are not", {
  data <- data.frame(
    day = as.Date("2024-01-01") + 0:9, at = as.POSIXct("2024-01-01", "UTC") + 0:9,
    lasts = as.difftime(1:10, units = "mins"), y = 1:10
  )
  model <- keras_model_sequential() |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  for (input in c("day", "at", "lasts", "I(day + 1)", "day:lasts", "lasts:at")) {
    expect_refused(fit(model, stats::as.formula(paste("y ~", input)), data = data), "is a time")
  }
  fit(model, y ~ as.numeric(lasts, units = "hours"), data = data, epochs = 1, verbose = 0)
  expect_length(predict(model, data, verbose = 0), 10)
})

test_that("a missing level of a factor is an input", {
  data <- data.frame(kind = c("a", NA, "b", NA, "a"), y = 1:5)
  data$known <- addNA(factor(data$kind))
  for (formula in list(y ~ known, y ~ addNA(kind))) {
    model <- keras_model_sequential() |> layer_dense(units = 1)
    model |> compile(loss = "mse")
    fit(model, formula, data = data, epochs = 1, verbose = 0)
    p <- predict(model, data, verbose = 0)
    expect_false(anyNA(p))
    expect_equal(p[[2]], p[[4]])
  }
})
