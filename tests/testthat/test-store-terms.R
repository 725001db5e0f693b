# Terms and formulas as data.

through_json <- function(x) {
  of_node(jsonlite::fromJSON(to_json_text(as_node(x)), simplifyVector = FALSE), globalenv())
}

test_that("terms come back with all of their attributes", {
  for (formula in list(
    mpg ~ wt, log(mpg) ~ poly(wt, 2) + scale(hp) + I(qsec^2), mpg ~ . - hp,
    mpg ~ wt * hp + offset(qsec),
    mpg ~ 0 + factor(cyl), cbind(mpg, wt) ~ `odd name`, mpg ~ wt[, 1] + hp$a[["b"]]
  )) {
    data <- transform(mtcars, wt = I(cbind(wt)) |> unclass())
    data$`odd name` <- data$hp
    terms <- stats::terms(formula, data = data)
    frame <- tryCatch(stats::model.frame(terms, data), error = function(e) NULL)
    if (!is.null(frame)) terms <- attr(frame, "terms")
    terms <- stats::delete.response(terms)
    attr(terms, ".Environment") <- globalenv()
    expect_equal(through_json(terms), terms)
  }
})

test_that("functions are found wherever they are called", {
  known <- list(quote(log(x)), quote(stats::poly(x, 2)), quote(x[, 1]), quote(I(a > 1) + offset(b)))
  expect_null(unlist(lapply(known, unknown_calls, known_functions)))
  unknown <- list(
    quote(system("a")), quote(log(eval(x))), quote(utils::head(x)), quote(base:::log(x)),
    quote((function(x) x)(1)), quote(x[system("a")]), quote(f(1)(2)), str2lang("other::log(x)")
  )
  for (call in unknown) expect_gt(length(unknown_calls(call, known_functions)), 0)
  terms <- stats::terms(y ~ x)
  attr(terms, "predvars") <- quote(list(y, system("a")))
  expect_error(check_calls(list(terms), NULL), "calls system", class = "rkeras_error_unsafe")
})
