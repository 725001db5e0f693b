# Starts TensorBoard in a process of its own, shows it in a browser, and stops it.

#' TensorBoard
#'
#' Starts TensorBoard, which shows in a browser what [callback_tensorboard()] and others wrote, and
#' waits until it answers. It goes on beside R, and ends with R or by `action = "stop"`.
#'
#' A second call for the same folders gives the address of the one that runs, unless another
#' `host` or `port` is asked for: then it is started anew.
#'
#' @param log_dir The folder with logs, or several; names, if given, are shown for them. By default
#'   `logs` in [run_dir()]; with `action = "stop"`, all of them are stopped.
#' @param action `"start"` or `"stop"`.
#' @param host The address at which it listens.
#' @param port Its port; `"auto"` finds a free one.
#' @param launch_browser Whether to show it in a browser, or a function of the address that does.
#' @param reload_interval How often it looks for new data, in seconds.
#' @param purge_orphaned_data Whether data of a training that was begun again are left out.
#' @return The address, invisibly; with `action = "stop"`, the addresses that no longer answer.
#' @family helpers for scripts
#' @examples
#' \dontrun{
#' fit(model, x, y, callbacks = callback_tensorboard("logs"))
#' tensorboard("logs")
#' tensorboard("logs", action = "stop")
#' }
#' @export
tensorboard <- function(log_dir, action = c("start", "stop"), host = "127.0.0.1", port = "auto",
                        launch_browser = getOption("tensorflow.tensorboard.browser", interactive()),
                        reload_interval = 5, purge_orphaned_data = TRUE) {
  action <- match.arg(action)
  if (action == "stop") {
    return(invisible(stop_boards(if (missing(log_dir)) names(boards) else board_key(log_dir))))
  }
  log_dir <- if (missing(log_dir)) default_log_dir() else log_dir
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

default_log_dir <- function() {
  folder <- file.path(run_dir(), "logs")
  if (!dir.exists(folder)) {
    abort(sprintf("There is no folder '%s': name the one with the logs in `log_dir`.", folder),
          call = sys.call(-1))
  }
  folder
}

board_key <- function(log_dir, call = sys.call(-1)) {
  if (!is.character(log_dir) || !length(log_dir) || anyNA(log_dir)) {
    abort(sprintf("`log_dir` must be the path of a folder, not %s.", describe(log_dir)),
          call = call)
  }
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

start_board <- function(arguments, host, port, python = py_exe(), call = sys.call(-1)) {
  if (!has_module(python, "tensorboard")) {
    abort(sprintf(
      "TensorBoard is not installed for '%s': py_install(\"tensorboard\") installs it.", python
    ), "module", call = call)
  }
  class <- python_function("rkeras.board", "Board")
  board <- call_python(
    class, list(python, as.list(arguments), host, port, child_library_path()), TRUE
  )
  while (!board$answers()) {
    if (!board$runs()) {
      said <- utils::tail(strsplit(board$said(), "\n")[[1]], 5)
      abort(paste(c("TensorBoard ended at once:", said), collapse = "\n"), "python", call = call)
    }
    Sys.sleep(0.1)
  }
  board
}

stop_boards <- function(keys) {
  running <- mget(keys, envir = boards, ifnotfound = list(NULL))
  running <- Filter(Negate(is.null), running)
  rm(list = names(running), envir = boards)
  vapply(unname(running), function(board) {
    board$stop()
    board$url
  }, "")
}
