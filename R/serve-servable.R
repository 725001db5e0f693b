# What can be served: Keras models and SavedModels, each as its inputs, outputs and a function.

# A list of `inputs` (each with `name`, `shape` without the batch, NA for any size, and `dtype`),
# `outputs` (names), and `predict`, a function of a list of arrays, one per input, that returns a
# list of arrays, one per output. `is_concurrent`: whether it may predict while another call trains.
# `classes`: those of each output that has names for them, and `probabilities`, a function of the
# list of arrays that returns a list of a matrix for each of these outputs.
as_servable <- function(object) {
  if (is_string(object)) {
    return(servable_of_path(object))
  }
  must_be(object, "a Keras model or the path of one", is_model(object))
  servable_of_model(object)
}

servable_of_path <- function(path) {
  check_path(path, "object", "file or directory")
  folder <- saved_model_folder(path)
  if (!is.null(folder)) {
    return(servable_of_saved(folder))
  }
  servable_of_model(load_model(path))
}

# The directory of a SavedModel: the path itself or its highest version; NULL if there is none.
saved_model_folder <- function(path) {
  is_saved <- function(folder) file.exists(file.path(folder, "saved_model.pb"))
  versions <- list.files(path, "^[0-9]+$")
  versions <- file.path(path, versions[order(as.numeric(versions), decreasing = TRUE)])
  found <- Filter(is_saved, c(path, versions))
  if (length(found)) found[[1]]
}

# ---- Keras models --------------------------------------------------------------------------------

servable_of_model <- function(model) {
  facts <- facts_of(model)
  if (is.null(facts$input_names)) {
    abort("`object` has no inputs of known shapes. Build the model, or call it on data, first.")
  }
  outputs <- unname(shown_outputs(facts) %||% sprintf("output_%d", seq_along(model$outputs)))
  table <- served_table(facts)
  # Keras has the inputs of a dict in the order of their keys.
  keys <- if (!is.null(facts$named_inputs)) sort(facts$named_inputs, method = "radix")
  shapes <- lapply(model$inputs, function(input) shape_without_batch(input$shape))
  levels <- output_levels(facts, outputs)
  list(
    classes = levels,
    probabilities = function(arrays) {
      if (!length(levels)) return(list())
      found <- if (length(outputs) == 1L) arrays[[1]] else arrays
      found <- as_answers(found, facts, "prob", class_levels(facts, NULL, FALSE))
      named_outputs(found, outputs)[names(levels)]
    },
    inputs = if (!is.null(table)) column_inputs(table)
      else unname(Map(input_fact, keys %||% facts$input_names, shapes, facts$input_dtypes)),
    outputs = outputs,
    is_concurrent = is_concurrent(model),
    predict = function(arrays) {
      x <- if (!is.null(table)) data_of_columns(arrays, table)
        else if (!is.null(keys)) arrays
        else if (length(arrays) == 1L) arrays[[1]] else unname(arrays)
      named_outputs(predict_on_batch(model, x), outputs)
    }
  )
}

named_outputs <- function(result, outputs) {
  # JAX sorts the names of outputs.
  if (is.list(result) && setequal(names(result), outputs)) {
    return(result[outputs])
  }
  stats::setNames(if (is.list(result)) unname(result) else list(result), outputs)
}

# Training on JAX takes over the memory of the weights; PyTorch's modules switch between training
# and prediction; replicas have to meet each other in the same order.
is_concurrent <- function(model) {
  can("concurrent") && model$distribute_strategy$num_replicas_in_sync == 1L
}

input_fact <- function(name, shape, dtype) {
  list(name = name, shape = shape, dtype = dtype)
}

names_of_inputs <- function(inputs) vapply(inputs, `[[`, "", "name")

# Integers with NA for axes of any size.
shape_without_batch <- function(shape) {
  sizes <- vapply(as.list(shape), function(size) as.integer(size %||% NA), 0L)
  sizes[-1]
}

# ---- SavedModels ---------------------------------------------------------------------------------

servable_of_saved <- function(folder) {
  served <- import("tensorflow")$saved_model$load(folder)
  signature <- tryCatch(py_get_item(served$signatures, "serving_default"), error = function(e) {
    abort("`object`: the SavedModel '%s' has no signature `serving_default`.", folder)
  })
  specs <- signature$structured_input_signature[[2]]
  outputs <- names(signature$structured_outputs)
  list(
    inputs = unname(Map(function(name, spec) {
      input_fact(name, shape_without_batch(spec$shape$as_list()), spec$dtype$name)
    }, names(specs), specs)),
    outputs = outputs,
    is_concurrent = TRUE,
    # The signature keeps a weak reference to what was loaded.
    kept = served,
    predict = function(arrays) {
      tensors <- Map(as_tensor, arrays, lapply(specs[names(arrays)], function(spec) spec$dtype))
      lapply(do.call(signature, tensors)[outputs], as.array)
    }
  )
}

# Predicts zeros, so that the first request is not the first prediction, and a model that cannot
# predict is an error now.
warm_up <- function(service) {
  inputs <- service$servable$inputs
  known <- vapply(inputs, function(input) !anyNA(input$shape) && input$dtype != "string", NA)
  if (all(known)) {
    zeros <- lapply(inputs, function(input) array(0, c(1L, input$shape)))
    service$servable$predict(stats::setNames(zeros, names_of_inputs(inputs)))
  }
}
