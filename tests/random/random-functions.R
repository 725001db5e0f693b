# Random R functions: run by R, as a graph by tf_function(), and by dataset_map(). Each gives R's
# value, or an error: a graph refuses what it does not support. How many it refuses is reported.
#
# The arguments are `x` and `y` (doubles), `n` (an integer), `v` (a vector of doubles, possibly
# empty) and `b` (a logical). Statements and expressions are drawn by type, so that most functions
# run. Loops end: each has a count of its own.

arguments <- function() {
  number <- function() sample(c(-2.5, -1, 0, 0.5, 1, 3, 7.25), 1L)
  list(
    x = number(), y = if (chance(0.1)) NaN else number(), n = sample(-1:4, 1L),
    v = vapply(seq_len(sample(0:4, 1L)), function(i) number(), 0), b = chance(0.5)
  )
}

# ---- Expressions ---------------------------------------------------------------------------------

# `scope$vars` are the types of the variables by name; `scope$functions` those of the closures.
variables <- function(scope, type) names(scope$vars)[unlist(scope$vars) == type]

leaf <- function(scope, type) {
  known <- variables(scope, type)
  if (length(known) && chance(0.75)) return(as.name(sample(known, 1L)))
  switch(
    type,
    num = sample(list(-1, 0, 0.5, 2, 3.5, quote(NA_real_), quote(NaN)), 1L,
                 prob = c(2, 2, 2, 2, 2, 0.2, 0.2))[[1]],
    int = sample(0:3, 1L),
    lgl = sample(c(TRUE, FALSE), 1L),
    vec = sample(list(quote(c(1, 2.5)), quote(c(-1, 0, 4)), 7, quote(numeric(0))), 1L,
                 prob = c(3, 3, 1, 0.5))[[1]]
  )
}

expression_of <- function(scope, type, depth) {
  if (depth <= 0L || chance(0.2)) return(leaf(scope, type))
  e <- function(type) expression_of(scope, type, depth - 1L)
  switch(type, num = num_of(scope, e), int = int_of(scope, e), lgl = lgl_of(scope, e),
         vec = vec_of(scope, e))
}

num_of <- function(scope, e) {
  pick(
    function() call(sample(c("+", "-", "*"), 1L), e("num"), e("num")),
    function() call(sample(c("+", "-", "*"), 1L), e("num"), e("int")),
    function() call("/", e(sample(c("num", "int"), 1L)), sample(c(2, 4, -0.5), 1L)),
    function() call(sample(c("%%", "%/%"), 1L), e("num"), sample(c(2, 1.5, 3), 1L)),
    function() call("^", e("num"), 2),
    function() call(sample(c("abs", "floor", "ceiling", "sign", "-"), 1L), e("num")),
    function() call(sample(c("sum", "max", "mean", "prod"), 1L), call("c", e("num"), e("num"))),
    function() call(sample(c("sum", "prod"), 1L), e("vec")),
    function() call("sqrt", call("abs", e("num"))),
    function() call("if", e("lgl"), e("num"), e("num")),
    function() call("ifelse", e("lgl"), e("num"), e("num")),
    function() call("max", e("num"), e("num")),
    function() call("as.numeric", e(sample(c("int", "lgl"), 1L))),
    function() call(sample(c("var", "mean", "max", "min"), 1L), e("vec")),
    function() call("atan2", e("num"), e("num")),
    function() call("sum", call(":", e("int"), e("int"))),
    function() call("sum", call("seq", 1, call("abs", e("num")), 0.5)),
    function() {
      f <- as.name(sample(c("+", "*", "max", "-"), 1L))
      bquote(Reduce(.(f), list(.(a), .(b), .(d))), list(
        f = f, a = e("num"), b = e("num"), d = e("int")
      ))
    },
    function() {
      f <- sample(c("sum", "max", "+"), 1L)
      bquote(do.call(.(f), list(.(a), .(b))), list(f = f, a = e("num"), b = e("num")))
    },
    function() bquote(sum(unlist(lapply(1:3, function(j) j * .(a)))), list(a = e("num"))),
    function() bquote((function(z) .(a) + z)(.(b)), list(a = e("num"), b = e("num"))),
    function() bquote(list(p = .(a), q = .(b))$q, list(a = e("vec"), b = e("num"))),
    function() {
      code <- quote({
        w <- .(a)
        w - .(b)
      })
      call("local", do.call(bquote, list(code, list(a = e("num"), b = e("num")))))
    },
    function() closure_call(scope, e) %||% e("num")
  )
}

