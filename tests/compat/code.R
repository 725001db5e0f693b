# Running code, errors, iterators, contexts, output and files.

case("py_run_string()", {
  py_run_string("x = 10")
  py$x
}, 10L)
case("py_run_string() gives the variables", py_run_string("x = 10; y = 'a'")$y, "a")
case("py_run_string() is invisible", withVisible(py_run_string("x = 1"))$visible, FALSE)
case("py_run_string(local = TRUE)", {
  py_run_string("kept = 1")
  made <- py_run_string("kept = 2\nadded = kept + 1", local = TRUE)
  list(py$kept, sort(names(made)), made$added, py_has_attr(py, "added"))
}, list(1L, c("added", "kept"), 3L, FALSE))
case("local code reads the main module", {
  py_run_string("base = 41")
  py_run_string("y = base + 1", local = TRUE)$y
}, 42L)
case("local functions call each other", {
  py_run_string("def one(): return 1\ndef two(): return one() + 1", local = TRUE)$two()
}, 2L, better = "reticulate: NameError")
case("py$x <- value", {
  py$from_r <- c(1, 2)
  py_eval("sum(from_r)")
}, 3)
case("py_run_file()", py_run_file(script("from_file = 7"))$from_file, 7L)
case("__file__", {
  file <- script("here = __file__")
  basename(py_run_file(file)$here) == basename(file)
}, TRUE)
case("a module beside the script", {
  file <- script("import compat_beside", "found = compat_beside.value")
  writeLines("value = 8", file.path(dirname(file), "compat_beside.py"))
  py_run_file(file)$found
}, 8L)
case("a missing file", raises(py_run_file("no-such-file.py")) != "no error", TRUE)
case("source_python()", {
  source_python(script("def add(x, y):", "  return x + y"))
  add(5, 10)
}, 15)
case("source_python(envir = )", {
  env <- new.env()
  source_python(script("import os", "_private = 1", "public_name = 2"), envir = env)
  vapply(c("public_name", "_private", "os", "r"), exists, NA, env, inherits = FALSE,
         USE.NAMES = FALSE)
}, c(TRUE, FALSE, FALSE, FALSE))
case("source_python(envir = NULL)", {
  source_python(script("only_in_python = 3"), envir = NULL)
  c(py$only_in_python, exists("only_in_python"))
}, c(3L, 0L))
case("source_python(convert = FALSE)", {
  source_python(script("def inc(x): return x + 1"), convert = FALSE)
  repr(inc(1L))
}, "2")
case("R from Python", py_eval("r.nchar('abc')"), 3L)
case("a variable of R from Python", {
  assign("compat_value", 5:7, globalenv())
  value <- py_eval("r.compat_value")
  rm("compat_value", envir = globalenv())
  value
}, 5:7)
case("a syntax error", raises(py_eval("1 +")), "SyntaxError")
case("an unknown name", raises(py_eval("unknown_name_x")), "NameError")

boom <- function() py_run_string("def boom(): raise ValueError('bad', 7)\nboom()")
case("the classes of an exception", {
  classes <- class(tryCatch(boom(), error = identity))
  c(classes[1:2], all(c("error", "condition") %in% classes))
}, c("python.builtin.ValueError", "python.builtin.Exception", "TRUE"))
case("a handler by class", tryCatch(boom(), python.builtin.ValueError = function(e) "caught"),
     "caught")
case("the message", {
  grepl("^ValueError: \\('bad', 7\\)", tryCatch(boom(), error = conditionMessage))
}, TRUE)
case("attributes of an exception", tryCatch(boom(), error = function(e) e$args), list("bad", 7L))
case("an exception is a Python object", {
  tryCatch(boom(), error = function(e) inherits(e, "python.builtin.object"))
}, TRUE)
case("an exception has the R call", {
  tryCatch(boom(), error = function(e) is.call(conditionCall(e)))
}, TRUE)
case("py_last_error()", {
  try(boom(), silent = TRUE)
  last <- py_last_error()
  list(last$type, last$value, class(attr(last, "exception"))[[1]])
}, list("ValueError", "('bad', 7)", "python.builtin.ValueError"))
case("the message of py_last_error()", {
  try(boom(), silent = TRUE)
  py_last_error()$message
}, paste0("Traceback (most recent call last):\n  File \"<string>\", line 2, in <module>\n",
          "  File \"<string>\", line 1, in boom\nValueError: ('bad', 7)\n"))
