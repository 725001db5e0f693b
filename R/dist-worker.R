# Which worker of a cluster this process is, and how it finds the others.

#' Join the other workers of a cluster
#'
#' `join_cluster()` connects an R process with the other workers that train the same model. Call it
#' at the top of a training script, before TensorFlow or JAX is used. The same script then runs
#' alone on a laptop, under [run_workers()], in a Slurm job and in Kubernetes (see
#' [use_cluster_template()]). `worker_info()` tells which worker this process is, for example to
#' write files from one worker only.
#'
#' `join_cluster()` sets `TF_CONFIG`, from which `tf$distribute$MultiWorkerMirroredStrategy()` reads
#' the cluster. With Keras on JAX, it calls [distribution_initialize()], after which JAX has the
#' devices of all workers. A process that has no other workers is left as it is.
#'
#' @section Environment variables:
#' * `RKERAS_WORKERS`: the addresses of all workers, `host:port`, separated by commas.
#' * `RKERAS_WORKER`: the number of this worker, counted from 0. If it is not set, `SLURM_PROCID` or
#'   `JOB_COMPLETION_INDEX`, which Slurm and Kubernetes set.
#'
#' [run_workers()] and the templates set them. `TF_CONFIG`, if it is set, is used as it is.
#'
#' @param addresses Character vector. Addresses of all workers, `"host:port"`. The first worker, the
#'   chief, writes checkpoints.
#' @param index Integer. The number of this worker, counted from 0 as in the variables.
#' @return `worker_info()`: a list of class `rkeras_worker`: `index` (counted from 1), `count`,
#'   `chief` (logical), `type` (`"worker"`, `"chief"` or `"ps"`) and `name`. `join_cluster()`: the
#'   same, invisibly.
#' @concept TF_CONFIG
#' @concept cluster
#' @concept multi-worker training
#' @concept Slurm
#' @concept Kubernetes
#' @concept coordinator
#' @seealso [run_workers()] starts workers, [distributed-training]
#' @family distribution
#' @examples
#' # Without a cluster: one worker
#' worker_info()
#'
#' # What the second of two workers sees
#' old <- Sys.getenv("TF_CONFIG", NA)
#' Sys.setenv(TF_CONFIG = '{"cluster": {"worker": ["a:2222", "b:2222"]},
#'   "task": {"type": "worker", "index": 1}}')
#' worker_info()
#' if (is.na(old)) Sys.unsetenv("TF_CONFIG") else Sys.setenv(TF_CONFIG = old)
#' @export
join_cluster <- function(addresses = known_addresses(), index = known_index()) {
  if (nzchar(Sys.getenv("TF_CONFIG")) && missing(addresses)) {
    return(invisible(worker_info()))
  }
  if (length(addresses) > 1L) {
    check_addresses(addresses)
    must_be(index, sprintf("an integer between 0 and %d, the number of the last worker",
                           length(addresses) - 1L),
            is_whole(index, 0L, length(addresses) - 1L))
    enter_cluster(addresses, as.integer(index))
  }
  invisible(worker_info())
}

#' @rdname join_cluster
#' @export
worker_info <- function() {
  config <- read_tf_config()
  if (!is.null(config)) {
    return(worker_of_config(config))
  }
  count <- as.integer(Sys.getenv("KERAS_DISTRIBUTION_NUM_PROCESSES", "1"))
  new_worker("worker", as.integer(Sys.getenv("KERAS_DISTRIBUTION_PROCESS_ID", "0")), count)
}

#' @export
print.rkeras_worker <- function(x, ...) {
  cat(sprintf("%s of %d%s\n", x$name, x$count, if (x$chief) ", the chief" else ""))
  invisible(x)
}

new_worker <- function(type, index, count, chief = index == 0L) {
  structure(class = "rkeras_worker", list(
    index = index + 1L, count = count, chief = chief, type = type,
    name = paste(type, index + 1L)
  ))
}

worker_of_config <- function(config) {
  task <- config$task %||% list(type = "worker", index = 0L)
  has_chief <- length(config$cluster$chief) > 0L
  chief <- task$type == "chief" || (!has_chief && task$type == "worker" && task$index == 0L)
  count <- max(1L, length(config$cluster[[task$type]]))
  new_worker(task$type, as.integer(task$index), count, chief)
}

read_tf_config <- function() {
  text <- Sys.getenv("TF_CONFIG")
  if (!nzchar(text)) {
    return(NULL)
  }
  config <- tryCatch(jsonlite::fromJSON(text), error = function(cnd) NULL)
  if (!is.list(config)) {
    abort(paste(
      "The environment variable TF_CONFIG must be a JSON object with `cluster` and `task`. Unset",
      "it, or let run_workers() or join_cluster() set it."
    ))
  }
  config
}

known_addresses <- function() {
  addresses <- strsplit(Sys.getenv("RKERAS_WORKERS"), ",", fixed = TRUE)[[1]]
  trimws(addresses[nzchar(addresses)])
}

known_index <- function() {
  known <- Sys.getenv(c("RKERAS_WORKER", "SLURM_PROCID", "JOB_COMPLETION_INDEX"))
  known <- known[nzchar(known)]
  if (length(known)) suppressWarnings(as.numeric(known[[1]])) else 0
}

check_addresses <- function(addresses, argument = "addresses") {
  wrong <- addresses[!grepl("^.+:[0-9]+$", addresses)]
  if (length(wrong)) {
    abort("`%s` must be \"host:port\", such as \"node1:29500\", not \"%s\".", argument, wrong[[1]])
  }
}

enter_cluster <- function(addresses, index) {
  if (chosen_backend()[["backend"]] == "jax") {
    do.call(set_environment, jax_variables(addresses, index))
    distribution_initialize()
  } else {
    set_environment(TF_CONFIG = cluster_config(list(worker = addresses), "worker", index))
  }
}