int_of <- function(scope, e) {
  pick(
    function() call(sample(c("+", "-", "*"), 1L), e("int"), e("int")),
    function() call(sample(c("%%", "%/%"), 1L), e("int"), sample(2:3, 1L)),
    function() call("length", e("vec")),
    function() call("sum", call(">", e("vec"), e("num"))),
    function() call("as.integer", e(sample(c("num", "lgl"), 1L))),
    function() call("length", call("which", call("<", e("vec"), e("num")))),
    function() call("max", e("int"), e("int")),
    function() call("sum", call("seq_len", call("abs", e("int")))),
    function() call("-", e("int")),
    function() call("if", e("lgl"), e("int"), e("int"))
  )
}

lgl_of <- function(scope, e) {
  compared <- function() call(sample(c("<", "<=", ">", ">=", "==", "!="), 1L), e("num"), e("num"))
  pick(
    compared, compared,
    function() call(sample(c("<", ">", "=="), 1L), e("int"), e("int")),
    function() call("!", e("lgl")),
    function() call(sample(c("&&", "||"), 1L), e("lgl"), e("lgl")),
    function() call(sample(c("&", "|"), 1L), e("lgl"), e("lgl")),
    function() call("is.na", e("num")),
    function() call("isTRUE", e("lgl")),
    function() call(sample(c("any", "all"), 1L), call(">", e("vec"), e("num"))),
    function() call("%in%", e("num"), e("vec")),
    function() call("as.logical", e("int")),
    function() call(sample(c("isFALSE", "identity"), 1L), e("lgl")),
    function() call("anyNA", e("vec")),
    function() call("is.null", e("num")),
    function() call(sample(c("any", "all"), 1L), e("lgl"), e("lgl")),
    function() call("xor", e("lgl"), e("lgl"))
  )
}

vec_of <- function(scope, e) {
  pick(
    function() call(sample(c("+", "*", "-"), 1L), e("vec"), e("num")),
    function() call(sample(c("abs", "rev", "cumsum", "floor", "sort"), 1L), e("vec")),
    function() call("ifelse", call(">", e("vec"), e("num")), e("vec"), e("num")),
    function() call("c", e("vec"), e("num")),
    function() call("[", e("vec"), call(">", e("vec"), 0)),
    function() call("if", e("lgl"), e("vec"), e("vec")),
    function() call("seq_len", e("int")),
    function() call(sample(c("head", "tail"), 1L), e("vec"), 2),
    function() call("rep", e("num"), sample(1:3, 1L)),
    function() call("rep", e(sample(c("num", "vec"), 1L)), call("abs", e("int"))),
    function() call("append", e("vec"), e("num")),
    function() call("diff", e("vec")),
    function() call("which", call(">", e("vec"), e("num"))),
    function() call(sample(c("pmax", "pmin"), 1L), e("vec"), e("num")),
    function() call("as.numeric", call(">", e("vec"), e("num"))),
    function() call("as.vector", call("matrix", call("c", e("num"), e("num"), e("int"), 1), 2)),
    function() call("round", e("vec")),
    function() call("%%", e("vec"), sample(c(2, 3, -2), 1L)),
    function() call("+", call("%in%", e("vec"), call("c", e("num"), 1, NaN)), 0),
    function() call("na.omit", e("vec")),
    function() call("range", call("c", e("vec"), e("num")))
  )
}

closure_call <- function(scope, e) {
  if (!length(scope$functions)) return(NULL)
  call(sample(scope$functions, 1L), e("num"))
}

# ---- Statements ----------------------------------------------------------------------------------

new_name <- function(scope, prefix) {
  scope$count <- scope$count + 1L
  paste0(prefix, scope$count)
}

