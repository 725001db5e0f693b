# Layers, called on arrays and put onto models.

x <- matrix(c(1, 2, 3, 4, 5, 6), 2, byrow = TRUE)
image <- array(as.double(1:16), c(1, 4, 4, 1))

case("layer_dense() computes x %*% kernel + bias", {
  layer <- layer_dense(units = 2, kernel_initializer = "ones", bias_initializer = "ones")
  as.array(layer(x))
}, cbind(c(7, 16), c(7, 16)))
case("layer_dense() with an activation by name", {
  layer <- layer_dense(units = 1, activation = "relu",
                       kernel_initializer = initializer_constant(-1))
  as.array(layer(x))
}, matrix(0, 2, 1))
case("layer_dense() with a function as activation", {
  layer <- layer_dense(units = 1, activation = activation_relu, kernel_initializer = "ones")
  as.array(layer(x))
}, matrix(c(6, 15)))
case("units as a double", layer_dense(units = 32)$units, 32L)
case("a whole number is asked for", layer_dense(units = 3.7), error = "whole number",
     better = "keras3 truncates 3.7 to 3")
case("a layer on a symbolic tensor", layer_dense(keras_input(shape = 4), units = 3)$shape,
     list(NULL, 3L))
case("the weights of a layer", {
  layer <- layer_dense(units = 3)
  layer(x)
  lapply(layer$get_weights(), dim)
}, list(c(3L, 3L), 3L))
case("layer_conv_2d() keeps the size with padding = \"same\"", {
  dim(layer_conv_2d(filters = 5, kernel_size = c(3, 3), padding = "same")(image))
}, c(1L, 4L, 4L, 5L))
case("layer_conv_2d() with strides", {
  dim(layer_conv_2d(filters = 2, kernel_size = 2, strides = c(2, 2))(image))
}, c(1L, 2L, 2L, 2L))
case("layer_conv_1d() is causal when asked", {
  layer <- layer_conv_1d(filters = 1, kernel_size = 2, padding = "causal",
                         kernel_initializer = "ones", use_bias = FALSE)
  as.numeric(layer(array(c(1, 2, 3, 4), c(1, 4, 1))))
}, c(1, 3, 5, 7))
case("layer_conv_2d_transpose() enlarges", {
  dim(layer_conv_2d_transpose(filters = 1, kernel_size = 2, strides = 2)(image))
}, c(1L, 8L, 8L, 1L))
case("layer_separable_conv_2d()", {
  dim(layer_separable_conv_2d(filters = 3, kernel_size = 3)(image))
}, c(1L, 2L, 2L, 3L))
case("layer_depthwise_conv_2d()", {
  dim(layer_depthwise_conv_2d(kernel_size = 3, depth_multiplier = 2)(image))
}, c(1L, 2L, 2L, 2L))
case("layer_max_pooling_2d() takes the largest", {
  as.numeric(layer_max_pooling_2d(pool_size = c(2, 2))(image))
}, c(6, 8, 14, 16))
case("layer_average_pooling_1d()", {
  as.numeric(layer_average_pooling_1d(pool_size = 2)(array(c(1, 3, 5, 7), c(1, 4, 1))))
}, c(2, 6))
case("layer_global_average_pooling_2d()", {
  as.numeric(layer_global_average_pooling_2d()(image))
}, 8.5)
case("layer_flatten()", dim(layer_flatten()(image)), c(1L, 16L))
case("layer_reshape() finds one length", dim(layer_reshape(target_shape = c(8, -1))(image)),
     c(1L, 8L, 2L))
case("layer_permute() counts axes from 1", {
  dim(layer_permute(dims = c(2, 1))(array(0, c(1, 2, 3))))
}, c(1L, 3L, 2L))
case("layer_repeat_vector()", dim(layer_repeat_vector(n = 3)(x)), c(2L, 3L, 3L))
case("layer_embedding() looks rows up from 0", {
  layer <- layer_embedding(input_dim = 4, output_dim = 2)
  layer$build(shape(1))
  layer$set_weights(list(matrix(c(0, 1, 2, 3, 0, 10, 20, 30), 4)))
  as.array(layer(matrix(c(0L, 3L), 1)))
}, array(c(0, 3, 0, 30), c(1, 2, 2)))
case("layer_lstm() returns the last output", {
  dim(layer_lstm(units = 4)(array(0, c(2, 5, 3))))
}, c(2L, 4L))
case("layer_lstm() returns sequences and states", {
  lapply(layer_lstm(units = 4, return_sequences = TRUE, return_state = TRUE)(array(0, c(2, 5, 3))),
         dim)
}, list(c(2L, 5L, 4L), c(2L, 4L), c(2L, 4L)))
case("layer_gru()", dim(layer_gru(units = 3)(array(0, c(1, 2, 2)))), c(1L, 3L))
case("layer_simple_rnn()", dim(layer_simple_rnn(units = 3)(array(0, c(1, 2, 2)))), c(1L, 3L))
case("layer_rnn() of several cells", {
  layer <- layer_rnn(cell = list(rnn_cell_lstm(units = 2), rnn_cell_gru(units = 3)))
  dim(layer(array(0, c(1, 4, 5))))
}, c(1L, 3L))
case("layer_bidirectional() joins both directions", {
  dim(layer_bidirectional(layer = layer_gru(units = 3))(array(0, c(1, 2, 2))))
}, c(1L, 6L))
case("layer_time_distributed() applies a layer to each step", {
  dim(layer_time_distributed(layer = layer_dense(units = 4))(array(0, c(1, 7, 2))))
}, c(1L, 7L, 4L))
case("layer_dropout() passes its input outside of training", {
  as.array(layer_dropout(rate = 0.5)(x, training = FALSE))
}, x)
case("layer_dropout() scales what it keeps", {
  kept <- as.array(layer_dropout(rate = 0.5, seed = 1)(matrix(1, 10, 10), training = TRUE))
  sort(unique(as.numeric(kept)))
}, c(0, 2))
case("layer_batch_normalization() has four weights", {
  layer <- layer_batch_normalization()
  layer(x)
  c(length(layer$trainable_weights), length(layer$non_trainable_weights))
}, c(2L, 2L))
case("layer_layer_normalization()", {
  as.array(layer_layer_normalization(epsilon = 0)(x))
}, rbind(c(-1, 0, 1), c(-1, 0, 1)) * sqrt(1.5), tolerance = 1e-5)
case("layer_unit_normalization()", rowSums(as.array(layer_unit_normalization()(x))^2), c(1, 1))
case("layer_concatenate()", as.array(layer_concatenate(x, x)), cbind(x, x))
case("layer_concatenate() of a list", as.array(layer_concatenate(list(x, x), axis = 1)),
     rbind(x, x))
