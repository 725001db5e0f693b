# Random signatures and random arguments, in both directions: a Python function that R calls gets
# what it gets from the same call in Python, and an R function that Python calls what it gets in R.

# Names that R or this package could take for something else: words of R, names of arguments of
# functions that are called in between, and beginnings of other names.
parameters <- c("a", "ab", "abc", "x", "f", "fn", "FUN", "X", "args", "what", "call", "convert",
                "self", "cls", "object", "name", "names", "env", "quote", "repeat", "function",
                "NULL_", "_under", "next", "na", "drop", "i", "n", "value", "exact", "T", "if_")
ways <- c("function", "method", "class", "instance", "lambda in a list", "partial", "do.call",
          "py_call")

literals <- list(
  list(r = 1L, python = "1"), list(r = 2.5, python = "2.5"), list(r = "s", python = "'s'"),
  list(r = TRUE, python = "True"), list(r = NULL, python = "None"),
  list(r = list(1L, "b"), python = "[1, 'b']"), list(r = c(1L, 2L), python = "[1, 2]"),
  list(r = list(k = 1L), python = "{'k': 1}"), list(r = list(), python = "[]"),
  list(r = "", python = "''"), list(r = NA_character_, python = "None")
)

random_case <- function() {
  n <- sample(0:5, 1L)
  case <- list(
    to = sample(c("python", "r"), 1L), names = sample(parameters, n),
    kinds = sample(c("only", "plain", "keyword"), n, replace = TRUE),
    has_default = stats::runif(n) < 0.4, rest = chance(0.3), more = chance(0.3),
    way = sample(ways, 1L), place_of_dots = sample(0:5, 1L)
  )
  count <- sample(0:n, 1L)
  given <- lapply(seq_len(count), function(i) {
    name <- if (chance(0.5)) sample(c(case$names, sample(parameters, 1L)), 1L) else ""
    list(name = name, value = sample.int(length(literals), 1L))
  })
  names <- vapply(given, `[[`, "", "name")
  case$given <- given[!duplicated(names) | !nzchar(names)]
  case
}

# ---- R calls Python ------------------------------------------------------------------------------

signature_text <- function(case) {
  text <- paste0(case$names, ifelse(case$has_default, " = 'default'", ""))
  of <- function(kind) text[order(case$has_default)][case$kinds[order(case$has_default)] == kind]
  # Python wants parameters with defaults last among those that are not keywords.
  only <- of("only")
  plain <- of("plain")
  if (any(grepl("=", only))) plain <- sub("( = 'default')?$", " = 'default'", plain)
  keyword <- of("keyword")
  c(only, if (length(only)) "/", plain, if (case$rest) "*rest" else if (length(keyword)) "*",
    keyword, if (case$more) "**more")
}

