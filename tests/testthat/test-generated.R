# Every row of the wrapper tables: exported, with Keras's own arguments, documented, and really run.

wrappers <- function() {
  folder <- test_path("..", "..", "dev", "wrappers")
  skip_if_not(dir.exists(folder), "the source tree's dev/wrappers")
  read_wrapper_table("endpoints.tsv", folder)
}

# What each layer is called with: its arguments, and an input of whole numbers that suits it.
calls <- list(
  layer_dense = list(list(units = 3, activation = "relu"), c(4, 5)),
  layer_embedding = list(list(input_dim = 100, output_dim = 4), c(2, 6)),
  layer_activation = list(list("relu"), c(2, 6)),
  layer_conv_2d = list(list(filters = 2, kernel_size = c(3, 3), strides = 2), c(2, 7, 7, 3)),
  layer_max_pooling_2d = list(list(pool_size = c(2, 3), strides = 1), c(2, 6, 6, 2)),
  layer_global_average_pooling_2d = list(list(keepdims = TRUE), c(2, 4, 4, 3)),
  layer_lstm = list(list(units = 3, return_sequences = TRUE, seed = 1), c(2, 5, 4)),
  layer_batch_normalization = list(list(axis = 2), c(4, 5, 2)),
  layer_dropout = list(list(rate = 0.5, noise_shape = c(NA, 1), seed = 1), c(4, 5)),
  layer_flatten = list(list(), c(2, 3, 4)),
  layer_rescaling = list(list(scale = 1 / 255, offset = -1), c(2, 3))
)

# The same arguments as a Python user writes them.
python_args <- c(
  layer_dense = "{'units': 3, 'activation': 'relu'}",
  layer_embedding = "{'input_dim': 100, 'output_dim': 4}",
  layer_activation = "{'activation': 'relu'}",
  layer_conv_2d = "{'filters': 2, 'kernel_size': (3, 3), 'strides': 2}",
  layer_max_pooling_2d = "{'pool_size': (2, 3), 'strides': 1}",
  layer_global_average_pooling_2d = "{'keepdims': True}",
  layer_lstm = "{'units': 3, 'return_sequences': True, 'seed': 1}",
  layer_batch_normalization = "{'axis': 1}",
  layer_dropout = "{'rate': 0.5, 'noise_shape': (None, 1), 'seed': 1}",
  layer_flatten = "{}",
  layer_rescaling = "{'scale': 1 / 255, 'offset': -1.0}"
)

test_that("each wrapper is exported with the arguments of the live class", {
  py_run_string("
import inspect
def argument_names(f):
    return list(inspect.signature(f).parameters)
")
  rows <- wrappers()
  for (i in seq_len(nrow(rows))) {
    expect_true(rows$name[[i]] %in% getNamespaceExports("rkeras"), info = rows$name[[i]])
    live <- py$argument_names(keras_endpoint(rows$endpoint[[i]]))
    live[live == "kwargs"] <- "..."
    wrapper <- getExportedValue("rkeras", rows$name[[i]])
    expect_identical(names(formals(wrapper)), c("object", live), info = rows$name[[i]])
  }
})

test_that("each argument is documented", {
  rows <- wrappers()
  for (name in rows$name) {
    page <- test_path("..", "..", "man", paste0(name, ".Rd"))
    text <- paste(readLines(page), collapse = "\n")
    for (argument in names(formals(getExportedValue("rkeras", name)))) {
      item <- sprintf("\\item{%s}", argument)
      expect_true(grepl(item, text, fixed = TRUE), info = paste(name, argument))
    }
  }
})

test_that("each layer computes what the same call in Python does", {
  rows <- wrappers()
  expect_setequal(rows$name, names(calls))
  py_run_string("
import keras, numpy as np
def python_result(path, args, x):
    keras.utils.set_random_seed(7)
    layer = getattr(keras.layers, path.rpartition('.')[2])(**args)
    return keras.ops.convert_to_numpy(layer(np.asarray(x, dtype='float32', order='C')))
")
  for (i in seq_len(nrow(rows))) {
    name <- rows$name[[i]]
    args <- calls[[name]][[1]]
    shape <- calls[[name]][[2]]
    x <- array((seq_len(prod(shape)) * 7) %% 23, shape)
    set_random_seed(7)
    mine <- do.call(name, c(list(x), args))$numpy()
    args <- py_eval(python_args[[name]], convert = FALSE)
    theirs <- py$python_result(rows$endpoint[[i]], args, x)
    expect_equal(mine, theirs, info = name, tolerance = 1e-6)
  }
})
