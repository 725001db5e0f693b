# R messages for errors of Keras, TensorFlow and JAX about operations on tensors.

not_multipliable <- function(found, where, text) {
  words <- if (where$name == "op_einsum") {
    says("The tensors have shapes {1:shape} and {2:shape}: axes with the same letter must have",
         "equal lengths.")
  } else {
    says("{left} has shape {1:shape} and {right} has shape {2:shape}. In a matrix product, the",
         "first needs as many columns as the second has rows: op_transpose() exchanges rows and",
         "columns.")
  }
  gsub("(first|second) input", "\\1 matrix", words(found, where, text))
}

not_broadcastable <- function(...) {
  says(
    "{left} has shape {1:shape} and {right} has shape {2:shape}. Compared from the last",
    "axis on, the lengths must be equal or 1."
  )(...)
}

# TensorFlow reports this for products and for operations that broadcast.
unequal_in_graph <- function(found, where, text) {
  shapes <- shapes_of_text(found[[2]])
  if (length(shapes) != 2L) {
    return(NULL)
  }
  is_product <- grepl("MatMul|Einsum", found[[1]])
  (if (is_product) not_multipliable else not_broadcastable)(shapes, where, text)
}

not_stackable <- function(found, where, text) {
  argument <- intersect(c("xs", "x", "inputs"), where$arguments)
  sprintf(
    "%s have the shapes %s and %s, which must be equal on all axes but `axis`.",
    if (length(argument)) sprintf("The tensors in `%s`", argument[[1]]) else "The tensors",
    shape_of_text(found[[1]]), shape_of_text(found[[2]])
  )
}

wrong_size <- function(found, where, text) {
  target <- intersect(c("newshape", "shape", "target_shape"), where$arguments)
  shape <- if (length(target)) argument_value(where, target[[1]])
  wanted <- if (is.atomic(shape) && !is.null(shape)) sprintf(" = (%s)", toString(shape)) else ""
  if (length(target)) {
    sprintf("`%s`%s needs %s elements, but %s has %s.", target[[1]], wanted, found[[2]],
            data_argument(where), found[[1]])
  } else if (found[[2]] == "1") {
    # TensorFlow may rewrite what follows the reshaping of a condition, and fail there first.
    sprintf(paste(
      "A tensor that must have one value has %s. The condition of an `if`, `while` or the like",
      "must be one TRUE or FALSE: use op_any(), op_all(), or ifelse() to choose for each element."
    ), found[[1]])
  } else {
    sprintf("The new shape needs %s elements, but the tensor has %s.", found[[2]], found[[1]])
  }
}

mixed_types <- function(found, where, text) {
  if (where_is_training(where)) {
    return(no_targets(found, where, text))
  }
  missing_value_of(where) %||% sprintf(
    "%s has values of different types, such as text and NA, but a tensor has one type.",
    data_argument(where)
  )
}

# NULL if no argument is a vector or array with NA.
missing_value_of <- function(where) {
  for (name in setdiff(where$arguments, "...")) {
    x <- argument_value(where, name)
    if (is.atomic(x) && length(x) > 0L && anyNA(x)) {
      return(sprintf("`%s` has %s, but tensors of %s", name, count_missing(x), no_na_of(x)))
    }
  }
}

# A missing value among the arguments is more likely the reason than what `words()` say.
unless_missing <- function(words) {
  function(found, where, text) missing_value_of(where) %||% words(found, where, text)
}

# NULL if no sequence of a list has NA.
missing_value_of_sequences <- function(where) {
  sequences <- if ("sequences" %in% where$arguments) argument_value(where, "sequences")
  i <- which(vapply(as.list(sequences), anyNA, NA))
  if (length(i) > 0L) {
    sprintf(
      paste("`sequences[[%d]]` has %s, but integers have no NA. Fill it in, or use",
            "`dtype = \"float32\"`."),
      i[[1]], count_missing(sequences[[i[[1]]]])
    )
  }
}

no_integer_of_missing <- function(found, where, text) {
  missing_value_of_sequences(where) %||% missing_value_of(where)
}

no_na_of <- function(x) {
  if (is.character(x) || is.factor(x)) {
    return("text have no NA. Replace it, for example with \"\".")
  }
  sprintf("%s have no NA. Use doubles, as.double(x), where it becomes NaN.",
          if (is.logical(x)) "logicals" else "integers")
}

unknown_dtype <- function(found, where, text) {
  if (found[[1]] == "object" || found[[1]] == "string") {
    if (!can("strings")) {
      return(sprintf(paste(
        "%s holds text, of which Keras has no tensors on %s. Make numbers of it before the model",
        "sees it, such as layer(text) of a layer_text_vectorization()."
      ), data_argument(where), config_backend()))
    }
    return(sprintf(
      "%s holds text, but numbers are needed: layer_text_vectorization() makes some of words.",
      data_argument(where)
    ))
  }
  guess <- closest(found[[1]], dtype_names)
  sprintf("`dtype` = \"%s\" is not a type of Keras.%s", found[[1]], did_you_mean(guess, "\""))
}

dtype_names <- c(
  "float16", "float32", "float64", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16",
  "uint32", "uint64", "bool", "string", "complex64", "complex128"
)

not_splittable <- function(found, where, text) {
  sections <- argument_value(where, "indices_or_sections")
  n <- if (length(sections) == 1L) format(sections) else "the sections asked for"
  sprintf("`indices_or_sections` = %s does not divide an axis of length %s into equal parts.", n,
          found[[1]])
}

# A wrapper's argument or data of training; what TensorFlow's own functions say stays.
text_to_numbers <- function(found, where, text) {
  if (where_is_training(where) || length(where$arguments)) unknown_dtype("string", where, text)
}

