# Python installations that can create virtualenvs.

# The first Python that can create virtualenvs, or NULL. Those after it are not run.
first_starter <- function(version = NULL) {
  for (path in starter_candidates()) {
    found <- starter_row(path, version)
    if (!nzchar(found$problem)) {
      return(found$path)
    }
  }
  NULL
}

# Every Python that might create virtualenvs. `problem` says why one cannot, and is empty otherwise.
starter_table <- function(version = NULL) {
  rows <- do.call(rbind, lapply(starter_candidates(), starter_row, version))
  rows <- rows %||% data.frame(version = character(), path = character(), problem = character())
  rows[!duplicated(normalizePath(rows$path, mustWork = FALSE)), ]
}

starter_row <- function(path, version) {
  path <- outside_virtualenv(path)
  facts <- probe_python(path)
  problem <- facts$problem %||% starter_problem(facts, version)
  data.frame(
    version = facts$version %||% NA_character_,
    path = facts$executable %||% path,
    problem = problem %||% ""
  )
}

starter_problem <- function(facts, version) {
  if (!is.null(version) && !version_satisfies(facts$version, version)) {
    return(paste0("it is Python ", facts$version, ", and ", version, " is asked for"))
  }
  # A Python without OpenSSL creates virtualenvs, but pip cannot reach an index from them.
  modules <- c("venv", "ensurepip", "ssl")
  code <- "import sys\nfor name in sys.argv[1:]: print(name, flush=True); __import__(name)"
  ran <- run_command(facts$path, c("-c", code, modules), timeout = 30)
  if (ran$status == 0L) {
    return(NULL)
  }
  # The last one that it printed is the one that failed.
  module <- utils::tail(c(modules[[1]], ran$stdout), 1)
  debian <- if (module != "ssl") "; on Debian and Ubuntu: apt install python3-venv"
  paste0("it cannot import the module '", module, "'", debian)
}

starter_candidates <- function(os = this_os()) {
  # TensorFlow has no release for Python 3.14 yet, so that comes last.
  by_version <- unname(Sys.which(paste0("python3.", c(13:10, 14))))
  homes <- Sys.glob(version_folders(os))
  found <- c(by_version[nzchar(by_version)], rev(installation_bin(homes, os = os)))
  candidates <- unique(c(beside_r(os), system_pythons(os), found[file.exists(found)]))
  apple_last(candidates, os)
}

# Where pyenv and uv install versions of Python, as patterns.
version_folders <- function(os = this_os()) {
  if (os == "Windows") {
    root <- forward_slashes(Sys.getenv("PYENV", file.path(user_home(os), ".pyenv/pyenv-win")))
    data <- forward_slashes(Sys.getenv("APPDATA", file.path(user_home(os), "AppData/Roaming")))
    return(c(file.path(root, "versions/3.*"), file.path(data, "uv/data/python/cpython-3.*"),
             file.path(data, "uv/python/cpython-3.*")))
  }
  pyenv <- Sys.getenv("PYENV_ROOT", unset = path.expand("~/.pyenv"))
  c(file.path(pyenv, "versions", "3.*"), path.expand("~/.local/share/uv/python/cpython-3.*"))
}

# LD_LIBRARY_PATH, as R sets it, has the system's libraries first, so the system's Python is the
# least likely to load a wrong library.
beside_r <- function(os = this_os()) {
  python <- "/usr/bin/python3"
  if (os == "Linux" && file.exists(python)) python
}

# A virtualenv created by the Python of another virtualenv would depend on it: use the base Python.
outside_virtualenv <- function(python) {
  facts <- probe_python(python)
  if (is.null(facts$prefix) || identical(facts$prefix, facts$base_prefix)) {
    return(python)
  }
  base_python(facts) %||% python
}

# The Python that a virtualenv was made from.
base_python <- function(facts) {
  names <- c(paste0("python", sub("[.][0-9]+$", "", facts$version)), "python3", "python")
  Find(file.exists, installation_bin(facts$base_prefix, names))
}

no_starter_message <- function(version = NULL) {
  found <- starter_table(version)
  paste0(
    "No Python was found to create a virtualenv with",
    if (!is.null(version)) paste0(" (", version, " is asked for)"), ".\n",
    paste0("* ", found$path, ": ", found$problem, "\n", collapse = ""),
    "On Debian and Ubuntu: sudo apt install python3-venv libpython3-dev. With pyenv: ",
    "PYTHON_CONFIGURE_OPTS=--enable-shared pyenv install 3.12."
  )
}
