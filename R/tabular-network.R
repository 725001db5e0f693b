# The model of tabular(): from the columns of a data frame to features, and from these to outputs.

# Categories with more levels than this are embedded, others have a column of zeros and ones each.
most_one_hot <- 8L

# The model's inputs: one for each column.
inputs_of_table <- function(design) {
  check_text_possible(design$table)
  keys <- input_keys(design)
  dtypes <- ifelse(are_categories(design$table), "string", "float32")
  c(new_inputs(keys, vapply(design$table, `[[`, 1L, "width"), dtypes),
    if (design$has_offset) new_inputs("(offset)", 1L, "float32"))
}

are_categories <- function(table) vapply(table, `[[`, "", "kind") == "category"

# Inputs of rows, in a list by name.
new_inputs <- function(names, widths, dtypes) {
  inputs <- in_python("rkeras.keras.layers.inputs", as.list(names), as.list(unname(widths)),
                      as.list(unname(dtypes)))
  stats::setNames(inputs, names)
}

check_text_possible <- function(table) {
  if (any(are_categories(table)) && !can("strings")) {
    abort(c("`%s` holds categories, and models of text need the backend TensorFlow. Call",
            "use_backend(\"tensorflow\") in a new session, or give numbers."),
          names(table)[are_categories(table)][[1]])
  }
}

# ---- Features ------------------------------------------------------------------------------------

# A list of tensors: `features`, numbers, and the codes of the levels of each embedded category.
# Only Keras's own layers and operations compute them, so that a saved model needs no R.
table_features <- function(inputs, table) {
  inputs <- stats::setNames(inputs[seq_along(table)], names(table))
  is_number <- !are_categories(table)
  codes <- lapply(names(table)[!is_number], function(name) {
    levels_of_input(inputs[[name]], table[[name]])
  })
  names(codes) <- names(table)[!is_number]
  is_embedded <- vapply(names(codes), function(name) is_embedded(table[[name]]), NA)
  parts <- c(
    if (any(is_number)) numbers_of_inputs(inputs[is_number], table[is_number]),
    unname(codes[!is_embedded])
  )
  c(if (length(parts) > 0L) list(features = joined(parts)), codes[is_embedded])
}

is_embedded <- function(column) {
  column$kind == "category" && length(column$levels) > most_one_hot
}

joined <- function(parts) {
  if (length(parts) == 1L) parts[[1]] else call_layer(unname(parts), "Concatenate")
}

# The mean in place of missing numbers, and a column that says where they were.
numbers_of_inputs <- function(inputs, table) {
  numbers <- joined(inputs)
  scaled <- call_layer(
    numbers, "Normalization", mean = as.list(of_columns(table, "center")),
    variance = as.list(of_columns(table, "scale")^2)
  )
  has_missing <- vapply(table, `[[`, NA, "has_missing")
  is_missing <- function(x) call_op("cast", call_op("isnan", x), "float32")
  c(
    list(zero_if_missing(scaled)),
    if (any(has_missing)) list(is_missing(joined(inputs[has_missing]))),
    cycles_of_times(inputs, table)
  )
}

zero_if_missing <- function(x) call_op("where", call_op("isnan", x), 0, x)

of_columns <- function(table, what) unlist(lapply(unname(table), `[[`, what))

# Sine and cosine of the year, the week and, for times, the day.
cycles_of_times <- function(inputs, table) {
  kinds <- vapply(table, `[[`, "", "kind")
  days <- c(unname(inputs[kinds == "date"]), lapply(unname(inputs[kinds == "time"]), `/`, 86400))
  if (length(days) == 0L) {
    return(list())
  }
  phases <- c(
    lapply(days, function(day) call_op("mod", day, 365.2425) / 365.2425),
    lapply(days, function(day) call_op("mod", day, 7) / 7),
    lapply(days[seq_along(days) > sum(kinds == "date")], function(day) call_op("mod", day, 1))
  )
  angles <- joined(phases) * (2 * pi)
  lapply(c("sin", "cos"), function(name) zero_if_missing(call_op(name, angles)))
}