operation_rules <- function() list( # nolint: brace_linter.
  not_multipliable = rule(not_multipliable, "(?|Matrix size-incompatible: In\\[0\\]: ", a_shape,
                          ", In\\[1\\]: ", a_shape, "|Inner dimensions .* must be equal, but ",
                          "received `x1.shape=", a_shape, "` and `x2.shape=", a_shape, ")"),
  unequal = rule(unequal_in_graph, "Dimensions must be equal, but are .* = (\\w+)\\[.*",
                 "with input shapes: (\\[.*\\])"),
  not_broadcastable = rule(not_broadcastable, "(?:Incompatible shapes|",
                           "Cannot broadcast shape.*Input shapes are|",
                           "got incompatible shapes for broadcasting): ", a_shape,
                           "(?: vs. | and |, )", a_shape),
  unlike_condition = rule(says(
    "The condition and the values have shapes {1:shapes}: axes must have equal lengths",
    "or length 1."
  ), "(?|condition (", a_shape, ", then ", a_shape, ", and else ", a_shape, ")|",
     "Incompatible shapes for broadcasting: shapes=\\[(.*)\\])"),
  not_stackable = rule(not_stackable, "ConcatOp : .*shape\\[0\\] = ", a_shape,
                       " vs. shape\\[\\d+\\] = ", a_shape),
  wrong_size = rule(wrong_size, "Input to reshape is a tensor with (\\d+) values, ",
                    "but the requested shape (?:has|requires a multiple of) (\\d+)"),
  wrong_index = rule(wrong_index,
                     "indices(?:\\[[0-9,]*\\])? = (-?\\d+) is not in \\[0, (\\d+)\\)"),
  # PyTorch names no numbers.
  wrong_index = rule(function(found, where, text) {
    if (where_is_training(where) || startsWith(where$name, "layer_")) sprintf(paste(
      "%s holds an integer that layer_embedding() has no row for. Make `input_dim` larger than",
      "every integer in the data."
    ), data_argument(where))
  }, "^IndexError: index out of range in self"),
  wrong_slice = rule(wrong_slice, "slice index (-?\\d+) of dimension (\\d+) out of bounds"),
  mixed_types = rule(mixed_types, "Can't convert Python sequence with mixed types|",
                     "None is not a valid value for jnp.array"),
  no_missing = rule(unless_missing(says(
    "A tensor has no NA or NULL. For a missing number use NA_real_, which becomes NaN."
  )), "Attempt to convert a value \\((?:None|NA)\\) with an unsupported"),
  no_integer_of_missing = rule(no_integer_of_missing, "cannot convert float NaN to integer|",
                               "int\\(\\) argument must be .*, not 'NoneType'"),
  no_times = rule(says(
    "{data} contains dates or times: convert them to numbers, for example with as.numeric()."
  ), "Attempt to convert a value \\((?:datetime|rkeras\\.duration)\\.|",
     "Unsupported numpy type: NPY_(?:DATETIME|TIMEDELTA)"),
  ragged = rule(says(
    "{data} is a list of vectors of different lengths: pad_sequences() makes the lengths",
    "equal."
  ), "Can't convert non-rectangular Python sequence"),
  unknown_dtype = rule(unknown_dtype, "^\\w+: Invalid dtype: (\\w+)"),
  not_splittable = rule(not_splittable, "Number of ways to split .*\\(size = (\\d+)\\)"),
  text_to_numbers = rule(text_to_numbers, "Cast string to \\w+ is not supported|",
                         "data type 'string' not understood"),
  numbers_to_text = rule(says(
    "{data} holds numbers, but text is needed: as.character() makes text of them."
  ), "Cast \\w+ to string is not supported"),
  text = rule(says("Text (dtype \"string\") cannot be computed with: give numbers."),
              "dtype='string' is not a valid dtype for Keras type promotion"),
  not_square = rule(says("{data} must be a square matrix, not of shape {1:shape}."),
                    "Received non-square input with shape ", a_shape),
  negative_length = rule(says(
    "Lengths and numbers of repetitions must not be negative, but one is {1}."
  ), "(?:Dimension|Expected multiples\\[\\d+\\] >= 0, but got) (-\\d+)"),
  large_padding = rule(if_given("pad_width", says(
    "`pad_width` = {1} is too large for `mode` = \"{mode}\": the axis has {2:element/elements}."
  )), "paddings must be (?:less|no greater) than the dimension size: \\d+, (\\d+) ",
       "(?:not less|greater) than (\\d+)"),
  padding_mode = rule(says(
    "`mode` must be \"constant\", \"reflect\" or \"symmetric\", not \"{1:lower}\"."
  ), "(?:Unimplemented padding mode '|Unrecognised padding mode |",
     "Value of argument `mode` expected .*Received `mode` = )(\\w+)"),
  padding_text = rule(if_given("pad_width", says("`constant_values` must be a number, not text.")),
                      "Cannot convert '.*' to EagerTensor of dtype|",
                      "value is of type <class 'str'> and was passed to .* constant_values|",
                      "pad\\(\\): argument 'value' .* must be float, not str"),
  padding_value = rule(says(
    "`constant_values` is for `mode` = \"constant\", not \"{1}\". Leave it out."
  ), "`constant_values` can only be provided when .*mode=(\\w+)"),
  few_axes = rule(says("{data} has fewer axes than this layer or operation uses."),
                  "^IndexError: (?:tuple|list) index out of range"),
  no_integers_of_text = rule(if_given("sequences", says(
    "`sequences` contains text (\"{1}\") in place of integers. Convert text with",
    "layer_text_vectorization(), or keep it with `dtype = \"object\"`."
  )), "invalid literal for int\\(\\) with base 10: '(.*)'")
)
