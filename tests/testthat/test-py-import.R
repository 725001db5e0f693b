test_that("import() gives a module, its functions and submodules", {
  os <- import("os")
  expect_s3_class(os, "python.builtin.module")
  expect_identical(os$path$join("a", "b"), "a/b")
  expect_identical(import("os.path")$join("a", "b"), "a/b")
  expect_identical(import("importlib.util")$`__name__`, "importlib.util")
  # A submodule that nobody has imported yet.
  expect_identical(import("xml")$etree$ElementTree$`__name__`, "xml.etree.ElementTree")
})

test_that("an import leaves Python's garbage collector as it was, or as the module sets it", {
  thresholds <- function() unlist(import("gc")$get_threshold())
  usual <- thresholds()
  withr::defer(do.call(import("gc")$set_threshold, as.list(usual)))
  folder <- withr::local_tempdir()
  see <- "import gc\nseen = gc.get_threshold()[0]"
  writeLines(see, file.path(folder, "sees_threshold.py"))
  writeLines("import gc\ngc.set_threshold(500, 5, 5)", file.path(folder, "sets_threshold.py"))
  writeLines(paste0(see, "\nraise ValueError('no')"), file.path(folder, "fails_late.py"))
  expect_gt(import_from_path("sees_threshold", folder)$seen, usual[[1]])
  expect_identical(thresholds(), usual)
  expect_error(import_from_path("fails_late", folder), class = "python.builtin.ValueError")
  expect_identical(thresholds(), usual)
  import_from_path("sets_threshold", folder)
  expect_identical(thresholds(), c(500L, 5L, 5L))
  import("gc")$set_threshold(0L) # never
  writeLines(see, file.path(folder, "sees_none.py"))
  expect_identical(import_from_path("sees_none", folder)$seen, 0L)
})

test_that("`as` is accepted", {
  expect_identical(import("json", as = "js")$dumps(list(a = 1L)), "{\"a\": 1}")
})

test_that("convert = FALSE leaves results in Python", {
  sys <- import("sys", convert = FALSE)
  expect_s3_class(sys$maxsize, "python.builtin.int")
  expect_s3_class(import("os", convert = FALSE)$path$join("a", "b"), "python.builtin.str")
  expect_s3_class(import_builtins(convert = FALSE)$len("abc"), "python.builtin.int")
  expect_s3_class(import_main(convert = FALSE)$`__name__`, "python.builtin.str")
})

test_that("builtins and main are modules", {
  expect_identical(import_builtins()$len("abc"), 3L)
  py_run_string("in_main = 5")
  expect_identical(import_main()$in_main, 5L)
  main <- import_main()
  main$from_r <- "set"
  expect_identical(py_eval("from_r"), "set")
})

test_that("a missing module is Python's error and names the remedy", {
  error <- expect_error(import("no_such_module"), class = "python.builtin.ModuleNotFoundError")
  expect_s3_class(error, "python.builtin.ImportError")
  expect_match(conditionMessage(error), "No module named 'no_such_module'", fixed = TRUE)
  expect_match(conditionMessage(error), "py_install(\"no_such_module\")", fixed = TRUE)
  error <- expect_error(import("no_such.part"), class = "python.builtin.ModuleNotFoundError")
  expect_match(conditionMessage(error), "py_install(\"no_such\")", fixed = TRUE)
  error <- expect_error(import("json.no_such"), class = "python.builtin.ModuleNotFoundError")
  expect_match(conditionMessage(error), "'json' itself is installed", fixed = TRUE)
})

test_that("a missing Keras is a missing package of the running Python", {
  seen <- in_new_session(function() {
    library(rkeras)
    py_run_string("import sys; sys.modules['keras'] = None; sys.modules['tensorflow'] = None")
    vapply(c("keras", "tensorflow"), function(module) {
      tryCatch(import(module), error = function(e) conditionMessage(e))
    }, "")
  })$value
  expect_match(seen, "Install it with py_install\\(\"(keras|tensorflow)\"\\)")
})

