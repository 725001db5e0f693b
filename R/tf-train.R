# Generics of the R package tensorflow for models of other packages.

#' Train a model of another package
#'
#' Generic functions for packages that define models. They are deprecated, and rkeras has no methods
#' for them: Keras models are trained with [fit()] and evaluated with [evaluate()]. They exist so
#' that packages which register methods for them can be loaded.
#'
#' @param object An object of a class for which a package has a method.
#' @param ... Arguments of the method.
#' @return The result of the method.
#' @family TensorFlow
#' @seealso [fit()], [evaluate()]
#' @concept training
#' @concept estimators
#' @export
#' @examples
#' train.my_model <- function(object, ...) "trained"
#' train(structure(list(), class = "my_model"))
train <- function(object, ...) UseMethod("train")

#' @export
train.default <- function(object, ...) abort_no_method("train", object)

#' @rdname train
#' @export
train_and_evaluate <- function(object, ...) UseMethod("train_and_evaluate")

#' @export
train_and_evaluate.default <- function(object, ...) abort_no_method("train_and_evaluate", object)

abort_no_method <- function(generic, object) {
  abort("`%s()` has no method for %s. Train Keras models with fit(), evaluate them with %s",
        generic, describe(object), "evaluate().", call = call(generic))
}
