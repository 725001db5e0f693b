# Converts functions and expressions: autograph() and the functions that a converted function calls.

#' R's control flow on tensors
#'
#' `autograph()` converts a function, or evaluates an expression, so that `if`, `while`, `for`,
#' `repeat`, `break`, `next`, `return()`, `switch()`, `ifelse()`, `stopifnot()`, `&&` and `||` also
#' take tensors. While TensorFlow traces a graph, they become operations of the graph: `if` becomes
#' `tf$cond()`, loops become `tf$while_loop()`, and `for` over a dataset becomes a reduction of the
#' dataset. With tensors that have values they run as in R, and with R values they are R's own.
#' [tf_function()] converts functions by default.
#'
#' @details
#' The code of the function is rewritten once; each statement decides at run time whether it becomes
#' an operation or runs in R. The functions that it calls are converted as well, except those of
#' packages that do not import rkeras. `autograph(package::f)` converts a function of any package.
#'
#' * **`if`** on a tensor traces both branches. Variables that they assign, and the value of the
#'   statement, become outputs. Numbers and logicals of different types become the type that holds
#'   both, `NA` becomes `NaN`, and other values must be alike in both branches. A variable that only
#'   one branch assigns is undefined afterwards, and it is an error to use it.
#' * **`while`, `for`, `repeat`**: variables that the body assigns and that have a value before the
#'   loop are passed from one iteration to the next, in the type that holds all their numbers. They
#'   keep their shape. Variables that only the body assigns are undefined after the loop.
#' * R numbers that become tensors are `float64` if the floating-point arguments of the function
#'   are, else `float32`.
#' * **`for (x in tensor)`** iterates over the first axis, `for (x in dataset)` over the elements,
#'   and `1:n` and `seq_len(n)` may have a tensor `n`.
#' * Functions of base R that have no methods take tensors, too: `:`, `seq()`, `seq_len()`,
#'   `seq_along()`, `rep()`, `%in%`, `c()`, `unlist()`, `append()`, `matrix()`, `array()`,
#'   `sapply()` and `vapply()` whose function returns tensors, `sum()` and the like with a tensor in
#'   any place, `isTRUE()`, `isFALSE()`, `identical()`, `which()`, `which.max()`, `which.min()`,
#'   `pmax()`, `pmin()`, `rowSums()` and its relatives, `crossprod()`, `var()`, `sd()`, `atan2()`,
#'   `is.double()`, `typeof()` and their relatives. `as.numeric()`, `as.integer()`, `as.logical()`
#'   and `as.vector()` cast, and a value that would be `NA` is an error when the graph runs.
#'   `length()`, `nrow()` and `ncol()` are tensors where a length is not known yet. In an R vector
#'   `w`, `w[i]` counts from 1 if `i` is a tensor; in a tensor it counts from 0, see [op_subset()].
#' * Other functions of R fail with an error that names the function.
#' * Lists, also nested ones, can be variables of branches and loops if they keep their structure.
#'   They cannot grow: use a `tf$TensorArray()`, to which `x[[i]] <- value` writes.
#' * `x[i] <- value` of an R vector makes it a tensor if `value` is one.
#' * `x && y` computes `y` only if `x` is true.
#' * `stop()` in a branch or loop on a tensor is an error when the graph runs into it, of class
#'   `tensorflow.python.framework.errors_impl.InvalidArgumentError`; `tryCatch()` within the graph
#'   does not catch it. A condition object given to `stop()` is raised while the graph is built.
#'
#' In an expression, assignments are made in the calling environment.
#'
#' @param x Function or expression.
#' @return For a function: the converted function, with the same arguments. For an expression: its
#'   value.
#' @family graphs
#' @seealso [tf_function()], [ag_if_vars()] and [ag_loop_vars()] for hints, [op_cond()] and
#'   [op_while_loop()] for functions that do the same explicitly.
#' @concept control flow
#' @concept if on tensors
#' @concept while loop
#' @concept tfautograph
#' @concept symbolic tensor
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' square_if_positive <- autograph(function(x) if (x > 0) x * x else x)
#' square_if_positive(tf$constant(-5))
#'
#' # The same function as a graph
#' tf_function(square_if_positive)(tf$constant(5))
#'
#' # An expression: iterate over the rows of a tensor
#' total <- 0
#' autograph(for (row in tf$constant(matrix(1:4, 2))) total <- total + row)
#' total
autograph <- function(x) {
  code <- substitute(x)
  frame <- parent.frame()
  if (is.name(code) || head_name(code) == "function") {
    value <- eval(code, frame)
    return(if (is.function(value)) convert_named(value) else value)
  }
  value <- evaluated(code, frame)
  if (value$visible) value$value else invisible(value$value)
}

# Rewritten code whose dispatchers are in the code itself: `frame` is the user's.
evaluated <- function(code, frame) {
  on.exit(rm(list = ls(frame, all.names = TRUE, pattern = "^[.]ag_"), envir = frame))
  value <- withVisible(eval(rewrite_body(code, inline_scope(frame)), frame))
  value$value <- convert_named(value$value)
  value
}

inline_scope <- function(frame, line = NULL) {
  functions <- dispatchers()
  scope <- new_scope(frame, function(name) functions[[name]], line)
  scope$inline <- TRUE
  scope
}

# ---- Functions -----------------------------------------------------------------------------------

