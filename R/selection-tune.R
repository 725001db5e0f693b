# tune(): hyperparameters that minimize or maximize an R function, by the library Optuna.

#' Tune hyperparameters with Optuna
#'
#' Calls an objective function again and again with other hyperparameters, which a sampler of the
#' Python library Optuna suggests, and returns the trials. The function asks its argument for the
#' hyperparameters where it needs them, makes and trains a model with them, and returns a number,
#' such as the validation loss.
#'
#' Optuna is not installed with Keras: `py_install("optuna")` installs it, `py_require("optuna")`
#' declares it.
#'
#' A trial whose objective has an error, or returns no number, is marked as failed. A warning at the
#' end says how many trials failed; an error if none of the study has a value.
#'
#' @section Trials:
#' The argument of `objective` is a list of functions:
#' * `trial$suggest_float(name, low, high, step = NULL, log = FALSE)`: a number. `log = TRUE`
#'   searches on a logarithmic scale, which suits learning rates.
#' * `trial$suggest_int(name, low, high, step = 1, log = FALSE)`: a whole number.
#' * `trial$suggest_categorical(name, choices)`: an element of a vector or list. Choices with names
#'   can be any R values; the study records the names.
#' * `trial$report(value, step)`, `trial$should_prune()`, `trial$prune()`: for pruning without
#'   [fit()]: reports an intermediate value, asks whether the trial is unpromising, and ends it.
#' * `trial$params()`, `trial$number`: what was suggested so far, and the number of the trial, from
#'   1. `trial$trial` is Optuna's own object, which counts from 0.
#'
#' @section Samplers and pruners:
#' `"tpe"` (tree-structured Parzen estimators) models which values were good in earlier trials;
#' `"random"` and `"qmc"` (quasi-random numbers) do not, and `"grid"` takes all combinations of
#' `grid`, in random order. `"median"` ends trials that are worse than the median of earlier ones at
#' the same epoch, from the sixth trial on; `"hyperband"` gives most trials few epochs.
#'
#' @section Storage and processes:
#' With `storage`, all trials are in an SQLite file, which later calls with the same `name`
#' continue: `trials` counts those that are in it, so that a script that was interrupted can be run
#' again as it is. Trials that were interrupted by the end of R remain as running.
#'
#' With `workers` above 1, that many R processes (package callr) take trials at once, through a
#' temporary file if there is no `storage`. They attach the packages of this session, and receive
#' the variables of the global environment that `objective` names.
#'
#' @param objective Function of a trial that returns a number.
#' @param trials Positive integer. Number of trials that the study shall have in the end.
#' @param ... Must be empty. A call whose `objective` is no function goes on to `tune()` of another
#'   package that rkeras masks, such as e1071 or hardhat.
#' @param direction String. Whether to `"minimize"` or `"maximize"` the objective.
#' @param sampler String or sampler of Optuna.
#' @param pruner String or pruner of Optuna. It acts where the objective reports intermediate
#'   values, as [callback_pruning()] does.
#' @param grid Named list of the values of each hyperparameter, for `sampler = "grid"`.
#' @param storage String. Path of an SQLite file, or the URL of a database. `NULL` keeps the study
#'   in memory.
#' @param name String. Name of the study in its storage.
#' @param workers Positive integer. Number of R processes. 1 uses this one.
#' @param seed Whole number. Seed of the sampler, and with the number of the trial that of
#'   [set_random_seed()] before each trial. Not reproducible with several workers, whose order
#'   depends on time. `NULL` means random seeds.
#' @param progress Logical. Whether to show a progress bar.
#' @return A list of class `rkeras_study`:
#'   * `best_value`, `best_params`: those of the best trial; `NULL` if no trial has a value.
#'   * `best_trial`: a trial that suggests the best parameters, so that the code of the objective
#'     can make the final model.
#'   * `trials`: data frame in order of time: `trial`, `value`, a column `param_<name>` for each
#'     parameter, `state` (`"complete"`, `"pruned"`, `"failed"` or `"running"`), `seconds`, `error`.
#'   * `direction`, and `study`, Optuna's own object, for `import("optuna.importance")` and others.
#'
#'   `as.data.frame()` returns `trials`, the best first. `plot()` draws the values and the best so
#'   far, with ggplot2 if it is installed.
#' @references Akiba, T., Sano, S., Yanase, T., Ohta, T. and Koyama, M. (2019). Optuna: a
#'   next-generation hyperparameter optimization framework. *KDD 2019*, 2623-2631.
#'
#'   Bergstra, J., Bardenet, R., Bengio, Y. and Kegl, B. (2011). Algorithms for hyper-parameter
#'   optimization. *Advances in Neural Information Processing Systems*, 24.
#' @concept hyperparameters
#' @concept hyperparameter tuning
#' @concept Bayesian optimization
#' @concept Optuna
#' @concept random search
#' @concept grid search
#' @concept nested cross-validation
#' @seealso [callback_pruning()], [cross_validate()]; [tuning_run()] for scripts with flags;
#'   `rkeras_guide("cross-validation-tuning")`.
#' @examplesIf is_keras_available() && py_module_available("optuna")
#' # A function of two numbers.
#' tune(function(trial) {
#'   (trial$suggest_float("x", -5, 5) - 2)^2 + trial$suggest_int("n", 1, 8)
#' }, trials = 20, seed = 1)
#' # A model.
#' x <- scale(as.matrix(iris[1:4]))
#' rows <- seq(1, 150, by = 3)
#' study <- tune(function(trial) {
#'   model <- keras_model_sequential(input_shape = 4) |>
#'     layer_dense(trial$suggest_int("units", 4, 64, log = TRUE), activation = "relu") |>
#'     layer_dense(3, activation = "softmax")
#'   rate <- trial$suggest_float("rate", 1e-4, 0.1, log = TRUE)
#'   model |> compile(optimizer_adam(rate), "sparse_categorical_crossentropy")
#'   history <- model |> fit(
#'     x[-rows, ], iris$Species[-rows], validation_data = list(x[rows, ], iris$Species[rows]),
#'     epochs = 10, verbose = 0, callbacks = callback_pruning(trial)
#'   )
#'   min(history$metrics$val_loss)
#' }, trials = 8, pruner = "median", seed = 1)
#' study
#' plot(study)
#' @export
tune <- function(objective, trials = 50, ..., direction = c("minimize", "maximize"),
                 sampler = c("tpe", "random", "grid", "qmc"),
                 pruner = c("none", "median", "hyperband"), grid = NULL, storage = NULL,
                 name = "study", workers = 1, seed = NULL, progress = interactive()) {
  if (missing(objective) || !is.function(objective) || ...length()) {
    return(call_masked("tune", {
      check_no_dots(...)
      check_function(objective, "objective")
    }))
  }
  check_logical(progress, "progress")
  check_string(name, "name")
  trials <- check_whole(trials, "trials")
  workers <- check_whole(workers, "workers")
  if (!is.null(seed)) seed <- check_whole(seed, "seed", 0L)
  if (workers > 1L) {
    for (argument in c("sampler", "pruner")) if (is_py_object(get(argument))) {
      abort("`%s` must be a string with several `workers`, not an object of Optuna.", argument)
    }
  }
  setting <- list(
    direction = match_choice(direction),
    sampler = if (is_py_object(sampler)) sampler else match_choice(sampler),
    pruner = if (is_py_object(pruner)) pruner else match_choice(pruner),
    grid = grid, url = storage_url(storage, workers), name = name, seed = seed
  )
  check_grid(setting)
  check_module("optuna", "optuna")
  study <- open_study(setting)
  before <- length(study$get_trials(deepcopy = FALSE))
  left <- max(0L, trials - sum(trial_states(study) != "running"))
  # Several processes would try the last combinations again.
  if (!is.null(grid)) left <- min(left, prod(lengths(grid)))
  errors <- with_progress(left, progress, function(ended) {
    if (left > 0L) run_trials(objective, setting, study, before + seq_len(left), workers, ended)
  })
  found <- as_study(study)
  errors <- drop_null(errors)
  if (length(errors)) {
    warn("%d of %d trials failed; %s", length(errors), left, errors[[1]], kind = "run")
  }
  found
}

