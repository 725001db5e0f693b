# The model of tabular(): from the columns of a data frame to features, and from these to outputs.

# Categories with more levels than this are embedded, others have a column of zeros and ones each.
most_one_hot <- 8L

# The model's inputs: one for each column.
inputs_of_table <- function(design) {
  keys <- input_keys(design)
  dtypes <- vapply(design$table, function(column) {
    if (column$kind != "category") "float32" else if (isTRUE(column$is_coded)) "int32" else "string"
  }, "")
  c(new_inputs(keys, widths_of(design$table), dtypes),
    if (design$has_offset) new_inputs("(offset)", 1L, "float32"))
}

kinds_of <- function(table) vapply(table, `[[`, "", "kind")

widths_of <- function(table) vapply(table, `[[`, 1L, "width")

are_categories <- function(table) kinds_of(table) == "category"

# Inputs of rows, in a list by name.
new_inputs <- function(names, widths, dtypes) {
  inputs <- in_python("rkeras.keras.layers.inputs", as.list(names), as.list(unname(widths)),
                      as.list(unname(dtypes)))
  stats::setNames(inputs, names)
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
  is_ordered <- vapply(table, function(column) isTRUE(column$is_ordered), NA)
  parts <- c(
    if (any(is_number)) numbers_of_inputs(inputs[is_number], table[is_number]),
    unname(codes[!is_embedded]), unname(Map(ranks_of_levels, inputs[is_ordered], table[is_ordered]))
  )
  c(if (length(parts) > 0L) list(features = joined(parts)), codes[is_embedded])
}

is_embedded <- function(column) {
  column$kind == "category" && length(column$levels) > most_one_hot
}

joined <- function(parts) {
  if (length(parts) == 1L) parts[[1]] else call_layer(unname(parts), "Concatenate")
}

# Zero, the median, in place of missing numbers, and a column that says where they were.
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
  kinds <- kinds_of(table)
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
  if (is_embedded(column)) return(codes_of_input(input, column))
  n <- length(column$levels) + 1L
  if (isTRUE(column$is_coded)) {
    hot <- call_op("one_hot", call_op("squeeze", input, axis = 1L), n)
  } else {
    hot <- lookup_of_levels(input, column, "one_hot")
  }
  hot[, 2:n, drop = FALSE]
}

codes_of_input <- function(input, column) {
  if (isTRUE(column$is_coded)) call_layer(input, "Identity")
  else lookup_of_levels(input, column, "int")
}

lookup_of_levels <- function(input, column, mode) {
  unknown <- utils::tail(make.unique(c(column$levels, "[UNK]")), 1L)
  call_layer(input, "StringLookup", vocabulary = as.list(column$levels), oov_token = unknown,
             output_mode = mode)
}

# From -1 to 1 in the order of the levels; 0 for a level that is unknown or missing.
ranks_of_levels <- function(input, column) {
  n <- sum(column$levels != missing_level)
  codes <- call_op("cast", codes_of_input(input, column), "float32")
  is_known <- call_op("logical_and", codes > 0, codes <= n)
  call_op("where", is_known, (codes - (n + 1) / 2) * (2 / (n - 1)), 0)
}

# The column that each number belongs to, for each input of the network, in the
# order of table_features().
feature_owners <- function(design) {
  table <- design$table
  kinds <- kinds_of(table)
  widths <- widths_of(table)
  is_number <- !are_categories(table)
  is_embedded <- vapply(table, is_embedded, NA)
  missing <- is_number & vapply(table, `[[`, NA, "has_missing")
  repeated <- function(which) rep(names(table)[which], widths[which])
  days <- c(names(table)[kinds == "date"], names(table)[kinds == "time"])
  phases <- c(days, days, names(table)[kinds == "time"])
  one_hot <- !is_number & !is_embedded
  is_ordered <- vapply(table, function(column) isTRUE(column$is_ordered), NA)
  n_levels <- vapply(table[one_hot], function(column) length(column$levels), 1L)
  features <- c(repeated(is_number), repeated(missing), phases, phases,
                rep(names(table)[one_hot], n_levels), names(table)[is_ordered])
  c(if (length(features) > 0L) list(features), as.list(names(table)[is_embedded]),
    if (network_has_offset(design)) list("(offset)"))
}

# ---- Encoding of numbers -------------------------------------------------------------------------

