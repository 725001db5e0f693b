# The pages of the manual on the package, its conditions and its options.

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

# ---- Errors and warnings -------------------------------------------------------------------------

# The page of errors. `make document` adds the classes of conditions, frequent problems and messages
# (dev/document/errors.R).

#' Errors and what to do
#'
#' Every error of rkeras is a classed R condition whose message says what is wrong, what was
#' expected, and what to do. This page lists the classes of errors and warnings, shows how to catch
#' them, explains frequent problems by their symptom, and collects messages with the call that
#' causes each. [rkeras-checks] lists the checks before and during training with their messages.
#'
#' @section How errors travel:
#' A Python exception becomes an R error that has the class of the exception and the classes it
#' inherits from: `KeyError` has the R classes `python.builtin.KeyError`,
#' `python.builtin.LookupError`, `python.builtin.Exception`, `python.builtin.BaseException`,
#' `rkeras_error` and `error`. Where rkeras knows the mistake, the message is reworded for R, with
#' axes and positions that count from 1. The condition has these elements:
#'
#' * `message` The message, reworded for R where possible.
#' * `python_message` Python's message. If R says it in other words, the condition has a further
#'   class with the name of the problem, such as `rkeras_error_other_weights`.
#' * `exception` The Python exception, a Python object.
#' * `call` The function that you called.
#'
#' [py_last_error()] returns the last exception with Python's traceback.
#'
#' An R error in an R function that Python called is the same R condition when it reaches R
#' again, with its classes. Python code sees it as an exception of the class `rpycall.RError`.
#'
#' @section Catch an error:
#' `tryCatch()` takes a handler for each class. `rkeras_error` matches every error of rkeras and of
#' Python:
#'
#' ```r
#' value <- tryCatch(
#'   py_eval("settings['rate']"),
#'   python.builtin.KeyError = function(cnd) 0.1,
#'   rkeras_error = function(cnd) stop("cannot read the settings: ", conditionMessage(cnd))
#' )
#' ```
#'
#' A warning is silenced by its class: `suppressWarnings(fit(model, x, y), classes =
#' "rkeras_warning_infinite")`. Python code catches an R error with `except Exception`.
#' Ctrl-C (an interrupt) is not an error: `tryCatch(interrupt = )` catches it.
#'
#' @eval rd_errors()
#' @examplesIf py_available()
#' # A Python exception has the classes of the exception
#' cnd <- tryCatch(py_eval("1 / 0"), error = identity)
#' class(cnd)
#' conditionMessage(cnd)
#'
#' # Handle one class of error, and let others pass
#' tryCatch(
#'   py_eval("{'a': 1}['b']"),
#'   python.builtin.KeyError = function(cnd) NA
#' )
#' @seealso [rkeras-checks], [rkeras-missing], [py_last_error()], [py_config()],
#'   [py_suppress_warnings()]
#' @concept error message
#' @concept exception
#' @concept traceback
#' @concept troubleshooting
#' @concept tryCatch
#' @concept interrupt
#' @concept out of memory
#' @concept GPU
#' @concept CUDA
#' @name rkeras-errors
NULL

# ---- Options and environment variables -----------------------------------------------------------

# The page of options and environment variables. `make document` adds the tables
# (dev/document/options.R).

#' Options and environment variables
#'
#' rkeras reads these options (`options(name = value)`, for example in `.Rprofile`) and environment
#' variables (`Sys.setenv(NAME = "value")`, or a line `NAME=value` in `.Renviron`). Options take
#' effect at once, with the exceptions given below. Variables that choose a Python installation or a
#' Keras backend must be set before Python starts, that is, before the first call that needs Python.
#'
#' @eval rd_settings()
#' @examples
#' # Train without output in this session
#' old <- options(keras.fit_verbose = 0)
#' getOption("keras.fit_verbose")
#' options(old)
#' @concept configuration
#' @concept settings
#' @concept environment variable
#' @concept verbose
#' @concept progress bar
#' @seealso [py_config()] shows which Python installation is used and why, [config_backend()] and
#'   other `config_*()` functions read and set the configuration of Keras, [use_python()],
#'   [use_backend()].
#' @name rkeras-options
NULL