check_grid <- function(setting) {
  is_needed <- identical(setting$sampler, "grid")
  if (is_needed && (!is.list(setting$grid) || !are_names(names(setting$grid)))) {
    abort("`grid` must be a named list of the values of each hyperparameter.")
  }
  if (!is_needed && !is.null(setting$grid)) abort("`grid` is for `sampler = \"grid\"`.")
}

# ---- The study of Optuna -------------------------------------------------------------------------

storage_url <- function(storage, workers) {
  if (is.null(storage)) {
    if (workers == 1L) return(NULL)
    storage <- tempfile("study", fileext = ".db")
  }
  check_string(storage, "storage")
  if (grepl("://", storage, fixed = TRUE)) return(storage)
  folder <- dirname(storage)
  check_path(folder, "storage", "directory")
  paste0("sqlite:///", file.path(normalizePath(folder), basename(storage)))
}

# `drawn` is added to the seed: numbers that a sampler has drawn for this study must not come again.
open_study <- function(setting, drawn = length(study$get_trials(deepcopy = FALSE))) {
  optuna <- import("optuna")
  optuna$logging$set_verbosity(optuna$logging$WARNING)
  # Several processes wait for each other's locks of an SQLite file.
  is_file <- startsWith(setting$url %||% "", "sqlite:")
  waiting <- if (is_file) list(connect_args = list(timeout = 120))
  storage <- if (!is.null(setting$url)) {
    optuna$storages$RDBStorage(setting$url, engine_kwargs = waiting)
  }
  study <- optuna$create_study(
    storage = storage, study_name = setting$name, load_if_exists = TRUE,
    direction = setting$direction
  )
  if (direction_of(study) != setting$direction) {
    abort("`direction` is \"%s\", but the study \"%s\" in `storage` was made to %s.",
          setting$direction, setting$name, direction_of(study))
  }
  seed <- if (!is.null(setting$seed)) (setting$seed + drawn) %% .Machine$integer.max
  study$sampler <- sampler_of(setting, optuna$samplers, if (!is.null(seed)) as.integer(seed))
  study$pruner <- pruner_of(setting$pruner, optuna$pruners)
  study
}

