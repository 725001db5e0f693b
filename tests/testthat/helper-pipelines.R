# The elements of a dataset as one R vector, or a list of them.
values_of <- function(dataset) {
  values <- iterate(as_array_iterator(dataset))
  if (is.list(values) && all(vapply(values, inherits, NA, "tf_string"))) unlist(values) else values
}

arrays_of <- function(dataset) iterate(as_array_iterator(dataset), simplify = FALSE)
