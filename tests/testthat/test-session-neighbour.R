# Both packages in one session, with one Python, in a process of its own.

skip_if_not_installed("reticulate")

with_both <- function(first) {
  in_new_session(function(first, python) {
    Sys.setenv(RETICULATE_PYTHON = python, RKERAS_PYTHON = python)
    second <- setdiff(c("rkeras", "reticulate"), first)
    loadNamespace(first)
    if (first == "reticulate") reticulate::py_eval("1") else rkeras::py_eval("1")
    loadNamespace(second)
    ours <- rkeras::py_eval("{'a': 1, 'b': [1, 2]}", convert = FALSE)
    theirs <- reticulate::py_eval("{'a': 2, 'b': [3, 4]}", convert = FALSE)
    describe <- function(x, to_r) {
      x$c <- 5L
      list(
        a = to_r(x$a), b = to_r(x[["b"]]), c = to_r(x["c"]), length = length(x), names = names(x),
        keys = to_r(x$get("a")), printed = utils::capture.output(print(x))
      )
    }
    list(
      ours = describe(ours, rkeras::py_to_r), theirs = describe(theirs, reticulate::py_to_r),
      equal = c(ours == ours, toupper(format(theirs == theirs)) == "TRUE"),
      sum = rkeras::py_to_r(rkeras::r_to_py(2L) + 1L),
      mixed = list(rkeras::py_to_r(ours == theirs), rkeras::py_to_r(theirs != ours)),
      module = rkeras::import("os")$sep,
      their_module = reticulate::import("os")$sep,
      their_main = {
        reticulate::py_run_string("shared = 7")
        rkeras::py_eval("shared")
      },
      error = tryCatch(rkeras::py_eval("{}['k']"), error = function(e) e$args),
      their_function = reticulate::import_builtins()$len("abc")
    )
  }, first, py_exe())$value
}

for (first in c("rkeras", "reticulate")) {
  test_that(paste("each package's objects have its own methods,", first, "loaded first"), {
    found <- with_both(first)
    expect_identical(found$ours$a, 1L)
    expect_identical(found$ours$b, 1:2)
    expect_identical(found$ours[c("c", "length", "keys")], list(c = 5L, length = 3L, keys = 1L))
    expect_identical(found$ours$names, c("a", "b", "c"))
    expect_identical(found$ours$printed, "{'a': 1, 'b': [1, 2], 'c': 5}")
    expect_identical(found$theirs$b, 3:4)
    expect_identical(found$theirs[c("a", "c", "length", "keys")],
                     list(a = 2L, c = 5L, length = 3L, keys = 2L))
    expect_identical(found$theirs$printed, "{'a': 2, 'b': [3, 4], 'c': 5}")
    expect_identical(found$equal, c(TRUE, TRUE))
    expect_identical(found$sum, 3L)
    expect_identical(lapply(found$mixed, as.logical), list(FALSE, TRUE))
    expect_identical(found$module, "/")
    expect_identical(found$their_module, "/")
    expect_identical(found$their_main, 7L)
    expect_identical(found$error, list("k"))
    expect_identical(found$their_function, 3L)
  })
}

if (on_tensorflow()) test_that("tensors of reticulate have the methods of this package", {
  found <- in_new_session(function(python) {
    Sys.setenv(RETICULATE_PYTHON = python, RKERAS_PYTHON = python)
    for (package in c("rkeras", "reticulate")) loadNamespace(package)
    rkeras::py_eval("1")
    code <- "__import__('tensorflow').constant([[1., 2.], [3., 4.]])"
    theirs <- reticulate::py_eval(code, convert = FALSE)
    ours <- rkeras::py_eval(code, convert = FALSE)
    array <- rkeras::np_array(c(1, 2))
    list(dim = dim(theirs), sum = as.array(sum(theirs)), part = as.array(theirs[1, ]),
         both = as.array(sum(theirs + ours)), other = as.array(ours == array),
         opposite = as.array(-theirs))
  }, py_exe())$value
  expect_identical(found$dim, c(2L, 2L))
  expect_identical(found[c("sum", "both")], list(sum = 10, both = 20))
  expect_identical(c(found$part), c(1, 2))
  expect_identical(found$other, rbind(c(TRUE, TRUE), FALSE))
  expect_identical(found$opposite, -rbind(1:2, 3:4) * 1)
})

