# keras.losses, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.losses.BinaryCrossentropy")
#' @export
loss_binary_crossentropy <- function(
    y_true,
    y_pred,
    from_logits = FALSE,
    label_smoothing = 0,
    axis = -1L,
    ...,
    reduction = "sum_over_batch_size",
    name = "binary_crossentropy",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.BinaryCrossentropy",
    "keras.losses.binary_crossentropy",
    capture_args(
      from_logits = as_flag,
      label_smoothing = smoothing,
      axis = as_axis,
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.BinaryFocalCrossentropy")
#' @export
loss_binary_focal_crossentropy <- function(
    y_true,
    y_pred,
    apply_class_balancing = FALSE,
    alpha = 0.25,
    gamma = 2,
    from_logits = FALSE,
    label_smoothing = 0,
    axis = -1L,
    ...,
    reduction = "sum_over_batch_size",
    name = "binary_focal_crossentropy",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.BinaryFocalCrossentropy",
    "keras.losses.binary_focal_crossentropy",
    capture_args(
      apply_class_balancing = as_flag,
      alpha = share,
      gamma = number_from_0,
      from_logits = as_flag,
      label_smoothing = smoothing,
      axis = as_axis,
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.CTC")
#' @export
loss_ctc <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "ctc",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.CTC",
    "keras.losses.ctc",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.CategoricalCrossentropy")
#' @export
loss_categorical_crossentropy <- function(
    y_true,
    y_pred,
    from_logits = FALSE,
    label_smoothing = 0,
    axis = -1L,
    ...,
    reduction = "sum_over_batch_size",
    name = "categorical_crossentropy",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.CategoricalCrossentropy",
    "keras.losses.categorical_crossentropy",
    capture_args(
      from_logits = as_flag,
      label_smoothing = smoothing,
      axis = as_axis,
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.CategoricalFocalCrossentropy")
#' @export
loss_categorical_focal_crossentropy <- function(
    y_true,
    y_pred,
    alpha = 0.25,
    gamma = 2,
    from_logits = FALSE,
    label_smoothing = 0,
    axis = -1L,
    ...,
    reduction = "sum_over_batch_size",
    name = "categorical_focal_crossentropy",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.CategoricalFocalCrossentropy",
    "keras.losses.categorical_focal_crossentropy",
    capture_args(
      alpha = shares,
      gamma = number_from_0,
      from_logits = as_flag,
      label_smoothing = smoothing,
      axis = as_axis,
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.CategoricalHinge")
#' @export
loss_categorical_hinge <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "categorical_hinge",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.CategoricalHinge",
    "keras.losses.categorical_hinge",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.Circle")
#' @export
loss_circle <- function(
    y_true,
    y_pred,
    gamma = 80,
    margin = 0.4,
    remove_diagonal = TRUE,
    ref_labels = NULL,
    ref_embeddings = NULL,
    ...,
    reduction = "sum_over_batch_size",
    name = "circle",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.Circle",
    "keras.losses.circle",
    capture_args(
      gamma = number_from_0,
      margin = number,
      remove_diagonal = as_flag,
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed,
      ref_labels = as_observed,
      ref_embeddings = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.CosineSimilarity")
#' @export
loss_cosine_similarity <- function(
    y_true,
    y_pred,
    axis = -1L,
    ...,
    reduction = "sum_over_batch_size",
    name = "cosine_similarity",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.CosineSimilarity",
    "keras.losses.cosine_similarity",
    capture_args(
      axis = as_axis,
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.Dice")
#' @export
loss_dice <- function(
    y_true,
    y_pred,
    axis = NULL,
    ...,
    reduction = "sum_over_batch_size",
    name = "dice",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.Dice",
    "keras.losses.dice",
    capture_args(
      reduction = one_string,
      name = one_string,
      axis = as_axis,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.Hinge")
#' @export
loss_hinge <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "hinge",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.Hinge",
    "keras.losses.hinge",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.Huber")
#' @export
loss_huber <- function(
    y_true,
    y_pred,
    delta = 1,
    ...,
    reduction = "sum_over_batch_size",
    name = "huber_loss",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.Huber",
    "keras.losses.huber",
    capture_args(
      delta = positive_number,
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.KLDivergence")
#' @export
loss_kl_divergence <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "kl_divergence",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.KLDivergence",
    "keras.losses.kl_divergence",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.LogCosh")
#' @export
loss_log_cosh <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "log_cosh",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.LogCosh",
    "keras.losses.log_cosh",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.MeanAbsoluteError")
#' @export
loss_mean_absolute_error <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "mean_absolute_error",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.MeanAbsoluteError",
    "keras.losses.mean_absolute_error",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.MeanAbsolutePercentageError")
#' @export
loss_mean_absolute_percentage_error <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "mean_absolute_percentage_error",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.MeanAbsolutePercentageError",
    "keras.losses.mean_absolute_percentage_error",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.MeanSquaredError")
#' @export
loss_mean_squared_error <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "mean_squared_error",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.MeanSquaredError",
    "keras.losses.mean_squared_error",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.MeanSquaredLogarithmicError")
#' @export
loss_mean_squared_logarithmic_error <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "mean_squared_logarithmic_error",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.MeanSquaredLogarithmicError",
    "keras.losses.mean_squared_logarithmic_error",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.Poisson")
#' @export
loss_poisson <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "poisson",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.Poisson",
    "keras.losses.poisson",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.SparseCategoricalCrossentropy")
#' @export
loss_sparse_categorical_crossentropy <- function(
    y_true,
    y_pred,
    from_logits = FALSE,
    ignore_class = NULL,
    axis = -1L,
    ...,
    reduction = "sum_over_batch_size",
    name = "sparse_categorical_crossentropy",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.SparseCategoricalCrossentropy",
    "keras.losses.sparse_categorical_crossentropy",
    capture_args(
      from_logits = as_flag,
      ignore_class = as_integer,
      reduction = one_string,
      axis = as_axis,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.SquaredHinge")
#' @export
loss_squared_hinge <- function(
    y_true,
    y_pred,
    ...,
    reduction = "sum_over_batch_size",
    name = "squared_hinge",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.SquaredHinge",
    "keras.losses.squared_hinge",
    capture_args(
      reduction = one_string,
      name = one_string,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.losses.Tversky")
#' @export
loss_tversky <- function(
    y_true,
    y_pred,
    alpha = 0.5,
    beta = 0.5,
    axis = NULL,
    ...,
    reduction = "sum_over_batch_size",
    name = "tversky",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.Tversky",
    "keras.losses.tversky",
    capture_args(
      alpha = number_from_0,
      beta = number_from_0,
      reduction = one_string,
      name = one_string,
      axis = as_axis,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}
