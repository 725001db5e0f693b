# tabular(): a model made for a data frame, and trained on it.

#' Make and train a model of a data frame
#'
#' `tabular()` makes a neural network for the columns of a data frame, trains it and returns it. The
#' response decides about the output, the loss and the metrics. The columns are prepared within the
#' model: it takes data frames like the first one, also after [save_model()] and [load_model()].
#'
#' The result is a Keras model: `summary()` shows its layers, and [evaluate()], [save_model()],
#' [saveRDS()] and [serve_model()] take it. `print()` says what it was made from, and how well it
#' did on the rows that were held out.
#'
#' @section Response:
#'
#' | response | `family` | output | loss |
#' |---|---|---|---|
#' | numbers, `cbind()` of several | `"gaussian"` | the mean | `"mse"` |
#' | numbers | `"location_scale"` | mean and standard deviation | [loss_gaussian_nll()] |
#' | numbers | `"quantile"` | the quantiles of `probs` | [loss_quantile()] |
#' | numbers | `"mixture"` | mixture of normal distributions | [loss_gaussian_mixture_nll()] |
#' | counts | `"poisson"`, never chosen by itself | the mean | `"poisson"` |
#' | 2 classes | `"binomial"` | probability of the second | `"binary_crossentropy"` |
#' | more classes | `"multinomial"` | their probabilities | `"sparse_categorical_crossentropy"` |
#' | ordered factor | `"ordinal"` | their probabilities | `"sparse_categorical_crossentropy"` |
#' | `Surv(time, event)` | none | hazards of intervals of time | `"kl_divergence"` |
#'
#' Classes are factors, text or logical. For an ordered factor the network computes for each class
#' the probability of a higher one, given that it is reached. Numbers are centred and scaled for
#' the network, and the model's output is on their own scale. Several responses are a list:
#' `list(price = y1, kind = y2) ~ .`; `family` is then `"auto"`.
#'
#' The families `"location_scale"`, `"quantile"` and `"mixture"` predict a distribution of one
#' number, which may be wider or more skewed for some rows than for others; quantiles never cross.
#' Their `predict()` returns the mean, or for quantiles the median, and has quantiles and intervals:
#' see `type` and `interval` [there][predict.keras.src.models.model.Model]. `evaluate()` has the
#' loss.
#'
#' Rows whose response or weight is missing are left out, with a message.
#'
#' @section Survival times:
#' The response `Surv(time, event)` of the package survival is the time until an event, for rows
#' that have not had it the time until which they were observed (right-censored); other types are
#' errors. Time is divided into intervals with about 10 events each, 5 to 30 of them, or by
#' `intervals`. For each interval the network computes the hazard: the probability of the event
#' within the interval, given that it has not happened before. So hazards need not be proportional,
#' as they are in a Cox model. The loss is the negative log-likelihood of the times (Gensheimer and
#' Narasimhan, 2019); who is censored in the first half of an interval does not count for it.
#' `print()` shows the concordance of the rows that were held out.
#'
#' `predict()` returns for each row, by `type`:
#' * `"response"`: the mean time, restricted to the largest time of the training data.
#' * `"survival"`: a matrix with the probability of survival until each of `times`, which are the
#'   ends of the intervals by default. The hazard is constant within an interval. `NA` after the
#'   largest time of the training data.
#' * `"median"`: the time that half of such rows survive, `NA` if more than half survive all of it.
#' * `"hazard"`: a matrix with the hazard of each interval, whose end is the name of the column.
#' * `"risk"`: a number from 0 to 1 that is larger where the event is earlier: the share of the time
#'   until the largest one that is lost, 1 minus the restricted mean divided by that time.
#'
#' In a `.keras` file, the model's outputs are the hazards, followed by 1 minus these.
#'
#' @section Columns:
#' Each variable of the formula is an input of the model, with its name; the dot means all columns
#' that the response does not use. A variable that only removed terms use, such as `x` in `. - x`,
#' is none. A variable such as `log(x)` is computed in R, and the input has this name. Its value of
#' a row must not depend on other rows, as that of `rank(x)` does: this is a warning of class
#' `rkeras_warning_formula`. Interactions need no terms: the network learns them.
#'
#' * Numbers and logicals are centred and scaled. A missing value becomes the mean; if there were
#'   some in training, a further column says where.
#' * Factors and texts of up to 8 levels have a column of zeros and ones for each level, others an
#'   embedding. A missing value is a level of its own if there were some in training. A level that
#'   was not in the training data is treated as unknown, with a warning of class
#'   `rkeras_warning_levels`.
#' * Dates and times are numbers, centred and scaled, and the sine and cosine of the phases of the
#'   year, the week and (for times) the day, in UTC. Without R, dates are days and times are seconds
#'   since 1970, in 32 bits: times are exact to two minutes.
#' * Other classes over numbers or text, such as `labelled` of haven, are what they are in
#'   [stats::lm()]: the numbers or the text. Lists and S4 classes, such as the periods of lubridate,
#'   are errors.
#' * `offset()` is added to the output; for counts and two classes to its logarithm or logit.
#'
#' Saved in a `.keras` file, the model is one of Keras alone: in Python its inputs are a dict of
#' arrays with the names of the columns, for factors of the type `object` with text (`"[NA]"` for a
#' missing one). Names that Keras and TensorFlow do not allow are replaced in the file: in those of
#' inputs a slash is `_`; in those of several outputs all is `_` but ASCII letters, digits, `.`, `-`
#' and `_`. Names that are then alike are numbered, and `_column` is added to those that Keras gives
#' to layers, such as `add`. R shows the names of the data.
#'
#' @section Recipes:
#' A recipe of the package recipes is prepared with `data`, unless it was before. Its outcomes and
#' predictors are used, its case weights are the weights, and later data are baked. Steps with
#' `skip = TRUE`, such as `step_filter()` and `step_sample()` by default, are for training only. If
#' they change rows, the model does not keep `data`, and `fitted()`, `residuals()` and others need
#' data. If they change the outcome, they are errors, and so is [evaluate()]: the outcome of other
#' rows is not known on the scale of training.
#'
#' @section Training:
#' The defaults depend on the number of rows:
#'
#' | rows | `hidden` | `dropout` | `batch_size` |
#' |---|---|---|---|
#' | below 500 | 32 | 0.1 | 16 |
#' | below 5,000 | 64, 32 | 0.1 | 32 |
#' | below 50,000 | 128, 64 | 0.1 | 128 |
#' | more | 256, 128 | 0.1 | 512 |
#'
#' A share of the rows, drawn at random and alike in its response, is held out. Training ends when
#' the loss of these rows has not fallen for `patience` epochs, and the weights of the best epoch
#' are kept. [set.seed()] makes the held rows reproducible, [set_random_seed()] all of it.
#'
#' @param formula A formula, `response ~ inputs`; or a recipe of the package recipes: see there.
#' @param data Data frame with the variables of the formula, as in [stats::lm()]. Others, and all
#'   without `data`, are those of the formula's environment: what has a value for each row is a
#'   column like those of `data`, and later data need it. The data frame is of any kind (tibble,
#'   data.table); or a table whose rows are read into one: of arrow (tables, data sets, queries,
#'   readers of batches), nanoarrow, polars or duckdb; a lazy table of a data base; or one of
#'   Python: of pandas, polars, pyarrow or any other library whose tables have Arrow's method
#'   `__arrow_c_stream__`, such as DuckDB.
#' @param ... Must be empty.
#' @param weights Numbers. Weight of each row in the loss; an expression of columns of `data`.
#' @param subset Rows to use; an expression of columns of `data`.
#' @param na.action Function. What to do with rows with missing values; [stats::na.pass()], the
#'   default, keeps them, [stats::na.omit()] leaves them out.
#' @param offset Numbers that are added to the output; an expression of columns of `data`.
#' @param family String. The kind of the response: see there. `"auto"` decides by its class.
#' @param probs Numbers between 0 and 1, increasing. The quantiles of the family `"quantile"`.
#' @param components Positive integer. Number of normal distributions of the family `"mixture"`.
#' @param intervals Positive integer. Number of intervals of survival times, each with as many
#'   events; fewer if there are fewer times. `NULL` means about 10 events in each, 5 to 30 of them.
#' @param hidden Integer vector. Units of the hidden layers; `integer()` for none. `NULL` decides by
#'   the number of rows.
#' @param activation String or function. Activation of the hidden layers.
#' @param dropout Number from 0 to below 1. Dropout after each hidden layer.
#' @param linear Logical. Whether a linear function of the inputs is added to the network's.
#' @param epochs Positive integer. Largest number of epochs.
#' @param batch_size Positive integer. Rows per step. `NULL` decides by the number of rows.
#' @param optimizer An optimizer of Keras, or its name.
#' @param validation_split Number from 0 to below 1. Share of the rows to hold out; 0 trains on all
#'   rows for all `epochs`.
#' @param patience Positive integer. Epochs without a better loss before training ends.
#' @param calibration_split Number from 0 to below 1. Share of the rows that are not used for
#'   training at all, but for prediction intervals: see [conformal()].
#' @param callbacks A Keras callback or a list of them.
#' @param verbose As in [fit()].
#' @param model Logical. Whether the model keeps the data frame, for `fitted()`, `residuals()` and
#'   the like.
#' @return A compiled and trained Keras model.
#' @concept data frame
#' @concept tabular data
#' @concept regression
#' @concept classification
#' @concept imbalanced classes
#' @concept ordinal regression
#' @concept Poisson regression
#' @concept quantile regression
#' @concept heteroscedastic regression
#' @concept uncertainty
#' @concept missing values
#' @concept survival analysis
#' @concept censoring
#' @concept Cox model
#' @references Gensheimer, M. F. and Narasimhan, B. (2019). A scalable discrete-time survival model
#'   for neural networks. *PeerJ*, 7, e6257.
#' @seealso [predict()][predict.keras.src.models.model.Model], [fit()] for models made layer by
#'   layer.
#' @export
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' model <- tabular(Species ~ ., data = iris)
#' model
#' predict(model, newdata = iris[c(1, 51, 101), ], type = "prob")
#' predict(model, newdata = iris[c(1, 51, 101), ], type = "class")
#' tabular(mpg ~ wt + factor(cyl) + log(hp), data = mtcars, epochs = 20)
tabular <- function(formula, data, ...) {
  if (missing(formula)) abort("`formula` is missing. Give `response ~ inputs`, and `data`.")
  # An error of `data` has the user's call.
  if (!missing(data)) data
  UseMethod("tabular")
}

