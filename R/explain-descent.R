# Counterfactuals of numbers by gradients: the smallest change of several columns together.

# A data frame with a row for each free column: `name`, the value `from`, the size `scale` of a
# change, the smallest and largest values, and whether it is of integers.
ranges_of <- function(case, data, free) {
  columns <- lapply(stats::setNames(nm = free), function(name) {
    x <- column_of(data, name)
    from <- column_of(case$data, name)
    is_number <- is.numeric(x) && NCOL(x) == 1L && !is.object(x)
    if (!is_number || anyNA(from)) {
      abort(c("`method` is \"gradient\", which is for columns of numbers, and `%s` is %s. Name it",
              "in `fixed`, or use \"search\"."), name,
            if (is_number) "missing in `row`" else describe(x))
    }
    data.frame(name = name, from = as.double(from), scale = size_of_changes(x),
               low = min(x, from, na.rm = TRUE), high = max(x, from, na.rm = TRUE),
               is_integer = is.integer(x))
  })
  do.call(rbind, unname(columns))
}

# The changes. If they are too many, the largest are found once more by themselves.
descend <- function(case, ranges, goal, outputs_of, max_changes) {
  goal$slope <- goal$slope %||% goal$distance
  z <- path_to_target(ranges, goal, outputs_of)
  if (sum(z != 0) > max_changes) {
    ranges <- ranges[sort(order(-abs(z))[seq_len(max_changes)]), ]
    z <- path_to_target(ranges, goal, outputs_of)
  }
  shortest_reached(z, ranges, goal, outputs_of)
}

# The change of each column in units of its scale, where the target is reached, or after 300 steps.
# The step moves the most influential column by a twentieth of its scale at most.
path_to_target <- function(ranges, goal, outputs_of, steps = 300L) {
  z <- numeric(nrow(ranges))
  weight <- NULL
  for (i in seq_len(steps)) {
    here <- slope_at(z, ranges, goal, outputs_of)
    if (here$distance == 0) break
    steepest <- max(abs(here$gradient))
    if (steepest == 0) break
    # Below 1 over the gradient, no change is worth its size.
    weight <- weight %||% (1.2 / steepest)
    size <- 0.05 / (weight * steepest)
    moved <- z - size * weight * here$gradient
    z <- within_ranges(sign(moved) * pmax(abs(moved) - size, 0), ranges)
    if (i %% 10L == 0L) weight <- 1.5 * weight
  }
  z
}

# list(distance, gradient), by central differences.
slope_at <- function(z, ranges, goal, outputs_of, step = 0.02) {
  n <- length(z)
  moved <- lapply(seq_len(n), function(j) step * (seq_len(n) == j))
  points <- c(list(z), lapply(moved, function(d) z + d), lapply(moved, function(d) z - d))
  outputs <- outputs_of(lapply(points, changes_of, ranges))
  slopes <- vapply(outputs[-1], goal$slope, 0)
  list(distance = goal$distance(outputs[[1]]),
       gradient = (slopes[seq_len(n)] - slopes[n + seq_len(n)]) / (2 * step))
}

within_ranges <- function(z, ranges) {
  pmin(pmax(z, (ranges$low - ranges$from) / ranges$scale),
       (ranges$high - ranges$from) / ranges$scale)
}

changes_of <- function(z, ranges) {
  is_moved <- z != 0
  values <- (ranges$from + z * ranges$scale)[is_moved]
  stats::setNames(as.list(values), ranges$name[is_moved])
}

# The shortest part of the change that reaches the target. Integers are rounded away from where they
# were, which may be more than is needed.
shortest_reached <- function(z, ranges, goal, outputs_of) {
  shares <- seq(0, 1, length.out = 101L)
  tried <- lapply(shares, function(share) changes_of(whole_steps(share * z, ranges), ranges))
  is_reached <- vapply(outputs_of(tried), goal$distance, 0) == 0
  tried[[if (any(is_reached)) which(is_reached)[[1]] else length(tried)]]
}

whole_steps <- function(z, ranges) {
  steps <- z * ranges$scale
  steps[ranges$is_integer] <- (sign(steps) * ceiling(abs(steps) - 1e-9))[ranges$is_integer]
  within_ranges(steps / ranges$scale, ranges)
}
