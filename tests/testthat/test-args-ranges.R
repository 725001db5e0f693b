# Each row is a wrapper's call with a value that its argument cannot have, and the words for it.
out_of_range <- list(
  list(quote(loss_categorical_crossentropy(label_smoothing = 2)), "a number from 0 to 1, not 2."),
  list(quote(optimizer_adam(clipnorm = -1)), "a number from 0 up, not -1."),
  list(quote(optimizer_adam(beta_1 = 1)), "a number from 0 to below 1, not 1."),
  list(quote(optimizer_adam(epsilon = Inf)), "a number from 0 up, not Inf."),
  list(quote(optimizer_adam(weight_decay = NA)), "a number, not NA."),
  list(quote(optimizer_sgd(gradient_accumulation_steps = 1)), "one whole number from 2 up, not 1."),
  list(quote(callback_early_stopping(patience = -1)), "one whole number from 0 up, not -1."),
  list(quote(callback_early_stopping(baseline = list())), "a number, not a list of 0"),
  list(quote(callback_reduce_lr_on_plateau(factor = -1)), "a number above 0 and below 1, not -1."),
  list(quote(regularizer_l2(l2 = NA)), "a number from 0 up, not NA."),
  list(quote(constraint_maxnorm(max_value = -2)), "a number from 0 up, not -2."),
  list(quote(initializer_random_normal(stddev = c(1, 2))), "a number from 0 up, not c(1, 2)."),
  list(quote(learning_rate_schedule_exponential_decay(0.1, 0, 0.5)),
       "one positive whole number, not 0."),
  list(quote(loss_huber(delta = 0)), "a positive number, not 0."),
  list(quote(metric_auc(thresholds = c(0, NA))), "numbers from 0 to 1, not c(0, NA)."),
  list(quote(metric_top_k_categorical_accuracy(k = 0)), "one positive whole number, not 0."),
  list(quote(layer_dropout(rate = 50)), "a number from 0 to 1, not 50. 50% is 0.5."),
  list(quote(layer_random_rotation(factor = NaN)), "one or two numbers, not NaN."),
  list(quote(layer_group_normalization(epsilon = "a")), "a number from 0 up, not \"a\".")
)

of_other_kind <- list(
  list(quote(callback_early_stopping(monitor = 3)), "`monitor` must be one string, not 3."),
  list(quote(callback_model_checkpoint("a.keras", mode = 1)), "`mode` must be one string, not 1."),
  list(quote(callback_model_checkpoint("a.keras", monitor = NA)),
       "`monitor` must be one string, not NA."),
  list(quote(layer_conv_2d(filters = 1, kernel_size = 2, padding = 1)),
       "`padding` must be one string, not 1."),
  list(quote(optimizer_adam(use_ema = "no")), "`use_ema` must be TRUE or FALSE, not \"no\"."),
  list(quote(layer_masking(mask_value = NA)), "`mask_value` must be a number, not NA."),
  list(quote(initializer_random_uniform(minval = NULL)), "`minval` must be a number, not NULL."),
  list(quote(loss_circle(margin = list(1))), "`margin` must be a number, not a list of 1")
)

test_that("values outside of the range of an argument are errors", {
  for (row in out_of_range) {
    expect_refused(eval(row[[1]]), paste("must be", row[[2]]), fixed = TRUE)
  }
})

test_that("the numbers of training have their ranges", {
  model <- compile(keras_model_sequential(input_shape = 1) |> layer_dense(units = 1), loss = "mse")
  expect_refused(fit(model, 1, 1, epochs = 0), "`epochs` must be one positive whole number, not 0.")
  expect_refused(
    fit(model, 1, 1, epochs = NULL), "`epochs` must be one positive whole number, not N"
  )
  expect_refused(
    fit(model, 1, 1, validation_split = keras$ops),
    "`validation_split` must be a number from 0 to below 1, not an object of class"
  )
  expect_refused(
    fit(model, 1, 1, validation_split = 20),
    "`validation_split` must be a number from 0 to below 1, not 20. 20% is 0.2."
  )
})

test_that("values of another kind than the default's are errors", {
  for (row in of_other_kind) {
    expect_refused(eval(row[[1]]), row[[2]], fixed = TRUE)
  }
})

test_that("values at the ends, several sizes, and what is left to Keras are accepted", {
  expect_no_warning({
    optimizer_sgd(momentum = 0, clipnorm = 0, weight_decay = 0)
    optimizer_muon(rms_rate = NULL, weight_decay = NULL)
    callback_early_stopping(patience = 0, min_delta = -1, baseline = NULL)
    callback_reduce_lr_on_plateau(factor = 0.5, min_lr = 0)
    regularizer_l1_l2(l1 = 0, l2 = 0)
    initializer_constant(c(1, 2))
    loss_binary_crossentropy(label_smoothing = 0.1, reduction = NULL)
    layer_dense(units = 1, activation = NULL, kernel_initializer = NULL)
    layer_random_zoom(height_factor = c(-0.1, 0.2))
    metric_auc(thresholds = c(0, 0.5, 1))
    learning_rate_schedule_cosine_decay(0.1, 10, alpha = 0)
  })
})

test_that("a rate of learning or decay below 0 is told", {
  expect_warning(learning_rate_schedule_cosine_decay(-0.1, 10),
                 class = "rkeras_warning_learning_rate")
  expect_warning(optimizer_sgd(weight_decay = -0.1), class = "rkeras_warning_weight_decay")
})

test_that("factors, functions and others in place of numbers are errors", {
  for (value in list(factor("a"), 1i, data.frame(a = 1), function(x) x)) {
    expect_refused(optimizer_adam(clipnorm = value), "`clipnorm` must be a number from 0 up, not ")
    expect_refused(layer_masking(mask_value = value), "`mask_value` must be a number, not ")
  }
  expect_refused(layer_dense(units = 1, bias_regularizer = list(1)), "`bias_regularizer` must be")
  expect_error(layer_conv_1d(filters = 1, kernel_size = keras$ops),
               "`kernel_size` must be one positive whole number, not the module keras.ops[.]")
})
