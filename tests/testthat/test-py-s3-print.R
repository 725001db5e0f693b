python <- function(code) py_eval(code, convert = FALSE)

test_that("objects print as at the Python prompt", {
  expect_output(print(python("'text'")), "^'text'$")
  expect_output(print(python("{'a': [1, (2.0, None)]}")), "^\\{'a': \\[1, \\(2.0, None\\)\\]\\}$")
  expect_output(print(import("os")), "^Module\\(os\\)$")
  expect_output(print(python("int")), "^<class 'int'>$")
})

test_that("a function prints its signature and the start of its documentation", {
  expect_identical(capture.output(print(python("len"))), c(
    "<function> len(obj, /)", "Return the number of items in a container."
  ))
  expect_identical(capture.output(print(python("lambda a, *, b=2: a"))),
                   "<function> <lambda>(a, *, b=2)")
  f <- python_function_of("f", "
def f(x, how=object()):
  'Does it.\\n\\nAnd more.'")
  expect_identical(capture.output(print(f)), c("<function> f(x, how=...)", "Does it."))
  expect_output(print(python("[].append")), "^<function> list.append\\(object, /\\)\nAppend")
  expect_output(print(python("dict.fromkeys")), "fromkeys\\(.*\\)\n")
  withr::local_options(width = 50)
  expect_lte(max(nchar(capture.output(print(import("numpy")$linspace)))), 60)
  expect_output(print(import("numpy")$linspace), "<function> numpy.linspace(start", fixed = TRUE)
  expect_identical(capture.output(str(python("len"))), " <function> len(obj, /)")
  expect_output(print(python("__import__('functools').partial(len)")), "^functools.partial")
})

test_that("a class and a callable object print with their signature", {
  python <- py_run_string("
class Point:
  def __init__(self, x, y=2): pass
  def __call__(self, *args): pass
  def __repr__(self): return 'a point'", local = TRUE)
  expect_output(print(python$Point), "^<class '.*Point'>\n signature: \\(x, y=2\\)$")
  expect_output(print(python$Point(1)), "^a point\n signature: \\(\\*args\\)$")
  shown <- withr::with_options(list(width = 60), capture.output(print(import("logging")$LogRecord)))
  expect_match(shown[[2]], "^ signature: \\(name, level, ")
  expect_true(length(shown) > 2 && all(nchar(shown) <= 60))
})

test_that("None, True and False print as Python's", {
  for (code in c("None", "True", "False")) {
    expect_identical(capture.output(print(python(code))), code)
    expect_match(capture.output(str(python(code))), paste0("^ <python.builtin.*> ", code, "$"))
    expect_identical(format(python(code)), code)
  }
})

test_that("format() of a traceback gives its calls", {
  error <- tryCatch(py_run_string("def f(): 1 / 0\nf()"), error = identity)
  expect_match(format(error$`__traceback__`), "line [12], in")
})

test_that("as.environment() gives the reference, also of a function", {
  expect_true(is.environment(as.environment(python("1"))))
  expect_true(is.environment(as.environment(python("len"))))
})

test_that("print returns its argument invisibly", {
  x <- python("1")
  expect_output(out <- withVisible(print(x)))
  expect_false(out$visible)
  expect_identical(py_id(out$value), py_id(x))
})

test_that("format and as.character give Python's text", {
  expect_identical(format(python("'text'")), "text")
  expect_identical(as.character(python("'text'")), "text")
  expect_identical(as.character(python("[1, 'a']")), "[1, 'a']")
  expect_identical(format(import("os")), "Module(os)")
  expect_identical(paste("value:", python("3")), "value: 3")
})

test_that("str gives one line, also inside a list", {
  expect_output(str(python("[1, 2]")), "^ <python.builtin.list> \\[1, 2\\]$")
  expect_length(capture.output(str(np_array(matrix(0, 20, 20)))), 1L)
  expect_lte(nchar(capture.output(str(np_array(matrix(0, 20, 20))))), getOption("width"))
  expect_length(capture.output(str(list(a = python("1"), b = python("len")))), 3L)
})

test_that("str reads of a container only what it shows", {
  py_run_string("
class Slow:
  shown = 0
  def __repr__(self):
    Slow.shown += 1
    return 'slow'
class Own(list):
  def __repr__(self): return 'own'
endless = [1]; endless.append(endless)")
  expect_output(str(python("[Slow() for i in range(1000)]")), "\\[slow, slow, .*\\.\\.\\.$")
  expect_lt(py_eval("Slow.shown"), 50)
  codes <- c("[]", "()", "(1,)", "{}", "set()", "{'a': (1, [2.0, None]), 'b': {3}}", "'it\\'s'")
  for (code in codes) {
    expect_match(capture.output(str(python(code))), py_repr(python(code)), fixed = TRUE)
  }
  expect_output(str(python("endless")), "[1, [1, [1, ", fixed = TRUE)
  expect_output(str(python("Own([1])")), "own", fixed = TRUE)
})

test_that("summary describes pandas objects", {
  df <- r_to_py(data.frame(a = c(1, 2, 3)))
  expect_match(py_repr(summary(df)), "mean")
  expect_output(summary(python("[1, 2]")), "[1, 2]", fixed = TRUE)
})

test_that("a class's own py_str() method is used", {
  x <- python("__import__('fractions').Fraction(1, 2)")
  registerS3method("py_str", "fractions.Fraction", function(object, ...) "one half",
    envir = asNamespace("rkeras")
  )
  expect_identical(format(x), "one half")
  expect_identical(as.character(x), "one half")
})

test_that("a reference from another session prints", {
  for (code in c("[1, 2]", "{'a': 1}", "len", "__import__('os')")) {
    lost <- unserialize(serialize(python(code), NULL))
    text <- "<pointer: 0x0>"
    expect_identical(capture.output(print(lost)), text)
    expect_identical(capture.output(str(lost)), paste0(" ", text))
    expect_identical(capture.output(summary(lost)), paste0(" ", text))
    expect_identical(is.na(lost), FALSE)
    expect_identical(utils::.DollarNames(lost, ""), character())
    needed <- list(
      function() format(lost), function() paste(lost), function() names(lost),
      function() lost[["a"]], function() lost$a, function() length(lost),
      function() lapply(lost, identity),
      function() lost == 1, function() py_repr(lost), function() py_str(lost)
    )
    for (f in needed) {
      message <- tryCatch(f(), rkeras_error_python = conditionMessage)
      expect_match(message, "no longer exists")
    }
  }
})