# Zeros and ones for each level, or its code. An unknown level has no one, or the code 0.
levels_of_input <- function(input, column) {
  levels <- column$levels
  unknown <- utils::tail(make.unique(c(levels, "[UNK]")), 1L)
  lookup <- function(mode) {
    call_layer(input, "StringLookup", vocabulary = as.list(levels), oov_token = unknown,
               output_mode = mode)
  }
  if (is_embedded(column)) lookup("int")
  else lookup("one_hot")[, seq(2L, length(levels) + 1L), drop = FALSE]
}

# The column that each number belongs to, for each input of the network, in the
# order of table_features().
feature_owners <- function(design) {
  table <- design$table
  kinds <- vapply(table, `[[`, "", "kind")
  widths <- vapply(table, `[[`, 1L, "width")
  is_number <- !are_categories(table)
  is_embedded <- vapply(table, is_embedded, NA)
  missing <- is_number & vapply(table, `[[`, NA, "has_missing")
  repeated <- function(which) rep(names(table)[which], widths[which])
  days <- c(names(table)[kinds == "date"], names(table)[kinds == "time"])
  phases <- c(days, days, names(table)[kinds == "time"])
  one_hot <- !is_number & !is_embedded
  n_levels <- vapply(table[one_hot], function(column) length(column$levels), 1L)
  features <- c(repeated(is_number), repeated(missing), phases, phases,
                rep(names(table)[one_hot], n_levels))
  c(if (length(features) > 0L) list(features), as.list(names(table)[is_embedded]),
    if (network_has_offset(design)) list("(offset)"))
}

# ---- Network -------------------------------------------------------------------------------------

# From features to the outputs: dense layers, and beside them a linear part.
network_of <- function(features, design, settings) {
  embedded <- Filter(is_embedded, design$table)
  has_features <- length(features) > length(embedded)
  names <- c(if (has_features) "features", sprintf("codes_%d", seq_along(embedded)))
  inputs <- unname(new_inputs(names, vapply(features, function(x) x$shape[[2]], 1L),
                              vapply(features, function(x) x$dtype, "")))
  parts <- Map(function(input, column) {
    if (is.null(column)) return(input)
    n <- length(column$levels)
    size <- as.integer(min(50, round(1.6 * n^0.56)))
    call_layer(call_layer(input, "Embedding", input_dim = n + 1L, output_dim = size), "Flatten")
  }, inputs, c(if (has_features) list(NULL), unname(embedded)))
  x <- wide <- joined(parts)
  for (units in settings$hidden) {
    x <- layer_dense(x, units, activation = settings$activation)
    if (settings$dropout > 0) x <- call_layer(x, "Dropout", rate = settings$dropout)
  }
  offset <- if (network_has_offset(design)) new_inputs("(offset)", 1L, "float32")[[1]]
  outputs <- lapply(design_responses(design), output_of, x, wide, offset, settings)
  keras_model(c(inputs, offset), for_outputs(design, outputs), name = "network")
}

# The offset of numbers is added to the output of the network.
network_has_offset <- function(design) {
  design$has_offset && !all(vapply(design_responses(design), is_response, NA, "numbers"))
}

output_of <- function(response, x, wide, offset, settings) {
  units <- as.integer(output_units(response))
  link <- call_layer(x, "Dense", units = units)
  if (settings$linear && length(settings$hidden) > 0L) {
    linear <- call_layer(wide, "Dense", units = units, use_bias = FALSE)
    link <- call_layer(list(link, linear), "Add")
  }
  network_output(response, link, offset)
}

# A single value by itself, several in a list with the names of the outputs.
for_outputs <- function(design, values) {
  if (design$is_single) values[[1]] else stats::setNames(values, design$outputs)
}

# ---- Model ---------------------------------------------------------------------------------------

# list(model, features, network): the model of the columns, and its two parts.
tabular_models <- function(design, settings) {
  inputs <- inputs_of_table(design)
  features <- table_features(inputs, design$table)
  network <- network_of(features, design, settings)
  outputs <- network(unname(c(features, inputs["(offset)"[network_has_offset(design)]])))
  outputs <- if (design$is_single) list(outputs) else outputs[design$outputs]
  outputs <- Map(function(output, response, name) {
    call_layer(model_output(response, output, inputs[["(offset)"]]), "Identity", name = name)
  }, outputs, design_responses(design), design$outputs)
  list(
    model = keras_model(inputs, for_outputs(design, outputs)),
    features = keras_model(inputs[input_keys(design)], unname(features)), network = network
  )
}