define_python <- function(case) {
  signature <- paste(signature_text(case), collapse = ", ")
  with_self <- paste(c("_this", signature[nzchar(signature)]), collapse = ", ")
  names <- c(case$names, if (case$rest) "rest", if (case$more) "more")
  shown <- paste0("repr([", paste(names, collapse = ", "), "])")
  py_run_string(sprintf("
import functools
def plain(%1$s): return %3$s
class Class:
  def __init__(%2$s): self_of[0] = %3$s
  def method(%2$s): return %3$s
class Called:
  def __call__(%2$s): return %3$s
self_of = [None]
def made(*a, **k):
  Class(*a, **k)
  return self_of[0]
bare = object.__new__(Class)
called = Called()
in_list = [lambda %1$s: %3$s]
partial = functools.partial(plain)
", signature, with_self, shown))
}

arguments_of <- function(case) {
  values <- lapply(case$given, function(one) literals[[one$value]]$r)
  stats::setNames(values, vapply(case$given, `[[`, "", "name"))
}

call_python <- function(case) {
  main <- import_main()
  args <- arguments_of(case)
  of <- function(f) eval(as.call(c(list(f), lapply(args, function(x) call("quote", x)))))
  switch(case$way,
    `function` = of(main$plain), method = of(main$bare$method), instance = of(main$called),
    class = {
      of(main$Class)
      main$self_of[[1]]
    },
    `lambda in a list` = of(main$in_list[[1]]), partial = of(main$partial),
    do.call = do.call(main$plain, args),
    py_call = py_to_r(do.call(py_call, c(list(import_main(convert = FALSE)$plain), args)))
  )
}

text_of_call <- function(case) {
  names <- vapply(case$given, `[[`, "", "name")
  texts <- vapply(case$given, function(one) literals[[one$value]]$python, "")
  is_named <- nzchar(names)
  named <- if (any(is_named)) {
    sprintf("**{%s}", paste0("'", names[is_named], "': ", texts[is_named], collapse = ", "))
  }
  f <- if (case$way == "class") "made" else "plain"
  sprintf("%s(%s)", f, paste(c(texts[!is_named], named), collapse = ", "))
}

to_python <- function(case) {
  # py_call() has an argument of its own.
  if (case$way == "py_call" && "x" %in% names(arguments_of(case))) return("refused")
  define_python(case)
  theirs <- outcome(py_eval(text_of_call(case)))
  compared(outcome(call_python(case)), theirs)
}

compared <- function(ours, theirs) {
  if (has_failed(theirs) && has_failed(ours)) return("refused")
  if (has_failed(theirs)) return(failure_of("the other language", theirs))
  if (has_failed(ours)) return(failure_of("the call", ours))
  if (!identical(ours, theirs)) sprintf("%s, not %s", shown(ours), shown(theirs))
}

# ---- Python calls R ------------------------------------------------------------------------------

# Keeps what its formals are.
r_function <- function(case, kept) {
  formals <- rep(list(substitute()), length(case$names))
  formals[case$has_default] <- list("default")
  names(formals) <- case$names
  dots <- if (case$rest) list(... = substitute())
  formals <- append(formals, dots, min(case$place_of_dots, length(formals)))
  got <- lapply(case$names, function(name) {
    bquote(if (missing(.(as.name(name))) && !.(formals[[name]] == "default")) "missing"
           else .(as.name(name)))
  })
  got <- c(list(base::list), stats::setNames(got, case$names), if (case$rest) quote(list(...)))
  as.function(c(formals, bquote({
    assign("got", .(as.call(got)), .(kept))
    invisible()
  })), globalenv())
}

to_r <- function(case) {
  kept <- new.env()
  f <- r_function(case, kept)
  args <- lapply(arguments_of(case), function(x) if (identical(x, NA_character_)) NULL else x)
  is_named <- nzchar(names(args))
  args <- c(args[!is_named], args[is_named])
  called <- function(code) {
    kept$got <- NULL
    code
    kept$got
  }
  theirs <- outcome(called(do.call(f, args, quote = TRUE)))
  main <- import_main()
  main$plain <- f
  case$way <- "function"
  ours <- outcome(called(py_run_string(text_of_call(case))))
  wrong <- compared(ours, theirs)
  if (!is.null(wrong)) return(wrong)
  bound <- outcome(py_eval(sub("plain(", "__import__('inspect').signature(plain).bind(",
                               text_of_call(case), fixed = TRUE)))
  # R takes beginnings of names, and gives those without a name the formals that are left.
  if (has_failed(bound) && is_exact(case) && !any(vapply(ours, identical, NA, "missing"))) {
    paste("inspect.signature() disagrees:", conditionMessage(bound))
  }
}

is_exact <- function(case) {
  names <- names(arguments_of(case))
  all(names %in% case$names) || !any(nzchar(names))
}

simplest <- list(rest = FALSE, more = FALSE, way = "function")

smaller <- function(case) {
  fewer <- lapply(seq_along(case$given), function(i) {
    case$given <- case$given[-i]
    case
  })
  without <- lapply(seq_along(case$names), function(i) {
    case[c("names", "kinds", "has_default")] <- lapply(case[c("names", "kinds", "has_default")],
                                                       `[`, -i)
    case
  })
  c(with_simpler(case, simplest), fewer, without)
}

shown_case <- function(case) {
  if (case$to == "r") return(paste(shown(args(r_function(case, NULL))), text_of_call(case)))
  sprintf("def plain(%s); %s, as %s", paste(signature_text(case), collapse = ", "),
          text_of_call(case), case$way)
}

function(seed) {
  wrong <- function(case) if (case$to == "r") to_r(case) else to_python(case)
  list(case = random_case(), wrong = wrong, smaller = smaller, shown = shown_case)
}
