# Random models with random outputs, targets, losses, metrics and weights, matched by random names
# and in random forms: the loss and metrics of evaluate() and the like are those that R computes
# from the predictions.

output_names <- c("a", "b", "A", "a b", "a_b", "gr\u00f6\u00dfe", "km/h", "x.1", "1", "loss", "y")
epsilon <- 1e-7

random_case <- function() {
  n_outputs <- sample(1:3, 1L, prob = c(0.4, 0.35, 0.25))
  is_dict <- n_outputs > 1L && chance(0.4)
  allowed <- if (is_dict) output_names else setdiff(output_names, "km/h")
  outputs <- stats::setNames(lapply(seq_len(n_outputs), function(i) random_output()),
                             sample(allowed, n_outputs))
  n <- sample(2:9, 1L)
  is_masked <- n_outputs == 1L && outputs[[1]]$steps > 1L && chance(0.4)
  has_classes <- n_outputs == 1L && outputs[[1]]$task %in% c("labels", "binary") &&
    (outputs[[1]]$task == "labels" || outputs[[1]]$units == 1L)
  list(
    outputs = outputs, n = n, is_dict = is_dict, is_masked = is_masked,
    batch = if (is_masked) n else sample(n, 1L), by_class = has_classes && chance(0.3),
    seed = sample.int(1e6, 1L),
    form = sample(c("list", "named", "frame", "dataset", "function"), 1L),
    call = sample(c("evaluate", "test_on_batch", "train_on_batch", "fit", "validation"), 1L),
    weighted = sample(c("no", "vector", "list", "named", "partial"), 1L),
    weight_shape = sample(c("samples", "column", "steps"), 1L),
    loss_weights = sample(c("no", "named", "partial", "positions"), 1L),
    permutation = sample(n_outputs), measures_named = chance(0.7), reused = chance(0.3)
  )
}

tasks <- c("numbers", "positive", "shares", "signs", "binary", "labels", "one_hot")

random_output <- function() {
  output <- random_task()
  # Each probability of a softmax on its own.
  is_softmax <- output$task == "one_hot" && !output$logits
  if (is_softmax && chance(0.3)) output$loss <- "binary_crossentropy"
  output
}

random_task <- function() {
  task <- sample(tasks, 1L)
  list(
    task = task, steps = sample(c(1L, 1L, 2L, 3L, 4L), 1L),
    units = sample(if (task %in% c("labels", "one_hot")) 2:4 else c(1L, 1L, 2L, 3L), 1L),
    logits = task %in% c("binary", "labels", "one_hot") && chance(0.4),
    loss = sample(losses_of(task), 1L), metrics = sample(metrics_of(task), sample(0:2, 1L)),
    weighted_metric = if (chance(0.4)) sample(metrics_of(task), 1L),
    form = sample(c("vector", "column", "tensor", "factor", "integer"), 1L),
    own_loss = chance(0.2), own_metric = task %in% c("numbers", "positive", "shares") && chance(0.3)
  )
}

losses_of <- function(task) {
  switch(task,
    numbers = c("mse", "mae", "huber", "log_cosh"), positive = c("poisson", "mse"),
    shares = c("kl_divergence", "mae"), signs = c("hinge", "squared_hinge"),
    binary = "binary_crossentropy", labels = "sparse_categorical_crossentropy",
    one_hot = "categorical_crossentropy"
  )
}

counted <- c("precision", "recall", "f1")

metrics_of <- function(task) {
  switch(task,
    numbers = c("mse", "mae", "log_cosh"), positive = c("poisson", "mae"),
    shares = c("kl_divergence", "mse"), signs = c("hinge", "squared_hinge"),
    binary = c("accuracy", "binary_crossentropy", "precision", "recall"),
    labels = c("accuracy", "sparse_categorical_crossentropy", "categorical_accuracy", "precision",
               "f1"),
    one_hot = c("accuracy", "categorical_crossentropy", "categorical_accuracy", "precision", "f1")
  )
}

