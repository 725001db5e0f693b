# Models of tables with their defaults: tabular() beside other packages of R and Python, on 24
# tables in three fixed folds.
#
#   Rscript bench/tables.R [model ...]          computes what out/tables/scores.csv lacks
#   Rscript bench/tables.R summary [model ...]  prints what is there
#
# Without models, all of them; `strict` is tabular(strict = TRUE), for the coverage of its
# intervals, and runs only if it is named. Each fold's scores are appended to the file once they
# are known, so that a run can be stopped and resumed; to compute a model again, delete its lines.
# RKERAS_LABEL is the name of ours in the file, to compare versions of rkeras in several R
# libraries.
#
# The tables are from R packages, and ranger is one of the models; on Debian:
#   apt-get install r-cran-modeldata r-cran-mlbench r-cran-kernlab r-cran-aer r-cran-ggplot2 \
#     r-cran-ranger r-cran-jsonlite
# The models of Python have an environment of their own; RKERAS_BENCH_PYTHON is another Python:
#   python3 -m venv out/bench-python
#   out/bench-python/bin/pip install numpy pandas scikit-learn lightgbm xgboost catboost
# RealMLP also needs pytabkit, and with it torch.
#
# This takes an hour or two with two cores and is not part of `make bench`. OMP_NUM_THREADS is the
# number of threads of the models other than ours, 2 by default.

folder <- "out/tables"
label <- Sys.getenv("RKERAS_LABEL", "rkeras")
python <- Sys.getenv("RKERAS_BENCH_PYTHON", "out/bench-python/bin/python")
if (Sys.getenv("OMP_NUM_THREADS") == "") Sys.setenv(OMP_NUM_THREADS = "2")
# By default a thread of OpenMP that waits keeps its core busy. On two cores with other work a fit
# of XGBoost took up to 100 times as long.
Sys.setenv(OMP_WAIT_POLICY = "PASSIVE")
of_python <- c("linear", "HistGradientBoosting", "LightGBM", "XGBoost", "MLP", "RealMLP",
               "CatBoost")

# ---- Tables --------------------------------------------------------------------------------------

from <- function(package, name, without = character()) {
  place <- new.env()
  utils::data(list = name, package = package, envir = place)
  data <- as.data.frame(place[[name]])
  data[setdiff(names(data), without)]
}

of_sklearn <- function(name) {
  loaded <- rkeras::import("sklearn.datasets")[[paste0("load_", name)]](as_frame = TRUE)$frame
  as.data.frame(loaded)
}

tables <- list(
  ames = function() list(from("modeldata", "ames"), "Sale_Price"),
  concrete = function() list(from("modeldata", "concrete"), "compressive_strength"),
  sacramento = function() list(from("modeldata", "Sacramento"), "price"),
  car_prices = function() list(from("modeldata", "car_prices"), "Price"),
  diamonds = function() list(as.data.frame(ggplot2::diamonds), "price"),
  boston = function() list(from("mlbench", "BostonHousing2", c("medv", "tract")), "cmedv"),
  cps1988 = function() list(from("AER", "CPS1988"), "wage"),
  ozone = function() {
    data <- from("mlbench", "Ozone")
    data$V1 <- as.integer(data$V1) # month and day of the month
    data$V2 <- as.integer(data$V2)
    list(data, "V4")
  },
  attrition = function() list(from("modeldata", "attrition"), "Attrition"),
  credit = function() list(from("modeldata", "credit_data"), "Status"),
  churn = function() list(from("modeldata", "mlc_churn"), "churn"),
  spam = function() list(from("kernlab", "spam"), "type"),
  pima = function() list(from("mlbench", "PimaIndiansDiabetes2"), "diabetes"),
  lending = function() list(from("modeldata", "lending_club"), "Class"),
  cells = function() list(from("modeldata", "cells", "case"), "class"),
  letters = function() list(from("mlbench", "LetterRecognition"), "lettr"),
  satellite = function() list(from("mlbench", "Satellite"), "classes"),
  vehicle = function() list(from("mlbench", "Vehicle"), "Class"),
  soybean = function() list(from("mlbench", "Soybean"), "Class"),
  hpc = function() list(from("modeldata", "hpc_data"), "class"),
  glass = function() list(from("mlbench", "Glass"), "Type"),
  income = function() list(from("kernlab", "income"), "INCOME"),
  diabetes = function() list(of_sklearn("diabetes"), "target"),
  digits = function() {
    data <- of_sklearn("digits")
    data$target <- factor(data$target)
    list(data, "target")
  }
)

