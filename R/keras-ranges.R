# The values that arguments of wrappers can have, by their names: ranges, and kinds by the defaults.

# Arguments with these names are numbers of a range, in wrappers whose names match `of`. `is_one`
# means that the argument is a single number; `open` are the ends that do not belong to the range.
range_row <- function(text, lower, upper, names, of = "", is_one = TRUE, open = character()) {
  list(text = text, lower = lower, upper = upper, names = names, of = of, is_one = is_one,
       open = open)
}

argument_ranges <- list(
  range_row("one positive whole number", 1, Inf, c(
    "units", "filters", "num_heads", "key_dim", "input_dim", "output_dim", "num_tokens",
    "decay_steps", "first_decay_steps", "ns_steps", "dynamic_growth_steps",
    "ema_overwrite_frequency", "num_thresholds", "num_bins", "output_sequence_length", "height",
    "width", "top_k", "k"
  )),
  range_row("positive whole numbers", 1, Inf, is_one = FALSE, names = c(
    "kernel_size", "pool_size", "strides", "dilation_rate", "ngrams"
  )),
  range_row("one whole number from 0 up", 0, Inf, c(
    "patience", "cooldown", "start_from_epoch", "warmup_steps", "histogram_freq", "embeddings_freq",
    "class_id"
  )),
  range_row("one whole number from 2 up", 2, Inf, "gradient_accumulation_steps"),
  range_row("a number from 0 to 1", 0, 1, c(
    "rate", "dropout", "recurrent_dropout", "momentum", "rho", "ema_momentum", "label_smoothing",
    "precision", "recall", "sensitivity", "specificity"
  )),
  range_row("a number from 0 to 1", 0, 1, "alpha", of = "binary_focal"),
  range_row("numbers from 0 to 1", 0, 1, "alpha", of = "categorical_focal", is_one = FALSE),
  range_row("numbers from 0 to 1", 0, 1, "thresholds", of = "^metric_",
            is_one = FALSE),
  range_row("a number from 0 to below 1", 0, 1, open = "upper", names = c(
    "beta_1", "beta_2", "adam_beta_1", "adam_beta_2"
  )),
  range_row("a number above 0 and below 1", 0, 1, "factor", of = "^callback_",
            open = c("lower", "upper")),
  range_row("a number above 0 and below 1", 0, 1, "q", of = "^loss_", open = c("lower", "upper")),
  range_row("a number from 0 up", 0, Inf, c(
    "epsilon", "epsilon_1", "epsilon_2", "clipnorm", "clipvalue", "global_clipnorm", "min_lr",
    "initial_accumulator_value", "l1_regularization_strength", "l2_regularization_strength",
    "l2_shrinkage_regularization_strength", "adam_lr_ratio", "rms_rate", "power", "decay_rate",
    "end_learning_rate"
  )),
  range_row("a number from 0 up", 0, Inf, c("l1", "l2", "factor"),
            of = "^(regularizer|layer_activity)_"),
  range_row("a number from 0 up", 0, Inf, c("min_value", "max_value"), of = "^constraint_"),
  range_row("a number from 0 up", 0, Inf, "stddev", of = "^(initializer|layer)_"),
  range_row("a number from 0 up", 0, Inf, "gamma", of = "^(loss|metric)_"),
  range_row("a number from 0 up", 0, Inf, "alpha", of = "^learning_rate_schedule_"),
  range_row("a number from 0 up", 0, Inf, c("alpha", "beta"), of = "^(loss_tversky|optimizer_)"),
  range_row("a positive number", 0, Inf, open = "lower", names = c(
    "loss_scale_factor", "initial_scale", "clip_threshold", "t_mul", "m_mul", "temperature"
  )),
  range_row("a positive number", 0, Inf, "delta", of = "^(loss|metric)_", open = "lower"),
  range_row("a positive number", 0, Inf, "scale", of = "^initializer_", open = "lower"),
  range_row("a number from 0 down", -Inf, 0, "learning_rate_power"),
  range_row("a number", -Inf, Inf, c(
    "baseline", "initial_value_threshold", "min_delta", "initial_learning_rate", "warmup_target",
    "weight_decay", "adam_weight_decay", "beta_2_decay"
  )),
  range_row("one or two numbers", -Inf, Inf, of = "^layer_", is_one = FALSE, names = c(
    "factor", "height_factor", "width_factor", "x_factor", "y_factor"
  )),
  range_row("numbers", -Inf, Inf, c("scale", "offset"), of = "^layer_rescaling$", is_one = FALSE)
)

