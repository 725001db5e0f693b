# How predictions depend on a column: partial dependence, ALE and ICE.

#' Partial dependence, ALE and ICE
#'
#' `partial_dependence()` shows how the predictions of a model depend on one column of the data, or
#' on two.
#'
#' * `kind = "pdp"`, partial dependence: the column has a value of the grid in all rows, and the
#'   predictions are averaged: \eqn{\frac{1}{n}\sum_i f(v, x_{i,\mathrm{others}})}{mean of f(v,
#'   x[i, others])}.
#' * `kind = "ice"`, individual conditional expectation: the same without the average, a curve for
#'   each row. Curves that are not parallel show interactions.
#' * `kind = "ale"`, accumulated local effects: within each interval of the grid, the mean
#'   difference of the predictions at its ends, for the rows that lie in it; the differences are
#'   summed and centred to a mean of 0. Rows keep plausible values, so this is the choice for
#'   columns that depend on each other. The intervals have about the same number of rows. Of a
#'   category, the differences are those of neighbouring levels, for the rows that have one of the
#'   two.
#'
#' All changed rows are predicted in few calls of `predict()`: `grid` times the number of rows, for
#' two columns `grid` squared times, for `"ale"` twice the number of rows. A sample of some hundred
#' rows is enough: `data[sample(nrow(data), 500), ]`.
#'
#' @inheritParams feature_importance
#' @param feature Name of a column; for `"pdp"` also of two.
#' @param kind String. See there.
#' @param grid Positive integer, the number of values or intervals; or a vector with the values
#'   themselves (for two columns a list of vectors). Columns with fewer different values, and
#'   categories, use all of them.
#' @param type String. `"response"`, `"prob"` or `"link"`: see
#'   [predict()][predict.keras.src.models.model.Model].
#' @param target Name or number of the class or output. `NULL` means all of them.
#' @return A data frame of class `keras_dependence` with the values of the column, `.output` if
#'   there are several outputs, `.row` for `"ice"`, and `.fitted`: the prediction, for `"ale"` its
#'   difference to the mean.
#' @references Friedman, J. (2001), Greedy Function Approximation. *Annals of Statistics* 29.
#'   \doi{10.1214/aos/1013203451}. Goldstein, A. et al. (2015), Peeking Inside the Black Box. *JCGS*
#'   24. \doi{10.1080/10618600.2014.907095}. Apley, D. and Zhu, J. (2020), Visualizing the effects
#'   of predictor variables in black box supervised learning models. *JRSS B* 82.
#'   \doi{10.1111/rssb.12377}.
#' @concept partial dependence
#' @concept accumulated local effects
#' @concept individual conditional expectation
#' @concept marginal effect
#' @concept explainable AI
#' @concept pdp
#' @family explanations
#' @export
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' model <- tabular(mpg ~ wt + hp + factor(cyl), data = mtcars, epochs = 50)
#' partial_dependence(model, feature = "wt", grid = 5)
#' plot(partial_dependence(model, feature = "wt", kind = "ice"))
#' plot(partial_dependence(model, feature = "hp", kind = "ale"))
partial_dependence <- function(model, data = NULL, feature, kind = c("pdp", "ale", "ice"),
                               grid = 20, ..., type = c("response", "prob", "link"),
                               target = NULL) {
  check_no_dots(...)
  kind <- match_choice(kind)
  type <- match_choice(type)
  explained <- explained(model, data)
  if (missing(feature)) abort("`feature` is missing. Name a column that the model uses.")
  feature <- check_features(feature, explained$features, "feature")
  most <- if (kind == "pdp") 2L else 1L
  if (length(feature) > most) {
    abort("`feature` names %d columns. There can be %s.", length(feature),
          if (most == 2L) "two" else "one, or two for `kind = \"pdp\"`")
  }
  levels <- target_levels(explained$facts)
  of <- list(predictor = predictor_of(model, type), outputs = function(x) {
    x <- output_columns(x, levels)
    if (is.null(target)) x else x[, output_position(target, colnames(x)), drop = FALSE]
  })
  points <- grid_points(explained$data, feature, grid, kind)
  result <- if (kind == "ale") accumulated(explained, feature, points[[1]], of)
            else at_points(explained, points, of, kind == "ice")
  structure(result, class = c("keras_dependence", "data.frame"), kind = kind, feature = feature)
}