# Text and logicals become factors. No factor is ordered: most of the models have none such.
plain_column <- function(x) {
  if (is.character(x) || is.logical(x)) x <- factor(x)
  if (is.ordered(x)) x <- factor(as.character(x), levels = levels(x))
  attributes(x) <- attributes(x)[c("levels", "class")]
  if (is.factor(x)) droplevels(x) else x
}

# At most 10,000 rows, the response first, and a fold for each row; classes have the same shares in
# all folds. For Python a CSV file, in which missing values are empty, and the levels.
write_table <- function(name) {
  made <- tables[[name]]()
  data <- made[[1]]
  data[] <- lapply(data, plain_column)
  data <- data[!is.na(data[[made[[2]]]]), ]
  set.seed(42)
  if (nrow(data) > 10000) data <- data[sort(sample(nrow(data), 10000)), ]
  names(data)[names(data) == made[[2]]] <- "target"
  data <- data[c("target", setdiff(names(data), "target"))]
  names(data) <- make.names(names(data))
  rownames(data) <- NULL
  if (is.factor(data$target)) {
    data$target <- droplevels(data$target)
    levels(data$target) <- make.names(levels(data$target))
  }
  set.seed(7)
  group <- if (is.factor(data$target)) as.integer(data$target) else rep(1, nrow(data))
  fold <- integer(nrow(data))
  fold[order(group, runif(nrow(data)))] <- rep_len(1:3, nrow(data))
  levels <- Filter(length, lapply(data, levels))
  stopifnot(!anyNA(data$target), !"" %in% unlist(levels))
  path <- function(end) file.path(folder, paste0(name, end))
  jsonlite::write_json(list(levels = levels), path(".json"))
  utils::write.csv(cbind(data, .fold = fold), path(".csv"), row.names = FALSE, na = "",
                   fileEncoding = "UTF-8")
  saveRDS(list(data = data, fold = fold), path(".rds"))
}

read_table <- function(name) readRDS(file.path(folder, paste0(name, ".rds")))

# ---- Scores --------------------------------------------------------------------------------------

no_scores <- data.frame(rmse = NA_real_, logloss = NA_real_, error = NA_real_, ece = NA_real_,
                        coverage = NA_real_, width = NA_real_)

# `found`: numbers, or a matrix with the probabilities of the classes.
scores_of <- function(y, found) {
  scores <- no_scores
  if (!is.factor(y)) {
    scores$rmse <- sqrt(mean((y - found)^2)) / spread(y)
    return(scores)
  }
  found <- pmin(pmax(found, 1e-6), 1 - 1e-6)
  found <- found / rowSums(found)
  right <- max.col(found, "first") == as.integer(y)
  sure <- do.call(pmax, as.data.frame(found))
  bin <- cut(sure, 0:10 / 10, include.lowest = TRUE)
  scores$logloss <- -mean(log(found[cbind(seq_along(y), as.integer(y))]))
  scores$error <- mean(!right)
  # The difference of confidence and accuracy in each bin, weighted by its share of the rows.
  scores$ece <- sum(abs(tapply(sure - right, bin, sum)), na.rm = TRUE) / length(y)
  scores
}

spread <- function(y) sqrt(mean((y - mean(y))^2))

# The share of responses within the 90 % intervals, or in the sets of classes, and their mean size.
coverage_of <- function(y, found) {
  if (is.factor(y)) return(c(mean(found[cbind(seq_along(y), as.integer(y))]), mean(rowSums(found))))
  c(mean(y >= found[, "lwr"] & y <= found[, "upr"]),
    mean(found[, "upr"] - found[, "lwr"]) / spread(y))
}

# ---- Models of R: functions of the training data, new data and the fold --------------------------

fit_rkeras <- function(data, new, fold, ...) {
  rkeras::set_random_seed(fold) # starts Python, so that its time does not count
  type <- if (is.factor(data$target)) "prob" else "response"
  seconds <- system.time({
    model <- rkeras::tabular(target ~ ., data, verbose = 0, ...)
    found <- predict(model, newdata = new, type = type, verbose = 0)
  })[["elapsed"]]
  scores <- scores_of(new$target, if (type == "prob") found else as.vector(found))
  scores[c("coverage", "width")] <- tryCatch({
    sets <- predict(model, newdata = new, interval = "prediction", level = 0.9, verbose = 0)
    coverage_of(new$target, sets)
  }, error = function(e) NA_real_) # versions whose tabular() has no intervals by default
  rkeras::clear_session()
  data.frame(scores, seconds = seconds)
}