# How the network sees numbers: list(n, is_clipped, from, scale, offset). The first `n` features are
# numbers; `is_clipped` says which are bounded. Each bin of a number is a feature that rises from 0
# to 1 within it: that of the number `from`, times `scale`, plus `offset` (the piecewise linear
# encoding of Gorishniy, Rubachev and Babenko, 2022). Without hidden layers the model is linear.
encoding_of <- function(design, frame, settings) {
  numbers <- design$table[!are_categories(design$table)]
  if (length(settings$hidden) == 0L || length(numbers) == 0L) return(list(n = 0L))
  columns <- unlist(unname(Map(function(name, column) {
    x <- as.matrix(raw_numbers(without_class(frame[[name]]), column$kind, column$units))
    lapply(seq_len(ncol(x)), function(i) (x[, i] - column$center[[i]]) / column$scale[[i]])
  }, names(numbers), numbers)), recursive = FALSE)
  n_bins <- min(max(nrow(frame) %/% 100L, 4L), 32L)
  edges <- lapply(columns, function(x) {
    at <- stats::quantile(x, seq(0, 1, length.out = n_bins + 1L), na.rm = TRUE, names = FALSE)
    # In 32 bits narrower bins are rounding errors.
    at[c(TRUE, diff(at) > 1e-6 * pmax(1, abs(at[-1])))]
  })
  edges[lengths(edges) < 3L] <- list(numeric())
  widths <- unlist(lapply(edges, diff))
  is_clipped <- settings$clip & rep(!kinds_of(numbers) %in% c("date", "time"), widths_of(numbers))
  list(
    n = length(columns), is_clipped = is_clipped,
    from = rep(seq_along(edges), pmax(lengths(edges) - 1L, 0L)),
    scale = 1 / widths, offset = -unlist(lapply(edges, utils::head, -1L)) / as.numeric(widths)
  )
}

# The features of a row for the first layer.
encoded <- function(features, encoding) {
  if (encoding$n == 0L) return(features)
  after <- encoding$n + 1L
  width <- features$shape[[2]]
  numbers <- features[, 1:(after - 1L), drop = FALSE]
  rest <- if (width > encoding$n) features[, after:width, drop = FALSE]
  bins <- if (length(encoding$from) > 0L) {
    repeated <- call_op("take", numbers, as.list(encoding$from - 1L), axis = 1L)
    shares <- call_layer(repeated, "Rescaling", scale = as.list(encoding$scale),
                         offset = as.list(encoding$offset))
    call_op("clip", shares, 0, 1)
  }
  joined(c(list(clipped(numbers, encoding$is_clipped)), drop_null(list(bins, rest))))
}

# Bounded by 3 on both sides, and nearly the same around 0 (Holzmüller, Grinsztajn and Steinwart,
# 2024).
clipped <- function(x, which) {
  if (!any(which)) return(x)
  smooth <- x / call_op("sqrt", 1 + call_op("square", x / 3))
  if (all(which)) smooth else call_op("where", as.list(which), smooth, x)
}

# ---- Network -------------------------------------------------------------------------------------

# From features to the outputs of each member, of the shape (rows, members, columns): dense layers,
# and beside them a linear part. One that `trains` has layers of its own, the other is of Keras
# alone.
network_of <- function(features, design, settings, encoding, trains) {
  embedded <- Filter(is_embedded, design$table)
  has_features <- length(features) > length(embedded)
  names <- c(if (has_features) "features", sprintf("codes_%d", seq_along(embedded)))
  inputs <- unname(new_inputs(names, vapply(features, function(x) x$shape[[2]], 1L),
                              vapply(features, function(x) x$dtype, "")))
  parts <- list(
    shared = if (has_features) encoded(inputs[[1]], encoding),
    embedded = if (length(embedded) > 0L) {
      embeddings(inputs[seq_along(embedded) + has_features], embedded, settings$members)
    }
  )
  responses <- design_responses(design)
  units <- unname(vapply(responses, function(response) as.integer(output_units(response)), 1L))
  dense <- if (trains) trained_dense(settings, encoding) else keras_dense(settings$members)
  linked <- links_of(drop_null(parts), units, settings, dense)
  offset <- if (network_has_offset(design)) new_inputs("(offset)", 1L, "float32")[[1]]
  repeated <- if (!is.null(offset)) call_op("repeat", offset, settings$members, axis = 0L)
  outputs <- Map(function(response, link) {
    if (trains) link <- in_python("rkeras.keras.members.rows_first", link, settings$members)
    by_member(network_output(response, by_row(link), repeated), settings$members)
  }, responses, linked)
  keras_model(c(inputs, offset), for_outputs(design, unname(outputs)), name = "network")
}

# A layer of `n` columns for each member, of which those after `units` begin at zero. `kind` is
# "shared" for what all members have alike, (rows, inputs), and else "embedded" or "hidden".
keras_dense <- function(members) {
  function(x, kind, name, inputs, units, n = units, bias = TRUE) {
    call_layer(x, "EinsumDense", output_shape = list(members, n), bias_axes = if (bias) "ko",
               equation = if (kind == "shared") "bi,iko->bko" else "bki,kio->bko", name = name)
  }
}