case("printing py_last_error()", {
  try(boom(), silent = TRUE)
  prints(print(py_last_error()))[[1]]
}, "Traceback (most recent call last):")
case("py_clear_last_error()", {
  try(boom(), silent = TRUE)
  py_clear_last_error()
  py_last_error()
}, NULL)
case("restoring an error", {
  try(boom(), silent = TRUE)
  error <- py_last_error()
  py_clear_last_error()
  py_last_error(error)
  py_last_error()$type
}, "ValueError")
case("Python catches an R error", {
  py_run_string("
def attempt(f):
  try: f()
  except RuntimeError as e: return 'caught ' + str(e)")
  py$attempt(function() stop("in R"))
}, "caught in R")
case("an R error through Python", {
  failing <- function() stop("in R")
  grepl("in R", tryCatch(py_eval("lambda f: f()")(failing), error = conditionMessage))
}, TRUE)
case("the class of an R error through Python", {
  condition <- structure(list(message = "m", call = NULL), class = c("mine", "error", "condition"))
  call <- py_eval("lambda f: f()")
  tryCatch(call(function() stop(condition)), mine = function(e) "mine", error = function(e) "other")
}, "mine", better = "reticulate gives a RuntimeError")

case("iterate()", iterate(py_eval("iter([1, 2, 3])")), 1:3)
case("iterate() over a list that is not converted", {
  class(iterate(python("[1, 2]"))[[1]])[[1]]
}, "python.builtin.int")
case("iterate() with a function", {
  sum <- 0
  iterate(py_eval("iter([1, 2, 3])"), function(x) sum <<- sum + x)
  sum
}, 6)
case("iterate() simplifies", iterate(py_eval("(x * x for x in range(4))")), c(0L, 1L, 4L, 9L))
case("iterate(simplify = FALSE)", iterate(py_eval("iter([1, 2])"), simplify = FALSE), list(1L, 2L))
case("iterate() of several types", iterate(py_eval("iter([1, 'a'])")), list(1L, "a"))
case("an exhausted iterator", {
  it <- py_eval("iter([1, 2])")
  iterate(it)
  iterate(it)
}, list())
case("iter_next()", {
  it <- py_eval("iter([1])")
  list(iter_next(it), iter_next(it), iter_next(it, completed = "end"))
}, list(1L, NULL, "end"))
case("as_iterator()", repr(iter_next(as_iterator(python("{'a': 1}")))), "'a'")
case("as_iterator() of an R list", py_to_r(iter_next(as_iterator(list("a", "b")))), "a")
case("iter_next() of a list", raises(iter_next(python("[1]"))) != "no error", TRUE)
case("py_iterator()", {
  i <- 0
  import_builtins()$list(py_iterator(function() {
    i <<- i + 1
    if (i <= 3) i
  }))
}, c(1, 2, 3))
case("py_iterator(completed = )", {
  i <- 0
  iterate(py_iterator(function() {
    i <<- i + 1
    if (i <= 2) i else NA
  }, completed = NA))
}, c(1, 2))
case("py_iterator() of a function with arguments", raises(py_iterator(function(x) x)) != "no error",
     TRUE)

py_run_string("
class Context:
  log = []
  def __enter__(self):
    self.log.append('enter')
    return 5
  def __exit__(self, kind, *details):
    self.log.append(kind.__name__ if kind else 'exit')
    return False")
case("with()", with(py$Context() %as% value, value + 1L), 6L)
case("with() without a name", with(py$Context(), 3), 3)
case("with() closes a file", {
  file <- tempfile()
  with(import_builtins()$open(file, "w") %as% out, out$write("Hello, there!"))
  readLines(file, warn = FALSE)
}, "Hello, there!")
case("with() exits after an exception", {
  py_run_string("Context.log.clear()")
  try(with(py$Context(), py_run_string("raise KeyError('k')")), silent = TRUE)
  py$Context$log
}, c("enter", "KeyError"), better = "reticulate before 1.44 exits without the error")
case("with() exits after an R error", {
  py_run_string("Context.log.clear()")
  try(with(py$Context(), stop("R")), silent = TRUE)
  py$Context$log
}, c("enter", "RuntimeError"), better = "reticulate before 1.44 exits without the error")

case("py_capture_output()", py_capture_output(py_run_string("print('hello')")), "hello\n")
case("captured stderr", {
  py_capture_output(py_run_string("import sys; sys.stderr.write('oops')"), type = "stderr")
}, "oops")
case("nested captures", {
  py_capture_output({
    py_run_string("print(1)")
    inner <- py_capture_output(py_run_string("print(2)"))
    py_run_string("print(3)")
  })
}, "1\n3\n")
case("a capture of nothing", py_capture_output(1), "")
case("loggers are captured", {
  grepl("careful", py_capture_output(py_run_string("
import logging
logger = logging.getLogger('compat')
logger.addHandler(logging.StreamHandler())
logger.warning('careful')")))
}, TRUE)
case("py_suppress_warnings()", py_suppress_warnings(5), 5)
case("py_save_object()", {
  file <- tempfile()
  py_save_object(list(a = 1L, b = "x"), file)
  py_load_object(file)
}, list(a = 1L, b = "x"))
case("py_load_object(convert = FALSE)", {
  file <- tempfile()
  py_save_object(dict(a = 1L), file)
  repr(py_load_object(file, convert = FALSE))
}, "{'a': 1}")
case("py_set_seed()", {
  py_set_seed(42L)
  first <- import("random")$random()
  py_set_seed(42L)
  identical(first, import("random")$random())
}, TRUE)
case("py_version()", class(py_version()), c("package_version", "numeric_version"))
case("py_config()", {
  all(c("python", "libpython", "pythonhome", "version", "version_string", "architecture", "numpy",
        "prefix", "exec_prefix", "virtualenv", "anaconda", "available") %in% names(py_config()))
}, TRUE)
case("the version of NumPy", class(py_config()$numpy$version), "numeric_version")
case("py_list_packages()", {
  packages <- py_list_packages()
  c(is.data.frame(packages), "numpy" %in% packages$package)
}, c(TRUE, TRUE))
case("virtualenv_exists()", virtualenv_exists("no-such-environment"), FALSE)
case("class of what is delayed", class(import("json", delay_load = TRUE))[[1]],
     "python.builtin.module")