fit_strict <- function(...) fit_rkeras(..., strict = TRUE)

# ranger has no missing values: a number becomes the mean, a factor has a level for them.
fit_ranger <- function(data, new, fold) {
  set.seed(fold)
  filled <- function(x, from) {
    if (!is.factor(x)) return(replace(x, is.na(x), mean(from, na.rm = TRUE)))
    if (anyNA(from) || anyNA(x)) {
      levels <- c(levels(x), "[NA]")
      x <- factor(replace(as.character(x), is.na(x), "[NA]"), levels)
    }
    x
  }
  threads <- as.integer(Sys.getenv("OMP_NUM_THREADS"))
  seconds <- system.time({
    y <- new$target
    both <- rbind(data, new)
    both[] <- Map(filled, both, data)
    of_data <- seq_len(nrow(data))
    model <- ranger::ranger(target ~ ., both[of_data, ], probability = is.factor(y),
                            num.threads = threads, seed = fold)
    found <- predict(model, both[-of_data, ], num.threads = threads)$predictions
  })[["elapsed"]]
  if (is.factor(y)) found <- found[, levels(y)]
  data.frame(scores_of(y, found), seconds = seconds)
}

# ---- Runs ----------------------------------------------------------------------------------------

scores_file <- file.path(folder, "scores.csv")

read_scores <- function() {
  if (file.exists(scores_file)) utils::read.csv(scores_file) else data.frame()
}

keep <- function(model, table, fold, scores) {
  row <- data.frame(model = model, table = table, fold = fold, scores)
  new <- !file.exists(scores_file)
  utils::write.table(row, scores_file, append = !new, sep = ",", row.names = FALSE, col.names = new)
  first <- if (is.na(row$rmse)) row$logloss else row$rmse
  cat(sprintf("%s %s %d: %.3f, %.1f s\n", model, table, fold, first, row$seconds))
}

run_in_r <- function(model, fit, jobs) {
  for (i in seq_len(nrow(jobs))) {
    made <- read_table(jobs$table[i])
    fold <- jobs$fold[i]
    data <- made$data[made$fold != fold, ]
    scores <- tryCatch(suppressWarnings(fit(data, made$data[made$fold == fold, ], fold)),
                       error = identity)
    if (is.data.frame(scores)) keep(model, jobs$table[i], fold, scores)
    else cat(model, jobs$table[i], fold, "failed:", conditionMessage(scores), "\n")
  }
}

run_in_python <- function(model, jobs) {
  words <- c(python, "bench/tables.py", model, folder, paste0(jobs$table, "/", jobs$fold))
  lines <- pipe(paste(shQuote(words), collapse = " "), "r")
  on.exit(close(lines))
  while (length(line <- readLines(lines, 1))) {
    words <- strsplit(line, ",", fixed = TRUE)[[1]]
    if (!identical(words[1], "done")) next
    made <- read_table(words[2])
    file <- file.path(folder, "predictions", model, paste0(words[2], "-", words[3], ".csv"))
    found <- as.matrix(utils::read.csv(file, header = FALSE))
    y <- made$data$target[made$fold == words[3]]
    scores <- scores_of(y, if (is.factor(y)) found else found[, 1])
    keep(model, words[2], as.integer(words[3]), data.frame(scores, seconds = as.numeric(words[4])))
  }
}

run <- function(model) {
  jobs <- expand.grid(fold = 1:3, table = names(tables), stringsAsFactors = FALSE)
  name <- if (model == "rkeras") label else model
  done <- read_scores()
  done <- paste(done$table, done$fold)[done$model == name]
  jobs <- jobs[!paste(jobs$table, jobs$fold) %in% done, ]
  if (nrow(jobs) == 0L) return()
  if (model == "rkeras") run_in_r(name, fit_rkeras, jobs)
  else if (model == "strict") run_in_r(name, fit_strict, jobs)
  else if (model == "ranger") run_in_r(name, fit_ranger, jobs)
  else run_in_python(model, jobs)
}

# ---- Summary -------------------------------------------------------------------------------------

markdown <- function(title, data) {
  cat("\n### ", title, "\n\n", sep = "")
  data[] <- lapply(data, function(x) ifelse(is.na(x), "", as.character(x)))
  rows <- c(list(names(data), rep("---", ncol(data))), unname(as.list(as.data.frame(t(data)))))
  cat(vapply(rows, function(row) paste("|", paste(row, collapse = " | "), "|"), ""), sep = "\n")
}

