# Losses, metrics, optimizers, schedules, callbacks, and training loops of one's own.

x <- matrix(c(0, 1, 2, 3), 4)
y <- 2 * x + 1
fitted_model <- function(callbacks = NULL, epochs = 3, rate = 0.1, ...) {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  model |> compile(optimizer_sgd(learning_rate = rate), "mse")
  list(model = model, history = model |> fit(x, y, epochs = epochs, verbose = 0,
                                             callbacks = callbacks, ...))
}

case("loss_mean_squared_error() of values", {
  as.numeric(loss_mean_squared_error(rbind(c(0, 1), c(0, 0)), rbind(c(1, 1), c(1, 0))))
}, c(0.5, 0.5))
case("a loss object averages over the batch", {
  loss <- loss_mean_absolute_error()
  as.numeric(loss(rbind(c(0, 1), c(0, 0)), rbind(c(1, 1), c(1, 0))))
}, 0.5)
case("a loss object with weights", {
  loss <- loss_mean_squared_error()
  as.numeric(loss(rbind(c(0, 1), c(0, 0)), rbind(c(1, 1), c(1, 0)), sample_weight = c(1, 0)))
}, 0.25)
case("a loss with reduction = NULL", {
  loss <- loss_mean_squared_error(reduction = NULL)
  as.numeric(loss(rbind(c(0, 1), c(0, 0)), rbind(c(1, 1), c(1, 0))))
}, c(0.5, 0.5))
case("loss_categorical_crossentropy()", {
  as.numeric(loss_categorical_crossentropy(rbind(c(0, 1, 0)), rbind(c(0.05, 0.95, 0))))
}, -log(0.95), tolerance = 1e-5)
case("loss_sparse_categorical_crossentropy() counts classes from 0", {
  as.numeric(loss_sparse_categorical_crossentropy(1L, rbind(c(0.05, 0.95, 0))))
}, -log(0.95), tolerance = 1e-5)
case("loss_binary_crossentropy() from logits", {
  as.numeric(loss_binary_crossentropy(matrix(c(0, 1), 1), matrix(c(0, 0), 1), from_logits = TRUE))
}, log(2), tolerance = 1e-5)
case("loss_huber()", as.numeric(loss_huber(matrix(c(0, 0), 1), matrix(c(3, 0), 1))), 1.25)
case("loss_cosine_similarity()", {
  as.numeric(loss_cosine_similarity(rbind(c(0, 1)), rbind(c(1, 0))))
}, 0)
case("loss_kl_divergence()", {
  as.numeric(loss_kl_divergence(rbind(c(0.5, 0.5)), rbind(c(0.5, 0.5))))
}, 0, tolerance = 1e-6)
case("an R function as loss", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(1)
  model |> compile("sgd", loss = function(y_true, y_pred) op_mean((y_true - y_pred)^2))
  length((model |> fit(x, y, verbose = 0, epochs = 1))$metrics$loss)
}, 1L)
case("metric_mean() over updates", {
  metric <- metric_mean()
  metric$update_state(c(1, 3, 5, 7))
  as.numeric(metric$result())
}, 4)
case("a metric called as a function", {
  metric <- metric_binary_accuracy()
  as.numeric(metric(rbind(1, 1, 0, 0), rbind(0.98, 1, 0, 0.6)))
}, 0.75)
case("metric_sparse_categorical_accuracy()", {
  metric <- metric_sparse_categorical_accuracy()
  metric$update_state(rbind(2, 1), rbind(c(0.1, 0.6, 0.3), c(0.05, 0.95, 0)))
  as.numeric(metric$result())
}, 0.5)
case("metric_auc()", {
  metric <- metric_auc(num_thresholds = 3)
  metric$update_state(c(0, 0, 1, 1), c(0, 0.5, 0.3, 0.9))
  as.numeric(metric$result())
}, 0.75)
case("metric_precision() and metric_recall()", {
  precision <- metric_precision()
  recall <- metric_recall()
  precision$update_state(c(0, 1, 1, 1), c(1, 0, 1, 1))
  recall$update_state(c(0, 1, 1, 1), c(1, 0, 1, 1))
  c(as.numeric(precision$result()), as.numeric(recall$result()))
}, c(2, 2) / 3, tolerance = 1e-6)
case("metric_mean_iou()", {
  metric <- metric_mean_iou(num_classes = 2)
  metric$update_state(c(0, 0, 1, 1), c(0, 1, 0, 1))
  as.numeric(metric$result())
}, 1 / 3, tolerance = 1e-6)
case("metric_f1_score() for each class", {
  metric <- metric_f1_score(threshold = 0.5)
  metric$update_state(rbind(c(1, 1, 1), c(1, 0, 0), c(1, 1, 0)),
                      rbind(c(0.2, 0.6, 0.7), c(0.2, 0.6, 0.6), c(0.6, 0.8, 0)))
  as.numeric(metric$result())
}, c(0.5, 0.8, 2 / 3), tolerance = 1e-6)
case("metric_top_k_categorical_accuracy() of values", {
  as.numeric(metric_top_k_categorical_accuracy(rbind(c(0, 0, 1), c(0, 1, 0)),
                                               rbind(c(0.1, 0.9, 0.8), c(0.05, 0.95, 0)), k = 1))
}, c(0, 1))
case("reset_state()", {
  metric <- metric_sum()
  metric$update_state(c(1, 2))
  reset_state(metric)
  as.numeric(metric$result())
}, 0)
case("custom_metric()", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(1)
  bias <- custom_metric("bias", function(y_true, y_pred) op_mean(y_pred - y_true))
  model |> compile("sgd", "mse", metrics = bias)
  names(evaluate(model, x, y, verbose = 0))
}, c("loss", "bias"))
case("optimizer_sgd() makes a step", {
  optimizer <- optimizer_sgd(learning_rate = 0.1)
  variable <- keras_variable(1)
  optimizer$apply_gradients(list(list(op_array(1), variable)))
  as.numeric(variable)
}, 0.9, tolerance = 1e-6)
case("optimizer_adam() has Keras's defaults", {
  config <- get_config(optimizer_adam())
  round(unlist(config[c("learning_rate", "beta_1", "beta_2")]), 4)
}, c(learning_rate = 0.001, beta_1 = 0.9, beta_2 = 0.999))
case("every optimizer reduces the loss", {
  makers <- list(optimizer_adadelta, optimizer_adagrad, optimizer_adam_w, optimizer_adamax,
                 optimizer_ftrl, optimizer_lion, optimizer_nadam, optimizer_rmsprop)
  all(vapply(makers, function(make) is.numeric(get_config(make())$learning_rate), NA))
}, TRUE)
case("a learning rate by schedule", {
  schedule <- learning_rate_schedule_exponential_decay(0.1, decay_steps = 10, decay_rate = 0.5)
  as.numeric(schedule(20))
}, 0.025, tolerance = 1e-6)
case("learning_rate_schedule_piecewise_constant_decay()", {
  schedule <- learning_rate_schedule_piecewise_constant_decay(c(10, 20), c(1, 0.5, 0.1))
  vapply(c(5, 15, 25), function(step) as.numeric(schedule(step)), 0)
}, c(1, 0.5, 0.1), tolerance = 1e-6)
case("learning_rate_schedule_cosine_decay()", {
  as.numeric(learning_rate_schedule_cosine_decay(1, decay_steps = 10)(10))
}, 0, tolerance = 1e-6)
case("learning_rate_schedule_polynomial_decay()", {
  as.numeric(learning_rate_schedule_polynomial_decay(1, 10, end_learning_rate = 0)(5))
}, 0.5)
case("callback_learning_rate_scheduler() counts epochs from 0", {
  scheduler <- function(epoch, lr) if (epoch < 10) lr else lr * exp(-0.1)
  fitted <- fitted_model(callback_learning_rate_scheduler(scheduler), epochs = 15, rate = 0.01)
  round(as.numeric(fitted$model$optimizer$learning_rate), 5)
}, 0.00607)
case("callback_early_stopping()", {
  stop_early <- callback_early_stopping(monitor = "loss", patience = 0, min_delta = 1e9)
  length(fitted_model(stop_early, epochs = 9)$history$metrics$loss)
}, 2L)
case("callback_early_stopping() with a small min_delta", {
  callback_early_stopping(monitor = "loss", min_delta = 0.001)$min_delta
}, 0.001, better = "keras3 truncates it to 0")
case("callback_model_checkpoint() numbers files from 1", {
  folder <- tempfile()
  fitted_model(callback_model_checkpoint(file.path(folder, "m-{epoch}.keras")), epochs = 2)
  list.files(folder)
}, c("m-1.keras", "m-2.keras"))
case("callback_csv_logger()", {
  file <- tempfile(fileext = ".csv")
  fitted_model(callback_csv_logger(file))
  utils::read.csv(file)$epoch
}, 0:2)
case("callback_reduce_lr_on_plateau()", {
  reduce <- callback_reduce_lr_on_plateau(monitor = "loss", factor = 0.5, patience = 1,
                                          min_delta = 1e9, min_lr = 0)
  as.numeric(fitted_model(reduce, epochs = 3, rate = 0.01)$model$optimizer$learning_rate)
}, 0.0025, tolerance = 1e-6)
case("callback_terminate_on_nan()", {
  fitted <- fitted_model(callback_terminate_on_nan(), epochs = 9, rate = 1e30)
  length(fitted$history$metrics$loss) < 9
}, TRUE)
case("callback_tensorboard() makes its folder", {
  folder <- file.path(tempfile(), "logs")
  fitted_model(callback_tensorboard(folder))
  list.files(folder)
}, "train")
case("callback_backup_and_restore()", {
  folder <- tempfile()
  length(fitted_model(callback_backup_and_restore(folder))$history$metrics$loss)
}, 3L)
case("callback_lambda()", {
  seen <- 0
  fitted_model(callback_lambda(on_epoch_end = function(epoch, logs) seen <<- seen + 1))
  seen
}, 3)
case("Callback() that stops the training", {
  stop_now <- Callback("StopNow", on_epoch_end = function(epoch, logs = NULL) {
    self$model$stop_training <- TRUE
  })
  length(fitted_model(stop_now(), epochs = 9)$history$metrics$loss)
}, 1L)
case("a gradient tape", {
  v <- tf$Variable(3)
  with(tf$GradientTape() %as% tape, loss <- v^2)
  as.numeric(tape$gradient(loss, v))
}, 6)
case("a training loop of one's own", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(1, kernel_initializer = "zeros")
  optimizer <- optimizer_sgd(learning_rate = 0.1)
  loss_fn <- loss_mean_squared_error()
  for (step in 1:200) {
    with(tf$GradientTape() %as% tape, loss <- loss_fn(y, model(x, training = TRUE)))
    gradients <- tape$gradient(loss, model$trainable_weights)
    optimizer$apply_gradients(zip_lists(gradients, model$trainable_weights))
  }
  round(predict(model, matrix(10), verbose = 0))
}, matrix(21))
case("train_step() of one's own", {
  CustomModel <- Model("CustomModel", train_step = function(data) {
    c(x, y) %<-% data
    with(tf$GradientTape() %as% tape, loss <- self$compute_loss(y = y, y_pred = self(x)))
    gradients <- tape$gradient(loss, self$trainable_variables)
    self$optimizer$apply_gradients(zip_lists(gradients, self$trainable_variables))
    list(loss = loss)
  })
  input <- keras_input(1)
  model <- CustomModel(inputs = input, outputs = layer_dense(input, 1))
  model |> compile("sgd", "mse")
  names((model |> fit(x, y, epochs = 1, verbose = 0))$metrics)
}, "loss")
