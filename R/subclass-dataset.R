# PyDataset(): data sets whose batches R functions return during fit().

#' Define a dataset that loads batches on demand
#'
#' `PyDataset()` defines a class of datasets for [fit()], [evaluate()] and `predict()`. R code reads
#' or computes each batch when it is needed, so data that do not fit into memory can be used: image
#' files, databases, simulations. In contrast to an R function that returns batches, a dataset has a
#' known length and its batches can be accessed in any order: `fit(shuffle = TRUE)` shuffles them.
#'
#' @section Methods:
#' Methods can use `self`, `super` and `private`, like methods of [PyClass()].
#'
#' * `` `__getitem__`(index) `` returns a batch: the inputs, `list(inputs, targets)` or
#'   `list(inputs, targets, sample_weights)`, in any form that [fit()] accepts. `index` counts from
#'   1, as batches of callbacks do. (Subscripts of the object itself count from 0, as in Python:
#'   `dataset[0]` is the first batch.)
#' * `` `__len__`() `` returns the number of batches.
#' * `initialize` stores its arguments, preferably in `private`, where they remain R objects. With
#'   `...` among its arguments, `super$initialize(...)` passes `workers` and `max_queue_size` to
#'   Keras. If `initialize` does not call `super`, this is done before it.
#' * `on_epoch_begin()` and `on_epoch_end()` are called by [fit()].
#'
#' With `workers = 4`, four threads request batches in advance, up to `max_queue_size` of them; R
#' computes one at a time. `use_multiprocessing = TRUE` does not work with R code, because the
#' processes cannot run R.
#'
#' @inheritParams Layer
#' @param initialize Method: see the section Methods.
#' @param ...,public Further methods and fields by name: `` `__getitem__` `` and `` `__len__` ``
#'   must be among them.
#' @param inherit Class to inherit from, instead of Keras's `PyDataset`: a result of this function,
#'   or a class of Keras.
#' @return A function with the arguments of `initialize`, which creates a dataset.
#' @concept large data
#' @concept data generator
#' @concept out-of-memory data
#' @concept batch loading
#' @concept dataset pipeline
#' @concept Sequence
#' @seealso [fit()] also accepts an R function that returns batches,
#'   [image_dataset_from_directory()] for image files, [generator()] for Python generators.
#' @examplesIf is_keras_available()
#' rows_of <- PyDataset(
#'   "Rows",
#'   initialize = function(x, y, size = 32, ...) {
#'     super$initialize(...)
#'     private$x <- x
#'     private$y <- y
#'     private$size <- size
#'   },
#'   `__len__` = function() ceiling(nrow(private$x) / private$size),
#'   `__getitem__` = function(index) {
#'     first <- (index - 1) * private$size + 1
#'     last <- min(index * private$size, nrow(private$x))
#'     list(private$x[first:last, ], private$y[first:last])
#'   }
#' )
#' data <- rows_of(as.matrix(iris[1:4]), iris$Species)
#' py_len(data)
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3, activation = "softmax")
#' model |> compile(loss = "sparse_categorical_crossentropy")
#' model |> fit(data, epochs = 2, verbose = 0)
#' @export
PyDataset <- function(classname, initialize = NULL, ..., public = list(), private = list(),
                      inherit = NULL, parent_env = parent.frame()) {
  members <- c(dots_list(...), public)
  absent <- setdiff(c("__getitem__", "__len__"), names(members))
  if ("num_batches" %in% names(members)) absent <- setdiff(absent, "__len__")
  if (is.null(inherit) && length(absent) > 0L) {
    abort("A data set needs the method `%s`.", absent[[1]])
  }
  keras_class("PyDataset", rewrite = rewrite_dataset_method, adapt_super = call_dataset_super)
}

# `__getitem__()` gets an index from 1, and its result is converted as in fit().
rewrite_dataset_method <- function(name, method) {
  method <- rewrite_method(name, method)
  if (name != "__getitem__" || !is.function(method) || is_py_object(method)) {
    return(method)
  }
  index <- as.name(utils::tail(names(formals(method)), 1L))
  value <- as.call(list(call("function", NULL, body(method), NULL)))
  body(method) <- as.call(c(
    quote(`{`), docstring(body(method)), call("<-", index, as.call(list(from_zero, index))),
    as.call(list(checked_batch, value, "__getitem__()", NULL))
  ))
  method
}

from_zero <- function(index) if (index < 0L) index else index + 1L

call_dataset_super <- function(name, value) {
  if (name != "__getitem__") {
    return(call_keras_super(name, value))
  }
  function(index) value(as_py_index(index))
}
