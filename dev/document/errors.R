# The sections of ?"rkeras-errors": classes of conditions, frequent problems, and messages. A test
# compares the classes with the code.

rd_errors <- function() {
  c(
    rd_list("Classes of errors", rd_classes("rkeras_error_", error_kinds), error_kinds),
    rd_list("Classes of warnings", rd_classes("rkeras_warning_", warning_kinds), warning_kinds),
    rd_list("Frequent classes of Python", rd_classes("python.builtin.", python_errors),
            python_errors),
    rd_list("Frequent problems", vapply(problems, `[[`, "", 1L), vapply(problems, rd_problem, "")),
    unlist(lapply(names(snapshot_titles), rd_messages))
  )
}

rd_classes <- function(beginning, kinds) sprintf("`%s%s`", beginning, names(kinds))

rd_problem <- function(problem) sprintf("Cause: %s\n\nRemedy: %s", problem[[2]], problem[[3]])

# A list and not a table: the help in a terminal does not wrap the cells of tables.
rd_list <- function(title, terms, texts) {
  items <- sprintf("\\item{%s}{%s}", terms, texts)
  c(sprintf("@section %s:", title), "\\describe{", items, "}")
}

# `kind` ends the class: `rkeras_error_<kind>`.
error_kinds <- c(
  argument = paste("An argument, the data or a state of the model is not what a function takes.",
                   "The message names the argument and the values it can have."),
  compile = paste("An operator in Rust or C++ does not compile. The message includes the output",
                  "of the compiler."),
  convert = paste("A value has no exact counterpart in the other language. Convert it first, or",
                  "keep it in Python with `convert = FALSE`."),
  python = paste("No Python installation was found, it cannot be used, or another is running.",
                 "[py_config()] shows which one is used and why others were not."),
  module = paste("A Python library is missing, too old, or of another backend. Install it with",
                 "[py_install()] or [install_keras()]."),
  file = "A file cannot be read or written, or it is not a saved model.",
  unsafe = paste("A file contains code that loading would run. Use `safe_mode = FALSE` if you",
                 "trust its author; see [load_model()]."),
  download = "Pretrained weights cannot be downloaded. Check the network, or supply a file.",
  memory = paste("R or Python has no memory for an object. Remove objects that are no longer",
                 "needed, use smaller batches, or convert fewer elements at a time."),
  run = paste("All runs of [tuning_run()], folds of [cross_validate()] or trials of [tune()]",
              "failed. The message includes the first error."),
  pruned = paste("A trial of [tune()] ends early; see [callback_pruning()]. tune() takes it,",
                 "unless the objective does."),
  nesting = paste("R and Python functions called each other too deeply, usually in an endless",
                  "recursion. The class `python.builtin.RecursionError` matches it, too."),
  operator = paste("The R function of an [r_operator()] returned values of another type, shape or",
                   "number than it declares, or has no gradient, or is missing."),
  worker = paste("A process of [run_workers()] failed or was killed. The message names it and",
                 "includes its last output."),
  service = paste("The dispatcher of a [data_service()] cannot be reached. The message includes",
                  "the reason."),
  graph = paste("R code cannot be traced as a graph: a variable, branch or loop has no counterpart",
                "there. See [autograph()]."),
  undefined = paste("A variable or value that a branch or loop of a graph leaves undefined is",
                    "used. See [autograph()]."),
  internal = "A fault of rkeras. Please report the message and the code that causes it."
)

warning_kinds <- c(
  argument = "An argument has no effect or is doubtful.",
  cache = "knitr caches the output of a Python chunk, but not its objects.",
  completeness = paste("Attributions do not sum to the difference of predictions. Use more `steps`",
                       "in [attributions()]."),
  calibration = "[temperature_scaling()] found no temperature within its limits.",
  columns = "New data have columns that the model was not trained on; they are left out.",
  counterfactual = "The search of [counterfactual()] did not reach its target.",
  file = "A saved model has weights that are NaN, or a learning rate that cannot be meant.",
  formula = "Part of a formula has no effect.",
  index = "The index of a pandas data frame has duplicates, and cannot become row names.",
  levels = "A column has levels that a model of tabular() was not trained on.",
  hook = "A function for the loading of a Python module failed; the module is loaded.",
  plot = "Metrics cannot be plotted during training; training continues.",
  python = "A Python installation is used although its owner could not be verified.",
  random = paste("An R function that is traced as a graph draws R's random numbers, which are then",
                 "constants of the graph. Draw tensors, or use [r_operator()]."),
  range = "A number is far outside of those that a model of [tabular()] was trained on.",
  requirements = "A requirement of [py_require()] comes too late or cannot be met.",
  run = paste("Some runs of [tuning_run()], folds of [cross_validate()] or trials of [tune()]",
              "failed; the value that is returned has the errors. Or one of their processes gave a",
              "warning. Or a file in the directory of a run is damaged."),
  saved = "An object cannot be saved with the model, or was restored only in part.",
  source = "The R code of a class cannot be saved.",
  subset = "A subscript of a tensor is read as in Python. Given once; see [tf_extract_opts()].",
  version = "A library lacks something that rkeras needs. The message names the version."
)