# ---- The model and its data ----------------------------------------------------------------------

model_of <- function(case) {
  if (case$is_masked) {
    output <- case$outputs[[1]]
    inputs <- keras_input(shape = c(output$steps, 2))
    outputs <- inputs |>
      layer_masking(mask_value = 0) |>
      layer_dense(units = output$units, activation = activation_of(output),
                  name = names(case$outputs))
    return(keras_model(inputs, outputs))
  }
  inputs <- keras_input(shape = 3)
  layers <- Map(function(output, name) {
    inputs |>
      layer_dense(units = output$steps * output$units) |>
      layer_reshape(c(if (output$steps > 1L) output$steps, output$units)) |>
      layer_activation(activation_of(output), name = if (!case$is_dict) name)
  }, case$outputs, names(case$outputs))
  keras_model(inputs, if (length(layers) == 1L) layers[[1]] else if (case$is_dict) layers
              else unname(layers))
}

activation_of <- function(output) {
  if (output$logits) return("linear")
  switch(output$task, numbers = , signs = "linear", positive = "exponential", binary = ,
         shares = "sigmoid", "softmax")
}

# As arrays of samples, steps and units; labels have one unit.
targets_of <- function(output, n) {
  shape <- c(n, output$steps, output$units)
  count <- prod(shape)
  labels <- function() sample(seq_len(output$units) - 1, n * output$steps, TRUE)
  switch(output$task,
    numbers = array(stats::rnorm(count), shape),
    positive = array(as.double(stats::rpois(count, 2)), shape),
    shares = array(stats::runif(count, 0.1, 0.9), shape),
    signs = array(sample(c(-1, 1), count, TRUE), shape),
    binary = array(as.double(sample(0:1, count, TRUE)), shape),
    labels = ,
    one_hot = array(labels(), c(n, output$steps, 1))
  )
}

# As users have them.
given_targets <- function(output, y) {
  if (output$task == "one_hot") y <- one_hot(y, output$units)
  shape <- dim(y)
  is_column <- shape[[3]] == 1L
  y <- if (output$steps == 1L) array(y, shape[c(1, 3)]) else y
  if (is_column && output$form != "column") {
    y <- if (output$steps == 1L) as.vector(y) else array(y, shape[1:2])
  }
  is_whole <- output$task %in% c("labels", "binary", "positive", "signs", "one_hot")
  are_classes <- output$task == "labels" || output$task == "binary" && output$units == 1L
  if (output$form == "integer" && is_whole) storage.mode(y) <- "integer"
  if (output$form == "factor" && are_classes && is.null(dim(y))) {
    classes <- if (output$task == "binary") 2L else output$units
    y <- factor(letters[y + 1], letters[seq_len(classes)])
  }
  if (output$form == "tensor") as_tensor(y, "float32") else y
}

# The inputs, and which of the steps are masked.
inputs_of <- function(case) {
  if (!case$is_masked) {
    return(list(x = matrix(stats::rnorm(3 * case$n), case$n), mask = 1))
  }
  steps <- case$outputs[[1]]$steps
  mask <- matrix(sample(0:1, case$n * steps, TRUE, c(1, 3)), case$n)
  mask[1, 1] <- 1L
  x <- array(stats::rnorm(case$n * steps * 2), c(case$n, steps, 2))
  list(x = x * as.vector(mask), mask = mask)
}

one_hot <- function(labels, classes) {
  shape <- dim(labels)
  array(rep(seq_len(classes) - 1, each = prod(shape[1:2])) == as.vector(labels),
        c(shape[1:2], classes)) + 0
}

# Of one output, as an array of samples and steps, and as the user gives them.
weights_of <- function(case, output) {
  n <- case$n
  if (case$weight_shape == "steps" && output$steps > 1L) {
    values <- matrix(round(stats::runif(n * output$steps), 2) + 0.1, n)
    return(list(all = values, given = values))
  }
  values <- round(stats::runif(n), 2) + 0.1
  list(all = matrix(values, n, output$steps),
       given = if (case$weight_shape == "column") matrix(values) else values)
}