#' @export
tabular.default <- function(formula, data, ...) {
  must_be(formula, "a formula, `response ~ inputs`, or a recipe")
}

#' @rdname tabular
#' @export
tabular.formula <- function(
    formula, data, ..., weights = NULL, subset = NULL, na.action = stats::na.pass, offset = NULL,
    family = c("auto", "gaussian", "location_scale", "quantile", "mixture", "poisson", "binomial",
               "multinomial", "ordinal"),
    probs = c(0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975), components = 3,
    intervals = NULL, hidden = NULL, activation = "relu", dropout = 0.1, linear = TRUE,
    epochs = 200, batch_size = NULL, optimizer = optimizer_adam(0.003), validation_split = 0.2,
    patience = 20, calibration_split = 0, callbacks = NULL, verbose = 0, model = TRUE) {
  check_dots_empty(...)
  call <- match.call()
  call[[1]] <- quote(tabular)
  if (!is.null(call$offset)) formula[[3]] <- bquote(.(formula[[3]]) + offset(.(call$offset)))
  data <- with_formula_variables(formula, if (!missing(data)) as_table(data))
  data <- table_rows(call, data, environment(formula))
  family <- match_choice(family)
  family_settings <- list(
    intervals = as_count(intervals, "intervals"),
    head = switch(family, quantile = list(probs = check_probs(probs)),
                  mixture = list(components = check_whole(components, "components")))
  )
  settings <- list(
    hidden = hidden, activation = activation, dropout = as_share(dropout, "dropout"),
    linear = as_flag(linear, "linear"), epochs = as_count(epochs, "epochs", is_required = TRUE),
    batch_size = as_count(batch_size, "batch_size"), optimizer = optimizer,
    share = as_share(validation_split, "validation_split"),
    calibrating = as_share(calibration_split, "calibration_split"),
    patience = as_count(patience, "patience", is_required = TRUE), callbacks = callbacks,
    verbose = verbose, keeps = as_flag(model, "model")
  )
  table <- prepared_table(formula, data, na.action, family, family_settings, settings$calibrating)
  made <- trained_table(call, table, settled(settings, nrow(table$data)))
  if (!is.null(table$calibration)) conformal(made, table$calibration)
  made
}

