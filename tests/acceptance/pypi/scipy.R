# https://docs.scipy.org/doc/scipy/tutorial/
optimize <- import("scipy.optimize")
rosen <- function(x) sum(100 * (x[-1] - x[-length(x)]^2)^2 + (1 - x[-length(x)])^2)
res <- optimize$minimize(rosen, c(1.3, 0.7, 0.8, 1.9, 1.2), method = "nelder-mead",
                         options = list(xatol = 1e-8))
stopifnot(max(abs(res$x - 1)) < 1e-6, isTRUE(res$success))
root <- optimize$brentq(function(x) x^3 - 2, 0, 2)
stopifnot(all.equal(root, 2^(1 / 3)))
fitted <- optimize$curve_fit(function(x, a, b) a * exp(-b * x), seq(0, 4, 0.1),
                             2 * exp(-0.5 * seq(0, 4, 0.1)))
stopifnot(all.equal(as.numeric(fitted[[1]]), c(2, 0.5), tolerance = 1e-6))

integrate <- import("scipy.integrate")
area <- integrate$quad(function(x) x^2, 0, 3)
stopifnot(all.equal(area[[1]], 9))
predators <- function(t, z) c(z[1] * (1 - z[2]), -z[2] * (1 - z[1]))
lotka <- integrate$solve_ivp(predators, c(0, 10), c(2, 1))
stopifnot(identical(nrow(lotka$y), 2L), lotka$status == 0L)

stats <- import("scipy.stats")
t <- stats$ttest_ind(mtcars$mpg[mtcars$am == 1], mtcars$mpg[mtcars$am == 0], equal_var = FALSE)
stopifnot(all.equal(t$pvalue, t.test(mpg ~ am, mtcars)$p.value))
stopifnot(all.equal(stats$norm$cdf(1.96), pnorm(1.96)))
draws <- stats$gamma$rvs(2, size = 5L, random_state = 1L)
stopifnot(length(draws) == 5)

sparse <- import("scipy.sparse", convert = FALSE)
m <- sparse$csr_matrix(tuple(c(1, 2), tuple(0:1, 1:2)), shape = tuple(2L, 3L))
stopifnot(inherits(py_to_r(m), "dgRMatrix") || inherits(py_to_r(m), "Matrix"))
interpolate <- import("scipy.interpolate")
f <- interpolate$CubicSpline(0:10, cos(0:10))
ours <- splinefun(0:10, cos(0:10), "natural")
stopifnot(all.equal(as.numeric(f(2.5)), ours(2.5), tolerance = 0.01))
