# rkeras_guide("functional-api"): two inputs and two outputs, by name. Their weights in a file:
# rkeras_guide("saving-deployment").
set_random_seed(11)
stations <- keras_input(shape = 1, name = "stations")
place <- keras_input(shape = 3, name = "place")
deep <- place |>
  layer_dense(units = 16, activation = "relu") |>
  layer_dense(units = 8, activation = "relu")
joined <- layer_concatenate(list(deep, stations))
model <- keras_model(
  inputs = list(stations = stations, place = place),
  outputs = list(
    magnitude = layer_dense(joined, units = 1, name = "magnitude"),
    is_deep = layer_dense(joined, units = 1, activation = "sigmoid", name = "is_deep")
  )
)
model |> compile(
  optimizer = optimizer_adam(0.01), loss = list(magnitude = "mse", is_deep = "binary_crossentropy")
)
x <- list(
  stations = quakes$stations / 100, place = scale(as.matrix(quakes[c("lat", "long", "depth")]))
)
y <- list(magnitude = quakes$mag, is_deep = as.numeric(quakes$depth > 300))
model |> fit(x, y, epochs = 5, verbose = 0)
predicted <- predict(model, x, verbose = 0)
stopifnot(setequal(names(predicted), c("magnitude", "is_deep")), nrow(predicted$magnitude) == 1000)

file <- file.path(tempdir(), "quakes.weights.h5")
save_model_weights(model, file, overwrite = TRUE)
copy <- clone_model(model)
load_model_weights(copy, file)
stopifnot(identical(predict(copy, x, verbose = 0), predicted))
plot(model, show_shapes = TRUE)
