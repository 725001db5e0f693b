# Targets, weights, losses and metrics of each output. tests/random/random-outputs.R compares many
# more models with the same computed in R.

set_random_seed(1)
x <- matrix(rnorm(48), 12)
y <- rpois(12, 3)
w <- seq(0.5, 3, length.out = 12)
one <- function(units = 1, activation = NULL) {
  keras_model_sequential(input_shape = 4) |> layer_dense(units, activation = activation)
}
two <- function(named = FALSE, names = c("a", "b")) {
  input <- keras_input(4)
  outputs <- lapply(names, function(name) layer_dense(input, 1, name = if (!named) name))
  keras_model(input, if (named) stats::setNames(outputs, names) else outputs)
}
measured <- function(model, ...) unclass(evaluate(model, ..., verbose = 0))
known <- function(model, ...) predict(model, x, verbose = 0)
squares <- function(y, p, w = 1) mean(w * (y - p)^2)
same <- function(...) expect_equal(..., tolerance = 1e-4, ignore_attr = TRUE)

test_that("metrics of a vector are those of a column", {
  model <- one(activation = "exponential")
  metrics <- list("poisson", "kl_divergence", "hinge", metric_categorical_hinge(), "mse")
  compile(model, loss = "poisson", metrics = metrics)
  p <- drop(known(model))
  for (targets in list(y, matrix(y), as_tensor(y, "float32"))) {
    found <- measured(model, x, targets)
    same(found[["poisson"]], mean(p - y * log(p + 1e-7)))
    same(found[["loss"]], found[["poisson"]])
    same(found[["hinge"]], mean(pmax(1 - y * p, 0)))
    same(found[["mse"]], squares(y, p))
  }
  expect_error(
    compile(one(3), loss = "mse", metrics = "mae") |> evaluate(x, y, verbose = 0), "shape",
    class = "rkeras_error"
  )
})

test_that("a weight for each sample weights sequences, in batches of any size", {
  model <- keras_model_sequential(input_shape = c(4, 3)) |> layer_dense(1)
  compile(model, loss = "mse", weighted_metrics = "mae")
  sequences <- array(rnorm(144), c(12, 4, 3))
  targets <- matrix(runif(48), 12)
  p <- predict(model, sequences, verbose = 0)[, , 1]
  for (size in c(3, 4, 12)) for (given in list(targets, array(targets, c(12, 4, 1)))) {
    found <- measured(model, sequences, given, sample_weight = w, batch_size = size)
    same(found[["loss"]], squares(targets, p, w))
    same(found[["mae"]], sum(w * rowMeans(abs(targets - p))) / sum(w))
  }
  steps <- matrix(runif(48), 12)
  found <- measured(model, sequences, targets, sample_weight = steps, batch_size = 4)
  same(found[["loss"]], squares(targets, p, steps))
})

test_that("metrics begin at zero and belong to one output", {
  metric <- metric_mean_absolute_error(name = "mae")
  first <- compile(one(), loss = "mse", metrics = metric)
  second <- compile(one(), loss = "mse", metrics = metric)
  fit(first, x, y * 100, epochs = 1, verbose = 0)
  same(measured(second, x, y)[["mae"]], mean(abs(known(second) - y)))
  third <- compile(one(), loss = "mse", metrics = metric)
  same(test_on_batch(third, x, y)$mae, mean(abs(known(third) - y)))
  model <- compile(two(), loss = "mse", metrics = list(a = metric, b = metric))
  found <- measured(model, x, list(y, 2 * y))
  p <- known(model)
  same(found[c("a_mae", "b_mae")], c(mean(abs(p[[1]] - y)), mean(abs(p[[2]] - 2 * y))))
  expect_named(measured(compile(model, loss = "mse"), x, list(y, y)), c("loss", "a_loss", "b_loss"))
})

test_that("metrics of probabilities get probabilities, also of a loss of logits", {
  labels <- y %% 2
  model <- one()
  metrics <- list("accuracy", metric_precision(name = "precision"), metric_binary_crossentropy(),
                  metric_binary_accuracy(name = "of_logits", threshold = 0))
  compile(model, loss = loss_binary_crossentropy(from_logits = TRUE), metrics = metrics)
  found <- measured(model, x, labels)
  p <- drop(known(model))
  same(found[["accuracy"]], mean((p > 0) == (labels == 1)))
  same(found[["of_logits"]], found[["accuracy"]])
  same(found[["precision"]], sum(p > 0 & labels == 1) / sum(p > 0))
  same(found[["binary_crossentropy"]], found[["loss"]])
})

