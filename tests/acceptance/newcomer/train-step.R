# rkeras_guide("python-keras-to-r"): a train_step of my own, and a loop with a gradient tape.
model_own_step <- Model(
  "OwnStep",
  initialize = function(...) {
    super$initialize(...)
    self$hidden <- layer_dense(units = 16, activation = "relu")
    self$out <- layer_dense(units = 3, activation = "softmax")
  },
  call = function(inputs) inputs |> self$hidden() |> self$out(),
  train_step = function(data) {
    c(x, y) %<-% data
    with(tf$GradientTape() %as% tape, {
      y_pred <- self(x, training = TRUE)
      loss <- self$compute_loss(y = y, y_pred = y_pred)
    })
    gradients <- tape$gradient(loss, self$trainable_variables)
    self$optimizer$apply(gradients, self$trainable_variables)
    self$compute_metrics(x, y, y_pred)
  }
)
set_random_seed(1)
own <- model_own_step()
own |> compile(
  optimizer = optimizer_adam(learning_rate = 0.02),
  loss = "sparse_categorical_crossentropy", metrics = "accuracy"
)
history <- own |> fit(as.matrix(iris[1:4]), iris$Species, epochs = 10, verbose = 0)
stopifnot(tail(history$metrics$accuracy, 1) > 0.6)

# A mistake in the step says where it is.
broken <- Model("Broken", call = function(x) x, train_step = function(data) compute(data))
model <- broken()
model |> compile(loss = "mse")
said <- tryCatch(fit(model, matrix(1:4), 1:4, verbose = 0), error = conditionMessage)
stopifnot(grepl("compute", said), grepl("`train_step()` of the model `Broken`", said, fixed = TRUE))

square_gradient <- tf_function(function(x) {
  with(tf$GradientTape() %as% tape, {
    tape$watch(x)
    y <- x^2
  })
  tape$gradient(y, x)
})
stopifnot(as.numeric(square_gradient(as_tensor(3))) == 6)
