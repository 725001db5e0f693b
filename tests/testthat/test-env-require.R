test_that("what a Python lacks is found out by that Python", {
  cases <- list(
    list("numpy", character()),
    list("NumPy >= 1.20", character()),
    list("numpy<1", "numpy<1 (%s is installed)"),
    list("tensorflow", character()), # from tensorflow-cpu, too
    list("no-such-thing[extra]>=1", "no-such-thing[extra]>=1 (not installed)"),
    list("no-such-thing; python_version < '3'", character()),
    list("git+https://example.org/x/y", character()),
    list("name @ https://example.org/x.whl", "name @ https://example.org/x.whl (not installed)"),
    list("is this one", "is this one (which is no requirement)")
  )
  installed <- py_to_r(import("numpy")$`__version__`)
  for (case in cases) {
    expect_identical(
      unmet_requirements(py_exe(), case[[1]]), sub("%s", installed, case[[2]], fixed = TRUE),
      info = case[[1]]
    )
  }
})

test_that("requirements are added, removed and set", {
  start <- structure(
    list(packages = c("a", "b==1"), python_version = ">=3.10", exclude_newer = character(),
         history = list()),
    class = c("rkeras_requirements", "python_requirements")
  )
  change <- function(action, ...) change_requirements(start, list(...), action)
  expect_identical(change("add", packages = c("b==1", "c"))$packages, c("a", "b==1", "c"))
  expect_identical(change("remove", packages = c("b", "a"))$packages, "b==1")
  expect_identical(change("set", packages = "c"), modifyList(start, list(packages = "c")))
  expect_identical(format(start), c(
    "Python requirements:", "  packages:       a, b==1", "  Python version: >=3.10"
  ))
  expect_refused(py_require("a", "b", "c"), "`...` must be empty")
  expect_refused(py_require(1), "`packages` must be strings")
  expect_refused(py_require(python_version = "three"), "must look like")
})

test_that("a date may be one of R's", {
  dated <- in_fresh_r(function() {
    library(rkeras)
    py_require(exclude_newer = "2023-05-06")
    py_require("a", exclude_newer = as.Date("2024-01-31"))
    unclass(py_require())[c("packages", "python_version", "exclude_newer")]
  })
  expect_identical(dated, list(packages = "a", python_version = character(),
                               exclude_newer = "2024-01-31"))
})

test_that("a running Python that lacks a requirement is a warning", {
  py_eval("1")
  before <- py_require()
  withr::defer(python_requests$declared <- before)
  expect_identical(withVisible(py_require("numpy"))$visible, FALSE)
  expect_true("numpy" %in% py_require()$packages)
  expect_warning(
    py_require("no-such-thing>1"),
    "running.*no-such-thing>1 \\(not installed\\).*py_install\\(\"no-such-thing>1\"\\)",
    class = "rkeras_warning_requirements"
  )
  python_requests$declared <- before
  expect_warning(py_require(python_version = "<3"), "the script requires <3",
                 class = "rkeras_warning_requirements")
  python_requests$declared <- before
  py_require("numpy")
  expect_error(py_require("numpy", action = "remove"), "no effect", class = "rkeras_error_python")
})

test_that("requirements know who declared them", {
  before <- py_require()
  withr::defer(python_requests$declared <- before)
  python_requests$declared <- NULL
  called_in <- function(env) {
    env <- list2env(list(py_require = py_require), parent = env)
    evalq(function(...) py_require(...), env)
  }
  local_functions(check_running = function(...) NULL)
  called_in(globalenv())("a")
  from_package <- called_in(asNamespace("stats"))
  from_package("b", python_version = ">=3.10")
  expect_identical(vapply(py_require()$history, `[[`, "", "by"), c("", "stats"))
  expect_identical(format(py_require()), c(
    "Python requirements:", "  packages:       a, b", "  Python version: >=3.10", "Declared by:",
    "  the script:          a", "  the package 'stats': b, >=3.10"
  ))
})

test_that("a Python that the user chose is used, with one warning that says what it lacks", {
  result <- in_fresh_r(env = c(RKERAS_PYTHON = py_exe()), function() {
    library(rkeras)
    py_require(c("numpy", "no-such-thing"))
    said <- character()
    withCallingHandlers(
      {
        value <- py_eval("1 + 1")
        py_eval("2")
      },
      rkeras_warning_requirements = function(w) {
        said <<- c(said, conditionMessage(w))
        invokeRestart("muffleWarning")
      }
    )
    error <- tryCatch(import("no_such_thing"), python.builtin.ImportError = function(e) "missing")
    list(value = value, said = said, error = error)
  })
  expect_identical(result$value, 2L)
  expect_length(result$said, 1)
  expect_match(result$said, "chosen by RKERAS_PYTHON")
  expect_match(result$said, paste(
    "it does not have no-such-thing (not installed), which the script requires; install with",
    "py_install(\"no-such-thing\")"
  ), fixed = TRUE)
  expect_identical(result$error, "missing")
})

