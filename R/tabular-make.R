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
    folds = 5, network = tabular_network(), training = tabular_training()) {
  call <- match.call()
  call[[1]] <- quote(tabular)
  dots <- list(...)
  settings <- all_settings(network, training, dots)
  family <- match_choice(family)
  if (!is.null(call$offset)) formula[[3]] <- bquote(.(formula[[3]]) + offset(.(call$offset)))
  data <- with_formula_variables(formula, if (!missing(data)) as_table(data))
  data <- table_rows(call, data, environment(formula))
  folds <- attr(data, "folds") %||% folds_of_share(dots$validation_split)
  table <- prepared_table(formula, data, na.action, family, family_settings(family, settings),
                          settings$calibration_split)
  table$folds <- table$folds %||% folds
  made <- trained_table(call, table, settled(settings, nrow(table$data)))
  if (!is.null(table$calibration)) conformal(made, table$calibration)
  made
}

family_settings <- function(family, settings) {
  list(
    intervals = as_count(settings$intervals, "intervals"),
    head = switch(
      family, quantile = list(probs = check_probs(settings$probs %||% quantile_probs)),
      mixture = list(components = check_whole(settings$components %||% 3L, "components"))
    )
  )
}

# Those of `family = "quantile"`.
quantile_probs <- c(0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975)

trained_table <- function(call, table, settings) {
  design <- table$design
  trained <- train_members(table, settings)
  settings$members <- trained$members
  model <- trained$model
  compile_for(model, design, settings$optimizer)
  remember_training(facts_of(model), list(
    formula = design, y = layout_of(table_targets(design, table$y))
  ))
  assign("table", list(
    call = call, history = history_by_response(trained$history, design),
    folds = trained$folds, left_out = trained$left_out,
    settings = settings[setdiff(names(settings), c("optimizer", "callbacks", "verbose", "model"))],
    weights = if (settings$model) table$weights, data = if (settings$model) table$data
  ), envir = memory_of(model))
  remember_left_out(model, table)
  model
}

# Another model of the same rows and columns, with other initial weights and other folds.
retrained_table <- function(object) {
  memory <- memory_of(object)
  design <- memory$trained$formula
  data <- memory$table$data
  if (is.null(data)) abort("The model does not keep its data: use tabular(model = TRUE).")
  data <- baked(design, data)
  table <- list(design = design, data = data, frame = table_frame(design, data),
                y = response_values(data, design), weights = memory$table$weights,
                folds = memory$table$folds)
  trained_table(memory$table$call, table, c(memory$table$settings, list(
    optimizer = object$optimizer, verbose = 0, model = TRUE
  )))
}

# The network and the model of it have optimizers of their own.
compile_for <- function(model, design, optimizer, metrics = TRUE) {
  optimizer <- optimizer %||% optimizer_adam(0.003)
  if (is_py_object(optimizer)) {
    optimizer <- call_python(get_attr(optimizer, "from_config"), list(optimizer$get_config()))
  }
  responses <- design_responses(design)
  metrics <- if (metrics) for_outputs(design, lapply(responses, metric_for))
  if (is.list(metrics)) metrics <- drop_null(metrics)
  compile(model, optimizer, loss = for_outputs(design, lapply(responses, loss_for)),
          metrics = if (length(metrics) > 0L) metrics)
}
