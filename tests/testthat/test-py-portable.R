# Modules and functions of Python that Windows does not have.
absent <- list(
  modules = list("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog",
                 "termios", "tty"),
  names = list(
    os = list("fork", "forkpty", "geteuid", "getloadavg", "getpgid", "getuid", "killpg", "mkfifo",
              "nice", "register_at_fork", "setsid", "sysconf", "uname", "wait"),
    signal = list("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGPROF", "SIGQUIT",
                  "SIGURG", "SIGUSR1", "SIGUSR2", "alarm", "pthread_kill", "pthread_sigmask",
                  "setitimer", "sigwait"),
    time = list("tzset"), socket = list("AF_UNIX")
  )
)

# What a file uses of these outside `try` and outside `if hasattr()`, each with its line. A function
# may use them: `guarded` has those that are called only where they exist.
py_run_string("
import ast

def used(text, absent, guarded):
  found = []
  def is_check(test):
    return isinstance(test, ast.Call) and getattr(test.func, 'id', '') == 'hasattr'
  def visit(node):
    if isinstance(node, ast.Try) or isinstance(node, ast.If) and is_check(node.test):
      return
    if isinstance(node, ast.FunctionDef) and node.name in guarded:
      return
    if isinstance(node, ast.Import):
      found.extend((x.name, node.lineno) for x in node.names if x.name in absent['modules'])
    if isinstance(node, ast.ImportFrom):
      names = absent['names'].get(node.module, ())
      is_absent = node.module in absent['modules']
      found.extend((x.name, node.lineno) for x in node.names if is_absent or x.name in names)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
      if node.attr in absent['names'].get(node.value.id, ()):
        found.append((node.attr, node.lineno))
    for child in ast.iter_child_nodes(node):
      visit(child)
  visit(ast.parse(text))
  return [f'{name}, line {line}' for name, line in found]
")
used <- function(lines, guarded = list()) {
  import_main()$used(paste(lines, collapse = "\n"), absent, guarded)
}

test_that("the Python files use nothing that Windows lacks", {
  folder <- system.file("python", package = "rkeras")
  files <- list.files(folder, "[.]py$", recursive = TRUE)
  expect_gt(length(files), 50L)
  # locks.py uses fcntl where it could be imported, profiling.py signals where there are masks.
  guarded <- list("unprofiled")
  found <- lapply(files, function(file) used(readLines(file.path(folder, file)), guarded))
  names(found) <- files
  expect_identical(Filter(length, found), list(a = 1)[0L])
})

test_that("the scan finds them", {
  expect_length(used(c("import os, pwd", "os.getuid()", "from signal import SIGKILL",
                       "def f(): os.fork()")), 4L)
  expect_length(used(c("try:", "  import pwd", "except ImportError: pass",
                       "if hasattr(os, 'fork'): os.fork()")), 0L)
  expect_length(used(c("import os", "def f(): os.fork()"), list("f")), 0L)
})