# ---- Grids ---------------------------------------------------------------------------------------

# The values of each column, in a list.
grid_points <- function(data, feature, grid, kind) {
  is_count <- is.numeric(grid) && length(grid) == 1L
  if (is_count) grid <- as_count(grid, "grid", is_required = TRUE)
  if (!is_count && !is.list(grid)) grid <- list(grid)
  if (!is_count && length(grid) != length(feature)) {
    abort("`grid` has values for %d columns, but `feature` names %d.", length(grid),
          length(feature))
  }
  lapply(stats::setNames(seq_along(feature), feature), function(i) {
    x <- vector_of(data, feature[[i]], "A dependence is on one of numbers, categories or times.")
    if (all(is.na(x))) abort("All values of `%s` are missing.", feature[[i]])
    if (is_count) values_on_grid(x, grid, kind == "ale") else given_values(grid[[i]], x)
  })
}

values_on_grid <- function(x, n, by_quantile) {
  if (is_category(x)) return(categories_in(x))
  values <- sort(unique(x))
  if (length(values) <= n) return(values)
  if (by_quantile) {
    return(sort(unique(stats::quantile(x, seq(0, 1, length.out = n + 1L), type = 1L, na.rm = TRUE,
                                       names = FALSE))))
  }
  seq(values[[1]], values[[length(values)]], length.out = n)
}

is_category <- function(x) is.factor(x) || is.character(x) || is.logical(x)

categories_in <- function(x) {
  if (is.factor(x)) factor(levels(droplevels(x)), levels(droplevels(x)), ordered = is.ordered(x))
  else sort(unique(x))
}

given_values <- function(values, x) {
  if (is_category(x)) {
    if (is.factor(x)) values <- as.character(values)
    unknown <- setdiff(values, unique(as.vector(x)))
    if (length(unknown) > 0L) {
      abort("`grid` has %s, which is not in the data.", in_quotes(unknown[[1]]))
    }
    return(if (is.factor(x)) factor(values, unique(values)) else values)
  }
  must_be(values, "a number of values, or the values",
          length(values) && !anyNA(values) && !is.character(values), "grid")
  sort(unique(values))
}

# ---- Partial dependence and ICE ------------------------------------------------------------------

at_points <- function(explained, points, of, by_row) {
  at <- do.call(expand.grid, c(points, list(KEEP.OUT.ATTRS = FALSE, stringsAsFactors = FALSE)))
  n <- n_rows(explained$data)
  outputs <- over_variants(
    explained, nrow(at), predictor = of$predictor,
    change = function(i) lapply(at, function(values) as_data_value(values[[i]])),
    fn = function(x) {
      x <- of$outputs(x)
      if (by_row) x else matrix(colMeans(x, na.rm = TRUE), 1L, dimnames = list(NULL, colnames(x)))
    }
  )
  names <- colnames(outputs[[1]])
  rows <- if (by_row) n else 1L
  # For each point its rows, then the outputs beside each other.
  outputs <- do.call(rbind, outputs)
  at <- take_rows(at, rep(seq_len(nrow(at)), each = rows))
  if (by_row) at$.row <- rep(seq_len(n), length.out = nrow(at))
  long_outputs(at, outputs, names)
}

# Levels of factors as text, which factors with any levels take.
as_data_value <- function(value) if (is.factor(value)) as.character(value) else value

long_outputs <- function(at, outputs, names) {
  result <- take_rows(at, rep(seq_len(nrow(at)), length(names)))
  if (length(names) > 1L) {
    result$.output <- factor(rep(names, each = nrow(at)), names)
  }
  result$.fitted <- as.vector(outputs)
  result
}

