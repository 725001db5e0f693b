# Random layers with random arguments: a wrapper of R makes the layer that Python makes of the same
# arguments, written in Python; a model of both computes the same, and is the same when it has been
# saved, serialized or copied.
source("tests/random/wrappers.R", local = TRUE)

# One number, or one for each axis between those of the observations and of the features.
each_axis <- function(from, to) {
  function(rank) {
    if (chance(0.4)) return(whole(from, to)(rank))
    n <- sample(from:to, rank - 2L, replace = TRUE)
    several(n)
  }
}
several <- function(n) {
  made <- if (length(n) > 1L) sample(c("c", "list", "tuple"), 1L) else "c"
  # As in reticulate, tuple(1, 2) has floats.
  text <- sprintf(if (made == "tuple") "%dL" else sample(c("%d", "%dL"), 1L), n)
  both(sprintf("%s(%s)", made, toString(text)),
       if (length(n) > 1L) sprintf("(%s)", toString(n)) else sprintf("%d", n))
}
# As each_axis(), or a pair before and after for each.
borders <- function(rank) {
  if (chance(0.6)) return(each_axis(0L, 1L)(rank))
  n <- matrix(sample(0:1, 2L * (rank - 2L), replace = TRUE), ncol = 2L)
  if (rank == 3L) return(several(n[1, ]))
  pairs <- function(format) sprintf(format, n[, 1], n[, 2])
  both(sprintf("list(%s)", toString(pairs("c(%d, %d)"))),
       sprintf("(%s)", toString(pairs("(%d, %d)"))))
}
axis <- function(rank) {
  if (chance(0.5)) return(both("-1"))
  # Position 1 is that of the observations.
  n <- sample(2:rank, 1L)
  both(sprintf("%d", n), sprintf("%d", n - 1L))
}
activation <- function(rank) {
  name <- sample(c("relu", "tanh", "sigmoid", "softplus", "linear", "gelu"), 1L)
  both(sample(c(sprintf('"%s"', name), sprintf("activation_%s", name)), 1L), sprintf('"%s"', name))
}
initializer <- function(rank) {
  choose(both('"he_normal"'), both("initializer_constant(0.5)", "keras.initializers.Constant(0.5)"),
         both("initializer_random_uniform(-1, 1, seed = 3)",
              "keras.initializers.RandomUniform(-1.0, 1.0, seed=3)"),
         both("initializer_orthogonal(gain = 2, seed = 1)",
              "keras.initializers.Orthogonal(gain=2.0, seed=1)"))
}
regularizer <- function(rank) {
  choose(both('"l2"'), both("regularizer_l1(0.01)", "keras.regularizers.L1(0.01)"),
         both("regularizer_l1_l2(l1 = 0.01, l2 = 0.02)", "keras.regularizers.L1L2(0.01, 0.02)"),
         both("NULL", "None"))
}
constraint <- function(rank) {
  choose(both("constraint_maxnorm(2.5)", "keras.constraints.MaxNorm(2.5)"),
         both('"non_neg"'), both("constraint_unitnorm()", "keras.constraints.UnitNorm()"))
}
arguments <- list(
  units = whole(1L, 4L), filters = whole(1L, 4L), activation = activation, use_bias = flag,
  recurrent_activation = activation, kernel_size = each_axis(1L, 3L), strides = each_axis(1L, 2L),
  dilation_rate = each_axis(1L, 2L), depth_multiplier = whole(1L, 2L),
  pool_size = each_axis(1L, 3L), output_size = each_axis(1L, 2L), size = each_axis(1L, 2L),
  padding = word("valid", "same"),
  kernel_initializer = initializer, bias_initializer = word("zeros", "ones"),
  recurrent_initializer = initializer, embeddings_initializer = initializer,
  depthwise_initializer = initializer, pointwise_initializer = initializer,
  beta_initializer = word("zeros", "ones"), gamma_initializer = word("zeros", "ones"),
  kernel_regularizer = regularizer, bias_regularizer = regularizer,
  activity_regularizer = regularizer, recurrent_regularizer = regularizer,
  kernel_constraint = constraint, bias_constraint = constraint, unit_forget_bias = flag,
  return_sequences = flag, go_backwards = flag, unroll = flag, reset_after = flag, dropout = share,
  recurrent_dropout = share, rate = share, seed = whole(1L, 9L), momentum = number("0.5", "0.9"),
  epsilon = number("0.01", "0.001"), center = flag, scale = flag, axis = axis,
  keepdims = flag, stddev = number("0.1", "0.5"), threshold = number("0.1", "0.5"),
  negative_slope = number("0.1", "0.3"), max_value = number("1.5", "2.5"), l1 = share, l2 = share,
  theta = number("0.5", "1.5"), alpha = number("0.5", "1.5"), mask_value = number("0.5", "1.5"),
  n = whole(1L, 3L), offset = number("0.5", "1.5"), trainable = flag,
  interpolation = word("nearest", "bilinear"), groups = whole(1L, 2L), cropping = borders
)
required <- c("units", "filters", "kernel_size", "pool_size", "output_size", "rate", "stddev", "n",
              "activation", "scale")

