# Each kind of response with each function that R's models answer: the values are those that R
# computes from others, a model from a file answers as before, and what has no meaning is an error
# of the package.

kinds <- list(
  number = function(n, x) x + stats::rnorm(n, 10), both = function(n, x) cbind(p = x, q = -x),
  flag = function(n, x) x + stats::rnorm(n) > 0,
  two = function(n, x) factor(ifelse(x + stats::rnorm(n) > 0, "b z", "a"), c("b z", "a")),
  classes = function(n, x) cut(x + stats::rnorm(n), c(-Inf, -0.5, 0.5, Inf), c("u", "v w", "x")),
  text = function(n, x) rep_len(c("n", "m", "k"), n),
  ordered = function(n, x) cut(x, c(-Inf, -0.4, 0.4, Inf), c("l", "m", "h"), ordered_result = TRUE),
  count = function(n, x) stats::rpois(n, exp(1 + x / 2)),
  location_scale = function(n, x) x + stats::rnorm(n), quantile = function(n, x) x - stats::rexp(n),
  mixture = function(n, x) x + rep_len(c(-2, 2), n), several = function(n, x) x,
  survival = function(n, x) stats::rexp(n, exp(x / 2))
)
heads <- c("location_scale", "quantile", "mixture")
of_classes <- c("flag", "two", "classes", "text", "ordered")
of_numbers <- c("number", "count", heads)

random_case <- function() {
  list(kind = sample(names(kinds), 1L), n = sample(24:40, 1L), seed = sample(1000L, 1L),
       has_category = chance(0.6), has_missing = chance(0.4), has_date = chance(0.3),
       weighted = chance(0.3), named = chance(0.3), as = sample(c("tibble", "data.table"), 1L))
}

frame_of <- function(case) {
  set.seed(case$seed)
  n <- case$n
  data <- data.frame(a = stats::rnorm(n))
  data$y <- kinds[[case$kind]](n, data$a)
  if (case$kind == "survival") data$event <- rep_len(c(1, 1, 0), n)
  if (case$kind == "several") data$z <- factor(rep_len(c("r", "s", "t"), n))
  if (case$has_category) data$`f 1` <- factor(rep_len(c("k", "l", "m"), n))
  if (case$has_date) data$day <- as.Date("2024-01-01") + seq_len(n)
  if (case$has_missing) data$a[c(2, 5)] <- NA
  if (case$named) rownames(data) <- paste0("row ", seq_len(n))
  data
}

inputs_of <- function(data) setdiff(names(data), c("y", "event", "z"))

model_of <- function(case, data) {
  response <- switch(case$kind, survival = quote(survival::Surv(y, event)),
                     several = quote(list(second = y, first = z)), quote(y))
  inputs <- Reduce(function(a, b) call("+", a, b), lapply(inputs_of(data), as.name))
  formula <- stats::as.formula(call("~", response, inputs), globalenv())
  family <- if (case$kind == "count") "poisson" else if (case$kind %in% heads) case$kind else "auto"
  set_random_seed(case$seed)
  weights <- if (case$weighted) seq_len(case$n)
  call <- bquote(tabular(.(formula), data, epochs = 2, hidden = 4, family = .(family),
                         weights = .(weights)))
  eval(call)
}

# ---- Comparisons ---------------------------------------------------------------------------------

alike <- function(a, b, tolerance = 1e-4) {
  if (is.list(a) && !is.data.frame(a)) return(length(a) == length(b) && all(mapply(alike, a, b)))
  isTRUE(all.equal(a, b, tolerance = tolerance, check.attributes = FALSE))
}

rows_in <- function(x, rows) {
  if (is.list(x) && !is.data.frame(x)) lapply(x, rows_in, rows)
  else if (length(dim(x)) == 2L) x[rows, , drop = FALSE] else x[rows]
}

n_in <- function(x) if (is.list(x) && !is.data.frame(x)) n_in(x[[1]]) else NROW(x)

# What was said of the checks that fail. A check is an expression that is TRUE.
said <- new.env()

check <- function(what, expr) {
  result <- tryCatch(expr, error = function(e) paste("error:", conditionMessage(e)))
  if (!isTRUE(result)) {
    text <- if (is.character(result)) result else "is wrong"
    said$texts <- c(said$texts, paste(what, text))
  }
}

# An error of the package, whose message names what is to be done.
refuses <- function(expr, pattern = ".") {
  e <- tryCatch({
    force(expr)
    NULL
  }, error = identity)
  if (is.null(e)) return("is not refused")
  if (!inherits(e, "rkeras_error")) return(paste("has a plain error:", conditionMessage(e)))
  if (grepl(pattern, conditionMessage(e))) TRUE else paste("says", conditionMessage(e))
}