digits <- function(x, n = 3) ifelse(is.na(x), NA, sprintf("%.*f", n, x))

# Means over the folds, on the tables for which all the models have all the folds.
summarize <- function(models) {
  scores <- read_scores()
  scores <- scores[scores$model %in% models, ]
  complete <- table(scores$table, scores$model) == 3
  shown <- intersect(names(tables), rownames(complete)[rowSums(complete) == ncol(complete)])
  if (length(shown) == 0L) stop("There is no table for which all the models have all the folds.")
  scores <- scores[scores$table %in% shown, ]
  means <- lapply(scores[-(1:3)], function(x) {
    tapply(x, list(scores$table, scores$model), mean)[shown, , drop = FALSE]
  })
  numbers <- !is.na(means$rmse[, 1])
  # Half a wrong row more in each fold: there are no ratios to an error rate of 0.
  rows <- vapply(shown, function(table) nrow(read_table(table)$data), 0L)
  means$error_added <- means$error + 0.5 / (rows / 3)
  means$a <- ifelse(is.na(means$rmse), means$logloss, means$rmse)
  means$b <- ifelse(is.na(means$rmse), means$error_added, means$rmse)
  rank_of <- function(x) rowMeans(matrix(apply(x, 1, rank), ncol(x)))
  models <- colnames(complete)
  reference <- if (label %in% models) label else models[1]
  order <- order(models != reference, rank_of(means$a))
  means <- lapply(means, function(x) x[, order, drop = FALSE])
  relative <- function(x, tables = TRUE) {
    x <- x[tables, , drop = FALSE]
    if (nrow(x)) digits(exp(colMeans(log(x / x[, reference])))) else ""
  }
  best <- function(x) x == apply(x, 1, min)
  cat("\n## Models of tables, ", format(Sys.Date()), "\n\n", sum(numbers), " tables with numbers, ",
      sum(!numbers), " with classes. (a) is RMSE or log loss, (b) RMSE or error rate. Relative,",
      "\nand RMSE, log loss and error rate: geometric mean of the ratios to ", reference, "; error",
      "\nrates with half a wrong row added to each fold. Best: number of tables.\n", sep = "")
  markdown("All tables", data.frame(
    model = models[order], `rank (a)` = digits(rank_of(means$a), 2),
    `rank (b)` = digits(rank_of(means$b), 2), `relative (a)` = relative(means$a),
    `relative (b)` = relative(means$b), RMSE = relative(means$rmse, numbers),
    `log loss` = relative(means$logloss, !numbers),
    `error rate` = relative(means$error_added, !numbers),
    ECE = digits(colMeans(means$ece, na.rm = TRUE)), `best (a)` = colSums(best(means$a)),
    `best (b)` = colSums(best(means$b)), seconds = round(colSums(means$seconds) * 3),
    check.names = FALSE))
  each <- function(title, x, n) {
    if (nrow(x) == 0L) return()
    marks <- ifelse(best(x), "**", "")
    x[] <- paste0(marks, digits(x, n), marks)
    markdown(title, data.frame(table = rownames(x), x, check.names = FALSE))
  }
  each("RMSE in standard deviations of the response", means$rmse[numbers, , drop = FALSE], 3)
  each("Log loss", means$logloss[!numbers, , drop = FALSE], 3)
  each("Error rate", means$error[!numbers, , drop = FALSE], 4)
  each("Seconds of a fold", means$seconds, 1)
  for (model in models[colSums(!is.na(means$coverage[, models, drop = FALSE])) > 0]) {
    of <- function(measure, n) digits(means[[measure]][, model], n)
    markdown(paste("Coverage of the 90 % intervals and sets of", model),
             data.frame(table = shown, coverage = of("coverage", 3), width = of("width", 2),
                        ECE = of("ece", 3)))
  }
}

asked <- commandArgs(TRUE)
dir.create(folder, showWarnings = FALSE, recursive = TRUE)
for (name in names(tables)) {
  if (!file.exists(file.path(folder, paste0(name, ".rds")))) write_table(name)
}
all <- c("rkeras", setdiff(of_python, "CatBoost"), "ranger", "CatBoost")
if (!identical(asked[1], "summary")) {
  models <- if (length(asked)) match.arg(asked, c(all, "strict"), several.ok = TRUE) else all
  for (model in models) run(model)
  asked <- NULL
}
models <- if (length(asked) > 1) asked[-1] else unique(read_scores()$model)
summarize(models)