test_that("the accuracy of several labels is the share of right labels", {
  model <- compile(one(3, "sigmoid"), loss = "binary_crossentropy", metrics = "accuracy")
  labels <- matrix(rep(0:1, 18), 12)
  same(measured(model, x, labels)[["accuracy"]], mean((known(model) > 0.5) == labels))
  # The largest probability counts after a softmax.
  model <- compile(one(3, "softmax"), loss = "binary_crossentropy", metrics = "accuracy")
  labels <- diag(3)[rep(1:3, 4), ]
  right <- max.col(known(model)) == max.col(labels)
  same(measured(model, x, labels)[["accuracy"]], mean(right))
  input <- keras_input(4)
  outputs <- list(b = layer_dense(input, 3, activation = "softmax"), a = layer_dense(input, 1))
  model <- compile(keras_model(input, outputs), loss = list(b = "binary_crossentropy", a = "mse"),
                   metrics = list(b = "accuracy"))
  right <- max.col(known(model)$b) == max.col(labels)
  same(measured(model, x, list(a = y, b = labels))[["b_accuracy"]], mean(right))
})

test_that("metrics of one-hot targets take labels", {
  labels <- rep(0:2, 4)
  model <- one(3, "softmax")
  metrics <- list(metric_f1_score(name = "f1"), metric_auc(name = "auc"),
                  metric_precision(name = "precision"), "categorical_accuracy",
                  metric_mean_iou(num_classes = 3, name = "iou"), "accuracy")
  compile(model, loss = "sparse_categorical_crossentropy", metrics = metrics)
  of_labels <- measured(model, x, labels)
  metrics[[5]] <- metric_one_hot_mean_iou(num_classes = 3, name = "iou")
  compile(model, loss = "categorical_crossentropy", metrics = metrics)
  same(of_labels, measured(model, x, to_categorical(labels)))
  expect_true(all(c("f1_1", "f1_2", "f1_3") %in% names(of_labels)))
  history <- fit(compile(model, loss = "categorical_crossentropy", metrics = metric_f1_score()),
                 x, to_categorical(labels), epochs = 2, verbose = 0)
  expect_identical(lengths(history$metrics), c(loss = 2L, f1_score_1 = 2L, f1_score_2 = 2L,
                                               f1_score_3 = 2L))
})

test_that("metrics of each class have the names of the classes", {
  f1 <- metric_f1_score(name = "f1")
  species <- paste0("f1_", levels(iris$Species))
  model <- compile(one(3, "softmax"), loss = "sparse_categorical_crossentropy", metrics = f1)
  batch <- list(as.matrix(iris[1:4]), iris$Species)
  for (data in list(iris, function() batch)) {
    history <- if (is.data.frame(data)) {
      fit(model, Species ~ ., data = data, epochs = 1, verbose = 0, validation_data = data)
    } else {
      fit(model, data, epochs = 1, steps_per_epoch = 1, verbose = 0)
    }
    expect_identical(setdiff(names(history$metrics), c("val_loss", paste0("val_", species))),
                     c("loss", species))
    expect_identical(names(history$epochs), names(history$metrics))
    expect_identical(names(as_training_history(model$history)$metrics), names(history$metrics))
  }
  expect_named(evaluate(model, iris[1:4], iris$Species, verbose = 0), c("loss", species))
  input <- keras_input(4)
  model <- keras_model(input, list(a = layer_dense(input, 2, activation = "softmax"),
                                   a_b = layer_dense(input, 3, activation = "softmax")))
  compile(model, loss = "sparse_categorical_crossentropy",
          metrics = list(a = metric_f1_score(name = "f1"), a_b = f1))
  iris$small <- factor(iris$Sepal.Length < 5, labels = c("no", "yes"))
  history <- fit(model, list(a = small, a_b = Species) ~ Sepal.Length + Sepal.Width +
                   Petal.Length + Petal.Width, data = iris, epochs = 1, verbose = 0)
  expected <- c("a_f1_no", "a_f1_yes", paste0("a_b_", species))
  expect_true(all(expected %in% names(history$metrics)))
  expect_true(all(expected %in% names(evaluate(model, iris, verbose = 0))))
})

