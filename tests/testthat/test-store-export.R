x <- matrix(c(1, 2, 3, 4), 2)
small <- function() keras_model_sequential(input_shape = 2) |> layer_dense(units = 3)
served <- function(folder, ...) as.array(tf$saved_model$load(folder)$serve(...))

test_that("a SavedModel computes the same, read by TensorFlow and as a layer", {
  layer_twice <- Layer("ExportedTwice", call = function(inputs) inputs * 2)
  model <- small() |> layer_twice()
  folder <- withr::local_tempfile()
  expect_output(
    expect_identical(withVisible(export_savedmodel(model, folder)), list(
      value = folder, visible = FALSE
    )),
    sprintf("Saved artifact at '%s'", folder), fixed = TRUE
  )
  expected <- predict(model, x)
  expect_equal(served(folder, x), expected)
  expect_equal(as.array(layer_tfsm(filepath = folder)(x)), expected)
  again <- keras_model_sequential(input_shape = 2) |> layer_tfsm(folder)
  expect_equal(predict(again, x), expected)
  set_weights(model, lapply(get_weights(model), function(w) w + 1))
  expect_silent(export_savedmodel(model, folder, verbose = FALSE))
  expect_equal(served(folder, x), predict(model, x))
})

test_that("inputs may have any names, and the export has no more to say than theirs", {
  inputs <- lapply(c("a b" = "a b", a_b = "a_b", "ä" = "ä"), function(x) keras_input(1, name = x))
  model <- keras_model(inputs, layer_dense(layer_concatenate(unname(inputs)), 2))
  folder <- withr::local_tempfile()
  expect_message(
    said <- capture.output(export_savedmodel(model, folder)), "for `a b`", fixed = TRUE
  )
  said <- paste(trimws(said), collapse = " ")
  expect_match(said, "'[.] inputs: a_b_0 [(]NA, 1[)] float32, .* outputs: .* [(]NA, 2[)] float32$")
  signature <- tf$saved_model$load(folder)$signatures["serving_default"]
  expect_length(names(signature$structured_input_signature[[2]]), 3)
  values <- list("a b" = 1, a_b = 2, "ä" = 3)
  served <- signature(a_b_0 = op_cast(matrix(1), "float32"), a_b_1 = op_cast(matrix(2), "float32"),
                      x__2 = op_cast(matrix(3), "float32"))
  expect_equal(as.array(served[[1]]), predict(model, lapply(values, matrix)), tolerance = 1e-6)
})

test_that("an export that fails leaves the old one whole", {
  folder <- withr::local_tempdir()
  model <- small()
  target <- file.path(folder, "m")
  export_savedmodel(model, target, verbose = FALSE)
  layer_failing <- Layer("Unexportable", call = function(inputs) {
    if (inherits(inputs, "tensorflow.python.framework.ops.SymbolicTensor")) stop("not now")
    inputs
  }, compute_output_shape = function(input_shape) input_shape)
  expect_error(export_savedmodel(small() |> layer_failing(), target, verbose = FALSE), "not now")
  expect_equal(served(target, x), predict(model, x))
  expect_identical(list.files(folder, all.files = TRUE, no.. = TRUE), "m")
})

test_that("folders are made where there are none", {
  folder <- withr::local_tempdir()
  target <- file.path(folder, "new", "er", "m")
  export_savedmodel(small(), target, verbose = FALSE)
  expect_true(file.exists(file.path(target, "saved_model.pb")))
  writeLines("mine", file.path(folder, "file"))
  expect_error(export_savedmodel(small(), file.path(folder, "file", "m")), "cannot be created",
               class = "rkeras_error_file")
})

test_that("inputs are described as R lists", {
  folder <- withr::local_tempfile()
  inputs <- list(
    shape(1, 2), c(1, 2), list(1, 2), list(shape(1, 2)), list(shape = c(1, 2), dtype = "float32"),
    list(list(shape = c(1, 2), name = "observations")),
    keras$InputSpec(shape = shape(1, 2), dtype = "float32"),
    list(tf$TensorSpec(shape = shape(1, 2), dtype = "float32"))
  )
  for (signature in inputs) {
    export_savedmodel(small(), folder, verbose = FALSE, input_signature = signature)
    serve <- tf$saved_model$load(folder)$serve
    expect_identical(dim(serve(x[1, , drop = FALSE])), c(1L, 3L))
    expect_error(serve(x), label = paste(deparse(signature), collapse = ""))
  }
  inputs <- list(a = keras_input(2, name = "a"), b = keras_input(2, name = "b"))
  several <- keras_model(inputs, layer_add(inputs$a, inputs$b))
  export_savedmodel(several, folder, verbose = FALSE, input_signature = list(
    a = shape(NA, 2), b = list(shape = shape(NA, 2), dtype = "float32")
  ))
  x <- tf$constant(x, dtype = "float32")
  expect_equal(served(folder, list(a = x, b = x)), 2 * as.array(x))
})

