# Help on Python objects in RStudio: beside completions, for arguments, and for F1.

#' Help handlers for Python objects
#'
#' RStudio asks `py_help_handler()` for the help of Python objects: beside completions, for the
#' arguments of a function, and when F1 is pressed. The other two functions register web pages with
#' documentation, which F1 then opens instead of Python's own help. Packages that wrap a Python
#' library call them in `.onLoad()`.
#'
#' @param module String. Name of a top-level module, such as `"keras"`.
#' @param handler Function of the full name of an object, such as `"keras.layers.Dense"`, and of
#'   `subtopic`, the name of an argument or `NULL`. Returns the address of the page, or `NULL`.
#' @param type For `register_help_topics()`, `"module"` or `"class"`: the kind of names in `topics`.
#'   For `py_help_handler()`, the help that is wanted: `"completion"`, `"parameter"` or `"url"`.
#' @param topics Named list or character vector. Names are full names of modules or classes, values
#'   the addresses of their pages.
#' @param topic String. Name of the attribute or argument.
#' @param source String or Python object. The object, or R code for it.
#' @param ... Not used.
#' @return `py_help_handler()`: for `"completion"` a list of `title`, `signature` and `description`,
#'   for `"parameter"` a list of `args` and `arg_descriptions`, for `"url"` a string; `NULL` if
#'   there is no help. The others: `NULL`, invisibly.
#' @concept RStudio
#' @concept F1 help
#' @concept autocomplete
#' @seealso [py_help()] shows Python's help in the console.
#' @examplesIf py_available()
#' py_help_handler("completion", "basename", "import(\"os\")$path")
#' register_help_topics("module", list(json = "https://docs.python.org/3/library/json.html"))
#' py_help_handler("url", "json", import("json"))
#' @export
py_help_handler <- function(type = c("completion", "parameter", "url"), topic, source, ...) {
  type <- match_choice(type)
  object <- if (is.character(source)) object_of_code(source) else source
  parent <- object
  if (type != "parameter" && is_py_object(object)) {
    object <- attr_or_null(object, topic, FALSE) %||% if (type == "url") object
  }
  if (!is_py_object(object)) {
    return(NULL)
  }
  switch(type,
    completion = {
      facts <- in_python("rkeras.session.routines.facts", object)
      list(title = topic, signature = facts$signature, description = facts$summary)
    },
    parameter = {
      texts <- in_python("rkeras.session.docstrings.arguments", object)
      list(args = names(texts), arg_descriptions = as.character(unlist(texts)))
    },
    url = help_url(object, parent) %||% {
      py_help(object)
      NULL
    }
  )
}

# The page registered for the object, its module or its class.
help_url <- function(object, parent, subtopic = NULL) {
  name <- full_name(object)
  if (is.null(name)) {
    return(NULL)
  }
  handler <- hooks[["help handlers"]][[sub("[.].*", "", name)]]
  url <- if (!is.null(handler)) handler(name, subtopic)
  topics <- hooks[["help topics"]]
  url %||% topics[[name]] %||% topics[[full_name(parent) %||% ""]]
}

full_name <- function(object) {
  if (inherits(object, "python.builtin.module")) {
    return(module_name(object))
  }
  module <- attr_or_null(object, "__module__", TRUE)
  name <- attr_or_null(object, "__qualname__", TRUE)
  if (is_string(module) && is_string(name)) paste0(module, ".", name)
}

#' @rdname py_help_handler
#' @export
register_module_help_handler <- function(module, handler) {
  check_string(module, "module")
  check_function(handler, "handler")
  hooks[["help handlers"]][[module]] <- handler
  invisible(NULL)
}

#' @rdname py_help_handler
#' @export
register_help_topics <- function(type = c("module", "class"), topics) {
  match_choice(type)
  topics <- as.list(topics)
  if (is.null(names(topics)) || !all(vapply(topics, is_string, NA))) {
    abort("`topics` must be a named list of addresses.")
  }
  hooks[["help topics"]][names(topics)] <- topics
  invisible(NULL)
}
