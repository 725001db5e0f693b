# Flags: parameters of a training script, set on the command line or in a file.

#' Hyperparameters of training scripts on the command line
#'
#' `flags()` declares the hyperparameters of a script with default values, and returns their values.
#' A value on the command line has priority over a value in the file `flags.yml`, which has priority
#' over the default. Use it to run the same training script with different settings, for example in
#' a hyperparameter search or a batch job, without editing it.
#'
#' @section Command line:
#' `Rscript train.R --learning_rate 0.01 --epochs=20 --shuffle`. A boolean flag without a value is
#' `TRUE`. `-` and `_` in names are equivalent. `--help` prints the flags and quits R. A flag that
#' the script does not declare is an error. Other words, such as names of files, are left to the
#' script. R's `--args` is ignored: `R -f train.R --args --epochs=20`.
#'
#' @section Training runs:
#' In a script that [training_run()] evaluates, the values in its argument `flags` have priority
#' over all others. The values of all flags are recorded in the run. Of the command line, only flags
#' that the script declares are read, because the other arguments belong to the script that calls
#' `training_run()`.
#'
#' @section File:
#' A YAML file with either names and values, or sections of them. Of the sections, `default` applies
#' first, then the section named by `config`, whose values have priority. A section can inherit from
#' another one by an entry `inherits`. Entries that the script does not declare are ignored with a
#' warning.
#'
#' @param ... Flags: results of `flag_numeric()`, `flag_integer()`, `flag_boolean()` and
#'   `flag_string()`.
#' @param config String. Section of the file to use.
#' @param file String. Path of the YAML file. The default file does not need to exist. Reading it
#'   needs the package yaml.
#' @param arguments Character vector. Arguments of the command line.
#' @param name String. Name of the flag.
#' @param default Default value; `NULL` for none.
#' @param description String. Description that `--help` shows.
#' @return `flags()`: a named list of values. The others: a flag, to be passed to `flags()`.
#' @concept hyperparameter
#' @concept command line arguments
#' @concept configuration
#' @concept tfruns
#' @concept YAML
#' @seealso [training_run()] and [tuning_run()] pass flags to a script, [run_dir()] for its output
#'   directory, [commandArgs()] of base R.
#' @examples
#' FLAGS <- flags(
#'   flag_numeric("learning_rate", 0.001, "Step size"),
#'   flag_integer("epochs", 10),
#'   flag_boolean("shuffle", FALSE),
#'   flag_string("optimizer", "adam"),
#'   arguments = c("--learning-rate=0.1", "--shuffle")
#' )
#' str(FLAGS)
#' @export
flags <- function(..., config = Sys.getenv("R_CONFIG_ACTIVE", unset = "default"),
                  file = "flags.yml", arguments = commandArgs(TRUE)) {
  definitions <- as_definitions(list(...))
  must_be(arguments, "strings, as of a command line", is.character(arguments))
  if (missing(config)) config <- runs$active$config %||% config
  # The command line of a driver script has its own arguments.
  if (missing(arguments) && is_in_training_run()) arguments <- known_of(arguments, definitions)
  if ("--help" %in% arguments && !"help" %in% names(definitions)) {
    print(definitions)
    quit("no")
  }
  is_default <- missing(file)
  if (is_default && !file.exists(file)) file <- file.path(runs$active$source %||% ".", file)
  if (!is_default && !is.null(file)) check_path(file, "file", kind = "argument")
  from_file <- if (!is.null(file) && file.exists(file)) read_flags(file, config, definitions)
  values <- lapply(definitions, `[[`, "default")
  values <- utils::modifyList(values, from_file %||% list(), keep.null = TRUE)
  values <- utils::modifyList(values, flags_in_arguments(arguments, definitions))
  values <- utils::modifyList(values, flags_of_run(definitions, config), keep.null = TRUE)
  record_flags(values)
  values
}

flag_maker <- function(type) {
  force(type)
  function(name, default, description = NULL) {
    flag <- list(name = as_string(name, "name"), type = type, description = description)
    if (!is.null(default)) default <- flag_value(default, flag, "`default`")
    structure(c(flag, list(default = default)), class = "rkeras_flag")
  }
}

#' @rdname flags
#' @export
flag_numeric <- flag_maker("numeric")

#' @rdname flags
#' @export
flag_integer <- flag_maker("integer")

#' @rdname flags
#' @export
flag_boolean <- flag_maker("boolean")

#' @rdname flags
#' @export
flag_string <- flag_maker("string")

as_definitions <- function(flags) {
  if (!all(vapply(flags, inherits, NA, "rkeras_flag"))) {
    abort("Flags are made by flag_numeric(), flag_integer(), flag_boolean() and flag_string().")
  }
  names <- vapply(flags, `[[`, "", "name")
  if (anyDuplicated(names)) {
    abort("There are two flags of the name `%s`.", names[[anyDuplicated(names)]])
  }
  structure(stats::setNames(flags, names), class = "tfruns_flags")
}

# ---- Flags of a training run ---------------------------------------------------------------------

is_in_training_run <- function() !is.null(runs$active)

same_name <- function(x) gsub("-", "_", x, fixed = TRUE)

# The values that training_run() was given for the flags of its script.
flags_of_run <- function(definitions, config) {
  given <- runs$active$flags
  if (is_in_training_run()) runs$active$has_flags <- TRUE
  if (is.null(given)) {
    return(list())
  }
  if (is_string(given)) {
    return(read_flags(given, config, definitions))
  }
  given <- given[!duplicated(names(given), fromLast = TRUE)]
  at <- match(same_name(names(given)), same_name(names(definitions)))
  if (anyNA(at)) {
    abort("training_run() has the flag `%s`, which the script does not declare; it has %s.",
          names(given)[is.na(at)][[1]], in_ticks(names(definitions)))
  }
  values <- Map(flag_value, given, unclass(definitions)[at], "The value")
  stats::setNames(values, names(definitions)[at])
}

# A script may call flags() more than once.
record_flags <- function(values) {
  dir <- active_run_dir()
  if (is.null(dir) || !length(values)) {
    return(invisible())
  }
  values <- utils::modifyList(runs$active$recorded_flags %||% list(), values)
  if (is_in_training_run()) runs$active$recorded_flags <- values
  write_run_metadata("flags", values, dir)
}

#' @export
print.tfruns_flags <- function(x, ...) {
  for (flag in x) {
    default <- if (is.null(flag$default)) "" else sprintf(", default %s", format(flag$default))
    cat(sprintf("  --%s (%s%s)  %s\n", flag$name, flag$type, default, flag$description %||% ""))
  }
  invisible(x)
}

#' @export
as.data.frame.tfruns_flags <- function(x, row.names = NULL, optional = FALSE, ...) {
  of <- function(part) {
    vapply(unclass(x), function(flag) as.character(flag[[part]] %||% NA), "", USE.NAMES = FALSE)
  }
  data.frame(
    name = of("name"), type = of("type"), value = of("default"), description = of("description")
  )
}
