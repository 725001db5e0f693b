# Runs one candidate in a separate process to find its version and whether R can embed it.

# The facts of the Python at `path` as a list, or only `path` and `problem`, a clause saying why it
# cannot be used. Facts are kept for the session.
probe_python <- function(path) {
  problem <- file_problem(path)
  if (!is.null(problem)) {
    return(list(path = path, problem = problem))
  }
  failed <- NULL
  cached("probes", path, {
    facts <- run_probe(path)
    if (is.null(facts$version)) failed <- facts else facts
  }) %||% failed
}

# Called after an installation, which changes the versions of packages.
forget_probes <- function() forget("probes")

# Why this file cannot even be run, or NULL.
file_problem <- function(path) {
  if (dir.exists(path)) {
    inside <- folder_python(path)
    hint <- if (file.exists(inside)) paste0("; did you mean '", inside, "'?") else ""
    return(paste0("it is a directory, not a Python executable", hint))
  }
  if (!file.exists(path)) {
    # Sys.readlink() tells a link whose target is gone from a file that was never there.
    target <- Sys.readlink(path)
    if (!is.na(target) && nzchar(target)) {
      return(paste0("it is a link to '", target, "', which is gone"))
    }
    return("there is no such file")
  }
  if (file.access(path, mode = 1L) != 0L) {
    return("it is not an executable file")
  }
  NULL
}

# Run the probe script. The time allowed is generous: the first run of a Python on a slow disk.
run_probe <- function(path, timeout = 30) {
  script <- system.file("python/rkeras/env/probe.py", package = "rkeras", mustWork = TRUE)
  ran <- run_command(path, script, timeout = timeout)
  if (identical(ran$status, 124L)) {
    return(list(path = path, problem = paste0("it did not answer within ", timeout, " seconds")))
  }
  facts <- parse_probe(ran$stdout)
  if (is.null(facts$version)) {
    said <- utils::tail(ran$stderr[nzchar(ran$stderr)], 1)
    said <- if (length(said)) paste0(" (it says: ", trimws(said), ")") else ""
    problem <- paste0("it does not behave like a Python", said, blamed_home())
    return(list(path = path, problem = problem))
  }
  facts$problem <- python_problem(facts)
  c(list(path = path), facts)
}

# With this variable every Python looks for its library in one folder.
blamed_home <- function() {
  home <- Sys.getenv("PYTHONHOME")
  if (nzchar(home)) {
    sprintf(paste(
      ", perhaps because of the environment variable PYTHONHOME, which is '%s' (remove it with",
      "Sys.unsetenv(\"PYTHONHOME\"))"
    ), home)
  }
}

# The facts in a probe's output, which may have other lines. An empty value counts as missing.
parse_probe <- function(lines) {
  lines <- grep("^rkeras-probe:[a-z_]+=", lines, value = TRUE, useBytes = TRUE)
  lines <- sub("^rkeras-probe:", "", lines)
  keys <- sub("=.*", "", lines)
  values <- sub("^[a-z_]+=", "", sub("\r$", "", lines))
  as.list(stats::setNames(values[nzchar(values)], keys[nzchar(values)]))
}

# Why rkeras cannot embed a Python with these facts, or NULL.
python_problem <- function(facts, arch = R.version$arch) {
  problems <- c(
    if (!identical(facts$implementation, "CPython")) {
      paste0("it is ", facts$implementation, "; rkeras embeds CPython only")
    },
    if (numeric_version(facts$version) < oldest_python) {
      sprintf("it is Python %s; rkeras needs %s or later", facts$version, oldest_python)
    },
    if (identical(facts$free_threaded, "1")) paste0(
      "it is a free-threaded build of Python ", facts$version,
      "; rkeras needs the usual build of it, the one with the global interpreter lock"
    ),
    machine_problem(facts$machine, arch),
    if (is_of_store(facts$base_prefix %||% "")) paste(
      "it is the Python of the Microsoft Store, whose library other programs cannot load;",
      "install Python from https://www.python.org, or with install_python()"
    ),
    if (is.null(facts$libpython)) paste0(
      "it is a static build without a shared libpython, which cannot run inside R; ",
      shared_remedy(facts)
    )
  )
  if (length(problems)) problems[[1]]
}

# The probe names the machine on macOS and Windows, which run programs for other machines, too.
machine_problem <- function(machine, arch) {
  names <- c(amd64 = "x86_64", AMD64 = "x86_64", arm64 = "aarch64", win32 = "i386")
  plain <- function(x) if (x %in% names(names)) names[[x]] else x
  if (!is.null(machine) && plain(machine) != plain(arch)) {
    sprintf("it is a Python for %s, and this R is for %s", plain(machine), plain(arch))
  }
}

