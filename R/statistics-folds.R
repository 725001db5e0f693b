# The folds of cross-validation: the rows that each model is trained on, and the rows held out.

# A list of list(name, repetition, train, held).
as_folds <- function(folds, data, strata, repeats) {
  n <- nrow(data)
  make <- if (inherits(folds, "rset")) function() folds_of_rset(folds, n)
    else if (is.list(folds)) function() folds_of_rows(folds, n)
    else if (is.numeric(folds) && length(folds) == 1L) function() random_folds(folds, n, strata)
    else if (is.atomic(folds) && !is.null(folds)) function() folds_of_vector(folds, n)
    else abort(c("`folds` must be a number of folds, a vector with the fold of each row, a list of",
                 "the rows of each fold, or folds of rsample, not %s."), describe(folds))
  unlist(lapply(seq_len(repeats), function(repetition) {
    lapply(make(), function(fold) c(fold, list(repetition = repetition)))
  }), recursive = FALSE)
}

# The rows in an order in which all of a class, or of a tenth of the numbers, follow each other, are
# dealt out in turn, so that the folds differ by one row at most, also in each class.
random_folds <- function(k, n, strata) {
  k <- check_whole(k, "folds", 2L)
  if (k > n) abort("`folds` is %d, but `data` has only %d rows.", k, n)
  fold <- integer(n)
  fold[order(strata_of(strata, n), stats::runif(n))] <- rep_len(sample.int(k), n)
  folds_of_vector(fold, n)
}

folds_of_vector <- function(fold, n) {
  if (length(fold) != n || anyNA(fold)) {
    abort("`folds` must have the fold of each of the %d rows of `data`, without missing values.", n)
  }
  held <- split(seq_len(n), fold, drop = TRUE)
  if (length(held) < 2L) abort("`folds` must have two different values at least.")
  folds_of_rows(held, n)
}

folds_of_rows <- function(held, n) {
  names <- names(held) %||% as.character(seq_along(held))
  unname(Map(function(rows, name) {
    rows <- without_integer64(rows)
    valid <- are_whole(rows) && all(rows >= 1 & rows <= n) && !anyDuplicated(rows)
    if (!valid || length(rows) == n) {
      abort(c("`folds`: the fold \"%s\" must be different numbers of rows from 1 to %d, and leave",
              "some for training."), name, n)
    }
    list(name = name, train = setdiff(seq_len(n), rows), held = as.integer(rows))
  }, held, names))
}

# `out_id` is NA for the rows that are not in `in_id`.
folds_of_rset <- function(folds, n) {
  ids <- do.call(paste, unname(as.list(folds[grep("^id[0-9]*$", names(folds))])))
  Map(function(split, name) {
    if (nrow(split$data) != n) {
      abort("`folds` were made of %d rows, but `data` has %d.", nrow(split$data), n)
    }
    held <- if (identical(NA, as.vector(split$out_id))) setdiff(seq_len(n), split$in_id)
      else split$out_id
    list(name = name, train = split$in_id, held = held)
  }, folds$splits, ids)
}

# The classes, the tenths of the numbers (several numbers by the first), or who has had the event.
strata_of <- function(y, n, ties = "average") {
  if (is.null(y)) return(integer(n))
  if (is_survival(y)) y <- factor(y[, "status"])
  if (is.matrix(y)) y <- y[, 1]
  if (is.numeric(y)) ceiling(10 * rank(y, ties.method = ties) / n)
  else as.integer(addNA(factor(y)))
}