# ---- Accumulated local effects -------------------------------------------------------------------

accumulated <- function(explained, feature, points, of) {
  if (length(points) < 2L) {
    abort("`%s` has a single value, so it has no effects.", feature)
  }
  x <- vector_of(explained$data, feature)
  steps <- if (is_category(x)) steps_of_levels(x, points) else steps_of_numbers(x, points)
  if (length(steps$rows) == 0L) abort("No row of `data` lies within `grid`.")
  ends <- over_variants(
    explained, 2L, rows = steps$rows, predictor = of$predictor, fn = of$outputs,
    change = function(i) stats::setNames(list(as_data_value(steps$ends[[i]])), feature)
  )
  differences <- rowsum(ends[[2]] - ends[[1]], steps$interval, na.rm = TRUE) /
    as.vector(table(steps$interval))
  effects <- rbind(0, apply(differences, 2L, cumsum))
  effects <- sweep(effects, 2L, colSums(effects * steps$weights))
  at <- stats::setNames(data.frame(steps$points), feature)
  long_outputs(at, effects, colnames(ends[[1]]))
}

# list(rows, interval, ends, points, weights): the rows to predict at both ends of an interval, and
# the share of each point in the mean effect. Intervals without rows are joined with the next.
steps_of_numbers <- function(x, points) {
  rows <- which(!is.na(x) & x >= points[[1]] & x <= points[[length(points)]])
  interval <- function(points) {
    findInterval(x[rows], points, left.open = TRUE, rightmost.closed = TRUE, all.inside = TRUE)
  }
  points <- points[c(TRUE, tabulate(interval(points), length(points) - 1L) > 0L)]
  at <- interval(points)
  share <- tabulate(at, length(points) - 1L) / length(rows)
  # The mean effect in an interval is that of its ends.
  list(rows = rows, interval = at, ends = list(points[at], points[at + 1L]), points = points,
       weights = (c(share, 0) + c(0, share)) / 2)
}

steps_of_levels <- function(x, points) {
  code <- match(as.character(x), as.character(points))
  k <- length(points)
  from <- c(which(code < k), which(code > 1L))
  interval <- c(code[which(code < k)], code[which(code > 1L)] - 1L)
  list(rows = from, interval = interval, ends = list(points[interval], points[interval + 1L]),
       points = points, weights = tabulate(code, k) / sum(!is.na(code)))
}

# ---- Plots ---------------------------------------------------------------------------------------

#' @rdname partial_dependence
#' @param x The value of `partial_dependence()`.
#' @param method String: `"ggplot2"`, `"base"`, or `"auto"` for ggplot2 if it is installed.
#' @export
plot.keras_dependence <- function(x, ..., method = c("auto", "ggplot2", "base")) {
  method <- plot_method(match_choice(method))
  feature <- attr(x, "feature")
  if (is.null(feature)) abort("`x` must be the whole value of partial_dependence(), not a part.")
  data <- as.data.frame(x)
  if (is.null(data$.output)) data$.output <- factor("")
  label <- if (attr(x, "kind") == "ale") "accumulated local effect" else "prediction"
  if (length(feature) == 2L) {
    plot_surface(data, feature, label, method, x)
  } else {
    plot_curves(data, feature, label, method, x)
  }
}

#' @export
as.data.frame.keras_dependence <- function(x, ...) {
  structure(x, class = "data.frame", kind = NULL, feature = NULL)
}

#' @export
print.keras_dependence <- function(x, ..., n = 10L) {
  kind <- attr(x, "kind")
  if (!is.null(kind)) {
    titles <- c(pdp = "Partial dependence", ale = "Accumulated local effects",
                ice = "Individual conditional expectations")
    cat(titles[[kind]], "of", in_ticks(attr(x, "feature")), "\n")
  }
  print(utils::head(as.data.frame(x), n), digits = 4, ...)
  if (nrow(x) > n) cat(sprintf("... and %d more rows\n", nrow(x) - n))
  invisible(x)
}