# Calls `f()` in a process with both packages, one loaded and used before the other.
in_both <- function(first, f) {
  in_new_session(function(first, python, f) {
    Sys.setenv(RETICULATE_PYTHON = python, RKERAS_PYTHON = python)
    for (package in c(first, setdiff(c("rkeras", "reticulate"), first))) {
      loadNamespace(package)
      getExportedValue(package, "py_eval")("1")
    }
    rkeras::py_run_string("
class Account:
  def __init__(self, n): self.n = n
  def apply(self, f): return f(self.n)
def count(n):
  for i in range(n): yield i
def fail(): raise KeyError('k')
def in_thread(f):
  import threading
  found = []
  thread = threading.Thread(target=lambda: found.append(f()))
  thread.start()
  thread.join()
  return found
")
    f()
  }, first, py_exe(), f)$value
}

for (first in c("rkeras", "reticulate")) {
  test_that(paste("each package takes the objects of the other,", first, "first"), {
    found <- in_both(first, function() {
      ours <- rkeras::py_eval("Account(2)", convert = FALSE)
      theirs <- reticulate::py_eval("Account(3)", convert = FALSE)
      pair <- rkeras::py_eval("lambda x, y: [x.n, y.n]")
      their_pair <- reticulate::py_eval("lambda x, y: [x.n, y.n]")
      twice <- rkeras::py_eval("lambda x: 2 * x")
      their_call <- reticulate::py_eval("lambda f, x: f(x)")
      our_call <- rkeras::py_eval("lambda f, x: f(x)")
      their_json <- reticulate::import("json", delay_load = TRUE)
      our_string <- rkeras::import("string", delay_load = TRUE)
      list(
        arguments = list(pair(ours, theirs), their_pair(ours, theirs)),
        in_lists = rkeras::py_eval("lambda x: x[0].n")(list(theirs)),
        their_lists = reticulate::py_eval("lambda x: x[0].n")(list(ours)),
        attributes = list(reticulate::py_to_r(reticulate::py_get_attr(ours, "n")),
                          rkeras::py_to_r(rkeras::py_get_attr(theirs, "n"))),
        converts = reticulate::py_to_r(reticulate::py_get_attr(ours, "n")),
        ids = reticulate::py_id(ours) == rkeras::py_id(ours),
        values = list(rkeras::py_to_r(reticulate::dict(a = 1)),
                      reticulate::py_to_r(rkeras::dict(a = 1))),
        classes = inherits(ours, class(theirs)[[1]]),
        functions = list(their_call(twice, 4), our_call(reticulate::py_eval("abs"), -4)),
        iterators = list(
          rkeras::iterate(reticulate::py_eval("count(2)")),
          reticulate::iterate(rkeras::py_eval("count(2)", convert = FALSE), reticulate::py_to_r)
        ),
        modules = list(
          rkeras::py_to_r(rkeras::py_get_attr(their_json, "dumps"))(1L),
          reticulate::py_to_r(reticulate::py_get_attr(our_string, "digits"))
        ),
        # Delayed modules of both, before anything else has used them.
        delayed = rkeras::py_has_attr(
          reticulate::import("colorsys", delay_load = TRUE), "rgb_to_hls"
        ),
        nested = list(
          our_call(function(x) their_call(function(y) twice(y) + 1, x), 5),
          their_call(function(x) our_call(function(y) reticulate::py_eval("abs")(y), x), -5)
        ),
        through = tryCatch(
          our_call(function(x) reticulate::py_eval("fail")(), 1), error = conditionMessage
        ),
        back = tryCatch(
          their_call(function(x) rkeras::py_eval("fail")(), 1), error = conditionMessage
        ),
        threads = rkeras::py_eval("in_thread")(function() their_call(function(x) x + 1, 1)),
        kept = identical(rkeras::py_eval("lambda x: x")(globalenv()), globalenv()),
        strange = rkeras::py_to_r(structure(new.env(), class = "python.builtin.object")),
        lost = tryCatch({
          file <- tempfile()
          saveRDS(theirs, file)
          rkeras::py_get_attr(readRDS(file), "n")
        }, error = conditionMessage)
      )
    })
    expect_identical(found$arguments, list(2:3, 2:3))
    expect_identical(found[c("in_lists", "their_lists")], list(in_lists = 3L, their_lists = 2L))
    expect_identical(found$attributes, list(2L, 3L))
    expect_true(found$ids)
    expect_identical(found$values, list(list(a = 1), list(a = 1)))
    expect_true(found$classes)
    expect_identical(found$functions, list(8, 4))
    expect_identical(lapply(found$iterators, unlist), list(0:1, 0:1))
    expect_identical(found$modules, list("1", "0123456789"))
    expect_true(found$delayed)
    expect_identical(found$nested, list(11, 5))
    expect_match(found$through, "KeyError: 'k'")
    expect_match(found$back, "KeyError: 'k'")
    expect_identical(found$threads, 2)
    expect_true(found$kept)
    expect_true(is.environment(found$strange))
    expect_match(found$lost, "no longer exists")
  })

  test_that(paste("objects are released once,", first, "first"), {
    found <- in_both(first, function() {
      rkeras::py_run_string("
import weakref
alive = weakref.WeakSet()
def new():
  account = Account(1)
  alive.add(account)
  return account
")
      read <- rkeras::py_eval("lambda x: x.n")
      their_read <- reticulate::py_eval("lambda x: x.n")
      for (i in 1:50) {
        ours <- rkeras::py_eval("new()", convert = FALSE)
        theirs <- reticulate::py_eval("new()", convert = FALSE)
        for (f in c(read, their_read)) for (x in list(ours, theirs)) f(x)
        rkeras::r_to_py(list(ours, theirs))
        reticulate::r_to_py(list(ours, theirs))
        if (i %% 10 == 0) gc()
      }
      counts <- rkeras::py_eval("lambda x: __import__('sys').getrefcount(x)")
      counted <- c(counts(ours), counts(theirs))
      rm(ours, theirs, x)
      for (i in 1:3) rkeras::py_gc()
      list(counted = counted, alive = rkeras::py_eval("len(alive)"))
    })
    expect_identical(found$counted[[1]], found$counted[[2]])
    expect_identical(found$alive, 0L)
  })

  test_that(paste("conversions that packages register for reticulate count,", first, "first"), {
    found <- in_both(first, function() {
      register <- function(generic, class, method) {
        registerS3method(generic, class, method, envir = asNamespace("reticulate"))
      }
      register("py_to_r", "__main__.Account", function(x) {
        structure(list(n = rkeras::py_to_r(reticulate::py_get_attr(x, "n"))), class = "account")
      })
      register("r_to_py", "account", function(x, convert = FALSE) {
        reticulate::py_call(reticulate::py_eval("Account", convert = FALSE), x$n + 1L)
      })
      account <- structure(list(n = 5L), class = "account")
      list(
        result = rkeras::py_eval("Account(7)"),
        explicit = rkeras::py_to_r(rkeras::py_eval("Account(7)", convert = FALSE)),
        element = rkeras::py_eval("[Account(8)]"),
        argument = rkeras::py_eval("lambda x: x.n")(account),
        in_list = rkeras::py_eval("lambda x: x[0].n")(list(account)),
        made = rkeras::py_to_r(rkeras::py_get_attr(rkeras::r_to_py(account), "n")),
        # Conversions of reticulate itself do not.
        frame = class(rkeras::r_to_py(data.frame(a = 1)))[[1]],
        factor = rkeras::py_to_r(rkeras::r_to_py(factor("a")))
      )
    })
    of <- function(n) structure(list(n = n), class = "account")
    expect_identical(found$result, of(7L))
    expect_identical(found$explicit, of(7L))
    expect_identical(found$element, list(of(8L)))
    expect_identical(found[c("argument", "in_list", "made")],
                     list(argument = 6L, in_list = 6L, made = 6L))
    expect_match(found$frame, "^pandas.*DataFrame$")
    expect_identical(found$factor, factor("a"))
  })
}

test_that("models and modules of Keras are objects for reticulate, and its for Keras", {
  found <- in_both("reticulate", function() {
    model <- rkeras::keras_model_sequential(input_shape = 2) |> rkeras::layer_dense(1)
    rkeras::compile(model, "sgd", "mse")
    numbers <- reticulate::import("numpy", convert = FALSE)$ones(reticulate::tuple(4L, 2L))
    target <- reticulate::import("numpy", convert = FALSE)$ones(reticulate::tuple(4L, 1L))
    their_model <- reticulate::py_call(
      reticulate::py_get_attr(reticulate::import("keras.models", convert = FALSE), "clone_model"),
      model
    )
    list(
      name = reticulate::py_to_r(reticulate::py_get_attr(rkeras::keras, "__name__")),
      tf = reticulate::py_to_r(reticulate::py_get_attr(rkeras::tf, "__name__")),
      losses = length(rkeras::fit(model, numbers, target, epochs = 2, verbose = 0)$metrics$loss),
      predicted = dim(stats::predict(their_model, matrix(1, 3, 2), verbose = 0)),
      tensor = as.array(rkeras::as_tensor(numbers))
    )
  })
  expect_identical(found$name, "keras")
  expect_identical(found$tf, "tensorflow")
  expect_identical(found$losses, 2L)
  expect_identical(found$predicted, c(3L, 1L))
  expect_identical(found$tensor, matrix(1, 4, 2))
})

test_that("classes, R6 objects and iterators of R pass from one to the other", {
  for (first in c("rkeras", "reticulate")) {
    found <- in_both(first, function() {
      doubled <- list(
        `__init__` = function(self, x) {
          self$x <- x
          NULL
        },
        twice = function(self) self$x * 2
      )
      theirs <- reticulate::PyClass("Theirs", doubled)
      ours <- rkeras::PyClass("Ours", doubled)
      more <- list(more = function(self) self$twice() + 1)
      counter <- R6::R6Class("Counter", public = list(n = 1))$new()
      count <- function() {
        i <- 0
        function() if ((i <<- i + 1) > 2) NULL else i
      }
      number <- function(x) as.numeric(rkeras::py_to_r(x))
      list(
        values = c(
          number(rkeras::py_get_attr(theirs(3), "x")),
          number(reticulate::py_call(reticulate::py_get_attr(ours(4), "twice"))),
          number(rkeras::PyClass("A", more, inherit = theirs)(5)$more()),
          number(reticulate::PyClass("B", more, inherit = ours)(6)$more())
        ),
        same = identical(rkeras::py_to_r(rkeras::r_to_py(counter)), counter),
        held = class(reticulate::py_to_r(rkeras::r_to_py(counter)))[[1]],
        iterated = c(
          vapply(rkeras::iterate(reticulate::py_iterator(count())), number, 0),
          vapply(reticulate::iterate(rkeras::py_iterator(count())), number, 0)
        )
      )
    })
    expect_identical(found$values, c(3, 8, 11, 13))
    expect_true(found$same)
    expect_match(found$held, "RObject|Counter")
    expect_identical(found$iterated, c(1, 2, 1, 2))
  }
})

# reticulate releases the GIL while Python code waits for an R function. Other libraries that call R
# may do so, too.
test_that("R functions may call Python where a library has released the GIL around them", {
  skip_on_os("windows")
  called <- in_new_session(function(python) {
    Sys.setenv(RKERAS_PYTHON = python)
    rkeras::py_run_string("
import ctypes
held, released = ctypes.PyDLL(None), ctypes.CDLL(None)
for f in held.Rf_install, held.Rf_lang1, released.R_tryEvalSilent:
  f.restype = ctypes.c_void_p
released.R_tryEvalSilent.argtypes = [ctypes.c_void_p] * 3
held.Rf_lang1.argtypes = [ctypes.c_void_p]
def call_r(name):
  call = held.Rf_lang1(held.Rf_install(name.encode()))
  released.R_tryEvalSilent(call, ctypes.c_void_p.in_dll(held, 'R_GlobalEnv'), None)
")
    results <- list()
    step <- function() {
      numbers <- rkeras::py_eval("list(range(1000))", convert = FALSE)
      numbers$append(1.5)
      results <<- list(
        last = rkeras::py_to_r(numbers)[[1001]],
        error = tryCatch(rkeras::py_eval("{}['k']"), error = function(e) e$args),
        back = rkeras::py_eval("lambda f: f(2.5)")(function(x) x + rkeras::py_eval("0.5"))
      )
      for (i in 1:100) rkeras::py_eval("object()", convert = FALSE)
      gc()
    }
    assign("step", step, envir = globalenv())
    for (i in 1:3) rkeras::py_eval("call_r")("step")
    results$after <- rkeras::py_eval("1 + 1")
    results
  }, py_exe())$value
  expect_identical(called, list(last = 1.5, error = list("k"), back = 3, after = 2L))
})

test_that("a session with both ends as it would with one", {
  for (first in c("rkeras", "reticulate")) {
    second <- setdiff(c("rkeras", "reticulate"), first)
    code <- sprintf(
      "Sys.setenv(RETICULATE_PYTHON = '%s', RKERAS_PYTHON = '%1$s')
      x <- %s::import('os', convert = FALSE); y <- %s::import('atexit', convert = FALSE)
      y$register(function() cat('left\n'))
      kept <- list(x, y, %2$s::py_to_r(y)); cat('done\n')", py_exe(), first, second
    )
    script <- withr::local_tempfile(lines = code)
    ended <- callr::rscript(script, show = FALSE, fail_on_status = FALSE)
    expect_identical(ended$status, 0L)
    expect_match(ended$stdout, "done")
  }
})
