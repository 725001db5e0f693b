# tuning_run(): a training run for each combination of values of flags, one after the other or in
# several processes.

#' Tune hyperparameters with training runs
#'
#' Evaluates a training script once for each combination of values of its flags, each in a training
#' run of its own, and returns a data frame of the runs. With many combinations, `sample` takes a
#' random part of them: random search usually finds good values sooner than a full grid.
#'
#' A run that fails does not end the others. A warning at the end says which runs failed; an error
#' if all did.
#'
#' @section Parallel runs:
#' With `workers` above 1, the runs are evaluated in that many R processes at once (package callr).
#' The script then begins in an empty global environment, its output goes to the runs' records and
#' not to the console, and files are only kept if the script writes them to [run_dir()]. Python is
#' the same as in this session. TensorFlow uses all cores in each process, so few workers suffice
#' unless models are small.
#'
#' @inheritParams training_run
#' @param flags Named list: the values to try for each flag, of which all combinations are run. Or a
#'   data frame with a column for each flag, whose rows are the combinations, such as part of the
#'   result of [expand.grid()].
#' @param sample Number above 0 and up to 1. Fraction of the combinations to run, chosen at random
#'   with R's generator ([set.seed()]). `NULL` means all.
#' @param runs_dir String. Directory for the runs.
#' @param confirm Logical. Whether to ask before the first run. The default asks in interactive
#'   sessions.
#' @param workers Positive integer. Number of R processes.
#' @param best String. Column of the result that decides which run is best, such as
#'   `"eval_accuracy"`. Low is better, except for names that end in accuracy, AUC, precision, recall
#'   or score. `NULL` means the first of `eval_loss`, `metric_val_loss`, a result for which high is
#'   better, and `metric_loss` that the runs have.
#' @return A data frame with one row per run, the best first, or the latest if nothing decides which
#'   is best. Its columns are those of [ls_runs()]: first the flags, those of `flags` before others,
#'   then the results. Invisibly `NULL` if the question was answered with no.
#' @references Bergstra, J. and Bengio, Y. (2012). Random search for hyper-parameter optimization.
#'   *Journal of Machine Learning Research*, 13, 281-305.
#' @concept hyperparameter tuning
#' @concept grid search
#' @concept random search
#' @concept tfruns
#' @seealso [training_run()], [flags()], [ls_runs()].
#' @examples
#' script <- tempfile(fileext = ".R")
#' writeLines(c(
#'   "FLAGS <- flags(flag_numeric('rate', 0.1), flag_integer('units', 8))",
#'   "write_run_metadata('evaluation', list(loss = abs(FLAGS$rate - 0.3) / FLAGS$units))"
#' ), script)
#' runs <- tuning_run(
#'   script, flags = list(rate = c(0.1, 0.3, 0.5), units = c(8, 16)), sample = 0.5,
#'   runs_dir = tempfile("runs"), artifacts_dir = NULL, echo = FALSE, confirm = FALSE
#' )
#' runs
#' @export
tuning_run <- function(file = "train.R", context = "local",
                       config = Sys.getenv("R_CONFIG_ACTIVE", unset = "default"), flags = NULL,
                       sample = NULL, properties = NULL,
                       runs_dir = getOption("tfruns.runs_dir", "runs"), artifacts_dir = getwd(),
                       echo = TRUE, confirm = interactive(), envir = parent.frame(),
                       encoding = getOption("encoding"), workers = 1, best = NULL) {
  check_flags()
  force(envir)
  if (!is.null(best)) check_string(best, "best")
  check_script(file)
  check_string(runs_dir, "runs_dir")
  check_logical(confirm, "confirm")
  workers <- as_count(workers, "workers")
  all_of_them <- flag_combinations(flags)
  combinations <- sampled(all_of_them, sample)
  n <- length(combinations)
  message(count_of(length(all_of_them), "combination", "combinations"), " of flags",
          if (n < length(all_of_them)) sprintf(" (sampled to %d)", n))
  if (!is_confirmed(confirm, "Proceed with the tuning run?")) {
    return(invisible(NULL))
  }
  arguments <- list(
    file = file, context = context, config = config, properties = properties, echo = echo,
    view = FALSE, encoding = encoding, artifacts_dir = if (workers == 1L) artifacts_dir
  )
  results <- if (workers == 1L) runs_here(arguments, combinations, runs_dir, envir)
    else runs_in_processes(arguments, combinations, runs_dir, workers)
  dirs <- vapply(results, `[[`, "", "dir")
  tell_failed(lapply(results, `[[`, "error"), sprintf("'%s'", dirs), "runs")
  best_first(run_rows(dirs), best, names(flags))
}

