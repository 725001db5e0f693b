# Programs that stand in for Pythons this machine does not have.

# A program that prints the given lines and ends with `status`.
fake_program <- function(lines, status = 0, env = parent.frame()) {
  file <- withr::local_tempfile(.local_envir = env)
  writeLines(c("#!/bin/sh", "cat <<'END'", lines, "END", paste("exit", status)), file)
  Sys.chmod(file, "755")
  file
}

# A program on the PATH, of lines of a shell script, that writes its arguments and the value of
# `variable` to a file, whose path is returned. `attr(, "program")` is its own path.
local_program <- function(name, ..., variable = "", frame = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = frame)
  log <- file.path(folder, "calls")
  program <- file.path(folder, name)
  shown <- paste0("$@", if (nzchar(variable)) paste0(" $", variable))
  writeLines(c("#!/bin/sh", sprintf("echo \"%s\" >> %s", shown, shQuote(log)), ...), program)
  Sys.chmod(program, "755")
  withr::local_path(folder, .local_envir = frame)
  structure(log, program = program)
}

# One that answers the probe with the given facts.
fake_python <- function(..., env = parent.frame()) {
  facts <- utils::modifyList(
    list(
      version = "3.11.7", implementation = "CPython", free_threaded = "0", base_prefix = "/opt/x",
      libpython = "/opt/x/lib/libpython3.11.so"
    ),
    list(...)
  )
  fake_program(paste0("rkeras-probe:", names(facts), "=", unlist(facts)), env = env)
}

# Replaces functions of rkeras until the test ends: for what this machine must not do, or cannot.
local_functions <- function(..., frame = parent.frame()) {
  functions <- list(...)
  old <- mget(names(functions), asNamespace("rkeras"))
  set <- function(functions) {
    for (name in names(functions)) {
      utils::assignInNamespace(name, functions[[name]], "rkeras")
    }
  }
  set(functions)
  withr::defer(set(old), envir = frame)
}

# Warnings of Python are given once in a process, which has run other tests. Python forgets its own
# list of them when a filter changes.
forget_warnings <- function() {
  import("rkeras.bridge.notices", convert = FALSE)$shown$clear()
  import("warnings")$filterwarnings("ignore", "the text of no warning")
}

# Runs a function in a separate R process that knows only the given Python installations.
in_fresh_r <- function(fun, ..., env = character()) {
  clean <- c(RKERAS_PYTHON = "", RETICULATE_PYTHON = "", VIRTUAL_ENV = "",
             WORKON_HOME = "/nowhere", "_R_CHECK_PACKAGE_NAME_" = "")
  clean[names(env)] <- env
  callr::r(fun, list(...), env = c(callr::rcmd_safe_env(), clean))
}

# A wheel with one module, of the lines `code`, which needs no index to be installed from.
local_wheel <- function(name = "rkeras_answer", code = "answer = 42", frame = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = frame)
  py_run_string("
import os, zipfile
def wheel(folder, name, code):
    path = os.path.join(folder, name + '-1.0-py3-none-any.whl')
    info = name + '-1.0.dist-info/'
    with zipfile.ZipFile(path, 'w') as file:
        file.writestr(name + '.py', code)
        file.writestr(info + 'METADATA',
                      'Metadata-Version: 2.1\\nName: ' + name + '\\nVersion: 1.0\\n')
        file.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nGenerator: rkeras\\n'
                      'Root-Is-Purelib: true\\nTag: py3-none-any\\n')
        file.writestr(info + 'RECORD', '')
    return path
")$wheel(folder, name, paste0(code, "\n", collapse = ""))
}
