# Random data frames as models of tabular(). The features are those that R computes, predictions
# do not depend on the order of rows and columns, on other rows or on names, which users see as they
# gave them; saveRDS() keeps them, and the loss is that of the predictions.

columns <- list(
  double = function(n) stats::rnorm(n, 50, 10), huge = function(n) stats::rnorm(n) * 1e8,
  whole = function(n) sample(-3:9, n, TRUE), flag = function(n) rep_len(c(TRUE, FALSE, FALSE), n),
  constant = function(n) rep(7, n),
  level = function(n) {
    factor(sample(c("u", "v w", "", "\u00e4"), n, TRUE), c("v w", "u", "", "\u00e4", "z"))
  },
  order = function(n) factor(sample(c("low", "top"), n, TRUE), c("low", "top"), ordered = TRUE),
  grade = function(n) {
    factor(sample(c("F", "D", "A"), n, TRUE), c("F", "D", "C", "A"), ordered = TRUE)
  },
  text = function(n) sample(c("[UNK]", "NA", "p", "\u65e5\u672c"), n, TRUE),
  many = function(n) sample(paste0("k", 1:12), n, TRUE),
  date = function(n) as.Date("2024-02-27") + sample(0:900, n, TRUE),
  time = function(n) as.POSIXct("2024-02-27", tz = "Asia/Tokyo") + sample(0:9e6, n, TRUE),
  span = function(n) as.difftime(stats::runif(n), units = sample(c("mins", "days"), 1L)),
  two = function(n) matrix(stats::rnorm(2 * n), n)
)

names_of_columns <- c(
  "a", "x.y", "x y", "x_y", "x/y", "b c", "b_c", "for", "\u00e9t\u00e9", "_t_", "log(x)", "log_x_",
  "1st", "_u", "yu", "T", "(offset)", "(Intercept)", "network", "features", "codes_1", "member_1",
  "normalization", "concatenate", "where_2", "\u65e5\u672c", "__", "a:b", "%", " ", "a\"b", "a\\b",
  "TRUE", "NA", "loss", "val_loss", "x_mean", "y", "Y"
)

responses <- list(
  number = function(n) stats::rnorm(n, 1000, 3), flag = function(n) rep_len(c(TRUE, FALSE), n),
  classes = function(n) factor(rep_len(c("r", "s t", "u"), n)),
  text = function(n) rep_len(c("n", "m"), n),
  ordered = function(n) factor(rep_len(c("l", "m", "h"), n), c("l", "m", "h"), ordered = TRUE),
  both = function(n) cbind(p = stats::rnorm(n), q = stats::runif(n)),
  count = function(n) stats::rpois(n, 3)
)

random_case <- function() {
  n <- sample(20:40, 1L)
  kinds <- sample(names(columns), sample(1:5, 1L), replace = TRUE)
  data <- lapply(kinds, function(kind) {
    x <- columns[[kind]](n)
    if (chance(0.4) && kind != "two") x[sample(n, 3L)] <- NA
    x
  })
  names <- sample(names_of_columns, length(kinds) + 2L)
  names(data) <- names[-(1:2)]
  list(
    response = sample(names(responses), 1L), n = n, data = data, seed = sample(1000L, 1L),
    weighted = chance(0.3), outputs = names[seq_len(sample(2L, 1L))]
  )
}

# The response is called "y", and no column is.
frame_of <- function(case) {
  data <- data.frame(y = seq_len(case$n))
  set.seed(case$seed)
  data$y <- responses[[case$response]](case$n)
  for (name in names(case$data)) {
    data[[if (name == "y") "y of x" else name]] <- case$data[[name]]
  }
  data
}

# ---- The features that R computes ----------------------------------------------------------------

numbers_in <- function(x) {
  x <- if (inherits(x, "difftime")) as.double(x, units = units(x)) else x
  as.matrix(if (inherits(x, "POSIXct")) as.double(x) else if (is.matrix(x)) x else as.double(x))
}

