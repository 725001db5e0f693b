square <- function(data) lm(mpg ~ wt + hp, data)

by_hand <- function(fold) {
  vapply(sort(unique(fold)), function(k) {
    held <- mtcars[fold == k, ]
    sqrt(mean((held$mpg - predict(square(mtcars[fold != k, ]), held))^2))
  }, 0)
}

test_that("each row is predicted by the model that has not seen it", {
  fold <- rep_len(1:4, 32)
  found <- cross_validate(square, mtcars, fold)
  expect_s3_class(found, "rkeras_cross_validation")
  expect_equal(found$metrics$rmse, by_hand(fold))
  expect_identical(found$metrics$fold, as.character(1:4))
  expect_identical(found$metrics$n_held, rep(8L, 4))
  expect_setequal(found$predictions$row, 1:32)
  expect_identical(found$predictions$observed, mtcars$mpg[found$predictions$row])
  expect_equal(
    found$predictions$predicted[found$predictions$fold == "2"],
    unname(predict(square(mtcars[fold != 2, ]), mtcars[fold == 2, ]))
  )
  expect_identical(as.data.frame(found), found$metrics)
})

test_that("a number of folds is stratified by the response of the formula", {
  set.seed(2)
  classes <- function(folds) {
    found <- cross_validate(
      function(data) lm(Sepal.Width ~ Species, data), iris, folds, response = "Species",
      predict_fn = function(model, data) data$Species
    )
    table(found$predictions$fold, found$predictions$observed)
  }
  expect_true(all(classes(5) == 10))
  expect_true(all(classes(7) %in% 7:8))
  guessed <- function(f) guessed_response(f, iris)
  expect_identical(guessed(function(data) lm(log(Sepal.Width) ~ ., data)), log(iris$Sepal.Width))
  expect_identical(guessed(function(d) fit(d, list(a = Species, b = Sepal.Width) ~ 1)),
                   iris$Species)
  expect_null(guessed(function(data) list(lm(Species ~ 1, data), lm(Sepal.Width ~ 1, data))))
  expect_null(guessed(function(data) lm(nowhere ~ 1, data)))
  # Tenths of the numbers are spread over the folds.
  set.seed(1)
  folds <- as_folds(10, data.frame(y = 1:200), as.double(1:200), 1L)
  expect_true(all(vapply(folds, function(fold) {
    all(tabulate(ceiling(fold$held / 20), 10) == 2L)
  }, NA)))
})

test_that("folds are a number, a vector, rows, or folds of rsample", {
  rows <- function(folds, ...) {
    lapply(as_folds(folds, mtcars, NULL, 1L, ...), function(fold) fold[c("train", "held")])
  }
  set.seed(1)
  expect_identical(sort(unlist(lapply(rows(5), `[[`, "held"))), 1:32)
  groups <- as_folds(factor(mtcars$cyl), mtcars, NULL, 1L)
  expect_identical(vapply(groups, `[[`, "", "name"), c("4", "6", "8"))
  expect_identical(groups[[2]]$held, which(mtcars$cyl == 6))
  expect_identical(groups[[2]]$train, which(mtcars$cyl != 6))
  expect_identical(rows(list(a = c(3, 5), 1:2))[[1]],
                   list(train = setdiff(1:32, c(3L, 5L)), held = c(3L, 5L)))
  twice <- as_folds(2, mtcars, NULL, 2L)
  expect_identical(vapply(twice, `[[`, 0L, "repetition"), c(1L, 1L, 2L, 2L))
  expect_false(setequal(twice[[1]]$held, twice[[3]]$held))
  # What rsample makes: `out_id` is NA for the other rows.
  rset <- structure(class = c("rset", "data.frame"), row.names = 1:2, list(
    splits = list(list(data = mtcars, in_id = c(1:20, 20L), out_id = NA),
                  list(data = mtcars, in_id = 1:10, out_id = 11:15)),
    id = c("Slice1", "Slice1"), id2 = c("a", "b")
  ))
  expect_identical(rows(rset), list(list(train = c(1:20, 20L), held = 21:32),
                                    list(train = 1:10, held = 11:15)))
  found <- cross_validate(square, folds = rset)
  expect_identical(found$metrics$fold, c("Slice1 a", "Slice1 b"))
  expect_identical(found$predictions$row, c(21:32, 11:15))
  skip_if_not_installed("rsample")
  set.seed(3)
  folds <- rsample::vfold_cv(mtcars, v = 3, repeats = 2)
  found <- cross_validate(square, folds = folds)
  expect_identical(found$metrics$fold, paste(folds$id, folds$id2))
  expect_identical(found$metrics$n_train, vapply(folds$splits, function(x) length(x$in_id), 0L))
})

