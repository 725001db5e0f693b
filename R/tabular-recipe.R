# tabular() of a recipe of the package recipes.

#' @export
tabular.recipe <- function(formula, data, ...) {
  need_package("recipes", "Recipes need")
  data <- as_table(data)
  recipe <- recipes::prep(formula, training = data, verbose = FALSE)
  later <- as.data.frame(recipes::bake(recipe, new_data = data))
  rows <- rows_of_training(recipe, data, later)
  call <- match.call()
  call[[1]] <- quote(tabular)
  again <- call
  again$formula <- stats::as.formula(formula_of_recipe(recipe), parent.frame())
  again$data <- rows
  again$weights <- weights_in_recipe(recipe, rows, call$weights)
  made <- eval(again, parent.frame())
  remember_recipe(memory_of(made), recipe, call, data, rows, later)
  made
}

# With the steps that are skipped later. prep() keeps the rows of an earlier preparation.
rows_of_training <- function(recipe, data, later) {
  is_skipped <- vapply(recipe$steps, function(step) isTRUE(step$skip), NA)
  if (!any(is_skipped)) return(later)
  for (i in which(is_skipped)) recipe$steps[[i]]$skip <- FALSE
  as.data.frame(recipes::bake(recipe, new_data = data))
}

variables_of_role <- function(recipe, role) {
  roles <- summary(recipe)
  roles$variable[roles$role %in% role]
}

formula_of_recipe <- function(recipe) {
  outcomes <- lapply(stats::setNames(nm = variables_of_role(recipe, "outcome")), as.name)
  if (length(outcomes) == 0L) abort("The recipe has no variable of the role \"outcome\".")
  response <- if (length(outcomes) == 1L) outcomes[[1]] else as.call(c(quote(list), outcomes))
  inputs <- lapply(variables_of_role(recipe, "predictor"), as.name)
  if (length(inputs) == 0L) abort("The recipe has no variable of the role \"predictor\".")
  call("~", response, Reduce(function(a, b) call("+", a, b), inputs))
}

# Numbers, or the expression of the argument `weights`.
weights_in_recipe <- function(recipe, rows, argument) {
  name <- variables_of_role(recipe, "case_weights")
  if (length(name) == 0L) return(argument)
  if (!is.null(argument)) {
    abort("`weights` are given, but the recipe has case weights, `%s`. Use one of them.", name)
  }
  as.double(unclass(rows[[name]]))
}

# What the model keeps are the rows before the recipe, if it is trained on those that predict()
# makes of them.
remember_recipe <- function(memory, recipe, call, data, rows, later) {
  memory$trained$formula$recipe <- recipe
  before <- recipe$var_info$variable[recipe$var_info$role %in% "predictor"]
  memory$trained$formula$raw <- lapply(data[intersect(before, names(data))], raw_column)
  outcomes <- variables_of_role(recipe, "outcome")
  memory$trained$formula$skips_outcome <- !all(unlist(Map(`%in%`, rows[outcomes], later[outcomes])))
  # Their numbers are the names of the baked ones.
  kept <- as.integer(rownames(memory$table$data))
  is_kept <- nrow(later) == nrow(data) && identical(rows, later)
  memory$table["data"] <- list(if (is_kept && length(kept)) data[kept, , drop = FALSE])
  memory$table$call <- call
}

# What is needed to make a column like it of JSON.
raw_column <- function(x) {
  kind <- kind_in_formula(x)
  list(kind = kind, levels = if (is.factor(x)) levels(x),
       units = if (kind == "span") units(x))
}
