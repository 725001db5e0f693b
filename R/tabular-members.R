# The members of a model of tabular(): which rows each leaves out, their training, and what they say
# of the rows that they have not seen.

# ---- Folds ---------------------------------------------------------------------------------------

# list(members, used, judges, left_out): matrices with a column for each member say which rows it is
# trained on, and which decide when it is best; `left_out` is the member that each row is left out
# by, or NA.
members_of_folds <- function(table, settings) {
  n <- table$design$n
  parts <- table_folds(table$folds %||% 5, settings$members, n, table$y[[1]])
  members <- settings$members %||% length(parts)
  if (length(parts) == 0L) {
    return(list(members = settings$members %||% 5L, left_out = rep(NA_integer_, n)))
  }
  at <- (seq_len(members) - 1L) %% length(parts) + 1L
  chosen <- parts[at]
  judges <- if (settings$strict) parts[at %% length(parts) + 1L] else chosen
  among <- function(rows) seq_len(n) %in% rows
  judging <- vapply(judges, function(fold) among(fold$held), logical(n))
  used <- vapply(chosen, function(fold) among(fold$train), logical(n)) & !judging
  if (any(colSums(used) == 0L)) {
    abort(c("`folds` leave a member without rows to train on. With `strict = TRUE` there must be 3",
            "folds at least."))
  }
  left_out <- rep(NA_integer_, n)
  for (k in rev(seq_len(members))) left_out[chosen[[k]]$held] <- k
  list(members = members, used = used, judges = judging, left_out = left_out)
}

# As as_folds(); a vector has the groups of rows, which are dealt to the folds as a whole.
table_folds <- function(folds, members, n, y) {
  is_number <- is.numeric(folds) && length(folds) == 1L
  if (is_number && folds %in% 1) return(list())
  if (is_of_rows(folds, n)) {
    folds <- fold_of_groups(folds, max(2L, members %||% 5L))
  } else if (is_number) {
    if (n < 2L) abort("`data` has too few rows to hold some of them out. Use `folds = 1`.")
    folds <- min(check_whole(folds, "folds"), n)
  }
  as_folds(folds, data.frame(row = seq_len(n)), y, 1L)
}

# The largest groups first, each to the fold with the fewest rows.
fold_of_groups <- function(groups, k) {
  sizes <- sort(table(groups), decreasing = TRUE)
  if (length(sizes) < 2L) abort("`folds` must have two different values at least.")
  rows <- numeric(min(k, length(sizes)))
  fold <- integer(length(sizes))
  for (i in seq_along(sizes)) {
    fold[[i]] <- which.min(rows)
    rows[[fold[[i]]]] <- rows[[fold[[i]]]] + sizes[[i]]
  }
  fold[match(as.character(groups), names(sizes))]
}

# The argument of earlier versions: the share of rows that are held out.
folds_of_share <- function(share) {
  if (is.null(share)) return(NULL)
  share <- as_share(share, "validation_split")
  if (share == 0) 1 else max(2, round(1 / share))
}

# Rows at random from each class, or from each tenth of the numbers.
held_rows <- function(y, share) {
  rows <- NROW(y)
  # The groups one after the other, each in random order: every n-th row is of a group in turn.
  strata <- strata_of(y, rows, ties = "random")
  order <- order(strata, stats::runif(rows))
  n <- max(1L, round(share * rows))
  if (n >= rows) abort("`data` has too few rows to set some of them apart for calibration.")
  sort(order[unique(round(seq(0.5, rows + 0.5, length.out = 2L * n + 1L)[2L * seq_len(n)]))])
}

# ---- Training ------------------------------------------------------------------------------------

