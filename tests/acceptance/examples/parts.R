# Initializers, regularizers, constraints, activations, random numbers, settings, tools,
# applications.

x <- op_array(c(-1, 0, 2))

case("initializer_ones() of a shape", as.array(initializer_ones()(shape(2, 2))), matrix(1, 2, 2))
case("initializer_constant()", as.numeric(initializer_constant(3)(2)), c(3, 3))
case("initializer_identity()", as.array(initializer_identity()(c(2, 2))), diag(2))
case("initializer_glorot_uniform() stays in its limits", {
  limit <- sqrt(6 / 5)
  all(abs(as.array(initializer_glorot_uniform(seed = 1)(c(2, 3)))) <= limit)
}, TRUE)
case("an initializer with a seed repeats itself", {
  draw <- function() as.array(initializer_random_normal(seed = 7)(c(2, 2)))
  identical(draw(), draw())
}, TRUE)
case("initializer_orthogonal()", {
  q <- as.array(initializer_orthogonal(seed = 1)(c(3, 3)))
  round(q %*% t(q), 5)
}, diag(3))
case("regularizer_l1()", as.numeric(regularizer_l1(0.1)(x)), 0.3, tolerance = 1e-6)
case("regularizer_l1_l2()", as.numeric(regularizer_l1_l2(l1 = 0.1, l2 = 0.1)(x)), 0.8,
     tolerance = 1e-6)
case("regularizer_orthogonal()", {
  as.numeric(regularizer_orthogonal(factor = 1)(op_eye(2)))
}, 0, tolerance = 1e-6)
case("constraint_nonneg()", as.numeric(constraint_nonneg()(x)), c(0, 0, 2))
case("constraint_unitnorm()", {
  sum(as.numeric(constraint_unitnorm(axis = 1)(op_array(matrix(c(3, 4)))))^2)
}, 1, tolerance = 1e-6)
case("constraint_maxnorm()", {
  as.numeric(constraint_maxnorm(max_value = 1, axis = 1)(op_array(matrix(c(3, 4)))))
}, c(0.6, 0.8), tolerance = 1e-5)
case("activation_relu()", as.numeric(activation_relu(x)), c(0, 0, 2))
case("activation_elu()", as.numeric(activation_elu(x)), c(exp(-1) - 1, 0, 2), tolerance = 1e-6)
case("activation_softmax()", sum(as.numeric(activation_softmax(x))), 1, tolerance = 1e-6)
case("activation_softmax() of an R vector", sum(as.numeric(activation_softmax(c(1, 2)))), 1,
     tolerance = 1e-6)
case("activation_hard_sigmoid()", as.numeric(activation_hard_sigmoid(x)), c(2, 3, 5) / 6,
     tolerance = 1e-6)
case("activation_glu() halves its axis", dim(activation_glu(op_ones(c(2, 4)))), c(2L, 2L))

case("random_normal() of a shape", dim(random_normal(c(2, 3))), c(2L, 3L))
case("random_uniform() in its limits", {
  draws <- as.numeric(random_uniform(100, minval = 2, maxval = 3))
  all(draws >= 2 & draws < 3)
}, TRUE)
case("random_integer()", all(as.integer(random_integer(50, minval = 1, maxval = 3)) %in% 1:2), TRUE)
case("a seed generator goes on", {
  seed <- random_seed_generator(1)
  identical(as.numeric(random_normal(2, seed = seed)), as.numeric(random_normal(2, seed = seed)))
}, FALSE)
case("a seed repeats", {
  identical(as.numeric(random_normal(2, seed = 5)), as.numeric(random_normal(2, seed = 5)))
}, TRUE)
case("random_categorical()", dim(random_categorical(matrix(0, 2, 3), 4)), c(2L, 4L))
case("random_shuffle()", sort(as.numeric(random_shuffle(op_arange(5)))), c(1, 2, 3, 4, 5))
case("random_dropout()", dim(random_dropout(op_ones(c(2, 2)), 0.5)), c(2L, 2L))
case("random_gamma(), random_beta(), random_binomial()", {
  c(length(as.numeric(random_gamma(3, alpha = 1))),
    length(as.numeric(random_beta(3, alpha = 1, beta = 1))),
    length(as.numeric(random_binomial(3, counts = 4, probabilities = 0.5))))
}, c(3L, 3L, 3L))

case("config_backend()", config_backend() %in% c("tensorflow", "jax"), TRUE)
case("config_floatx()", config_floatx(), "float32")
case("config_set_floatx() and back", {
  config_set_floatx("float64")
  dtype <- op_dtype(op_ones(2))
  config_set_floatx("float32")
  dtype
}, "float64")
case("config_image_data_format()", config_image_data_format(), "channels_last")
case("config_epsilon()", config_epsilon(), 1e-7, tolerance = 1e-9)
case("config_dtype_policy()", config_dtype_policy()$name, "float32")
case("config_set_dtype_policy() and back", {
  config_set_dtype_policy("mixed_float16")
  dtype <- layer_dense(units = 1)$compute_dtype
  config_set_dtype_policy("float32")
  dtype
}, "float16")
case("set_random_seed() makes runs the same", {
  draw <- function() {
    set_random_seed(1)
    c(runif(1), as.numeric(random_normal(1)))
  }
  identical(draw(), draw())
}, TRUE)
case("clear_session() begins names anew", {
  clear_session()
  layer_dense(units = 1)$name
}, "dense")
case("distribution_list_devices() lists devices",
     length(distribution_list_devices("cpu")) >= 1L, TRUE)
case("distribution_get()", is.null(distribution_get()), TRUE)
case("plot(model) is refused without graphviz, or drawn", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  plot(model)
  TRUE
}, TRUE)
case("zip_lists()", zip_lists(list(1, 2), list("a", "b")), list(list(1, "a"), list(2, "b")))
case("named_list()", names(named_list()), character())
case("get_source_inputs()", {
  input <- keras_input(3)
  length(get_source_inputs(layer_dense(input, 1)))
}, 1L)
case("count_params() of a layer", {
  layer <- layer_dense(units = 3)
  layer(matrix(0, 1, 2))
  count_params(layer)
}, 9)
case("is_keras_available()", is_keras_available(), TRUE)
case("unpacking a shape", {
  c(rows, columns) %<-% shape(matrix_tensor <- op_ones(c(2, 3)))
  c(rows, columns)
}, c(2L, 3L))
case("a Keras variable", {
  variable <- keras_variable(c(1, 2))
  variable$assign(c(3, 4))
  as.numeric(variable)
}, c(3, 4))
case("iterate() over a dataset", {
  length(iterate(tf$data$Dataset$range(3L)))
}, 3L)

case("application_mobilenet() without weights", {
  model <- application_mobilenet(input_shape = c(32, 32, 3), alpha = 0.25, weights = NULL,
                                 classes = 5)
  dim(predict(model, array(0, c(1, 32, 32, 3)), verbose = 0))
}, c(1L, 5L))
case("application_vgg16() as a base", {
  model <- application_vgg16(weights = NULL, include_top = FALSE, input_shape = c(32, 32, 3))
  freeze_weights(model, to = "block4_pool")
  length(model$trainable_weights)
}, 6L)
case("application_preprocess_inputs()", {
  model <- application_mobilenet(input_shape = c(32, 32, 3), alpha = 0.25, weights = NULL)
  range(as.numeric(application_preprocess_inputs(model, array(c(0, 255), c(1, 2, 1, 3)))))
}, c(-1, 1))