test_that("an error inside a module is that error", {
  dir <- withr::local_tempdir()
  writeLines("raise ValueError('broken inside')", file.path(dir, "rkeras_broken.py"))
  writeLines("import no_such_dependency", file.path(dir, "rkeras_needy.py"))
  expect_error(
    import_from_path("rkeras_broken", dir), "broken inside", class = "python.builtin.ValueError"
  )
  error <- expect_error(
    import_from_path("rkeras_needy", dir), class = "python.builtin.ModuleNotFoundError"
  )
  expect_match(conditionMessage(error), "no_such_dependency", fixed = TRUE)
  # The module is there: it is its dependency that has to be installed.
  expect_no_match(conditionMessage(error), "py_install(\"rkeras_needy\")", fixed = TRUE)
  writeLines("raise ModuleNotFoundError('by hand')", file.path(dir, "rkeras_nameless.py"))
  expect_error(
    import_from_path("rkeras_nameless", dir), "by hand$", class = "python.builtin.ImportError"
  )
})

test_that("import_from_path() finds a module and leaves sys.path as it was", {
  dir <- withr::local_tempdir()
  writeLines("value = 7\ndef f(): return __name__", file.path(dir, "rkeras_from_path.py"))
  before <- import("sys")$path
  module <- import_from_path("rkeras_from_path", path = dir)
  expect_identical(module$value, 7L)
  expect_identical(module$f(), "rkeras_from_path")
  expect_identical(import("sys")$path, before)
  expect_s3_class(
    import_from_path("rkeras_from_path", path = dir, convert = FALSE)$value, "python.builtin.int"
  )
  expect_refused(import_from_path("x", file.path(dir, "absent")), "no folder")
})

test_that("a module's name must be one", {
  for (module in list(NULL, 1, NA_character_, "", c("a", "b"))) {
    expect_refused(import(module), "`module`")
  }
})

test_that("delay_load imports at first use and calls the hooks in turn", {
  dir <- withr::local_tempdir()
  writeLines("value = 1", file.path(dir, "rkeras_delayed.py"))
  sys_path <- import("sys", convert = FALSE)$path
  sys_path$insert(0L, dir)
  withr::defer(sys_path$remove(dir))
  loaded <- function() py_eval("'rkeras_delayed' in __import__('sys').modules")
  log <- character()
  module <- import("rkeras_delayed", delay_load = list(
    before_load = function() log <<- c(log, paste("before", loaded())),
    on_load = function() log <<- c(log, paste("on", loaded())),
    on_error = function(e) log <<- c(log, "error")
  ))
  expect_s3_class(module, "python.builtin.module")
  expect_false(loaded())
  expect_identical(log, character())
  expect_identical(module$value, 1L)
  expect_identical(log, c("before FALSE", "on TRUE"))
  expect_identical(module$value, 1L)
  expect_length(log, 2)
  expect_identical(py_id(module), py_id(import("rkeras_delayed")))
})

test_that("delay_load may be a function, and is for modules of a folder, too", {
  dir <- withr::local_tempdir()
  writeLines("value = 1", file.path(dir, "rkeras_delayed_path.py"))
  loaded <- 0
  count <- function() loaded <<- loaded + 1
  module <- import_from_path("rkeras_delayed_path", dir, delay_load = count)
  expect_identical(loaded, 0)
  expect_identical(module$value, 1L)
  expect_identical(loaded, 1)
  expect_identical(import("json", delay_load = count)$loads("1"), 1L)
  expect_identical(loaded, 2)
  expect_refused(import("json", delay_load = "yes"), "`delay_load` must be TRUE or FALSE")
})

test_that("delay_load tells of an error when the module is used, and each time", {
  seen <- NULL
  module <- import("no_such_module", delay_load = list(on_error = function(e) seen <<- e))
  expect_null(seen)
  expect_error(module$x, "py_install", class = "python.builtin.ModuleNotFoundError")
  expect_s3_class(seen, "python.builtin.ModuleNotFoundError")
  expect_error(module$x, class = "python.builtin.ModuleNotFoundError")
  own <- import(
    "no_such_module", delay_load = list(on_error = function(e) stop("install it by hand"))
  )
  expect_error(own$x, "install it by hand")
})