expected_features <- function(data) {
  is_category <- vapply(data, function(x) is.factor(x) || is.character(x), NA)
  numbers <- data[!is_category]
  scaled <- lapply(numbers, function(x) {
    x <- numbers_in(x)
    x <- apply(x, 2, function(x) {
      scale <- stats::IQR(x, na.rm = TRUE)
      if (scale == 0) scale <- diff(range(x, na.rm = TRUE)) / 2
      (x - stats::median(x, na.rm = TRUE)) / if (scale == 0) 1 else scale
    })
    replace(x, is.na(x), 0)
  })
  marks <- lapply(Filter(anyNA, numbers), function(x) is.na(numbers_in(x)) * 1)
  dates <- Filter(function(x) inherits(x, "Date"), numbers)
  times <- Filter(function(x) inherits(x, "POSIXct"), numbers)
  days <- c(lapply(dates, as.double), lapply(times, function(x) as.double(x) / 86400))
  phases <- c(
    lapply(days, function(x) x %% 365.2425 / 365.2425), lapply(days, function(x) x %% 7 / 7),
    lapply(times, function(x) (as.double(x) / 86400) %% 1)
  )
  cycles <- lapply(list(sin, cos), function(f) {
    lapply(phases, function(x) replace(f(2 * pi * x), is.na(x), 0))
  })
  indicators <- lapply(data[is_category], function(x) {
    levels <- if (is.factor(x)) levels(droplevels(x)) else sort(unique(x))
    x <- replace(as.character(x), is.na(x), "[NA]")
    if (any(x == "[NA]")) levels <- c(levels, "[NA]")
    if (length(levels) <= 8L) outer(x, levels, "==") * 1
  })
  ranks <- lapply(Filter(is.ordered, data), function(x) {
    x <- droplevels(x)
    n <- nlevels(x)
    if (n > 2L) ifelse(is.na(x), 0, (as.integer(x) - (n + 1) / 2) * 2 / (n - 1))
  })
  parts <- c(scaled, marks, unlist(cycles, FALSE), Filter(Negate(is.null), c(indicators, ranks)))
  if (length(parts) > 0L) unname(do.call(cbind, lapply(parts, unname)))
}

# Those of the model.
found_features <- function(data, family) {
  of_rkeras <- asNamespace("rkeras")
  known <- of_rkeras$prepared_table(y ~ ., data, stats::na.pass, family)$design
  inputs <- of_rkeras$inputs_of_table(known)
  features <- of_rkeras$table_features(inputs, known$table)
  # Embedded categories are codes by themselves.
  if (length(features) == length(Filter(of_rkeras$is_embedded, known$table))) return(NULL)
  model <- keras_model(inputs, features[[1L]])
  stats::predict(model, of_rkeras$table_data(known, data, FALSE)$x, verbose = 0)
}

# ---- What has to hold ----------------------------------------------------------------------------

wrong_in <- function(case) {
  found <- outcome(problem_in(case))
  if (inherits(found, "error")) conditionMessage(found) else found
}

problem_in <- function(case) {
  data <- frame_of(case)
  inputs <- data[-1]
  features <- found_features(data, family_of(case))
  expected <- expected_features(inputs)
  # Times are exact to two minutes.
  near <- max(abs((features %||% 0) - (expected %||% 0)))
  if (near > 0.02) return(sprintf("features are off by %g", near))

  set_random_seed(case$seed)
  weights <- if (case$weighted) stats::runif(case$n)
  model <- tabular(y ~ ., data, family = family_of(case), epochs = 1, hidden = 4, weights = weights)
  p <- stats::predict(model, newdata = data)
  order <- sample(case$n)
  other <- stats::predict(model, newdata = data[order, c(rev(names(inputs)), "y")])
  if (!alike(rows_in(p, order), other)) return("predictions depend on the order of rows or columns")
  if (!alike(rows_in(p, 3), stats::predict(model, newdata = inputs[3, , drop = FALSE]))) {
    return("a row's prediction depends on other rows")
  }
  file <- tempfile(fileext = ".rds")
  saveRDS(model, file)
  again <- stats::predict(readRDS(file), newdata = data)
  if (!alike(p, again)) return("saveRDS() changes predictions")
  if (is.matrix(p) && case$response != "both" && !alike(rowSums(p), rep(1, case$n))) {
    return("probabilities do not sum to one")
  }
  loss <- evaluate(model, data, verbose = 0)[["loss"]]
  if (!alike(loss, loss_in_r(case, data$y, p))) {
    return(sprintf("the loss is %g instead of %g", loss, loss_in_r(case, data$y, p)))
  }
  wrong_names(case, data)
}

