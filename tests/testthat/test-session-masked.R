# Names that rkeras shares with packages for data and models, attached before it or after it.

packages <- c("recipes", "rsample", "caret", "broom", "dplyr", "ggplot2", "survival", "e1071")
suppressWarnings(for (package in packages) skip_if_not_installed(package))

# What each shared name does in a session where these packages are attached in this order.
in_order <- function(order, shows) {
  run <- in_new_session(function(order, shows) {
    # lubridate asks systemd for the time zone.
    Sys.setenv(TZ = "UTC", RKERAS_QUIET = "1")
    suppressWarnings(suppressPackageStartupMessages(
      for (package in order) library(package, character.only = TRUE)
    ))
    lapply(shows, function(show) {
      environment(show) <- globalenv()
      tryCatch(show(), error = conditionMessage)
    })
  }, order, shows, max_time = 200)
  run$value
}

theirs <- list(
  recipes = function() {
    recipe <- recipes::recipe(Species ~ ., iris) |>
      recipes::step_rm(recipes::all_outcomes()) |>
      recipes::step_center(all_numeric(), -has_type("nominal"))
    names(recipes::juice(recipes::prep(recipe)))
  },
  dplyr = function() {
    shown <- dplyr::select(iris, starts_with("Petal") & ends_with("Width"), one_of("Species"))
    rest <- dplyr::select(iris, contains("epal"), matches("^S.*th$"), everything())
    wide <- dplyr::select(data.frame(x1 = 1, x2 = 2), num_range("x", 2))
    list(names(shown), names(rest), names(wide))
  },
  caret = function() {
    set.seed(1)
    found <- train(mpg ~ wt, data = mtcars, method = "lm",
                   trControl = trainControl("none"))
    p <- data.frame(obs = factor(rep(c("a", "b"), 10)), p = seq(0.05, 1, 0.05))
    list(class(found), found$call[-1], class(calibration(obs ~ p, data = p)))
  },
  e1071 = function() {
    set.seed(1)
    class(tune(e1071::svm, Species ~ ., data = iris, ranges = list(cost = 1)))
  },
  broom = function() names(tidy(lm(mpg ~ wt, mtcars))),
  survival = function() class(Surv(1:2, c(0, 1)))
)

ours <- list(
  selectors = function() {
    spec <- feature_spec(iris, Species ~ .) |>
      step_numeric_column(all_numeric(), -starts_with("Sepal"))
    names(spec$steps)
  },
  models = function() {
    model <- keras_model_sequential(input_shape = 4) |> layer_dense(3, activation = "softmax")
    compile(model, "sgd", "sparse_categorical_crossentropy")
    fit(model, as.matrix(iris[1:4]), as.integer(iris$Species) - 1L, epochs = 1, verbose = 0)
    x <- as.matrix(iris[1:4])
    y <- as.integer(iris$Species) - 1L
    list(names(evaluate(model, x, y, verbose = 0)), class(calibration(model, x, y)),
         names(tidy(model)))
  },
  refused = function() tryCatch(train(1), error = class)
)

test_that("the guide has the names that are shared", {
  guide <- test_path("..", "..", "vignettes", "troubleshooting.Rmd")
  skip_if_not(file.exists(guide), "the source tree's vignettes")
  own <- getNamespaceExports("rkeras")
  told <- paste(grep("^\\|", readLines(guide), value = TRUE), collapse = "\n")
  for (package in setdiff(packages, "survival")) {
    shared <- suppressWarnings(intersect(own, getNamespaceExports(package)))
    differ <- Filter(function(name) {
      !identical(getExportedValue("rkeras", name), getExportedValue(package, name))
    }, shared)
    for (name in differ) {
      expect_match(told, paste0("`", name, "`[^\n]*", package), info = paste0(package, "::", name))
    }
  }
})

test_that("each function does what it does without the others", {
  alone <- c(in_order(packages, theirs), in_order("rkeras", ours))
  expect_identical(alone$broom, c("term", "estimate", "std.error", "statistic", "p.value"))
  expect_identical(alone$models[[2]], "keras_calibration")
  expect_true("rkeras_error" %in% alone$refused)
  for (order in list(c(packages, "rkeras"), c("rkeras", packages))) {
    together <- in_order(order, c(theirs, ours))
    # That is caret's train().
    expect_identical(together[names(together) != "refused"], alone[names(alone) != "refused"])
  }
})