# ---- The oracle ----------------------------------------------------------------------------------

# Values for samples and steps.
values_of <- function(measure, y, p, output) {
  over <- function(x) apply(x, 1:2, mean)
  clipped <- function(x, low = epsilon, high = 1 - epsilon) pmin(pmax(x, low), high)
  d <- if (output$task %in% c("numbers", "positive", "shares")) y - p
  classes <- output$task %in% c("labels", "one_hot")
  if (classes) {
    y <- one_hot(y, output$units)
    largest <- function(x) apply(x, 1:2, which.max)
  }
  switch(measure,
    mse = over(d^2), mae = over(abs(d)), log_cosh = over(log(cosh(d))),
    huber = over(ifelse(abs(d) <= 1, d^2 / 2, abs(d) - 0.5)),
    poisson = over(p - y * log(p + epsilon)),
    kl_divergence = apply(y * log(clipped(y, high = 1) / clipped(p, high = 1)), 1:2, sum),
    hinge = over(pmax(1 - y * p, 0)), squared_hinge = over(pmax(1 - y * p, 0)^2),
    binary_crossentropy = over(-y * log(clipped(p)) - (1 - y) * log(1 - clipped(p))),
    accuracy = , categorical_accuracy =
      if (classes) (largest(y) == largest(p)) + 0 else over((p > 0.5) == (y > 0.5)),
    sparse_categorical_crossentropy = , categorical_crossentropy =
      apply(-y * log(clipped(p)), 1:2, sum)
  )
}

counted_of <- function(measure, y, p, output, w = 1) {
  if (output$task != "binary") y <- one_hot(y, output$units)
  is_hit <- if (measure == "f1") p == rep(apply(p, 1:2, max), output$units) else p > 0.5
  w <- array(w, dim(y)) # the last axis is that of the units
  hits <- sum(w * (is_hit & y > 0.5))
  found <- sum(w * is_hit)
  there <- sum(w * (y > 0.5))
  value <- switch(measure, precision = hits / found, recall = hits / there,
                  f1 = 2 * hits / (found + there))
  if (is.nan(value)) 0 else value
}

probabilities <- function(output, p) {
  if (!output$logits) return(p)
  if (output$task == "binary") return(stats::plogis(p))
  exp(p) / rep(apply(exp(p), 1:2, sum), output$units)
}

expected <- function(case, data, predictions) {
  is_one <- length(case$outputs) == 1L
  all <- Map(function(name, output) {
    p <- array(predictions[[name]], c(case$n, output$steps, output$units))
    p <- probabilities(output, p)
    y <- data$y[[name]]
    w <- data$weights[[name]]
    mask <- matrix(1, case$n, output$steps) * as.vector(data$mask)
    losses <- sum(mask * w * data$class_weight * values_of(output$loss, y, p, output)) / sum(mask)
    metrics <- vapply(output$metrics, function(metric) {
      if (metric %in% counted) counted_of(metric, y, p, output)
      else sum(mask * values_of(metric, y, p, output)) / sum(mask)
    }, 0)
    if (output$own_metric) {
      metrics[["own"]] <- sum(mask * values_of("mae", y, p, output)) / sum(mask)
    }
    weighted <- output$weighted_metric
    w <- w * mask * data$class_weight
    if (!is.null(weighted)) {
      metrics[[weighted_name(weighted)]] <- if (weighted %in% counted) {
        # Masks are for means.
        counted_of(weighted, y, p, output, data$weights[[name]] * data$class_weight)
      } else {
        sum(w * values_of(weighted, y, p, output)) / sum(w)
      }
    }
    if (!is_one && length(metrics)) names(metrics) <- paste0(name, "_", names(metrics))
    c(stats::setNames(losses, paste0(name, "_loss")), metrics)
  }, names(case$outputs), case$outputs)
  losses <- vapply(all, `[[`, 0, 1L)
  all <- unlist(unname(all))
  if (is_one) all <- all[-1]
  c(loss = sum(losses * data$loss_weights), all)
}

