# Access to parts of Python objects: `$`, `[[`, `[`, names, length, dim and completion.

#' Python objects in R: attributes, items and slices
#'
#' A Python object in R behaves much like an R environment. `$` reads and sets attributes and calls
#' methods; `[[` and `[` read and set items. An assignment modifies the Python object itself, so all
#' references to this object see the change; assigning the object to another variable does not copy
#' it.
#'
#' Positions of Python objects count from 0 and follow Python's rules. Convert the object with
#' [py_to_r()] or [as.list()][python-coercion] to use R's. Tensors are an exception: their
#' subscripts count from 1; see [op_subset()].
#'
#' @section Access:
#' * `x$name` is Python's `x.name`. A missing attribute is an error of class
#'   `python.builtin.AttributeError`. Submodules of a package are imported at the first access.
#'   `x$name <- value` sets the attribute; assigning `NULL` sets it to `None` (use [py_del_attr()]
#'   to delete it).
#' * `x[[key]]` is Python's `x[key]`: positions count from 0, negative ones from the end. A string
#'   that is not a key is looked up as an attribute.
#' * `x[...]` is Python's `x[...]` with slices (see below). `x[key] <- NULL` deletes the item;
#'   assign [py_none()] to set it to `None`.
#' * Dictionaries: `$` finds methods first, then keys; `[[` and `[` find keys. A missing key returns
#'   `NULL`; assignments with `$`, `[[` or `[` set the key, and assigning `NULL` deletes it.
#'
#' The Tab key completes attributes (`np$lin<Tab>`), keys of dictionaries, modules of packages that
#' are not imported yet, variables of Python's main module (`py$<Tab>`), and arguments of functions
#' (`np$linspace(st<Tab>`). In RStudio, completions show the signature and a summary, and F1 shows
#' Python's help, as [py_help()] does everywhere.
#'
#' Results are converted to R values if the object was created with `convert = TRUE`.
#'
#' @section Slices:
#' Subscripts of `[` have Python's meaning: they count from 0, and a slice does not include its end.
#'
#' | R | Python |
#' |---|---|
#' | `x[0]` | `x[0]` |
#' | `x[, 0]` | `x[:, 0]` |
#' | `x[1:3]` | `x[1:3]` |
#' | `x[1:10:2]` | `x[1:10:2]` |
#' | `x[NA:2]`, `` x[`:2`] `` | `x[:2]` |
#' | `x[2:NA]`, `` x[`2:`] `` | `x[2:]` |
#' | `` x[`::2`] `` | `x[::2]` |
#' | `x[.., 1]` | `x[..., 1]` |
#' | `x[NULL, ]` | `x[None, :]` |
#' | `x[c(0, 2)]` | `x[[0, 2]]` |
#'
#' A colon is a slice only if it is written inside the brackets; `i <- 1:3; x[i]` selects the items
#' 1, 2 and 3.
#'
#' @param x A Python object.
#' @param name Name of an attribute; for `[[` also a key or the position of an item.
#' @param ... Subscripts: keys, positions, slices, or empty for a whole axis.
#' @param value R value or Python object. The new value.
#' @param pattern Regular expression that the completions match.
#' @return `$`, `[[` and `[`: the attribute or item. Assignments: `x`. `names()`: the public
#'   attributes; for a dictionary, the keys. `length()`: Python's `len()` (for an array the number
#'   of elements; for an object without a length 1, or 0 if it is false in Python, as `None` is).
#'   `dim()`: the shape of an array, data frame or sparse matrix.
#' @concept method call
#' @concept slicing
#' @concept indexing
#' @concept NumPy indexing
#' @concept reference semantics
#' @concept pandas
#' @concept tab completion
#' @concept autocomplete
#' @seealso [py_get_attr()] and [py_get_item()] for names and keys that are computed, without
#'   conversion; [python-operators], [python-coercion] and [python-printing] for other functions of
#'   R; [op_subset()] for tensors.
#' @name python-objects
#' @aliases $.python.builtin.object [[.python.builtin.object [.python.builtin.object
#' @examplesIf py_available() && py_module_available("numpy")
#' os <- import("os")
#' os$path$basename("a/b.txt")
#' head(names(os))
#'
#' settings <- py_eval("{'rate': 0.1}", convert = FALSE)
#' settings$epochs <- 5L
#' settings[["epochs"]]
#' settings
#'
#' letters_in_python <- py_eval("list('abcdef')", convert = FALSE)
#' letters_in_python[[0]]
#' letters_in_python[1:3]
#' letters_in_python[`::2`]
#'
#' x <- np_array(matrix(1:6, nrow = 2))
#' x[, 0] # the first column
#' x[.., -1] # the last column
#' x[0, ] <- 0L
#' x
NULL

