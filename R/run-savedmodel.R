# The graph of a SavedModel, shown by TensorBoard.

#' View the graph of a saved model
#'
#' Shows the graph of a model in TensorFlow's SavedModel format, as [export_savedmodel()] and
#' `tf$saved_model$save()` write it, in TensorBoard: its operations, their inputs and outputs, and
#' the functions that they belong to. TensorBoard runs until R ends or until [tensorboard()] stops
#' it.
#'
#' @param model_dir String. Path of the directory with the saved model.
#' @return The URL of TensorBoard, invisibly.
#' @family TensorFlow
#' @seealso [export_savedmodel()], [tensorboard()], [plot.keras.src.models.model.Model()] draws the
#'   layers of a Keras model.
#' @concept SavedModel
#' @concept computation graph
#' @export
#' @examples
#' \dontrun{
#' folder <- tempfile()
#' export_savedmodel(model, folder)
#' view_savedmodel(folder)
#' }
view_savedmodel <- function(model_dir) {
  folder <- path.expand(as_string(model_dir, "model_dir"))
  files <- file.path(folder, c("saved_model.pb", "saved_model.pbtxt"))
  if (!any(file.exists(files))) {
    abort("`model_dir`: there is no saved model in \"%s\": it has no 'saved_model.pb'.", model_dir)
  }
  logs <- tempfile("savedmodel-")
  # TensorFlow warns that its only function that loads a model into a graph is deprecated.
  suppressWarnings(in_python("rkeras.tensorflow.saved_graph.write", normalizePath(folder), logs))
  invisible(tensorboard(logs))
}
