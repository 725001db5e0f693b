# The number of Python's references to an R object is the same before and after 1000 round trips.

# The protected objects and those that R has collected after `n` round trips of the result of
# `make(e)`, which references the environment `e`, for each way of conversion.
after_round_trips <- function(make, crosses, n = 1000L) {
  collected <- 0L
  before <- nrow(py_protected())
  round_trip <- function(cross) {
    e <- new.env()
    reg.finalizer(e, function(e) collected <<- collected + 1L)
    cross(make(e))
    NULL
  }
  for (i in seq_len(n)) round_trip(crosses[[i %% length(crosses) + 1L]])
  # The handle goes first, the Python object at the next call, the R object after that.
  for (i in 1:3) {
    gc()
    py_eval("__import__('gc').collect()")
  }
  gc()
  c(more = nrow(py_protected()) - before, collected = collected)
}

test_that("nothing stays protected after 1000 round trips", {
  through_python <- py_eval("lambda x: x")
  through_callback <- py_eval("lambda f, x: f(x)")
  in_cycle <- python_function_of("in_cycle", "
def in_cycle(x):
  held = [x]
  held.append(held)
  return x")
  crosses <- list(
    function(x) py_to_r(r_to_py(x)), function(x) through_python(list(a = x, b = list(x))),
    function(x) through_callback(function(y) y, x), function(x) in_cycle(x),
    function(x) tryCatch(through_callback(function(y) stop(y), x), error = function(e) NULL)
  )
  kinds <- list(
    "function" = function(e) function() e, environment = identity,
    array = function(e) structure(1:4 / 2, dim = c(2L, 2L), owner = e),
    texts = function(e) structure(c("a", "b"), dim = 1:2, owner = e),
    vector = function(e) structure(1:2, owner = e), raw = function(e) structure(raw(2), owner = e),
    formula = function(e) structure(y ~ x, .Environment = e)
  )
  for (kind in names(kinds)) {
    seen <- after_round_trips(kinds[[kind]], crosses)
    # The last one of each way may linger in R itself.
    expect_lte(seen[["more"]], length(crosses), label = paste("protected of each", kind))
    expect_gte(seen[["collected"]], 1000L - length(crosses), label = paste("collected of", kind))
  }
})