# Where a name means something else than in other layers.
exceptions <- list(
  rescaling = list(scale = number("0.5", "2.5")), unit_normalization = list(axis = axis),
  upsampling_1d = list(size = whole(1L, 2L)), group_normalization = list(groups = whole(1L, 2L)),
  conv_lstm_1d = list(kernel_size = whole(1L, 3L), strides = whole(1L, 2L),
                      dilation_rate = whole(1L, 2L)),
  zero_padding_1d = list(padding = borders),
  zero_padding_2d = list(padding = borders), zero_padding_3d = list(padding = borders)
)

# Layers by the number of axes of their input, observations included.
anywhere <- c("activation", "activation_elu", "activation_leaky_relu", "activation_relu",
              "activation_softmax", "activation_parametric_relu", "activity_regularization",
              "alpha_dropout", "batch_normalization", "dense", "dropout", "flatten",
              "gaussian_dropout", "gaussian_noise", "group_normalization", "identity",
              "layer_normalization", "rescaling", "rms_normalization", "unit_normalization")
of_rank <- function(rank) {
  d <- sprintf("_%dd", rank - 2L)
  spatial <- paste0(c("conv", "conv", "conv", "max_pooling", "average_pooling", "cropping",
                      "zero_padding", "upsampling", "spatial_dropout", "global_max_pooling",
                      "global_average_pooling", "adaptive_max_pooling",
                      "adaptive_average_pooling"), d)
  c(anywhere, if (rank > 2L) c(spatial, paste0("conv", d, "_transpose")),
    if (rank == 2L) "repeat_vector",
    if (rank == 3L) c("lstm", "gru", "simple_rnn", "masking", "separable_conv_1d",
                      "depthwise_conv_1d"),
    if (rank == 4L) c("separable_conv_2d", "depthwise_conv_2d", "conv_lstm_1d"))
}

random_case <- function() {
  rank <- sample(2:5, 1L, prob = c(2, 3, 3, 1))
  shape <- c(sample(4:7, rank - 2L, replace = TRUE), 2L * sample(1:2, 1L))
  case <- list(shape = shape, layers = list())
  for (i in seq_len(sample(1:3, 1L))) {
    name <- sample(of_rank(rank), 1L)
    layer <- list(name = name, args = random_arguments(name, rank))
    case$layers[[i]] <- layer
    rank <- rank_after(layer, rank)
    if (rank < 2L) break
  }
  case
}

random_arguments <- function(name, rank) {
  possible <- utils::modifyList(arguments, as.list(exceptions[[name]]))
  of_layer <- names(formals(get(paste0("layer_", name), asNamespace("rkeras"))))
  known <- intersect(of_layer, names(possible))
  chosen <- known[known %in% required | stats::runif(length(known)) < 0.35]
  sapply(chosen, function(arg) possible[[arg]](rank), simplify = FALSE)
}

rank_after <- function(layer, rank) {
  given <- function(arg) identical(layer$args[[arg]]$r, "TRUE")
  if (layer$name == "flatten") 2L
  else if (layer$name == "repeat_vector") 3L
  else if (startsWith(layer$name, "global_")) if (given("keepdims")) rank else 2L
  else if (layer$name %in% c("lstm", "gru", "simple_rnn", "conv_lstm_1d")) {
    rank - !given("return_sequences")
  } else {
    rank
  }
}

