# How datasets are printed: their kind, length, and what their elements are.

# A line with the kind of dataset and its length, and a line for each part of the elements.
shown.tf_dataset <- function(x) {
  paste(c(sprintf("<%s>", dataset_title(x)), part_lines(element_spec(x))), collapse = "\n")
}

shown_line.tf_dataset <- function(x, width) {
  sprintf("<%s> %s", dataset_title(x), spec_text(element_spec(x)))
}

dataset_title <- function(x) {
  kind <- sub("^_", "", sub("^.*[.]", "", class(x)[[2]]))
  if (!grepl("Dataset", kind)) kind <- paste("Dataset", kind)
  n <- length(x)
  if (is.na(n)) paste0(kind, ", length unknown")
  else if (is.infinite(n)) paste0(kind, ", endless")
  else paste(kind, "of", if (n == 1) "1 element" else paste(format(n, big.mark = ","), "elements"))
}

# The parts of the elements by their places: `$x$speed`, `[[1]]`.
part_lines <- function(spec, place = "") {
  if (is_py_object(spec)) {
    return(trimws(paste(place, spec_text(spec)), "left"))
  }
  places <- places_in(spec)
  lines <- Map(part_lines, unname(spec), paste0(place, places))
  if (!nzchar(place)) lines <- aligned(lines, places)
  unlist(lines, use.names = FALSE)
}

# Types of columns below each other.
aligned <- function(lines, places) {
  is_flat <- lengths(lines) == 1L
  wide <- max(nchar(places[is_flat], "width"), 0L)
  for (i in which(is_flat)) {
    rest <- substring(lines[[i]], nchar(places[[i]]) + 1L)
    lines[[i]] <- paste0(formatC(places[[i]], width = -wide), rest)
  }
  lines
}

# `float32 (NA, 3)` for a tensor, `(int32 (), string ())` for several.
spec_text <- function(spec) nested_text(spec, tensor_text, "{%s}")

tensor_text <- function(spec) {
  kind <- sub("Spec$", "", sub("^.*[.]", "", class(spec)[[1]]))
  kind <- switch(kind, Tensor = "", SparseTensor = "sparse ", RaggedTensor = "ragged ",
                 paste0(kind, " "))
  type <- spec_types(spec)
  dims <- attr_or_null(spec, "shape", FALSE)
  if (is.null(dims)) {
    return(trimws(if (nzchar(kind)) kind else type))
  }
  paste0(kind, type, " ", shape_text(dims))
}

shape_text <- function(x) {
  if (is.null(attr_or_null(x, "rank", TRUE))) "of any shape" else format(shape(x), prefix = FALSE)
}
