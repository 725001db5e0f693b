# Checks by compile() of what optimizers, losses and metrics are. Keras checks some of them only in
# fit(), with messages that do not name the argument.

check_part_kinds <- function(args) {
  for (name in names(args)) {
    for (part in if (name == "optimizer") args[name] else flat(args[[name]])) {
      must_be(part, "a name, a function or an object of Keras", is_part(part, name), name,
              part_remedy(part, name))
    }
  }
  if (is.list(args$loss) && length(unlist(args$loss)) == 0L && length(args$loss) > 0L) {
    abort("`loss` is a list without a loss. Supply one, or leave `loss` out.")
  }
}

# The parts in a list of any depth. A list with `class_name` is the configuration of one part.
flat <- function(x) {
  if (is.null(x)) return(list())
  if (!is.list(x) || is.object(x) || !is.null(x$class_name)) return(list(x))
  unlist(lapply(unname(x), function(part) if (is.null(part)) list(NULL) else flat(part)), FALSE)
}

is_part <- function(x, name) {
  if (is.null(x) || is_py_object(x)) {
    return(is.null(x) || !is_of_other_kind(x, name))
  }
  if (is.function(x)) {
    return(is_maker_of(x, name))
  }
  if (name == "optimizer") is_string(x) || is_configuration(x)
  else is.character(x) && !anyNA(x) && length(x) > 0L || is_configuration(x)
}

is_configuration <- function(x) is.list(x) && !is.object(x) && is_string(x$class_name)

is_of_other_kind <- function(x, name) {
  inherits(x, "python.builtin.module") ||
    name == "optimizer" && inherits(x, c("python.builtin.type", a_schedule))
}

a_schedule <- "keras.src.optimizers.schedules.learning_rate_schedule.LearningRateSchedule"

# Wrappers make the object when compile() calls them. Other functions compute losses and metrics.
is_maker_of <- function(f, name) {
  endpoint <- wrapped_endpoint(f)
  if (is.null(endpoint)) {
    return(name != "optimizer" || inherits(f, "python_class_maker"))
  }
  others <- c("layers", "optimizers", "callbacks", "initializers", if (name == "loss") "metrics")
  module <- strsplit(endpoint, ".", fixed = TRUE)[[1]][[2]]
  if (name == "optimizer") module == "optimizers" else !module %in% others
}

part_remedy <- function(x, name) {
  if (inherits(x, "python.builtin.type")) return(" Call the class: it makes the object.")
  if (name != "optimizer") return("")
  if (inherits(x, a_schedule)) return(" A schedule is the `learning_rate` of an optimizer.")
  if (is.character(x) || is.list(x)) " Supply one." else ""
}
