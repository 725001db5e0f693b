# rkeras_guide("keras-for-r-users"): a network of my own for the columns of a data frame.
set_random_seed(42)
variables <- c("wt", "hp", "disp", "qsec")
standardize <- layer_normalization()
standardize |> adapt(mtcars[variables])
model <- keras_model_sequential(input_shape = 4, layers = list(standardize)) |>
  layer_dense(units = 16, activation = "relu") |>
  layer_dense(units = 1)
summary(model)
model |> compile(optimizer = optimizer_adam(learning_rate = 0.05), loss = "mse", metrics = "mae")
history <- model |> fit(mpg ~ wt + hp + disp + qsec, data = mtcars, epochs = 60, verbose = 0)
plot(history)
last <- tail(as.data.frame(history), 2)
stopifnot(identical(as.character(unique(as.data.frame(history)$metric)), c("loss", "mae")))

found <- model |> evaluate(mtcars, verbose = 0)
stopifnot(found$mae < 6)
new_cars <- data.frame(hp = c(90, 220), wt = c(2.2, 3.8), qsec = c(18, 16), disp = c(110, 350))
predicted <- predict(model, new_cars)
stopifnot(predicted[1] > predicted[2])

# What I did wrong at first: the messages say what to do.
said <- function(code) tryCatch(code, error = conditionMessage)
stopifnot(grepl("disp", said(predict(model, new_cars[1:3]))))
stopifnot(grepl("units", said(layer_dense(unitz = 32))))