test_that("what cannot be exported is named", {
  folder <- withr::local_tempdir()
  model <- small()
  refused <- function(..., text) {
    expect_refused(export_savedmodel(...), text)
  }
  refused(1, folder, text = "`object` must be a Keras model")
  refused(model, 1, text = "`export_dir_base` must be one string")
  refused(model, folder, format = "h5", text = "`format` must be one of \"tf_saved_model\"")
  refused(model, folder, format = "litert", text = "must end in .tflite")
  refused(model, folder, input_signature = "a", text = "`input_signature` must contain shapes")
  refused(model, folder, input_signature = list(shape = 2, type = 1), text = "no `type`")
  refused(model, folder, input_signature = c(NA, 2.5), text = "whole numbers")
  expect_error(
    export_savedmodel(model, file.path(folder, "m.pt2"), format = "torch"), "PyTorch backend"
  )
  writeLines("mine", file.path(folder, "file"))
  expect_error(export_savedmodel(model, file.path(folder, "file"), verbose = FALSE),
               "`export_dir_base`: .*Not a directory", class = "rkeras_error_file")
  expect_error(layer_tfsm(filepath = file.path(folder, "none")), "none")
})

test_that("LiteRT computes the same", {
  file <- withr::local_tempfile(fileext = ".tflite")
  model <- small()
  export_savedmodel(model, file, format = "litert", verbose = FALSE, input_signature = shape(2, 2))
  run <- python_function_of("run", "
import warnings
def run(path, x):
    try:
        from ai_edge_litert.interpreter import Interpreter
    except ImportError:
        from tensorflow import lite
        Interpreter = lite.Interpreter
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        interpreter = Interpreter(model_path=path)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]['index'], x.astype('float32'))
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]['index'])
")
  expect_equal(run(file, x), predict(model, x), tolerance = 1e-6)
})

test_that("ONNX computes the same, or the packages that are missing are named", {
  file <- withr::local_tempfile(fileext = ".onnx")
  model <- small()
  if (!all(vapply(c("onnx", "tf2onnx"), py_module_available, NA))) {
    expect_error(
      export_savedmodel(model, file, format = "onnx"),
      "needs Python packages that are missing .*py_install\\(c\\(\"onnx\", \"tf2onnx\"\\)\\)",
      class = "rkeras_error_module"
    )
    expect_false(file.exists(file))
    skip("no onnx")
  }
  export_savedmodel(model, file, format = "onnx", verbose = FALSE)
  expected <- predict(model, x)
  run <- python_function_of("run", "
from onnx.reference import ReferenceEvaluator
def run(path, x):
    session = ReferenceEvaluator(path)
    return session.run(None, {session.input_names[0]: x.astype('float32')})[0]
")
  expect_equal(run(file, x), expected, tolerance = 1e-6)
  if (py_module_available("onnxruntime")) {
    session <- import("onnxruntime")$InferenceSession(file)
    inputs <- stats::setNames(list(np_array(x, "float32")), session$get_inputs()[[1]]$name)
    expect_equal(session$run(NULL, inputs)[[1]], expected, tolerance = 1e-6)
  }
  scale <- layer_normalization()
  adapt(scale, x)
  scaled <- keras_model_sequential(input_shape = ncol(x)) |> scale() |> layer_dense(2)
  export_savedmodel(scaled, file, format = "onnx", verbose = FALSE)
  expect_equal(run(file, x), predict(scaled, x), tolerance = 1e-5)
})

test_that("a package that is missing is named", {
  skip_if(py_module_available("openvino"))
  expect_error(
    export_savedmodel(small(), withr::local_tempfile(fileext = ".xml"), format = "openvino"),
    "py_install\\(\"openvino\"\\)", class = "rkeras_error_module"
  )
})

test_that("an archive holds several functions, of R too", {
  model <- small()
  input <- keras$InputSpec(shape = shape(NA, 2), dtype = "float32")
  archive <- export_archive()
  archive$track_and_add_endpoint("serve", model, list(input))
  archive$add_endpoint("sums", function(x) op_sum(model(x), axis = 2), list(input))
  folder <- withr::local_tempfile()
  expect_silent(archive$write_out(folder, verbose = FALSE))
  expect_equal(served(folder, x), predict(model, x))
  sums <- tf$saved_model$load(folder)$sums(x)
  expect_equal(as.numeric(sums), rowSums(predict(model, x)), tolerance = 1e-6)
  expect_error(export_archive("other"), "Unsupported format")
})

test_that("a model that is not built says so", {
  unbuilt <- keras_model_sequential()
  unbuilt$add(layer_dense(units = 3))
  for (format in c("tf_saved_model", "onnx")) {
    expect_error(export_savedmodel(unbuilt, withr::local_tempfile(), format = format),
                 "buil|called")
  }
})
