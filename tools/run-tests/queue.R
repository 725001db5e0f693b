# Tasks for R sessions side by side.

# Runs the tasks in their order in `n` sessions. A task is a list of `name` and `lane`; a lane has
# the name of its sessions' script, whose run_file() is called with the task's name, and their
# environment variables. The tasks of a lane share sessions. One that ends or takes longer than
# `max_time` seconds is replaced; its task has failed. `done` is given each task, its outcome, and
# the seconds that it took.
run_tasks <- function(tasks, n, done, max_time = 900) {
  workers <- list()
  on.exit(lapply(workers, function(worker) worker$session$kill_tree()))
  repeat {
    while (length(tasks) && length(workers) < n) {
      workers <- c(workers, list(give(tasks[[1]])))
      tasks <- tasks[-1]
    }
    if (!length(workers)) break
    processx::poll(lapply(workers, function(worker) worker$session$get_poll_connection()), 1000)
    for (i in rev(seq_along(workers))) {
      worker <- workers[[i]]
      outcome <- outcome_so_far(worker, max_time)
      if (is.null(outcome)) next
      done(worker$task, outcome, seconds() - worker$started)
      same_lane <- length(tasks) && tasks[[1]]$lane$name == worker$task$lane$name
      if (same_lane && worker$session$get_state() == "idle") {
        workers[[i]] <- give(tasks[[1]], worker)
        tasks <- tasks[-1]
      } else {
        end(worker)
        workers[[i]] <- NULL
      }
    }
  }
}

give <- function(task, worker = start_session(task$lane)) {
  worker$task <- task
  worker$started <- seconds()
  worker$session$call(function(script, name) {
    env <- new.env()
    sys.source(script, env)
    env$run_file(name)
  }, list(task$lane$script, task$name))
  worker
}

start_session <- function(lane) {
  options <- callr::r_session_options(env = c(callr::rcmd_safe_env(), lane$env), supervise = TRUE)
  list(session = callr::r_session$new(options, wait_timeout = 60000))
}

# What the task gave, or how it failed; NULL while it runs.
outcome_so_far <- function(worker, max_time) {
  session <- worker$session
  if (session$poll_process(0) == "ready") {
    return(outcome_in(session$read(), "Its process ended before its tests did."))
  }
  if (seconds() - worker$started > max_time) {
    # tests/testthat/setup.R has the stacks of Python's threads written then, whatever they do.
    tools::pskill(session$get_pid(), tools::SIGQUIT)
    Sys.sleep(1)
    # What it has printed can be read from one that ended, not from one that kill_tree() ended.
    tools::pskill(session$get_pid(), tools::SIGKILL)
    session$poll_process(5000)
    outcome_in(session$read(), sprintf("It took longer than %g seconds.", max_time))
  }
}

# `ended` is said of a session that is no more.
outcome_in <- function(message, ended) {
  # Conditions that the code signals for callr are not the end.
  if (is.null(message) || message$code == 301) {
    return(NULL)
  }
  if (message$code != 200) {
    return(failed(ended, message))
  }
  error <- message$error
  if (is.null(error)) message$result else failed(conditionMessage(error), message)
}

failed <- function(how, message) {
  output <- paste(c(message$stdout, message$stderr), collapse = "\n")
  last <- substring(output, max(1, nchar(output) - 5000))
  list(counts = c(passed = 0, failed = 1, skipped = 0), failures = paste0(how, "\n", last))
}

# One that is idle ends by itself, as it would for a user.
end <- function(worker) {
  if (worker$session$get_state() == "idle") worker$session$close(5000)
  worker$session$kill_tree()
}

seconds <- function() proc.time()[["elapsed"]]
