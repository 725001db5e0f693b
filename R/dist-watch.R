# The processes of one attempt of run_workers(): started, watched, and ended together.

run_once <- function(job) {
  tasks <- cluster_tasks(job$workers, job$servers, job$hosts, job$port)
  processes <- lapply(seq_len(nrow(tasks)), function(i) start_member(job, tasks, i))
  on.exit(end_processes(processes))
  output <- new.env()
  failed <- watch(processes, tasks, job$echo, output)
  end_processes(processes)
  for (i in seq_along(processes)) read_rest(processes[[i]], tasks$name[[i]], job$echo, output)
  status <- vapply(processes, function(process) exit_status(process) %||% NA_integer_, 0L)
  tasks$status <- if (is.null(failed)) 0L else status
  lines <- lapply(tasks$name, function(name) as.character(output[[name]]))
  list(workers = tasks[c("name", "host", "status")], failed = failed,
       output = stats::setNames(lines, tasks$name))
}

# The number of the process that failed; NULL if all have done their work.
watch <- function(processes, tasks, echo, output) {
  # Servers run until the chief ends.
  awaited <- if (any(tasks$type == "chief")) tasks$type == "chief" else rep(TRUE, nrow(tasks))
  repeat {
    # The closed output of one that has ended would not be waited for.
    processx::poll(Filter(function(process) process$is_alive(), processes), 200L)
    for (i in seq_along(processes)) read_lines(processes[[i]], tasks$name[[i]], echo, output)
    # Before the statuses: one that ends between the two is seen in the next round.
    done <- !vapply(processes, function(process) process$is_alive(), NA)
    failed <- first_failed(processes)
    if (length(failed)) {
      return(failed)
    }
    if (all(done[awaited])) {
      return(NULL)
    }
  }
}

# When one worker is killed, others may fail at once because of it.
first_failed <- function(processes) {
  status <- vapply(processes, function(process) exit_status(process) %||% 0L, 0L)
  utils::head(c(which(status < 0L), which(status > 0L)), 1L)
}

# NULL while it runs. The status is NA if other code of this session has collected it: whether the
# process has done its work is not known then.
exit_status <- function(process) {
  status <- process$get_exit_status()
  if (is.null(status)) NULL else if (is.na(status)) 1L else status
}

read_lines <- function(process, name, echo, output) {
  while (length(lines <- sub("\r$", "", process$read_output_lines()))) {
    for (line in lines) echo(name, line)
    output[[name]] <- c(output[[name]], lines)
  }
}

# A process of the worker's own that goes on may keep the output open.
read_rest <- function(process, name, echo, output) {
  while (process$is_incomplete_output() && process$poll_io(1000)[["output"]] == "ready") {
    read_lines(process, name, echo, output)
  }
}

end_processes <- function(processes) {
  for (process in processes) {
    if (process$is_alive()) process$kill_tree(close_connections = FALSE)
  }
  for (process in processes) process$wait(5000)
}

start_member <- function(job, tasks, i) {
  variables <- c(task_variables(tasks, i, job$backend), job$env)
  command <- task_command(job, tasks$type[[i]], any(tasks$type == "chief"))
  if (is_this_machine(tasks$host[[i]])) start_here(command, variables)
  else start_on(tasks$host[[i]], job$rscript, command, variables)
}

# Only the chief runs the script if there are parameter servers.
task_command <- function(job, type, has_chief) {
  if (!has_chief || type == "chief") c(job$script, job$args)
  else c("-e", "rkeras:::serve_task()")
}

start_here <- function(command, variables) {
  python <- if (isTRUE(python_state$started)) c(RKERAS_PYTHON = py_exe())
  libraries <- c(R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep))
  # Python's output would come at the end only.
  start_process(
    file.path(R.home("bin"), "Rscript"), command,
    env = c("current", libraries, python, PYTHONUNBUFFERED = "1", variables)
  )
}

# With a terminal, the remote process ends with ssh.
start_on <- function(host, rscript, command, variables) {
  set <- sprintf("%s=%s", names(variables), shQuote(variables))
  remote <- paste(c(
    "cd", shQuote(getwd()), "&& env", set, "PYTHONUNBUFFERED=1", rscript, shQuote(command)
  ), collapse = " ")
  start_process("ssh", c("-tt", "-o", "BatchMode=yes", host, remote))
}

start_process <- function(...) {
  without_seed(processx::process$new(..., stdout = "|", stderr = "2>&1", cleanup_tree = TRUE))
}

# What workers and parameter servers run: a server of TensorFlow, until the chief ends.
serve_task <- function() {
  worker <- worker_info()
  resolver <- tf$distribute$cluster_resolver$TFConfigClusterResolver()
  # With fewer threads, a server that waits for another one may block it.
  config <- tf$compat$v1$ConfigProto(inter_op_parallelism_threads = 4L)
  server <- tf$distribute$Server(
    resolver$cluster_spec(), job_name = worker$type, task_index = worker$index - 1L,
    protocol = "grpc", config = config
  )
  server$join()
}
