# Functions of base R in graphs: each expression gives R's value with tensors, by tf_function() and
# by dataset_map().

# nolint start: cyclocomp_linter.
if (on_tensorflow()) {
  arguments <- list(x = 2.5, n = 2L, b = TRUE, v = c(3, -1, 2.5, 4, 0),
                    m = matrix(c(1, 2, 3, 4.5), 2))

  of_graph <- function(code, arguments) {
    formals <- setNames(rep(list(substitute()), length(arguments)), names(arguments))
    f <- as.function(c(formals, code), globalenv())
    plain <- function(x) {
      x <- as.array(x)
      if (length(dim(x)) < 2L) as.vector(x) else x
    }
    tensors <- lapply(arguments, as_tensor)
    data <- tf$data$Dataset$from_tensors(tensors)
    values <- iterate(dataset_map(data, function(element) do.call(f, element)))
    list(plain(do.call(tf_function(f), tensors)), plain(values[[1]]))
  }

  expect_like_r <- function(expressions, arguments) {
    for (code in expressions) {
      expected <- eval(code, arguments, globalenv())
      for (value in of_graph(code, arguments)) expect_equal(value, expected, label = deparse1(code))
    }
  }

  test_that("vectors are made as in R", {
    expect_like_r(expression(
      as.numeric(n), as.double(b), as.integer(-x), as.integer(b), as.logical(n), as.vector(m),
      as.vector(v), seq(1, n), seq(n), seq(v), seq(n, 1), seq.int(n), seq(2, 2.5 * x, by = n),
      seq(x, -1, by = -1), rep(x, n), rep(v, n), rep(c(1, 2), n), rep.int(x, n), rep_len(v, 3),
      rep(v, times = 2), rep(v, each = 2), rep(1:2, 2) + n, append(v, 5), append(v, 5, after = 1),
      append(c(1, 2), x), array(v[1:4], c(2, 2)), array(x, c(2, 2)), matrix(v[1:4], 2),
      matrix(v[1:4], nrow = 2, byrow = TRUE), matrix(v[1:4], 1), matrix(v[1:4], ncol = 2),
      matrix(m, 1), matrix(v), diff(v), diff(v, lag = 2), diff(v, differences = 2)
    ), arguments)
  })

  test_that("values of lists and functions are joined as in R", {
    expect_like_r(expression(
      unlist(list(x, n)), unlist(list(x, list(v, 1))), sum(unlist(lapply(1:3, function(i) i * x))),
      sapply(1:3, function(i) i * x), sapply(1:3, function(i) v + i),
      sapply(list(1, 2), function(i) i) * x,
      vapply(list(x, n), function(e) e + 0, 0), vapply(1:2, function(i) i^2, 0) + x
    ), arguments)
  })

  test_that("elements of R vectors become tensors", {
    filled <- tf_function(function(n, x) {
      w <- numeric(3)
      for (i in 1:3) w[i] <- n * i
      m <- matrix(0, 2, 2)
      m[2, ] <- x
      i <- 1:2
      if (x > 0) i[2] <- n
      list(w, m, i, w[w > 2])
    })
    found <- lapply(filled(as_tensor(2L), as_tensor(1.5)), as.array)
    expect_equal(lapply(found, as.vector), list(c(2, 4, 6), c(0, 1.5, 0, 1.5), c(1, 2), c(4, 6)))
    plain <- autograph(function(x) {
      w <- 1:3
      w[2] <- x
      w
    })
    expect_identical(plain(9L), c(1L, 9L, 3L))
  })

  test_that("stop() in a branch stops the graph that takes the branch", {
    root <- tf_function(function(x) {
      if (x < 0) stop("no root of ", x)
      sqrt(x)
    })
    expect_equal(as.vector(root(as_tensor(4))), 2)
    expect_error(root(as_tensor(-4)), "no root of.*-4",
                 class = "tensorflow.python.framework.errors_impl.InvalidArgumentError")
    part <- tf_function(function(n) {
      for (i in seq_len(n)) if (i == 3L) stop("too many") else n <- n + 0L
      if (n == 1L) list(1, n) else if (n == 2L) list(2, n) else stop("neither")
    })
    expect_equal(as.vector(part(as_tensor(2L))[[1]]), 2)
    expect_error(part(as_tensor(3L)), "too many")
    expect_error(part(as_tensor(0L)), "neither")
    # Outside of branches it is R's own.
    own <- tf_function(function(x) stop("always"))
    expect_error(own(as_tensor(1)), "^always$")
    error <- tryCatch(autograph(function(x) stop("always"))(1), error = identity)
    expect_false(grepl("ag_", deparse1(conditionCall(error))))
  })

  test_that("arms of other types are an error that says so", {
    mixed <- tf_function(function(n) switch(n, "a", 2, 3))
    expect_error(mixed(as_tensor(1L)), "string of shape () in one, float32 of shape () in another",
                 fixed = TRUE)
  })

  test_that("positions, members and statistics are those of R", {
    expect_like_r(expression(
      do.call("sum", list(2, x)), which(v > 0), which(m > 2), sum(which(v > 0)),
      which.max(v), which.min(v), x %in% v, m %in% v,
      v %in% c(3, 9), var(v), sd(v), (v - mean(v)) / sd(v), var(x), atan2(x, 2),
      atan2(1, v), cumsum(x)
    ), arguments)
    arguments$v[[2]] <- NaN
    expect_like_r(expression(
      which(v > 0), which.max(v), which.min(v), sd(v, na.rm = TRUE), NaN %in% v,
      sum(v, na.rm = TRUE)
    ), arguments)
  })

  test_that("questions are answered for the vector", {
    expect_like_r(expression(
      typeof(n) == "integer", mode(x) == "numeric", storage.mode(b) == "logical", is.object(v),
      is.recursive(v), is.vector(v), is.vector(m), is.atomic(m), is.double(x), is.integer(x),
      is.numeric(n), is.logical(b), is.character(x), is.null(x)
    ), arguments)
  })

  test_that("what a tensor cannot hold is an error when the graph runs", {
    as_int <- tf_function(function(x) as.integer(x))
    expect_equal(as.vector(as_int(as_tensor(c(1.9, -1.9)))), c(1L, -1L))
    expect_error(as_int(as_tensor(NaN)), "as.integer() gives NA", fixed = TRUE)
    expect_error(as_int(as_tensor(3e9)), "as.integer() gives NA", fixed = TRUE)
    expect_error(tf_function(as.logical)(as_tensor(1)), "symbolic tensor")
    as_flag <- tf_function(function(x) as.logical(x))
    expect_error(as_flag(as_tensor(NaN)), "as.logical() gives NA", fixed = TRUE)
    largest <- tf_function(function(x) max(which(x > 2)))
    expect_identical(as.vector(largest(as_tensor(c(3, 1, 4)))), 3L)
    expect_error(largest(as_tensor(0)), "no extreme")
    expect_identical(as.vector(tf_function(function(x) var(x[x > 2]))(as_tensor(0))), NaN)
    expect_error(tf_function(function(n) seq(1, 5, by = n))(as_tensor(-1)), "wrong sign in `by`")
    expect_error(tf_function(function(n) rep(1, n))(as_tensor(-1L)), "at least 0")
  })

  test_that("functions that do not take tensors are named", {
    refused <- expression(
      match(2, v), rank(v), order(v), duplicated(v), table(v), outer(v, v), cut(v, c(0, 1)),
      cor(v, v),
      bitwAnd(n, 1L), choose(n, 1L), sapply(v, abs), tryCatch(match(2, v)), format(v),
      all.equal(v, v),
      toString(v), nchar(v), rep(x, each = n), seq(1, 2, length.out = n), array(v, c(2, 2))
    )
    for (code in refused) {
      named <- if (code[[1]] == "tryCatch") "match" else as.character(code[[1]])
      shown <- if (named == "array") "does not fill an array" else paste0("`", named, "()`")
      expect_error(of_graph(code, arguments), shown, fixed = TRUE, label = deparse1(code))
    }
    # Code of tests belongs to the package.
    into <- evalq(function(x) {
      w <- c()
      w[1] <- x
      w
    }, globalenv())
    expect_error(tf_function(into)(as_tensor(1)), "An R vector cannot hold a tensor", fixed = TRUE)
    # Calls are shown as they were written.
    error <- tryCatch(of_graph(quote(rep(x, each = n)), arguments), error = identity)
    expect_match(deparse1(conditionCall(error)), "^rep")
    # An error of the user's own is left as it is.
    own <- function(x) stop("no such ", "case", call. = FALSE)
    expect_error(tf_function(own)(as_tensor(1)), "^no such case$")
    inner <- tf_function(function(x) {
      helper <- function(y) stop("of the user")
      lapply(list(x), helper)
    })
    expect_error(inner(as_tensor(1)), "^of the user$")
  })
}
# nolint end

test_that("errors of R's functions in rewritten code show their names", {
  f <- autograph(function(x) sum(x))
  error <- tryCatch(f("a"), error = identity)
  expect_identical(conditionCall(error)[[1]], quote(sum))
})