trained_table <- function(call, table, settings) {
  design <- table$design
  models <- tabular_models(design, settings)
  trained <- train_network(models, table, settings)
  model <- models$model
  compile_for(model, design, settings$optimizer)
  remember_training(facts_of(model), list(
    formula = design, y = layout_of(table_targets(design, table$y))
  ))
  history <- history_by_response(trained$history, design)
  assign("table", list(
    call = call, history = history, held = trained$held,
    settings = settings[c("hidden", "dropout", "linear", "share", "activation", "epochs",
                          "batch_size", "patience")],
    weights = if (settings$keeps) table$weights, data = if (settings$keeps) table$data
  ), envir = memory_of(model))
  remember_scores(model, table, history, trained$held)
  model
}

# Another model of the same rows and columns, with other initial weights and other held rows.
retrained_table <- function(object) {
  memory <- memory_of(object)
  design <- memory$trained$formula
  data <- memory$table$data
  if (is.null(data)) abort("The model does not keep its data: use tabular(model = TRUE).")
  data <- baked(design, data)
  table <- list(design = design, data = data, frame = table_frame(design, data),
                y = response_values(data, design), weights = memory$table$weights)
  trained_table(memory$table$call, table, c(memory$table$settings, list(
    optimizer = object$optimizer, verbose = 0, keeps = TRUE
  )))
}