weighted_name <- function(metric) paste0("w_", metric)

# ---- What the package computes -------------------------------------------------------------------

loss_object <- function(output) {
  if (output$own_loss && output$loss %in% c("mse", "mae")) {
    power <- if (output$loss == "mse") 2 else 1
    return(function(y_true, y_pred) op_mean(op_abs(y_true - y_pred)^power, axis = -1L))
  }
  if (!output$logits) return(output$loss)
  get(paste0("loss_", output$loss))(from_logits = TRUE)
}

metric_object <- function(metric, name = NULL) {
  switch(metric,
    precision = metric_precision(name = name %||% "precision"),
    recall = metric_recall(name = name %||% "recall"),
    f1 = metric_f1_score(average = "micro", name = name %||% "f1"),
    categorical_accuracy = metric_categorical_accuracy(name = name %||% metric),
    log_cosh = metric_log_cosh_error(name = name %||% metric),
    if (is.null(name)) metric else custom(metric, name)
  )
}

custom <- function(metric, name) {
  if (metric == "accuracy") return("accuracy")
  long <- c(mse = "mean_squared_error", mae = "mean_absolute_error")
  get(paste0("metric_", if (metric %in% names(long)) long[[metric]] else metric))(name = name)
}

# Parts for all outputs, by position or permuted with names.
arranged <- function(case, parts, is_named) {
  if (length(parts) == 1L) return(parts[[1]])
  if (is_named) parts[case$permutation] else unname(parts)
}

problem_in <- function(case) {
  set.seed(case$seed)
  set_random_seed(case$seed)
  case$outputs <- lapply(case$outputs, possible)
  model <- model_of(case)
  data <- data_of(case)
  compiled(model, case, data$loss_weights)
  predictions <- as.list(predict_all(model, data$x, case))
  found <- measured(model, case, data)
  difference(found, expected(case, data, predictions))
}

# F-scores are of matrices; a weighted accuracy would have the name of the other.
possible <- function(output) {
  if (output$steps > 1L) output$metrics <- setdiff(output$metrics, "f1")
  refused <- c("accuracy", if (output$steps > 1L) "f1")
  if (any(output$weighted_metric %in% refused)) output["weighted_metric"] <- list(NULL)
  output
}

data_of <- function(case) {
  outputs <- case$outputs
  inputs <- inputs_of(case)
  y <- lapply(outputs, targets_of, case$n)
  given <- stats::setNames(Map(given_targets, outputs, y), names(outputs))
  data <- list(x = inputs$x, mask = inputs$mask, y = y, given = given,
               loss_weights = random_loss_weights(case), class_weight = 1)
  data <- c(data, random_weights(case))
  if (case$by_class && case$call %in% c("fit", "train_on_batch")) with_classes(case, data) else data
}

random_loss_weights <- function(case) {
  weights <- stats::setNames(rep(1, length(case$outputs)), names(case$outputs))
  if (case$loss_weights != "no" && length(weights) > 1L) {
    changed <- if (case$loss_weights == "partial") length(weights) else seq_along(weights)
    weights[changed] <- round(stats::runif(length(changed)), 2) + 0.5
  }
  weights
}

# Weights of samples: for the oracle and as users give them.
random_weights <- function(case) {
  outputs <- case$outputs
  ones <- lapply(outputs, function(output) matrix(1, case$n, output$steps))
  if (case$weighted == "no") return(list(weights = ones))
  if (case$weighted == "vector") {
    all <- round(stats::runif(case$n), 2) + 0.1
    return(list(weights = lapply(ones, function(one) one * all), sample_weight = all))
  }
  of_each <- lapply(outputs, function(output) weights_of(case, output))
  has <- if (case$weighted == "partial") names(outputs)[[1]] else names(outputs)
  given <- arranged(case, lapply(of_each, `[[`, "given")[has], case$weighted != "list")
  ones[has] <- lapply(of_each[has], `[[`, "all")
  list(weights = ones, sample_weight = for_some(given, case, has))
}

