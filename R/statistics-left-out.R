# What the members of a model of tabular() say of the rows that they have left out.

# Whether the model keeps the rows, and which member has left out which.
knows_left_out <- function(model) {
  table <- memory_of(model)$table
  !is.null(table$data) && any(!is.na(table$left_out))
}

# list(rows, member, predict): the numbers of the rows that are left out by a member, the member,
# and a function of `type` as predict() has it, which returns its predictions of them.
left_out_rows <- function(model) {
  table <- memory_of(model)$table
  rows <- which(!is.na(table$left_out))
  member <- table$left_out[rows]
  data <- take_rows(table$data, rows)
  list(rows = rows, member = member, predict = function(type = "response", times = NULL) {
    predict_by_member(model, data, member, type, times)
  })
}

# predict() of rows, each by its own member.
predict_by_member <- function(model, data, member, type = "response", times = NULL) {
  facts <- facts_of(model)
  design <- facts$memory$trained$formula
  # predict() has warned before.
  inputs <- suppressWarnings(table_inputs(design, table_frame(design, baked(design, data))))
  outputs <- outputs_by_member(model, design, inputs, member)
  levels <- class_levels(facts, NULL, is_needed = type %in% c("class", "prob"))
  as_answers(if (design$is_single) outputs[[1]] else outputs, facts, type, levels, times = times)
}

# For each output a matrix.
outputs_by_member <- function(model, design, inputs, member) {
  backend <- config_backend()
  # All members predict all rows.
  parts <- split(seq_along(member), (seq_along(member) - 1L) %/% 50000L)
  lapply(stats::setNames(design$outputs, names(design$targets)), function(output) {
    predicting <- in_python("rkeras.keras.members.predicting", model, members_layer(output))
    do.call(rbind, lapply(parts, function(rows) {
      x <- as_keras_data(take_rows(inputs, rows), "x")
      args <- list(x = x, batch_size = 4096L, verbose = 0L)
      each <- run_training(predicting, "predict", args, TRUE, backend)
      units <- dim(each)[[3]]
      at <- cbind(rep(seq_along(rows), units), rep(member[rows], units),
                  rep(seq_len(units), each = length(rows)))
      matrix(each[at], length(rows))
    }))
  })
}