# The converted function. Functions of packages that know nothing of tensors, unless of `home`, of
# Python, and converted ones are returned unchanged.
convert_function <- function(f, home = globalenv()) {
  if (!is_user_function(f, home)) {
    return(f)
  }
  known <- known_conversion(f)
  if (!is.null(known)) return(known)
  converted <- rewritten_function(f)
  remember_conversion(f, converted)
  converted
}

# A function that the user names is converted, also one of a package.
convert_named <- function(f) {
  convert_function(f, if (is.function(f) && !is.primitive(f)) topenv(environment(f)))
}

is_user_function <- function(f, home = globalenv()) {
  is_closure_of_r(f) && !is_of_package(f, home) && !is_converted(f)
}

is_converted <- function(f) is_closure_of_r(f) && !is.null(get0(mark, environment(f)))

is_closure_of_r <- function(f) {
  typeof(f) == "closure" && !isS4(f) && !is_py_object(f) && !inherits(f, "python_class_maker")
}

mark <- ".ag_converted"

# Closures that functions of this package create are its own, too. They have no source reference,
# unlike the functions of its tests, whose environments inherit from the namespace as well.
is_of_package <- function(f, home) {
  frame <- environment(f)
  ours <- list(topenv(), baseenv(), .BaseNamespaceEnv)
  is_made_here <- identical(parent.env(frame), topenv()) && is.null(attr(f, "srcref"))
  if (is_made_here || any(vapply(ours, identical, NA, frame))) {
    return(TRUE)
  }
  is_package <- isNamespace(frame) || startsWith(attr(frame, "name") %||% "", "package:")
  is_package && !identical(frame, home) && !(isNamespace(frame) && imports_this(frame))
}

imports_this <- function(namespace) "rkeras" %in% names(getNamespaceImports(namespace))

rewritten_function <- function(f) {
  frame <- environment(f)
  functions <- dispatchers()
  names(functions) <- paste0(".ag_", names(functions))
  mask <- list2env(functions, new.env(parent = frame))
  mask[[mark]] <- TRUE
  scope <- new_scope(frame, function(name) as.name(paste0(".ag_", name)), attr(f, "srcref"))
  converted <- rewritten_within(f, scope, mask)
  shadow_functions(f, mask, scope$locals)
  mask[[".ag_written"]] <- f
  converted
}

rewritten_within <- function(f, scope, frame) {
  made <- rewrite_closure(formals(f), body(f), scope)
  converted <- as.function(c(made$formals, list(made$body)), frame)
  attributes(converted) <- attributes(f)
  converted
}

# Functions of the user that the function uses are converted when they are used: the environment of
# the converted function has active bindings for them.
shadow_functions <- function(f, mask, locals) {
  frame <- parent.env(mask)
  names <- setdiff(all.names(body(f), unique = TRUE), locals)
  for (name in c(names, unlist(lapply(names, methods_of, frame)))) {
    if (is_user_function(get0(name, frame), topenv(frame))) {
      makeActiveBinding(name, shadow(name, frame), mask)
    }
  }
}

# The user's methods of a generic function of the user, which R looks for where it is called.
methods_of <- function(name, frame) {
  f <- get0(name, frame)
  if (!is_user_function(f, topenv(frame)) || !"UseMethod" %in% all.names(body(f))) return(NULL)
  methods <- character()
  while (!identical(frame, topenv(frame))) {
    methods <- c(methods, ls(frame))
    frame <- parent.env(frame)
  }
  methods <- unique(c(methods, ls(frame)))
  methods[startsWith(methods, paste0(name, "."))]
}

shadow <- function(name, frame) {
  force(name)
  force(frame)
  function(value) {
    if (!missing(value)) return(assign(name, value, frame_of(name, frame)))
    convert_function(get(name, frame), topenv(frame))
  }
}

# ---- Functions for Keras -------------------------------------------------------------------------

# A loss, metric, activation or other R function that Keras calls with tensors of a graph.
function_for_keras <- function(f) if (has_control_flow(f)) convert_named(f) else f

has_control_flow <- function(f) {
  is.function(f) && !is.primitive(f) && is_user_function(f, topenv(environment(f))) &&
    (any(all.names(body(f)) %in% control_flow) || calls_user_function(f))
}

control_flow <- c("if", "while", "for", "repeat", "switch", "&&", "||", "ifelse", "stopifnot",
                  "isTRUE", "isFALSE", "%in%", "identical", "which", "which.max", "which.min",
                  "pmax", "pmin", "seq_len")

calls_user_function <- function(f) {
  names <- setdiff(all.names(body(f), unique = TRUE), names(formals(f)))
  any(vapply(names, function(name) is_user_function(get0(name, environment(f))), NA))
}

# A method of a class. Its environment is another one in each call, so the dispatchers are in its
# code.
convert_method <- function(method) {
  if (!has_control_flow(method)) {
    return(method)
  }
  frame <- environment(method)
  rewritten_within(method, inline_scope(frame, attr(method, "srcref")), frame)
}

# ---- Conversions that are known ------------------------------------------------------------------

# The last conversions of functions with the same environment are attributes of it: they end with
# it, and so do the data and operators that such functions refer to.
known_conversion <- function(f) {
  for (entry in conversions_of(environment(f))) {
    if (identical(entry$f, f)) return(entry$converted)
  }
}

remember_conversion <- function(f, converted) {
  frame <- environment(f)
  known <- c(list(list(f = f, converted = converted)), conversions_of(frame))
  attr(frame, "rkeras_conversions") <- utils::head(known, most_conversions)
}

conversions_of <- function(frame) attr(frame, "rkeras_conversions", exact = TRUE)

most_conversions <- 64L
