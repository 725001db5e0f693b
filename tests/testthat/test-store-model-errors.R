# Errors of load_model() for files that are no models or need missing objects.
small <- function() keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
x <- matrix(c(1, 2, 3, 4), 2)

test_that("files that are not a complete model are errors that say so", {
  folder <- withr::local_tempdir()
  path <- function(name) file.path(folder, name)
  save_model(small(), path("m.keras"))
  bytes <- readBin(path("m.keras"), "raw", file.size(path("m.keras")))
  writeBin(utils::head(bytes, length(bytes) %/% 2), path("half.keras"))
  writeLines("hello", path("text.keras"))
  file.create(path("empty.keras"))
  file.copy(path("m.keras"), path("m.zip"))
  save_model(small(), path("m.h5"))
  writeBin(readBin(path("m.h5"), "raw", 500), path("half.h5"))
  save_model_weights(small(), path("m.weights.h5"))
  export_savedmodel(small(), path("exported"), verbose = FALSE)
  dir.create(path("nothing"))
  utils::zip(path("other.zip"), path("text.keras"), flags = "-jq")
  file.rename(path("other.zip"), path("other.keras"))
  incomplete <- "not contain a complete Keras model"
  reasons <- c(
    half.keras = incomplete, text.keras = incomplete, empty.keras = incomplete,
    other.keras = incomplete, half.h5 = incomplete, nothing = incomplete,
    m.weights.h5 = "load_model_weights\\(\\)", exported = "layer_tfsm\\(\\)",
    m.zip = "must end in .keras"
  )
  for (name in names(reasons)) {
    expect_error(load_model(path(name)), paste0("`model`: .*", reasons[[name]]),
                 class = "rkeras_error_file", label = name)
  }
  expect_error(load_model(utils::head(bytes, 99)), "`model`: these bytes",
               class = "rkeras_error_file")
  expect_error(load_model_weights(small(), path("half.h5")),
               "`filepath`: .* does not contain a complete set of weights",
               class = "rkeras_error_file")
  writeLines(c("not json"), path("c.json"))
  expect_error(load_model_config(path("c.json")), "not contain the configuration",
               class = "rkeras_error_file")
  writeLines("{}", path("c.json"))
  expect_error(load_model_config(path("c.json")), "not contain the configuration",
               class = "rkeras_error_file")
})

