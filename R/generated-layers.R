# keras.layers, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.layers.Activation")
#' @export
layer_activation <- function(object, activation, ...) {
  create_layer("keras.layers.Activation", object, capture_args())
}

#' @eval rd_keras("keras.layers.ActivityRegularization")
#' @export
layer_activity_regularization <- function(object, l1 = 0, l2 = 0, ...) {
  create_layer("keras.layers.ActivityRegularization", object, capture_args(
    l1 = number_from_0,
    l2 = number_from_0
  ))
}

#' @eval rd_keras("keras.layers.AdaptiveAveragePooling1D")
#' @export
layer_adaptive_average_pooling_1d <- function(object, output_size, data_format = NULL, ...) {
  create_layer("keras.layers.AdaptiveAveragePooling1D", object, capture_args(
    output_size = as_integer
  ))
}

#' @eval rd_keras("keras.layers.AdaptiveAveragePooling2D")
#' @export
layer_adaptive_average_pooling_2d <- function(object, output_size, data_format = NULL, ...) {
  create_layer("keras.layers.AdaptiveAveragePooling2D", object, capture_args(
    output_size = as_integer
  ))
}

#' @eval rd_keras("keras.layers.AdaptiveAveragePooling3D")
#' @export
layer_adaptive_average_pooling_3d <- function(object, output_size, data_format = NULL, ...) {
  create_layer("keras.layers.AdaptiveAveragePooling3D", object, capture_args(
    output_size = as_integer
  ))
}

#' @eval rd_keras("keras.layers.AdaptiveMaxPooling1D")
#' @export
layer_adaptive_max_pooling_1d <- function(object, output_size, data_format = NULL, ...) {
  create_layer("keras.layers.AdaptiveMaxPooling1D", object, capture_args(output_size = as_integer))
}

#' @eval rd_keras("keras.layers.AdaptiveMaxPooling2D")
#' @export
layer_adaptive_max_pooling_2d <- function(object, output_size, data_format = NULL, ...) {
  create_layer("keras.layers.AdaptiveMaxPooling2D", object, capture_args(output_size = as_integer))
}

#' @eval rd_keras("keras.layers.AdaptiveMaxPooling3D")
#' @export
layer_adaptive_max_pooling_3d <- function(object, output_size, data_format = NULL, ...) {
  create_layer("keras.layers.AdaptiveMaxPooling3D", object, capture_args(
    output_size = as_volume_size
  ))
}

#' @eval rd_keras("keras.layers.Add")
#' @export
layer_add <- function(inputs, ...) {
  merge_layers("keras.layers.Add", inputs, capture_args())
}

#' @eval rd_keras("keras.layers.AdditiveAttention")
#' @export
layer_additive_attention <- function(object, use_scale = TRUE, dropout = 0, ...) {
  create_layer("keras.layers.AdditiveAttention", object, capture_args(
    use_scale = as_flag,
    dropout = share
  ))
}