# The same with the members first, and factors of the inputs. The last members do not see the bins.
trained_dense <- function(settings, encoding) {
  members <- settings$members
  unseen <- c(encoding$n, encoding$n + length(encoding$from),
              members - floor(members * settings$without_bins))
  function(x, kind, name, inputs, units, n = units, bias = TRUE) {
    if (kind == "embedded") x <- in_python("rkeras.keras.members.members_first", x, members)
    in_python("rkeras.keras.members.dense", x, members, inputs, units, n, bias, kind != "hidden",
              if (kind == "shared") as.integer(unseen), name)
  }
}

# A tensor of the shape (rows * members, columns), and back.
by_row <- function(x) call_op("reshape", x, list(-1L, x$shape[[3]]))

by_member <- function(x, members) call_op("reshape", x, list(-1L, members, x$shape[[2]]))

# Of the shape (rows, members, width).
embeddings <- function(codes, table, members) {
  joined(unname(Map(function(codes, column, i) {
    n <- length(column$levels)
    width <- as.integer(min(50, round(1.6 * n^0.56)))
    vectors <- call_layer(codes, "Embedding", input_dim = n + 1L, output_dim = members * width,
                          name = sprintf("embedding_%d", i))
    call_layer(vectors, "Reshape", target_shape = list(members, width))
  }, codes, table, seq_along(codes))))
}

# What the outputs are computed from: a tensor of as many columns as `units` for each response. The
# first layer has the linear part beside its units.
links_of <- function(parts, units, settings, dense) {
  hidden <- settings$hidden
  first <- c(hidden, sum(units))[[1]]
  is_beside <- settings$linear && length(hidden) > 0L
  width <- sum(vapply(parts, function(part) utils::tail(unlist(as.list(part$shape)), 1L), 1L))
  sums <- Map(function(part, kind) {
    dense(part, kind, paste0("first_", kind), width, first,
          first + if (is_beside) sum(units) else 0L, bias = kind == names(parts)[[1]])
  }, parts, names(parts))
  sum <- if (length(sums) > 1L) call_layer(unname(sums), "Add") else sums[[1]]
  widths <- c(if (length(hidden) > 0L) first, if (is_beside || length(hidden) == 0L) units)
  columns <- if (length(widths) == 1L) list(sum)
    else call_op("split", sum, as.list(utils::head(cumsum(widths), -1L)), axis = -1L)
  if (length(hidden) == 0L) return(columns)
  x <- columns[[1]]
  for (i in seq_along(hidden)) {
    if (i > 1L) x <- dense(x, "hidden", paste0("hidden_", i), hidden[[i - 1L]], hidden[[i]])
    x <- layer_activation(x, settings$activation)
    if (settings$dropout > 0) x <- call_layer(x, "Dropout", rate = settings$dropout)
  }
  Map(function(n, i) {
    # The linear part has a bias.
    link <- dense(x, "hidden", paste0("link_", i), utils::tail(hidden, 1L), n, bias = !is_beside)
    if (is_beside) call_layer(list(link, columns[[i + 1L]]), "Add") else link
  }, units, seq_along(units))
}

# The offset of numbers is added to the output of the network.
network_has_offset <- function(design) {
  design$has_offset && !all(vapply(design_responses(design), is_response, NA, "numbers"))
}

# A single value by itself, several in a list with the names of the outputs.
for_outputs <- function(design, values) {
  if (design$is_single) values[[1]] else stats::setNames(values, design$outputs)
}

# ---- Model ---------------------------------------------------------------------------------------

# list(inputs, features, model): the columns, what is made of them, and the model of that.
features_of_table <- function(design) {
  inputs <- inputs_of_table(design)
  features <- table_features(inputs, design$table)
  list(inputs = inputs, features = features,
       model = keras_model(inputs[input_keys(design)], unname(features)))
}

# From the columns to the predictions: the mean of the members' or what is like it.
model_of_table <- function(prepared, network, design, members) {
  inputs <- prepared$inputs
  offset <- inputs[["(offset)"]]
  outputs <- network(unname(c(prepared$features, inputs["(offset)"[network_has_offset(design)]])))
  outputs <- if (design$is_single) list(outputs) else outputs[design$outputs]
  repeated <- if (!is.null(offset)) call_op("repeat", offset, members, axis = 0L)
  outputs <- Map(function(output, response, name) {
    each <- by_member(model_output(response, by_row(output), repeated), members)
    each <- call_layer(each, "Identity", name = members_layer(name))
    of_member <- lapply(seq_len(members), function(k) each[, k, ])
    pooled <- if (members == 1L) of_member[[1]] else pooled_output(response, of_member)
    call_layer(pooled, "Identity", name = name)
  }, outputs, design_responses(design), design$outputs)
  keras_model(inputs, for_outputs(design, outputs))
}