test_that("models of classes have probabilities, log loss and Brier score", {
  skip_if_not(is_keras_available())
  set.seed(1)
  found <- cross_validate(function(data) tabular(Species ~ ., data, epochs = 30), iris, 3)
  prob <- as.matrix(found$predictions[paste0("prob_", levels(iris$Species))])
  expect_equal(rowSums(prob), rep(1, 150), tolerance = 1e-5, ignore_attr = TRUE)
  expect_gt(mean(found$metrics$accuracy), 0.85)
  first <- found$predictions$fold == "1"
  observed <- found$predictions$observed[first]
  expect_identical(observed, iris$Species[found$predictions$row[first]])
  at <- cbind(seq_along(observed), as.integer(observed))
  expect_equal(found$metrics$log_loss[[1]], -mean(log(prob[first, ][at])))
  truth <- diag(3)[as.integer(observed), ]
  expect_equal(found$metrics$brier[[1]], mean(rowSums((prob[first, ] - truth)^2)))
  expect_equal(found$metrics$accuracy[[1]], mean(max.col(prob[first, ]) == as.integer(observed)))
  # The seeds of folds come from R's generator, which the folds do not advance.
  next_number <- runif(1)
  set.seed(1)
  again <- cross_validate(function(data) tabular(Species ~ ., data, epochs = 30), iris, 3)
  expect_equal(again$predictions, found$predictions)
  expect_identical(runif(1), next_number)
})

test_that("one number is the probability of the second class", {
  found <- cross_validate(function(data) glm(vs > 0 ~ mpg, binomial, data), mtcars,
                          rep_len(1:2, 32))
  predictions <- found$predictions
  expect_identical(levels(predictions$observed), c("FALSE", "TRUE"))
  p <- predictions$prob_TRUE
  of_fold <- predictions$fold == "1"
  expect_equal(found$metrics$brier[[1]],
               mean((p - (predictions$observed == "TRUE"))[of_fold]^2))
  expect_identical(predictions$predicted == "TRUE", p > 0.5)
})

test_that("scores are those of the definitions", {
  expect_equal(number_scores(c(1, 2, 3), c(1, 2, 5)),
               c(rmse = sqrt(4 / 3), mae = 2 / 3, r_squared = 1 - 4 / 2))
  expect_identical(number_scores(1, 1)[["r_squared"]], NA_real_)
  # A class that the model did not know has the probability 0.
  output <- class_output(factor(c("a", "b", "c")), cbind(a = c(1, 0, 0.5), b = c(0, 1, 0.5)), "y")
  expect_identical(output$prob[, "c"], c(0, 0, 0))
  expect_equal(scores_of_output(output)[["accuracy"]], 2 / 3)
  expect_equal(scores_of_output(output)[["brier"]], 1.5 / 3)
  expect_equal(scores_of_output(output)[["log_loss"]], -log(1e-7) / 3)
  # Rows without an observed response do not count.
  expect_equal(scores_of_output(list(observed = c(1, NA), predicted = c(2, 2)))[["mae"]], 1)
})

test_that("several responses have columns and metrics of their own", {
  both <- function(data) lm(cbind(mpg, hp) ~ wt, data)
  found <- cross_validate(both, mtcars, rep_len(1:2, 32))
  expect_identical(names(found$predictions), c("row", "fold", "observed_mpg", "predicted_mpg",
                                               "observed_hp", "predicted_hp"))
  expect_true(all(c("mpg_rmse", "hp_r_squared") %in% names(found$metrics)))
  skip_if_not(is_keras_available())
  set.seed(1)
  found <- cross_validate(
    function(data) tabular(list(use = mpg, gear = factor(am)) ~ wt, data, epochs = 5), mtcars, 2
  )
  expect_identical(found$predictions$observed_gear, factor(mtcars$am)[found$predictions$row])
  expect_true(all(c("use_mae", "gear_log_loss") %in% names(found$metrics)))
})

