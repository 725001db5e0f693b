# https://docs.sympy.org/latest/tutorials/intro-tutorial/index.html
sympy <- import("sympy")
c(x, y) %<-% sympy$symbols("x y")
expr <- x + 2L * y
stopifnot(py_str(expr + 1L) == "x + 2*y + 1", py_str(x * expr) == "x*(x + 2*y)")
stopifnot(py_str(sympy$expand(x * expr)) == "x**2 + 2*x*y")
stopifnot(py_str(sympy$diff(sympy$sin(x) * sympy$exp(x), x)) == "exp(x)*sin(x) + exp(x)*cos(x)")
stopifnot(py_str(sympy$integrate(sympy$exp(x) * sympy$sin(x) + sympy$exp(x) * sympy$cos(x), x)) ==
            "exp(x)*sin(x)")
stopifnot(py_str(sympy$limit(sympy$sin(x) / x, x, 0L)) == "1")
roots <- sympy$solve(x^2L - 2L, x)
stopifnot(length(roots) == 2, all.equal(as.numeric(roots[[2]]), sqrt(2)))
stopifnot(py_str((x + y)^3L) == "(x + y)**3")
f <- sympy$lambdify(list(x, y), x^2 + y)
stopifnot(f(3, 1) == 10)
m <- sympy$Matrix(list(list(1L, 2L), list(3L, 4L)))
stopifnot(py_str(m$det()) == "-2", py_str(m * m) == "Matrix([[7, 10], [15, 22]])")
stopifnot(py_str(-x) == "-x", py_str(x == y) %in% c("False", "FALSE"))
