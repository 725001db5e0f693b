# What print() says of a model of tabular().

# NULL for other models.
tabular_lines <- function(model) {
  memory <- memory_of(model)
  table <- memory$table
  design <- memory$trained$formula
  if (is.null(table) || is.null(design$table)) {
    return(NULL)
  }
  members <- members_of(model)
  network <- (if (length(members)) members[[1]] else model)$get_layer("network")
  settings <- table$settings
  parts <- c(
    Formula = design$text,
    Rows = format(design$n, big.mark = ","),
    Inputs = inputs_text(design),
    Output = paste0(names(design$targets), ", ", lapply(design_responses(design), response_text),
                    collapse = "; "),
    Members = members_text(settings$members, length(members), table$left_out),
    Network = network_text(settings, network$count_params()),
    Trained = if (!is.null(table$history)) epochs_text(table$history)
  )
  if (is_scaled(model)) parts[["Temperature"]] <- format(temperature_of(model), digits = 3)
  if (!is.null(table$scores)) parts[["Left out"]] <- scores_text(table$scores)
  c("Model of a data frame", sprintf("%-10s %s", paste0(names(parts), ":"), parts))
}

members_text <- function(n, n_models, left_out) {
  n <- n * max(n_models, 1L)
  share <- mean(!is.na(left_out)) / max(left_out, 1L, na.rm = TRUE)
  if (length(left_out) == 0L || share == 0) return(as.character(n))
  each <- if (n == 1L) "leaves" else "each leaves"
  sprintf("%d, %s out %s of the rows", n, each, paste0(format(100 * share, digits = 2), "%"))
}

# Each with its standard error.
scores_text <- function(scores) {
  errors <- ifelse(is.na(scores[, "se"]), "", sprintf(" (%s)", vapply(scores[, "se"], format, "",
                                                                      digits = 2)))
  paste0(rownames(scores), " ", format_metric(scores[, "score"]), errors, collapse = ", ")
}

inputs_text <- function(design) {
  kinds <- kinds_of(design$table)
  words <- c(number = "number", category = "category", date = "date", time = "time",
             span = "time span")
  plurals <- c("numbers", "categories", "dates", "times", "time spans")
  count <- table(factor(kinds, names(words)))
  text <- toString(unlist(Map(count_of, as.vector(count), words, plurals))[count > 0L])
  paste0(text, if (design$has_offset) ", offset")
}

network_text <- function(settings, n) {
  layers <- "no hidden layer"
  if (length(settings$hidden) > 0L) {
    layers <- paste0(
      "hidden layers of ", first_few(settings$hidden),
      if (settings$dropout > 0) sprintf(" with dropout %s", format(settings$dropout)),
      if (settings$linear) ", a linear part"
    )
  }
  sprintf("%s, %s parameters", layers, format(n, big.mark = ","))
}

epochs_text <- function(history) count_of(length(history$metrics$loss), "epoch", "epochs")
