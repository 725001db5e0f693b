# Calls a function for each of several tasks in R processes, some of which run at once.

# list(value, error) for each task, in their order; `error` is a message or NULL. `tasks` has names,
# with which warnings become those of this process. With `fresh`, each task has a process of its
# own. `begun(i)` is called before a task, `ended(i, result)` after it.
in_processes <- function(tasks, f, workers, fresh = FALSE, begun = function(i) NULL,
                         ended = function(i, result) NULL) {
  need_package("callr", "`workers` above 1 needs")
  job <- list(f = f, globals = globals_of(f), packages = rev(.packages()))
  results <- vector("list", length(tasks))
  waiting <- seq_along(tasks)
  pool <- list()
  on.exit(for (process in pool) process$session$kill_tree())
  while (length(waiting) || any(is_busy(pool))) {
    n <- min(length(waiting), workers - sum(is_busy(pool)))
    for (i in waiting[seq_len(n)]) {
      begun(i)
      pool <- with_task(pool, i, tasks[[i]], job)
    }
    waiting <- waiting[seq_along(waiting) > n]
    answers <- answers_of(pool)
    for (at in which(!vapply(answers, is.null, NA))) {
      i <- pool[[at]]$task
      results[[i]] <- process_result(answers[[at]], names(tasks)[[i]])
      ended(i, results[[i]])
      pool[[at]]$task <- NA
      if (fresh || has_ended(answers[[at]])) {
        pool[[at]]$session$kill_tree()
        pool[at] <- list(NULL)
      }
    }
    pool <- drop_null(pool)
  }
  results
}

# As in_processes(), in this process if there is only one worker, and with random numbers that leave
# the user's as they are.
by_workers <- function(tasks, f, workers, ended = function(i, result) NULL) {
  if (workers > 1L) {
    return(in_processes(tasks, f, workers, ended = ended))
  }
  lapply(seq_along(tasks), function(i) {
    result <- without_seed(caught(f(tasks[[i]])))
    ended(i, result)
    result
  })
}

is_busy <- function(pool) !vapply(pool, function(process) is.na(process$task), NA)

# Waits up to a second. The answer of each process, or NULL.
answers_of <- function(pool) {
  busy <- is_busy(pool)
  processx::poll(lapply(pool[busy], function(process) process$session$get_poll_connection()), 1000)
  Map(function(process, is_busy) {
    answer <- if (is_busy) process$session$read()
    # Other codes are messages.
    if (!is.null(answer) && (answer$code == 200 || has_ended(answer))) answer
  }, pool, busy)
}

has_ended <- function(answer) answer$code >= 500

# An idle process gets the task, or a new one. The function goes to it with the first task only.
with_task <- function(pool, i, task, job) {
  idle <- which(!is_busy(pool))
  at <- if (length(idle)) idle[[1]] else length(pool) + 1L
  is_new <- at > length(pool)
  if (is_new) pool[[at]] <- list(session = new_process(), task = NA)
  without_seed(
    pool[[at]]$session$call(run_task, list(if (is_new) job, task), package = TRUE)
  )
  pool[[at]]$task <- i
  pool
}

new_process <- function() {
  # The Python of this session; NA, which leaves the choice to the process, before it runs.
  python <- if (isTRUE(python_state$started)) py_exe() else Sys.getenv("RKERAS_PYTHON", NA)
  options <- callr::r_session_options(
    env = c(callr::rcmd_safe_env(), RKERAS_PYTHON = python), supervise = TRUE
  )
  # A busy machine takes longer than the three seconds that callr allows.
  without_seed(callr::r_session$new(options, wait_timeout = 120000))
}

process_result <- function(answer, name) {
  if (has_ended(answer)) {
    return(list(value = NULL, error = "The R process ended before it had a result."))
  }
  if (!is.null(answer$error)) {
    cause <- answer$error$parent %||% answer$error
    return(list(value = NULL, error = conditionMessage(cause)))
  }
  for (text in unique(answer$result$warnings)) {
    warn("%s: %s", capitalized(name), text, kind = "run")
  }
  answer$result[c("value", "error")]
}

# ---- In the other process ------------------------------------------------------------------------

# The function of the process, and what it keeps between tasks.
running_job <- new.env(parent = emptyenv())

run_task <- function(job, task) {
  if (!is.null(job)) {
    for (package in job$packages) library(package, character.only = TRUE)
    list2env(job$globals, globalenv())
    running_job$f <- job$f
  }
  warnings <- character()
  result <- withCallingHandlers(caught(running_job$f(task)), warning = function(warning) {
    warnings <<- c(warnings, conditionMessage(warning))
    tryInvokeRestart("muffleWarning")
  })
  c(result, list(warnings = warnings))
}

# list(value, error): the value, or the message of an error.
caught <- function(code) {
  tryCatch(list(value = code, error = NULL), error = function(error) {
    list(value = NULL, error = conditionMessage(error))
  })
}

# ---- Global variables ----------------------------------------------------------------------------

# R sends a function with its environment, but not with the global one: a list of the user's
# variables that the code of the function names, and of those that these functions name.
globals_of <- function(f) {
  found <- list()
  seen <- list()
  search <- function(x) {
    if (is.list(x) && !is.object(x)) lapply(x, search)
    if (!is_r_function(x) || is_packaged(x) || any(vapply(seen, identical, NA, x))) return()
    seen[[length(seen) + 1L]] <<- x
    for (name in all_names(x)) {
      if (!is.null(found[[name]])) next
      frame <- frame_of(name, environment(x))
      if (!exists(name, frame, inherits = FALSE)) next
      value <- get(name, frame)
      if (identical(frame, globalenv())) found[name] <<- list(value)
      search(value)
    }
  }
  search(f)
  found
}

all_names <- function(f) {
  setdiff(unlist(lapply(c(list(body(f)), formals(f)), all.names)), names(formals(f)))
}

is_packaged <- function(f) is.primitive(f) || isNamespace(environment(f))

# A warning that says which tasks failed; an error if all did.
tell_failed <- function(errors, names, what) {
  failed <- which(!vapply(errors, is.null, NA))
  if (!length(failed)) return(invisible())
  first <- failed[[1]]
  text <- sprintf("%d of %d %s failed; %s: %s", length(failed), length(errors), what,
                  names[[first]], errors[[first]])
  if (length(failed) == length(errors)) abort("%s", text, kind = "run")
  warn("%s", text, kind = "run")
}
