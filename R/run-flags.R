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
#' the script does not declare is an error.
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
#' @seealso [run_dir()] for the output directory of a script, [commandArgs()] of base R.
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
  call <- sys.call()
  definitions <- as_definitions(list(...), call)
  if ("--help" %in% arguments && !"help" %in% names(definitions)) {
    show_flags(definitions)
    quit("no")
  }
  if (!missing(file) && !is.null(file) && !file.exists(as_string(file, "file", call))) {
    abort(sprintf("`file`: there is no file \"%s\".", file), call = call)
  }
  from_file <- if (!is.null(file) && file.exists(file)) read_flags(file, config, definitions, call)
  values <- lapply(definitions, `[[`, "default")
  values <- utils::modifyList(values, from_file %||% list(), keep.null = TRUE)
  utils::modifyList(values, flags_in_arguments(arguments, definitions, call))
}

#' @rdname flags
#' @export
flag_numeric <- function(name, default, description = NULL) {
  new_flag("numeric", name, default, description)
}

#' @rdname flags
#' @export
flag_integer <- function(name, default, description = NULL) {
  new_flag("integer", name, default, description)
}

#' @rdname flags
#' @export
flag_boolean <- function(name, default, description = NULL) {
  new_flag("boolean", name, default, description)
}

#' @rdname flags
#' @export
flag_string <- function(name, default, description = NULL) {
  new_flag("string", name, default, description)
}

new_flag <- function(type, name, default, description, call = sys.call(-1)) {
  name <- as_string(name, "name", call)
  flag <- list(name = name, type = type, description = description)
  if (!is.null(default)) {
    default <- flag_value(default, flag, "`default`", call)
  }
  structure(c(flag, list(default = default)), class = "rkeras_flag")
}

as_definitions <- function(flags, call) {
  if (!all(vapply(flags, inherits, NA, "rkeras_flag"))) {
    abort("Flags are made by flag_numeric(), flag_integer(), flag_boolean() and flag_string().",
          call = call)
  }
  names <- vapply(flags, `[[`, "", "name")
  if (anyDuplicated(names)) {
    abort(sprintf("There are two flags of the name `%s`.", names[[anyDuplicated(names)]]),
          call = call)
  }
  stats::setNames(flags, names)
}

# A value converted to the type of its flag. Values from the command line are strings.
flag_value <- function(value, flag, where, call) {
  wrong <- function() {
    abort(sprintf(
      "%s of the flag `%s` must be %s, not %s.", where, flag$name,
      c(numeric = "a number", integer = "a whole number", boolean = "TRUE or FALSE",
        string = "a string")[[flag$type]], describe(value)
    ), call = call)
  }
  if (length(value) != 1L || is.list(value) || is.na(value)) wrong()
  switch(flag$type,
    string = as.character(value),
    boolean = as_boolean(value) %||% wrong(),
    numeric = as_number(value) %||% wrong(),
    integer = {
      number <- as_number(value)
      if (is.null(number) || !are_whole(number)) wrong()
      as.integer(number)
    }
  )
}

as_boolean <- function(value) {
  value <- if (is.character(value)) tolower(value) else as.character(value)
  if (value %in% c("true", "TRUE", "yes", "on", "1")) {
    TRUE
  } else if (value %in% c("false", "FALSE", "no", "off", "0")) {
    FALSE
  }
}

as_number <- function(value) {
  number <- if (is.logical(value)) NA else suppressWarnings(as.numeric(value))
  if (!is.na(number)) number
}

# ---- The command line ---------------------------------------------------------------------------

flags_in_arguments <- function(arguments, definitions, call) {
  values <- list()
  arguments <- arguments[arguments != "--args"]
  while (length(arguments)) {
    flag <- find_flag(arguments[[1]], definitions, call)
    text <- flag_text(arguments, flag, call)
    values[[flag$name]] <- flag_value(text$value, flag, "The value", call)
    arguments <- arguments[-seq_len(text$taken)]
  }
  values
}

find_flag <- function(argument, definitions, call) {
  name <- sub("=.*", "", sub("^--", "", argument))
  same <- function(x) gsub("-", "_", x, fixed = TRUE)
  at <- match(same(name), same(names(definitions)))
  if (!startsWith(argument, "--") || is.na(at)) {
    abort(sprintf(
      "`%s` is no flag of this script; it has %s.", argument,
      toString(sprintf("--%s", names(definitions)))
    ), call = call)
  }
  definitions[[at]]
}