# How to get the shared library if the installation has none.
shared_remedy <- function(facts) {
  base <- facts$base_prefix %||% ""
  if (identical(base, "/usr")) {
    minor <- sub("^([0-9]+[.][0-9]+).*", "\\1", facts$version)
    return(paste0("on Debian and Ubuntu: apt install libpython", minor))
  }
  if (grepl("pyenv", base, fixed = TRUE)) {
    return(paste0(
      "build it again: PYTHON_CONFIGURE_OPTS=--enable-shared pyenv install --force ", facts$version
    ))
  }
  "build it with ./configure --enable-shared, or take another Python"
}

# Run a program without a terminal and without our standard input; stdout and stderr as lines,
# status 124 when it was stopped for taking too long. Both are files: a pipe does not work if the
# stdin, stdout and stderr of this process are closed, as in a daemon.
run_command <- function(command, args, timeout = 0, env = character()) {
  files <- tempfile(c("rkeras-stdout-", "rkeras-stderr-"))
  on.exit(unlink(files))
  status <- suppressWarnings(tryCatch(
    with_variables(c(child_env(), env), function(env) {
      system2(
        command, shQuote(args),
        stdout = files[[1]], stderr = files[[2]], input = character(), timeout = timeout, env = env
      )
    }),
    error = function(e) 127L
  ))
  lines <- lapply(files, function(file) {
    if (file.exists(file)) readLines(file, warn = FALSE) else character()
  })
  if (was_interrupted(status, lines[[2]])) interrupt()
  list(status = status, stdout = lines[[1]], stderr = lines[[2]])
}

# While a program runs, it gets the interrupt, and R does not. The status is then the number of the
# signal, which programs also return that have failed, and have said why. Python ends with this
# exception, and uv without a word after those on its progress.
was_interrupted <- function(status, said) {
  last <- paste0("^KeyboardInterrupt$|",
                 "^ ?(Using|Resolved|Prepared|Download(ing|ed)|Buil(ding|t)|Installed) ")
  status == 130L || status == 2L && all(grepl(last, utils::tail(said, 1L)))
}

# As if the user had interrupted R.
interrupt <- function() {
  signalCondition(structure(list(message = "", call = NULL), class = c("interrupt", "condition")))
  invokeRestart("abort")
}

# An error if the command failed, with the last lines that it `said` and a remedy, if there is one.
check_ran <- function(ran, problem, said = ran$stderr, remedy = NULL, lines = 8) {
  if (ran$status != 0L) abort(ran_problem(problem, said, remedy, lines), kind = "python")
}

ran_problem <- function(problem, said, remedy = NULL, lines = 8) {
  paste(c(paste0(problem, ":"), utils::tail(said[nzchar(said)], lines), remedy), collapse = "\n")
}

# Downloads a file. `failed` is a function of the reason that raises the error.
download <- function(url, path, failed, quiet = TRUE) {
  fail <- function(cnd) failed(conditionMessage(cnd))
  tryCatch(utils::download.file(url, path, quiet = quiet, mode = "wb"),
           error = fail, warning = fail)
  path
}

# R puts its library folders, which include the system's, before the user's. A Python from elsewhere
# would then load the system's libpython instead of its own.
child_env <- function(...) {
  path <- child_library_path(...)
  if (is.null(path)) character() else c(LD_LIBRARY_PATH = path)
}

# LD_LIBRARY_PATH without R's folders; NULL if it is not set.
child_library_path <- function(path = Sys.getenv("LD_LIBRARY_PATH"), of_r = r_library_path()) {
  if (!nzchar(path)) {
    return(NULL)
  }
  folders <- strsplit(path, ":", fixed = TRUE)[[1]]
  paste(folders[!folders %in% strsplit(of_r, ":", fixed = TRUE)[[1]]], collapse = ":")
}

# The folders that R's start script puts first. The script does not store them, so it runs again.
r_library_path <- function() {
  script <- file.path(R.home("etc"), "ldpaths")
  if (!file.exists(script)) {
    return("")
  }
  code <- paste(".", shQuote(script), "&& printf '%s\\n' \"$R_LD_LIBRARY_PATH\"")
  paste(system2("sh", c("-c", shQuote(code)), stdout = TRUE, stderr = FALSE), collapse = ":")
}