case("layer_add() of several inputs", as.array(layer_add(x, x, x)), 3 * x)
case("layer_subtract()", as.array(layer_subtract(x, x)), 0 * x)
case("layer_multiply()", as.array(layer_multiply(list(x, x))), x^2)
case("layer_average()", as.array(layer_average(x, 3 * x)), 2 * x)
case("layer_maximum()", as.array(layer_maximum(x, 2 * x)), 2 * x)
case("layer_dot() along an axis", as.array(layer_dot(x, x, axes = 2)), matrix(rowSums(x^2)))
case("layer_activation_softmax()", rowSums(as.array(layer_activation_softmax()(x))), c(1, 1))
case("layer_activation_relu() with a largest value", {
  as.array(layer_activation_relu(max_value = 4)(x))
}, pmin(x, 4))
case("layer_activation_leaky_relu()", {
  as.numeric(layer_activation_leaky_relu(negative_slope = 0.5)(matrix(c(-3, 1), 1)))
}, c(-1.5, 1))
case("layer_activation() by name", as.array(layer_activation(activation = "linear")(x)), x)
case("layer_zero_padding_2d()", dim(layer_zero_padding_2d(padding = c(1, 2))(image)),
     c(1L, 6L, 8L, 1L))
case("layer_cropping_2d()", {
  dim(layer_cropping_2d(cropping = list(c(1, 0), c(1, 1)))(image))
}, c(1L, 3L, 2L, 1L))
case("layer_upsampling_2d()", dim(layer_upsampling_2d(size = c(2, 3))(image)), c(1L, 8L, 12L, 1L))
case("layer_lambda() of an R function", as.array(layer_lambda(f = function(x) x^2)(x)), x^2)
case("layer_masking() masks the steps that have one value", {
  as.logical(layer_masking(mask_value = 0)$compute_mask(array(c(0, 1, 0, 1), c(1, 2, 2))))
}, c(FALSE, TRUE))
case("layer_multi_head_attention()", {
  attention <- layer_multi_head_attention(num_heads = 2, key_dim = 2)
  dim(attention(array(0, c(1, 8, 16)), array(0, c(1, 4, 16))))
}, c(1L, 8L, 16L))
case("layer_multi_head_attention() with the scores", {
  attention <- layer_multi_head_attention(num_heads = 2, key_dim = 2)
  result <- attention(array(0, c(1, 8, 16)), array(0, c(1, 4, 16)), return_attention_scores = TRUE)
  dim(result[[2]])
}, c(1L, 2L, 8L, 4L))
case("layer_attention() takes a list of query and value", {
  dim(layer_attention(list(array(0, c(1, 2, 3)), array(0, c(1, 4, 3)))))
}, c(1L, 2L, 3L))
case("layer_einsum_dense()", {
  dim(layer_einsum_dense(equation = "abc,cd->abd", output_shape = c(NA, 64), bias_axes = "d")(
    array(0, c(2, 32, 128))
  ))
}, c(2L, 32L, 64L))
case("layer_spectral_normalization() wraps a layer", {
  dim(layer_spectral_normalization(layer = layer_dense(units = 2))(x))
}, c(2L, 2L))
case("layer_gaussian_noise() passes its input outside of training", {
  as.array(layer_gaussian_noise(stddev = 1)(x))
}, x)
case("layer_identity()", as.array(layer_identity()(x)), x)
case("regularizers add losses", {
  layer <- layer_dense(units = 1, kernel_initializer = "ones",
                       kernel_regularizer = regularizer_l2(0.5))
  layer(x)
  as.numeric(layer$losses[[1]])
}, 1.5)
case("a layer's configuration makes the same layer", {
  from_config(get_config(layer_dense(units = 3, activation = "relu", name = "d")))$name
}, "d")
