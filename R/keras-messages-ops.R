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
    "%s %s the shapes %s and %s, which must be equal%s.",
    if (length(argument)) sprintf("The tensors in `%s`", argument[[1]]) else "The tensors", "have",
    shape_of_text(found[[1]]), shape_of_text(found[[2]]),
    if (grepl("oncat|`axis` dim", text)) " on all axes but `axis`" else ""
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

# Wrappers subtract 1 from `indices`; they replace 0 by the least integer, so that it is an error.
wrong_index <- function(found, where, text) {
  if (!any(c("indices", "index", "start_indices") %in% where$arguments)) {
    return(out_of_vocabulary(found, where))
  }
  index <- as.numeric(found[[1]])
  size <- as.numeric(found[[2]])
  if (is_guarded_zero(index)) {
    return("`indices` has the position 0, but positions count from 1 (or back from -1, the last).")
  }
  sprintf("`indices` has the position %s, but %s has only %s there: positions count from 1.",
          format(index + (index >= 0)), data_argument(where), format(size))
}

wrong_slice <- function(found, where, text) {
  position <- as.numeric(found[[1]]) + 1
  is_zero <- is_guarded_zero(position)
  sprintf("There is no position %.0f on axis %d of %s%s.", if (is_zero) 0 else position,
          as.integer(found[[2]]) + 1L, sub("^The", "the", data_argument(where)),
          if (is_zero) ": positions count from 1" else "")
}

is_guarded_zero <- function(index) index < -2^30

# Layers look up rows by indices that start at 0.
out_of_vocabulary <- function(found, where) {
  if (!is.null(argument_value(where, "class_weight"))) {
    return(sprintf(
      "The targets have the class %s, but `class_weight` has the classes 0 to %s.", found[[1]],
      format(as.numeric(found[[2]]) - 1)
    ))
  }
  if (!where_is_training(where) && !startsWith(where$name, "layer_")) {
    return(sprintf("Index %s is out of range: Python counts from 0, here to %s.", found[[1]],
                   format(as.numeric(found[[2]]) - 1)))
  }
  sprintf(
    paste(
      "%s holds the integer %s, but layer_embedding() with `input_dim` = %s takes 0 to %s. Make",
      "`input_dim` larger than every integer in the data."
    ),
    data_argument(where), found[[1]], found[[2]], format(as.numeric(found[[2]]) - 1)
  )
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
          if (length(found)) found[[1]] else toString(dim(argument_value(where, "x"))))
}

# TensorFlow's own functions have words of their own (R/tf-messages.R).
text_to_numbers <- function(found, where, text) {
  if (where_is_training(where) || length(where$arguments)) unknown_dtype("string", where, text)
}

