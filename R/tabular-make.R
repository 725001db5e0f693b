# tabular(): a model made for a data frame, and trained on it.

#' Make and train a model of a data frame
#'
#' `tabular()` makes a neural network for the columns of a data frame, trains it and returns it. The
#' response decides about the output, the loss and the metrics. The columns are prepared within the
#' model: it takes data frames like the first one, also after [save_model()] and [load_model()].
#'
#' The result is a Keras model: `summary()` shows its layers, and [evaluate()], [save_model()],
#' [saveRDS()] and [serve_model()] take it. `print()` says what it was made from, and how well each
#' row was predicted without it.
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
#' | 2 classes, or 0 and 1 | `"binomial"` | probability of the second | `"binary_crossentropy"` |
#' | counts, `cbind(yes, no)` | `"binomial"` | probability of the first | `"binary_crossentropy"` |
#' | more classes | `"multinomial"` | their probabilities | `"sparse_categorical_crossentropy"` |
#' | ordered factor | `"ordinal"` | their probabilities | `"sparse_categorical_crossentropy"` |
#' | `Surv(time, event)` | none | hazards of intervals of time | `"kl_divergence"` |
#'
#' Classes are factors, text or logical; the numbers 0 and 1 are with `family = "binomial"` alone.
#' `family` may also be one of [stats::glm()] with its usual link, as `binomial` or `poisson()`. Of
#' counts of two columns, as for [stats::glm()], each row becomes two of the same fold, weighted by
#' the counts. For an ordered factor the network computes for each class the probability of a higher
#' one, given that it is reached. Numbers are centred and scaled for the network, and the model's
#' output is on their own scale. Several responses are a list: `list(price = y1, kind = y2) ~ .`;
#' `family` is then `"auto"`.
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
#' `print()` shows the concordance of the rows, each predicted without it.
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
#' * Numbers and logicals are centred by their median and scaled by the distance of their quartiles,
#'   \eqn{z}{z}, and clipped smoothly, \eqn{z / \sqrt{1 + (z / 3)^2}}{z / sqrt(1 + (z / 3)^2)}, so
#'   that no value counts as more than 3 such distances (Holzmüller et al., 2024). Beside it, each
#'   of up to 32 bins of equally many rows is a feature that rises from 0 to 1 within the bin
#'   (Gorishniy et al., 2022); there are 4 bins at least, and one for each 100 rows. Where classes
#'   are predicted, two of five members do without bins. A missing value becomes the median; if
#'   there were some in training, a further column says where. Numbers that are farther from those
#'   of training than these from each other are a warning of class `rkeras_warning_range`.
#' * Factors and texts of up to 8 levels have a column of zeros and ones for each level, others an
#'   embedding. An ordered factor has its rank, too. A missing value is a level of its own if there
#'   were some in training. A level that was not in the training data is treated as unknown, with a
#'   warning of class `rkeras_warning_levels`.
#' * Dates and times are numbers that are not clipped, and the sine and cosine of the phases of the
#'   year, the week and (for times) the day, in UTC. Without R, dates are days and times are seconds
#'   since 1970, in 32 bits: times are exact to two minutes.
#' * Other classes over numbers or text, such as `labelled` of haven, are what they are in
#'   [stats::lm()]: the numbers or the text. Lists and S4 classes, such as the periods of lubridate,
#'   are errors.
#' * `offset()` is added to the output; for counts and two classes to its logarithm or logit.
#'
#' Saved in a `.keras` file, the model is one of Keras alone: in Python its inputs are a dict of
#' arrays with the names of the columns, for factors of the type `object` with text (`"[NA]"` for a
#' missing one). A model of JAX or PyTorch, which have no text, takes the numbers of the levels,
#' from 1, and 0 for an unknown one; R has them from the factors. Names that Keras and TensorFlow do
#' not allow are replaced in the file: in those of inputs a slash is `_`; in those of several
#' outputs all is `_` but ASCII letters, digits, `.`, `-` and `_`. Names that are then alike are
#' numbered, and `_column` is added to those that Keras gives to layers, such as `add`. R shows the
#' names of the data.
#'
#' @section Recipes:
#' A recipe of the package recipes is prepared with `data`, unless it was before. Its outcomes and
#' predictors are used, its case weights are the weights, and later data are baked. Steps with
#' `skip = TRUE`, such as `step_filter()` and `step_sample()` by default, are for training only. If
#' they change rows, the model does not keep `data`, and `fitted()`, `residuals()` and others need
#' data. If they change the outcome, they are errors, and so is [evaluate()]: the outcome of other
#' rows is not known on the scale of training.
#'
#' @section Members:
#' The model is the mean of five networks, its members, which are trained side by side in one. Each
#' leaves out another fifth of the rows, alike in its response, or the rows of some `folds`. Its
#' training ends when the loss of these rows has not fallen for `patience` epochs, and it keeps the
#' weights of its best epoch. `predict(type = "members")` has the prediction of each; how far they
#' are apart says where the data do not determine it. After [set.seed()] all of it is the same
#' again: the folds, and a seed for initial weights, orders of rows and dropout, are drawn from R's
#' generator. Sizes are in [tabular_network()].
#'
#' Without hidden layers, numbers are neither clipped nor encoded, and the model is linear in them.
#'
#' @section Rows that are left out:
#' Each row is predicted by the member that has not been trained on it. `print()` and [glance()]
#' have scores of these predictions with their standard errors, [augment()] has the predictions, and
#' [plot_diagnostics()] and [calibration()] are about them. They are by single members; the model
#' itself is better.
#'
#' For one column of numbers, and for classes, `predict(interval = "prediction")` needs nothing
#' more: intervals are made of these errors and the members' predictions (CV+; Barber et al., 2021).
#' They contain a new response of the same population with a probability of at least 1 - 2 (1 -
#' `level`) minus a term below the root of 2 / n, in practice about `level` (`bench/RESULTS.md` has
#' it for 24 tables). Strictly, that holds with `strict = TRUE`, where the rows left out do not
#' decide when a member is best, either; and not for folds of groups or of time. [conformal()] is
#' exact, for rows of its own.
#'
#' Rows that belong together, as those of a patient, must be left out together, or scores and
#' intervals are too good: `folds = patient`.
#'
#' @param formula A formula, `response ~ inputs`; or a recipe of the package recipes: see there.
#' @param data Data frame with the variables of the formula, as in [stats::lm()]. Others, and all
#'   without `data`, are those of the formula's environment: what has a value for each row is a
#'   column like those of `data`, and later data need it. The data frame is of any kind (tibble,
#'   data.table); or a table whose rows are read into one: of arrow (tables, data sets, queries,
#'   readers of batches), nanoarrow, polars or duckdb; a lazy table of a data base; or one of
#'   Python: of pandas, polars, pyarrow or any other library whose tables have Arrow's method
#'   `__arrow_c_stream__`, such as DuckDB.
#' @param ... Arguments of [tabular_network()] and [tabular_training()], such as `hidden = 64` or
#'   `epochs = 20`, and settings of the family: `probs`, the quantiles of `"quantile"`, increasing
#'   numbers between 0 and 1; `components`, the number of normal distributions of `"mixture"`, 3 by
#'   default; `intervals`, the number of intervals of survival times, each with as many events, by
#'   default with about 10 each, 5 to 30 of them.
#' @param weights Numbers. Weight of each row in the loss; an expression of columns of `data`.
#' @param subset Rows to use; an expression of columns of `data`.
#' @param na.action Function. What to do with rows with missing values; [stats::na.pass()], the
#'   default, keeps them, [stats::na.omit()] leaves them out.
#' @param offset Numbers that are added to the output; an expression of columns of `data`.
#' @param family String, or a family of [stats::glm()]. The kind of the response: see there.
#'   `"auto"` decides by its class.
#' @param folds Which rows members leave out: the number of folds, whose rows are drawn at random; 1
#'   for none, so that all members are trained for all `epochs`. Or the group of each row, an
#'   expression of columns of `data`: groups are left out as a whole. Or a list of row numbers, or
#'   folds of rsample, as in [cross_validate()].
#' @param network,training What [tabular_network()] and [tabular_training()] return.
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
#' @concept bagging
#' @concept CV+
#' @concept prediction interval
#' @concept survival analysis
#' @concept censoring
#' @concept Cox model
#' @references Barber, R. F., Candès, E. J., Ramdas, A. and Tibshirani, R. J. (2021). Predictive
#'   inference with the jackknife+. *Annals of Statistics* 49, 486-507. \doi{10.1214/20-AOS1965}
#'
#'   Gensheimer, M. F. and Narasimhan, B. (2019). A scalable discrete-time survival model for neural
#'   networks. *PeerJ*, 7, e6257.
#'
#'   Gorishniy, Y., Rubachev, I. and Babenko, A. (2022). [On embeddings for numerical features in
#'   tabular deep learning](https://arxiv.org/abs/2203.05556). *NeurIPS*.
#'
#'   Holzmüller, D., Grinsztajn, L. and Steinwart, I. (2024). [Better by default: strong pre-tuned
#'   MLPs and boosted trees on tabular data](https://arxiv.org/abs/2407.04491). *NeurIPS*.
#' @seealso [tabular_network()], [predict()][predict.keras.src.models.model.Model], [fit()] for
#'   models made layer by layer.
#' @export
#' @examplesIf is_keras_available()
#' set.seed(1)
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
  family <- if (is.character(family)) match_choice(family) else name_of_family(family)
  if (!is.null(call$offset)) formula[[3]] <- bquote(.(formula[[3]]) + offset(.(call$offset)))
  data <- with_formula_variables(formula, if (!missing(data)) as_table(data))
  data <- table_rows(call, data, environment(formula))
  folds <- attr(data, "folds") %||% folds_of_share(dots$validation_split)
  if (family == "binomial" && is_cbind_of_two(formula)) {
    data <- rows_of_trials(formula, data, folds %||% 5)
    formula[[2]] <- as.name(names(data)[[1]])
  }
  table <- prepared_table(formula, data, na.action, family, family_settings(family, settings),
                          settings$calibration_split)
  if (family == "auto") tell_outcomes(table$y)
  table$folds <- table$folds %||% folds
  made <- trained_table(call, table, settled(settings, table$design))
  if (!is.null(table$calibration)) conformal(made, table$calibration)
  made
}

# The name of one that glm() takes, as `binomial` or `poisson()`, which has its usual link.
name_of_family <- function(family) {
  if (is.function(family)) family <- tryCatch(family(), error = function(cnd) family)
  links <- c(gaussian = "identity", binomial = "logit", poisson = "log")
  if (!inherits(family, "family") || !identical(unname(links[family$family]), family$link)) {
    abort(
      c("`family` must be one of %s, or a family of glm() with its usual link: gaussian(),",
        "binomial() or poisson(), not %s."), in_quotes(eval(formals(tabular.formula)$family)),
      if (inherits(family, "family")) sprintf("%s(\"%s\")", family$family, family$link)
      else describe(family)
    )
  }
  family$family
}

tell_outcomes <- function(y) {
  for (name in names(Filter(are_outcomes, y))) {
    message("The response `", name, "` is 0 or 1 and is predicted as a number. With `family = ",
            "\"binomial\"`, or as a factor, its probability is.")
  }
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
  table$inputs <- table_inputs(design, table$frame)
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