with_classes <- function(case, data) {
  weights <- c("0" = 2, "1" = 0.5)
  labels <- array(data$y[[1]], dim(data$y[[1]])[1:2])
  data$class_weight <- array(ifelse(labels < 2, weights[labels + 1], 1), dim(labels))
  data$weights[[1]] <- array(1, dim(labels))
  data["sample_weight"] <- list(NULL)
  if (is.factor(data$given[[1]])) names(weights) <- c("a", "b")
  data$by_class <- list(class_weight = weights)
  data
}

difference <- function(found, right) {
  if (!setequal(names(found), names(right))) {
    return(sprintf("the names are %s, not %s", toString(names(found)), toString(names(right))))
  }
  found <- found[names(right)]
  wrong <- !mapply(function(a, b) isTRUE(all.equal(a, b, tolerance = 2e-4)), found, right)
  if (any(wrong)) {
    sprintf("%s is %s, not %s", names(right)[wrong], signif(found[wrong], 6),
            signif(right[wrong], 6))[[1]]
  }
}

# A list for some of the outputs has names.
for_some <- function(parts, case, names) {
  if (case$weighted == "partial" && length(case$outputs) > 1L) stats::setNames(list(parts), names)
  else parts
}

compiled <- function(model, case, loss_weights) {
  outputs <- case$outputs
  losses <- lapply(outputs, loss_object)
  metrics <- lapply(outputs, function(output) {
    own <- function(y_true, y_pred) op_mean(op_abs(y_true - y_pred), axis = -1L)
    c(lapply(output$metrics, metric_object),
      if (output$own_metric) list(custom_metric("own", own)))
  })
  weighted <- lapply(outputs, function(output) {
    weighted <- output$weighted_metric
    if (is.null(weighted)) list() else list(metric_object(weighted, weighted_name(weighted)))
  })
  args <- list(
    loss = arranged(case, losses, case$measures_named),
    metrics = arranged(case, metrics, case$measures_named),
    weighted_metrics = arranged(case, weighted, case$measures_named)
  )
  if (length(outputs) > 1L && case$loss_weights != "no") {
    chosen <- if (case$loss_weights == "partial") length(outputs) else case$permutation
    args$loss_weights <- if (case$loss_weights == "positions") unname(loss_weights)
      else loss_weights[chosen]
  }
  compile_with <- function(model) do.call(compile, c(list(model, optimizer_sgd(0)), args))
  if (case$reused) {
    other <- clone_model(model)
    compile_with(other)
    x <- if (case$is_masked) array(1, c(4, outputs[[1]]$steps, 2)) else matrix(1, 4, 3)
    evaluate(other, x, lapply(outputs, function(output) {
      given_targets(utils::modifyList(output, list(form = "column")), targets_of(output, 4L))
    }) |> (\(y) if (length(y) == 1L) y[[1]] else y)(), verbose = 0)
  }
  compile_with(model)
}

predict_all <- function(model, x, case) {
  predictions <- predict(model, x, verbose = 0)
  if (length(case$outputs) == 1L) predictions <- list(predictions)
  if (case$is_dict) predictions else stats::setNames(predictions, names(case$outputs))
}

measured <- function(model, case, data) {
  given <- data$given
  is_plain <- function(y) is.atomic(y) && is.null(dim(y))
  y <- if (case$form == "frame" && length(given) > 1L && all(vapply(given, is_plain, NA))) {
    as.data.frame(given[case$permutation], optional = TRUE)
  } else {
    arranged(case, given, case$form != "list")
  }
  parts <- list(data$x, y, data$sample_weight)
  numbers_of(model, case, in_batches(case, parts, data$by_class), y, data)
}

