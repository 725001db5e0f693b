# https://www.statsmodels.org/stable/gettingstarted.html
sm <- import("statsmodels.api")
smf <- import("statsmodels.formula.api")
fit <- smf$ols("mpg ~ wt + C(cyl)", data = mtcars)$fit()
ours <- lm(mpg ~ wt + factor(cyl), mtcars)
stopifnot(all.equal(unname(fit$rsquared), summary(ours)$r.squared))
params <- fit$params
stopifnot(all.equal(params[["wt"]], coef(ours)[["wt"]]))
stopifnot(grepl("OLS Regression Results", py_str(fit$summary())))
ci <- fit$conf_int()
stopifnot(is.data.frame(ci), nrow(ci) == 4)
glm <- sm$GLM(mtcars$am, sm$add_constant(as.matrix(mtcars["wt"])), family = sm$families$Binomial())$fit()
stopifnot(all.equal(as.numeric(glm$params), unname(coef(glm(am ~ wt, binomial, mtcars))), tolerance = 1e-5))