# What was varied and what came of it are the first columns, the best run the first row.
best_first <- function(runs, best, tuned = character()) {
  first <- lapply(c("^flag_", "^eval_", "^metric_"), grep, names(runs), value = TRUE)
  tuned <- intersect(paste0("flag_", tuned), names(runs))
  runs <- runs[unique(c(tuned, unlist(first), names(runs)))]
  best <- best %||% deciding_column(runs)
  runs <- by_time(runs)
  if (is.null(best)) return(runs)
  # The runs may have taken hours.
  if (!best %in% names(runs)) {
    warn("`best`: runs have no column `%s`. They have %s.", best, in_ticks(names(runs)))
    return(runs)
  }
  # Runs that failed have no value.
  sorted_rows(runs, runs[best], is_higher_better(best))
}

# NULL if it is not known what decides.
deciding_column <- function(runs) {
  losses <- c("eval_loss", "metric_val_loss", "metric_loss")
  results <- grep("^(eval|metric_val)_", names(runs), value = TRUE)
  known <- c(losses[1:2], results[is_higher_better(results)], losses[[3]])
  found <- intersect(known, names(runs))
  if (length(found)) found[[1]]
}

is_higher_better <- function(names) grepl("(acc|accuracy|auc|precision|recall|score)$", names)

# A list with a named list of flags for each combination.
flag_combinations <- function(flags) {
  if (!is.list(flags) && !is.null(names(flags))) flags <- as.list(flags)
  if (!is.list(flags) || !length(flags) || !are_names(names(flags))) {
    abort("`flags` must be a list with names: the values to try for each flag.")
  }
  empty <- names(flags)[lengths(flags) == 0L]
  if (length(empty)) {
    abort("`flags`: there are no values for `%s`.", empty[[1]])
  }
  # expand.grid() makes factors of text.
  values <- lapply(as.list(flags), function(x) if (is.factor(x)) as.character(x) else x)
  positions <- lapply(values, seq_along)
  positions <- if (is.data.frame(flags)) as.data.frame(positions) else expand.grid(positions)
  lapply(seq_len(nrow(positions)), function(row) {
    Map(function(values, at) values[[at]], values, unlist(positions[row, ]))
  })
}

# A random part in random order; at least one combination.
sampled <- function(combinations, sample) {
  if (is.null(sample)) {
    return(combinations)
  }
  n <- max(1L, round(as_sampled_share(sample, "sample") * length(combinations)))
  combinations[sample.int(length(combinations), n)]
}

# ---- In this process -----------------------------------------------------------------------------

# Each run gives a list of its directory and its error or NULL.
runs_here <- function(arguments, combinations, runs_dir, envir) {
  lapply(seq_along(combinations), function(i) {
    announce(i, combinations)
    dir <- unique_run_dir(runs_dir)
    arguments <- c(arguments, list(flags = combinations[[i]], run_dir = dir, envir = envir))
    list(dir = dir, error = caught(do.call(training_run, arguments))$error)
  })
}

announce <- function(i, combinations) {
  message(sprintf("Training run %d/%d: %s", i, length(combinations), flags_text(combinations[[i]])))
}

flags_text <- function(flags) {
  toString(sprintf("%s = %s", names(flags), vapply(flags, function(x) format(x)[[1]], "")))
}

# ---- In other processes --------------------------------------------------------------------------

runs_in_processes <- function(arguments, combinations, runs_dir, workers) {
  tasks <- lapply(combinations, function(flags) {
    list(flags = flags, run_dir = unique_run_dir(runs_dir, seconds_scale = 3L))
  })
  names(tasks) <- paste("run", seq_along(tasks))
  # A script begins in an empty process.
  results <- in_processes(tasks, tuning_task(arguments), workers, fresh = TRUE,
                          begun = function(i) announce(i, combinations))
  Map(function(task, result) {
    noted <- if (!is.null(result$error)) run_record(task$run_dir)$error_message
    list(dir = task$run_dir, error = noted %||% result$error)
  }, unname(tasks), results)
}

tuning_task <- function(arguments) {
  force(arguments)
  function(task) {
    do.call(training_run, c(arguments, task, list(envir = globalenv())))
    NULL
  }
}
