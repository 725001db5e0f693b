# The entry page of the manual.

#' rkeras: Keras, TensorFlow and all of Python in R
#'
#' rkeras defines, trains, evaluates and saves Keras models from R, and gives access to every other
#' Python library. A Python interpreter runs in the R process. Values are converted between the two
#' languages without loss, Python can call R functions, and the session stays responsive while
#' models train.
#'
#' Start here. The first use of Keras downloads Keras and TensorFlow if no Python has them
#' (`rkeras_guide("install")`):
#'
#' ```r
#' library(rkeras)
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 16, activation = "relu") |>
#'   layer_dense(units = 3, activation = "softmax")
#' model |> compile(loss = "sparse_categorical_crossentropy", metrics = "accuracy")
#' history <- model |> fit(Species ~ ., data = iris, epochs = 20)
#' plot(history)
#' predict(model, iris[c(1, 51, 101), ], type = "class")
#' ```
#'
#' @section Models and layers:
#' * Models: [keras_model_sequential()] for a stack of layers, [keras_input()] and [keras_model()]
#'   for any graph of layers, [Model()] for a class of your own, `application_*()` such as
#'   [application_mobilenet_v2()] for pretrained networks.
#' * Layers: [layer_dense()], [layer_conv_2d()], [layer_max_pooling_2d()], [layer_lstm()],
#'   [layer_embedding()], [layer_multi_head_attention()], [layer_dropout()],
#'   [layer_batch_normalization()] and about 140 more; [Layer()] for a layer of your own.
#' * Parts of models: [get_layer()], [get_weights()], [freeze_weights()], [get_config()].
#' * Looking at models: `summary()`, `plot()`, `str()`, `as.data.frame()`.
#'
#' @section Training:
#' * [compile()], [fit()], [evaluate()], [predict()][predict.keras.src.models.model.Model],
#'   [train_on_batch()]; the page [rkeras-checks] lists the checks of data and arguments, and
#'   [rkeras-missing] says what missing values do.
#' * Losses `loss_*()`, metrics `metric_*()`, optimizers `optimizer_*()` such as [optimizer_adam()],
#'   learning rate schedules `learning_rate_schedule_*()`, callbacks `callback_*()` such as
#'   [callback_early_stopping()]; [Loss()], [Callback()] and others for your own.
#' * The training history: `plot()`, `as.data.frame()`, [tidy()], [glance()], [augment()].
#' * Training runs: [training_run()], [tuning_run()], [ls_runs()], [flags()], [tensorboard()].
#' * Several devices and machines: [distributed-training], [run_workers()],
#'   [use_cluster_template()].
#'
#' @section Data:
#' * Data sets: [dataset_mnist()], [dataset_fashion_mnist()], [dataset_imdb()] and others.
#' * From files: [image_dataset_from_directory()], [text_dataset_from_directory()],
#'   [timeseries_dataset_from_array()], and generators written as R functions or as a [PyDataset()].
#' * Preparation: [layer_normalization()], [layer_text_vectorization()], [layer_feature_space()],
#'   [pad_sequences()], [to_categorical()]; [adapt()] fits such a layer to data.
#' * Pipelines: [tensor_slices_dataset()], [text_line_dataset()], [make_csv_dataset()],
#'   [arrow_dataset()] and other sources; [dataset_map()], [dataset_batch()], [dataset_prepare()]
#'   and about 40 more verbs; [feature_spec()] for the columns of a table.
#'
#' @section Tensors:
#' * [as_tensor()], [as.array()][tensor-coercion]; `[`, arithmetic and R's mathematical functions
#'   work on tensors ([tensor-functions]).
#' * About 350 operations `op_*()` that run on every backend, such as [op_matmul()], [op_einsum()]
#'   and [op_where()]; `random_*()` for random tensors.
#' * Graphs: [tf_function()] and [autograph()] compile R functions, [r_operator()] makes an operator
#'   of any R function, [custom_op()] writes operators in Rust or C++.
#'
#' @section Saving and deploying:
#' * [save_model()] and [load_model()], [save_model_weights()], [saveRDS()], [export_savedmodel()],
#'   [register_keras_serializable()].
#' * [serve_model()] answers requests for predictions.
#'
#' @section Python:
#' * [import()], [py_run_string()], [py_eval()], [source_python()], [py] (variables of Python's main
#'   module), `$`, `[` and calls on Python objects ([python-objects]).
#' * [crossing] has the table of conversions, [r_to_py()] and [py_to_r()] convert explicitly.
#' * Python installations: [use_python()], [use_virtualenv()], [py_require()], [py_config()],
#'   [virtualenv_create()].
#'
#' @section Configuration:
#' [rkeras-options] lists options and environment variables, [use_backend()] chooses TensorFlow or
#' JAX, [set_random_seed()] makes results reproducible, [config_set_dtype_policy()] turns on mixed
#' precision.
#'
#' @seealso [rkeras_guide()] lists and opens the guides; `help.search("search words", package =
#'   "rkeras")` searches the manual.
#' @concept keras3
#' @concept reticulate
#' @concept first model
#' @concept deep learning
#' @concept neural network
#' @concept machine learning
#' @concept TensorFlow
#' @concept getting started
"_PACKAGE"
