# PyDataset(): data sets whose batches R functions return during fit().

#' Define a data set
#'
#' `PyDataset()` makes a function that makes data sets for [fit()], [evaluate()] and [predict()]:
#' batches that R reads or computes when they are due, in any order.
#'
#' Methods see `self`, `super` and `private` as methods of [PyClass()] do.
#'
#' * `` `__getitem__`(index) `` returns a batch: the inputs, `list(inputs, targets)` or
#'   `list(inputs, targets, sample_weights)`, each of them what [fit()] takes. `index` counts from
#'   1, as batches of callbacks do. (Whoever subscripts the object itself counts from 0, as in
#'   Python: `dataset[0]` is the first batch.)
#' * `` `__len__`() `` returns how many batches there are.
#' * `initialize` keeps the arguments, best in `private`: so data stay as they are in R. With `...`
#'   among its arguments, `super$initialize(...)` hands `workers` and `max_queue_size` to Keras.
#'   That is done first where `initialize` does not speak of `super`.
#' * `on_epoch_begin()` and `on_epoch_end()` are called by [fit()].
#'
#' With `workers = 4`, batches are asked for ahead on four threads, up to `max_queue_size` of them;
#' R makes one at a time. `use_multiprocessing = TRUE` is not for R: its processes cannot run R.
#'
#' @inheritParams Layer
#' @param initialize A method, see below.
#' @param ...,public Further methods and fields by name: `` `__getitem__` `` and `` `__len__` ``
#'   must be among them.
#' @param inherit Class to inherit from, in place of Keras's `PyDataset`: what this function
#'   returned, or a class of Keras.
#' @return A function with the arguments of `initialize`, which makes a data set.
#' @family classes
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
#'     rows <- seq(to = min(index * private$size, nrow(private$x)), by = 1,
#'                 from = (index - 1) * private$size + 1)
#'     list(private$x[rows, ], private$y[rows])
#'   }
#' )
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3, activation = "softmax")
#' model |> compile(loss = "sparse_categorical_crossentropy")
#' history <- model |> fit(rows_of(as.matrix(iris[1:4]), iris$Species), epochs = 2, verbose = 0)
#' @export
PyDataset <- function(classname, initialize = NULL, ..., public = list(), private = list(),
                      inherit = NULL, parent_env = parent.frame()) {
  members <- c(dots_list(...), public)
  absent <- setdiff(c("__getitem__", "__len__"), names(members))
  if ("num_batches" %in% names(members)) absent <- setdiff(absent, "__len__")
  if (is.null(inherit) && length(absent) > 0L) {
    abort(sprintf("A data set needs the method `%s`.", absent[[1]]))
  }
  keras_class("PyDataset", classname, list(initialize = initialize), members, private,
              inherit, if (!missing(parent_env)) parent_env,
              rewrite = rewrite_dataset_method, adapt_super = call_dataset_super)
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
