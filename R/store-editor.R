# Reads and changes weights in files, without a model.

#' @eval rd_keras("keras.saving.KerasFileEditor")
#' @export
keras_file_editor <- function(filepath) {
  path <- existing_path(filepath)
  if (!grepl("[.](keras|weights[.]h5)$", path)) {
    abort("`filepath` must end in .keras or .weights.h5, not \"%s\".", basename(path))
  }
  create_keras("keras.saving.KerasFileEditor", list(path))
}