# The arguments x, y and sample_weight, or batches of these.
in_batches <- function(case, parts, by_class) {
  is_batch <- case$call %in% c("test_on_batch", "train_on_batch")
  if (is_batch || is.data.frame(parts[[2]]) || !is.null(by_class)) return(parts)
  if (case$form == "dataset") {
    all <- lapply(drop_weights(parts), in_arrays)
    return(list(dataset_batch(tensor_slices_dataset(all), case$batch)))
  }
  is_function <- case$form == "function" && case$call %in% c("evaluate", "fit")
  if (is_function) list(batches_of(drop_weights(parts), case$n, case$batch)) else parts
}

drop_weights <- function(parts) if (is.null(parts[[3]])) parts[1:2] else parts

in_arrays <- function(part) {
  if (is.list(part)) lapply(part, in_arrays)
  else if (is.factor(part)) as.integer(part) - 1L else if (is.atomic(part)) part else as.array(part)
}

batches_of <- function(parts, n, size) {
  parts <- lapply(parts, in_arrays)
  rows <- split(seq_len(n), (seq_len(n) - 1L) %/% size)
  i <- 0L
  take <- function(part, rows) {
    if (is.list(part)) return(lapply(part, take, rows))
    switch(max(length(dim(part)), 1L), part[rows], part[rows, , drop = FALSE],
           part[rows, , , drop = FALSE])
  }
  function() {
    i <<- i + 1L
    if (i > length(rows)) i <<- 0L
    if (i > 0L) lapply(parts, take, rows[[i]])
  }
}

numbers_of <- function(model, case, args, y, data) {
  is_array <- length(args) == 3L
  batch <- if (is_array) list(batch_size = case$batch)
  named <- if (is_array) stats::setNames(args, c("x", "y", "sample_weight"))
    else list(x = args[[1]])
  switch(case$call,
    evaluate = unclass(do.call(evaluate, c(list(model), named, batch, list(verbose = 0)))),
    test_on_batch = unlist(do.call(test_on_batch, c(list(model), named))),
    train_on_batch = unlist(do.call(train_on_batch, c(list(model), named, data$by_class))),
    fit = {
      history <- do.call(fit, c(list(model), named, batch, data$by_class,
                                list(epochs = 2, verbose = 0)))
      vapply(history$metrics, function(x) x[[2]], 0)
    },
    validation = {
      held <- if (is_array) drop_weights(unname(args)) else args[[1]]
      history <- fit(model, data$x, y, epochs = 2, verbose = 0, validation_data = held,
                     batch_size = case$batch)
      values <- vapply(history$metrics, function(x) x[[2]], 0)
      values <- values[startsWith(names(values), "val_")]
      stats::setNames(values, sub("^val_", "", names(values)))
    }
  )
}

shown <- function(case) deparse1(case)

smaller <- function(case) {
  simple <- with_simpler(case, list(
    form = "list", call = "evaluate", weighted = "no", weight_shape = "samples", reused = FALSE,
    loss_weights = "no", permutation = seq_along(case$outputs), measures_named = FALSE,
    is_dict = FALSE, is_masked = FALSE, by_class = FALSE
  ))
  fewer <- if (length(case$outputs) > 1L) {
    lapply(seq_along(case$outputs), function(i) {
      case$outputs <- case$outputs[-i]
      if (length(case$outputs) == 1L) case$is_dict <- FALSE
      case$permutation <- rank(case$permutation[-i])
      case
    })
  }
  plain <- lapply(seq_along(case$outputs), function(i) {
    case$outputs[[i]]$metrics <- character()
    case$outputs[[i]]["weighted_metric"] <- list(NULL)
    case$outputs[[i]]$own_metric <- case$outputs[[i]]$own_loss <- FALSE
    case
  })
  Filter(function(other) !identical(other, case), c(fewer, simple, plain))
}

function(seed) {
  list(case = random_case(), wrong = problem_in, smaller = smaller, shown = shown)
}