test_that("a fold that fails is named, and the others are kept", {
  n <- 0
  sometimes <- function(data) {
    n <<- n + 1
    if (n == 2) stop("100% lost")
    square(data)
  }
  expect_warning(found <- cross_validate(sometimes, mtcars, rep_len(c("x", "y", "z"), 32)),
                 "1 of 3 folds failed; fold y: 100% lost", class = "rkeras_warning_run")
  expect_identical(found$metrics$error, c(NA, "100% lost", NA))
  expect_identical(is.na(found$metrics$rmse), c(FALSE, TRUE, FALSE))
  expect_identical(unique(found$predictions$fold), c("x", "z"))
  expect_identical(summary(found)$n, c(2L, 2L, 2L))
  expect_error(cross_validate(function(data) stop("no"), mtcars, 2), "2 of 2 folds failed.*no",
               class = "rkeras_error_run")
})

test_that("metrics of one's own take the predictions, and extracts are kept", {
  found <- cross_validate(
    square, mtcars, rep_len(1:2, 32), repeats = 2, extract = coef,
    metrics = list(worst = function(p) max(abs(p$observed - p$predicted)))
  )
  expect_identical(found$metrics$repetition, c(1L, 1L, 2L, 2L))
  of_first <- subset(found$predictions, fold == "1" & repetition == 2)
  expect_equal(found$metrics$worst[[3]], max(abs(of_first$observed - of_first$predicted)))
  expect_identical(found$extracts[[1]], coef(square(mtcars[rep_len(1:2, 32) != 1, ])))
  expect_equal(summary(found)$sd[[1]], sd(found$metrics$rmse))
})

test_that("folds run in other processes with what the function names", {
  skip_if_not_installed("callr")
  skip_if_not(is_keras_available())
  assign("rkeras_test_terms", mpg ~ wt, globalenv())
  assign("rkeras_test_fit", function(data) lm(rkeras_test_terms, data), globalenv())
  withr::defer(rm(rkeras_test_terms, rkeras_test_fit, envir = globalenv()))
  model_fn <- function(data) {
    if (!"Fiat 128" %in% rownames(data)) quit(status = 3)
    rkeras_test_fit(data)
  }
  environment(model_fn) <- globalenv()
  folds <- list(a = 4:8, last = 32, lost = which(rownames(mtcars) == "Fiat 128"))
  expect_warning(found <- cross_validate(model_fn, mtcars, folds, workers = 2),
                 "1 of 3 folds failed; fold lost: The R process ended",
                 class = "rkeras_warning_run")
  expect_equal(found$metrics$mae[[2]],
               abs(mtcars$mpg[[32]] - predict(lm(mpg ~ wt, mtcars[-32, ]), mtcars[32, ])),
               ignore_attr = TRUE)
  expect_identical(is.na(found$metrics$mae), c(FALSE, FALSE, TRUE))
})

test_that("warnings of other processes name the fold", {
  skip_if_not_installed("callr")
  skip_if_not(is_keras_available())
  doubtful <- function(data) {
    if (!"Fiat 128" %in% rownames(data)) warning("no Fiat")
    lm(mpg ~ wt, data)
  }
  fiat <- which(rownames(mtcars) == "Fiat 128")
  folds <- list(one = 1:3, two = fiat)
  expect_warning(found <- cross_validate(doubtful, mtcars, folds, workers = 2),
                 "Fold two: no Fiat", class = "rkeras_warning_run")
  expect_identical(found$metrics$error, c(NA_character_, NA))
})

test_that("cross-validation can be nested", {
  inner <- function(data) {
    degrees <- 1:2
    rmse <- vapply(degrees, function(degree) {
      formula <- mpg ~ poly(wt, degree)
      mean(cross_validate(function(data) lm(formula, data), data, 3)$metrics$rmse)
    }, 0)
    best <- degrees[[which.min(rmse)]]
    structure(lm(mpg ~ poly(wt, best), data), best = best)
  }
  environment(inner) <- list2env(list(), parent = globalenv())
  set.seed(1)
  found <- cross_validate(inner, mtcars, 2, extract = function(model) attr(model, "best"))
  expect_true(all(unlist(found$extracts) %in% 1:2))
  expect_false(anyNA(found$metrics$rmse))
})

