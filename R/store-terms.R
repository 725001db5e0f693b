# Terms and formulas in the record of a model's file. They are trees in the file, without code that
# would be parsed, and load_model() checks which functions they call.

# R computes the other attributes of terms again.
node_of_terms <- function(x) {
  formula <- stats::formula(x)
  attributes(formula) <- NULL
  list(type = "terms", formula = node_of_language(formula),
       predvars = as_node(attr(x, "predvars")), classes = as_node(attr(x, "dataClasses")))
}

node_of_language <- function(x) {
  if (is.symbol(x)) {
    name <- as.character(x)
    return(if (nzchar(name)) list(type = "symbol", name = name) else list(type = "missing"))
  }
  if (!is.call(x)) abort("%s", describe(x))
  parts <- lapply(as.list(x), function(part) {
    if (is.language(part)) node_of_language(part) else as_node(part)
  })
  list(type = "call", parts = I(unname(parts)), names = I(names(x) %||% character()))
}

language_of_node <- function(node, env) {
  switch(node$type,
    missing = substitute(), symbol = as.name(node$name), terms = terms_of_node(node, env),
    call = {
      parts <- lapply(node$parts, of_node, env)
      if (length(node$names) > 0L) names(parts) <- unlist(node$names)
      as.call(parts)
    }
  )
}

terms_of_node <- function(node, env) {
  formula <- stats::as.formula(of_node(node$formula, env), env)
  terms <- stats::terms(formula)
  attr(terms, "predvars") <- of_node(node$predvars, env)
  attr(terms, "dataClasses") <- of_node(node$classes, env)
  terms
}

# Variables of the formula are looked up in the data and here.
environment_for_terms <- function(custom_objects) {
  functions <- if (is.list(custom_objects)) Filter(is.function, custom_objects)
  if (length(functions) == 0L) return(globalenv())
  list2env(functions, parent = globalenv())
}

# ---- What may be called --------------------------------------------------------------------------

# Functions that compute values from values alone: none evaluates text, calls a function that it
# gets, or reads and writes files.
known_functions <- c(
  "~", "+", "-", "*", "/", "^", "%%", "%/%", "%in%", "(", ":", "==", "!=", "<", "<=", ">", ">=",
  "!", "&", "|", "xor", "[", "[[", "$", "c", "list", "cbind", "I", "offset", "Surv", "abs", "sign",
  "sqrt", "exp", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos",
  "atan", "atan2", "sinh", "cosh", "tanh", "floor", "ceiling", "round", "signif", "trunc", "pmin",
  "pmax", "cut", "findInterval", "scale", "poly", "bs", "ns", "ifelse", "is.na", "is.finite",
  "factor", "ordered", "addNA", "droplevels", "relevel", "interaction", "as.factor", "as.ordered",
  "as.numeric", "as.double", "as.integer", "as.logical", "as.character", "as.Date", "as.POSIXct",
  "difftime", "as.difftime", "julian", "months", "weekdays", "quarters", "ISOdate", "nchar",
  "tolower", "toupper", "trimws", "substr", "substring", "startsWith", "endsWith", "paste",
  "paste0", "rowSums", "rowMeans", "plogis", "qlogis", "rev", "rep", "seq_along", "length"
)

# Calls of others are code of the file, which runs only if the user says so.
check_calls <- function(parts, custom_names) {
  known <- c(known_functions, custom_names)
  texts <- unlist(lapply(parts, `[[`, "text"))
  calls <- c(language_in(parts), lapply(texts, str2lang))
  unknown <- unique(unlist(lapply(calls, unknown_calls, known)))
  if (length(unknown) > 0L) {
    abort(paste0(
      "The formula of the saved model calls %s, which load_model() does not do by itself:\n",
      "%s\nSupply the functions in `custom_objects`, or use `safe_mode = FALSE` if you trust the ",
      "source of the file."
    ), toString(unknown), paste(unique(c(texts, vapply(calls, deparse1, ""))), collapse = "\n"),
    kind = "unsafe")
  }
}

# All language in a list, that of attributes as well.
language_in <- function(x) {
  found <- if (is.call(x)) list(without_attributes(x))
  within <- c(if (is.list(x)) unclass(x), attributes(x))
  c(found, unlist(lapply(unname(within), language_in), recursive = FALSE))
}

unknown_calls <- function(x, known) {
  if (!is.call(x)) return(NULL)
  head <- x[[1]]
  is_of_package <- is.call(head) && identical(head[[1]], quote(`::`)) &&
    as.character(head[[2]]) %in% c("base", "stats", "splines", "survival")
  name <- if (is.symbol(head)) as.character(head)
          else if (is_of_package) as.character(head[[3]]) else deparse1(head)
  within <- Filter(is.call, as.list(x)[-1])
  c(if (!name %in% known) name, unlist(lapply(within, unknown_calls, known)))
}
