# Random losses and metrics with random arguments, of random data: a wrapper of R gives the object
# and the value that Python gives for the same arguments, written in Python.
source("tests/random/wrappers.R", local = TRUE)

reduction <- word("sum", "sum_over_batch_size", "none")
arguments <- list(
  delta = number("0.5", "1.5"), from_logits = flag, label_smoothing = number("0.1", "0.3"),
  gamma = number("1.5", "2.5"), alpha = number("0.25", "0.5"), beta = number("0.5", "0.75"),
  apply_class_balancing = flag, reduction = reduction, threshold = number("0.3", "0.6"),
  thresholds = function(...) {
    choose(both("0.4"), both("c(0.3, 0.6)", "[0.3, 0.6]"), both("NULL", "None"))
  },
  class_id = function(...) both(sample(c("1", "1L"), 1L), "1"), top_k = whole(1L, 2L),
  k = whole(1L, 3L), num_thresholds = whole(3L, 9L), curve = word("ROC", "PR"),
  recall = number("0.5", "0.8"), precision = number("0.5", "0.8"), multi_label = flag,
  average = function(...) choose(both("NULL", "None"), both('"macro"'), both('"micro"')),
  specificity = number("0.5", "0.8"), sensitivity = number("0.5", "0.8"),
  num_classes = function(...) both("3"), ignore_class = function(...) both("2")
)
required <- c("num_classes", "recall", "precision", "specificity", "sensitivity")
# Arguments that are about other data, or that the class has only for others.
left_out <- list(auc = "from_logits", precision = "class_id", recall = "class_id",
                 fbeta_score = "threshold", f1_score = "threshold")

# By the kind of data.
losses <- list(
  numbers = c("mean_squared_error", "mean_absolute_error", "mean_absolute_percentage_error",
              "mean_squared_logarithmic_error", "huber", "log_cosh", "cosine_similarity", "hinge",
              "squared_hinge", "poisson", "kl_divergence"),
  two = c("binary_crossentropy", "binary_focal_crossentropy", "dice", "tversky"),
  one_hot = c("categorical_crossentropy", "categorical_focal_crossentropy", "categorical_hinge"),
  codes = "sparse_categorical_crossentropy"
)
metrics <- list(
  numbers = c("mean_squared_error", "mean_absolute_error", "root_mean_squared_error",
              "mean_absolute_percentage_error", "cosine_similarity", "log_cosh_error", "r2_score",
              "hinge", "poisson", "huber"),
  two = c("binary_accuracy", "binary_crossentropy", "auc", "precision", "recall", "true_positives",
          "false_positives", "true_negatives", "false_negatives", "precision_at_recall",
          "recall_at_precision", "sensitivity_at_specificity", "specificity_at_sensitivity"),
  one_hot = c("categorical_accuracy", "categorical_crossentropy", "top_k_categorical_accuracy",
              "f1_score", "fbeta_score", "one_hot_iou"),
  codes = c("sparse_categorical_accuracy", "sparse_categorical_crossentropy",
            "sparse_top_k_categorical_accuracy")
)

random_case <- function() {
  family <- sample(c("loss", "metric"), 1L)
  data <- sample(names(losses), 1L)
  name <- sample(list(loss = losses, metric = metrics)[[family]][[data]], 1L)
  of_wrapper <- names(formals(get(paste0(family, "_", name), asNamespace("rkeras"))))
  known <- setdiff(intersect(of_wrapper, names(arguments)), left_out[[name]])
  chosen <- known[known %in% required | stats::runif(length(known)) < 0.4]
  n <- sample(1:6, 1L)
  list(family = family, name = name, data = data,
       args = sapply(chosen, function(arg) arguments[[arg]](), simplify = FALSE),
       weighted = chance(0.3), as_factor = chance(0.5), values = random_values(data, n))
}

# Targets, predictions and weights of `n` observations.
random_values <- function(data, n) {
  probabilities <- matrix(stats::runif(3L * n) + 0.05, n)
  probabilities <- probabilities / rowSums(probabilities)
  codes <- sample(0:2, n, TRUE)
  c(switch(
    data,
    numbers = list(y_true = matrix(round(stats::rnorm(2L * n), 2), n),
                   y_pred = matrix(round(stats::rnorm(2L * n), 2), n)),
    two = list(y_true = matrix(as.double(sample(0:1, n, TRUE))), y_pred = matrix(stats::runif(n))),
    one_hot = list(y_true = diag(3)[codes + 1L, , drop = FALSE], y_pred = probabilities),
    codes = list(y_true = codes, y_pred = probabilities)
  ), list(weights = round(stats::runif(n) + 0.5, 2)))
}

problem_in <- function(case) {
  main <- python_of_wrappers()
  ours <- outcome(eval(str2lang(in_r_code(case)), asNamespace("rkeras")))
  module <- if (case$family == "loss") "losses" else "metrics"
  class <- gsub("_", "", case$name)
  theirs <- outcome(main$made_of(module, class, arguments_text(named(case), "py", "=")))
  if (has_failed(ours) && has_failed(theirs)) return("refused")
  if (has_failed(ours)) return(failure_of("R", ours))
  if (has_failed(theirs)) return(failure_of("Python", theirs))
  different <- py_to_r(main$difference(ours, theirs))
  if (nzchar(different)) return(different)
  values <- list(outcome(value_of(case, ours, in_r_data)),
                 outcome(value_of(case, theirs, in_python_data)))
  failed <- vapply(values, has_failed, NA)
  if (all(failed)) return("refused")
  if (any(failed)) return(failure_of(c("R", "Python")[failed], values[[which(failed)]]))
  if (!same_value(values[[1]], values[[2]])) {
    sprintf("%s, not %s", toString(values[[1]]), toString(values[[2]]))
  }
}

in_r_data <- function(case) {
  values <- case$values
  # TensorFlow has the operation for 32 bits alone.
  if (grepl("top_k", case$name)) values$y_pred <- np_array(values$y_pred, "float32")
  if (case$data == "codes" && case$as_factor) {
    values$y_true <- factor(c("a", "b", "c")[values$y_true + 1L], c("a", "b", "c"))
  }
  values
}

in_python_data <- function(case) {
  values <- lapply(case$values, np_array, dtype = "float32")
  if (case$data == "codes") values$y_true <- np_array(case$values$y_true, "int32")
  values
}

value_of <- function(case, measure, data) {
  values <- data(case)
  args <- unname(values[c("y_true", "y_pred", if (case$weighted) "weights")])
  if (case$family == "loss") return(in_r(do.call(measure, args)))
  do.call(measure$update_state, args)
  in_r(measure$result())
}

in_r_code <- function(case) {
  sprintf("%s_%s(%s)", case$family, case$name, arguments_text(named(case), "r", " = "))
}

# Other names are numbered in each session.
named <- function(case) {
  case$args$name <- both('"m"')
  case
}

shown <- function(case) {
  paste(in_r_code(case), "of", case$data, if (case$weighted) "weighted",
        if (case$data == "codes" && case$as_factor) "as factor", deparse1(case$values))
}

smaller <- function(case) {
  without <- lapply(setdiff(names(case$args), required), function(arg) {
    case$args[[arg]] <- NULL
    case
  })
  c(without, with_simpler(case, list(weighted = FALSE, as_factor = FALSE)))
}

function(seed) {
  list(case = random_case(), wrong = problem_in, smaller = smaller, shown = shown)
}