test_that("Python code that is not here, or may not run, is named", {
  py_run_string("
import keras
class Odd(keras.layers.Layer):
    def call(self, x): return x * 3
odd = keras.Sequential([keras.Input((2,)), Odd()])
def own_loss(a, b): return keras.ops.mean(a - b)
compiled = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
compiled.compile(loss=own_loss)
class OddInit(keras.initializers.Zeros): pass
initialized = keras.Sequential([keras.Input((2,))])
initialized.add(keras.layers.Dense(1, kernel_initializer=OddInit()))
class OddMetric(keras.metrics.Mean): pass
measured = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
measured.compile(loss='mse', metrics=[OddMetric()])
doubling = keras.Sequential([keras.Input((2,)), keras.layers.Lambda(lambda x: x * 2)])
")
  file <- withr::local_tempfile(fileext = ".keras")
  old <- withr::local_tempfile(fileext = ".h5")
  save_model(py$odd, file)
  save_model(py$odd, old)
  for (path in c(file, old)) {
    expect_refused(load_model(path), "The saved object needs `Odd`.*`custom_objects`")
    model <- load_model(path, custom_objects = list(Odd = py$Odd))
    expect_equal(predict(model, x), x * 3)
  }
  save_model(py$initialized, file, overwrite = TRUE)
  expect_refused(load_model(file), "The saved object needs `OddInit`.*`custom_objects`")
  expect_equal(predict(load_model(file, custom_objects = list(OddInit = py$OddInit)), x),
               matrix(0, 2, 1))
  save_model(py$measured, old, overwrite = TRUE)
  expect_error(load_model(old), "compile = FALSE", class = "rkeras_error_file")
  save_model(py$compiled, file, overwrite = TRUE)
  expect_refused(load_model(file), "The saved object needs `own_loss`")
  save_model(py$compiled, old, overwrite = TRUE)
  expect_error(load_model(old), "compile = FALSE", class = "rkeras_error_file")
  expect_equal(predict(load_model(old, compile = FALSE), x), predict(py$compiled, x))
  save_model(py$doubling, file, overwrite = TRUE)
  save_model(py$doubling, old, overwrite = TRUE)
  for (path in c(file, old)) {
    expect_error(load_model(path), "Python code.*safe_mode = FALSE", class = "rkeras_error_unsafe")
    expect_equal(predict(load_model(path, safe_mode = FALSE), x), x * 2)
  }
})

test_that("the older format keeps R code too", {
  file <- withr::local_tempfile(fileext = ".h5")
  layer_five <- Layer("OldFive",
    initialize = function(by, ...) {
      super$initialize(...)
      self$by <- by
    },
    call = function(inputs) inputs * self$by
  )
  model <- keras_model_sequential(input_shape = 2) |>
    layer_five(5) |>
    layer_lambda(function(x) x + 1)
  save_model(model, file)
  expect_equal(predict(load_model(file), x), x * 5 + 1)
  before <- set_custom_objects()
  withr::defer(set_custom_objects(before))
  expect_error(load_model(file), "inputs * self$by", fixed = TRUE, class = "rkeras_error_unsafe")
  expect_equal(predict(load_model(file, safe_mode = FALSE), x), x * 5 + 1)
})

test_that("links that lead to one another are not a path", {
  folder <- withr::local_tempdir()
  link <- file.path(folder, c("a.keras", "b.keras"))
  file.symlink(basename(link[[2]]), link[[1]])
  file.symlink(basename(link[[1]]), link[[2]])
  # From Python 3.13 on such a link is replaced, as a link to nothing is.
  if (!py_eval("__import__('sys').version_info >= (3, 13)")) {
    expect_error(save_model(small(), link[[1]], overwrite = TRUE), "Too many levels",
                 class = "rkeras_error_file")
  }
})

test_that("a file with wrong bits is an error or the model, never another one", {
  file <- withr::local_tempfile(fileext = ".keras")
  model <- small()
  save_model(model, file)
  bytes <- readBin(file, "raw", file.size(file))
  damaged <- withr::local_tempfile(fileext = ".keras")
  set.seed(1)
  outcomes <- vapply(sample(length(bytes) * 8L, 150), function(bit) {
    at <- (bit - 1L) %/% 8L + 1L
    flipped <- bytes
    flipped[[at]] <- xor(flipped[[at]], as.raw(bitwShiftL(1L, (bit - 1L) %% 8L)))
    writeBin(flipped, damaged)
    tryCatch({
      loaded <- load_model(damaged)
      if (identical(predict_on_batch(loaded, x), predict_on_batch(model, x))) "same" else "other"
    }, rkeras_error_file = function(e) "damaged", error = conditionMessage)
  }, "")
  expect_setequal(outcomes, c("same", "damaged"))
})

test_that("a small file that asks for much memory is an error", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "m.keras")
  save_model(small(), file)
  py_run_string("
import zipfile
def replace(source, target, old, new):
    with zipfile.ZipFile(source) as a, zipfile.ZipFile(target, 'w') as b:
        for name in a.namelist():
            content = a.read(name)
            if name == 'config.json': content = content.replace(old.encode(), new.encode())
            b.writestr(name, content)
")
  giant <- file.path(folder, "giant.keras")
  py$replace(file, giant, '"units": 1,', '"units": 1000000000,')
  expect_error(load_model(giant), "the layer 'dense.*' has weights of the shape .*1000000000",
               class = "rkeras_error_file")
})

# Changes the configuration of a saved model by a function of its text, and packs it.
with_config <- function(file, change) {
  folder <- withr::local_tempdir()
  utils::unzip(file, exdir = folder)
  config <- file.path(folder, "config.json")
  write_lines(change(readChar(config, file.size(config))), config)
  changed <- tempfile(fileext = ".keras")
  withr::with_dir(folder, utils::zip(changed, list.files("."), flags = "-rq"))
  changed
}

test_that("a file whose parts would grow out of all proportion is refused", {
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(small(), file)
  blow_up <- function(text, n) {
    sub("}$", sprintf(", \"x\": \"%s\"}", strrep(" ", n)), trimws(text))
  }
  large <- with_config(file, function(text) blow_up(text, 3e7))
  expect_error(load_model(large), "config.json would become 100 times as large",
               class = "rkeras_error_file")
  # Of a length that a configuration may have, and not packed as well.
  expect_no_error(load_model(with_config(file, function(text) blow_up(text, 1e6))))
})

