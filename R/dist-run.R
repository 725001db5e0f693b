# run_workers(): a training script in several processes, which end and start again together.

#' Run a training script on several workers
#'
#' Starts an R script in several processes, on this machine or on several, that train one model
#' together. Each process receives its number and the addresses of the others. Its output appears
#' line by line with the name of the worker. If one fails, the others, which would wait for it, are
#' ended, and the error names the worker that failed and shows its last output.
#'
#' @section The script:
#' The script calls [join_cluster()] at its top. On TensorFlow, it then makes its model in the scope
#' of `tf$distribute$MultiWorkerMirroredStrategy()`; on JAX, after
#' `distribution_set(distribution_data_parallel(auto_shard_dataset = FALSE))`. `fit()` divides a
#' dataset of TensorFlow among the workers; use [dataset_worker_batches()] where it does not.
#' `rkeras_guide("cluster")` shows complete scripts.
#'
#' @section Restarts:
#' With `restarts`, all workers are started again after a failure, at most this many times. A script
#' that uses [callback_backup_and_restore()] then resumes with the epoch that was interrupted. All
#' workers use the same `backup_dir`, which must be on a file system that they share; the first one
#' writes. If a process is killed while it writes, the previous backup is used.
#'
#' @section Several machines:
#' `hosts` are started with `ssh`, which must work without a password. The script and the packages
#' must be at the same place on each machine. Clusters with a scheduler start processes themselves:
#' see [use_cluster_template()].
#'
#' @section Parameter servers:
#' With `servers`, only the chief runs the script. The workers and the parameter servers are
#' servers of TensorFlow, which the script uses by `tf$distribute$ParameterServerStrategy()` and end
#' with it.
#'
#' @param script String. Path of the R script.
#' @param workers Positive integer. Number of workers. With `hosts`, one for each by default.
#' @param hosts Character vector. Names of machines; workers are given to them in turn.
#' @param ... Must be empty.
#' @param args Character vector. Arguments of the script, as for [flags()].
#' @param servers Integer. Number of parameter servers.
#' @param restarts Integer. How many times to start again after a failure.
#' @param backend String: `"tensorflow"` or `"jax"`. By default the backend that Keras would use
#'   here.
#' @param env Named character vector. Further environment variables of the workers.
#' @param echo Logical. Whether to show the output. Or a function of the name of a worker and a
#'   line.
#' @param port Positive integer. First port on `hosts`. On this machine, free ports are chosen.
#' @param rscript String. The program that runs the script on `hosts`.
#' @return A list of class `rkeras_workers`, invisibly: `workers`, a data frame of names, hosts and
#'   exit statuses; `restarts`, the number of restarts; `output`, a list of the lines of each
#'   worker.
#' @section Errors:
#' `rkeras_error_worker`: a worker failed. The condition has the fields `worker`, `status` and
#' `output`.
#' @concept distributed training
#' @concept several machines
#' @concept TF_CONFIG
#' @concept launcher
#' @concept fault tolerance
#' @seealso [join_cluster()], [distributed-training], [use_cluster_template()],
#'   [callback_backup_and_restore()]
#' @family distribution
#' @examplesIf requireNamespace("processx", quietly = TRUE)
#' script <- tempfile(fileext = ".R")
#' writeLines(c(
#'   "library(rkeras)",
#'   "worker <- join_cluster()",
#'   "cat('This is', worker$name, 'of', worker$count, '\n')"
#' ), script)
#' run_workers(script, workers = 2)
#' @export
run_workers <- function(script, workers = max(length(hosts), 1L), hosts = NULL, ...,
                        args = character(), servers = 0L, restarts = 0L, backend = NULL,
                        env = character(), echo = TRUE, port = NULL, rscript = "Rscript") {
  check_no_dots(...)
  need_package("processx", "run_workers() needs")
  if (missing(script)) abort("`script` must be the path of an R script.")
  check_script(script, "script")
  job <- list(
    script = normalizePath(script), args = as.character(args), env = check_env(env),
    workers = check_whole(workers, "workers"), hosts = check_hosts(hosts),
    servers = check_whole(servers, "servers", 0L), rscript = rscript,
    backend = check_backend(backend, servers), port = port, echo = as_echo(echo)
  )
  run_attempts(job, check_whole(restarts, "restarts", 0L))
}

run_attempts <- function(job, restarts) {
  for (attempt in 0:restarts) {
    run <- run_once(job)
    if (is.null(run$failed)) {
      run$restarts <- attempt
      return(invisible(structure(run, class = "rkeras_workers")))
    }
    if (attempt == restarts) break
    message(sprintf("%s All workers start again (%d of %d).", why_failed(run), attempt + 1L,
                    restarts))
  }
  failed <- run$failed
  abort(failure_message(run, restarts), kind = "worker", worker = run$workers$name[[failed]],
        status = run$workers$status[[failed]], output = run$output)
}

failure_message <- function(run, restarts) {
  said <- utils::tail(run$output[[run$failed]], 15L)
  paste(c(
    why_failed(run),
    if (restarts) sprintf("It was started again %d times.", restarts),
    if (length(said)) c("Its last lines:", said) else "It has written nothing."
  ), collapse = "\n")
}

why_failed <- function(run) {
  worker <- run$workers[run$failed, ]
  where <- if (is_this_machine(worker$host)) "" else sprintf(" on %s", worker$host)
  how <- if (worker$status < 0L) sprintf("was killed by signal %d", -worker$status)
    else sprintf("failed with status %d", worker$status)
  sprintf("`%s`%s %s.", worker$name, where, how)
}

#' @export
print.rkeras_workers <- function(x, ...) {
  for (i in seq_len(nrow(x$workers))) {
    worker <- x$workers[i, ]
    cat(sprintf("%s on %s: status %d, %d lines\n", worker$name, worker$host, worker$status,
                length(x$output[[i]])))
  }
  if (x$restarts) cat(sprintf("Restarts: %d\n", x$restarts))
  invisible(x)
}

# ---- Arguments ----------------------------------------------------------------------------------

check_hosts <- function(hosts) {
  valid <- is.null(hosts) || (is.character(hosts) && length(hosts) && !anyNA(hosts))
  # A name that begins with a dash would be an option of ssh.
  must_be(hosts, "names of machines, such as \"node1\"",
          valid && all(grepl("^[A-Za-z0-9]([A-Za-z0-9@._:-]*)$", hosts)))
  hosts
}

check_env <- function(env) {
  if (length(env) && (!is.character(env) || is.null(names(env)) || !all(nzchar(names(env))))) {
    abort("`env` must be a character vector with names, such as c(OMP_NUM_THREADS = \"1\").")
  }
  env
}

check_backend <- function(backend, servers) {
  backend <- as_choice(
    backend %||% chosen_backend()[["backend"]], c("tensorflow", "jax"), "backend"
  )
  if (backend == "jax" && servers > 0) {
    abort("`servers`: JAX has no parameter servers. Use `backend = \"tensorflow\"`.")
  }
  backend
}

as_echo <- function(echo) {
  if (is.function(echo)) {
    return(echo)
  }
  check_logical(echo, "echo")
  if (echo) function(worker, line) cat(sprintf("[%s] %s\n", worker, line)) else function(...) NULL
}