direction_of <- function(study) tolower(enum_name(study, "direction"))

# Converted, the member of an enumeration is its number.
enum_name <- function(x, name) get_attr(get_attr(x, name, FALSE), "name", TRUE)

sampler_of <- function(setting, samplers, seed) {
  if (is_py_object(setting$sampler)) return(setting$sampler)
  switch(setting$sampler,
    tpe = samplers$TPESampler(seed = seed), random = samplers$RandomSampler(seed = seed),
    qmc = without_experimental(samplers$QMCSampler(seed = seed)),
    grid = samplers$GridSampler(lapply(setting$grid, function(x) as_choices(x)$keys),
                                seed = setting$seed)
  )
}

# Optuna warns of its own classes that their arguments may change.
without_experimental <- function(code) {
  withCallingHandlers(code, warning = function(warning) {
    if (grepl("experimental", conditionMessage(warning))) tryInvokeRestart("muffleWarning")
  })
}

pruner_of <- function(pruner, pruners) {
  if (is_py_object(pruner)) return(pruner)
  switch(pruner, none = pruners$NopPruner(), median = pruners$MedianPruner(),
         hyperband = pruners$HyperbandPruner())
}

trial_states <- function(study) {
  states <- c(COMPLETE = "complete", PRUNED = "pruned", FAIL = "failed", RUNNING = "running",
              WAITING = "waiting")
  trials <- study$get_trials(deepcopy = FALSE)
  unname(states[vapply(trials, enum_name, "", "state")])
}

# ---- Trials --------------------------------------------------------------------------------------

# The messages of the trials that failed, or NULL.
run_trials <- function(objective, setting, study, numbers, workers, ended) {
  if (workers == 1L) {
    # The user's random numbers are as if no trial had a seed.
    keep <- if (is.null(setting$seed)) identity else without_seed
    return(keep(lapply(numbers, function(number) {
      error <- one_trial(objective, setting, study)
      ended()
      error
    })))
  }
  tasks <- stats::setNames(as.list(numbers), paste("trial", numbers))
  # Each process opens the study once. Its seed is that of its first trial: how many trials there
  # are by then depends on time, and two processes could draw the same numbers.
  task <- function(number) {
    running_job$study <- running_job$study %||% open_study(setting, drawn = number)
    one_trial(objective, setting, running_job$study)
  }
  results <- in_processes(tasks, task, workers, ended = ended)
  lapply(results, function(result) result$error %||% result$value)
}

# NULL, or the message of an error. A grid may have no combinations left.
one_trial <- function(objective, setting, study) {
  if (identical(setting$sampler, "grid") && study$sampler$is_exhausted(study)) return(NULL)
  states <- import("optuna.trial", convert = FALSE)$TrialState
  asked <- study$ask()
  # An interrupt leaves the objective without a value.
  state <- states$FAIL
  value <- NULL
  on.exit(tell_optuna(study, asked, value, state))
  tryCatch(
    {
      if (!is.null(setting$seed)) set_random_seed((setting$seed + asked$number) %% 2^31)
      value <- as_objective_value(objective(as_trial(asked)))
      state <- states$COMPLETE
      NULL
    },
    rkeras_error_pruned = function(pruned) {
      state <<- states$PRUNED
      NULL
    },
    error = function(error) {
      asked$set_user_attr("error", conditionMessage(error))
      sprintf("trial %d: %s", asked$number + 1L, conditionMessage(error))
    }
  )
}

as_objective_value <- function(value) {
  must_return(value, "one number", is.numeric(value) && length(value) == 1L && !is.na(value),
              "objective")
  as.double(value)
}

# The sampler of a grid stops the loop of Optuna, which this is not, when it has no more values.
tell_optuna <- function(study, asked, value, state) {
  tryCatch(study$tell(asked, value, state = state), python.builtin.RuntimeError = function(error) {
    if (!grepl("stop", conditionMessage(error))) stop(error)
  })
}

