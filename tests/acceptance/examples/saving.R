# Saving and loading.

x <- matrix(c(1, 2, 3, 4), 2)
small <- function() keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
file <- function(ending) tempfile(fileext = ending)

case("save_model() and load_model()", {
  model <- small()
  path <- file(".keras")
  save_model(model, path)
  all.equal(predict(load_model(path), x, verbose = 0), predict(model, x, verbose = 0))
}, TRUE)
case("the configuration after saving and loading", {
  model <- small() |> layer_reshape(c(1, 1))
  path <- file(".keras")
  save_model(model, path)
  all.equal(get_config(load_model(path)), get_config(model))
}, TRUE)
case("the optimizer's state is saved", {
  model <- small() |> compile("adam", "mse")
  model |> fit(x, x[, 1], epochs = 2, verbose = 0)
  path <- file(".keras")
  save_model(model, path)
  as.numeric(load_model(path)$optimizer$iterations)
}, 2)
case("a file that exists is not replaced unasked", {
  path <- file(".keras")
  save_model(small(), path)
  save_model(small(), path)
}, error = "overwrite = TRUE")
case("save_model_weights() and load_model_weights()", {
  from <- small()
  to <- small()
  path <- file(".weights.h5")
  save_model_weights(from, path)
  load_model_weights(to, path)
  identical(get_weights(from), get_weights(to))
}, TRUE)
case("save_model_config() and load_model_config()", {
  path <- file(".json")
  save_model_config(small(), path)
  count_params(load_model_config(path))
}, 3)
case("a folder in place of a file", {
  path <- tempfile()
  save_model(small(), path, zipped = FALSE)
  c("config.json", "metadata.json", "model.weights.h5") %in% list.files(path)
}, c(TRUE, TRUE, TRUE))
case("the older format", {
  path <- file(".h5")
  save_model(small(), path)
  count_params(load_model(path))
}, 3)
case("export_savedmodel() to a new folder", {
  model <- small()
  path <- file.path(tempfile(), "new", "dir")
  export_savedmodel(model, path, verbose = FALSE)
  all.equal(as.array(tf$saved_model$load(path)$serve(x)), predict(model, x, verbose = 0))
}, TRUE)
case("layer_tfsm() reads what was exported", {
  path <- tempfile()
  export_savedmodel(small(), path, verbose = FALSE)
  dim(layer_tfsm(filepath = path)(x))
}, c(2L, 1L))
case("serialize_model()", count_params(unserialize_model(serialize_model(small()))), 3)
case("saveRDS() of a model", {
  path <- file(".rds")
  saveRDS(small(), path)
  count_params(readRDS(path))
}, 3, better = "in keras3 a model in an RDS file is a null pointer")
case("register_keras_serializable()", {
  layer_kept <- Layer("Kept", call = function(inputs) inputs)
  register_keras_serializable(layer_kept, package = "mine")
  get_registered_name(layer_kept)
}, "mine>Kept")
case("a model with a layer of one's own", {
  layer_saved <- Layer("SavedTwice", call = function(inputs) inputs * 2)
  path <- file(".keras")
  save_model(keras_model_sequential(input_shape = 2) |> layer_saved(), path)
  predict(load_model(path, custom_objects = list(SavedTwice = layer_saved)), x, verbose = 0)
}, 2 * x)
case("with_custom_object_scope()", {
  with_custom_object_scope(list(mine = function(x) x), {
    "mine" %in% names(get_custom_objects())
  })
}, FALSE)
case("serialize_keras_object()", {
  config <- serialize_keras_object(optimizer_sgd(learning_rate = 0.5))
  config$class_name
}, "SGD")
case("get_state_tree()", {
  names(get_state_tree(small() |> compile("sgd", "mse")))
}, c("trainable_variables", "non_trainable_variables", "optimizer_variables", "metrics_variables"))