assignment <- function(scope, depth) {
  type <- sample(c("num", "int", "lgl", "vec"), 1L, prob = c(5, 2, 2, 2))
  known <- setdiff(variables(scope, type), scope$fixed)
  is_known <- length(known) && chance(0.7)
  name <- if (is_known) sample(known, 1L) else new_name(scope, substr(type, 1, 1))
  value <- expression_of(scope, type, depth)
  scope$vars[[name]] <- type
  call("<-", as.name(name), value)
}

block <- function(scope, depth, size = sample(1:3, 1L)) {
  # What a block assigns for the first time may not exist after it.
  before <- scope$vars
  functions <- scope$functions
  code <- lapply(seq_len(size), function(i) statement(scope, depth))
  if (chance(0.95)) scope$vars <- before
  scope$functions <- functions
  as.call(c(quote(`{`), code))
}

jump_or <- function(scope, code) {
  if (scope$loops > 0L && chance(0.35)) {
    return(call("{", code, sample(list(quote(break), quote(next)), 1L)[[1]]))
  }
  if (chance(0.15)) return(call("{", code, call("return", expression_of(scope, "num", 1L))))
  code
}

statement <- function(scope, depth) {
  if (depth <= 0L) return(assignment(scope, 1L))
  pick(
    function() assignment(scope, depth), function() assignment(scope, depth),
    function() {
      test <- expression_of(scope, "lgl", 2L)
      call("if", test, jump_or(scope, block(scope, depth - 1L)), block(scope, depth - 1L))
    },
    function() {
      call("if", expression_of(scope, "lgl", 2L), jump_or(scope, block(scope, depth - 1L)))
    },
    function() for_loop(scope, depth), function() while_loop(scope, depth),
    function() switch_of(scope, depth), function() closure(scope),
    function() recursion(scope), function() element(scope), function() list_of(scope)
  )
}

in_loop <- function(scope, depth) {
  scope$loops <- scope$loops + 1L
  on.exit(scope$loops <- scope$loops - 1L)
  block(scope, depth - 1L)
}

for_loop <- function(scope, depth) {
  name <- new_name(scope, "e")
  over <- pick(
    function() list("num", expression_of(scope, "vec", 1L)),
    function() list("int", call("seq_len", expression_of(scope, "int", 1L))),
    function() list("int", call(":", 1L, expression_of(scope, "int", 1L))),
    function() list("num", call(":", 1, call("abs", expression_of(scope, "num", 1L)))),
    function() list("int", call("seq_along", expression_of(scope, "vec", 1L)))
  )
  before <- scope$vars
  scope$vars[[name]] <- over[[1]]
  scope$fixed <- c(scope$fixed, name)
  body <- in_loop(scope, depth)
  scope$vars[[name]] <- NULL
  call("for", as.name(name), over[[2]], body)
}

# The count is the first statement of the body, so that next cannot pass it by.
while_loop <- function(scope, depth) {
  name <- new_name(scope, "k")
  counter <- as.name(name)
  scope$vars[[name]] <- "int"
  scope$fixed <- c(scope$fixed, name)
  test <- expression_of(scope, "lgl", 2L)
  limit <- sample(2:4, 1L)
  body <- as.list(in_loop(scope, depth))[-1]
  step <- call("<-", counter, call("+", counter, 1L))
  loop <- if (chance(0.6)) {
    call("while", call("&&", call("<", counter, limit), test), as.call(c(quote(`{`), step, body)))
  } else {
    end <- call("if", call(">", counter, limit), quote(break))
    call("repeat", as.call(c(quote(`{`), step, end, body)))
  }
  call("{", call("<-", counter, 0L), loop)
}

switch_of <- function(scope, depth) {
  arms <- lapply(1:3, function(i) block(scope, depth - 1L, 1L))
  as.call(c(quote(switch), call("+", call("%%", quote(n), 3L), 1L), arms))
}

closure <- function(scope) {
  name <- new_name(scope, "g")
  inner <- new.env()
  inner$vars <- c(scope$vars, list(a = "num"))
  inner$functions <- scope$functions
  inner$count <- 100L
  inner$loops <- 0L
  body <- if (chance(0.5)) {
    expression_of(inner, "num", 2L)
  } else {
    call("{", call("if", expression_of(inner, "lgl", 1L),
                   call("return", expression_of(inner, "num", 1L))),
         expression_of(inner, "num", 2L))
  }
  scope$functions <- c(scope$functions, name)
  call("<-", as.name(name), call("function", as.pairlist(required("a")), body))
}