in_r_code <- function(layer, i) {
  args <- c(arguments_text(layer, "r", " = "), sprintf('name = "l%d"', i))
  sprintf("layer_%s(%s)", layer$name, toString(args[nzchar(args)]))
}

keras_in_python <- function(shape, layers) {
  keras <- import("keras", convert = FALSE)
  keras$Sequential(c(list(keras$Input(as.list(as.integer(shape)))), layers))
}

in_python_code <- function(layer, i) {
  args <- c(arguments_text(layer, "py", "="), sprintf('name="l%d"', i))
  paste(args[nzchar(args)], collapse = ", ")
}

layers_in_r <- function(case) {
  env <- asNamespace("rkeras")
  lapply(seq_along(case$layers), function(i) {
    eval(str2lang(in_r_code(case$layers[[i]], i)), env)
  })
}

problem_in <- function(case) {
  main <- python_of_wrappers()
  ours <- outcome(layers_in_r(case))
  if (has_failed(ours)) {
    return(if (fails_in_python(case, main)) "refused" else failure_of("R", ours))
  }
  texts <- vapply(seq_along(ours), function(i) in_python_code(case$layers[[i]], i), "")
  theirs <- outcome(Map(main$made, ours, texts))
  if (has_failed(theirs)) return(failure_of("Python", theirs))
  for (i in seq_along(ours)) {
    different <- py_to_r(main$difference(ours[[i]], theirs[[i]]))
    if (nzchar(different)) return(different)
  }
  compared(case, main, unname(ours), unname(theirs))
}


# The class is that of the wrapper's name, but for layers of activations.
fails_in_python <- function(case, main) {
  made <- outcome(for (i in seq_along(case$layers)) {
    layer <- case$layers[[i]]
    name <- sub("^activation_(parametric_relu)$", "prelu", layer$name)
    name <- gsub("_", "", sub("^activation_", "", name))
    main$made_of("layers", name, in_python_code(layer, i))
  })
  has_failed(made)
}

compared <- function(case, main, ours, theirs) {
  model <- outcome(keras_model_sequential(layers = ours, input_shape = case$shape))
  plain <- outcome(keras_in_python(case$shape, theirs))
  if (has_failed(model) && has_failed(plain)) return("refused")
  if (has_failed(model)) return(failure_of("R", model))
  if (has_failed(plain)) return(failure_of("Python", plain))
  x <- array(stats::rnorm(3 * prod(case$shape)), c(3L, case$shape))
  values <- outcome(stats::predict(model, x, verbose = 0))
  if (has_failed(values)) {
    expected <- outcome(plain$predict(np_array(x, "float32"), verbose = 0L))
    return(if (has_failed(expected)) "refused" else failure_of("R", values))
  }
  plain$set_weights(get_weights(model))
  expected <- py_to_r(plain$predict(np_array(x, "float32"), verbose = 0L))
  if (!same_value(values, expected)) return("the outputs differ")
  different_again(model, x, values)
}

different_again <- function(model, x, values) {
  file <- tempfile(fileext = ".keras")
  on.exit(unlink(file))
  save_model(model, file)
  copy <- clone_model(model)
  set_weights(copy, get_weights(model))
  again <- list(`load_model()` = load_model(file),
                `unserialize()` = unserialize(serialize(model, NULL)),
                `clone_model()` = copy)
  for (how in names(again)) {
    if (!identical(stats::predict(again[[how]], x, verbose = 0), values)) return(how)
  }
}

shown <- function(case) {
  layers <- vapply(seq_along(case$layers), function(i) in_r_code(case$layers[[i]], i), "")
  sprintf("input_shape = %s |> %s", deparse(case$shape), paste(layers, collapse = " |> "))
}

smaller <- function(case) {
  without_layer <- lapply(seq_along(case$layers), function(i) {
    case$layers <- case$layers[-i]
    case
  })
  without_argument <- do.call(c, lapply(seq_along(case$layers), function(i) {
    lapply(setdiff(names(case$layers[[i]]$args), required), function(arg) {
      case$layers[[i]]$args[[arg]] <- NULL
      case
    })
  }))
  c(if (length(case$layers) > 1L) without_layer, without_argument)
}

function(seed) {
  list(case = random_case(), wrong = problem_in, smaller = smaller, shown = shown)
}