#' @eval rd_keras("keras.layers.AlphaDropout")
#' @export
layer_alpha_dropout <- function(object, rate, noise_shape = NULL, seed = NULL, ...) {
  create_layer("keras.layers.AlphaDropout", object, capture_args(
    rate = share,
    noise_shape = as_shape,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.Attention")
#' @export
layer_attention <- function(
    object,
    use_scale = FALSE,
    score_mode = "dot",
    dropout = 0,
    seed = NULL,
    ...
) {
  create_layer("keras.layers.Attention", object, capture_args(
    use_scale = as_flag,
    score_mode = one_string,
    dropout = share,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.AugMix")
#' @export
layer_aug_mix <- function(
    object,
    value_range = c(0L, 255L),
    num_chains = 3L,
    chain_depth = 3L,
    factor = 0.3,
    alpha = 1,
    all_ops = TRUE,
    interpolation = "bilinear",
    seed = NULL,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.AugMix", object, capture_args(
    num_chains = as_integer,
    chain_depth = as_integer,
    factor = one_or_two_numbers,
    alpha = some_number,
    all_ops = as_flag,
    interpolation = one_string,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.AutoContrast")
#' @export
layer_auto_contrast <- function(object, value_range = c(0L, 255L), ...) {
  create_layer("keras.layers.AutoContrast", object, capture_args())
}

#' @eval rd_keras("keras.layers.Average")
#' @export
layer_average <- function(inputs, ...) {
  merge_layers("keras.layers.Average", inputs, capture_args())
}

#' @eval rd_keras("keras.layers.AveragePooling1D")
#' @export
layer_average_pooling_1d <- function(
    object,
    pool_size,
    strides = NULL,
    padding = "valid",
    data_format = NULL,
    name = NULL,
    ...
) {
  create_layer("keras.layers.AveragePooling1D", object, capture_args(
    pool_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string
  ))
}

#' @eval rd_keras("keras.layers.AveragePooling2D")
#' @export
layer_average_pooling_2d <- function(
    object,
    pool_size,
    strides = NULL,
    padding = "valid",
    data_format = NULL,
    name = NULL,
    ...
) {
  create_layer("keras.layers.AveragePooling2D", object, capture_args(
    pool_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string
  ))
}

#' @eval rd_keras("keras.layers.AveragePooling3D")
#' @export
layer_average_pooling_3d <- function(
    object,
    pool_size,
    strides = NULL,
    padding = "valid",
    data_format = NULL,
    name = NULL,
    ...
) {
  create_layer("keras.layers.AveragePooling3D", object, capture_args(
    pool_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string
  ))
}

#' @eval rd_keras("keras.layers.BatchNormalization")
#' @export
layer_batch_normalization <- function(
    object,
    axis = -1L,
    momentum = 0.99,
    epsilon = 0.001,
    center = TRUE,
    scale = TRUE,
    beta_initializer = "zeros",
    gamma_initializer = "ones",
    moving_mean_initializer = "zeros",
    moving_variance_initializer = "ones",
    beta_regularizer = NULL,
    gamma_regularizer = NULL,
    beta_constraint = NULL,
    gamma_constraint = NULL,
    renorm = FALSE,
    renorm_clipping = NULL,
    renorm_momentum = 0.99,
    synchronized = FALSE,
    ...
) {
  create_layer("keras.layers.BatchNormalization", object, capture_args(
    axis = as_axis,
    momentum = share,
    epsilon = number_from_0,
    center = as_flag,
    scale = as_flag,
    beta_initializer = one_string,
    gamma_initializer = one_string,
    moving_mean_initializer = one_string,
    moving_variance_initializer = one_string,
    renorm = as_flag,
    renorm_momentum = some_number,
    synchronized = as_flag
  ))
}

#' @eval rd_keras("keras.layers.Bidirectional")
#' @export
layer_bidirectional <- function(
    object,
    layer,
    merge_mode = "concat",
    weights = NULL,
    backward_layer = NULL,
    ...
) {
  create_layer("keras.layers.Bidirectional", object, capture_args(
    layer = as_layer,
    merge_mode = one_string,
    backward_layer = as_layer
  ))
}

#' @eval rd_keras("keras.layers.CategoryEncoding")
#' @export
layer_category_encoding <- function(
    object,
    num_tokens = NULL,
    output_mode = "multi_hot",
    sparse = FALSE,
    ...
) {
  create_layer("keras.layers.CategoryEncoding", object, capture_args(
    num_tokens = positive_whole,
    output_mode = one_string,
    sparse = as_flag
  ))
}

#' @eval rd_keras("keras.layers.CenterCrop")
#' @export
layer_center_crop <- function(object, height, width, data_format = NULL, ...) {
  create_layer("keras.layers.CenterCrop", object, capture_args(
    height = positive_whole,
    width = positive_whole
  ))
}

#' @eval rd_keras("keras.layers.Concatenate")
#' @export
layer_concatenate <- function(inputs, ..., axis = -1L) {
  merge_layers("keras.layers.Concatenate", inputs, capture_args(axis = as_axis))
}

#' @eval rd_keras("keras.layers.ContrastLimitedAdaptiveHistogramEqualization")
#' @export
layer_contrast_limited_adaptive_histogram_equalization <- function(
    object,
    value_range = c(0L, 255L),
    clip_limit = 4,
    tile_grid_size = c(8L, 8L),
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.ContrastLimitedAdaptiveHistogramEqualization", object, capture_args(
    clip_limit = some_number,
    tile_grid_size = as_integer
  ))
}

#' @eval rd_keras("keras.layers.Conv1D")
#' @export
layer_conv_1d <- function(
    object,
    filters,
    kernel_size,
    strides = 1L,
    padding = "valid",
    data_format = NULL,
    dilation_rate = 1L,
    groups = 1L,
    activation = NULL,
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.Conv1D", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    dilation_rate = positive_wholes,
    groups = as_integer,
    use_bias = as_flag,
    kernel_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.Conv1DTranspose")
#' @export
layer_conv_1d_transpose <- function(
    object,
    filters,
    kernel_size,
    strides = 1L,
    padding = "valid",
    output_padding = NULL,
    data_format = NULL,
    dilation_rate = 1L,
    activation = NULL,
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.Conv1DTranspose", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    output_padding = as_integer,
    dilation_rate = positive_wholes,
    use_bias = as_flag,
    kernel_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.Conv2D")
#' @export
layer_conv_2d <- function(
    object,
    filters,
    kernel_size,
    strides = c(1L, 1L),
    padding = "valid",
    data_format = NULL,
    dilation_rate = c(1L, 1L),
    groups = 1L,
    activation = NULL,
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.Conv2D", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    dilation_rate = positive_wholes,
    groups = as_integer,
    use_bias = as_flag,
    kernel_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.Conv2DTranspose")
#' @export
layer_conv_2d_transpose <- function(
    object,
    filters,
    kernel_size,
    strides = c(1L, 1L),
    padding = "valid",
    output_padding = NULL,
    data_format = NULL,
    dilation_rate = c(1L, 1L),
    activation = NULL,
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.Conv2DTranspose", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    output_padding = as_integer,
    dilation_rate = positive_wholes,
    use_bias = as_flag,
    kernel_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.Conv3D")
#' @export
layer_conv_3d <- function(
    object,
    filters,
    kernel_size,
    strides = c(1L, 1L, 1L),
    padding = "valid",
    data_format = NULL,
    dilation_rate = c(1L, 1L, 1L),
    groups = 1L,
    activation = NULL,
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.Conv3D", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    dilation_rate = positive_wholes,
    groups = as_integer,
    use_bias = as_flag,
    kernel_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.Conv3DTranspose")
#' @export
layer_conv_3d_transpose <- function(
    object,
    filters,
    kernel_size,
    strides = c(1L, 1L, 1L),
    padding = "valid",
    data_format = NULL,
    output_padding = NULL,
    dilation_rate = c(1L, 1L, 1L),
    activation = NULL,
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.Conv3DTranspose", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    output_padding = as_integer,
    dilation_rate = positive_wholes,
    use_bias = as_flag,
    kernel_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.ConvLSTM1D")
#' @export
layer_conv_lstm_1d <- function(
    object,
    filters,
    kernel_size,
    strides = 1L,
    padding = "valid",
    data_format = NULL,
    dilation_rate = 1L,
    activation = "tanh",
    recurrent_activation = "sigmoid",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    unit_forget_bias = TRUE,
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    seed = NULL,
    return_sequences = FALSE,
    return_state = FALSE,
    go_backwards = FALSE,
    stateful = FALSE,
    ...,
    unroll = NULL
) {
  create_layer("keras.layers.ConvLSTM1D", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    dilation_rate = positive_wholes,
    activation = one_string,
    recurrent_activation = one_string,
    use_bias = as_flag,
    kernel_initializer = one_string,
    recurrent_initializer = one_string,
    bias_initializer = one_string,
    unit_forget_bias = as_flag,
    dropout = share,
    recurrent_dropout = share,
    seed = as_integer,
    return_sequences = as_flag,
    return_state = as_flag,
    go_backwards = as_flag,
    stateful = as_flag
  ))
}

#' @eval rd_keras("keras.layers.ConvLSTM2D")
#' @export
layer_conv_lstm_2d <- function(
    object,
    filters,
    kernel_size,
    strides = 1L,
    padding = "valid",
    data_format = NULL,
    dilation_rate = 1L,
    activation = "tanh",
    recurrent_activation = "sigmoid",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    unit_forget_bias = TRUE,
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    seed = NULL,
    return_sequences = FALSE,
    return_state = FALSE,
    go_backwards = FALSE,
    stateful = FALSE,
    ...,
    unroll = NULL
) {
  create_layer("keras.layers.ConvLSTM2D", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    dilation_rate = positive_wholes,
    activation = one_string,
    recurrent_activation = one_string,
    use_bias = as_flag,
    kernel_initializer = one_string,
    recurrent_initializer = one_string,
    bias_initializer = one_string,
    unit_forget_bias = as_flag,
    dropout = share,
    recurrent_dropout = share,
    seed = as_integer,
    return_sequences = as_flag,
    return_state = as_flag,
    go_backwards = as_flag,
    stateful = as_flag
  ))
}

#' @eval rd_keras("keras.layers.ConvLSTM3D")
#' @export
layer_conv_lstm_3d <- function(
    object,
    filters,
    kernel_size,
    strides = 1L,
    padding = "valid",
    data_format = NULL,
    dilation_rate = 1L,
    activation = "tanh",
    recurrent_activation = "sigmoid",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    unit_forget_bias = TRUE,
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    seed = NULL,
    return_sequences = FALSE,
    return_state = FALSE,
    go_backwards = FALSE,
    stateful = FALSE,
    ...,
    unroll = NULL
) {
  create_layer("keras.layers.ConvLSTM3D", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    dilation_rate = positive_wholes,
    activation = one_string,
    recurrent_activation = one_string,
    use_bias = as_flag,
    kernel_initializer = one_string,
    recurrent_initializer = one_string,
    bias_initializer = one_string,
    unit_forget_bias = as_flag,
    dropout = share,
    recurrent_dropout = share,
    seed = as_integer,
    return_sequences = as_flag,
    return_state = as_flag,
    go_backwards = as_flag,
    stateful = as_flag
  ))
}

#' @eval rd_keras("keras.layers.Cropping1D")
#' @export
layer_cropping_1d <- function(object, cropping = c(1L, 1L), ...) {
  create_layer("keras.layers.Cropping1D", object, capture_args(cropping = as_pad_width))
}

#' @eval rd_keras("keras.layers.Cropping2D")
#' @export
layer_cropping_2d <- function(
    object,
    cropping = list(c(0L, 0L), c(0L, 0L)),
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.Cropping2D", object, capture_args(cropping = as_pad_width))
}

#' @eval rd_keras("keras.layers.Cropping3D")
#' @export
layer_cropping_3d <- function(
    object,
    cropping = list(c(1L, 1L), c(1L, 1L), c(1L, 1L)),
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.Cropping3D", object, capture_args(cropping = as_pad_width))
}

#' @eval rd_keras("keras.layers.CutMix")
#' @export
layer_cut_mix <- function(object, factor = 1, seed = NULL, data_format = NULL, ...) {
  create_layer("keras.layers.CutMix", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.Dense")
#' @export
layer_dense <- function(
    object,
    units,
    activation = NULL,
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    lora_rank = NULL,
    lora_alpha = NULL,
    quantization_config = NULL,
    ...
) {
  create_layer("keras.layers.Dense", object, capture_args(
    units = positive_whole,
    use_bias = as_flag,
    kernel_initializer = one_string,
    bias_initializer = one_string,
    lora_rank = as_integer
  ))
}

#' @eval rd_keras("keras.layers.DepthwiseConv1D")
#' @export
layer_depthwise_conv_1d <- function(
    object,
    kernel_size,
    strides = 1L,
    padding = "valid",
    depth_multiplier = 1L,
    data_format = NULL,
    dilation_rate = 1L,
    activation = NULL,
    use_bias = TRUE,
    depthwise_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    depthwise_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    depthwise_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.DepthwiseConv1D", object, capture_args(
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    depth_multiplier = as_integer,
    dilation_rate = positive_wholes,
    use_bias = as_flag,
    depthwise_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.DepthwiseConv2D")
#' @export
layer_depthwise_conv_2d <- function(
    object,
    kernel_size,
    strides = c(1L, 1L),
    padding = "valid",
    depth_multiplier = 1L,
    data_format = NULL,
    dilation_rate = c(1L, 1L),
    activation = NULL,
    use_bias = TRUE,
    depthwise_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    depthwise_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    depthwise_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.DepthwiseConv2D", object, capture_args(
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    depth_multiplier = as_integer,
    dilation_rate = positive_wholes,
    use_bias = as_flag,
    depthwise_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.Discretization")
#' @export
layer_discretization <- function(
    object,
    bin_boundaries = NULL,
    num_bins = NULL,
    epsilon = 0.01,
    output_mode = "int",
    sparse = FALSE,
    dtype = NULL,
    name = NULL
) {
  create_layer("keras.layers.Discretization", object, capture_args(
    bin_boundaries = as_boundaries,
    num_bins = positive_whole,
    epsilon = number_from_0,
    output_mode = one_string,
    sparse = as_flag
  ))
}

#' @eval rd_keras("keras.layers.Dot")
#' @export
layer_dot <- function(inputs, ..., axes, normalize = FALSE) {
  merge_layers("keras.layers.Dot", inputs, capture_args(axes = as_axis, normalize = as_flag))
}

#' @eval rd_keras("keras.layers.Dropout")
#' @export
layer_dropout <- function(object, rate, noise_shape = NULL, seed = NULL, ...) {
  create_layer("keras.layers.Dropout", object, capture_args(
    rate = share,
    noise_shape = as_shape,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.ELU")
#' @export
layer_activation_elu <- function(object, alpha = 1, ...) {
  create_layer("keras.layers.ELU", object, capture_args(alpha = some_number))
}

#' @eval rd_keras("keras.layers.EinsumDense")
#' @export
layer_einsum_dense <- function(
    object,
    equation,
    output_shape,
    activation = NULL,
    bias_axes = NULL,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    lora_rank = NULL,
    lora_alpha = NULL,
    gptq_unpacked_column_size = NULL,
    quantization_config = NULL,
    ...
) {
  create_layer("keras.layers.EinsumDense", object, capture_args(
    output_shape = as_shape,
    kernel_initializer = one_string,
    bias_initializer = one_string,
    lora_rank = as_integer,
    gptq_unpacked_column_size = as_integer
  ))
}

#' @eval rd_keras("keras.layers.Embedding")
#' @export
layer_embedding <- function(
    object,
    input_dim,
    output_dim,
    embeddings_initializer = "uniform",
    embeddings_regularizer = NULL,
    embeddings_constraint = NULL,
    mask_zero = FALSE,
    weights = NULL,
    lora_rank = NULL,
    lora_alpha = NULL,
    quantization_config = NULL,
    ...
) {
  create_layer("keras.layers.Embedding", object, capture_args(
    input_dim = positive_whole,
    output_dim = positive_whole,
    embeddings_initializer = one_string,
    mask_zero = as_flag,
    lora_rank = as_integer
  ))
}

#' @eval rd_keras("keras.layers.Equalization")
#' @export
layer_equalization <- function(
    object,
    value_range = c(0L, 255L),
    bins = 256L,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.Equalization", object, capture_args(bins = as_integer))
}

#' @eval rd_keras("keras.layers.Flatten")
#' @export
layer_flatten <- function(object, data_format = NULL, ...) {
  create_layer("keras.layers.Flatten", object, capture_args())
}

#' @eval rd_keras("keras.layers.GRU")
#' @export
layer_gru <- function(
    object,
    units,
    activation = "tanh",
    recurrent_activation = "sigmoid",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    seed = NULL,
    return_sequences = FALSE,
    return_state = FALSE,
    go_backwards = FALSE,
    stateful = FALSE,
    unroll = FALSE,
    reset_after = TRUE,
    use_cudnn = "auto",
    ...
) {
  create_layer("keras.layers.GRU", object, capture_args(
    units = positive_whole,
    activation = one_string,
    recurrent_activation = one_string,
    use_bias = as_flag,
    kernel_initializer = one_string,
    recurrent_initializer = one_string,
    bias_initializer = one_string,
    dropout = share,
    recurrent_dropout = share,
    seed = as_integer,
    return_sequences = as_flag,
    return_state = as_flag,
    go_backwards = as_flag,
    stateful = as_flag,
    unroll = as_flag,
    reset_after = as_flag,
    use_cudnn = one_string
  ))
}

#' @eval rd_keras("keras.layers.GRUCell")
#' @export
rnn_cell_gru <- function(
    units,
    activation = "tanh",
    recurrent_activation = "sigmoid",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    reset_after = TRUE,
    seed = NULL,
    ...
) {
  create_keras("keras.layers.GRUCell", capture_args(
    units = positive_whole,
    activation = one_string,
    recurrent_activation = one_string,
    use_bias = as_flag,
    kernel_initializer = one_string,
    recurrent_initializer = one_string,
    bias_initializer = one_string,
    dropout = share,
    recurrent_dropout = share,
    reset_after = as_flag,
    seed = as_integer
  , extra = layer_extra))
}

#' @eval rd_keras("keras.layers.GaussianDropout")
#' @export
layer_gaussian_dropout <- function(object, rate, seed = NULL, ...) {
  create_layer("keras.layers.GaussianDropout", object, capture_args(
    rate = share,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.GaussianNoise")
#' @export
layer_gaussian_noise <- function(object, stddev, seed = NULL, ...) {
  create_layer("keras.layers.GaussianNoise", object, capture_args(
    stddev = number_from_0,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.GlobalAveragePooling1D")
#' @export
layer_global_average_pooling_1d <- function(object, data_format = NULL, keepdims = FALSE, ...) {
  create_layer("keras.layers.GlobalAveragePooling1D", object, capture_args(keepdims = as_flag))
}

#' @eval rd_keras("keras.layers.GlobalAveragePooling2D")
#' @export
layer_global_average_pooling_2d <- function(object, data_format = NULL, keepdims = FALSE, ...) {
  create_layer("keras.layers.GlobalAveragePooling2D", object, capture_args(keepdims = as_flag))
}

#' @eval rd_keras("keras.layers.GlobalAveragePooling3D")
#' @export
layer_global_average_pooling_3d <- function(object, data_format = NULL, keepdims = FALSE, ...) {
  create_layer("keras.layers.GlobalAveragePooling3D", object, capture_args(keepdims = as_flag))
}

#' @eval rd_keras("keras.layers.GlobalMaxPooling1D")
#' @export
layer_global_max_pooling_1d <- function(object, data_format = NULL, keepdims = FALSE, ...) {
  create_layer("keras.layers.GlobalMaxPooling1D", object, capture_args(keepdims = as_flag))
}

#' @eval rd_keras("keras.layers.GlobalMaxPooling2D")
#' @export
layer_global_max_pooling_2d <- function(object, data_format = NULL, keepdims = FALSE, ...) {
  create_layer("keras.layers.GlobalMaxPooling2D", object, capture_args(keepdims = as_flag))
}

#' @eval rd_keras("keras.layers.GlobalMaxPooling3D")
#' @export
layer_global_max_pooling_3d <- function(object, data_format = NULL, keepdims = FALSE, ...) {
  create_layer("keras.layers.GlobalMaxPooling3D", object, capture_args(keepdims = as_flag))
}

#' @eval rd_keras("keras.layers.GroupNormalization")
#' @export
layer_group_normalization <- function(
    object,
    groups = 32L,
    axis = -1L,
    epsilon = 0.001,
    center = TRUE,
    scale = TRUE,
    beta_initializer = "zeros",
    gamma_initializer = "ones",
    beta_regularizer = NULL,
    gamma_regularizer = NULL,
    beta_constraint = NULL,
    gamma_constraint = NULL,
    ...
) {
  create_layer("keras.layers.GroupNormalization", object, capture_args(
    groups = as_integer,
    axis = as_axis,
    epsilon = number_from_0,
    center = as_flag,
    scale = as_flag,
    beta_initializer = one_string,
    gamma_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.GroupQueryAttention")
#' @export
layer_group_query_attention <- function(
    object,
    head_dim,
    num_query_heads,
    num_key_value_heads,
    dropout = 0,
    use_bias = TRUE,
    sliding_window = NULL,
    flash_attention = NULL,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    use_gate = FALSE,
    seed = NULL,
    ...
) {
  attend_layer("keras.layers.GroupQueryAttention", object, capture_args(
    head_dim = positive_whole,
    num_query_heads = positive_whole,
    num_key_value_heads = positive_whole,
    dropout = share,
    use_bias = as_flag,
    sliding_window = as_integer,
    kernel_initializer = one_string,
    bias_initializer = one_string,
    use_gate = as_flag,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.HashedCrossing")
#' @export
layer_hashed_crossing <- function(
    object,
    num_bins,
    output_mode = "int",
    sparse = FALSE,
    name = NULL,
    dtype = NULL,
    ...
) {
  create_layer("keras.layers.HashedCrossing", object, capture_args(
    num_bins = positive_whole,
    output_mode = one_string,
    sparse = as_flag
  ))
}

#' @eval rd_keras("keras.layers.Hashing")
#' @export
layer_hashing <- function(
    object,
    num_bins,
    mask_value = NULL,
    salt = NULL,
    output_mode = "int",
    sparse = FALSE,
    ...
) {
  create_layer("keras.layers.Hashing", object, capture_args(
    num_bins = positive_whole,
    salt = as_integer,
    output_mode = one_string,
    sparse = as_flag
  ))
}

#' @eval rd_keras("keras.layers.Identity")
#' @export
layer_identity <- function(object, ...) {
  create_layer("keras.layers.Identity", object, capture_args())
}

#' @eval rd_keras("keras.layers.IntegerLookup")
#' @export
layer_integer_lookup <- function(
    object,
    max_tokens = NULL,
    num_oov_indices = 1L,
    mask_token = NULL,
    oov_token = -1L,
    vocabulary = NULL,
    vocabulary_dtype = "int64",
    idf_weights = NULL,
    invert = FALSE,
    output_mode = "int",
    sparse = FALSE,
    pad_to_max_tokens = FALSE,
    oov_method = "floormod",
    salt = NULL,
    name = NULL,
    ...
) {
  create_layer("keras.layers.IntegerLookup", object, capture_args(
    max_tokens = as_integer,
    num_oov_indices = as_integer,
    mask_token = as_integer,
    oov_token = as_integer,
    vocabulary = as_int_vocabulary,
    vocabulary_dtype = one_string,
    invert = as_flag,
    output_mode = one_string,
    sparse = as_flag,
    pad_to_max_tokens = as_flag,
    oov_method = one_string,
    salt = as_integer
  ))
}

#' @eval rd_keras("keras.layers.LSTM")
#' @export
layer_lstm <- function(
    object,
    units,
    activation = "tanh",
    recurrent_activation = "sigmoid",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    unit_forget_bias = TRUE,
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    seed = NULL,
    return_sequences = FALSE,
    return_state = FALSE,
    go_backwards = FALSE,
    stateful = FALSE,
    unroll = FALSE,
    use_cudnn = "auto",
    ...
) {
  create_layer("keras.layers.LSTM", object, capture_args(
    units = positive_whole,
    activation = one_string,
    recurrent_activation = one_string,
    use_bias = as_flag,
    kernel_initializer = one_string,
    recurrent_initializer = one_string,
    bias_initializer = one_string,
    unit_forget_bias = as_flag,
    dropout = share,
    recurrent_dropout = share,
    seed = as_integer,
    return_sequences = as_flag,
    return_state = as_flag,
    go_backwards = as_flag,
    stateful = as_flag,
    unroll = as_flag,
    use_cudnn = one_string
  ))
}

#' @eval rd_keras("keras.layers.LSTMCell")
#' @export
rnn_cell_lstm <- function(
    units,
    activation = "tanh",
    recurrent_activation = "sigmoid",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    unit_forget_bias = TRUE,
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    seed = NULL,
    ...
) {
  create_keras("keras.layers.LSTMCell", capture_args(
    units = positive_whole,
    activation = one_string,
    recurrent_activation = one_string,
    use_bias = as_flag,
    kernel_initializer = one_string,
    recurrent_initializer = one_string,
    bias_initializer = one_string,
    unit_forget_bias = as_flag,
    dropout = share,
    recurrent_dropout = share,
    seed = as_integer
  , extra = layer_extra))
}

#' @eval rd_keras("keras.layers.LayerNormalization")
#' @export
layer_layer_normalization <- function(
    object,
    axis = -1L,
    epsilon = 0.001,
    center = TRUE,
    scale = TRUE,
    beta_initializer = "zeros",
    gamma_initializer = "ones",
    beta_regularizer = NULL,
    gamma_regularizer = NULL,
    beta_constraint = NULL,
    gamma_constraint = NULL,
    ...
) {
  create_layer("keras.layers.LayerNormalization", object, capture_args(
    axis = as_axis,
    epsilon = number_from_0,
    center = as_flag,
    scale = as_flag,
    beta_initializer = one_string,
    gamma_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.LeakyReLU")
#' @export
layer_activation_leaky_relu <- function(object, negative_slope = 0.3, ...) {
  create_layer("keras.layers.LeakyReLU", object, capture_args(negative_slope = some_number))
}

#' @eval rd_keras("keras.layers.Masking")
#' @export
layer_masking <- function(object, mask_value = 0, ...) {
  create_layer("keras.layers.Masking", object, capture_args(mask_value = some_number))
}

#' @eval rd_keras("keras.layers.MaxNumBoundingBoxes")
#' @export
layer_max_num_bounding_boxes <- function(object, max_number, fill_value = -1L, ...) {
  create_layer("keras.layers.MaxNumBoundingBoxes", object, capture_args(
    max_number = as_integer,
    fill_value = as_integer
  ))
}

#' @eval rd_keras("keras.layers.MaxPooling1D")
#' @export
layer_max_pooling_1d <- function(
    object,
    pool_size = 2L,
    strides = NULL,
    padding = "valid",
    data_format = NULL,
    name = NULL,
    ...
) {
  create_layer("keras.layers.MaxPooling1D", object, capture_args(
    pool_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string
  ))
}

#' @eval rd_keras("keras.layers.MaxPooling2D")
#' @export
layer_max_pooling_2d <- function(
    object,
    pool_size = c(2L, 2L),
    strides = NULL,
    padding = "valid",
    data_format = NULL,
    name = NULL,
    ...
) {
  create_layer("keras.layers.MaxPooling2D", object, capture_args(
    pool_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string
  ))
}

#' @eval rd_keras("keras.layers.MaxPooling3D")
#' @export
layer_max_pooling_3d <- function(
    object,
    pool_size = c(2L, 2L, 2L),
    strides = NULL,
    padding = "valid",
    data_format = NULL,
    name = NULL,
    ...
) {
  create_layer("keras.layers.MaxPooling3D", object, capture_args(
    pool_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string
  ))
}

#' @eval rd_keras("keras.layers.Maximum")
#' @export
layer_maximum <- function(inputs, ...) {
  merge_layers("keras.layers.Maximum", inputs, capture_args())
}

#' @eval rd_keras("keras.layers.MelSpectrogram")
#' @export
layer_mel_spectrogram <- function(
    object,
    fft_length = 2048L,
    sequence_stride = 512L,
    sequence_length = NULL,
    window = "hann",
    sampling_rate = 16000L,
    num_mel_bins = 128L,
    min_freq = 20,
    max_freq = NULL,
    power_to_db = TRUE,
    top_db = 80,
    mag_exp = 2,
    min_power = 1e-10,
    ref_power = 1,
    ...
) {
  create_layer("keras.layers.MelSpectrogram", object, capture_args(
    fft_length = as_integer,
    sequence_stride = as_integer,
    sequence_length = as_integer,
    window = one_string,
    sampling_rate = some_number,
    num_mel_bins = as_integer,
    min_freq = some_number,
    power_to_db = as_flag,
    top_db = some_number,
    mag_exp = some_number,
    min_power = some_number,
    ref_power = some_number
  ))
}

#' @eval rd_keras("keras.layers.Minimum")
#' @export
layer_minimum <- function(inputs, ...) {
  merge_layers("keras.layers.Minimum", inputs, capture_args())
}

#' @eval rd_keras("keras.layers.MixUp")
#' @export
layer_mix_up <- function(object, alpha = 0.2, data_format = NULL, seed = NULL, ...) {
  create_layer("keras.layers.MixUp", object, capture_args(alpha = some_number, seed = as_integer))
}

#' @eval rd_keras("keras.layers.MultiHeadAttention")
#' @export
layer_multi_head_attention <- function(
    inputs,
    num_heads,
    key_dim,
    value_dim = NULL,
    dropout = 0,
    use_bias = TRUE,
    output_shape = NULL,
    attention_axes = NULL,
    sliding_window = NULL,
    flash_attention = NULL,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    use_gate = FALSE,
    seed = NULL,
    ...
) {
  attend_layer("keras.layers.MultiHeadAttention", inputs, capture_args(
    num_heads = positive_whole,
    key_dim = positive_whole,
    value_dim = positive_whole,
    dropout = share,
    use_bias = as_flag,
    output_shape = as_shape,
    attention_axes = as_axis,
    sliding_window = as_integer,
    kernel_initializer = one_string,
    bias_initializer = one_string,
    use_gate = as_flag,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.Multiply")
#' @export
layer_multiply <- function(inputs, ...) {
  merge_layers("keras.layers.Multiply", inputs, capture_args())
}

#' @eval rd_keras("keras.layers.Normalization")
#' @export
layer_normalization <- function(
    object,
    axis = -1L,
    mean = NULL,
    variance = NULL,
    invert = FALSE,
    ...
) {
  create_layer("keras.layers.Normalization", object, capture_args(axis = as_axis, invert = as_flag))
}

#' @eval rd_keras("keras.layers.PReLU")
#' @export
layer_activation_parametric_relu <- function(
    object,
    alpha_initializer = "Zeros",
    alpha_regularizer = NULL,
    alpha_constraint = NULL,
    shared_axes = NULL,
    ...
) {
  create_layer("keras.layers.PReLU", object, capture_args(
    alpha_initializer = one_string,
    shared_axes = as_axis
  ))
}

#' @eval rd_keras("keras.layers.Permute")
#' @export
layer_permute <- function(object, dims, ...) {
  create_layer("keras.layers.Permute", object, capture_args(dims = as_integers))
}

#' @eval rd_keras("keras.layers.Pipeline")
#' @export
layer_pipeline <- function(layers, name = NULL) {
  create_keras("keras.layers.Pipeline", capture_args(layers = as_layers))
}

#' @eval rd_keras("keras.layers.RMSNormalization")
#' @export
layer_rms_normalization <- function(object, axis = -1L, epsilon = 1e-06, ...) {
  create_layer("keras.layers.RMSNormalization", object, capture_args(
    axis = as_axis,
    epsilon = number_from_0
  ))
}

#' @eval rd_keras("keras.layers.RNN")
#' @export
layer_rnn <- function(
    object,
    cell,
    return_sequences = FALSE,
    return_state = FALSE,
    go_backwards = FALSE,
    stateful = FALSE,
    unroll = FALSE,
    zero_output_for_mask = FALSE,
    ...
) {
  create_layer("keras.layers.RNN", object, capture_args(
    cell = as_layer,
    return_sequences = as_flag,
    return_state = as_flag,
    go_backwards = as_flag,
    stateful = as_flag,
    unroll = as_flag,
    zero_output_for_mask = as_flag
  ))
}

#' @eval rd_keras("keras.layers.RandAugment")
#' @export
layer_rand_augment <- function(
    object,
    value_range = c(0L, 255L),
    num_ops = 2L,
    factor = 0.5,
    interpolation = "bilinear",
    seed = NULL,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandAugment", object, capture_args(
    num_ops = as_integer,
    factor = one_or_two_numbers,
    interpolation = one_string,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomBrightness")
#' @export
layer_random_brightness <- function(object, factor, value_range = c(0L, 255L), seed = NULL, ...) {
  create_layer("keras.layers.RandomBrightness", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomColorDegeneration")
#' @export
layer_random_color_degeneration <- function(
    object,
    factor,
    value_range = c(0L, 255L),
    data_format = NULL,
    seed = NULL,
    ...
) {
  create_layer("keras.layers.RandomColorDegeneration", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomColorJitter")
#' @export
layer_random_color_jitter <- function(
    object,
    value_range = c(0L, 255L),
    brightness_factor = NULL,
    contrast_factor = NULL,
    saturation_factor = NULL,
    hue_factor = NULL,
    seed = NULL,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandomColorJitter", object, capture_args(seed = as_integer))
}

#' @eval rd_keras("keras.layers.RandomContrast")
#' @export
layer_random_contrast <- function(object, factor, value_range = c(0L, 255L), seed = NULL, ...) {
  create_layer("keras.layers.RandomContrast", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomCrop")
#' @export
layer_random_crop <- function(
    object,
    height,
    width,
    seed = NULL,
    data_format = NULL,
    name = NULL,
    ...
) {
  create_layer("keras.layers.RandomCrop", object, capture_args(
    height = positive_whole,
    width = positive_whole,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomElasticTransform")
#' @export
layer_random_elastic_transform <- function(
    object,
    factor = 1,
    scale = 1,
    interpolation = "bilinear",
    fill_mode = "reflect",
    fill_value = 0,
    value_range = c(0L, 255L),
    seed = NULL,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandomElasticTransform", object, capture_args(
    factor = one_or_two_numbers,
    scale = some_number,
    interpolation = one_string,
    fill_mode = one_string,
    fill_value = some_number,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomErasing")
#' @export
layer_random_erasing <- function(
    object,
    factor = 1,
    scale = c(0.02, 0.33),
    fill_value = NULL,
    value_range = c(0L, 255L),
    seed = NULL,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandomErasing", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomFlip")
#' @export
layer_random_flip <- function(
    object,
    mode = "horizontal_and_vertical",
    seed = NULL,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandomFlip", object, capture_args(mode = flip_mode, seed = as_integer))
}

#' @eval rd_keras("keras.layers.RandomGaussianBlur")
#' @export
layer_random_gaussian_blur <- function(
    object,
    factor = 1,
    kernel_size = 3L,
    sigma = 1,
    value_range = c(0L, 255L),
    data_format = NULL,
    seed = NULL,
    ...
) {
  create_layer("keras.layers.RandomGaussianBlur", object, capture_args(
    factor = one_or_two_numbers,
    kernel_size = positive_wholes,
    sigma = some_number,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomGrayscale")
#' @export
layer_random_grayscale <- function(object, factor = 0.5, data_format = NULL, seed = NULL, ...) {
  create_layer("keras.layers.RandomGrayscale", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomHue")
#' @export
layer_random_hue <- function(
    object,
    factor,
    value_range = c(0L, 255L),
    data_format = NULL,
    seed = NULL,
    ...
) {
  create_layer("keras.layers.RandomHue", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomInvert")
#' @export
layer_random_invert <- function(
    object,
    factor = 1,
    value_range = c(0L, 255L),
    seed = NULL,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandomInvert", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomPerspective")
#' @export
layer_random_perspective <- function(
    object,
    factor = 1,
    scale = 1,
    interpolation = "bilinear",
    fill_value = 0,
    seed = NULL,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandomPerspective", object, capture_args(
    factor = one_or_two_numbers,
    scale = some_number,
    interpolation = one_string,
    fill_value = some_number,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomPosterization")
#' @export
layer_random_posterization <- function(
    object,
    factor,
    value_range = c(0L, 255L),
    data_format = NULL,
    seed = NULL,
    ...
) {
  create_layer("keras.layers.RandomPosterization", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomRotation")
#' @export
layer_random_rotation <- function(
    object,
    factor,
    fill_mode = "reflect",
    interpolation = "bilinear",
    seed = NULL,
    fill_value = 0,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandomRotation", object, capture_args(
    factor = one_or_two_numbers,
    fill_mode = one_string,
    interpolation = one_string,
    seed = as_integer,
    fill_value = some_number
  ))
}

#' @eval rd_keras("keras.layers.RandomSaturation")
#' @export
layer_random_saturation <- function(
    object,
    factor,
    value_range = c(0L, 255L),
    data_format = NULL,
    seed = NULL,
    ...
) {
  create_layer("keras.layers.RandomSaturation", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomSharpness")
#' @export
layer_random_sharpness <- function(
    object,
    factor,
    value_range = c(0L, 255L),
    data_format = NULL,
    seed = NULL,
    ...
) {
  create_layer("keras.layers.RandomSharpness", object, capture_args(
    factor = one_or_two_numbers,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomShear")
#' @export
layer_random_shear <- function(
    object,
    x_factor = 0,
    y_factor = 0,
    interpolation = "bilinear",
    fill_mode = "reflect",
    fill_value = 0,
    data_format = NULL,
    seed = NULL,
    ...
) {
  create_layer("keras.layers.RandomShear", object, capture_args(
    x_factor = one_or_two_numbers,
    y_factor = one_or_two_numbers,
    interpolation = one_string,
    fill_mode = one_string,
    fill_value = some_number,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.RandomTranslation")
#' @export
layer_random_translation <- function(
    object,
    height_factor,
    width_factor,
    fill_mode = "reflect",
    interpolation = "bilinear",
    seed = NULL,
    fill_value = 0,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandomTranslation", object, capture_args(
    height_factor = one_or_two_numbers,
    width_factor = one_or_two_numbers,
    fill_mode = one_string,
    interpolation = one_string,
    seed = as_integer,
    fill_value = some_number
  ))
}

#' @eval rd_keras("keras.layers.RandomZoom")
#' @export
layer_random_zoom <- function(
    object,
    height_factor,
    width_factor = NULL,
    fill_mode = "reflect",
    interpolation = "bilinear",
    seed = NULL,
    fill_value = 0,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.RandomZoom", object, capture_args(
    height_factor = one_or_two_numbers,
    width_factor = one_or_two_numbers,
    fill_mode = one_string,
    interpolation = one_string,
    seed = as_integer,
    fill_value = some_number
  ))
}

#' @eval rd_keras("keras.layers.ReLU")
#' @export
layer_activation_relu <- function(
    object,
    max_value = NULL,
    negative_slope = 0,
    threshold = 0,
    ...
) {
  create_layer("keras.layers.ReLU", object, capture_args(
    negative_slope = some_number,
    threshold = some_number
  ))
}

#' @eval rd_keras("keras.layers.RepeatVector")
#' @export
layer_repeat_vector <- function(object, n, ...) {
  create_layer("keras.layers.RepeatVector", object, capture_args(n = as_integer))
}

#' @eval rd_keras("keras.layers.Rescaling")
#' @export
layer_rescaling <- function(object, scale, offset = 0, ...) {
  create_layer("keras.layers.Rescaling", object, capture_args(scale = numbers, offset = numbers))
}

#' @eval rd_keras("keras.layers.Reshape")
#' @export
layer_reshape <- function(object, target_shape, ...) {
  create_layer("keras.layers.Reshape", object, capture_args(target_shape = as_new_shape))
}

#' @eval rd_keras("keras.layers.Resizing")
#' @export
layer_resizing <- function(
    object,
    height,
    width,
    interpolation = "bilinear",
    crop_to_aspect_ratio = FALSE,
    pad_to_aspect_ratio = FALSE,
    fill_mode = "constant",
    fill_value = 0,
    antialias = FALSE,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.Resizing", object, capture_args(
    height = positive_whole,
    width = positive_whole,
    interpolation = one_string,
    crop_to_aspect_ratio = as_flag,
    pad_to_aspect_ratio = as_flag,
    fill_mode = one_string,
    fill_value = some_number,
    antialias = as_flag
  ))
}

#' @eval rd_keras("keras.layers.ReversibleEmbedding")
#' @export
layer_reversible_embedding <- function(
    object,
    input_dim,
    output_dim,
    tie_weights = TRUE,
    embeddings_initializer = "uniform",
    embeddings_regularizer = NULL,
    embeddings_constraint = NULL,
    mask_zero = FALSE,
    reverse_dtype = NULL,
    logit_soft_cap = NULL,
    ...
) {
  create_layer("keras.layers.ReversibleEmbedding", object, capture_args(
    input_dim = positive_whole,
    output_dim = positive_whole,
    tie_weights = as_flag,
    embeddings_initializer = one_string,
    mask_zero = as_flag
  ))
}

#' @eval rd_keras("keras.layers.STFTSpectrogram")
#' @export
layer_stft_spectrogram <- function(
    object,
    mode = "log",
    frame_length = 256L,
    frame_step = NULL,
    fft_length = NULL,
    window = "hann",
    periodic = FALSE,
    scaling = "density",
    padding = "valid",
    expand_dims = FALSE,
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.STFTSpectrogram", object, capture_args(
    mode = one_string,
    frame_length = as_integer,
    frame_step = as_integer,
    fft_length = as_integer,
    window = one_string,
    periodic = as_flag,
    scaling = one_string,
    padding = one_string,
    expand_dims = as_flag
  ))
}

#' @eval rd_keras("keras.layers.SeparableConv1D")
#' @export
layer_separable_conv_1d <- function(
    object,
    filters,
    kernel_size,
    strides = 1L,
    padding = "valid",
    data_format = NULL,
    dilation_rate = 1L,
    depth_multiplier = 1L,
    activation = NULL,
    use_bias = TRUE,
    depthwise_initializer = "glorot_uniform",
    pointwise_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    depthwise_regularizer = NULL,
    pointwise_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    depthwise_constraint = NULL,
    pointwise_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.SeparableConv1D", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    dilation_rate = positive_wholes,
    depth_multiplier = as_integer,
    use_bias = as_flag,
    depthwise_initializer = one_string,
    pointwise_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.SeparableConv2D")
#' @export
layer_separable_conv_2d <- function(
    object,
    filters,
    kernel_size,
    strides = c(1L, 1L),
    padding = "valid",
    data_format = NULL,
    dilation_rate = c(1L, 1L),
    depth_multiplier = 1L,
    activation = NULL,
    use_bias = TRUE,
    depthwise_initializer = "glorot_uniform",
    pointwise_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    depthwise_regularizer = NULL,
    pointwise_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    depthwise_constraint = NULL,
    pointwise_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.SeparableConv2D", object, capture_args(
    filters = positive_whole,
    kernel_size = positive_wholes,
    strides = positive_wholes,
    padding = one_string,
    dilation_rate = positive_wholes,
    depth_multiplier = as_integer,
    use_bias = as_flag,
    depthwise_initializer = one_string,
    pointwise_initializer = one_string,
    bias_initializer = one_string
  ))
}

#' @eval rd_keras("keras.layers.SimpleRNN")
#' @export
layer_simple_rnn <- function(
    object,
    units,
    activation = "tanh",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    return_sequences = FALSE,
    return_state = FALSE,
    go_backwards = FALSE,
    stateful = FALSE,
    unroll = FALSE,
    seed = NULL,
    ...
) {
  create_layer("keras.layers.SimpleRNN", object, capture_args(
    units = positive_whole,
    activation = one_string,
    use_bias = as_flag,
    kernel_initializer = one_string,
    recurrent_initializer = one_string,
    bias_initializer = one_string,
    dropout = share,
    recurrent_dropout = share,
    return_sequences = as_flag,
    return_state = as_flag,
    go_backwards = as_flag,
    stateful = as_flag,
    unroll = as_flag,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.SimpleRNNCell")
#' @export
rnn_cell_simple <- function(
    units,
    activation = "tanh",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    seed = NULL,
    ...
) {
  create_keras("keras.layers.SimpleRNNCell", capture_args(
    units = positive_whole,
    activation = one_string,
    use_bias = as_flag,
    kernel_initializer = one_string,
    recurrent_initializer = one_string,
    bias_initializer = one_string,
    dropout = share,
    recurrent_dropout = share,
    seed = as_integer
  , extra = layer_extra))
}

#' @eval rd_keras("keras.layers.Softmax")
#' @export
layer_activation_softmax <- function(object, axis = -1L, ...) {
  create_layer("keras.layers.Softmax", object, capture_args(axis = as_axis))
}

#' @eval rd_keras("keras.layers.Solarization")
#' @export
layer_solarization <- function(
    object,
    addition_factor = 0,
    threshold_factor = 0,
    value_range = c(0L, 255L),
    seed = NULL,
    ...
) {
  create_layer("keras.layers.Solarization", object, capture_args(
    addition_factor = some_number,
    threshold_factor = some_number,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.SpatialDropout1D")
#' @export
layer_spatial_dropout_1d <- function(object, rate, seed = NULL, name = NULL, dtype = NULL) {
  create_layer("keras.layers.SpatialDropout1D", object, capture_args(
    rate = share,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.SpatialDropout2D")
#' @export
layer_spatial_dropout_2d <- function(
    object,
    rate,
    data_format = NULL,
    seed = NULL,
    name = NULL,
    dtype = NULL
) {
  create_layer("keras.layers.SpatialDropout2D", object, capture_args(
    rate = share,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.SpatialDropout3D")
#' @export
layer_spatial_dropout_3d <- function(
    object,
    rate,
    data_format = NULL,
    seed = NULL,
    name = NULL,
    dtype = NULL
) {
  create_layer("keras.layers.SpatialDropout3D", object, capture_args(
    rate = share,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.SpectralNormalization")
#' @export
layer_spectral_normalization <- function(object, layer, power_iterations = 1L, ...) {
  create_layer("keras.layers.SpectralNormalization", object, capture_args(
    layer = as_layer,
    power_iterations = as_integer
  ))
}

#' @eval rd_keras("keras.layers.StackedRNNCells")
#' @export
rnn_cells_stack <- function(cells, ...) {
  create_keras("keras.layers.StackedRNNCells", capture_args(cells = as_layers, extra = layer_extra))
}

#' @eval rd_keras("keras.layers.StringLookup")
#' @export
layer_string_lookup <- function(
    object,
    max_tokens = NULL,
    num_oov_indices = 1L,
    mask_token = NULL,
    oov_token = "[UNK]",
    vocabulary = NULL,
    idf_weights = NULL,
    invert = FALSE,
    output_mode = "int",
    pad_to_max_tokens = FALSE,
    sparse = FALSE,
    encoding = "utf-8",
    name = NULL,
    salt = NULL,
    ...,
    vocabulary_dtype = NULL
) {
  create_layer("keras.layers.StringLookup", object, capture_args(
    max_tokens = as_integer,
    num_oov_indices = as_integer,
    oov_token = one_string,
    invert = as_flag,
    output_mode = one_string,
    pad_to_max_tokens = as_flag,
    sparse = as_flag,
    encoding = one_string,
    salt = as_integer,
    vocabulary_dtype = as_string_type
  ))
}

#' @eval rd_keras("keras.layers.Subtract")
#' @export
layer_subtract <- function(inputs, ...) {
  merge_layers("keras.layers.Subtract", inputs, capture_args())
}

#' @eval rd_keras("keras.layers.TFSMLayer")
#' @export
layer_tfsm <- function(
    object,
    filepath,
    call_endpoint = "serve",
    call_training_endpoint = NULL,
    trainable = TRUE,
    name = NULL,
    dtype = NULL
) {
  create_layer("keras.layers.TFSMLayer", object, capture_args(
    filepath = as_path,
    call_endpoint = one_string,
    trainable = as_flag
  ))
}

#' @eval rd_keras("keras.layers.TextVectorization")
#' @export
layer_text_vectorization <- function(
    object,
    max_tokens = NULL,
    standardize = "lower_and_strip_punctuation",
    split = "whitespace",
    ngrams = NULL,
    output_mode = "int",
    output_sequence_length = NULL,
    pad_to_max_tokens = FALSE,
    vocabulary = NULL,
    idf_weights = NULL,
    sparse = FALSE,
    ragged = FALSE,
    encoding = "utf-8",
    name = NULL,
    ...
) {
  create_layer("keras.layers.TextVectorization", object, capture_args(
    max_tokens = as_integer,
    standardize = as_text_function,
    split = as_text_function,
    ngrams = c(positive_wholes, as_int_tuple),
    output_mode = one_string,
    output_sequence_length = positive_whole,
    pad_to_max_tokens = as_flag,
    sparse = as_flag,
    ragged = as_flag,
    encoding = one_string
  ))
}

#' @eval rd_keras("keras.layers.TimeDistributed")
#' @export
layer_time_distributed <- function(object, layer, ...) {
  create_layer("keras.layers.TimeDistributed", object, capture_args(layer = as_layer))
}

#' @eval rd_keras("keras.layers.UnitNormalization")
#' @export
layer_unit_normalization <- function(object, axis = -1L, ...) {
  create_layer("keras.layers.UnitNormalization", object, capture_args(axis = as_axis))
}

#' @eval rd_keras("keras.layers.UpSampling1D")
#' @export
layer_upsampling_1d <- function(object, size = 2L, ...) {
  create_layer("keras.layers.UpSampling1D", object, capture_args(size = as_integer))
}

#' @eval rd_keras("keras.layers.UpSampling2D")
#' @export
layer_upsampling_2d <- function(
    object,
    size = c(2L, 2L),
    data_format = NULL,
    interpolation = "nearest",
    ...
) {
  create_layer("keras.layers.UpSampling2D", object, capture_args(
    size = as_integer,
    interpolation = one_string
  ))
}

#' @eval rd_keras("keras.layers.UpSampling3D")
#' @export
layer_upsampling_3d <- function(object, size = c(2L, 2L, 2L), data_format = NULL, ...) {
  create_layer("keras.layers.UpSampling3D", object, capture_args(size = as_integer))
}

#' @eval rd_keras("keras.layers.ZeroPadding1D")
#' @export
layer_zero_padding_1d <- function(object, padding = 1L, data_format = NULL, ...) {
  create_layer("keras.layers.ZeroPadding1D", object, capture_args(padding = as_pad_width))
}

#' @eval rd_keras("keras.layers.ZeroPadding2D")
#' @export
layer_zero_padding_2d <- function(object, padding = c(1L, 1L), data_format = NULL, ...) {
  create_layer("keras.layers.ZeroPadding2D", object, capture_args(padding = as_pad_width))
}

#' @eval rd_keras("keras.layers.ZeroPadding3D")
#' @export
layer_zero_padding_3d <- function(
    object,
    padding = list(c(1L, 1L), c(1L, 1L), c(1L, 1L)),
    data_format = NULL,
    ...
) {
  create_layer("keras.layers.ZeroPadding3D", object, capture_args(padding = as_pad_width))
}

#' @eval rd_keras("keras.utils.FeatureSpace.cross")
#' @export
feature_cross <- function(feature_names, crossing_dim, output_mode = "one_hot") {
  call_keras(
    "keras.utils.FeatureSpace.cross",
    as_sequence(feature_names, "feature_names"),
    as_integer(crossing_dim, "crossing_dim"),
    output_mode = output_mode
  )
}

#' @eval rd_keras("keras.utils.FeatureSpace.feature")
#' @export
feature_custom <- function(dtype, preprocessor, output_mode) {
  call_keras("keras.utils.FeatureSpace.feature", dtype, preprocessor, output_mode)
}

#' @eval rd_keras("keras.utils.FeatureSpace.float")
#' @export
feature_float <- function(name = NULL) {
  call_keras("keras.utils.FeatureSpace.float", name = name)
}

#' @eval rd_keras("keras.utils.FeatureSpace.float_discretized")
#' @export
feature_float_discretized <- function(
    num_bins,
    bin_boundaries = NULL,
    output_mode = "one_hot",
    name = NULL
) {
  call_keras(
    "keras.utils.FeatureSpace.float_discretized",
    as_integer(num_bins, "num_bins"),
    bin_boundaries = as_boundaries(bin_boundaries),
    output_mode = output_mode,
    name = name
  )
}

#' @eval rd_keras("keras.utils.FeatureSpace.float_normalized")
#' @export
feature_float_normalized <- function(name = NULL) {
  call_keras("keras.utils.FeatureSpace.float_normalized", name = name)
}

#' @eval rd_keras("keras.utils.FeatureSpace.float_rescaled")
#' @export
feature_float_rescaled <- function(scale = 1, offset = 0, name = NULL) {
  call_keras("keras.utils.FeatureSpace.float_rescaled", scale = scale, offset = offset, name = name)
}

#' @eval rd_keras("keras.utils.FeatureSpace.integer_categorical")
#' @export
feature_integer_categorical <- function(
    max_tokens = NULL,
    num_oov_indices = 1L,
    output_mode = "one_hot",
    name = NULL
) {
  call_keras(
    "keras.utils.FeatureSpace.integer_categorical",
    max_tokens = as_integer(max_tokens, "max_tokens"),
    num_oov_indices = as_integer(num_oov_indices, "num_oov_indices"),
    output_mode = output_mode,
    name = name
  )
}

#' @eval rd_keras("keras.utils.FeatureSpace.integer_hashed")
#' @export
feature_integer_hashed <- function(num_bins, output_mode = "one_hot", name = NULL) {
  call_keras(
    "keras.utils.FeatureSpace.integer_hashed",
    as_integer(num_bins, "num_bins"),
    output_mode = output_mode,
    name = name
  )
}

#' @eval rd_keras("keras.utils.FeatureSpace.string_categorical")
#' @export
feature_string_categorical <- function(
    max_tokens = NULL,
    num_oov_indices = 1L,
    output_mode = "one_hot",
    name = NULL
) {
  call_keras(
    "keras.utils.FeatureSpace.string_categorical",
    max_tokens = as_integer(max_tokens, "max_tokens"),
    num_oov_indices = as_integer(num_oov_indices, "num_oov_indices"),
    output_mode = output_mode,
    name = name
  )
}

#' @eval rd_keras("keras.utils.FeatureSpace.string_hashed")
#' @export
feature_string_hashed <- function(num_bins, output_mode = "one_hot", name = NULL) {
  call_keras(
    "keras.utils.FeatureSpace.string_hashed",
    as_integer(num_bins, "num_bins"),
    output_mode = output_mode,
    name = name
  )
}
