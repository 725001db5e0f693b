# Models of tables with their defaults: tabular() beside nnet, ranger, glmnet and scikit-learn's
# networks and trees, on real data, in five folds. The number is the error on the held folds: the
# share of wrong classes, or the root of the mean squared error in parts of that of the mean.
#
# Takes half an hour, and the packages nnet, ranger, glmnet, kernlab and mlbench, so that it is not
# part of `make bench`: Rscript bench/tables.R [table ...]

library(rkeras)

tables <- list(
  iris = function() list(iris, "Species"),
  boston = function() list(MASS::Boston, "medv"),
  pima = function() list(rbind(MASS::Pima.tr, MASS::Pima.te), "type"),
  cars = function() {
    data <- MASS::Cars93[c("Price", "Type", "MPG.city", "AirBags", "DriveTrain", "Cylinders",
                           "EngineSize", "Horsepower", "Weight", "Origin")]
    list(data, "Price")
  },
  spam = function() list(from("kernlab", "spam"), "type"),
  letters = function() list(from("mlbench", "LetterRecognition"), "lettr"),
  diamonds = function() {
    set.seed(1)
    data <- as.data.frame(ggplot2::diamonds)[sample(53940, 50000), ]
    for (name in c("cut", "color", "clarity")) data[[name]] <- factor(data[[name]], ordered = FALSE)
    data$price <- log(data$price)
    list(data, "price")
  }
)

from <- function(package, name) {
  place <- new.env()
  utils::data(list = name, package = package, envir = place)
  place[[name]]
}

# ---- Models: functions of a formula, the training data and new data ------------------------------

models <- list(
  `tabular()` = function(formula, data, new) {
    model <- tabular(formula, data)
    if (is.factor(response(formula, data))) predict(model, newdata = new, type = "class")
    else predict(model, newdata = new)
  },
  nnet = function(formula, data, new) {
    parts <- scaled(formula, data, new)
    y <- response(formula, data)
    scale <- if (is.factor(y)) c(0, 1) else c(mean(y), stats::sd(y))
    data <- data.frame(parts$x, .y = if (is.factor(y)) y else (y - scale[1]) / scale[2])
    model <- nnet::nnet(.y ~ ., data, size = 10, decay = 0.01, maxit = 200, trace = FALSE,
                        linout = !is.factor(y), MaxNWts = 1e5)
    if (is.factor(y)) factor(predict(model, data.frame(parts$new), type = "class"), levels(y))
    else predict(model, data.frame(parts$new))[, 1] * scale[2] + scale[1]
  },
  ranger = function(formula, data, new) {
    model <- ranger::ranger(formula, data, num.threads = 2)
    predict(model, new, num.threads = 2)$predictions
  },
  glmnet = function(formula, data, new) {
    parts <- scaled(formula, data, new)
    y <- response(formula, data)
    if (nlevels(y) > 10) return(factor(rep(NA, nrow(new)))) # takes minutes for each fold
    family <- if (!is.factor(y)) "gaussian" else if (nlevels(y) == 2) "binomial" else "multinomial"
    model <- glmnet::cv.glmnet(parts$x, y, family = family)
    if (is.factor(y)) factor(predict(model, parts$new, type = "class")[, 1], levels(y))
    else predict(model, parts$new)[, 1]
  },
  MLP = function(formula, data, new) sklearn("neural_network", "MLP", formula, data, new),
  HistGradientBoosting = function(formula, data, new) {
    sklearn("ensemble", "HistGradientBoosting", formula, data, new)
  }
)

response <- function(formula, data) data[[all.vars(formula)[[1]]]]

scaled <- function(formula, data, new) {
  matrix_of <- function(data) {
    stats::model.matrix(formula, stats::model.frame(formula, data, na.action = na.pass))[, -1]
  }
  x <- scale(matrix_of(data))
  center <- attr(x, "scaled:center")
  scale <- attr(x, "scaled:scale")
  scale[scale == 0] <- 1
  fill <- function(x) replace(x, is.na(x), 0)
  list(x = fill(base::scale(matrix_of(data), center, scale)),
       new = fill(base::scale(matrix_of(new), center, scale)))
}

sklearn <- function(module, name, formula, data, new) {
  parts <- scaled(formula, data, new)
  y <- response(formula, data)
  class <- paste0(name, if (is.factor(y)) "Classifier" else "Regressor")
  model <- import(paste0("sklearn.", module))[[class]](random_state = 1L)
  model$fit(parts$x, if (is.factor(y)) as.character(y) else y)
  found <- model$predict(parts$new)
  if (is.factor(y)) factor(as.character(found), levels(y)) else as.numeric(found)
}

# ---- Errors --------------------------------------------------------------------------------------

error_of <- function(y, found) {
  if (is.factor(y)) mean(as.character(found) != as.character(y))
  else sqrt(mean((y - found)^2)) / stats::sd(y)
}

asked <- commandArgs(TRUE)
if (length(asked) == 0L) asked <- names(tables)
py_run_string("import warnings; warnings.simplefilter('ignore')")
rows <- lapply(asked, function(table) {
  parts <- tables[[table]]()
  data <- parts[[1]]
  formula <- stats::reformulate(".", parts[[2]])
  set.seed(7)
  fold <- sample(rep_len(1:5, nrow(data)))
  # The networks begin with what a first call costs.
  found <- lapply(models, function(model) {
    took <- system.time(errors <- vapply(1:5, function(i) {
      set_random_seed(i)
      new <- data[fold == i, ]
      error_of(response(formula, new), suppressWarnings(model(formula, data[fold != i, ], new)))
    }, 0))[["elapsed"]]
    if (anyNA(errors)) "" else sprintf("%.3f (%.1f s)", mean(errors), took / 5)
  })
  row <- data.frame(table = table, rows = nrow(data), found, check.names = FALSE)
  print(row)
  row
})
cat("\n## Models of tables, ", format(Sys.Date()), "\n\n", sep = "")
rows <- do.call(rbind, rows)
cat(paste0("| ", paste(names(rows), collapse = " | "), " |"),
    paste0("|", strrep("---|", ncol(rows))),
    paste0("| ", do.call(paste, c(rows, sep = " | ")), " |"), sep = "\n")
