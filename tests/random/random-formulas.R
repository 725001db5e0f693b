# Random formulas over random data frames: the inputs of a model are the columns of model.matrix()
# but the intercept. The model returns its inputs.

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
    # Half of the rows: a factor of one level has no contrasts.
    function() "factor(b > median(b))",
    function() sprintf("pmin(%s, 1)", sample(c("a", "b"), 1L))
  )
}

random_case <- function() {
  terms <- unique(replicate(sample(1:4, 1L), random_term()))
  if (chance(0.2)) terms <- c(terms, "-1")
  list(terms = terms, data = random_frame(sample(6:12, 1L)))
}

formula_of <- function(case) stats::reformulate(case$terms, "y", env = globalenv())

wrong_in <- function(case) {
  formula <- formula_of(case)
  expected <- stats::model.matrix(formula, case$data)
  expected <- expected[, colnames(expected) != "(Intercept)", drop = FALSE]
  found <- outcome({
    width <- ncol(expected)
    model <- keras_model_sequential(input_shape = width) |>
      layer_dense(width, use_bias = FALSE, kernel_initializer = "identity")
    compile(model, optimizer_sgd(0), \(y, p) op_mean(p) * 0)
    fit(model, formula, data = case$data, epochs = 1, verbose = 0)
    stats::predict(model, case$data, verbose = 0)
  })
  if (inherits(found, "error")) return(conditionMessage(found))
  if (!same_value(unname(expected), unname(as.matrix(found)))) {
    sprintf("%s instead of %s", shown(utils::head(found, 3)),
            shown(utils::head(unname(expected), 3)))
  }
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