test_that("Pythons found by rkeras are passed over if they lack something", {
  python <- virtualenv_starter()
  skip_if(is.null(python))
  trace <- in_fresh_r(function() {
    library(rkeras)
    py_require("no-such-thing")
    py_config()$trace
  })
  found <- trace[trace$source == "the system", ]
  expect_match(found$reason, "it does not have no-such-thing", fixed = TRUE, all = FALSE)
  expect_true("the environment that rkeras makes" %in% trace$source)
})

test_that("an environment is made for what no Python has, and used again", {
  skip_if(is.null(virtualenv_starter()))
  cache <- withr::local_tempdir()
  start <- function(wheel) {
    library(rkeras)
    # The environment with all of Keras takes minutes and a network.
    utils::assignInNamespace("keras_requirements", function(...) character(), "rkeras")
    py_require(paste0("rkeras-answer @ file://", wheel))
    said <- character()
    answer <- withCallingHandlers(
      import("rkeras_answer")$answer,
      message = function(m) said <<- c(said, conditionMessage(m))
    )
    list(answer = answer, python = py_exe(), by = py_config()$requested_by,
         made = any(grepl("rkeras makes an environment with rkeras-answer @", said)))
  }
  wheel <- local_wheel()
  env <- c(R_USER_CACHE_DIR = cache)
  first <- in_fresh_r(start, wheel, env = env)
  expect_identical(first$answer, 42L)
  expect_true(first$made)
  expect_identical(first$by, "the environment that rkeras makes")
  second <- in_fresh_r(start, wheel, env = env)
  expect_identical(second[c("answer", "python")], first[c("answer", "python")])
  expect_false(second$made)
  # Nothing is left of one that could not be filled.
  error <- in_fresh_r(env = env, function() {
    library(rkeras)
    utils::assignInNamespace("keras_requirements", function(...) character(), "rkeras")
    py_require("rkeras-answer @ file:///no/such/rkeras_answer-1.0-py3-none-any.whl")
    suppressMessages(tryCatch(py_eval("1"), error = function(e) class(e)[[1]]))
  })
  expect_identical(error, "rkeras_error_python")
  expect_length(list.files(file.path(cache, "R", "rkeras", "python")), 1)
})

test_that("what is declared replaces what rkeras would install", {
  own <- c("tensorflow-cpu==2.1", "keras==3", "numpy==2; python_version > '3'")
  expect_identical(
    managed_packages(list(packages = c("Tensorflow>=2", "scikit-learn")), own),
    sort(c("keras==3", "numpy==2; python_version > '3'", "Tensorflow>=2", "scikit-learn"))
  )
})

test_that("RETICULATE_PYTHON=managed takes an environment of py_require() in any case", {
  inputs <- list(
    env = c(RKERAS_PYTHON = "", RETICULATE_PYTHON = "managed", VIRTUAL_ENV = "/some/venv"),
    managed = "/cache/bin/python", envs_root = "/nowhere", project = "/nowhere",
    system = character()
  )
  candidates <- python_candidates(inputs)
  expect_identical(vapply(candidates, `[[`, "", "python"), "/cache/bin/python")
  expect_true(may_manage(inputs))
  inputs$env[["RKERAS_PYTHON"]] <- "/another/python"
  expect_false(is_managed(inputs$env))
})

test_that("uv installs with the date, from its cache if there is no network", {
  requirements <- list(packages = "a", python_version = character(), exclude_newer = "2024-01-31")
  log <- local_program("uv")
  local_functions(own_packages = function() "b==1")
  fill_managed("/x/python", requirements, attr(log, "program"))
  expect_identical(readLines(log), paste(
    "pip install --python /x/python --exclude-newer 2024-01-31 -- a b==1"
  ))
  log <- local_program(
    "uv", "case \"$*\" in *--offline*) ;; *) echo 'dns error' >&2; exit 2;; esac"
  )
  fill_managed("/x/python", requirements, attr(log, "program"))
  expect_identical(readLines(log)[[2]], paste(
    "pip install --offline --python /x/python --exclude-newer 2024-01-31 -- a b==1"
  ))
})

test_that("requirements that contradict each other are listed with who declared them", {
  requirements <- list(
    packages = c("a<1", "a>2"), python_version = character(), exclude_newer = character(),
    history = list(list(by = "one", action = "add", packages = "a<1"),
                   list(by = "", action = "add", packages = "a>2"))
  )
  log <- local_program("uv", "echo 'no solution found' >&2", "exit 1")
  local_functions(own_packages = function() character())
  expect_error(
    fill_managed("/x/python", requirements, attr(log, "program")),
    "no solution found\n[*] a<1, declared by the package 'one'\n[*] a>2, declared by the script",
    class = "rkeras_error_python"
  )
})

test_that("a date is an error without uv", {
  requirements <- list(packages = "a", exclude_newer = "2024-01-31")
  local_functions(uv_binary = function(...) abort("uv is missing.", kind = "python"))
  expect_error(uv_for(requirements), "needs uv. uv is missing", class = "rkeras_error_python")
  expect_identical(uv_for(list(packages = "a")), "")
})

test_that("an unknown action is an error that names the actions", {
  expect_refused(
    py_require("numpy", action = "zzz"),
    "`action` must be one of \"add\", \"remove\", \"set\", not \"zzz\"",
    fixed = TRUE
  )
  expect_error(py_require("numpy", action = 1), "`action` must be one of.*, not 1[.]")
})
