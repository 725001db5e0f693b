# Models as the package insight sees them.
skip_if_not(on_tensorflow())
skip_if_not_installed("insight")

test_that("formula, response, predictors and data are found", {
  model <- quick_tabular(log(mpg) ~ wt + poly(hp, 2), mtcars)
  expect_identical(insight::find_response(model), "mpg")
  expect_identical(insight::find_predictors(model)$conditional, c("wt", "hp"))
  expect_identical(as.vector(insight::get_response(model)), mtcars$mpg)
  expect_setequal(names(insight::get_data(model)), c("mpg", "wt", "hp"))
  expect_identical(insight::n_obs(model), 32L)
  expect_equal(as.vector(insight::get_predicted(model)), predict(model), tolerance = 1e-6,
               ignore_attr = TRUE)
  expect_equal(as.vector(insight::get_residuals(model)), residuals(model), ignore_attr = TRUE)
  unkept <- quick_tabular(mpg ~ wt, mtcars, model = FALSE)
  expect_error(insight::get_data(unkept), "does not keep its data")
  expect_identical(nrow(insight::get_data(unkept, data = mtcars[1:3, ])), 3L)
})

test_that("the kind of the model is that of the response", {
  cars <- transform(mtcars, cyl = factor(cyl), gear = ordered(gear), vs = vs == 1)
  is <- function(formula, what, ...) {
    info <- insight::model_info(quick_tabular(formula, cars, ...))
    unlist(info[c("is_linear", "is_count", "is_binomial", "is_multinomial", "is_ordinal")])
  }
  names <- c("is_linear", "is_count", "is_binomial", "is_multinomial", "is_ordinal")
  only <- function(k) stats::setNames(seq_len(5) == k, names)
  expect_identical(is(mpg ~ wt), only(1))
  expect_identical(is(carb ~ wt, family = "poisson"), only(2))
  expect_identical(is(vs ~ wt), only(3))
  expect_identical(is(cyl ~ wt), only(4))
  expect_identical(is(gear ~ wt), only(5))
})

test_that("predictions and the family are those of the response", {
  counts <- quick_tabular(carb ~ wt, mtcars, family = "poisson")
  found <- insight::get_predicted(counts)
  expect_s3_class(found, "get_predicted")
  expect_equal(as.vector(found), predict(counts), ignore_attr = TRUE)
  expect_equal(as.vector(insight::get_predicted(counts, predict = "link")), log(predict(counts)),
               ignore_attr = TRUE)
  new <- mtcars[1:3, "wt", drop = FALSE]
  expect_equal(as.vector(insight::get_predicted(counts, data = new)), predict(counts)[1:3],
               tolerance = 1e-6, ignore_attr = TRUE)
  expect_identical(family(counts)$link, "log")
  expect_identical(family(quick_tabular(mpg ~ wt, mtcars))$family, "gaussian")
  expect_error(family(quick_tabular(factor(cyl) ~ wt, mtcars)), "two classes")
})