# ---- Names ---------------------------------------------------------------------------------------

# The data with the names of the case, and with plain ones.
wrong_names <- function(case, data) {
  n <- length(case$outputs)
  odd <- data.frame(data$y, seq_len(case$n) %% 5)[seq_len(n)]
  odd[[1L]] <- data$y
  odd <- stats::setNames(c(odd, case$data), c(case$outputs, names(case$data)))
  odd <- structure(odd, row.names = seq_len(case$n), class = "data.frame")
  models <- lapply(list(odd, stats::setNames(odd, paste0("v", seq_along(odd)))), function(data) {
    set_random_seed(case$seed)
    left <- lapply(names(data)[seq_len(n)], as.name)
    left <- if (n == 1L) left[[1L]] else as.call(c(quote(list), left))
    tabular(stats::as.formula(call("~", left, quote(.))), data, epochs = 1, hidden = 4)
  })
  predictions <- lapply(models, function(model) unlist(lapply(stats::predict(model), as.vector)))
  if (!alike(unname(predictions[[1L]]), unname(predictions[[2L]]))) {
    return("predictions depend on names")
  }
  file <- tempfile(fileext = ".keras")
  save_model(models[[1L]], file)
  wrong_shown(models[[1L]], odd, n) %||% wrong_shown(load_model(file), odd, n)
}

# The names that users see.
wrong_shown <- function(model, data, n) {
  outputs <- names(data)[seq_len(n)]
  inputs <- names(data)[-seq_len(n)]
  seen <- list(
    inputs = setequal(rkeras:::features_in(rkeras:::facts_of(model), data), inputs),
    served = setequal(served_names(model), inputs),
    formula = setequal(all.vars(stats::formula(model)), names(data)),
    printed = all(vapply(outputs, grepl, NA, toString(utils::capture.output(print(model))),
                         fixed = TRUE))
  )
  if (n > 1L) {
    scores <- names(evaluate(model, data, verbose = 0))
    seen <- c(seen, list(
      outputs = identical(names(stats::predict(model, data)), outputs),
      classes = !any(vapply(data[outputs], Negate(is.numeric), NA)) ||
        identical(names(stats::predict(model, data, type = "class")), outputs),
      scores = all(vapply(paste0(outputs, "_loss"), `%in%`, NA, scores)),
      augment = all(grepl_any(paste0(".fitted_", outputs), names(augment(model, data)))),
      glance = all(grepl_any(paste0("held_", outputs, "_"), names(glance(model)))),
      servable = setequal(rkeras:::as_servable(model)$outputs, outputs)
    ))
  }
  wrong <- names(seen)[!vapply(seen, isTRUE, NA)]
  if (length(wrong) > 0L) paste("other names are seen:", toString(wrong))
}

served_names <- function(model) {
  vapply(rkeras:::as_servable(model)$inputs, `[[`, "", "name")
}

grepl_any <- function(starts, names) {
  vapply(starts, function(start) any(startsWith(names, start)), NA)
}

family_of <- function(case) if (case$response == "count") "poisson" else "auto"

rows_in <- function(x, rows) if (is.matrix(x)) x[rows, , drop = FALSE] else x[rows]

alike <- function(a, b) isTRUE(all.equal(a, b, tolerance = 1e-3, check.attributes = FALSE))

loss_in_r <- function(case, y, p) {
  if (case$response %in% c("number", "both")) return(mean((as.matrix(y) - p)^2))
  if (case$response == "count") return(mean(p - y * log(p)))
  y <- as.integer(if (is.factor(y)) y else factor(y))
  if (!is.matrix(p)) p <- cbind(1 - p, p)
  -mean(log(p[cbind(seq_along(y), y)]))
}

smaller <- function(case) {
  lapply(seq_along(case$data)[length(case$data) > 1L], function(i) {
    case$data <- case$data[-i]
    case
  })
}

function(seed) {
  list(case = random_case(), wrong = wrong_in, smaller = smaller, shown = function(case) {
    kinds <- vapply(case$data, function(x) class(x)[[1]], "")
    missing <- ifelse(vapply(case$data, anyNA, NA), "with NA", "")
    paste(toString(case$outputs), "(", case$response, ") ~",
          paste(kinds, names(case$data), missing, collapse = ", "))
  })
}