# `expr` where the kind is one of `kinds`, otherwise an error of the package.
check_for <- function(what, kind, kinds, expr) {
  if (kind %in% kinds) check(what, expr) else check(what, refuses(expr))
}

# ---- What has to hold ----------------------------------------------------------------------------

problem_in <- function(case) {
  said$texts <- character()
  data <- frame_of(case)
  model <- model_of(case, data)
  p <- predict(model, newdata = data)
  check_predictions(case, model, data, p)
  check_statistics(case, model, data, p)
  check_frames(case, model, data, p)
  check_newdata(case, model, data, p)
  check_files(case, model, data, p)
  check_plots(case, model)
  check_explanations(case, model, data)
  check_uncertainty(case, model, data, p)
  check_counterfactuals(case, model, data, p)
  check_caret(case, data)
  check_tuning(case, data)
  if (length(said$texts) > 0L) paste(said$texts, collapse = "\n  ")
}

levels_of <- function(case, data) {
  y <- data$y
  if (is.factor(y)) levels(droplevels(y)) else levels(factor(y))
}

prob_of <- function(p, levels) {
  if (is.null(dim(p))) p <- cbind(1 - p, p)
  colnames(p) <- levels
  p
}

check_predictions <- function(case, model, data, p) {
  kind <- case$kind
  check("fitted()", alike(fitted(model), p))
  check("predict() of no data", alike(predict(model), p))
  check("predict() of one row", alike(predict(model, newdata = data[3, ]), rows_in(p, 3)))
  none <- predict(model, newdata = data[0, ])
  check("predict() of no rows", n_in(none) == 0L && is.list(none) == is.list(p) &&
          identical(dim(none)[-1], dim(p)[-1]))
  check("predict() of rows in another order",
        alike(predict(model, newdata = data[case$n:1, ]), rows_in(p, case$n:1)))
  check("missing predictions", !anyNA(unlist(p)))
  levels <- if (kind %in% of_classes) levels_of(case, data)
  prob <- if (!is.null(levels)) prob_of(p, levels)
  check_for("type = prob", kind, c(of_classes, "several"), {
    found <- predict(model, newdata = data, type = "prob")
    if (kind == "several") alike(rowSums(found$first), rep(1, case$n))
    else alike(found, prob) && identical(colnames(found), levels) &&
      alike(rowSums(found), rep(1, case$n))
  })
  check_for("type = class", kind, c(of_classes, "several"), {
    found <- predict(model, newdata = data, type = "class")
    if (kind == "several") is.factor(found$first)
    else identical(found, factor(levels[max.col(prob, "first")], levels,
                                 ordered = kind == "ordered"))
  })
  check_for("type = link", kind, setdiff(names(kinds), heads), {
    link <- predict(model, newdata = data, type = "link")
    if (kind == "several") {
      link <- link$first
      p <- p$first
    }
    powers <- exp(link)
    alike(p, switch(kind, number = , both = link, count = powers,
                    flag = , two = stats::plogis(link), survival = p,
                    powers / rowSums(as.matrix(powers))), 1e-3)
  })
  check_for("type = quantile", kind, c("count", heads), {
    found <- predict(model, newdata = data, type = "quantile", probs = c(0.1, 0.5, 0.9))
    all(found[, 1] <= found[, 2] & found[, 2] <= found[, 3])
  })
  check_for("type = survival", kind, "survival", {
    found <- predict(model, newdata = data, type = "survival", times = c(0, 0.1, 0.2))
    all(found[, 1] == 1) && all(found[, 2] >= found[, 3])
  })
}