# ---- `$` ----------------------------------------------------------------------------------------

#' @rdname python-objects
#' @export
`$.python.builtin.object` <- function(x, name) {
  result <- .Call(.native$get_attr, x, name)
  if (is.list(result)) unwrap(result) else result
}

#' @rdname python-objects
#' @export
`$.python.builtin.module` <- function(x, name) {
  result <- .Call(.native$get_attr, x, name)
  if (failed(result, "AttributeError")) import_submodule(x, name, result) else unwrap(result)
}

#' @rdname python-objects
#' @export
`$.python.builtin.dict` <- function(x, name) {
  if (unwrap(rs_has_attr(x, name))) unwrap(rs_get_attr(x, name, NULL)) else dict_item(x, name)
}

#' @rdname python-objects
#' @export
`$<-.python.builtin.object` <- function(x, name, value) {
  unless_same(rs_set_attr(x, name, value), rs_get_attr(x, name, FALSE), value)
  invisible(x)
}

#' @rdname python-objects
#' @export
`$<-.python.builtin.dict` <- function(x, name, value) {
  if (is.null(value)) drop_item(x, name) else unwrap(rs_set_item(x, name, value))
  invisible(x)
}

#' @export
`[[<-.python.builtin.dict` <- function(x, name, value) {
  `$<-.python.builtin.dict`(x, as_key(name), value)
}

# As for an R list: a key that does not exist is no error.
drop_item <- function(x, key) {
  result <- rs_del_item(x, key)
  if (!failed(result, "KeyError")) unwrap(result)
}

# For `x$a$b <- v` R assigns to `x$a` too, and for `x$a[[1]]$b <- v` it assigns a list. If Python
# refuses this assignment (a property, a tuple), it is ignored when the value did not change: it is
# the same object, or another view of the same, as `df$loc` is for each access.
unless_same <- function(result, current, value) {
  if (!failed(result, "Exception") || !is_same(current, value)) unwrap(result)
}

is_same <- function(current, value) {
  if (is_py_object(value)) {
    return(is_py_object(current) && (py_id(current) == py_id(value) ||
      in_python("rkeras.bridge.views.are_alike", current, value)))
  }
  if (is_py_object(current)) current <- py_to_r(current)
  if (is.list(value) && is.list(current) && !is_py_object(current)) {
    return(length(value) == length(current) && all(mapply(is_same, current, value)))
  }
  identical(current, value)
}

# A package need not have imported its submodules. If there is no such submodule, the attribute
# error is raised.
import_submodule <- function(x, name, attribute_error) {
  if (!unwrap(rs_has_attr(x, "__path__"))) {
    unwrap(attribute_error)
  }
  parent <- unwrap(rs_get_attr(x, "__name__", TRUE))
  result <- rs_import(paste0(parent, ".", name), py_has_convert(x))
  unwrap(if (failed(result, "ModuleNotFoundError")) attribute_error else result)
}

# Whether a native routine returned a Python exception of this (built-in) class. Checking the result
# before `unwrap()` raises costs less than `tryCatch()`.
failed <- function(result, class) {
  is.list(result) && inherits(result, "extendr_error") &&
    inherits(result$value, paste0("python.builtin.", class))
}

# ---- `[[` ---------------------------------------------------------------------------------------

#' @rdname python-objects
#' @export
`[[.python.builtin.object` <- function(x, name) {
  if (is_name(name)) item_or_attribute(x, name) else unwrap(rs_get_item(x, as_key(name), NULL))
}

#' @export
`[[.python.builtin.module` <- `$.python.builtin.module`

#' @rdname python-objects
#' @export
`[[.python.builtin.dict` <- function(x, name) dict_item(x, as_key(name))

#' @rdname python-objects
#' @export
`[[<-.python.builtin.object` <- function(x, name, value) {
  if (is_name(name) && !unwrap(rs_has_attr(x, "__setitem__"))) {
    return(`$<-.python.builtin.object`(x, name, value))
  }
  key <- as_key(name)
  unless_same(rs_set_item(x, key, value), rs_get_item(x, key, FALSE), value)
  invisible(x)
}