# ---- The result ----------------------------------------------------------------------------------

as_study <- function(study) {
  trials <- study_trials(study)
  if (nrow(trials) && !any(trials$state %in% c("complete", "pruned", "running"))) {
    abort("All %d trials failed; the first: %s", nrow(trials), trials$error[[1]], kind = "run")
  }
  best <- if (any(trials$state == "complete")) study$best_trial
  structure(class = "rkeras_study", list(
    best_value = if (!is.null(best)) best$value, best_params = if (!is.null(best)) best$params,
    best_trial = if (!is.null(best)) {
      as_trial(import("optuna.trial")$FixedTrial(best$params, number = best$number))
    },
    trials = trials,
    direction = direction_of(study), study = study
  ))
}

study_trials <- function(study) {
  trials <- study$get_trials(deepcopy = FALSE)
  params <- lapply(trials, function(trial) trial$params)
  names <- unique(unlist(lapply(params, names)))
  columns <- lapply(stats::setNames(nm = names), function(name) combine(lapply(params, `[[`, name)))
  frame <- data.frame(
    trial = seq_along(trials),
    value = vapply(trials, function(trial) as.double(trial$value %||% NA), 0)
  )
  frame[paste0("param_", names)] <- columns
  frame$state <- trial_states(study)
  # Optuna counts the last intermediate value of a pruned trial as its value.
  frame$value[frame$state != "complete"] <- NA
  frame$seconds <- vapply(trials, function(trial) {
    as.double(trial$duration %||% NA, units = "secs")
  }, 0)
  frame$error <- vapply(trials, function(trial) trial$user_attrs$error %||% NA_character_, "")
  frame
}

#' @rdname tune
#' @param x A study: the value of `tune()`.
#' @param row.names,optional Ignored.
#' @export
as.data.frame.rkeras_study <- function(x, row.names = NULL, optional = FALSE, ...) {
  sorted_rows(x$trials, x$trials["value"], x$direction == "maximize")
}

#' @rdname tune
#' @export
print.rkeras_study <- function(x, ...) {
  counts <- table(factor(x$trials$state, c("complete", "pruned", "failed", "running")))
  counts <- counts[counts > 0L]
  cat(sprintf("Study to %s: %s (%s)\n", x$direction, count_of(nrow(x$trials), "trial", "trials"),
              toString(paste(counts, names(counts)))))
  if (!is.null(x$best_value)) {
    cat(sprintf("Best: %s with %s\n", format(x$best_value, digits = 5L),
                flags_text(lapply(x$best_params, four_digits))))
  }
  frame <- as.data.frame(x)
  shown <- utils::head(frame[setdiff(names(frame), "error")], 6L)
  shown[] <- lapply(shown, as_shown)
  print(shown, row.names = FALSE)
  if (nrow(frame) > 6L) {
    cat(sprintf("# %d more: as.data.frame() has all trials\n", nrow(frame) - 6L))
  }
  invisible(x)
}

four_digits <- function(x) if (is.double(x)) signif(x, 4L) else x

# Each number of a column by itself: large ones beside small ones are not in powers of ten.
as_shown <- function(x) if (is.double(x)) vapply(x, format, "", digits = 4L) else x

#' @rdname tune
#' @param y Ignored.
#' @param method String: `"ggplot2"`, `"base"`, or `"auto"` for ggplot2 if it is installed.
#' @export
plot.rkeras_study <- function(x, y, method = c("auto", "ggplot2", "base"), ...) {
  method <- match_choice(method)
  data <- study_curve(x)
  if (nrow(data) == 0L) abort("No trial of the study has a value to plot.")
  if (plot_method(method) == "ggplot2") {
    return(
      ggplot2::ggplot(data, ggplot2::aes(x = .data$trial)) +
        ggplot2::geom_point(ggplot2::aes(y = .data$value, colour = "value")) +
        ggplot2::geom_step(ggplot2::aes(y = .data$best, colour = "best so far"), linewidth = 0.7) +
        ggplot2::scale_colour_manual(values = study_colours) +
        ggplot2::labs(x = "trial", y = "value", colour = NULL) +
        ggplot2::theme(legend.position = "top")
    )
  }
  graphics::plot(data$trial, data$value, pch = 19, col = study_colours[["value"]], xlab = "trial",
                 ylab = "value", bty = "l", las = 1)
  graphics::lines(data$trial, data$best, type = "s", lwd = 2, col = study_colours[["best so far"]])
  invisible(x)
}

study_colours <- c("best so far" = "#D9622B", value = "#1F6FB2")

# Infinite values cannot be drawn.
study_curve <- function(x) {
  data <- x$trials[is.finite(x$trials$value), c("trial", "value")]
  data$best <- if (x$direction == "maximize") cummax(data$value) else cummin(data$value)
  data
}