check_statistics <- function(case, model, data, p) {
  kind <- case$kind
  check("formula()", setequal(all.vars(stats::formula(model)), names(data)))
  check("model.frame()", {
    frame <- stats::model.frame(model)
    nrow(frame) == case$n && alike(frame$a, data$a) && identical(rownames(frame), rownames(data))
  })
  check("nobs()", identical(stats::nobs(model), case$n))
  check("case.names()", identical(stats::case.names(model), rownames(data)))
  check("weights()", alike(stats::weights(model), if (case$weighted) seq_len(case$n)))
  y <- data$y
  is_class <- function() outer(as.character(y), levels_of(case, data), "==")
  observed <- switch(kind, flag = y * 1, two = (y == "a") * 1,
                     classes = , text = , ordered = is_class() * 1, y)
  check_for("residuals()", kind, setdiff(names(kinds), "several"), {
    found <- stats::residuals(model)
    if (kind == "survival") all(found <= data$event) else alike(found, observed - p)
  })
  without_pearson <- c("survival", "several", "quantile")
  check_for("residuals(pearson)", kind, setdiff(names(kinds), without_pearson), {
    found <- stats::residuals(model, type = "pearson")
    expected <- switch(kind, number = , both = observed - p, count = (y - p) / sqrt(p),
                       location_scale = (y - p) / predict(model, newdata = data,
                                                          type = "parameters")[, "sd"],
                       mixture = found, (observed - p) / sqrt(p * (1 - p)))
    alike(found, expected)
  })
  with_deviance <- setdiff(names(kinds), c("classes", "text", "ordered", "several"))
  check_for("residuals(deviance)", kind, with_deviance, {
    found <- stats::residuals(model, type = "deviance")
    switch(kind, count = alike(sum(found^2), sum(stats::poisson()$dev.resids(y, p, 1))),
           flag = , two = alike(sum(found^2), -2 * sum(stats::dbinom(observed, 1, p, log = TRUE))),
           survival = all(is.finite(found)), alike(found, observed - p))
  })
  check_for("logLik()", kind, setdiff(names(kinds), c("several", "quantile")), {
    found <- stats::logLik(model)
    is.finite(found) && attr(found, "nobs") == case$n && is.finite(stats::AIC(model))
  })
  check_for("simulate()", kind, setdiff(names(kinds), c("several", "both")), {
    found <- stats::simulate(model, nsim = 2, seed = 1)
    identical(found, stats::simulate(model, nsim = 2, seed = 1)) &&
      identical(dim(found), c(case$n, 2L)) &&
      if (kind == "survival") inherits(found$sim_1, "Surv")
      else is.numeric(found$sim_1) == !kind %in% of_classes
  })
  again <- tryCatch(stats::update(model, epochs = 1), error = identity)
  check("update()", if (inherits(again, "error")) conditionMessage(again)
        else identical(stats::formula(again), stats::formula(model)))
  check("update(. ~ a)", identical(all.vars(stats::formula(stats::update(model, . ~ a))[[3]]), "a"))
  check_for("family()", kind, c(of_numbers, "flag", "two", "both"),
            inherits(stats::family(model), "family"))
}

check_frames <- function(case, model, data, p) {
  kind <- case$kind
  found <- tryCatch(generics::augment(model), error = identity)
  check("augment()", {
    if (inherits(found, "error")) stop(found)
    first <- if (kind == "several") found$.fitted_second else found$.fitted
    nrow(found) == case$n && all(names(data) %in% names(found)) &&
      if (kind %in% of_classes) identical(first, predict(model, type = "class"))
      else if (kind == "both") alike(found$.fitted_1, p[, 1])
      else alike(first, if (kind == "several") p$second else p)
  })
  check("augment() of new data", nrow(generics::augment(model, newdata = data[1:3, ])) == 3L)
  check("augment() without the response",
        nrow(generics::augment(model, newdata = data[1:3, inputs_of(data), drop = FALSE])) == 3L)
  if (kind %in% of_numbers) check(".resid", alike(found$.resid, data$y - p))
  glanced <- generics::glance(model)
  check("glance()", nrow(glanced) == 1L && glanced$nobs == case$n &&
          glanced$nobs_held == case$n)
  if (kind == "number" && !case$weighted) {
    check("glance() and augment()",
          alike(glanced$held_rmse, sqrt(mean((data$y - found$.left_out)^2))))
  }
  check("tidy()", nrow(generics::tidy(model)) > 1L)
  check("print()", any(grepl("Formula", utils::capture.output(print(model)))))
}

check_newdata <- function(case, model, data, p) {
  # data.table makes columns of a matrix.
  as_other <- if (case$as == "tibble" || case$kind == "both") tibble::as_tibble
    else data.table::as.data.table
  other <- as_other(data)
  check(paste("predict() of", class(other)[[1]]), alike(predict(model, newdata = other), p))
  check("predict() without the response",
        alike(predict(model, newdata = data[inputs_of(data)]), p))
  lacks <- data[setdiff(names(data), "a")]
  check("a column that is missing", refuses(predict(model, newdata = lacks), "`a`"))
  text <- data
  text$a <- as.character(text$a)
  check("a column of another kind", refuses(predict(model, newdata = text), "`a`"))
  gone <- data
  gone$a[1] <- NA
  check("a missing number", !anyNA(unlist(rows_in(predict(model, newdata = gone), 1))))
  if (case$has_category) {
    new <- data[inputs_of(data)]
    new$`f 1` <- factor("unknown")
    warned <- FALSE
    found <- withCallingHandlers(
      predict(model, newdata = new),
      rkeras_warning_levels = function(w) {
        warned <<- TRUE
        invokeRestart("muffleWarning")
      }
    )
    check("a new level", warned && !anyNA(unlist(found)))
    new$`f 1` <- as.character(data$`f 1`)
    check("text in place of a factor", alike(predict(model, newdata = new), p))
  }
}

