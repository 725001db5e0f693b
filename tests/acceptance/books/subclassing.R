# Layers, models, metrics and callbacks as classes
set_random_seed(1)
layer_simple_dense <- new_layer_class(
  "SimpleDense",
  initialize = function(units, activation = NULL) {
    super$initialize()
    self$units <- as.integer(units)
    self$activation <- activation
  },
  build = function(input_shape) {
    input_dim <- input_shape[length(input_shape)]
    self$W <- self$add_weight(shape = c(input_dim, self$units), initializer = "random_normal")
    self$b <- self$add_weight(shape = c(self$units), initializer = "zeros")
  },
  call = function(inputs) {
    y <- op_matmul(inputs, self$W) + self$b
    if (!is.null(self$activation)) y <- self$activation(y)
    y
  }
)
my_dense <- layer_simple_dense(units = 32, activation = activation_relu)
stopifnot(identical(dim(my_dense(op_ones(c(2, 20)))), c(2L, 32L)))

ticket_model <- new_model_class(
  "TicketModel",
  initialize = function(num_departments) {
    super$initialize()
    self$concat_layer <- layer_concatenate()
    self$mixing_layer <- layer_dense(units = 16, activation = "relu")
    self$priority <- layer_dense(units = 1, activation = "sigmoid")
    self$department <- layer_dense(units = num_departments, activation = "softmax")
  },
  call = function(inputs) {
    features <- self$mixing_layer(self$concat_layer(list(inputs$title, inputs$body)))
    list(self$priority(features), self$department(features))
  }
)
model <- ticket_model(num_departments = 4)
inputs <- list(title = random_normal(c(8, 5)), body = random_normal(c(8, 6)))
c(priority, department) %<-% model(inputs)
stopifnot(identical(dim(priority), c(8L, 1L)), identical(dim(department), c(8L, 4L)))
model %>% compile("rmsprop", loss = list("mean_squared_error", "categorical_crossentropy"))
history <- model %>% fit(
  list(title = matrix(rnorm(160), 32), body = matrix(rnorm(192), 32)),
  list(matrix(runif(32)), to_categorical(rep(0:3, 8), 4)), epochs = 2, verbose = 0
)
stopifnot(length(history$metrics$loss) == 2)

# A metric with state
metric_rmse <- new_metric_class(
  "RootMeanSquaredError",
  initialize = function(name = "rmse", ...) {
    super$initialize(name = name, ...)
    self$mse_sum <- self$add_weight(name = "mse_sum", initializer = "zeros")
    self$total_samples <- self$add_weight(name = "total_samples", initializer = "zeros")
  },
  update_state = function(y_true, y_pred, sample_weight = NULL) {
    mse <- op_sum((op_cast(y_true, "float32") - y_pred)^2)
    self$mse_sum$assign_add(mse)
    self$total_samples$assign_add(op_cast(op_shape(y_pred)[[1]], "float32"))
  },
  result = function() op_sqrt(self$mse_sum / self$total_samples),
  reset_state = function() {
    self$mse_sum$assign(0)
    self$total_samples$assign(0)
  }
)
x <- matrix(rnorm(60), 20)
y <- x %*% c(1, 2, 3)
model <- keras_model_sequential(input_shape = 3) |> layer_dense(1)
model |> compile("adam", "mse", metrics = list(metric_rmse()))
scores <- model |> evaluate(x, y, verbose = 0)
expected <- sqrt(mean((predict(model, x, verbose = 0) - y)^2))
stopifnot(all.equal(scores[["rmse"]], expected, tolerance = 1e-4))
stopifnot(all.equal(scores[["rmse"]], sqrt(scores[["loss"]]), tolerance = 1e-4))

# A callback that keeps the losses of batches
callback_loss_history <- new_callback_class(
  "LossHistory",
  on_train_begin = function(logs = NULL) self$per_batch <- list(),
  on_batch_end = function(batch, logs = NULL) {
    self$per_batch <- c(self$per_batch, list(logs$loss))
    NULL
  },
  on_epoch_end = function(epoch, logs = NULL) {
    self$seen <- length(self$per_batch)
    NULL
  }
)
watcher <- callback_loss_history()
model |> fit(x, y, epochs = 2, batch_size = 5, callbacks = list(watcher), verbose = 0)
stopifnot(watcher$seen == 8)
losses <- unlist(watcher$per_batch)
stopifnot(is.numeric(losses), length(losses) == 8, all(is.finite(losses)))