# What depends on the number of rows.
settled <- function(settings, n) {
  size <- findInterval(n, c(500, 5000, 50000)) + 1L
  sizes <- list(32L, c(64L, 32L), c(128L, 64L), c(256L, 128L))
  settings$hidden <- settings$hidden %||% sizes[[size]]
  if (length(settings$hidden)) settings$hidden <- positive_indices(settings$hidden, "hidden")
  settings$batch_size <- settings$batch_size %||% c(16L, 32L, 128L, 512L)[[size]]
  settings
}

# ---- Data ----------------------------------------------------------------------------------------

# The rows of `subset`, with the weights as the attribute "weights".
table_rows <- function(call, data, env) {
  values <- function(argument) in_words(eval(call[[argument]], data, env), names(data))
  weights <- without_class(values("weights"))
  n <- nrow(data)
  are_weights <- is.numeric(weights) && length(weights) == n && !any(weights < 0, na.rm = TRUE)
  if (!is.null(weights) && !are_weights) {
    abort("`weights` must be %d numbers that are not negative, one for each row.", n)
  }
  rows <- values("subset")
  if (is.logical(rows)) rows <- which(rows)
  if (!is.null(rows)) {
    data <- data[rows, , drop = FALSE]
    weights <- weights[rows]
  }
  structure(data, weights = weights)
}

# The design of the table, the rows to train on with their variables, responses and weights, and
# the rows of calibration.
prepared_table <- function(formula, data, na.action, family, family_settings = list(),
                           calibrating = 0) {
  if (length(formula) < 3L) {
    abort("The formula names no response: write it as `response ~ inputs`.")
  }
  terms <- terms_left(formula, data_of_dot(formula, data, character()))
  check_terms(terms, has_offset = TRUE)
  responses <- if (is_list_call(formula[[2]])) as.list(formula[[2]])[-1] else list(formula[[2]])
  design <- list(
    text = paste(deparse(formula, 500L), collapse = " "), terms = stats::delete.response(terms),
    is_single = !is_list_call(formula[[2]]),
    responses = response_terms(responses, environment(formula), data)
  )
  names <- names(responses) %||% character(length(responses))
  names <- ifelse(nzchar(names), names, vapply(responses, deparse1, ""))
  names(design$responses) <- make.unique(names)
  design$columns <- intersect(all.vars(design$terms), names(data))
  design$kinds <- lapply(data[design$columns], kind_in_formula)
  used <- complete_rows(design, data, na.action)
  apart <- if (calibrating > 0) held_rows(response_values(used$data, design)[[1]], calibrating)
  data <- without_rows(used$data, apart)
  design$n <- nrow(data)
  # complete_rows() has warned before.
  frame <- suppressWarnings(table_frame(design, data))
  design$terms <- stats::terms(frame)
  warn_of_dependent(design$terms, data, frame)
  design$has_offset <- !is.null(attr(design$terms, "offset"))
  is_input <- !seq_along(frame) %in% attr(design$terms, "offset")
  check_names_differ(c(names(frame)[is_input], if (design$has_offset) "(offset)"))
  design$table <- Map(column_design, frame[is_input], names(frame)[is_input])
  y <- response_values(data, design)
  if (!is.null(family_settings$intervals) && !any(vapply(y, is_survival, NA))) {
    abort("`intervals` is for survival times: `Surv(time, event) ~ inputs`.")
  }
  design$targets <- Map(response_record, y, names(y), family, list(family_settings))
  layers <- keras_names(names(design$table), names(y))
  design$keys <- layers$inputs
  design$outputs <- layers$outputs
  if (design$has_offset) {
    beside <- Map(learned_beside, design_responses(design), y, names(y), list(offset_of(frame)))
    design$targets <- Map(utils::modifyList, design$targets, beside)
  }
  list(design = design, data = data, frame = frame, y = y,
       weights = without_rows(used$weights, apart),
       calibration = if (!is.null(apart)) used$data[apart, , drop = FALSE])
}

# Of a column that only a call in the formula uses, whatever that makes of it.
kind_in_formula <- function(x) tryCatch(column_kind(x, ""), rkeras_error = function(e) "number")