is_name <- function(x) is.character(x) && length(x) == 1L

# For `x[["name"]]`: the item if `x` has items, such as a data frame's column, otherwise the
# attribute. A class has `__getitem__()` for its instances, not for itself.
item_or_attribute <- function(x, name) {
  if (inherits(x, "python.builtin.type") || !unwrap(rs_has_attr(x, "__getitem__"))) {
    return(unwrap(rs_get_attr(x, name, NULL)))
  }
  result <- rs_get_item(x, name, NULL)
  if (failed(result, "Exception") && unwrap(rs_has_attr(x, name))) {
    result <- rs_get_attr(x, name, NULL)
  }
  unwrap(result)
}

# A missing key gives NULL, as in an R list (or None if results are not converted).
dict_item <- function(x, key) {
  result <- rs_get_item(x, key, NULL)
  if (!failed(result, "KeyError")) {
    return(unwrap(result))
  }
  if (py_has_convert(x)) NULL else py_none()
}

# R users write positions as doubles, but Python requires int: whole numbers become integers, in
# arrays of any dimensions. Python creates the int if it exceeds R's integer range.
as_key <- function(key) {
  if (!is.double(key) || is.object(key) || !are_whole(key, Inf)) {
    return(key)
  }
  if (all(abs(key) <= .Machine$integer.max)) {
    storage.mode(key) <- "integer"
    return(key)
  }
  if (length(key) == 1L) call_python(python_builtin("int"), list(key), FALSE) else key
}

# ---- `[` ----------------------------------------------------------------------------------------

#' @rdname python-objects
#' @export
`[.python.builtin.object` <- function(x, ...) {
  key <- subscript(eval(substitute(alist(...))), ..., .frame = parent.frame())
  if (is_name(key)) item_or_attribute(x, key) else unwrap(rs_get_item(x, key, NULL))
}

#' @rdname python-objects
#' @export
`[.python.builtin.dict` <- function(x, ...) {
  dict_item(x, subscript(eval(substitute(alist(...))), ..., .frame = parent.frame()))
}

#' @rdname python-objects
#' @export
`[<-.python.builtin.object` <- function(x, ..., value) {
  key <- subscript(eval(substitute(alist(...))), ..., .frame = parent.frame())
  if (is.null(value)) unwrap(rs_del_item(x, key)) else unwrap(rs_set_item(x, key, value))
  invisible(x)
}

# The Python key for the subscripts in brackets; several subscripts make a tuple.
subscript <- function(expressions, ..., .frame) {
  keys <- lapply(seq_along(expressions), function(i) {
    if (is_empty(expressions[[i]])) {
      python_slice(list(NULL, NULL, NULL))
    } else if (is_slice(expressions[[i]])) {
      python_slice(lapply(slice_parts(expressions[[i]]), slice_bound, .frame))
    } else if (identical(expressions[[i]], quote(..))) {
      py_ellipsis()
    } else {
      # Unlike a slice, the argument is evaluated as a promise, in the frame that it came from.
      as_key(...elt(i))
    }
  })
  if (length(keys) == 1L) keys[[1L]] else unwrap(rs_tuple(keys, FALSE))
}

is_empty <- function(expression) is.symbol(expression) && !nzchar(as.character(expression))

# `a:b`, `a:b:c`, or a name such as `::2`.
is_slice <- function(expression) {
  is_colon_call(expression) ||
    is.symbol(expression) && grepl("^[^:]*:[^:]*(:[^:]*)?$", as.character(expression))
}

is_colon_call <- function(expression) is.call(expression) && identical(expression[[1L]], quote(`:`))

# Start, stop and step as expressions; R reads `a:b:c` as `(a:b):c`.
slice_parts <- function(expression) {
  if (is.symbol(expression)) {
    texts <- strsplit(paste0(as.character(expression), ":"), ":", fixed = TRUE)[[1L]]
    return(lapply(texts, function(text) if (nzchar(text)) str2lang(text)))
  }
  start <- expression[[2L]]
  if (is_colon_call(start)) as.list(c(as.list(start)[-1L], expression[[3L]])) else
    as.list(expression)[-1L]
}

