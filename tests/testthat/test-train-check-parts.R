model <- keras_model_sequential(input_shape = 4) |> layer_dense(1)
compile(model, loss = "mse")
x <- matrix(1, 3, 4)

mistakes <- list(
  quote(compile(model, NA, "mse")) ~ "`optimizer` must be a name, .*, not NA",
  quote(compile(model, list(), "mse")) ~ "`optimizer` must be a name, .*, not a list of 0",
  quote(compile(model, list("adam"), "mse")) ~ "`optimizer` must be .*, not a list of 1[.] Su",
  quote(compile(model, c("adam", "sgd"), "mse")) ~ "not a character vector of length 2. Supply one",
  quote(compile(model, mean, "mse")) ~ "`optimizer` must be a name, .*, not a function",
  quote(compile(model, keras$optimizers, "mse")) ~ "`optimizer` must be .*module`[.]$",
  quote(compile(model, keras$optimizers$Adam, "mse")) ~ "Call the class: it makes the object",
  quote(compile(model, factor("adam"), "mse")) ~ "`optimizer` must be a name, .*, not a factor",
  quote(compile(model, learning_rate_schedule_cosine_decay(0.1, 10))) ~
    "A schedule is the `learning_rate` of an optimizer",
  quote(compile(model, layer_dense, "mse")) ~ "`optimizer` must be a name, .*, not a function",
  quote(compile(model, loss = TRUE)) ~ "`loss` must be a name, .*, not TRUE",
  quote(compile(model, loss = keras$losses)) ~ "`loss` must be a name, .*module`",
  quote(compile(model, loss = quote(mse))) ~ "`loss` must be a name, .*, not an object of class",
  quote(compile(model, loss = layer_dense)) ~ "`loss` must be a name, .*, not a function",
  quote(compile(model, loss = metric_mean)) ~ "`loss` must be a name, .*, not a function",
  quote(compile(model, loss = character())) ~ "`loss` must be a name, .*, not a character vector",
  quote(compile(model, loss = list(NULL))) ~ "`loss` is a list without a loss",
  quote(compile(model, metrics = list("mae", 1))) ~ "`metrics` must be a name, .*, not 1",
  quote(compile(model, weighted_metrics = NA)) ~ "`weighted_metrics` must be a name, .*, not NA",
  quote(compile(model, "optimizer_adam")) ~ "Did you mean \"adam\"",
  quote(compile(model, loss = "loss_huber")) ~ "Did you mean \"huber\""
)

test_that("compile() names the part that is not one, and changes nothing", {
  for (row in mistakes) {
    what <- deparse(row[[2]])[[1]]
    expect_error(eval(row[[2]][[2]]), row[[3]], class = "rkeras_error_argument", info = what)
  }
  expect_identical(model$loss, "mse")
})

test_that("parts of all kinds are taken", {
  for (optimizer in list(NULL, "Adam", optimizer_sgd, optimizer_sgd(),
                         list(class_name = "SGD", config = list(learning_rate = 0.1)))) {
    expect_no_error(compile(model, optimizer, "mse"))
  }
  for (loss in list(NULL, list("mse"), loss_huber, loss_huber(), keras$losses$Huber, mean,
                    list(class_name = "Huber", config = list(delta = 2)))) {
    expect_no_error(compile(model, loss = loss))
  }
  expect_no_error(compile(model, loss = "mse", metrics = list("mae", metric_mean_squared_error,
                                                              function(y_true, y_pred) 1)))
})

test_that("losses without gradient or value are told", {
  train <- function(loss) fit(compile(model, "sgd", loss), x, 1:3, epochs = 1, verbose = 0)
  expect_error(train(function(y_true, y_pred) 1), "^No weight of the model has a gradient")
  expect_error(train(function(y_true, y_pred) NULL), "returned NULL in place of a tensor")
})

if (on_tensorflow()) test_that("lengths and conditions that a graph does not know are told", {
  train <- function(loss) fit(compile(model, "sgd", loss), x, 1:3, epochs = 1, verbose = 0)
  expect_error(train(function(y_true, y_pred) sum(y_pred) / length(y_true)),
               "An operand of `/` is NA, .*op_size", class = "rkeras_error_argument")
  expect_error(train(function(y_true, y_pred) sum(y_pred) / nrow(y_true)),
               "An operand of `/` is NA", class = "rkeras_error_argument")
  expect_error(train(function(y_true, y_pred) if (y_pred > 0) mean(y_true) else mean(y_pred)),
               paste0("condition of an `if`, .* has 3 values, but must be one TRUE or FALSE|",
                      "has 3[.] The condition of an `if`, .* must be one TRUE or FALSE"))
})