without_rows <- function(x, rows) {
  if (length(rows) == 0L) x else if (is.data.frame(x)) x[-rows, , drop = FALSE] else x[-rows]
}

# The rows with a response and a weight that `na.action` leaves.
complete_rows <- function(design, data, na.action) {
  weights <- attr(data, "weights")
  attr(data, "weights") <- NULL
  if (nrow(data) == 0L) abort("`data` has no rows.")
  # A response must be known. Whether inputs must be is for `na.action` to say.
  needed <- drop_null(c(unname(response_values(data, design)), list(weights)))
  is_missing <- !do.call(stats::complete.cases, needed)
  tell_left_out(sum(is_missing), "a response or weight")
  kept <- match.fun(na.action)(table_frame(design, data))
  left_out <- c(which(is_missing), unclass(attr(kept, "na.action")))
  data <- without_rows(data, left_out)
  if (nrow(data) == 0L) abort("All rows of `data` have missing values.")
  list(data = data, weights = without_rows(weights, left_out))
}

# ---- Training ------------------------------------------------------------------------------------

# Trains the network on features that are computed once. Returns list(history, held): the numbers of
# the rows that were held out.
train_network <- function(models, table, settings) {
  design <- table$design
  inputs <- table_inputs(design, table$frame)
  features <- stats::predict(models$features, inputs[input_keys(design)], verbose = 0,
                             batch_size = 4096L)
  if (!is.list(features)) features <- list(features)
  features <- c(unname(features), unname(inputs["(offset)"[network_has_offset(design)]]))
  offset <- offset_of(table$frame)
  y <- for_outputs(design, Map(network_target, design_responses(design), table$y, list(offset)))
  compile_for(models$network, design, settings$optimizer)
  held <- if (settings$share > 0) held_rows(table$y[[1]], settings$share)
  part <- function(rows) {
    list(take_rows(features, rows), take_rows(y, rows), take_rows(table$weights, rows))
  }
  trained <- part(if (is.null(held)) seq_len(design$n) else -held)
  history <- fit(
    models$network, trained[[1]], trained[[2]], sample_weight = trained[[3]],
    validation_data = if (!is.null(held)) drop_null(part(held)), epochs = settings$epochs,
    batch_size = settings$batch_size, verbose = settings$verbose, view_metrics = FALSE,
    callbacks = c(if (!is.null(held)) callback_early_stopping(patience = settings$patience,
                                                             restore_best_weights = TRUE),
                  as_callbacks(settings$callbacks))
  )
  list(history = history, held = held)
}

# The metrics of the rows that were held out. Those of several responses are Keras's.
remember_scores <- function(model, table, history, held) {
  scores <- best_values(history)
  responses <- design_responses(table$design)
  if (length(responses) == 1L && length(scores) > 0L) {
    scores <- held_scores(
      responses[[1]], scores, take_rows(table$y[[1]], held),
      stats::predict(model, take_rows(table$data, held), verbose = 0)
    )
  }
  memory <- memory_of(model)
  memory$table$scores <- scores
}

# The network and the model of it have optimizers of their own.
compile_for <- function(model, design, optimizer) {
  if (is_py_object(optimizer)) {
    optimizer <- call_python(get_attr(optimizer, "from_config"), list(optimizer$get_config()))
  }
  responses <- design_responses(design)
  metrics <- for_outputs(design, lapply(responses, metric_for))
  if (is.list(metrics)) metrics <- drop_null(metrics)
  compile(model, optimizer, loss = for_outputs(design, lapply(responses, loss_for)),
          metrics = if (length(metrics) > 0L) metrics)
}

# Rows for validation, at random from each class, or from each tenth of the numbers.
held_rows <- function(y, share) {
  rows <- NROW(y)
  # The groups one after the other, each in random order: every n-th row is of a group in turn.
  strata <- strata_of(y, rows, ties = "random")
  order <- order(strata, stats::runif(rows))
  n <- n_held(rows, share)
  if (n >= rows) {
    abort("`data` has too few rows to hold some of them out. Use `validation_split = 0`.")
  }
  sort(order[unique(round(seq(0.5, rows + 0.5, length.out = 2L * n + 1L)[2L * seq_len(n)]))])
}

n_held <- function(rows, share) max(1L, round(share * rows))

# The classes, the tenths of the numbers (several numbers by the first), or who has had the event.
strata_of <- function(y, n, ties = "average") {
  if (is.null(y)) return(integer(n))
  if (is_survival(y)) y <- factor(y[, "status"])
  if (is.matrix(y)) y <- y[, 1]
  if (is.numeric(y)) ceiling(10 * rank(y, ties.method = ties) / n)
  else as.integer(addNA(factor(y)))
}
