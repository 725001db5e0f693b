# Layers, models, losses and others written in R.

x <- matrix(c(1, 2, 3, 4), 2)

case("Layer() with weights made in build()", {
  layer_linear <- Layer("Linear",
    initialize = function(units = 1L, ...) {
      super$initialize(...)
      self$units <- as.integer(units)
    },
    build = function(input_shape) {
      self$w <- self$add_weight(shape = shape(tail(input_shape, 1)[[1]], self$units),
                                initializer = "ones", trainable = TRUE)
    },
    call = function(inputs) op_matmul(inputs, self$w)
  )
  as.array(layer_linear(units = 2)(x))
}, cbind(rowSums(x), rowSums(x)))
case("a layer of one's own in a pipe", {
  layer_double <- Layer("Double", call = function(inputs) inputs * 2)
  model <- keras_model_sequential(input_shape = 2) |> layer_double()
  predict(model, x, verbose = 0)
}, 2 * x)
case("a layer that behaves differently in training", {
  layer_flag <- Layer("Flag", call = function(inputs, training = FALSE) {
    if (isTRUE(training)) inputs * 0 else inputs
  })
  list(as.array(layer_flag()(x)), as.array(layer_flag()(x, training = TRUE)))
}, list(x, 0 * x))
case("get_config() of a layer of one's own", {
  layer_power <- Layer("Power",
    initialize = function(power, ...) {
      super$initialize(...)
      self$power <- power
    },
    call = function(inputs) inputs^self$power,
    get_config = function() modifyList(super$get_config(), list(power = self$power))
  )
  layer <- from_config(get_config(layer_power(power = 3L)))
  layer$power
}, 3L)
case("a layer that inherits from a layer", {
  layer_twice <- Layer("TwiceDense", inherit = keras$layers$Dense,
                       call = function(inputs) super$call(inputs) * 2)
  as.array(layer_twice(units = 1L, kernel_initializer = "ones")(x))
}, matrix(2 * rowSums(x)))
case("add_loss() in a layer", {
  layer_activity <- Layer("Activity", call = function(inputs) {
    self$add_loss(op_sum(inputs))
    inputs
  })
  layer <- layer_activity()
  layer(x)
  as.numeric(layer$losses[[1]])
}, 10)
case("a layer with private state", {
  layer_counting <- Layer("Counting",
    call = function(inputs) {
      private$n <- private$n + 1
      inputs
    },
    calls = function() private$n,
    private = list(n = 0)
  )
  layer <- layer_counting()
  layer(x)
  layer(x)
  layer$calls()
}, 2)
case("Model() with layers made in initialize()", {
  model_mlp <- Model("Mlp",
    initialize = function(units, ...) {
      super$initialize(...)
      self$dense <- layer_dense(units = units, kernel_initializer = "ones")
    },
    call = function(inputs) self$dense(inputs)
  )
  predict(model_mlp(units = 1L), x, verbose = 0)
}, matrix(rowSums(x)))
case("new_model_class() is another name", {
  model_id <- new_model_class("Identity", call = function(inputs) inputs)
  as.array(model_id()(x))
}, x)
case("new_layer_class() is another name", {
  layer_id <- new_layer_class("IdentityLayer", call = function(inputs) inputs)
  as.array(layer_id()(x))
}, x)
case("Loss()", {
  loss_bias <- Loss("Bias", call = function(y_true, y_pred) op_mean(y_pred - y_true, axis = -1))
  as.numeric(loss_bias()(x, x + 1))
}, 1)
case("Metric()", {
  metric_total <- Metric("Total",
    initialize = function(...) {
      super$initialize(...)
      self$total <- self$add_variable(shape = shape(), initializer = "zeros", name = "total")
    },
    update_state = function(y_true, y_pred, sample_weight = NULL) {
      self$total$assign_add(op_sum(op_cast(y_pred, "float32")))
    },
    result = function() self$total
  )
  metric <- metric_total()
  metric$update_state(c(0, 0), c(1, 2))
  as.numeric(metric$result())
}, 3)
case("Callback() with initialize()", {
  callback_count <- Callback("Count",
    initialize = function() self$epochs <- 0,
    on_epoch_end = function(epoch, logs = NULL) self$epochs <- self$epochs + 1
  )
  counter <- callback_count()
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(1) |> compile("sgd", "mse")
  model |> fit(x, x[, 1], epochs = 3, verbose = 0, callbacks = counter)
  counter$epochs
}, 3)
case("Constraint()", {
  constraint_nonnegative <- Constraint("NonNegativeHere", call = function(w) op_maximum(w, 0))
  as.numeric(constraint_nonnegative()(op_array(c(-1, 2))))
}, c(0, 2))
case("new_learning_rate_schedule_class()", {
  schedule_half <- new_learning_rate_schedule_class("Half",
    initialize = function(rate) self$rate <- rate,
    call = function(step) self$rate / 2
  )
  as.numeric(schedule_half(0.5)(1))
}, 0.25)
case("%py_class%", {
  Doubler(keras$layers$Layer) %py_class% {
    call <- function(inputs) inputs * 2
  }
  as.array(Doubler()(x))
}, 2 * x)
case("an R6 class as a layer", {
  Squared <- R6::R6Class("Squared", inherit = keras$layers$Layer,
                         public = list(call = function(inputs) inputs^2))
  as.array(r_to_py(Squared)()(x))
}, x^2)
case("active fields", {
  layer_fields <- Layer("Fields", call = function(inputs) inputs,
                        active = list(twice = function() 2))
  layer_fields()$twice
}, 2)
