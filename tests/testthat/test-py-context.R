# A context manager that records its calls in `log`.
context <- function(suppress = FALSE) {
  py_run_string(sprintf("
class Context:
  def __init__(self): self.log = []
  def __enter__(self):
    self.log.append('enter')
    return 'entered'
  def __exit__(self, kind, value, traceback):
    self.log.append('exit' if kind is None else kind.__name__ + ': ' + str(value))
    return %s
x = Context()", if (suppress) "True" else "False"), local = TRUE)$x
}
log_of <- function(context) as.character(as.list(context$log))

test_that("with() enters, gives the value, and leaves", {
  cm <- context()
  expect_identical(with(cm, 1 + 1), 2)
  expect_identical(log_of(cm), c("enter", "exit"))
})

test_that("the variable holds what was entered, and stays", {
  cm <- context()
  seen <- with(cm %as% entered, entered)
  expect_identical(seen, "entered")
  expect_identical(entered, "entered")
  with(cm, as = by_argument, NULL)
  expect_identical(by_argument, "entered")
  with(cm, as = "by_text", NULL)
  expect_identical(by_text, "entered")
})

test_that("code runs in the caller's frame", {
  with(context(), made_inside <- 5)
  expect_identical(made_inside, 5)
})

test_that("__exit__ sees an R error, which goes on", {
  cm <- context()
  expect_error(with(cm, stop("from R")), "from R")
  expect_match(log_of(cm)[[2]], "from R")
})

test_that("__exit__ sees the very Python exception", {
  cm <- context()
  expect_error(with(cm, py_eval("{}['key']")), class = "python.builtin.KeyError")
  expect_identical(log_of(cm), c("enter", "KeyError: 'key'"))
})

test_that("__exit__ may suppress the error", {
  cm <- context(suppress = TRUE)
  expect_null(with(cm, stop("from R")))
  expect_false(withVisible(with(cm, stop("again")))$visible)
  contextlib <- import("contextlib")
  builtins <- import_builtins()
  expect_null(with(contextlib$suppress(builtins$KeyError), py_eval("{}['key']")))
  expect_error(
    with(contextlib$suppress(builtins$KeyError), py_eval("[][0]")),
    class = "python.builtin.IndexError"
  )
})

test_that("a jump out of the code leaves the context", {
  cm <- context()
  f <- function() {
    with(cm %as% entered, return("early"))
    "late"
  }
  expect_identical(f(), "early")
  expect_identical(log_of(cm), c("enter", "exit"))
})

test_that("every way out leaves the context once", {
  ways <- list(
    restart = function(cm) withRestarts(with(cm, invokeRestart("out")), out = function() "restart"),
    callCC = function(cm) callCC(function(k) with(cm, k("callCC"))),
    condition = function(cm) {
      withCallingHandlers(
        tryCatch(with(cm, signalCondition(structure(
          class = c("own", "condition"), list(message = "m", call = NULL)
        ))), own = function(cnd) "condition")
      )
    },
    warning = function(cm) tryCatch(with(cm, warning("w")), warning = function(cnd) "warning"),
    loop = function(cm) {
      for (i in 1:2) with(cm, break)
      "loop"
    }
  )
  for (way in names(ways)) {
    cm <- context()
    expect_identical(ways[[way]](cm), way)
    expect_identical(log_of(cm), c("enter", "exit"), label = way)
  }
})

test_that("a warning that nobody catches, and an error that is caught inside, end nothing", {
  cm <- context()
  expect_warning(value <- with(cm, {
    warning("w")
    tryCatch(stop("e"), error = function(cnd) "caught")
  }), "w")
  expect_identical(value, "caught")
  expect_identical(log_of(cm), c("enter", "exit"))
})

test_that("a context is left when entering another fails", {
  outer <- context()
  inner <- PyClass("Inner", list(
    `__enter__` = function() stop("no entry"), `__exit__` = function(...) NULL
  ))
  expect_error(with(outer, with(inner(), 1)), "no entry")
  expect_match(log_of(outer)[[2]], "no entry")
})

test_that("__exit__ in R sees the very error, and its own error goes on", {
  seen <- NULL
  Context <- PyClass("Context", list(
    `__enter__` = function() self,
    `__exit__` = function(type, value, traceback) {
      seen <<- class(value)[[1]]
      stop("while leaving")
    }
  ))
  expect_error(with(Context(), py_eval("{}['key']")), "while leaving")
  expect_identical(seen, "python.builtin.KeyError")
})

test_that("files are closed", {
  path <- withr::local_tempfile()
  with(import_builtins()$open(path, "w") %as% file, file$write("text"))
  expect_identical(readLines(path, warn = FALSE), "text")
})

test_that("an object that is no context is an error", {
  expect_error(with(py_eval("[]", convert = FALSE), 1), class = "python.builtin.AttributeError")
})
