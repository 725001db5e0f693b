# Terms whose value of a row depends on other rows.
rows <- transform(
  mtcars, holes = replace(wt, 3, NA), day = as.Date("2024-01-01") + seq_along(wt),
  start = as.POSIXct("2024-01-01", tz = "UTC") + wt,
  end = as.POSIXct("2024-01-01", tz = "UTC") + wt + hp * 1000,
  text = ifelse(cyl == 4, "four", "more"), f = factor(gear)
)
rows$two <- as.matrix(mtcars[c("wt", "hp")])

checked <- function(formula, data = rows) {
  terms <- stats::terms(formula, data = data)
  frame <- stats::model.frame(terms, data, na.action = stats::na.pass)
  warn_of_dependent(stats::terms(frame), data, frame)
}

test_that("terms that depend on other rows are told", {
  dependent <- c(
    "as.integer(factor(cyl))", "cut(wt, 3, labels = FALSE)", "cut(wt, 3)",
    "match(cyl, unique(cyl))", "pmax(wt, min(wt) + 1)", "pmin(wt, quantile(wt, 0.97))",
    "ave(wt, cyl, FUN = max)", "rank(wt)", "I(wt - mean(wt))", "I(wt / max(wt))", "cumsum(wt)",
    "c(0, diff(wt))", "rev(wt)", "order(wt)", "seq_along(wt)", "I(wt + rnorm(length(wt)))",
    "factor(wt > median(wt))", "ifelse(wt > quantile(wt, 0.96), 'heavy', 'light')",
    "ifelse(is.na(holes), mean(wt), holes)", "findInterval(wt, quantile(wt))", "duplicated(cyl)",
    "as.numeric(end - start)", "c(scale(wt))", "as.numeric(day - min(day))",
    "factor(cyl, labels = c('a', 'b', 'c'))", "as.vector(table(cyl)[f])",
    "as.integer(as.factor(text))", "log(mtcars$wt)", "offset(wt - mean(wt))",
    "relevel(factor(cyl), ref = '6')", "I(two / max(two))", "cyl:rank(wt)"
  )
  for (term in dependent) {
    expect_warning(checked(stats::reformulate(term, "mpg")), "on all rows of `data`",
                   class = "rkeras_warning_formula")
  }
  expect_warning(checked(mpg ~ rank(wt) + hp + rev(hp)),
                 "The formula's terms `rank(wt)`, `rev(hp)` depend", fixed = TRUE)
})

test_that("terms that are computed row by row are not", {
  by_row <- c(
    "wt", "log(wt)", "factor(cyl)", "as.factor(text)", "ordered(cyl)", "scale(wt)", "poly(wt, 3)",
    "scale(cbind(wt, hp))", "splines::ns(wt, 3)", "splines::bs(hp, df = 4)", "cut(wt, c(0, 3, 9))",
    "addNA(f)", "interaction(f, text)", "droplevels(f)", "relevel(f, ref = '4')", "weekdays(day)",
    "I(end - start)", "as.numeric(end - start, units = 'mins')", "day", "I(day + 1)", "two",
    "two[, 1]", "rowSums(two)", "ifelse(is.na(holes), 0, holes)", "pmin(wt, 3)", "paste(text, f)",
    "I(wt^2)", "offset(log(wt))", "toupper(text)", "text == 'four'", "log(holes)", "is.na(holes)",
    "nchar(text)", "factor(cyl, levels = c(8, 6, 4), labels = c('a', 'b', 'c'))", "as.integer(f)",
    "sapply(wt, function(x) x + 1)", "log(wt - 2)", "poly(disp + 1e6, 2)"
  )
  for (term in by_row) {
    expect_no_warning(suppressWarnings(checked(stats::reformulate(term, "mpg")),
                                       classes = "simpleWarning"))
  }
  expect_no_warning(checked(rank(mpg) ~ wt))
})

test_that("few rows are computed", {
  calls <- 0L
  counted <- function(x) {
    calls <<- calls + 1L
    x
  }
  checked(y ~ counted(x), data.frame(y = 1, x = seq_len(1e5) / 7))
  expect_lt(calls, 40L)
})

test_that("fit() and tabular() warn", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  expect_warning(fit(model, mpg ~ rank(wt), data = mtcars, epochs = 1, verbose = 0),
                 "`rank(wt)` depends", fixed = TRUE, class = "rkeras_warning_formula")
  skip_if_not(on_tensorflow())
  expect_warning(quick_tabular(mpg ~ cut(wt, 3, labels = FALSE), mtcars), "depends on all rows",
                 class = "rkeras_warning_formula")
  expect_no_warning(quick_tabular(mpg ~ scale(wt) + factor(cyl), mtcars))
})