# The rows of each argument, as every call of a wrapper looks them up.
ranges_by_name <- local({
  rows <- rep(seq_along(argument_ranges), lengths(lapply(argument_ranges, `[[`, "names")))
  split(argument_ranges[rows], unlist(lapply(argument_ranges, `[[`, "names")))
})

check_ranges <- function(args) {
  wrapper <- call_name()
  for (name in names(args)) {
    for (range in ranges_by_name[[name]]) {
      if (grepl(range$of, wrapper)) check_range(args[[name]], name, range)
    }
  }
  warn_of_values(args)
}

check_range <- function(value, name, range) {
  numbers <- if (is.list(value)) unlist(value) else value
  is_other <- is_string(value) || is_no_number(value) ||
    range$is_one && !is.null(value) && is_other_than_one(value)
  is_missing <- is.logical(numbers) && anyNA(numbers)
  if (is_other || is_missing || is.numeric(numbers) && !are_within(numbers, range)) {
    tell("range", name, range$text, shown_numbers(value), percent_remedy(value, range))
  }
}

# Values that Keras takes for numbers without computing with them.
is_no_number <- function(x) {
  is.factor(x) || is.complex(x) || is.data.frame(x) || is_r_function(x)
}

is_other_than_one <- function(x) is.list(x) || is.numeric(x) && length(x) != 1L

shown_numbers <- function(x) {
  if (is.numeric(x) && length(x) > 1L) sprintf("c(%s)", toString(x)) else describe(x)
}

are_within <- function(x, range) {
  if (!all(is.finite(x)) || any(x < range$lower | x > range$upper)) {
    return(FALSE)
  }
  !("lower" %in% range$open && any(x == range$lower)) &&
    !("upper" %in% range$open && any(x == range$upper))
}

percent_remedy <- function(x, range) {
  is_percent <- is.numeric(x) && range$upper == 1 && length(x) == 1L && !is.na(x) && x > 1 &&
    x <= 100
  if (is_percent) sprintf(" %s%% is %s.", format(x), format(x / 100)) else ""
}

# Values in the range that are rarely intended.
warn_of_values <- function(args) {
  for (name in intersect(c("weight_decay", "adam_weight_decay"), names(args))) {
    warn_of_negative(args[[name]], name, "weight_decay")
  }
  for (name in intersect(c("initial_learning_rate", "warmup_target"), names(args))) {
    warn_of_negative(args[[name]], name, "learning_rate")
  }
  smoothing <- args[["label_smoothing"]]
  if (is.numeric(smoothing) && smoothing == 1) tell("label_smoothing", "label_smoothing")
}

warn_of_negative <- function(value, argument, id) {
  if (is.numeric(value) && value < 0) tell(id, argument, format(value))
}

# ---- Kinds ---------------------------------------------------------------------------------------

# Keras rarely checks these: a string for a flag is true, and a number for a name is never found.
# Names that have a rule are left to it. `defaults` are formals, which hold calls such as `-1L`, and
# the empty name where there is no default.
check_kinds <- function(args, defaults, rules) {
  for (name in names(args)) {
    if (is_py_object(args[[name]]) || is.symbol(defaults[[name]])) next
    check_kind(args[[name]], eval(defaults[[name]], baseenv()), name, name %in% rules)
  }
}

check_kind <- function(value, default, name, has_rule) {
  if (is.logical(default)) check_flag(value, name)
  if (is_string(default) && !has_rule) check_one_string(value, name)
  if (is.numeric(default) && length(default) == 1L) check_one_number(value, name)
}

# A list, a function or NULL may be what Keras takes in place of a name.
check_one_string <- function(value, name) {
  if (is.atomic(value) && !is.null(value) && !is_string(value)) {
    tell("kind", name, "one string", describe(value))
  }
}

# Sizes of layers may be several numbers.
check_one_number <- function(value, name) {
  if (name %in% of_several || is.null(value) && name %in% switched_off_by_null) {
    return(invisible())
  }
  is_missing <- is.atomic(value) && !is.null(value) && anyNA(value)
  is_one <- is.atomic(value) && length(value) == 1L
  if (is_missing || is_no_number(value) || !is_one && grepl(of_one_number, call_name())) {
    tell("kind", name, "a number", describe(value))
  }
}

# Keras accepts a string for a number and fails only when it computes with it. This is checked after
# the rules, because some take strings.
check_numbers <- function(args, defaults) {
  for (name in names(Filter(is.character, args))) {
    if (is.numeric(defaults[[name]])) tell("kind", name, "a number", describe(args[[name]]))
  }
}

of_one_number <- "^(optimizer|callback|constraint|regularizer|initializer|loss|metric|learning)_"
switched_off_by_null <- c("weight_decay", "rms_rate")
of_several <- c("axis", "value", "profile_batch", "alpha", "learning_rate")