test_that("weights that HDF5 would unpack out of all proportion are refused", {
  main <- import_main()
  py_run_string("
import h5py, io, zipfile
def pack_zeros(file):
    names = []
    with h5py.File(file, 'r+') as h5:
        h5.visititems(lambda name, x: names.append(name) if isinstance(x, h5py.Dataset) else None)
        del h5[names[0]]
        h5.create_dataset(names[0], (3000, 3000), 'f4', chunks=True, compression='gzip')
def pack_zeros_in_archive(file, compression):
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    weights = io.BytesIO(parts['model.weights.h5'])
    pack_zeros(weights)
    parts['model.weights.h5'] = weights.getvalue()
    with zipfile.ZipFile(file, 'w', compression) as archive:
        for name, data in parts.items(): archive.writestr(name, data)")
  model <- small()
  refused <- function(expr) {
    expect_error(expr, "would become 100 times as large", class = "rkeras_error_file")
  }
  # Stored and packed.
  for (compression in c(0L, 8L)) {
    file <- withr::local_tempfile(fileext = ".keras")
    save_model(model, file)
    main$pack_zeros_in_archive(file, compression)
    refused(load_model(file))
    refused(load_model_weights(model, file))
  }
  old <- withr::local_tempfile(fileext = ".h5")
  suppressWarnings(save_model(model, old))
  weights <- withr::local_tempfile(fileext = ".weights.h5")
  save_model_weights(model, weights)
  for (file in c(old, weights)) main$pack_zeros(file)
  refused(load_model(old))
  refused(load_model_weights(model, weights))
})

test_that("a model whose layers have impossible names is refused", {
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(keras_model_sequential(input_shape = 2) |> layer_dense(1, name = "first"), file)
  changed <- with_config(file, function(text) gsub("\"first\"", "\"fi\\\\u0000rst\"", text))
  expect_error(load_model(changed), "a layer has the name 'fi.x00rst', with the character NUL",
               class = "rkeras_error_file")
})

# Checks of Keras, which came with several versions.
if (package_version(keras$`__version__`) >= "3.15") {
  test_that("a model that reads other files is refused", {
    words <- withr::local_tempfile(lines = c("root:x:0", "daemon:x:1"))
    file <- withr::local_tempfile(fileext = ".keras")
    save_model(keras_model_sequential(input_shape = 1, input_dtype = "string") |>
                 layer_string_lookup(vocabulary = c("a", "b")), file)
    named <- with_config(file, function(text) {
      sub("\"vocabulary\": (null|\\[[^]]*\\])", sprintf("\"vocabulary\": \"%s\"", words), text)
    })
    expect_error(load_model(named), "vocabulary file outside", class = "rkeras_error_unsafe")
    weights <- withr::local_tempfile(fileext = ".weights.h5")
    model <- small()
    save_model_weights(model, weights)
    py_run_string("
import h5py
def lead_elsewhere(file, other):
    with h5py.File(other, 'w') as stolen: stolen['kernel'] = [[7.], [7.]]
    with h5py.File(file, 'a') as weights:
        names = []
        weights.visit(names.append)
        name = next(name for name in names if name.endswith('vars/0'))
        del weights[name]
        weights[name] = h5py.ExternalLink(other, 'kernel')
")
    py$lead_elsewhere(weights, withr::local_tempfile(fileext = ".h5"))
    before <- get_weights(model)
    expect_error(load_model_weights(model, weights), "ExternalLink")
    expect_identical(get_weights(model), before)
    if (on_tensorflow()) {
      folder <- withr::local_tempdir()
      export_savedmodel(model, file.path(folder, "1"), verbose = FALSE)
      reading <- keras_model_sequential(input_shape = 2)
      reading$add(layer_tfsm(filepath = file.path(folder, "1"), call_endpoint = "serve"))
      save_model(reading, file, overwrite = TRUE)
      expect_error(load_model(file), "loads an external SavedModel", class = "rkeras_error_unsafe")
    }
  })
}

test_that("weights that are NaN and strange learning rates are warned of", {
  file <- withr::local_tempfile(fileext = ".keras")
  save_with <- function(model) save_model(model, file, overwrite = TRUE)
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1, name = "first")
  save_with(model)
  expect_no_warning(load_model(file))
  compile(model, loss = "mse", optimizer = optimizer_sgd(0.1))
  save_with(model)
  expect_no_warning(load_model(file))
  for (rate in c(-0.5, Inf, NaN)) {
    model$optimizer$learning_rate <- rate
    save_with(model)
    expect_warning(load_model(file), "learning rate (-0.5|inf|nan), with which it does not learn",
                   class = "rkeras_warning_file")
    expect_no_warning(load_model(file, compile = FALSE))
  }
  model$optimizer$learning_rate <- 0.1
  set_weights(model, list(matrix(c(NaN, 1), 2), array(0, 1)))
  save_with(model)
  expect_warning(
    loaded <- load_model(file), "weights that are NaN, and so are its predictions: first/kernel[.]",
    class = "rkeras_warning_file"
  )
  expect_identical(get_weights(loaded), get_weights(model))
  expect_warning(load_model(save_model(model)), "^`model`: the model has weights that are NaN",
                 class = "rkeras_warning_file")
})
