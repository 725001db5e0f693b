# What the processes of a cluster are told: names, addresses, environment variables.

# A task is a process: its type, its number (from 0), its host and its address.
cluster_tasks <- function(workers, servers, hosts, port) {
  types <- c(if (servers) "chief", rep("worker", workers), rep("ps", servers))
  hosts <- rep(hosts %||% "localhost", length.out = length(types))
  ports <- if (any(!is_this_machine(hosts))) (port %||% 29500L) + seq_along(types) - 1L
    else free_ports(length(types))
  host <- if (all(is_this_machine(hosts))) rep("127.0.0.1", length(hosts)) else hosts
  index <- stats::ave(seq_along(types), types, FUN = seq_along) - 1L
  data.frame(
    name = paste(types, index + 1L), type = types, index = index, host = hosts,
    address = paste0(host, ":", ports), stringsAsFactors = FALSE
  )
}

is_this_machine <- function(hosts) hosts %in% c("localhost", "127.0.0.1")

# All are open at once, so that no port comes twice.
free_ports <- function(n) {
  sockets <- list()
  on.exit(for (socket in sockets) close(socket$socket))
  while (length(sockets) < n) {
    port <- sample_port()
    socket <- tryCatch(suppressWarnings(serverSocket(port)), error = function(cnd) NULL)
    if (!is.null(socket)) sockets <- c(sockets, list(list(socket = socket, port = port)))
  }
  vapply(sockets, `[[`, 0L, "port")
}

# The system gives ports above 32768 to clients.
sample_port <- function() 10000L + without_seed(sample.int(20000L, 1L))

cluster_config <- function(cluster, type, index) {
  task <- list(type = type, index = as.integer(index))
  config <- list(cluster = lapply(cluster, as.list), task = task)
  as.character(jsonlite::toJSON(config, auto_unbox = TRUE))
}

jax_variables <- function(addresses, index) {
  list(
    KERAS_DISTRIBUTION_JOB_ADDRESSES = addresses[[1]],
    KERAS_DISTRIBUTION_NUM_PROCESSES = as.character(length(addresses)),
    KERAS_DISTRIBUTION_PROCESS_ID = as.character(index)
  )
}

# The environment variables of one task.
task_variables <- function(tasks, i, backend) {
  task <- tasks[i, ]
  workers <- tasks$address[tasks$type == "worker"]
  of_backend <- if (backend == "jax") {
    jax_variables(workers, task$index)
  } else {
    list(TF_CONFIG = cluster_config(split(tasks$address, tasks$type), task$type, task$index))
  }
  c(
    KERAS_BACKEND = backend, RKERAS_WORKERS = paste(workers, collapse = ","),
    RKERAS_WORKER = as.character(task$index), unlist(of_backend)
  )
}
