# Captures and checks the arguments of a wrapper and converts them by the rules of their names.

# The arguments of the calling wrapper, without `object`, each checked and converted by its rules,
# which the table of arguments names (dev/wrappers/*/args.tsv). Arguments that are not given are
# left to Keras, whose defaults the wrapper's formals show.
#
# `extra` are the names of further arguments that `...` accepts.
#
# Attribute: `inputs`, the unnamed arguments of a merging layer.
capture_args <- function(..., extra = if (is_layer) layer_extra, frame = parent.frame(),
                         wrapper = sys.function(sys.parent())) {
  expect_keras()
  caller <- sys.frame(sys.parents()[[sys.parent()]])
  defaults <- formals(wrapper)
  known <- as.character(names(defaults))
  is_layer <- any(known[1L] %in% c("object", "inputs"))
  arguments <- known[!known %in% c("object", "inputs", "...")]
  dots <- if ("..." %in% known && eval(quote(...length()), frame) > 0L) eval(quote_dots, frame)
  named <- if (is.null(names(dots))) logical(length(dots)) else nzchar(names(dots))
  if (!all(named) && known[[1]] != "inputs") {
    abort(unnamed_text(dots[!named][[1]], c(arguments, extra)))
  }
  if (any(named)) check_extra(names(dots[named]), arguments, extra)
  is_absent <- vapply(arguments, function(name) eval(call("missing", as.name(name)), frame), NA)
  required <- arguments[is_absent & vapply(defaults[arguments], is.name, NA)]
  # These may be left out: see create_or_call().
  required <- required[!required %in% c("y_true", "y_pred")]
  if (length(required) > 0L) abort_without(required[[1]], known[[1]] == "object")
  given <- arguments[!is_absent]
  args <- withCallingHandlers(
    mget(given, envir = frame),
    error = function(cnd) explain_absent(cnd, given, frame, caller)
  )
  args <- c(args, dots[named])
  structure(keras_functions(by_rules_of(args, list(...), defaults)), inputs = dots[!named])
}

quote_dots <- as.call(list(quote(dots_list), quote(...)))

by_rules_of <- function(args, rules, defaults) {
  for (name in intersect(names(rules), names(args))) {
    value <- args[[name]]
    # A default of NULL means that the argument may be left out.
    if (is.null(value) && is.null(defaults[[name]])) next
    for (rule in c(rules[[name]])) value <- rule(value, name)
    args[name] <- if (!identical(value, left_out)) list(value)
  }
  args
}

# For an error in the values of arguments. What is not found in the user's code for them is shown
# with the user's call. R names mget() or, from 4.5 on, the function that has this code.
explain_absent <- function(cnd, names, frame, caller) {
  if (!inherits(cnd, "simpleError")) return(invisible())
  for (name in names) {
    code <- eval(substitute(substitute(x), list(x = as.name(name))), frame)
    # Is the error about one of these variables, which does not exist?
    absent <- Filter(function(variable) !exists(variable, envir = caller), all.vars(code))
    if (!any(vapply(absent, grepl, NA, conditionMessage(cnd), fixed = TRUE))) next
    if (is.name(code)) abort_not_found(name, as.character(code))
    stop(errorCondition(conditionMessage(cnd), call = users_call()))
  }
  if (is.call(cnd$call) && identical(cnd$call[[1]], quote(mget))) {
    cnd$call <- users_call()
    stop(cnd)
  }
}

# Beginners write the names of Keras's functions without quotes.
abort_not_found <- function(name, word) {
  abort(paste0(
    sprintf("`%s`: there is no object `%s`.", name, word),
    if (grepl(takes_words, name)) sprintf(" If Keras has it, write %s = \"%s\".", name, word)
  ))
}

takes_words <-
  "activation|initializer|regularizer|constraint|optimizer|loss|metrics|padding|mode|format|dtype"

unnamed_text <- function(value, arguments) {
  shown <- paste0("`", utils::head(arguments, 5L), "`", collapse = ", ")
  sprintf("`%s()` got %s without a name. Name it: the arguments are %s%s.", call_name(),
          describe(value), shown, if (length(arguments) > 5L) " and others" else "")
}

# A rule returns this to omit an argument.
left_out <- structure(list(), class = "left_out")

# Arguments of Keras's Layer class and of some layers that are not in their signatures.
layer_extra <- c(
  "name", "trainable", "dtype", "autocast", "activity_regularizer", "input_shape",
  "implementation", "unroll", "zero_output_for_mask", "vocabulary_size", "bounding_box_format",
  "data_format"
)

check_extra <- function(names, arguments, extra) {
  unknown <- setdiff(names, extra)
  if (length(unknown) > 0L) {
    abort_unknown_argument(unknown[[1]], c(arguments, extra))
  }
}

abort_without <- function(argument, is_layer) {
  where <- wrapper_call()
  is_number <- is_layer && length(where$call) > 1L && is.atomic(where$call[[2]])
  remedy <- if (is_number) " Name it: `object` is the first argument." else ""
  abort("`%s` is missing: `%s()` needs it.%s", argument, call_name(where), remedy,
        call = where$call)
}

abort_unknown_argument <- function(argument, known) {
  guesses <- closest(argument, known)
  if (length(guesses) == 0L) guesses <- known[startsWith(known, argument)]
  remedy <- old_arguments[[paste(argument, "learning_rate" %in% known)]]
  abort(paste0(
    sprintf("`%s()` has no argument `%s`.", call_name(), argument),
    remedy %||%
      if (length(guesses)) sprintf(" Did you mean %s?", listed(paste0("`", guesses, "`"), "or"))
  ))
}

# Arguments of optimizers in earlier versions of Keras, and of the methods of other models.
old_arguments <- list(
  "newdata FALSE" = " The new data are `x`.",
  "lr TRUE" = " It is called `learning_rate` now.",
  "input_dim FALSE" = " Give the model its shape: keras_model_sequential(input_shape = 4).",
  "batch_input_shape FALSE" =
    " Give it to the model: keras_model_sequential(input_batch_shape = ).",
  "lr FALSE" = " It belongs to the optimizer: optimizer_adam(learning_rate = ).",
  "learning_rate FALSE" = " It belongs to the optimizer: optimizer_adam(learning_rate = ).",
  "decay TRUE" = paste0(
    " Give `learning_rate` a schedule: ",
    "learning_rate_schedule_inverse_time_decay(rate, decay_steps = 1, decay_rate = decay)."
  )
)

# `...` accepts no arguments here: any argument in it is misspelled or misplaced.
check_dots_empty <- function(..., known = names(formals(sys.function(-1)))) {
  dots <- dots_list(...)
  if (length(dots) == 0L) {
    return(invisible())
  }
  given <- names(dots)
  if (is.null(given) || !any(nzchar(given))) {
    abort("Too many arguments without a name for `%s()`: name them.", call_name())
  }
  abort_unknown_argument(given[nzchar(given)][[1]], setdiff(known, c("...", "object")))
}