# list(model, history, members, folds, left_out): the model with the best weights of each member,
# and who left out which rows.
train_members <- function(table, settings) {
  design <- table$design
  parts <- members_of_folds(table, settings)
  settings$members <- parts$members
  prepared <- features_of_table(design)
  features <- features_in_python(prepared, table$inputs[input_keys(design)])
  encoding <- encoding_of(design, table$frame, settings)
  network <- function(trains) network_of(prepared$features, design, settings, encoding, trains)
  x <- c(features, unname(table$inputs["(offset)"[network_has_offset(design)]]))
  y <- lapply(unname(member_targets(design, table)), for_each_member, parts$members)
  y <- for_outputs(design, y)
  weights <- table$weights %||% rep(1, design$n)
  set_python_seed(sample.int(.Machine$integer.max, 1L))
  trained <- network(TRUE)
  compile_for(trained, design, settings$optimizer, metrics = FALSE)
  history <- fit(
    trained, x, y, sample_weight = weights_of_members(parts$used, weights),
    epochs = settings$epochs, batch_size = settings$batch_size, verbose = settings$verbose,
    view_metrics = FALSE,
    callbacks = c(if (!is.null(parts$judges)) best_of_each(x, y, parts$judges * weights, settings),
                  as_callbacks(settings$callbacks))
  )
  plain <- network(FALSE)
  in_python("rkeras.keras.members.fold", trained, plain)
  list(model = model_of_table(prepared, plain, design, parts$members), history = history,
       members = parts$members, folds = table$folds, left_out = parts$left_out)
}

# In Python, as there may be many.
features_in_python <- function(prepared, inputs) {
  args <- list(x = as_keras_data(inputs, "x"), batch_size = 4096L, verbose = 0L)
  features <- run_training(prepared$model, "predict", args, FALSE)
  if (length(prepared$features) == 1L) list(features) else as.list(features)
}

member_targets <- function(design, table) {
  offset <- offset_of(table$frame)
  Map(function(response, y) {
    target <- network_target(response, y, offset)
    # Codes of several classes have no axis of units.
    if (output_units(response) == 1L) matrix(target, ncol = 1L) else target
  }, design_responses(design), table$y)
}

# The targets of rows, repeated along the second axis.
for_each_member <- function(y, members) {
  if (length(dim(y)) < 2L) return(matrix(rep(as.vector(y), members), length(y)))
  aperm(array(y, c(dim(y), members)), c(1L, 3L, 2L))
}

# The loss of each member is the mean over its own rows.
weights_of_members <- function(used, weights) {
  if (is.null(used)) return(weights)
  used <- used * weights
  sweep(used, 2L, colSums(used) / sum(weights), `/`)
}

# This many rows judge all members together: more would cost a third of the training.
most_judges <- 50000L

best_of_each <- function(x, y, weights, settings) {
  n <- nrow(weights)
  if (n > most_judges) weights[-sample.int(n, most_judges), ] <- 0
  storage.mode(weights) <- "double"
  in_python("rkeras.keras.members.BestOfEach", x, y, weights, settings$patience)
}

# ---- Rows that are left out ----------------------------------------------------------------------

# What is known by the rows that the members have left out: `scores`, and the `errors` that
# intervals are made of.
remember_left_out <- function(model, table) {
  memory <- memory_of(model)
  design <- table$design
  rows <- which(!is.na(memory$table$left_out))
  if (length(rows) == 0L) return(invisible())
  weights <- take_rows(table$weights %||% rep(1, design$n), rows)
  inputs <- take_rows(table$inputs, rows)
  outputs <- outputs_by_member(model, design, inputs, memory$table$left_out[rows])
  y <- lapply(table$y, take_rows, rows)
  scores <- Map(left_out_scores, design_responses(design), y, outputs, list(weights))
  if (!design$is_single) {
    scores <- Map(function(scores, name) {
      rownames(scores) <- paste0(name, "_", score_names(rownames(scores)))
      scores
    }, scores, names(design$targets))
  }
  memory$table$scores <- do.call(rbind, unname(scores))
  if (design$is_single) {
    errors <- rep(NA_real_, design$n)
    errors[rows] <- left_out_errors(design_responses(design)[[1]], y[[1]], outputs[[1]]) %||% NA
    memory$table$errors <- errors
  }
}
