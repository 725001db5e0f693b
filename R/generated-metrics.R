# keras.metrics, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.metrics.AUC")
#' @export
metric_auc <- function(
    ...,
    num_thresholds = 200L,
    curve = "ROC",
    summation_method = "interpolation",
    name = NULL,
    dtype = NULL,
    thresholds = NULL,
    multi_label = FALSE,
    num_labels = NULL,
    label_weights = NULL,
    from_logits = FALSE
) {
  create_keras("keras.metrics.AUC", capture_args(
    num_thresholds = positive_whole,
    curve = one_string,
    summation_method = one_string,
    thresholds = c(shares, as_sequence),
    multi_label = as_flag,
    num_labels = as_integer,
    label_weights = as_sequence,
    from_logits = as_flag
  ))
}

#' @eval rd_keras("keras.metrics.Accuracy")
#' @export
metric_accuracy <- function(..., name = "accuracy", dtype = NULL) {
  create_keras("keras.metrics.Accuracy", capture_args(name = one_string))
}

#' @eval rd_keras("keras.metrics.BinaryAccuracy")
#' @export
metric_binary_accuracy <- function(
    y_true,
    y_pred,
    threshold = 0.5,
    ...,
    name = "binary_accuracy",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.BinaryAccuracy",
    "keras.metrics.binary_accuracy",
    capture_args(
      name = one_string,
      threshold = some_number,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.metrics.BinaryCrossentropy")
#' @export
metric_binary_crossentropy <- function(
    y_true,
    y_pred,
    from_logits = FALSE,
    label_smoothing = 0L,
    axis = -1L,
    ...,
    name = "binary_crossentropy",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.BinaryCrossentropy",
    "keras.metrics.binary_crossentropy",
    capture_args(
      name = one_string,
      from_logits = as_flag,
      label_smoothing = smoothing,
      y_true = as_observed,
      y_pred = as_observed,
      axis = as_axis
    )
  )
}

#' @eval rd_keras("keras.metrics.BinaryIoU")
#' @export
metric_binary_iou <- function(
    ...,
    target_class_ids = c(0L, 1L),
    threshold = 0.5,
    name = NULL,
    dtype = NULL
) {
  create_keras("keras.metrics.BinaryIoU", capture_args(
    target_class_ids = as_integers,
    threshold = some_number
  ))
}

#' @eval rd_keras("keras.metrics.CategoricalAccuracy")
#' @export
metric_categorical_accuracy <- function(
    y_true,
    y_pred,
    ...,
    name = "categorical_accuracy",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.CategoricalAccuracy",
    "keras.metrics.categorical_accuracy",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.CategoricalCrossentropy")
#' @export
metric_categorical_crossentropy <- function(
    y_true,
    y_pred,
    from_logits = FALSE,
    label_smoothing = 0L,
    axis = -1L,
    ...,
    name = "categorical_crossentropy",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.CategoricalCrossentropy",
    "keras.metrics.categorical_crossentropy",
    capture_args(
      name = one_string,
      from_logits = as_flag,
      label_smoothing = smoothing,
      axis = as_axis,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.metrics.CategoricalHinge")
#' @export
metric_categorical_hinge <- function(
    y_true,
    y_pred,
    ...,
    name = "categorical_hinge",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.CategoricalHinge",
    "keras.metrics.categorical_hinge",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.ConcordanceCorrelation")
#' @export
metric_concordance_correlation <- function(
    y_true,
    y_pred,
    axis = -1L,
    ...,
    name = "concordance_correlation",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.ConcordanceCorrelation",
    "keras.metrics.concordance_correlation",
    capture_args(name = one_string, axis = as_axis, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.CosineSimilarity")
#' @export
metric_cosine_similarity <- function(..., name = "cosine_similarity", dtype = NULL, axis = -1L) {
  create_keras("keras.metrics.CosineSimilarity", capture_args(name = one_string, axis = as_axis))
}

#' @eval rd_keras("keras.metrics.F1Score")
#' @export
metric_f1_score <- function(
    ...,
    average = NULL,
    threshold = NULL,
    name = "f1_score",
    dtype = NULL
) {
  create_keras("keras.metrics.F1Score", capture_args(threshold = number, name = one_string))
}

#' @eval rd_keras("keras.metrics.FBetaScore")
#' @export
metric_fbeta_score <- function(
    ...,
    average = NULL,
    beta = 1,
    threshold = NULL,
    name = "fbeta_score",
    dtype = NULL
) {
  create_keras("keras.metrics.FBetaScore", capture_args(
    beta = number,
    threshold = number,
    name = one_string
  ))
}

#' @eval rd_keras("keras.metrics.FalseNegatives")
#' @export
metric_false_negatives <- function(..., thresholds = NULL, name = NULL, dtype = NULL) {
  create_keras("keras.metrics.FalseNegatives", capture_args(thresholds = shares))
}

#' @eval rd_keras("keras.metrics.FalsePositives")
#' @export
metric_false_positives <- function(..., thresholds = NULL, name = NULL, dtype = NULL) {
  create_keras("keras.metrics.FalsePositives", capture_args(thresholds = shares))
}

#' @eval rd_keras("keras.metrics.Hinge")
#' @export
metric_hinge <- function(y_true, y_pred, ..., name = "hinge", dtype = NULL) {
  create_or_call(
    "keras.metrics.Hinge",
    "keras.metrics.hinge",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.IoU")
#' @export
metric_iou <- function(
    ...,
    num_classes,
    target_class_ids,
    name = NULL,
    dtype = NULL,
    ignore_class = NULL,
    sparse_y_true = TRUE,
    sparse_y_pred = TRUE,
    axis = -1L
) {
  create_keras("keras.metrics.IoU", capture_args(
    num_classes = as_integer,
    target_class_ids = as_integers,
    ignore_class = as_integer,
    sparse_y_true = as_flag,
    sparse_y_pred = as_flag,
    axis = as_axis
  ))
}

#' @eval rd_keras("keras.metrics.KLDivergence")
#' @export
metric_kl_divergence <- function(y_true, y_pred, ..., name = "kl_divergence", dtype = NULL) {
  create_or_call(
    "keras.metrics.KLDivergence",
    "keras.metrics.kl_divergence",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.LogCoshError")
#' @export
metric_log_cosh_error <- function(..., name = "logcosh", dtype = NULL) {
  create_keras("keras.metrics.LogCoshError", capture_args(name = one_string))
}

#' @eval rd_keras("keras.metrics.Mean")
#' @export
metric_mean <- function(..., name = "mean", dtype = NULL) {
  create_keras("keras.metrics.Mean", capture_args(name = one_string))
}

#' @eval rd_keras("keras.metrics.MeanAbsoluteError")
#' @export
metric_mean_absolute_error <- function(
    y_true,
    y_pred,
    ...,
    name = "mean_absolute_error",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.MeanAbsoluteError",
    "keras.metrics.mean_absolute_error",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.MeanAbsolutePercentageError")
#' @export
metric_mean_absolute_percentage_error <- function(
    y_true,
    y_pred,
    ...,
    name = "mean_absolute_percentage_error",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.MeanAbsolutePercentageError",
    "keras.metrics.mean_absolute_percentage_error",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.MeanIoU")
#' @export
metric_mean_iou <- function(
    ...,
    num_classes,
    name = NULL,
    dtype = NULL,
    ignore_class = NULL,
    sparse_y_true = TRUE,
    sparse_y_pred = TRUE,
    axis = -1L
) {
  create_keras("keras.metrics.MeanIoU", capture_args(
    num_classes = as_integer,
    ignore_class = as_integer,
    sparse_y_true = as_flag,
    sparse_y_pred = as_flag,
    axis = as_axis
  ))
}

#' @eval rd_keras("keras.metrics.MeanSquaredError")
#' @export
metric_mean_squared_error <- function(
    y_true,
    y_pred,
    ...,
    name = "mean_squared_error",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.MeanSquaredError",
    "keras.metrics.mean_squared_error",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.MeanSquaredLogarithmicError")
#' @export
metric_mean_squared_logarithmic_error <- function(
    y_true,
    y_pred,
    ...,
    name = "mean_squared_logarithmic_error",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.MeanSquaredLogarithmicError",
    "keras.metrics.mean_squared_logarithmic_error",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.OneHotIoU")
#' @export
metric_one_hot_iou <- function(
    ...,
    num_classes,
    target_class_ids,
    name = NULL,
    dtype = NULL,
    ignore_class = NULL,
    sparse_y_pred = FALSE,
    axis = -1L
) {
  create_keras("keras.metrics.OneHotIoU", capture_args(
    num_classes = as_integer,
    target_class_ids = as_integers,
    ignore_class = as_integer,
    sparse_y_pred = as_flag,
    axis = as_axis
  ))
}

#' @eval rd_keras("keras.metrics.OneHotMeanIoU")
#' @export
metric_one_hot_mean_iou <- function(
    ...,
    num_classes,
    name = NULL,
    dtype = NULL,
    ignore_class = NULL,
    sparse_y_pred = FALSE,
    axis = -1L
) {
  create_keras("keras.metrics.OneHotMeanIoU", capture_args(
    num_classes = as_integer,
    ignore_class = as_integer,
    sparse_y_pred = as_flag,
    axis = as_axis
  ))
}

#' @eval rd_keras("keras.metrics.PearsonCorrelation")
#' @export
metric_pearson_correlation <- function(
    y_true,
    y_pred,
    axis = -1L,
    ...,
    name = "pearson_correlation",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.PearsonCorrelation",
    "keras.metrics.pearson_correlation",
    capture_args(name = one_string, axis = as_axis, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.Poisson")
#' @export
metric_poisson <- function(y_true, y_pred, ..., name = "poisson", dtype = NULL) {
  create_or_call(
    "keras.metrics.Poisson",
    "keras.metrics.poisson",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.Precision")
#' @export
metric_precision <- function(
    ...,
    thresholds = NULL,
    top_k = NULL,
    class_id = NULL,
    name = NULL,
    dtype = NULL
) {
  create_keras("keras.metrics.Precision", capture_args(
    thresholds = shares,
    top_k = positive_whole,
    class_id = whole_from_0
  ))
}

#' @eval rd_keras("keras.metrics.PrecisionAtRecall")
#' @export
metric_precision_at_recall <- function(
    ...,
    recall,
    num_thresholds = 200L,
    class_id = NULL,
    name = NULL,
    dtype = NULL
) {
  create_keras("keras.metrics.PrecisionAtRecall", capture_args(
    recall = share,
    num_thresholds = positive_whole,
    class_id = whole_from_0
  ))
}

#' @eval rd_keras("keras.metrics.R2Score")
#' @export
metric_r2_score <- function(
    ...,
    class_aggregation = "uniform_average",
    num_regressors = 0L,
    name = "r2_score",
    dtype = NULL
) {
  create_keras("keras.metrics.R2Score", capture_args(
    class_aggregation = one_string,
    num_regressors = as_integer,
    name = one_string
  ))
}

#' @eval rd_keras("keras.metrics.Recall")
#' @export
metric_recall <- function(
    ...,
    thresholds = NULL,
    top_k = NULL,
    class_id = NULL,
    name = NULL,
    dtype = NULL
) {
  create_keras("keras.metrics.Recall", capture_args(
    thresholds = shares,
    top_k = positive_whole,
    class_id = whole_from_0
  ))
}

#' @eval rd_keras("keras.metrics.RecallAtPrecision")
#' @export
metric_recall_at_precision <- function(
    ...,
    precision,
    num_thresholds = 200L,
    class_id = NULL,
    name = NULL,
    dtype = NULL
) {
  create_keras("keras.metrics.RecallAtPrecision", capture_args(
    precision = share,
    num_thresholds = positive_whole,
    class_id = whole_from_0
  ))
}

#' @eval rd_keras("keras.metrics.RootMeanSquaredError")
#' @export
metric_root_mean_squared_error <- function(..., name = "root_mean_squared_error", dtype = NULL) {
  create_keras("keras.metrics.RootMeanSquaredError", capture_args(name = one_string))
}

#' @eval rd_keras("keras.metrics.SensitivityAtSpecificity")
#' @export
metric_sensitivity_at_specificity <- function(
    ...,
    specificity,
    num_thresholds = 200L,
    class_id = NULL,
    name = NULL,
    dtype = NULL
) {
  create_keras("keras.metrics.SensitivityAtSpecificity", capture_args(
    specificity = share,
    num_thresholds = positive_whole,
    class_id = whole_from_0
  ))
}

#' @eval rd_keras("keras.metrics.SparseCategoricalAccuracy")
#' @export
metric_sparse_categorical_accuracy <- function(
    y_true,
    y_pred,
    ...,
    name = "sparse_categorical_accuracy",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.SparseCategoricalAccuracy",
    "keras.metrics.sparse_categorical_accuracy",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.SparseCategoricalCrossentropy")
#' @export
metric_sparse_categorical_crossentropy <- function(
    y_true,
    y_pred,
    from_logits = FALSE,
    ignore_class = NULL,
    axis = -1L,
    ...,
    name = "sparse_categorical_crossentropy",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.SparseCategoricalCrossentropy",
    "keras.metrics.sparse_categorical_crossentropy",
    capture_args(
      name = one_string,
      from_logits = as_flag,
      ignore_class = as_integer,
      axis = as_axis,
      y_true = as_observed,
      y_pred = as_observed
    )
  )
}

#' @eval rd_keras("keras.metrics.SparseTopKCategoricalAccuracy")
#' @export
metric_sparse_top_k_categorical_accuracy <- function(
    y_true,
    y_pred,
    k = 5L,
    from_sorted_ids = FALSE,
    ...,
    name = "sparse_top_k_categorical_accuracy",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.SparseTopKCategoricalAccuracy",
    "keras.metrics.sparse_top_k_categorical_accuracy",
    capture_args(
      k = positive_whole,
      name = one_string,
      from_sorted_ids = as_flag,
      y_true = as_observed,
      y_pred = as_float_array
    )
  )
}

#' @eval rd_keras("keras.metrics.SpecificityAtSensitivity")
#' @export
metric_specificity_at_sensitivity <- function(
    ...,
    sensitivity,
    num_thresholds = 200L,
    class_id = NULL,
    name = NULL,
    dtype = NULL
) {
  create_keras("keras.metrics.SpecificityAtSensitivity", capture_args(
    sensitivity = share,
    num_thresholds = positive_whole,
    class_id = whole_from_0
  ))
}

#' @eval rd_keras("keras.metrics.SquaredHinge")
#' @export
metric_squared_hinge <- function(y_true, y_pred, ..., name = "squared_hinge", dtype = NULL) {
  create_or_call(
    "keras.metrics.SquaredHinge",
    "keras.metrics.squared_hinge",
    capture_args(name = one_string, y_true = as_observed, y_pred = as_observed)
  )
}

#' @eval rd_keras("keras.metrics.Sum")
#' @export
metric_sum <- function(..., name = "sum", dtype = NULL) {
  create_keras("keras.metrics.Sum", capture_args(name = one_string))
}

#' @eval rd_keras("keras.metrics.TopKCategoricalAccuracy")
#' @export
metric_top_k_categorical_accuracy <- function(
    y_true,
    y_pred,
    k = 5L,
    ...,
    name = "top_k_categorical_accuracy",
    dtype = NULL
) {
  create_or_call(
    "keras.metrics.TopKCategoricalAccuracy",
    "keras.metrics.top_k_categorical_accuracy",
    capture_args(
      k = positive_whole,
      name = one_string,
      y_true = as_observed,
      y_pred = as_float_array
    )
  )
}

#' @eval rd_keras("keras.metrics.TrueNegatives")
#' @export
metric_true_negatives <- function(..., thresholds = NULL, name = NULL, dtype = NULL) {
  create_keras("keras.metrics.TrueNegatives", capture_args(thresholds = shares))
}

#' @eval rd_keras("keras.metrics.TruePositives")
#' @export
metric_true_positives <- function(..., thresholds = NULL, name = NULL, dtype = NULL) {
  create_keras("keras.metrics.TruePositives", capture_args(thresholds = shares))
}

#' @eval rd_keras("keras.metrics.binary_focal_crossentropy")
#' @export
metric_binary_focal_crossentropy <- function(
    y_true,
    y_pred,
    apply_class_balancing = FALSE,
    alpha = 0.25,
    gamma = 2,
    from_logits = FALSE,
    label_smoothing = 0,
    axis = -1L
) {
  call_keras(
    "keras.metrics.binary_focal_crossentropy",
    as_observed(y_true, "y_true"),
    as_observed(y_pred, "y_pred"),
    apply_class_balancing = as_flag(apply_class_balancing, "apply_class_balancing"),
    alpha = alpha,
    gamma = gamma,
    from_logits = as_flag(from_logits, "from_logits"),
    label_smoothing = smoothing(label_smoothing),
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.metrics.categorical_focal_crossentropy")
#' @export
metric_categorical_focal_crossentropy <- function(
    y_true,
    y_pred,
    alpha = 0.25,
    gamma = 2,
    from_logits = FALSE,
    label_smoothing = 0,
    axis = -1L
) {
  call_keras(
    "keras.metrics.categorical_focal_crossentropy",
    as_observed(y_true, "y_true"),
    as_observed(y_pred, "y_pred"),
    alpha = alpha,
    gamma = gamma,
    from_logits = as_flag(from_logits, "from_logits"),
    label_smoothing = smoothing(label_smoothing),
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.metrics.huber")
#' @export
metric_huber <- function(y_true, y_pred, delta = 1) {
  call_keras(
    "keras.metrics.huber",
    as_observed(y_true, "y_true"),
    as_observed(y_pred, "y_pred"),
    delta = delta
  )
}

#' @eval rd_keras("keras.metrics.log_cosh")
#' @export
metric_log_cosh <- function(y_true, y_pred) {
  call_keras("keras.metrics.log_cosh", as_observed(y_true, "y_true"), as_observed(y_pred, "y_pred"))
}