python_errors <- c(
  AttributeError = "The object has no attribute of that name. `names(x)` lists its attributes.",
  ImportError = "A module cannot be imported. The message names what is missing.",
  IndexError = "A position outside a sequence. Python counts from 0.",
  KeyError = "A dictionary has no such key. `names(x)` lists them.",
  ModuleNotFoundError = "A module is not installed. Install it with [py_install()].",
  NotImplementedError = "The library does not support this case, often for one backend only.",
  RuntimeError = "An error in a library that has no class of its own.",
  TypeError = paste("A value of the wrong type. Write `3L` for a Python int, `list(1)` for a",
                    "list of one element."),
  ValueError = "A value of the right type that the function does not take."
)

# A row: what happens, why, and what to do.
problem <- function(symptom, cause, remedy) c(symptom, cause, remedy)

problems <- list(
  problem(
    "No Python was found that rkeras can use",
    "Python 3.10 or later with its shared library is not installed, or is elsewhere.",
    "Call [install_keras()], or name an installation with [use_python()]."
  ),
  problem(
    "`use_python()` comes too late: Python is already running",
    "A session has one Python installation, chosen when it is first needed.",
    "Restart R and call `use_python()` directly after `library(rkeras)`."
  ),
  problem(
    "No module named ...",
    "The library is not installed in the environment that rkeras uses.",
    "`py_install(\"name\")`; [py_config()] shows the environment."
  ),
  problem(
    "The GPU is not used",
    paste("TensorFlow was installed without CUDA, or its CUDA libraries do not match the driver",
          "of the GPU."),
    paste("`tf$config$list_physical_devices(\"GPU\")` lists GPUs. If it is empty, run",
          "`install_keras(gpu = TRUE)` on a machine with the NVIDIA driver and restart R.")
  ),
  problem(
    "ResourceExhaustedError, or the process is killed during training",
    "A batch, with the intermediate values of all layers, does not fit into memory.",
    "Lower `batch_size`, use smaller images or fewer units, or train with mixed precision."
  ),
  problem(
    "The loss is NaN",
    paste("A learning rate that is too high, inputs that are not scaled, missing or infinite",
          "values, labels that the loss does not take."),
    paste("Scale the inputs ([layer_normalization()]), lower `learning_rate`, set `clipnorm` in",
          "the optimizer, check the data with `summary()`.")
  ),
  problem(
    "The loss does not change",
    "A learning rate that is too low or too high, or \"softmax\" on a single unit.",
    "Try learning rates 0.1 and 10 times as large. Use \"sigmoid\" for a single unit."
  ),
  problem(
    "The training loss falls, the validation loss rises",
    "The model overfits: it memorizes the training observations.",
    paste("[callback_early_stopping()], [layer_dropout()], regularizers, fewer units, or more",
          "data.")
  ),
  problem(
    "The input has shape ..., but the model takes ...",
    "The data lack an axis, often the channels of images, or have other columns.",
    paste("`dim(x)` shows the shape; compare it with `shape(model$input_shape)`. The first axis is",
          "the batch.")
  ),
  problem(
    "`x` is a symbolic tensor, which has no values",
    "R code asks for the numbers of a tensor while Keras builds a graph.",
    "Use `op_*()` functions, or compile the model with `run_eagerly = TRUE`."
  ),
  problem(
    "'float' object cannot be interpreted as an integer",
    "`3` is a double in R, which becomes a Python float.",
    "Write `3L` in calls of Python functions."
  ),
  problem(
    "Training was interrupted",
    "Ctrl-C or the stop button ends `fit()` after the current step.",
    "The model keeps the weights that it has. Call `fit()` again with `initial_epoch` to continue."
  ),
  problem(
    "A saved model does not load: unknown class or function",
    "The file refers to a layer or a function that is not registered in this session.",
    "[register_keras_serializable()] before saving, or `custom_objects` of [load_model()]."
  )
)