operation_rules <- function() list( # nolint: brace_linter.
  rule(not_multipliable, "Matrix size-incompatible: In\\[0\\]: ", a_shape, ", In\\[1\\]: ",
       a_shape),
  rule(not_multipliable, "Inner dimensions .* must be equal, but received `x1.shape=", a_shape,
       "` and `x2.shape=", a_shape),
  rule(unequal_in_graph, "Dimensions must be equal, but are .* = (\\w+)\\[.*",
       "with input shapes: (\\[.*\\])"),
  # The message has only the lengths of the axes that are summed over.
  rule(says(
    "{left} and {right} cannot be multiplied: the axes to sum over have the lengths {1} and {2}."
  ), "(?:dot_general requires contracting|Dimensions must be equal).*",
       "(?:got|are) \\(?(\\d+),?\\)? and \\(?(\\d+),?\\)?"),
  rule(not_broadcastable, "(?:Incompatible shapes|Cannot broadcast shape.*Input shapes are|",
       "got incompatible shapes for broadcasting): ", a_shape, "(?: vs. | and |, )", a_shape),
  rule(says(
    "The condition and the values have shapes {1:shapes}: axes must have equal lengths",
    "or length 1."
  ), "(?|condition (", a_shape, ", then ", a_shape, ", and else ", a_shape, ")|",
     "Incompatible shapes for broadcasting: shapes=\\[(.*)\\])"),
  rule(not_stackable, "ConcatOp : .*shape\\[0\\] = ", a_shape, " vs. shape\\[\\d+\\] = ", a_shape),
  rule(not_stackable, "Shapes of all inputs must match: values\\[0\\].shape = ", a_shape,
       " != values\\[\\d+\\].shape = ", a_shape),
  rule(not_stackable, "Every value in `\\w+` must have the same shape.*element of shape ", a_shape,
       ",.*first element's shape ", a_shape),
  rule(not_stackable, "Cannot concatenate arrays with shapes that differ.*for shapes ", a_shape,
       ", ", a_shape),
  rule(not_stackable, "All input arrays must have the same shape. Got ", a_shape, ", ", a_shape),
  rule(wrong_size, "Input to reshape is a tensor with (\\d+) values, ",
       "but the requested shape (?:has|requires a multiple of) (\\d+)"),
  rule(wrong_size, "cannot reshape array of shape .* \\(size (\\d+)\\) into shape .* ",
       "\\(size (\\d+)\\)"),
  rule(wrong_index, "indices(?:\\[[0-9,]*\\])? = (-?\\d+) is not in \\[0, (\\d+)\\)"),
  rule(wrong_slice, "slice index (-?\\d+) of dimension (\\d+) out of bounds"),
  rule(mixed_types, "Can't convert Python sequence with mixed types"),
  rule(unless_missing(says(
    "A tensor has no NA or NULL. For a missing number use NA_real_, which becomes NaN."
  )), "Attempt to convert a value \\((?:None|NA)\\) with an unsupported"),
  rule(no_integer_of_missing, "cannot convert float NaN to integer|",
       "int\\(\\) argument must be .*, not 'NoneType'"),
  rule(says(
    "{data} contains dates or times: convert them to numbers, for example with as.numeric()."
  ), "Attempt to convert a value \\((?:datetime|rkeras\\.duration)\\.|",
     "Unsupported numpy type: NPY_(?:DATETIME|TIMEDELTA)"),
  rule(mixed_types, "None is not a valid value for jnp.array"),
  rule(says(
    "{data} is a list of vectors of different lengths: pad_sequences() makes the lengths",
    "equal."
  ), "Can't convert non-rectangular Python sequence"),
  rule(unknown_dtype, "^\\w+: Invalid dtype: (\\w+)"),
  rule(not_splittable, "Number of ways to split .*\\(size = (\\d+)\\)"),
  rule(not_splittable, "array split does not result in an equal division"),
  rule(says("`k` = {2} is more than the last axis of `x` has elements: {1}."),
       "must have at least k columns. Had (\\d+), needed (\\d+)"),
  rule(text_to_numbers, "Cast string to \\w+ is not supported"),
  rule(says("{data} holds numbers, but text is needed: as.character() makes text of them."),
       "Cast \\w+ to string is not supported"),
  rule(says("Text (dtype \"string\") cannot be computed with: give numbers."),
       "dtype='string' is not a valid dtype for Keras type promotion"),
  rule(says(
    "{data} is singular: it has no inverse, and a system of equations with it no one",
    "solution."
  ), "Input matrix is not invertible"),
  rule(says("{data} must be a square matrix, not of shape {1:shape}."),
       "Received non-square input with shape ", a_shape),
  rule(says("{data} must be symmetric and positive definite for a Cholesky decomposition."),
       "Cholesky decomposition (?:failed|was not successful)"),
  rule(if_given("pad_width", says(
    "`pad_width` = {1} is too large for `mode` = \"{mode}\": the axis has {2:element/elements}."
  )), "paddings must be (?:less|no greater) than the dimension size: \\d+, (\\d+) ",
       "(?:not less|greater) than (\\d+)"),
  rule(says("`mode` must be \"constant\", \"reflect\" or \"symmetric\", not \"{1:lower}\"."),
       "(?:Unimplemented padding mode '|Value of argument `mode` expected .*Received `mode` = )",
       "(\\w+)"),
  rule(if_given("pad_width", says("`constant_values` must be a number, not text.")),
       "Cannot convert '.*' to EagerTensor of dtype|",
       "value is of type <class 'str'> and was passed to .* constant_values"),
  rule(says("`constant_values` is for `mode` = \"constant\", not \"{1}\". Leave it out."),
       "`constant_values` can only be provided when .*mode=(\\w+)"),
  rule(says("Lengths and numbers of repetitions must not be negative, but one is {1}."),
       "(?:Dimension|Expected multiples\\[\\d+\\] >= 0, but got) (-\\d+)"),
  rule(says("{data} has fewer axes than this layer or operation uses."),
       "^IndexError: (?:tuple|list) index out of range"),
  rule(says("`axis` = {1:next} of {data} cannot be dropped: its length is not 1."),
       "Cannot squeeze axis=(-?\\d+)")
)