check_files <- function(case, model, data, p) {
  rds <- tempfile(fileext = ".rds")
  saveRDS(model, rds)
  keras <- tempfile(fileext = ".keras")
  save_model(model, keras)
  read <- list(readRDS = readRDS(rds), load_model = load_model(keras))
  for (name in names(read)) {
    again <- read[[name]]
    check(paste("predict() after", name), alike(predict(again, newdata = data), p))
    check(paste("formula() after", name),
          identical(deparse1(stats::formula(again)), deparse1(stats::formula(model))))
    check(paste("nobs() after", name), identical(stats::nobs(again), case$n))
    check(paste("glance() after", name), alike(generics::glance(again), generics::glance(model)))
    check(paste("print() after", name), identical(utils::capture.output(print(again)),
                                                  utils::capture.output(print(model))))
    if (case$kind %in% of_classes) {
      check(paste("classes after", name), identical(predict(again, newdata = data, type = "class"),
                                                    predict(model, newdata = data, type = "class")))
    }
    if (case$kind != "several") {
      check(paste("residuals() after", name),
            alike(stats::residuals(again, data = data), stats::residuals(model)))
      if (case$kind != "quantile") {
        check(paste("logLik() after", name),
              alike(as.vector(stats::logLik(again, data = data)),
                    as.vector(stats::logLik(model, data = data))))
      }
    }
  }
  check("the data after readRDS", alike(fitted(read$readRDS), p))
  check("the data after load_model", refuses(fitted(read$load_model), "data"))
  check("update() after load_model", refuses(stats::update(read$load_model), "call of tabular"))
}

check_plots <- function(case, model) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  possible <- list(history = names(kinds), residuals = of_numbers, qq = of_numbers,
                   observed = of_numbers, confusion = of_classes, survival = "survival")
  for (what in names(possible)) {
    for (method in c("base", "ggplot2")) {
      check_for(paste("plot_diagnostics()", what, method), case$kind, possible[[what]], {
        drawn <- plot_diagnostics(model, what, method = method)
        if (method == "ggplot2") print(drawn)
        TRUE
      })
    }
  }
}

check_explanations <- function(case, model, data) {
  set.seed(1)
  check_for("feature_importance()", case$kind, setdiff(names(kinds), "several"), {
    found <- as.data.frame(feature_importance(model, repeats = 2))
    setequal(found$feature, inputs_of(data)) && !anyNA(found)
  })
  check("partial_dependence()", !anyNA(as.data.frame(partial_dependence(model, feature = "a"))))
  target <- if (case$kind == "both") 1
  check_for("attributions()", case$kind, setdiff(names(kinds), c("several", heads, "survival")), {
    found <- attributions(model, data[1:3, ], target = target, tolerance = 1)
    identical(dim(found$values), c(3L, length(inputs_of(data)))) &&
      max(abs(found$gap)) < 0.02 * max(abs(found$prediction), 1)
  })
}

check_uncertainty <- function(case, model, data, p) {
  kind <- case$kind
  check_for("calibration()", kind, of_classes, {
    found <- rkeras::calibration(model, data) # of caret, too
    alike(found$scores[["accuracy"]],
          mean(predict(model, type = "class") == data$y))
  })
  check_for("cross_validate()", kind, names(kinds), {
    make <- function(rows) tabular(stats::formula(model), rows, epochs = 1, hidden = 4)
    set.seed(1)
    found <- cross_validate(make, data, folds = 2)
    nrow(found$predictions) == case$n && all(is.na(found$metrics$error))
  })
  check_for("conformal()", kind, c(of_numbers, of_classes), {
    conformal(model, data)
    found <- predict(model, newdata = data, interval = "prediction", level = 0.8)
    if (kind %in% of_classes) all(rowSums(found) >= 1)
    else all(found[, "lwr"] <= found[, "upr"]) &&
      mean(data$y >= found[, "lwr"] - 1e-6 & data$y <= found[, "upr"] + 1e-6) >= 0.8
  })
}