# The value as a string, and the number of arguments that the flag and its value took.
flag_text <- function(arguments, flag, call) {
  if (grepl("=", arguments[[1]], fixed = TRUE)) {
    return(list(value = sub("^[^=]*=", "", arguments[[1]]), taken = 1L))
  }
  if (length(arguments) > 1L && !startsWith(arguments[[2]], "--")) {
    return(list(value = arguments[[2]], taken = 2L))
  }
  if (flag$type != "boolean") {
    abort(sprintf("The flag `%s` needs a value.", arguments[[1]]), call = call)
  }
  list(value = TRUE, taken = 1L)
}

show_flags <- function(definitions) {
  for (flag in definitions) {
    default <- if (is.null(flag$default)) "" else sprintf(", default %s", format(flag$default))
    cat(sprintf("  --%s (%s%s)  %s\n", flag$name, flag$type, default, flag$description %||% ""))
  }
}

# ---- The file -----------------------------------------------------------------------------------

read_flags <- function(file, config, definitions, call) {
  values <- pick_section(read_yaml(file, call), config, file, call)
  unknown <- setdiff(names(values), names(definitions))
  if (length(unknown)) {
    warn(sprintf("`file`: '%s' has what is no flag of this script: %s", file, toString(unknown)),
         call = call)
  }
  known <- intersect(names(values), names(definitions))
  sapply(known, simplify = FALSE, function(name) {
    flag_value(values[[name]], definitions[[name]], sprintf("'%s': the value", file), call)
  })
}

read_yaml <- function(file, call) {
  if (!requireNamespace("yaml", quietly = TRUE)) {
    abort(sprintf("To read '%s' needs the package yaml: install.packages(\"yaml\").", file),
          "module", call = call)
  }
  found <- yaml::read_yaml(file) %||% list()
  if (!is.list(found) || length(found) && is.null(names(found))) {
    abort(sprintf("`file`: '%s' must have names and values.", file), call = call)
  }
  found
}

# The values of the file, or of one of its sections and the sections from which it inherits.
pick_section <- function(found, config, file, call, seen = character()) {
  if (!any(vapply(found, is.list, NA))) {
    return(found)
  }
  if (is.null(found[[config]]) && config == "default") {
    return(list())
  }
  if (is.null(found[[config]]) && is.null(found$default)) {
    abort(sprintf("'%s' has no section `%s` and none `default`.", file, config), call = call)
  }
  section <- found[[config]] %||% list()
  base <- section$inherits %||% "default"
  section$inherits <- NULL
  if (config == "default" || base %in% c(config, seen)) {
    return(section)
  }
  below <- pick_section(found, base, file, call, c(seen, config))
  utils::modifyList(below, section, keep.null = TRUE)
}

#' Directory of the current training run
#'
#' Returns the directory for the files of a training run: saved models, logs, plots. A script that
#' writes to `run_dir()` works both on its own, where this is the working directory, and when the
#' package tfruns runs it, which creates a new directory for each run and compares the runs.
#'
#' @return String. The directory of the run that tfruns has started in this session, or else the one
#'   that the environment variable `TENSORFLOW_RUN_DIR` names, or else the working directory.
#' @concept training run
#' @concept tfruns
#' @concept experiment tracking
#' @seealso [flags()] for the hyperparameters of a script, [tensorboard()] shows the logs in this
#'   directory, [save_model()].
#' @examples
#' file.path(run_dir(), "model.keras")
#'
#' Sys.setenv(TENSORFLOW_RUN_DIR = "runs/2026-01-01")
#' run_dir()
#' Sys.unsetenv("TENSORFLOW_RUN_DIR")
#' @export
run_dir <- function() {
  if (isNamespaceLoaded("tfruns") && getExportedValue("tfruns", "is_run_active")()) {
    return(getExportedValue("tfruns", "run_dir")())
  }
  dir <- Sys.getenv("TENSORFLOW_RUN_DIR")
  if (nzchar(dir)) dir else getwd()
}
