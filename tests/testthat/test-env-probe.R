facts <- function(...) {
  modifyList(
    list(
      version = "3.11.2", implementation = "CPython", free_threaded = "0", base_prefix = "/opt/x",
      libpython = "/opt/x/lib/libpython3.11.so"
    ),
    list(...)
  )
}

test_that("a Python that R cannot embed is refused with the reason and the remedy", {
  expect_null(python_problem(facts()))
  cases <- list(
    list(facts(version = "3.9.18"), "it is Python 3.9.18; rkeras needs 3.10 or later"),
    list(facts(version = "2.7.18"), "2.7.18"),
    list(facts(implementation = "PyPy"), "it is PyPy"),
    list(facts(free_threaded = "1", version = "3.13.0"), "free-threaded build of Python 3.13.0"),
    list(facts(libpython = NULL), "--enable-shared"),
    list(facts(libpython = NULL, base_prefix = "/usr"), "apt install libpython3.11"),
    list(facts(libpython = NULL, base_prefix = "/root/.pyenv/versions/3.11.2"),
         "PYTHON_CONFIGURE_OPTS=--enable-shared pyenv install --force 3.11.2")
  )
  for (case in cases) {
    expect_match(python_problem(case[[1]]), case[[2]], fixed = TRUE)
  }
  for (version in c("3.10.0", "3.11.2", "3.13.1", "3.14.0")) {
    expect_null(python_problem(facts(version = version)))
  }
})

test_that("the answer is found among whatever else a Python prints", {
  noisy <- c("hello", "rkeras-probe:version=3.11.2", " rkeras-probe:version=1", "caf\xe9",
             "rkeras-probe:prefix=/a=b c", "rkeras-probe:numpy=", "rkeras-probe:keras=3.15.1\r")
  expect_equal(parse_probe(noisy), list(version = "3.11.2", prefix = "/a=b c", keras = "3.15.1"))
  expect_equal(length(parse_probe(character())), 0)
})

test_that("a file that cannot be a Python is told apart", {
  dir <- withr::local_tempdir()
  expect_match(probe_python(dir)$problem, "it is a directory")
  expect_match(probe_python(file.path(dir, "none"))$problem, "there is no such file")
  plain <- file.path(dir, "plain")
  writeLines("", plain)
  expect_match(probe_python(plain)$problem, "it is not an executable file")
  file.symlink(file.path(dir, "gone"), file.path(dir, "dangling"))
  expect_match(probe_python(file.path(dir, "dangling"))$problem, "link to .*gone', which is gone")
  dir.create(file.path(dir, "env", "bin"), recursive = TRUE)
  file.create(virtualenv_bin(file.path(dir, "env")))
  expect_match(probe_python(file.path(dir, "env"))$problem, "did you mean '.*env/bin/python'")
})

test_that("a program that is no Python is told apart, with what it says", {
  mute <- fake_program("nothing of the kind")
  expect_match(probe_python(mute)$problem, "does not behave like a Python")
  file <- withr::local_tempfile()
  writeLines(c("#!/bin/sh", "echo 'no such module: encodings' >&2", "exit 1"), file)
  Sys.chmod(file, "755")
  expect_match(probe_python(file)$problem, "it says: no such module: encodings", fixed = TRUE)
})

test_that("a Python that does not answer is given up", {
  file <- withr::local_tempfile()
  writeLines(c("#!/bin/sh", "exec sleep 60"), file)
  Sys.chmod(file, "755")
  expect_match(run_probe(file, timeout = 1)$problem, "it did not answer within 1 seconds")
})

test_that("a static, an old and a free-threaded Python are refused by their own word", {
  expect_null(probe_python(fake_python())$problem)
  expect_match(probe_python(fake_python(libpython = ""))$problem, "static build")
  expect_match(probe_python(fake_python(version = "3.9.1"))$problem, "3.9.1; rkeras needs 3.10")
  expect_match(probe_python(fake_python(free_threaded = "1"))$problem, "free-threaded")
})

test_that("a real Python tells its library, and a virtualenv's its own executable", {
  starter <- virtualenv_starter()
  real <- probe_python(starter)
  expect_null(real$problem)
  expect_true(file.exists(real$libpython))
  expect_match(basename(real$libpython), sub("[.][0-9]+$", "", real$version), fixed = TRUE)

  env <- file.path(withr::local_tempdir(), "an env")
  expect_equal(system2(starter, c("-m", "venv", "--without-pip", shQuote(env))), 0)
  probed <- probe_python(virtualenv_bin(env))
  expect_equal(probed$executable, virtualenv_bin(env))
  expect_equal(probed$prefix, env)
  expect_equal(probed$libpython, real$libpython)
  expect_null(probed$numpy)
})

test_that("R's own library folders are kept from other programs, the user's are not", {
  expect_equal(child_env("/r/lib:/usr/lib:/mine", "/r/lib:/usr/lib"), c(LD_LIBRARY_PATH = "/mine"))
  expect_equal(child_env("/r/lib", "/r/lib"), c(LD_LIBRARY_PATH = ""))
  expect_equal(child_env("", "/r/lib"), character())
})

test_that("every Python is told with a library of its own place", {
  for (python in starter_candidates()) {
    facts <- probe_python(python)
    if (!is.null(facts$libpython)) {
      in_own_place <- startsWith(facts$libpython, paste0(facts$base_prefix, "/"))
      expect_true(in_own_place, info = paste(python, facts$libpython))
    }
  }
})

test_that("sitecustomize and a hostile environment do not disturb the probe", {
  dir <- withr::local_tempdir()
  writeLines("print('rkeras-probe', end='')", file.path(dir, "sitecustomize.py"))
  withr::local_envvar(PYTHONPATH = dir)
  expect_null(run_probe(virtualenv_starter())$problem)
})

test_that("a Python for another machine or from Microsoft's Store is refused", {
  facts <- list(implementation = "CPython", version = "3.12.1", libpython = "x")
  expect_null(python_problem(c(facts, machine = "arm64"), "aarch64"))
  expect_null(python_problem(c(facts, machine = "amd64"), "x86_64"))
  expect_match(python_problem(c(facts, machine = "x86_64"), "aarch64"),
               "a Python for x86_64, and this R is for aarch64")
  expect_match(python_problem(c(facts, machine = "win32"), "x86_64"), "a Python for i386")
  store <- "C:\\Program Files\\WindowsApps\\PythonSoftwareFoundation.Python.3.12"
  expect_match(python_problem(c(facts, base_prefix = store), "x86_64"), "Microsoft Store")
})

test_that("the interrupt of a program that R waits for is R's", {
  program <- fake_program(character(), status = 130)
  expect_identical(tryCatch(run_command(program, ""), interrupt = function(i) "interrupted"),
                   "interrupted")
  refused <- run_command("sh", c("-c", "echo 'error: no such option' >&2; exit 2"))
  expect_identical(refused$status, 2L)
  refused <- run_command("sh", c("-c", "echo 'No download found' >&2; exit 2"))
  expect_identical(refused$status, 2L)
  killed <- c("-c", "echo ' Downloaded keras' >&2; kill -INT $$")
  expect_identical(tryCatch(run_command("sh", killed), interrupt = function(i) "interrupted"),
                   "interrupted")
})

test_that("PYTHONHOME is named where a Python does not start because of it", {
  python <- Sys.getenv("RKERAS_PYTHON")
  skip_if_not(nzchar(python))
  withr::local_envvar(PYTHONHOME = "/nonexistent")
  expect_match(run_probe(python)$problem, "PYTHONHOME, which is '/nonexistent'")
})
