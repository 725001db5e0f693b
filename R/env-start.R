# Starts Python at first use: loads libpython, then the compiled library, then starts the
# interpreter.

start_python <- function() {
  if (python_state$started) {
    return(invisible())
  }
  choice <- running_python()
  if (is.null(choice)) choice <- choose_python() else warn_of_requirements(choice)
  load_libpython(choice$libpython, conda_prefix(choice))
  routines <- load_bridge()
  quiet_tensorflow()
  path <- system.file("python", package = "rkeras", mustWork = TRUE)
  stack <- as.double(Cstack_info()[["size"]])
  # R CMD check looks for what is called by .Call() where the package is not loaded.
  unwrap(do.call(.Call, list(routines$wrap__rs_start, choice$python, path, topenv(), stack)))
  rm(list = ls(.native, all.names = TRUE), envir = .native)
  list2env(routines, .native)
  python_state$choice <- choice
  python_state$started <- TRUE
  unwrap(rs_set_attr(unwrap(rs_import("rkeras.rpycall", FALSE)), "rkeras", call_by_name))
  tell_time_zone()
  run_hooks("python started")
  end_python_with_r()
  invisible()
}

# Python's symbols must be global, because Python's extension modules look for them there.
load_libpython <- function(libpython, conda = NULL, os = this_os(), load = dyn.load) {
  if (os == "Windows" && !is.null(conda)) Sys.setenv(PATH = conda_library_path(conda))
  tryCatch(
    for (library in python_libraries(libpython, os)) load_library(library, os, load),
    error = function(cnd) {
      abort(c("Python's library %s cannot be loaded: %s\nChoose another Python with use_python(),",
              "or make one with install_keras()."), libpython, conditionMessage(cnd),
            kind = "python", call = NULL)
    }
  )
}

# On Windows, the compiled library takes Python's functions from python3.dll, which passes them on
# to the library of one version beside it.
python_libraries <- function(libpython, os = this_os()) {
  c(libpython, if (os == "Windows") file.path(dirname(libpython), "python3.dll"))
}

# On Windows, the libraries that a library needs are looked for in `DLLpath`.
load_library <- function(library, os, load) {
  if (os == "Windows") {
    return(load(library, DLLpath = dirname(library)))
  }
  load(library, local = FALSE, now = TRUE)
}

# The folder of a conda environment, or NULL.
conda_prefix <- function(choice) {
  prefix <- choice$base_prefix %||% ""
  if (dir.exists(file.path(prefix, "conda-meta"))) prefix
}

load_bridge <- function() {
  path <- getNamespaceInfo("rkeras", "path")
  dll <- library.dynam("rkeras", "rkeras", lib.loc = dirname(path))
  routines <- lapply(getDLLRegisteredRoutines(dll)$.Call, `[[`, "address")
  names(routines) <- names(getDLLRegisteredRoutines(dll)$.Call)
  for (name in quick_routines) {
    routines[[name]] <- getNativeSymbolInfo(paste0("rkeras_", name), dll)$address
  }
  routines
}

# When TensorFlow is loaded, it reports on its build and on missing GPUs. This silences the messages
# that can be silenced, unless the user has set TF_CPP_MIN_LOG_LEVEL or wants to see all; the others
# are taken from stderr (inst/python/rkeras/libraries/quiet.py).
quiet_tensorflow <- function() {
  if (!shows_startup_log() && !nzchar(Sys.getenv("TF_CPP_MIN_LOG_LEVEL"))) {
    Sys.setenv(TF_CPP_MIN_LOG_LEVEL = "2")
  }
}

# Python code calls this, too.
shows_startup_log <- function() isTRUE(getOption("rkeras.startup_log"))

# A process can run only one Python, so one that another package started is used.
running_python <- function() {
  if (!is.loaded("Py_GetVersion") || !isNamespaceLoaded("reticulate")) {
    return(NULL)
  }
  reticulate <- asNamespace("reticulate")
  if (!reticulate$py_available()) {
    return(NULL)
  }
  config <- reticulate$py_config()
  list(
    python = config$python, libpython = config$libpython, version = as.character(config$version),
    prefix = config$prefix, base_prefix = config$prefix, numpy = NULL,
    requested_by = "reticulate, which had started Python", trace = NULL
  )
}

# Windows has no file of the local time zone; R knows its name.
tell_time_zone <- function(os = this_os(), name = Sys.timezone()) {
  if (os == "Windows" && !is.na(name)) {
    unwrap(rs_set_attr(unwrap(rs_import("rkeras.zone", FALSE)), "system", name))
  }
}

# Calls a function of this package by name; for the Python files of rkeras.
call_by_name <- function(name, ...) get(name, topenv())(...)

# `atexit` handlers run, and buffers are flushed, when R ends.
end_python_with_r <- function() {
  reg.finalizer(.native, function(.native) unwrap(rs_end()), onexit = TRUE)
}