test_that("wrong arguments are told before the first fold", {
  cases <- list(
    list(list(1, mtcars), "`model_fn` must be a function"),
    list(list(square, 1:3), "`data` must be a data frame"),
    list(list(square, mtcars, 1), "`folds`"),
    list(list(square, mtcars, 33), "only 32 rows"),
    list(list(square, mtcars, 1:3), "fold of each of the 32 rows"),
    list(list(square, mtcars, rep(1, 32)), "two different values"),
    list(list(square, mtcars, list(a = 1:32)), "\"a\""),
    list(list(square, mtcars, list(c(1, 1))), "different numbers"),
    list(list(square, mtcars, list(0:3)), "from 1 to 32"),
    list(list(square, mtcars, NULL), "`folds` must be"),
    list(list(square, mtcars, repeats = 0), "`repeats`"),
    list(list(square, mtcars, workers = 0), "`workers`"),
    list(list(square, mtcars, response = "none"), "no column `none`"),
    list(list(square, mtcars, metrics = list(mean)), "`metrics` must be"),
    list(list(square, mtcars, extract = 1), "`extract` must be a function")
  )
  for (case in cases) {
    expect_refused(do.call(cross_validate, case[[1]]), case[[2]])
  }
  expect_error(cross_validate(function(data) 1, mtcars, 2, predict_fn = function(m, d) d$wt),
               "response of the model is not known", class = "rkeras_error_run")
  expect_error(cross_validate(square, mtcars, 2, predict_fn = function(model, data) 1),
               "held-out rows, but 1 predictions", class = "rkeras_error_run")
  expect_error(cross_validate(square, mtcars, 2, metrics = list(m = function(p) "a")),
               "`m` must return one number", class = "rkeras_error_run")
})

test_that("there is one progress bar, also in nested use", {
  inner <- function(data) {
    cross_validate(square, data, 2, progress = TRUE)
    square(data)
  }
  shown <- utils::capture.output(cross_validate(inner, mtcars, 2, progress = TRUE),
                                 type = "message")
  expect_identical(lengths(regmatches(text <- paste(shown, collapse = ""),
                                      gregexpr("100%", text, fixed = TRUE))), 1L)
})

test_that("a cross-validation is printed", {
  found <- cross_validate(square, mtcars, rep_len(1:4, 32), repeats = 2)
  expect_output(print(found), "Cross-validation of 32 rows in 4 folds, 2 times\\n +metric +mean")
})

test_that("plot() shows the metrics of the folds, or the predictions", {
  found <- cross_validate(square, mtcars, rep_len(1:4, 32), repeats = 2)
  scores <- scores_by_fold(found)
  expect_identical(nlevels(scores$fold), 8L)
  expect_equal(scores$value[scores$metric == "mae"], found$metrics$mae)
  expect_equal(unique(scores$mean[scores$metric == "rmse"]), mean(found$metrics$rmse))
  classes <- cross_validate(
    function(data) lm(Sepal.Width ~ 1, data), iris, 3, response = "Species",
    predict_fn = function(model, data) data$Species
  )
  withr::local_pdf(NULL)
  for (method in c("base", if (requireNamespace("ggplot2", quietly = TRUE)) "ggplot2")) {
    for (kind in c("metrics", "predictions")) {
      expect_no_error(print(plot(found, kind = kind, method = method)))
      expect_no_error(print(plot(classes, kind = kind, method = method)))
    }
  }
  expect_error(plot(found, kind = "roc"), "no probabilities")
  outcomes <- cross_validate(
    function(data) mean(data$am == 1), transform(mtcars, am = factor(am)), folds = 4,
    response = "am", predict_fn = function(model, held) rep(model, nrow(held))
  )
  expect_no_error(plot(outcomes, kind = "roc", method = "base"))
  skip_if_not_installed("ggplot2")
  drawn <- plot(classes, kind = "predictions")$data
  expect_identical(drawn$n[drawn$observed == drawn$predicted], rep(50L, 3))
  several <- cross_validate(function(data) lm(cbind(mpg, wt) ~ hp, data), mtcars, 2)
  expect_error(plot(several, kind = "predictions"), "for one response")
})
