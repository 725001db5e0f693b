# R code in model files. The classes and functions that a file needs exist already, are given by the
# user, or are created by running the code if the user allows that.

# The custom objects for a configuration or file. `code` is a named list of R sources in it.
with_r_code <- function(code, custom_objects, safe_mode) {
  custom <- as_custom_objects(custom_objects)
  given <- paste0("R>", names(custom))
  custom[given] <- custom
  custom <- with_functions(custom, names(code))
  make_pending(names(code))
  code <- as.list(code)[setdiff(names(code), names(custom))]
  new <- in_python("rkeras.keras.code.unknown", python_dict(code))
  if (length(new) > 0L && !isFALSE(safe_mode)) abort_unsafe(new)
  for (name in names(new)) in_python("rkeras.keras.code.make", name, new[[name]])
  custom
}

# Functions are registered by their name and their code, and supplied by their name.
with_functions <- function(custom, registered) {
  own <- setdiff(own_names(registered), registered)
  for (name in intersect(names(custom), own)) {
    custom[registered[own_names(registered) == name]] <- custom[name]
  }
  custom
}

# The names that people know. A function without a name has the registered one.
own_names <- function(registered) {
  sub("^R>(?!r_function_)(.*)_[0-9a-f]{12}$", "\\1", registered, perl = TRUE)
}

# Calls Keras with custom objects, which take precedence over registered ones.
call_with_objects <- function(objects, f, args) {
  # A file may be the first that Keras is used for.
  require_keras()
  with_objects <- python_function("rkeras.keras.code.call_with")
  call_python(with_objects, c(list(python_dict(objects), f), args), TRUE)
}

abort_unsafe <- function(code) {
  names <- sub("^R>", "", own_names(names(code)))
  shown <- sprintf("%s:\n%s", names, unlist(code))
  abort(paste0(
    "The saved object contains R code that this session does not define: ", toString(names), ".\n",
    "Define or register it first, supply it in `custom_objects`, or run the code with ",
    "`safe_mode = FALSE` if you trust its source.\n\n",
    paste(shown, collapse = "\n\n")
  ), kind = "unsafe")
}

# Called by Python. Runs exactly the text that abort_unsafe() shows.
made_of_code <- function(source) {
  frame <- new.env(parent = if ("package:rkeras" %in% search()) globalenv() else topenv())
  r_to_py(eval(str2expression(source), frame), convert = TRUE)
}

# A named list of Python classes and functions. R functions that create objects stand for their
# class.
as_custom_objects <- function(objects, argument = "custom_objects") {
  if (is.null(objects)) {
    return(list())
  }
  if (!is.list(objects) || is_py_object(objects)) objects <- list(objects)
  names <- names(objects) %||% character(length(objects))
  names[!nzchar(names)] <- vapply(objects[!nzchar(names)], object_name, "", argument)
  stats::setNames(lapply(objects, as_keras_object), names)
}

object_name <- function(x, argument) {
  if (inherits(x, "python_class_maker")) {
    return(environment(x)$definition$name)
  }
  name <- if (is_py_object(x)) {
    tryCatch(py_to_r(py_get_attr(x, "__name__")), error = function(e) NULL)
  } else {
    attr(x, "py_function_name")
  }
  name %||% abort("Give a name to each element of `%s`.", argument)
}

# The object that Keras uses for an R class, a wrapper of this package, or an R function.
as_keras_object <- function(x) {
  if (inherits(x, "python_class_maker")) {
    return(environment(x)$python_class)
  }
  if (is.function(x)) wrapped_by_function(x) else x
}

# ---- Classes that are defined and not yet made ---------------------------------------------------

# Classes that are created at first use, which Keras may have to find by name before.
pending_classes <- new.env(parent = emptyenv())

note_pending <- function(maker) {
  pending_classes[[environment(maker)$definition$name]] <- environment(maker)
  maker
}

# Called when a class has been created.
note_made <- function(class, definition) {
  is_pending <- identical(pending_classes[[definition$name]]$definition, definition)
  if (is_pending) rm(list = definition$name, envir = pending_classes)
  if (!is.null(definition$registered)) register_object(class, definition$registered)
}

# Creates the classes with these Keras names that the session or a loaded package defines.
make_pending <- function(names) {
  for (name in intersect(sub("^R>", "", names), names(pending_classes))) {
    force(pending_classes[[name]]$python_class)
  }
  for (name in names) if (!in_python("rkeras.keras.code.is_known", name)) {
    for (maker in package_makers(name)) force(environment(maker)$python_class)
  }
}

# Looks in packages that import this one, and in the package that the name begins with.
package_makers <- function(name) {
  imports <- function(package) "rkeras" %in% names(getNamespaceImports(package))
  packages <- union(
    intersect(sub(">.*", "", name), loadedNamespaces()),
    Filter(imports, setdiff(loadedNamespaces(), c("base", "rkeras")))
  )
  makers <- lapply(packages, function(package) {
    objects <- as.list(asNamespace(package))
    Filter(function(x) inherits(x, "python_class_maker") && registered_as(x) == name, objects)
  })
  unlist(makers, recursive = FALSE)
}

registered_as <- function(maker) {
  definition <- environment(maker)$definition
  as <- definition$registered
  paste0(as$package %||% "R", ">", as$name %||% definition$name)
}