test_that("names match losses, weights of losses and metrics with outputs, and no others", {
  model <- compile(two(), loss = list(b = "mae", a = "mse"), loss_weights = c(b = 3))
  p <- known(model)
  parts <- c(squares(y, p[[1]]), mean(abs(y - p[[2]])))
  same(measured(model, x, list(b = y, a = y)), c(sum(parts * c(1, 3)), parts))
  compile(model, loss = "mse", loss_weights = c(b = 3, a = 2), metrics = "mae")
  found <- measured(model, x, list(y, y))
  same(found[["loss"]], 2 * found[["a_loss"]] + 3 * found[["b_loss"]])
  expect_named(found, c("loss", "a_loss", "a_mae", "b_loss", "b_mae"))
  wrong <- list(
    list(loss = "mse", loss_weights = c(B = 3, a = 1)), list(loss = list(B = "mse", a = "mse")),
    list(loss = "mse", metrics = list(B = "mae")),
    list(loss = "mse", weighted_metrics = list(B = "mae"))
  )
  for (args in wrong) {
    expect_refused(do.call(compile, c(list(model), args)), "has the name `B`.*Did you mean `b`")
  }
  expect_refused(compile(model, loss = "mse", loss_weights = c(a = 1, a = 2)), "`a`")
})

test_that("weights of samples are those of all outputs, or of each by name or position", {
  model <- compile(two(), loss = "mse")
  p <- known(model)
  right <- function(a, b) {
    parts <- c(squares(y, p[[1]], a), squares(2 * y, p[[2]], b))
    c(sum(parts), parts)
  }
  targets <- list(list(y, 2 * y), list(b = 2 * y, a = y), data.frame(a = y, b = 2 * y))
  for (given in targets) {
    found <- function(weights) measured(model, x, given, sample_weight = weights)
    same(found(w), right(w, w))
    same(found(list(w, w / 2)), right(w, w / 2))
    same(found(list(b = w / 2, a = w)), right(w, w / 2))
    same(found(list(b = w)), right(1, w))
    same(found(list(w, NULL)), right(w, 1))
    same(found(data.frame(b = w, a = w / 2)), right(w / 2, w))
    expect_refused(found(list(c = w)), "has the name `c`")
  }
  history <- fit(model, x, list(b = 2 * y, a = y), sample_weight = list(b = w), epochs = 1,
                 verbose = 0, validation_data = list(x, list(b = y, a = y), list(b = w)),
                 batch_size = 12)
  same(history$metrics$loss, right(1, w)[[1]])
  same(test_on_batch(model, x, list(b = y, a = y), list(b = w))$b_loss,
       squares(y, known(model)[[2]], w))
})

if (on_tensorflow()) test_that("batches have targets and weights by name, too", {
  model <- compile(two(), loss = "mse")
  p <- known(model)
  right <- c(squares(y, p[[1]]), squares(2 * y, p[[2]], w))
  batch <- list(x, list(b = 2 * y, a = y), list(b = w))
  done <- FALSE
  once <- function() {
    done <<- !done
    if (done) batch
  }
  same(measured(model, once)[-1], right)
  batches <- tensor_slices_dataset(batch) |> dataset_batch(5)
  same(measured(model, batches)[-1], right)
  wrong <- tensor_slices_dataset(list(x, list(B = y, a = y))) |> dataset_batch(5)
  expect_refused(measured(model, wrong), "has the name `B`")
})

test_that("names of outputs may be any text, and are shown as they are", {
  names <- c("a b", "gr\u00f6\u00dfe", "km/h", "1")
  model <- compile(two(TRUE, names), loss = "mse", metrics = list("km/h" = "mae"))
  targets <- stats::setNames(list(y, 2 * y, 3 * y, 4 * y), names)
  history <- fit(model, x, targets[c(3, 1, 4, 2)], epochs = 1, verbose = 0)
  expect_setequal(names(history$metrics), c("loss", paste0(names, "_loss"), "km/h_mae"))
  expect_setequal(names(known(model)), names)
  same(measured(model, x, targets)[["km/h_loss"]], squares(3 * y, known(model)[["km/h"]]))
})

test_that("a loss of probabilities does not take logits of another activation for its own", {
  labels <- diag(3)[rep(1:3, 4), ]
  model <- compile(one(3, "softmax"), loss = "binary_crossentropy")
  p <- known(model)
  same(measured(model, x, labels)[["loss"]], mean(-labels * log(p) - (1 - labels) * log(1 - p)))
  model <- suppressWarnings(compile(one(3, "sigmoid"), loss = "categorical_crossentropy"))
  p <- known(model)
  same(measured(model, x, labels)[["loss"]], mean(-log(rowSums(labels * p) / rowSums(p))))
})

if (on_tensorflow()) test_that("metrics count no batch of a fixed size that is not there", {
  model <- compile(one(), loss = "mse", metrics = "mae")
  batches <- tensor_slices_dataset(list(x, y)) |>
    dataset_filter(function(x, y) y >= 0) |>
    dataset_batch(4, drop_remainder = TRUE)
  found <- measured(model, batches)
  same(found, c(squares(y, known(model)), mean(abs(y - known(model)))))
})