counterfactual_target <- function(case, model, row, levels, p) {
  if (!is.null(levels)) {
    before <- predict(model, newdata = row, type = "class")
    return(setdiff(levels, as.character(before))[[1]])
  }
  if (is.numeric(p)) stats::quantile(p, 0.8, names = FALSE) else 0
}

is_reached <- function(model, changed, target, before, value) {
  if (is.character(target)) {
    return(as.character(predict(model, newdata = changed, type = "class")) == target)
  }
  if (before <= target) value >= target - 1e-6 else value <= target + 1e-6
}

as_text <- function(row) lapply(row, as.character)

# The row of a counterfactual is predicted as asked for, and differs in the columns that it lists.
check_counterfactuals <- function(case, model, data, p) {
  row <- data[3, inputs_of(data), drop = FALSE]
  levels <- if (case$kind %in% of_classes) levels_of(case, data)
  target <- counterfactual_target(case, model, row, levels, p)
  for (method in c("search", if (!case$has_category && !case$has_date) "gradient")) {
    possible <- c(of_numbers, of_classes, "survival")
    check_for(paste("counterfactual()", method), case$kind, possible, {
      found <- suppressWarnings(
        counterfactual(model, row, target, data = data, method = method),
        classes = "rkeras_warning_counterfactual"
      )
      changed <- attr(found, "row")
      differs <- names(row)[!mapply(identical, as_text(row), as_text(changed[names(row)]))]
      after <- predict(model, newdata = changed)
      value <- if (is.null(levels)) after[[1]] else prob_of(after, levels)[[1, target]]
      setequal(found$feature, differs) && nrow(found) <= 3L &&
        attr(found, "reached") == is_reached(model, changed, target, p[[3]], value) &&
        alike(attr(found, "prediction")[["after"]], value)
    })
  }
}

check_caret <- function(case, data) {
  if (!case$kind %in% c("number", "count", "flag", "two", "classes", "text", "ordered")) return()
  y <- if (case$kind %in% of_classes) factor(data$y, levels_of(case, data)) else data$y
  caret_train <- function(...) caret::train(...)
  environment(caret_train) <- globalenv()
  inputs <- data[inputs_of(data)]
  grid <- data.frame(units = c(4, 1), dropout = 0, learning_rate = 0.01)
  found <- tryCatch(caret_train(
    inputs, y, method = rkeras_model(), epochs = 1, tuneGrid = grid,
    weights = if (case$weighted) seq_len(case$n), trControl = caret::trainControl("cv", number = 2)
  ), error = identity)
  check("caret::train()", {
    if (inherits(found, "error")) stop(found)
    metric <- if (is.factor(y)) "Accuracy" else "RMSE"
    nrow(found$results) == 2L && !anyNA(found$results[[metric]])
  })
  check("predict() of caret", {
    own <- found$finalModel$model
    expected <- predict(own, newdata = inputs, type = if (is.factor(y)) "class" else "response")
    given <- predict(found, inputs)
    if (is.factor(y)) identical(as.character(given), as.character(expected)) &&
      identical(levels(given), levels(y))
    else alike(given, expected)
  })
  if (is.factor(y)) check("predict(prob) of caret", {
    given <- predict(found, inputs, type = "prob")
    identical(names(given), levels(y)) && alike(rowSums(given), rep(1, case$n))
  })
  check("predictors() of caret", setequal(caret::predictors(found), names(inputs)))
}

check_tuning <- function(case, data) {
  if (!py_module_available("optuna")) return()
  formula <- stats::as.formula(call("~", quote(y), quote(a)), globalenv())
  if (case$kind %in% c("several", "survival")) return()
  study <- function() {
    tune(function(trial) {
      set_random_seed(1)
      model <- tabular(formula, data, epochs = 1, hidden = trial$suggest_int("units", 1, 8))
      unlist(evaluate(model, data, verbose = 0))[["loss"]]
    }, trials = 3, seed = case$seed, sampler = "random", progress = FALSE)
  }
  check("tune()", {
    found <- study()
    values <- found$trials$value
    best <- which.min(values)
    nrow(found$trials) == 3L && !anyNA(values) && found$best_value == values[[best]] &&
      found$best_params$units == found$trials$param_units[[best]] &&
      alike(study()$trials$value, values) && !is.unsorted(as.data.frame(found)$value)
  })
}

smaller <- function(case) {
  with_simpler(case, list(has_category = FALSE, has_missing = FALSE, has_date = FALSE,
                          weighted = FALSE, named = FALSE, as = "tibble"))
}

function(seed) {
  list(case = random_case(), wrong = problem_in, smaller = smaller, shown = shown)
}
