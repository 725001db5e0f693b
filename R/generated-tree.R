# keras.tree, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.tree.assert_same_paths")
#' @export
tree_assert_same_paths <- function(a, b) {
  call_keras("keras.tree.assert_same_paths", a, b)
}

#' @eval rd_keras("keras.tree.assert_same_structure")
#' @export
tree_assert_same_structure <- function(a, b, check_types = NULL) {
  call_keras("keras.tree.assert_same_structure", a, b, check_types = check_types)
}

#' @eval rd_keras("keras.tree.flatten")
#' @export
tree_flatten <- function(structure) {
  call_keras("keras.tree.flatten", structure)
}

#' @eval rd_keras("keras.tree.flatten_with_path")
#' @export
tree_flatten_with_path <- function(structure) {
  call_keras("keras.tree.flatten_with_path", structure)
}

#' @eval rd_keras("keras.tree.is_nested")
#' @export
tree_is_nested <- function(structure) {
  call_keras("keras.tree.is_nested", structure)
}

#' @eval rd_keras("keras.tree.lists_to_tuples")
#' @export
tree_lists_to_tuples <- function(structure) {
  call_keras("keras.tree.lists_to_tuples", structure)
}

#' @eval rd_keras("keras.tree.map_shape_structure")
#' @export
tree_map_shape_structure <- function(func, structure) {
  call_keras("keras.tree.map_shape_structure", func, structure)
}

#' @eval rd_keras("keras.tree.map_structure")
#' @export
tree_map_structure <- function(func, ..., none_is_leaf = TRUE) {
  call_keras(
    "keras.tree.map_structure",
    func,
    ...,
    none_is_leaf = as_flag(none_is_leaf, "none_is_leaf")
  )
}

#' @eval rd_keras("keras.tree.map_structure_up_to")
#' @export
tree_map_structure_up_to <- function(shallow_structure, func, ...) {
  call_keras("keras.tree.map_structure_up_to", shallow_structure, func, ...)
}

#' @eval rd_keras("keras.tree.pack_sequence_as")
#' @export
tree_pack_sequence_as <- function(structure, flat_sequence) {
  call_keras("keras.tree.pack_sequence_as", structure, flat_sequence)
}

#' @eval rd_keras("keras.tree.traverse")
#' @export
tree_traverse <- function(func, structure, top_down = TRUE) {
  call_keras("keras.tree.traverse", func, structure, top_down = as_flag(top_down, "top_down"))
}
