# reticulate in the same session. The Python objects of both packages have the same classes, and the
# S3 methods of the package that is loaded last would apply to all. So each of these methods first
# looks whose object it has.

share_with_reticulate <- function() {
  share <- function(...) {
    share_methods()
    # Its tensors have the methods of this package, too.
    asNamespace("reticulate")$register_class_filter(with_virtual_classes)
    note_neighbour_methods()
    share_requirements()
    if (python_state$started) keep_gil_for_neighbour()
  }
  if (isNamespaceLoaded("reticulate")) share()
  setHook(packageEvent("reticulate", "onLoad"), share)
}

share_methods <- function() {
  own <- python_methods(topenv())
  other <- python_methods(asNamespace("reticulate"))
  for (method in union(names(own), names(other))) {
    parts <- strsplit(method, " ", fixed = TRUE)[[1]]
    mine <- own[[method]] %||% if (in_ops_group(parts[[1]])) own[["Ops python.builtin.object"]]
    shared <- shared_method(mine, other[[method]])
    # A generic of a package that is not attached.
    try(registerS3method(parts[[1]], parts[[2]], shared, envir = topenv()), silent = TRUE)
  }
}

# The methods of a package for Python's classes, named by generic and class. Its own generics are
# of no concern to the other package.
python_methods <- function(namespace) {
  methods <- getNamespaceInfo(namespace, "S3methods")
  exported <- getNamespaceExports(namespace)
  of_python <- grepl("^(python[.]builtin|numpy|pandas|polars|scipy|datetime)[.]", methods[, 2])
  methods <- methods[of_python & !methods[, 1] %in% exported, , drop = FALSE]
  functions <- lapply(methods[, 3], get0, envir = namespace, mode = "function")
  functions <- stats::setNames(functions, paste(methods[, 1], methods[, 2]))
  Filter(function(method) !is.null(method) && length(formals(method)), functions)
}

# Here, operators are methods of the group, which those of a single operator would precede.
in_ops_group <- function(generic) {
  generic == "!" || generic %in% methods::getGroupMembers("Ops", recursive = TRUE)
}

# The method of one package with the other's in front, for the objects of the other. The arguments
# are passed on as promises.
shared_method <- function(own, other) {
  # Each package can read the objects of the other.
  if (is.null(other)) {
    return(own)
  }
  method <- own %||% other
  first <- as.name(names(formals(method))[[1]])
  is_of_method <- if (is.null(own)) is_other_object else is_own_operand(names(formals(own)))
  elsewhere <- if (is.null(own)) quote(NextMethod()) else passed_on(own, other)
  body(method) <- bquote({
    if (!.(is_of_method)(.(first))) {
      return(.(elsewhere))
    }
    .(body(method))
  })
  method
}

# For `1 + x`, the second operand decides.
is_own_operand <- function(formals) {
  if (!identical(formals, c("e1", "e2"))) {
    return(is_own_object)
  }
  function(e1) {
    is_own_object(e1) || !is_py_object(e1) && is_own_object(get("e2", parent.frame()))
  }
}

passed_on <- function(own, other) {
  given <- names(formals(own))
  needed <- Filter(function(name) identical(formals(own)[[name]], substitute()), given)
  arguments <- lapply(needed, as.name)
  names(arguments) <- ifelse(needed == "value", "value", "")
  call <- as.call(c(other, arguments))
  if (!identical(given, c("e1", "e2"))) {
    return(call)
  }
  bquote(if (missing(e2)) .(as.call(c(other, quote(e1)))) else .(call))
}

is_own_object <- function(x) {
  reference <- if (is.function(x)) attr(x, "py_object", exact = TRUE) else x
  if (is.list(reference)) {
    return(!is.null(.subset2(reference, "exception")))
  }
  is.environment(reference) && (exists(".pyobj", envir = reference, inherits = FALSE) ||
    exists("delayed_module", envir = reference, inherits = FALSE))
}

is_other_object <- function(x) !is_own_object(x)
