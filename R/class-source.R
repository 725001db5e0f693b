# R code that recreates a function or a class, whose variables are assigned first, and classes as
# bytes.

# The code as one string. Variables that cannot be written as code are left out with a warning.
source_of <- function(x) {
  used <- new.env(parent = emptyenv())
  used$code <- list()
  used$left_out <- character()
  used$package <- NULL
  code <- source_code(x, used)
  if (length(used$left_out) > 0L) {
    warn("The saved R code lacks variables whose values cannot be written as code: %s.",
         in_ticks(unique(used$left_out)), kind = "source", call = NULL)
  }
  in_local(code, used)
}

# The code of a Python function with this name that calls an R function.
source_of_named <- function(f, name) {
  sprintf("rkeras::custom_metric(%s, %s)", data_code(name), source_of(f))
}

# The variable that the function is assigned to where it was defined; NULL if there is none. Nothing
# is evaluated to find it.
variable_of_function <- function(f) {
  f <- as_written(f)
  frame <- environment(f)
  if (is.null(frame)) {
    return(NULL)
  }
  assigned <- function(name) {
    if (bindingIsActive(as.name(name), frame)) return(NULL)
    x <- if (identical(frame, globalenv())) frame[[name]]
         else eval(call("substitute", as.name(name), frame))
    if (is.function(x)) as_written(x)
  }
  Find(function(name) identical(assigned(name), f), ls(frame))
}

in_local <- function(code, used) {
  given <- unlist(used$code)
  if (length(given) == 0L && is.null(used$package)) {
    return(code)
  }
  lines <- c(sprintf("%s <- %s", quoted_name(names(given)), given), code)
  where <- if (!is.null(used$package)) {
    sprintf(", new.env(parent = asNamespace(%s))", encodeString(used$package, quote = "\""))
  }
  paste0("local({\n", paste(lines, collapse = "\n"), "\n}", where, ")")
}

# The code of a value, or NULL if it has none. Variables that it uses are added to `used`.
source_code <- function(x, used) UseMethod("source_code")

#' @export
source_code.default <- function(x, used) {
  if (inherits(x, "python_class_maker")) {
    return(class_code(environment(x)$definition, used))
  }
  if (is_py_object(x)) {
    return(python_code(x, used))
  }
  if (is.function(x)) function_code(as_written(x), used) else data_code(x)
}

# The function that a function was converted from (R/graph-convert.R).
as_written <- function(f) {
  if (is.primitive(f)) f else get0(".ag_written", environment(f), inherits = FALSE, ifnotfound = f)
}

function_code <- function(f, used, parent = environment(f), bound = character()) {
  if (is.primitive(f)) {
    return(data_code(f))
  }
  add_used(setdiff(free_names(f), bound), parent, used)
  marks <- attributes(f)[setdiff(names(attributes(f)), own_marks)]
  text <- paste(deparse_function(f), collapse = "\n")
  if (isTRUE(attr(f, "rkeras_active"))) text <- sprintf("rkeras::active_property(%s)", text)
  if (length(marks) == 0L) {
    return(text)
  }
  given <- vapply(marks, function(mark) source_code(mark, used) %||% "NULL", "")
  sprintf("structure(%s, %s)", text, paste(quoted_name(names(marks)), "=", given, collapse = ", "))
}

# They are not part of the function as the user wrote it.
own_marks <- c("srcref", "rkeras_active", "rkeras_place")

deparse_function <- function(f) {
  source <- as.character(attr(f, "srcref"), useSource = TRUE)
  attributes(f) <- NULL
  code <- deparse(f, width.cutoff = 80L, control = exactly)
  # The source reference of a function created by a program may be the text of other code.
  as_written <- tryCatch(
    deparse(eval(str2lang(paste(source, collapse = "\n")), baseenv()), 80L, control = exactly),
    error = function(e) NULL
  )
  if (identical(as_written, code)) source else code
}

exactly <- c("keepNA", "keepInteger", "niceNames", "showAttributes", "digits17")

# The code of a value, or NULL if evaluating the code would not give an identical value.
data_code <- function(x) {
  if (is.environment(x) || typeof(x) %in% c("externalptr", "weakref", "S4", "promise")) {
    return(NULL)
  }
  text <- paste(deparse(x, width.cutoff = 80L, control = exactly), collapse = "\n")
  same <- tryCatch(identical(eval(str2lang(text), baseenv()), x), error = function(e) FALSE)
  if (same) text
}