# A bound that is NULL or NA is open.
slice_bound <- function(expression, frame) {
  bound <- eval(expression, frame)
  if (is.atomic(bound) && length(bound) == 1L && is.na(bound)) NULL else as_key(bound)
}

# The start is always passed: slice() with one argument sets the stop.
python_slice <- function(bounds) call_python(python_builtin("slice"), bounds, FALSE)

# ---- names, length, dim -------------------------------------------------------------------------

#' @rdname python-objects
#' @export
names.python.builtin.object <- function(x) {
  if (is_waiting(x)) character() else public(py_list_attributes(x))
}

#' @rdname python-objects
#' @export
names.python.builtin.dict <- function(x) dict_keys(x)

#' @rdname python-objects
#' @export
length.python.builtin.object <- function(x) {
  if (is_delayed(x)) {
    return(1L)
  }
  result <- rs_len(x)
  if (failed(result, "TypeError")) length_of_one(x) else unwrap(result)
}

# An object without a length is one value, or none if it is false, as None is. Some have no truth.
length_of_one <- function(x) {
  truth <- rs_bool(x)
  if (failed(truth, "Exception") || unwrap(truth)) 1L else 0L
}

#' @rdname python-objects
#' @export
length.numpy.ndarray <- function(x) unwrap(rs_get_attr(x, "size", TRUE))

#' @export
length.pandas.DataFrame <- function(x) dim(x)[[2L]]

#' @export
length.scipy.sparse._base._spbase <- function(x) prod(dim(x))

#' @export
length.scipy.sparse._base.spmatrix <- length.scipy.sparse._base._spbase

#' @rdname python-objects
#' @export
dim.numpy.ndarray <- function(x) {
  as.integer(unlist(unwrap(rs_get_attr(x, "shape", TRUE))))
}

#' @export
dim.pandas.DataFrame <- dim.numpy.ndarray
#' @export
dim.scipy.sparse._base._spbase <- dim.numpy.ndarray
#' @export
dim.scipy.sparse._base.spmatrix <- dim.numpy.ndarray

#' @export
as.environment.python.builtin.object <- function(x) {
  if (is.function(x)) attr(x, "py_object", exact = TRUE) else x
}

# Keys as strings, in the order of the dictionary.
dict_keys <- function(x) {
  texts <- call_python(python_builtin("map"), list(python_builtin("str"), x), FALSE)
  keys <- call_python(python_builtin("list"), list(texts), TRUE)
  if (length(keys)) as.character(keys) else character()
}

public <- function(names) names[!startsWith(names, "_")]

# ---- completion ---------------------------------------------------------------------------------

#' @rdname python-objects
#' @exportS3Method utils::.DollarNames python.builtin.object
.DollarNames.python.builtin.object <- function(x, pattern = "") {
  complete_from(py_list_attributes, x, pattern)
}

#' @exportS3Method utils::.DollarNames python.builtin.dict
.DollarNames.python.builtin.dict <- function(x, pattern = "") {
  complete_from(function(x) c(dict_keys(x), py_list_attributes(x)), x, pattern)
}

#' @exportS3Method utils::.DollarNames python.builtin.module
.DollarNames.python.builtin.module <- function(x, pattern = "") {
  complete_from(function(x) c(py_list_attributes(x), submodules(x)), x, pattern)
}

# Private names are offered only if the user has typed an underscore. Completion must never fail.
complete_from <- function(candidates, x, pattern) {
  if (is_lost(x) || is_waiting(x)) {
    return(character())
  }
  names <- tryCatch(unique(candidates(x)), error = function(e) character())
  if (!grepl("^\\^?\\\\?_", pattern)) names <- public(names)
  names <- sort(grep(pattern, names, value = TRUE))
  # RStudio asks this function for help on the names.
  if (Sys.getenv("RSTUDIO") == "1") attr(names, "helpHandler") <- "rkeras:::py_help_handler"
  names
}

# The submodules of a package that exist on disk, imported or not.
submodules <- function(x) {
  if (!unwrap(rs_has_attr(x, "__path__"))) {
    return(character())
  }
  path <- unwrap(rs_get_attr(x, "__path__", FALSE))
  modules <- in_python("pkgutil.iter_modules", path, .convert = FALSE)
  as.character(iterate(modules, function(m) unwrap(rs_get_attr(m, "name", TRUE))))
}
