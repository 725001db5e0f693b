# R functions of text in layers. They return tensors or R strings.

# Returns the function that Keras calls; `pieces` means that `f` splits texts. In the graph of a
# model or dataset, tensors have no values yet: if `f` does not return a tensor for such a tensor,
# an operator in the graph calls it when there are values.
text_function <- function(f, pieces) {
  force(f)
  force(pieces)
  with_text <- function(text) as_text_tensor(f(text), text, pieces)
  function(text) {
    if (inherits(text, "tensorflow.python.framework.ops.EagerTensor")) {
      return(with_text(text))
    }
    result <- tryCatch(f(text), error = function(e) NULL)
    if (is_py_object(result)) result else text_operator(with_text, text, pieces)
  }
}

# Strings as a tensor with the shape of `text`, or as a ragged tensor of the pieces of each text.
as_text_tensor <- function(x, text, pieces) {
  if (is_py_object(x)) {
    return(x)
  }
  strings <- if (pieces) is.list(x) && all(vapply(x, is.character, NA)) else is.character(x)
  if (!strings || length(x) != length(text)) {
    abort(
      "%s must return a tensor, or %s for each text.", if (pieces) "`split`" else "`standardize`",
      if (pieces) "a list with a character vector" else "one string", call = NULL
    )
  }
  if (pieces) {
    return(ragged_text(x))
  }
  call_python(keras_endpoint("tensorflow.constant"), list(array(x, dim(as.array(text)))))
}

ragged_text <- function(x) {
  pieces <- array(as.character(unlist(x)), sum(lengths(x)))
  call_python(keras_endpoint("tensorflow.RaggedTensor.from_row_lengths"),
              list(pieces, numpy_array(lengths(x), dtype = "int64")))
}

text_operator <- function(f, text, pieces) {
  string <- keras_endpoint("tensorflow.string")
  type <- if (pieces) {
    call_python(keras_endpoint("tensorflow.RaggedTensorSpec"), list(list(NULL, NULL), string))
  } else {
    string
  }
  result <- call_python(keras_endpoint("tensorflow.py_function"), list(f, list(text), type))
  if (!pieces) result$set_shape(text$shape)
  result
}

# An R function of text may return a character vector, or a list of them; see text_function().
as_text_function <- function(x, argument = "x") {
  plain <- is_r_function(x) && is.null(wrapped_endpoint(x))
  if (plain) text_function(x, pieces = argument == "split") else x
}