test_that("a delayed module works as an argument, converting as asked", {
  module <- import("json", delay_load = TRUE)
  expect_match(py_eval("str")(module), "module 'json'")
  unconverted <- import("json", delay_load = TRUE, convert = FALSE)
  expect_s3_class(unconverted$dumps(1L), "python.builtin.str")
  from_path <- import_from_path("json", ".", delay_load = TRUE)
  expect_identical(from_path$dumps(1L), "1")
  expect_identical(import_builtins(delay_load = TRUE)$len("abc"), 3L)
})

test_that("R code runs below a Python frame whose builtins have no `__import__`", {
  uses <- list(
    module = function() import("email.mime.text")$`__name__`,
    code = function() py_run_string("import colorsys", local = TRUE)$colorsys$`__name__`,
    value = function() py_eval("1 + 1"),
    method = function() py_to_r(py_eval("'a,b'", convert = FALSE)$split(sep = ",")),
    keyword = function() py_eval("lambda a: a / 2")(a = 4),
    formals = function() names(formals(py_eval("lambda a, b: a", convert = FALSE))),
    date = function() py_to_r(r_to_py(as.Date("2024-05-06"))),
    time = function() py_to_r(r_to_py(.POSIXct(0, tz = "Europe/Zurich"))),
    duration = function() py_to_r(r_to_py(as.difftime(3, units = "mins"))),
    version = function() py_to_r(r_to_py(numeric_version("1.2"))),
    raw = function() py_to_r(r_to_py(as.raw(1:3))),
    named = function() py_to_r(r_to_py(c(a = 1, b = 2))),
    array = function() py_to_r(r_to_py(matrix(1:4, 2))),
    frame = function() py_to_r(r_to_py(data.frame(a = 1:2, b = c("x", NA)))),
    empty = function() py_to_r(r_to_py(data.frame(row.names = c("a", "b")))),
    sparse = function() py_to_r(r_to_py(Matrix::Matrix(c(0, 0, 1, 0), 2, sparse = TRUE))),
    error = function() conditionMessage(tryCatch(py_eval("1 / 0"), error = identity)),
    output = function() py_capture_output(py_run_string("print(1)")),
    collected = function() py_gc(),
    class = function() PyClass("Bare", list(one = function() 1))()$one(),
    print = function() capture.output(print(py_eval("object", convert = FALSE)))
  )
  # A signal or the garbage collector may call R there: namedtuple() has such a frame.
  answers <- callr::r(function(uses) {
    library(rkeras)
    bare <- py_run_string("def bare(f):
  return eval(compile('f()', '<bare>', 'eval'), {'__builtins__': {}, 'f': f})")$bare
    lapply(uses, function(use) {
      list(bare = tryCatch(bare(use), error = conditionMessage), usual = use())
    })
  }, list(uses), libpath = .libPaths())
  for (use in names(uses)) expect_identical(answers[[use]]$bare, answers[[use]]$usual, info = use)
})

test_that("showing a delayed module does not start Python", {
  seen <- in_new_session(function() {
    library(rkeras)
    module <- import("json", delay_load = TRUE)
    shown <- c(
      utils::capture.output(print(module), str(module)), format(module), names(module),
      utils:::.DollarNames(module, ""), length(module)
    )
    started <- rkeras:::python_state$started
    list(shown = shown, started = started, dumped = module[["dumps"]](1L))
  })$value
  expect_identical(seen$shown, c("Module(json)", " <python.builtin.module> Module(json)",
                                 "Module(json)", "1"))
  expect_false(seen$started)
  expect_identical(seen$dumped, "1")
})

test_that("without TensorFlow the remedy names what other backends have", {
  expect_identical(missing_module_remedy("polars"), "Install it with py_install(\"polars\").")
  local_functions(chosen_backend = function() c(backend = "torch", chosen_by = "a test"))
  expect_match(missing_module_remedy("tensorflow"), "py_install(\"tensorflow\"). On the backend",
               fixed = TRUE)
  expect_match(missing_module_remedy("tensorflow"), "\"torch\" op_array() makes", fixed = TRUE)
})
