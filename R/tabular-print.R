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
  parts <- c(
    Formula = design$text,
    Rows = rows_text(design$n, table$settings$share),
    Inputs = inputs_text(design),
    Output = paste0(names(design$targets), ", ", lapply(design_responses(design), response_text),
                    collapse = "; "),
    Members = if (length(members)) as.character(length(members)),
    Network = network_text(table$settings, network$count_params()),
    Trained = if (!is.null(table$history)) epochs_text(table$history)
  )
  if (is_scaled(model)) parts[["Temperature"]] <- format(temperature_of(model), digits = 3)
  held <- table$scores
  if (length(held) > 0L) {
    parts[["Held rows"]] <- paste(names(held), format_metric(held), collapse = ", ")
  }
  c("Model of a data frame", sprintf("%-10s %s", paste0(names(parts), ":"), parts))
}

rows_text <- function(n, share) {
  held <- if (share > 0) n_held(n, share) else 0L
  numbers <- format(c(n, held), big.mark = ",", trim = TRUE)
  paste0(numbers[[1]], if (held > 0L) sprintf(", %s of them held out", numbers[[2]]))
}

inputs_text <- function(design) {
  kinds <- vapply(design$table, `[[`, "", "kind")
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

epochs_text <- function(history) {
  best <- best_epoch(history)
  n <- length(history$metrics$loss)
  paste0(count_of(n, "epoch", "epochs"), if (!is.na(best)) sprintf(", the best was %d", best))
}

best_epoch <- function(history) {
  loss <- history$metrics$val_loss
  if (length(which.min(loss)) == 0L) NA_integer_ else which.min(loss)
}

# The validation metrics of the best epoch.
best_values <- function(history) {
  best <- best_epoch(history)
  values <- history$metrics[startsWith(names(history$metrics), "val_")]
  if (is.na(best)) return(numeric())
  names(values) <- sub("^val_", "", names(values))
  vapply(values, `[[`, 0, best)
}
