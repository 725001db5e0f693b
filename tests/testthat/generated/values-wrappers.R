# Models for estimators, each made in R and in Python with the same weights.

sk_x <- float32(whole(12, 3) / 8)
sk_y <- float32(matrix(1:12 / 4))

softmax_model <- function(X, y, units) {
  stopifnot(units == 3L)
  model <- keras_model_sequential(input_shape = ncol(X)) |>
    layer_dense(units = ncol(y), kernel_initializer = "zeros", activation = "softmax")
  model |> compile(loss = "categorical_crossentropy", optimizer = "sgd")
}

linear_model <- function(X, y) {
  model <- keras_model_sequential(input_shape = 3) |>
    layer_dense(units = 1, kernel_initializer = "zeros")
  model |> compile(loss = "mse", optimizer = "sgd")
}

models_of_python <- py_run_string("
import keras

def model(inputs, outputs, activation, loss):
    layer = keras.layers.Dense(outputs, activation, kernel_initializer='zeros')
    model = keras.Sequential([keras.Input((inputs,)), layer])
    model.compile(loss=loss, optimizer='sgd')
    return model

def softmax_model_of_python(X, y, units):
    return model(X.shape[1], y.shape[1], 'softmax', 'categorical_crossentropy')

def linear_model_of_python(X, y):
    return model(3, 1, None, 'mse')

def fitted_labels(estimator):
    y = ['a', 'b', 'c'] * 4
    estimator.fit(sk_x, y)
    shares = estimator.decision_function(sk_x)
    return [estimator.predict(sk_x).ravel().tolist(), shares, len(estimator.history_.epoch)]

def fitted_numbers(estimator):
    estimator.fit(sk_x, sk_y.ravel(), shuffle=False)
    return [estimator.predict(sk_x), estimator.score(sk_x, sk_y)]

def transformed(estimator):
    estimator.fit(sk_x, sk_y, shuffle=False)
    return estimator.transform(sk_x)
", local = TRUE, convert = FALSE)
models_of_python["sk_x"] <- sk_x
models_of_python["sk_y"] <- sk_y
softmax_model_of_python <- models_of_python["softmax_model_of_python"]
linear_model_of_python <- models_of_python["linear_model_of_python"]
fitted_labels <- models_of_python["fitted_labels"]
fitted_numbers <- models_of_python["fitted_numbers"]
transformed <- models_of_python["transformed"]
