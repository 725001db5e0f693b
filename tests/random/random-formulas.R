# Random formulas over random data frames: the inputs of a model are the columns of model.matrix()
# but the intercept, later data need the variables of the terms that are left, and terms that depend
# on other rows are told. The model returns its inputs.

random_frame <- function(n) {
  data.frame(
    y = stats::rnorm(n), a = stats::rnorm(n), b = stats::runif(n) + 0.5, i = sample(1:9, n, TRUE),
    l = rep_len(c(TRUE, FALSE, FALSE), n), f = factor(rep_len(c("u", "v", "w"), n)),
    o = factor(rep_len(c("low", "mid", "top"), n), ordered = TRUE), s = rep_len(c("p", "q"), n)
  )
}

random_term <- function() {
  names <- c("a", "b", "i", "l", "f", "o", "s")
  pick(
    function() sample(names, 1L), function() sample(names, 1L), function() sample(names, 1L),
    function() sprintf("log(%s)", sample(c("b", "i"), 1L)),
    function() sprintf("I(%s^2)", sample(c("a", "b", "i"), 1L)),
    function() sprintf("poly(%s, 2)", sample(c("a", "b"), 1L)),
    function() sprintf("%s:%s", sample(names, 1L), sample(names, 1L)),
    function() sprintf("%s * %s", sample(names, 1L), sample(names, 1L)),
    function() sprintf("scale(%s)", sample(c("a", "b"), 1L)),
    function() sprintf("pmin(%s, 1)", sample(c("a", "b"), 1L)),
    function() ".", function() sprintf("(%s + %s)^2", sample(names, 1L), sample(names, 1L)),
    function() if (chance(0.5)) sample(dependent, 1L) else sample(names, 1L)
  )
}

# Of at least half of the rows: a factor of one level has no contrasts.
dependent <- c(
  "factor(b > median(b))", "rank(a)", "as.integer(factor(s))", "cut(a, 2, labels = FALSE)",
  "match(i, unique(i))", "pmax(b, mean(b))", "ave(a, f)", "cumsum(i)", "rev(b)", "c(0, diff(a))",
  "I(b/max(b))", "seq_along(a)", "c(scale(a))", "I(a - min(a))"
)

random_case <- function() {
  terms <- unique(replicate(sample(1:4, 1L), random_term()))
  if (chance(0.4)) terms <- c(terms, paste("-", replicate(sample(1:2, 1L), random_term())))
  if (chance(0.2)) terms <- c(terms, sample(c("- 1", "0"), 1L))
  list(terms = terms, data = random_frame(sample(6:12, 1L)))
}

formula_of <- function(case) {
  signs <- ifelse(startsWith(case$terms, "-"), "", "+")
  stats::as.formula(paste("y ~", paste(signs, case$terms, collapse = " ")), globalenv())
}

wrong_in <- function(case) {
  formula <- formula_of(case)
  expected <- stats::model.matrix(formula, case$data)
  expected <- expected[, attr(expected, "assign") != 0L, drop = FALSE]
  if (ncol(expected) == 0L) return("refused")
  is_told <- FALSE
  model <- identity_model(ncol(expected))
  found <- outcome(withCallingHandlers({
    fit(model, formula, data = case$data, epochs = 1, verbose = 0)
    stats::predict(model, case$data, verbose = 0)
  }, rkeras_warning_formula = function(w) is_told <<- TRUE))
  if (inherits(found, "error")) return(conditionMessage(found))
  if (!same_columns(case, expected, as.matrix(found))) {
    return(sprintf("%s instead of %s", shown(utils::head(found, 3)),
                   shown(utils::head(unname(expected), 3))))
  }
  terms <- terms_left_in(formula, case$data)
  if (is_told != any(terms %in% dependent)) {
    return(if (is_told) "terms that depend on no other rows are told" else "a term is not told")
  }
  wrong_variables(case, model, terms, expected)
}

identity_model <- function(width) {
  model <- keras_model_sequential(input_shape = width) |>
    layer_dense(width, use_bias = FALSE, kernel_initializer = "identity")
  compile(model, optimizer_sgd(0), \(y, p) op_mean(p) * 0)
}

# R orders columns by the variables, also by those that only removed terms have.
same_columns <- function(case, x, y) {
  if (any(grepl("^- [^1]", case$terms))) {
    sorted <- function(x) x[, do.call(order, as.data.frame(t(round(x, 3)))), drop = FALSE]
    x <- sorted(x)
    y <- sorted(y)
  }
  same_value(unname(x), unname(y))
}

# The variables of the terms that are left, as R writes them.
terms_left_in <- function(formula, data) {
  factors <- attr(stats::terms(formula, data = data), "factors")
  setdiff(rownames(factors)[rowSums(factors) > 0], "y")
}

# Later data need these variables, and no others.
wrong_variables <- function(case, model, terms, expected) {
  data <- case$data
  needed <- unique(unlist(lapply(terms, function(term) all.vars(str2lang(term)))))
  found <- outcome(stats::predict(model, data[needed], verbose = 0))
  if (inherits(found, "error")) return(conditionMessage(found))
  if (!same_columns(case, expected, as.matrix(found))) return("other variables matter")
  without <- sample(needed, 1L)
  found <- outcome(stats::predict(model, data[setdiff(names(data), without)], verbose = 0))
  if (!inherits(found, "error")) sprintf("`%s` is not needed", without)
}

smaller <- function(case) {
  lapply(seq_along(case$terms)[length(case$terms) > 1L], function(i) {
    case$terms <- case$terms[-i]
    case
  })
}

function(seed) {
  list(case = random_case(), wrong = wrong_in, smaller = smaller,
       shown = function(case) shown(formula_of(case)))
}