python_code <- function(x, used) {
  definition <- if (inherits(x, "python.builtin.type")) own_definition(x)
  if (!is.null(definition)) {
    return(class_code(definition, used))
  }
  if (inherits(x, "python.builtin.module")) {
    return(sprintf("rkeras::import(%s)", data_code(class_text(x, "__name__"))))
  }
  if (inherits(x, "python.builtin.type")) imported_code(x)
}

imported_code <- function(class) {
  path <- strsplit(class_text(class, "__qualname__"), ".", fixed = TRUE)[[1]]
  paste0(
    sprintf("rkeras::import(%s)", data_code(class_text(class, "__module__"))),
    paste0("$", quoted_name(path), collapse = "")
  )
}

# ---- Classes -------------------------------------------------------------------------------------

# A call of the function that defined the class.
class_code <- function(definition, used) {
  scope <- c("self", "super", "private", "__class__", definition$name)
  member <- function(x) {
    code <- if (is_r_function(x) && !inherits(x, "python_class_maker")) {
      function_code(x, used, definition$parent %||% environment(x), scope)
    } else {
      source_code(x, used)
    }
    code %||% "NULL"
  }
  members <- r_names(lapply(definition$members, member), definition)
  private <- lapply(definition$private, member)
  name <- data_code(definition$name)
  bases <- bases_code(definition, used)
  if (is.null(definition$role)) {
    return(sprintf("rkeras::PyClass(%s)", arguments_code(
      c(list(name, arguments_code(members, "list")), inherit = bases)
    )))
  }
  private <- if (length(private)) arguments_code(private, "list")
  arguments <- drop_null(c(list(name), members, list(private = private, inherit = bases)))
  sprintf("rkeras::%s(%s)", definition$role, arguments_code(arguments))
}

r_names <- function(members, definition) {
  names <- names(members)
  names[names == "__init__"] <- "initialize"
  names[names == "__del__"] <- "finalize"
  if (!is.null(definition$role)) names[names == "__call__"] <- "call"
  stats::setNames(members, names)
}

arguments_code <- function(arguments, call = NULL) {
  names <- names(arguments) %||% character(length(arguments))
  given <- ifelse(nzchar(names), paste(quoted_name(names), "= "), "")
  text <- paste0(given, unlist(arguments), collapse = ",\n")
  if (is.null(call)) text else sprintf("%s(%s)", call, text)
}

bases_code <- function(definition, used) {
  bases <- as.list(get_attr(class_of(definition), "__bases__", FALSE))
  bases <- Filter(function(base) class_text(base, "__module__") != "rkeras.keras.classes", bases)
  given <- if (is.null(definition$role)) python_builtin("object") else definition$base()
  if (length(bases) == 1L && identical(py_id(bases[[1]]), py_id(given))) {
    return(NULL)
  }
  code <- lapply(bases, base_code, used = used)
  if (length(code) == 1L) code[[1]] else arguments_code(code, "list")
}

# The code of a base class. A class written in R is assigned to its name first.
base_code <- function(base, used) {
  definition <- own_definition(base)
  if (is.null(definition)) {
    return(python_code(base, used))
  }
  code <- class_code(definition, used)
  name <- definition$name
  if (is.null(used$code[[name]])) used$code[[name]] <- code
  if (identical(used$code[[name]], code)) quoted_name(name) else code
}

quoted_name <- function(names) {
  ifelse(names == make.names(names), names, paste0("`", names, "`"))
}

# ---- Classes and private members as bytes --------------------------------------------------------

# Classes and private members as bytes; called by inst/python/rkeras/bridge/classes.py.

serialize_private <- function(private) {
  names <- ls(private, all.names = TRUE)
  data <- names[!vapply(names, bindingIsActive, NA, env = private)]
  serialize(mget(data, private), NULL)
}

serialize_class <- function(definition) {
  serialize(as.list(definition)[setdiff(names(definition), "class")], NULL)
}

restore_class <- function(source, bases) {
  definition <- list2env(unserialize(source), parent = emptyenv())
  r_to_py(new_python_class(definition, bases))
}

is_out_of_bounds <- function(condition) inherits(condition, "subscriptOutOfBoundsError")
