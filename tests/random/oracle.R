# What the random tests share: R's own results, and the comparison with those of tensors.

`%||%` <- function(x, y) if (is.null(x)) y else x

# Tensors of logicals have no NA: a comparison with NaN is false there, `!=` is true, and as an
# operand of `&`, `|` and `!`, NaN is true. These operators do the same in R.
comparisons <- function(parent = globalenv()) {
  compared <- function(name, missing) {
    own <- get(name, baseenv())
    function(e1, e2) {
      result <- own(e1, e2)
      result[is.na(result)] <- missing
      result
    }
  }
  combined <- function(name) {
    own <- get(name, baseenv())
    function(e1, e2) own(is.na(e1) | e1, is.na(e2) | e2)
  }
  names <- c("<", "<=", ">", ">=", "==", "!=")
  made <- c(sapply(names, function(name) compared(name, name == "!="), simplify = FALSE),
            sapply(c("&", "|"), combined, simplify = FALSE))
  made[["!"]] <- function(x) {
    result <- !x
    result[is.na(x)] <- FALSE
    result
  }
  list2env(made, parent = parent)
}

# The value, or the error.
outcome <- function(code) tryCatch(suppressWarnings(code), error = identity)
has_failed <- function(x) inherits(x, "error")

# Of a case that only one language refuses.
failure_of <- function(language, error) {
  sprintf("only %s fails: %s", language, conditionMessage(error))
}

# Tensors as R values, whose single axis is none in R.
in_r <- function(x) {
  if (inherits(x, "python.builtin.object")) x <- as.array(x)
  if (is.list(x)) return(lapply(x, in_r))
  if (length(dim(x)) < 2L) as.vector(x) else x
}

# Numbers are compared with the precision of 32 bits; NA and NaN are the same.
same_value <- function(x, y) {
  if (is.list(x) || is.list(y)) {
    return(length(x) == length(y) && all(mapply(same_value, as.list(x), as.list(y))))
  }
  x <- drop(x)
  y <- drop(y)
  if (length(x) != length(y) || is.null(x) != is.null(y)) return(FALSE)
  if (length(x) && !identical(as.integer(dim(x)), as.integer(dim(y)))) return(FALSE)
  x <- as.numeric(x)
  y <- as.numeric(y)
  x[is.na(x)] <- y[is.na(y)] <- NaN
  !length(x) || isTRUE(all.equal(x, y, tolerance = 1e-5))
}

chance <- function(p) stats::runif(1) < p

# Calls one of the functions.
pick <- function(...) {
  choices <- list(...)
  choices[[sample.int(length(choices), 1L)]]()
}

# The cases with the simplest value of one choice that has another.
with_simpler <- function(case, simple) {
  changed <- Filter(function(name) !identical(case[[name]], simple[[name]]), names(simple))
  lapply(changed, function(name) utils::modifyList(case, simple[name]))
}

# Formals without defaults.
required <- function(names) stats::setNames(rep(list(substitute()), length(names)), names)

shown <- function(x) paste(deparse(x, width.cutoff = 200L), collapse = "\n")