# A function that calls itself, as often as an R number says.
recursion <- function(scope) {
  name <- new_name(scope, "r")
  inner <- new.env()
  inner$vars <- c(scope$vars, list(a = "num"))
  inner$functions <- character()
  inner$count <- 200L
  step <- expression_of(inner, "num", 2L)
  scope$functions <- c(scope$functions, name)
  body <- bquote(if (k == 0) .(step) else .(f)(.(next_step), k - 1), list(
    step = step, f = as.name(name), next_step = expression_of(inner, "num", 1L)
  ))
  formals <- c(required("a"), list(k = sample(1:3, 1L)))
  call("<-", as.name(name), call("function", as.pairlist(formals), body))
}

# An element of a vector is replaced.
element <- function(scope) {
  name <- new_name(scope, "w")
  values <- as.call(c(quote(c), lapply(1:3, function(i) expression_of(scope, "num", 1L))))
  at <- pick(function() sample(1:3, 1L), function() call(">", as.name(name), 1))
  scope$vars[[name]] <- "vec"
  call("{", call("<-", as.name(name), values),
       call("<-", call("[", as.name(name), at), expression_of(scope, "num", 1L)))
}

# An element of a list is changed, in a branch.
list_of <- function(scope) {
  name <- new_name(scope, "l")
  number <- new_name(scope, "n")
  made <- call("list", a = expression_of(scope, "num", 1L), b = expression_of(scope, "vec", 1L))
  part <- call("$", as.name(name), quote(a))
  change <- call("if", expression_of(scope, "lgl", 1L),
                 call("<-", part, expression_of(scope, "num", 1L)))
  scope$vars[[number]] <- "num"
  call("{", call("<-", as.name(name), made), change, call("<-", as.name(number), part))
}

random_function <- function() {
  scope <- new.env()
  scope$vars <- list(x = "num", y = "num", n = "int", v = "vec", b = "lgl")
  scope$functions <- character()
  scope$count <- 0L
  scope$loops <- 0L
  code <- lapply(seq_len(sample(1:4, 1L)), function(i) statement(scope, 2L))
  value <- if (chance(0.8)) {
    expression_of(scope, sample(c("num", "vec", "lgl", "int"), 1L, prob = c(4, 2, 1, 1)), 2L)
  } else {
    call("list", expression_of(scope, "num", 2L), expression_of(scope, "vec", 2L))
  }
  formals <- required(c("x", "y", "n", "v", "b"))
  as.function(c(formals, as.call(c(quote(`{`), code, value))), globalenv())
}

# ---- The check -----------------------------------------------------------------------------------

random_case <- function() list(f = random_function(), args = arguments())

wrong_in <- function(case) {
  own <- case$f
  environment(own) <- comparisons()
  expected <- outcome(do.call(own, case$args))
  if (inherits(expected, "error")) return("refused")
  ways <- list(tf_function = in_function, dataset_map = in_dataset)
  found <- lapply(ways, function(way) outcome(in_r(way(case))))
  refused <- vapply(found, inherits, NA, "error")
  wrong <- Filter(function(name) !same_value(found[[name]], in_r(expected)), names(found)[!refused])
  if (length(wrong)) {
    return(sprintf("%s: %s instead of %s", wrong[[1]], shown(found[[wrong[[1]]]]), shown(expected)))
  }
  if (any(refused)) "refused"
}

in_function <- function(case) do.call(tf_function(case$f), lapply(case$args, as_tensor))

# One element, of which each argument is a part.
in_dataset <- function(case) {
  data <- tf$data$Dataset$from_tensors(lapply(case$args, as_tensor))
  values <- dataset_map(data, function(element) do.call(case$f, element))
  iterate(values)[[1]]
}

# Without one statement.
smaller <- function(case) {
  code <- body(case$f)
  lapply(setdiff(seq_along(code)[-1], length(code)), function(i) {
    body(case$f) <- code[-i]
    case
  })
}

function(seed) {
  list(case = random_case(), wrong = wrong_in, smaller = smaller, shown = function(case) {
    sprintf("%s of %s", shown(unclass(case$f)), shown(case$args))
  })
}
