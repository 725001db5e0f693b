# Classes over vectors: the columns of a formula are values as lm() takes them, or errors.

# `name` is that of a column, a term or a response. S4 classes, such as the periods of lubridate,
# have a part of their values elsewhere.
check_column <- function(x, name) {
  if (isS4(x) || is.list(x) || is.raw(x) || is.complex(x)) {
    abort("`%s` is of the class `%s`. Convert it to numbers, text, a factor or a date.", name,
          class(x)[[1]])
  }
  if (is.matrix(x) && (is.character(x) || is.factor(x))) {
    abort("`%s` is a matrix of text. Make each of its columns one of `data`.", name)
  }
}

# model.frame() refuses lists without their class.
check_columns_in <- function(terms, data) {
  variables <- Filter(is.symbol, as.list(attr(terms, "variables"))[-1])
  for (name in intersect(vapply(variables, as.character, ""), names(data))) {
    check_column(data[[name]], name)
  }
}

# Numbers and text without their class.
without_class <- function(x) {
  is_plain <- !is.object(x) && length(dim(x)) != 1L
  if (is_plain || is.factor(x) || is_time(x) || is_survival(x)) return(x)
  x <- without_integer64(x)
  kept <- c("names", if (length(dim(x)) == 2L) c("dim", "dimnames"))
  attributes(x) <- attributes(x)[names(attributes(x)) %in% kept]
  x
}
