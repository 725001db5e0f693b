# Starts TensorBoard in a process of its own, shows it in a browser, and stops it.

#' Start and stop TensorBoard
#'
#' Starts TensorBoard, a web application that shows the logs of [callback_tensorboard()]: training
#' curves of several runs, histograms of weights, profiles. The function waits until TensorBoard
#' responds and opens it in a browser. TensorBoard runs in the background until R ends or `action =
#' "stop"`.
#'
#' A second call for the same directories returns the address of the running TensorBoard. It
#' restarts TensorBoard if another `host` or `port` is requested.
#'
#' @param log_dir String or character vector. Directories with logs; names, if any, are shown
#'   instead of the paths. Or the value of [ls_runs()]: the directories of the runs. The default is
#'   `logs` in [run_dir()]; with `action = "stop"`, all running instances are stopped.
#' @param action String: `"start"` or `"stop"`.
#' @param host String. Address on which TensorBoard listens.
#' @param port Integer. Its port; `"auto"` finds a free port.
#' @param launch_browser Logical. Whether to open TensorBoard in a browser; or a function of the URL
#'   that shows it.
#' @param reload_interval Number of seconds between two checks for new data.
#' @param purge_orphaned_data Logical. Whether to discard data of a run that was restarted from an
#'   earlier step.
#' @return The URL, invisibly; with `action = "stop"`, the URLs that no longer respond.
#' @concept training curves
#' @concept monitoring
#' @concept logs
#' @concept profiling
#' @seealso [callback_tensorboard()] writes the logs, [plot.keras_training_history()] plots a single
#'   run in R, [run_dir()].
#' @examples
#' \dontrun{
#' model |> fit(x, y, callbacks = callback_tensorboard("logs"))
#' tensorboard("logs")
#' tensorboard("logs", action = "stop")
#'
#' # Compare two runs
#' tensorboard(c(small = "logs/1", large = "logs/2"))
#' tensorboard(ls_runs(latest_n = 2))
#' }
#' @export
tensorboard <- function(log_dir, action = c("start", "stop"), host = "127.0.0.1", port = "auto",
                        launch_browser = getOption("tensorflow.tensorboard.browser", interactive()),
                        reload_interval = 5, purge_orphaned_data = TRUE) {
  check_flags()
  action <- match_choice(action)
  # Runs, as ls_runs() lists them.
  if (!missing(log_dir) && is.list(log_dir)) log_dir <- existing_runs(log_dir, "log_dir")
  if (action == "stop") {
    return(invisible(stop_boards(if (missing(log_dir)) names(boards) else board_key(log_dir))))
  }
  if (missing(log_dir)) {
    log_dir <- file.path(run_dir(), "logs")
    if (!dir.exists(log_dir)) {
      abort("There is no folder '%s': name the one with the logs in `log_dir`.", log_dir)
    }
  }
  key <- board_key(log_dir)
  host <- as_string(host, "host")
  port <- if (!identical(port, "auto")) as_integer(port, "port")
  if (!is_board(boards[[key]], host, port)) {
    stop_boards(key)
    arguments <- board_arguments(log_dir, reload_interval, purge_orphaned_data)
    boards[[key]] <- start_board(arguments, host, port)
  }
  url <- boards[[key]]$url
  if (is.function(launch_browser)) {
    launch_browser(url)
  } else if (isTRUE(launch_browser)) {
    utils::browseURL(url)
  }
  message("TensorBoard is at ", url)
  invisible(url)
}

# The running processes, by their log folders.
boards <- new.env(parent = emptyenv())

board_key <- function(log_dir) {
  must_be(log_dir, "the path of a folder",
          is.character(log_dir) && length(log_dir) && !anyNA(log_dir))
  paste(normalizePath(log_dir, mustWork = FALSE), collapse = "\n")
}

is_board <- function(board, host, port) {
  if (is.null(board) || !board$runs()) {
    return(FALSE)
  }
  same <- sprintf("http://%s:%s/", host, port %||% "")
  startsWith(board$url, if (is.null(port)) sub("/$", "", same) else same)
}

# The folders may not exist yet, because TensorBoard waits for them.
board_arguments <- function(log_dir, reload_interval, purge_orphaned_data) {
  folders <- normalizePath(log_dir, mustWork = FALSE)
  where <- if (length(folders) == 1L && is.null(names(log_dir))) {
    c("--logdir", folders)
  } else {
    names <- names(log_dir) %||% basename(folders)
    c("--logdir_spec", paste(names, folders, sep = ":", collapse = ","))
  }
  c(
    where,
    "--reload_interval", format(reload_interval, scientific = FALSE),
    "--purge_orphaned_data", if (isTRUE(purge_orphaned_data)) "true" else "false"
  )
}

start_board <- function(arguments, host, port, python = py_exe()) {
  if (!has_module(python, "tensorboard")) {
    abort("TensorBoard is not installed for '%s': py_install(\"tensorboard\") installs it.", python,
          kind = "module")
  }
  board <- in_python("rkeras.tensorflow.board.Board", python, as.list(arguments), host, port,
                     child_library_path())
  while (!board$answers()) {
    if (!board$runs()) {
      said <- strsplit(board$said(), "\n")[[1]]
      abort(ran_problem("TensorBoard ended at once", said, lines = 5), kind = "python")
    }
    Sys.sleep(0.1)
  }
  board
}

stop_boards <- function(keys) {
  running <- mget(intersect(keys, names(boards)), envir = boards)
  rm(list = names(running), envir = boards)
  vapply(unname(running), function(board) {
    board$stop()
    board$url
  }, "")
}

# ---- The graph of a SavedModel -------------------------------------------------------------------

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
