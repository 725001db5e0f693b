# What R knows of a model, in the model's file: the formula, levels, times, scores of conformal().
# It is data, and calls of a formula are checked by R/store-terms.R before anything computes them.

# Called by Python when a model is saved; `memory` is what memory_of() returns. JSON; NULL if
# nothing is known.
record_of_memory <- function(memory) {
  # saveRDS() keeps the memory itself.
  if (length(context$serialized) > 0L) {
    return(NULL)
  }
  parts <- recorded_parts(memory)
  parts <- drop_null(Map(part_in_record, parts, names(parts)))
  if (length(parts) == 0L) {
    return(NULL)
  }
  to_json_text(list(version = record_version, parts = parts))
}

record_version <- 1L

# The rows that a model was trained on are not for everyone who gets the file; the call would be
# code that update() runs.
recorded_parts <- function(memory) {
  parts <- as.list(memory)
  trained <- as.list(parts$trained)
  names(trained) <- sprintf("trained.%s", names(trained))
  parts$table <- parts$table[setdiff(names(parts$table), c("call", "data", "weights", "folds"))]
  parts <- c(parts[setdiff(names(parts), "trained")], trained)
  parts <- parts[lengths(parts) > 0L]
  parts[order(as.character(names(parts)))]
}

part_in_record <- function(part, name) {
  if (name == "trained.formula" && !is.null(part$recipe)) {
    warn_of_unrecorded("the recipe", ", which `custom_objects` of load_model() takes")
    part$recipe <- FALSE
  }
  tryCatch(as_node(part), rkeras_error_argument = function(e) {
    what <- switch(name, trained.formula = "the formula", conformal = "what conformal() learned",
                   sprintf("`%s`", name))
    warn_of_unrecorded(what, sprintf(", as it has %s", conditionMessage(e)))
    NULL
  })
}

warn_of_unrecorded <- function(what, reason = "") {
  warn("The file of the model is without %s%s. saveRDS() keeps all of it.", what, reason,
       kind = "saved")
}

to_json_text <- function(x) {
  as.character(jsonlite::toJSON(x, auto_unbox = TRUE, null = "null", na = "null", digits = NA))
}

# ---- Reading -------------------------------------------------------------------------------------

# A list for the memory of the model. `text` is NULL for a file without a record.
read_record <- function(text, custom_objects, safe_mode) {
  if (is.null(text)) {
    return(list())
  }
  record <- tryCatch(jsonlite::fromJSON(text, simplifyVector = FALSE), error = damaged_record)
  if (!identical(record$version, record_version)) {
    warn(c("The file has a record of another version of rkeras, which is not read: the formula and",
           "the levels of the model are unknown."), kind = "saved")
    return(list())
  }
  if (!are_names(names(record$parts))) damaged_record(simpleError("it has no parts"))
  env <- environment_for_terms(custom_objects)
  parts <- tryCatch(lapply(record$parts, of_node, env), error = damaged_record)
  if (!isFALSE(safe_mode)) check_calls(parts, names(custom_objects))
  is_trained <- startsWith(names(parts), "trained.")
  trained <- parts[is_trained]
  names(trained) <- sub("^trained[.]", "", names(trained))
  c(parts[!is_trained], if (length(trained) > 0L) list(trained = trained))
}

is_recipe <- function(x) inherits(x, "recipe")

# The record with the recipe that is supplied for it.
with_recipe <- function(record, recipe) {
  if (!isFALSE(record$trained$formula$recipe)) {
    abort("`custom_objects` has a recipe, but the model of the file was made without one.")
  }
  need_package("recipes", "Recipes need")
  if (!recipes::fully_trained(recipe)) {
    abort(c("The recipe in `custom_objects` is not prepared. Supply what recipes::prep(recipe,",
            "training = data) returns for the data of the model."))
  }
  lacks <- setdiff(record$trained$formula$columns, summary(recipe)$variable)
  if (length(lacks) > 0L) {
    abort("The recipe in `custom_objects` does not make the column `%s` of the model.", lacks[[1]])
  }
  record$trained$formula$recipe <- recipe
  record
}

damaged_record <- function(e) {
  abort("The file's record of R is damaged (%s).", conditionMessage(e), kind = "file")
}

# ---- Values as JSON ------------------------------------------------------------------------------

# The classes of values that the record may have: their methods compute nothing that they contain.
recorded_classes <- c("factor", "ordered", "Date", "POSIXct", "POSIXt", "difftime", "integer64",
                      "data.frame", "keras_training_history")

as_node <- function(x) {
  if (inherits(x, "terms")) {
    return(node_of_terms(x))
  }
  if (is.language(x)) {
    return(node_of_language(x))
  }
  type <- typeof(x)
  values <- switch(type,
    "NULL" = NULL, list = lapply(x, as_node), double = double_text(x),
    character = enc2utf8(x), integer = , logical = x,
    abort("%s", describe(x))
  )
  strange <- setdiff(attr(x, "class"), recorded_classes)
  if (length(strange) > 0L) abort("an object of class `%s`", strange[[1]])
  drop_null(list(
    type = type, values = if (type != "NULL") I(without_attributes(values)),
    attributes = if (!is.null(attributes(x))) lapply(attributes(x), as_node)
  ))
}

without_attributes <- function(x) {
  attributes(x) <- NULL
  x
}

# Decimal where that is exact.
double_text <- function(x) {
  x <- without_attributes(x)
  decimal <- sprintf("%.15g", x)
  is_exact <- !is.finite(x) | double_of_text(decimal) == x
  ifelse(is_exact, decimal, sprintf("%a", x))
}

# R warns of the text "NA".
double_of_text <- function(text) as.double(replace(text, text == "NA", NA))

of_node <- function(node, env) {
  value <- switch(node$type,
    terms = , symbol = , call = , missing = return(language_of_node(node, env)), "NULL" = NULL,
    list = lapply(node$values, of_node, env),
    double = double_of_text(as.character(node_values(node, "NA"))),
    character = as.character(node_values(node, NA_character_)),
    integer = as.integer(node_values(node, NA_integer_)),
    logical = as.logical(node_values(node, NA)), stop("unknown type ", toString(node$type))
  )
  attributes <- lapply(node$attributes, of_node, env)
  strange <- setdiff(attributes$class, recorded_classes)
  if (length(strange) > 0L) stop("unknown class ", strange[[1]])
  # The others depend on these.
  first <- intersect(c("dim", "names", "levels"), names(attributes))
  for (name in union(first, names(attributes))) attr(value, name) <- attributes[[name]]
  value
}

node_values <- function(node, missing) {
  values <- node$values
  values[vapply(values, is.null, NA)] <- list(missing)
  unlist(values)
}
