# The settings of tabular(), each with its check.

#' Settings of `tabular()`
#'
#' `tabular_network()` describes the network of [tabular()], `tabular_training()` how it is trained.
#' `tabular()` also takes each of these arguments by itself: `tabular(y ~ ., data, hidden = 64)`.
#'
#' The defaults depend on the number of rows:
#'
#' | rows | `hidden` | `batch_size` |
#' |---|---|---|
#' | below 500 | 32 | 16 |
#' | below 5,000 | 64, 32 | 32 |
#' | below 50,000 | 128, 64 | 128 |
#' | more | 128, 64 | 512 |
#'
#' @param hidden Integer vector. Units of the hidden layers of each member; `integer()` for none.
#'   `NULL` decides by the number of rows.
#' @param activation String or function. Activation of the hidden layers.
#' @param dropout Number from 0 to below 1. Dropout after each hidden layer. `NULL` means 0 if the
#'   response is numbers of which the mean is predicted, and 0.1 otherwise.
#' @param linear Logical. Whether a linear function of the inputs is added to the network's.
#' @param members Positive integer. Number of networks whose predictions are averaged. `NULL` means
#'   as many as there are folds, 5 by default.
#' @param clip Logical. Whether numbers far outside of the training data count as if they were
#'   nearer (see [tabular()]). `FALSE` continues linearly.
#' @return A list of settings, for the arguments `network` and `training` of [tabular()].
#' @seealso [tabular()]
#' @export
#' @examples
#' tabular_network(hidden = c(64, 64), members = 1)
tabular_network <- function(hidden = NULL, activation = "relu", dropout = NULL, linear = TRUE,
                            members = NULL, clip = TRUE) {
  if (length(hidden)) hidden <- positive_indices(hidden, "hidden")
  structure(list(
    hidden = hidden, activation = activation,
    dropout = if (!is.null(dropout)) as_share(dropout, "dropout"),
    linear = as_flag(linear, "linear"), members = as_count(members, "members"),
    clip = as_flag(clip, "clip")
  ), class = "rkeras_tabular_network")
}

#' @rdname tabular_network
#' @param epochs Positive integer. Largest number of epochs.
#' @param batch_size Positive integer. Rows per step. `NULL` decides by the number of rows.
#' @param optimizer An optimizer of Keras, or its name. `NULL` means Adam with the learning rate
#'   0.003.
#' @param patience Positive integer. Epochs without a better loss before training ends.
#' @param strict Logical. `FALSE`: the rows that a member leaves out decide which of its epochs is
#'   the best, too. `TRUE`: those of the next fold do, so that a member has not seen the rows it is
#'   judged by in any way, but is trained on fewer: see the section on intervals of [tabular()].
#' @param calibration_split Number from 0 to below 1. Share of the rows that no member is trained
#'   on, for [conformal()].
#' @param callbacks A Keras callback or a list of them.
#' @param verbose As in [fit()].
#' @param model Logical. Whether the model keeps the data frame, for `fitted()`, `residuals()` and
#'   the like.
#' @export
tabular_training <- function(epochs = 200, batch_size = NULL, optimizer = NULL, patience = 20,
                             strict = FALSE, calibration_split = 0, callbacks = NULL, verbose = 0,
                             model = TRUE) {
  structure(list(
    epochs = as_count(epochs, "epochs", is_required = TRUE),
    batch_size = as_count(batch_size, "batch_size"), optimizer = optimizer,
    patience = as_count(patience, "patience", is_required = TRUE),
    strict = as_flag(strict, "strict"),
    calibration_split = as_share(calibration_split, "calibration_split"), callbacks = callbacks,
    verbose = verbose, model = as_flag(model, "model")
  ), class = "rkeras_tabular_training")
}

# Those of the two functions, where `dots` have them by themselves, and of the family.
all_settings <- function(network, training, dots) {
  family <- c("probs", "components", "intervals")
  known <- c(names(formals(tabular_network)), names(formals(tabular_training)), family)
  given <- names(dots) %||% character(length(dots))
  if (!all(nzchar(given))) abort("Too many arguments without a name for `tabular()`: name them.")
  unknown <- setdiff(given, c(known, "validation_split"))
  if (length(unknown) > 0L) {
    abort_unknown_argument(unknown[[1]], c(names(formals(tabular.formula)), known))
  }
  c(settings_with(dots, network, "network"), settings_with(dots, training, "training"),
    dots[intersect(given, family)])
}

settings_with <- function(dots, settings, argument) {
  name <- paste0("tabular_", argument)
  must_be(settings, sprintf("what %s() returns", name), inherits(settings, paste0("rkeras_", name)),
          argument)
  given <- dots[intersect(names(dots), names(formals(name)))]
  settings[names(given)] <- do.call(name, given)[names(given)]
  unclass(settings)
}

# What depends on the number of rows and the responses.
settled <- function(settings, design) {
  size <- findInterval(design$n, c(500, 5000, 50000)) + 1L
  sizes <- list(32L, c(64L, 32L), c(128L, 64L))
  settings$hidden <- settings$hidden %||% sizes[[min(size, 3L)]]
  # Without dropout the mean of numbers is nearer, where they have little noise.
  are_numbers <- all(vapply(design_responses(design), is_response, NA, "number"))
  settings$dropout <- settings$dropout %||% if (are_numbers) 0 else 0.1
  # The share of the members that see numbers without bins: boundaries of classes are steps in some
  # tables and smooth in others.
  settings$without_bins <- if (are_numbers) 0 else 0.4
  settings$batch_size <- settings$batch_size %||% c(16L, 32L, 128L, 512L)[[size]]
  settings
}
