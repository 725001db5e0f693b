# Decides which Python R embeds: a pure function of the user's requests and the candidates found.

# The Python to start: a list with `python` (the executable, a virtualenv's own one where it is in
# one), `libpython`, `version`, `prefix`, `base_prefix`, `numpy`, `requested_by` and `trace`; or an
# error with the whole story.
choose_python <- function(inputs = python_inputs()) {
  decision <- resolve_python(inputs, accept = unfit)
  if (any(decision$trace$reason %in% inputs$distrust)) warn_of_distrust(inputs$distrust)
  if (is.null(decision$choice) && may_manage(inputs)) {
    make_managed()
    inputs$managed <- managed_python()
    decision <- resolve_python(inputs, accept = unfit)
  }
  if (is.null(decision$choice)) {
    abort(decision$problem, kind = "python", call = NULL, trace = decision$trace)
  }
  if (decision$choice$explicit) warn_of_requirements(decision$choice)
  c(decision$choice, list(trace = decision$trace))
}

# May an environment be made for what is required? Not if the user named a Python.
may_manage <- function(inputs) {
  asked_for <- function(candidate) candidate$explicit && !is.null(candidate$python)
  is_managed(inputs$env) ||
    is_required(inputs$env) && !any(vapply(python_candidates(inputs), asked_for, NA))
}

# Everything the decision depends on. `request` and `hints` come from the `use_*()` functions.
python_inputs <- function(project = getwd()) {
  list(
    request = python_requests$required,
    hints = python_requests$hints,
    env = python_variables(),
    # NULL if it has been deleted.
    project = project,
    distrust = if (!is.null(project)) trust_problem(file.path(project, ".venv")),
    envs_root = virtualenv_root(),
    managed = managed_python(),
    system = system_pythons()
  )
}

python_variables <- function() {
  Sys.getenv(c("RKERAS_PYTHON", "RETICULATE_PYTHON", "RETICULATE_PYTHON_ENV", "VIRTUAL_ENV",
               "RETICULATE_PYTHON_FALLBACK"))
}

# The first usable candidate is chosen. A candidate that the user named and that is not usable ends
# the search, because another one would have packages that the user did not intend.
# Returns `choice` (NULL if there is none), `problem` (then a message) and `trace`, one row for each
# candidate. `accept` may refuse an installation that could be embedded, by returning the reason. It
# is not asked about installations that the user named.
resolve_python <- function(inputs, probe = probe_python, accept = function(facts) NULL) {
  candidates <- python_candidates(inputs)
  # Has `choice` or `problem` when the search is over.
  state <- list()
  for (i in seq_along(candidates)) {
    judged <- judge_candidate(candidates[[i]], state, probe, accept)
    candidates[[i]] <- judged$candidate
    state <- judged$state
  }
  trace <- python_trace(candidates)
  if (is.null(state$choice)) {
    state$problem <- state$problem %||% nothing_found(trace)
  }
  list(choice = state$choice, problem = state$problem, trace = trace)
}

# One candidate's verdict and reason, and the state of the search after it.
judge_candidate <- function(candidate, state, probe, accept) {
  verdict <- function(verdict, reason, ...) {
    list(
      candidate = c(candidate, list(verdict = verdict, reason = reason)),
      state = utils::modifyList(state, list(...))
    )
  }
  if (is.null(candidate$python)) {
    return(verdict("absent", "not set"))
  }
  if (length(state)) {
    return(verdict("not needed", "comes later in the order"))
  }
  if (!is.null(candidate$distrust)) {
    return(verdict("refused", candidate$distrust))
  }
  facts <- probe(candidate$python)
  reason <- facts$problem %||% if (!candidate$explicit) accept(facts)
  if (is.null(reason)) {
    return(verdict("chosen", "", choice = python_choice(facts, candidate)))
  }
  if (candidate$explicit) {
    return(verdict("refused", reason, problem = request_problem(candidate, reason)))
  }
  verdict("refused", reason)
}

# All candidates in their order: those that the user named, then those that rkeras finds.
python_candidates <- function(inputs) {
  asked <- list(inputs$request)[!is.null(inputs$request)]
  managed <- list(candidate("the environment that rkeras makes", inputs$managed))
  if (is_managed(inputs$env)) {
    return(c(asked, managed))
  }
  env <- as.list(inputs$env)
  virtual_env <- env$VIRTUAL_ENV
  named <- list(
    RKERAS_PYTHON = env_python(env$RKERAS_PYTHON),
    RETICULATE_PYTHON = env_python(env$RETICULATE_PYTHON),
    RETICULATE_PYTHON_ENV = env_folder_python(env$RETICULATE_PYTHON_ENV, inputs$envs_root),
    VIRTUAL_ENV = if (is_set(virtual_env)) virtualenv_bin(path.expand(virtual_env))
  )
  named <- unname(Map(candidate, names(named), named, explicit = TRUE))
  in_project <- if (!is.null(inputs$project)) virtualenv_bin(file.path(inputs$project, ".venv"))
  virtualenv <- function(name) virtualenv_bin(file.path(inputs$envs_root, name))
  found <- list(
    candidate(".venv in the working directory", in_project, distrust = inputs$distrust),
    candidate("the r-keras virtualenv of install_keras()", virtualenv("r-keras")),
    candidate("the r-reticulate virtualenv", virtualenv("r-reticulate"))
  )
  fallback <- candidate("RETICULATE_PYTHON_FALLBACK", env_python(env$RETICULATE_PYTHON_FALLBACK))
  system <- lapply(inputs$system, function(python) candidate("the system", python))
  c(asked, named, inputs$hints, found, managed, list(fallback), system)
}

# `distrust` is the reason why this file must not be run, or NULL.
candidate <- function(source, python, explicit = FALSE, distrust = NULL) {
  list(source = source, python = python, explicit = explicit, distrust = distrust)
}

is_set <- function(value) !is.null(value) && nzchar(value)

# The executable an environment variable names: a path, or a command on the PATH.
env_python <- function(value) if (is_set(value)) python_path(value)

# The Python of a virtualenv or conda environment, given by its name or directory.
env_folder_python <- function(value, envs_root) {
  if (!is_set(value)) {
    return(NULL)
  }
  python <- folder_python(virtualenv_path(value, envs_root))
  if (file.exists(python)) {
    return(python)
  }
  tryCatch(conda_env_python(value), rkeras_error = function(e) python)
}

# An absolute path, in which links are kept: a virtualenv's Python is a link.
python_path <- function(python, os = this_os()) {
  python <- path.expand(python)
  if (!is_path(python, os)) {
    on_path <- unname(Sys.which(python))
    if (nzchar(on_path)) {
      return(on_path)
    }
  }
  if (is_absolute(python, os)) python else file.path(getwd() %||% ".", python)
}

# A shim, such as pyenv's, runs another executable: use the path that the executable reports.
python_choice <- function(facts, candidate) {
  c(
    list(python = facts$executable %||% facts$path),
    stats::setNames(facts[facts_of_choice], facts_of_choice),
    list(requested_by = candidate$source, explicit = candidate$explicit)
  )
}

facts_of_choice <- c(
  "libpython", "version", "prefix", "base_prefix", "exec_prefix", "executable", "version_string",
  "pythonpath", "numpy", "numpy_path", "keras", "tensorflow"
)

python_trace <- function(candidates) {
  field <- function(name) {
    vapply(candidates, function(candidate) candidate[[name]] %||% "", character(1))
  }
  data.frame(
    source = field("source"),
    candidate = field("python"),
    verdict = field("verdict"),
    reason = field("reason")
  )
}

request_problem <- function(candidate, reason) {
  paste0(
    candidate$source, " asks for the Python '", candidate$python, "', which cannot be used: ",
    reason, ".\n", "Correct the request or withdraw it; rkeras takes no other Python instead. ",
    "install_keras() makes an environment that works."
  )
}

nothing_found <- function(trace) {
  refused <- trace[trace$verdict == "refused", ]
  paste0(
    "No Python was found that rkeras can use (CPython 3.10 or later with its shared library).\n",
    paste0(
      "* ", refused$candidate, " (", refused$source, "): ", refused$reason, "\n",
      collapse = ""
    ),
    "install_keras() makes an environment; use_python(), use_virtualenv() or the environment ",
    "variable RKERAS_PYTHON name another Python. See ?\"rkeras-errors\"."
  )
}

# Python executables on the PATH and in the usual folders, each once.
system_pythons <- function(os = this_os()) {
  if (os == "Windows") {
    return(windows_pythons())
  }
  found <- unname(Sys.which(c("python3", "python")))
  found <- c(found, "/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3")
  found <- found[nzchar(found) & file.exists(found)]
  apple_last(found[!duplicated(normalizePath(found, mustWork = FALSE))], os)
}

# On a Mac without the command line tools, Apple's own program asks whether to install them.
apple_last <- function(found, os) {
  is_apple <- os == "Darwin" & found == "/usr/bin/python3"
  found[order(is_apple)]
}
