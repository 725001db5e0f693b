# A mock probe that knows a few Python installations by path; every other file is missing.
fake_probe <- function(path) {
  good <- c("/good/bin/python", "/also/bin/python", "/project/.venv/bin/python",
            "/envs/r-keras/bin/python", "/envs/r-reticulate/bin/python", "/fallback/python",
            "/usr/bin/python3")
  if (path %in% good) {
    prefix <- dirname(dirname(path))
    return(list(
      path = path, executable = path, version = "3.11.2", libpython = "/lib/libpython3.11.so",
      prefix = prefix, base_prefix = "/usr"
    ))
  }
  if (path == "/static/bin/python") {
    return(list(path = path, version = "3.11.2", problem = "it is a static build"))
  }
  list(path = path, problem = "there is no such file")
}

inputs <- function(request = NULL, hints = list(), rkeras = "", reticulate = "", named = "",
                   venv = "", fallback = "", project = "/nowhere", envs_root = "/nowhere",
                   system = character()) {
  list(
    request = if (!is.null(request)) candidate("use_python()", request, explicit = TRUE),
    hints = lapply(hints, function(path) candidate("a hint", path)),
    env = c(
      RKERAS_PYTHON = rkeras, RETICULATE_PYTHON = reticulate, RETICULATE_PYTHON_ENV = named,
      VIRTUAL_ENV = venv, RETICULATE_PYTHON_FALLBACK = fallback
    ),
    project = project, envs_root = envs_root, system = system
  )
}

resolve <- function(...) resolve_python(inputs(...), probe = fake_probe)

everything <- list(
  request = "/good/bin/python", rkeras = "/also/bin/python", reticulate = "/usr/bin/python3",
  named = "/envs/r-reticulate", venv = "/good", hints = list("/also/bin/python"),
  project = "/project", envs_root = "/envs", fallback = "/fallback/python",
  system = "/usr/bin/python3"
)

test_that("the first of all candidates in the documented order is taken", {
  order <- c(
    request = "use_python()", rkeras = "RKERAS_PYTHON", reticulate = "RETICULATE_PYTHON",
    named = "RETICULATE_PYTHON_ENV", venv = "VIRTUAL_ENV", hints = "a hint",
    project = ".venv in the working directory",
    envs_root = "the r-keras virtualenv of install_keras()",
    fallback = "RETICULATE_PYTHON_FALLBACK", system = "the system"
  )
  given <- everything
  for (name in names(order)) {
    expect_equal(do.call(resolve, given)$choice$requested_by, order[[name]])
    given[[name]] <- NULL
  }
  expect_null(do.call(resolve, given)$choice)
})

test_that("an environment may be given by its name or directory", {
  chosen <- function(...) resolve(..., envs_root = "/envs")$choice[c("python", "requested_by")]
  other <- list(python = "/envs/r-reticulate/bin/python", requested_by = "RETICULATE_PYTHON_ENV")
  expect_identical(chosen(named = "r-reticulate"), other)
  expect_identical(chosen(named = "/envs/r-reticulate"), other)
  expect_match(resolve(named = "absent", system = "/usr/bin/python3")$problem, "PYTHON_ENV asks")
  expect_identical(chosen()$requested_by, "the r-keras virtualenv of install_keras()")
})

test_that("what was asked for and cannot be used is an error, whatever else there is", {
  asked <- list(
    request = list("/none/python", "use_python() asks for the Python '/none/python'"),
    rkeras = list("/none/python", "RKERAS_PYTHON asks for the Python '/none/python'"),
    reticulate = list("/static/bin/python", "it is a static build"),
    venv = list("/none", "VIRTUAL_ENV asks for the Python '/none/bin/python'")
  )
  for (name in names(asked)) {
    given <- everything[c("hints", "project", "envs_root", "system")]
    given[[name]] <- asked[[name]][[1]]
    decision <- do.call(resolve, given)
    expect_null(decision$choice)
    expect_match(decision$problem, asked[[name]][[2]], fixed = TRUE)
    expect_match(decision$problem, "install_keras()", fixed = TRUE)
    expect_false("chosen" %in% decision$trace$verdict)
  }
})

test_that("what rkeras finds by itself is passed over when it cannot be used, with the reason", {
  decision <- resolve(hints = list("/static/bin/python"), project = "/none", envs_root = "/envs",
                      system = "/usr/bin/python3")
  expect_equal(decision$choice$python, "/envs/r-keras/bin/python")
  trace <- decision$trace
  expect_equal(
    trace$verdict,
    c("absent", "absent", "absent", "absent", "refused", "refused", "chosen", "not needed",
      "absent", "absent", "not needed")
  )
  expect_equal(trace$reason[5:6], c("it is a static build", "there is no such file"))
})

test_that("no usable Python at all: the error lists what was looked at", {
  decision <- resolve(system = c("/static/bin/python", "/none/python"))
  expect_match(decision$problem, "* /static/bin/python (the system): it is a static build",
               fixed = TRUE)
  expect_match(decision$problem, "/none/python", fixed = TRUE)
  expect_error(choose_python(inputs(rkeras = "/none/python")), class = "rkeras_error_python")
})

test_that("`accept` may pass over a Python, but not one that the user chose", {
  accept <- function(facts) if (facts$path == "/usr/bin/python3") "it lacks a module"
  system <- c("/usr/bin/python3", "/good/bin/python")
  decision <- resolve_python(inputs(system = system), fake_probe, accept)
  expect_equal(decision$choice$python, "/good/bin/python")
  decision <- resolve_python(inputs(rkeras = system[[1]], system = system), fake_probe, accept)
  expect_equal(decision$choice$python, system[[1]])
})

test_that("a shim gives way to the Python it runs, a virtualenv's Python is kept", {
  shim <- function(path) modifyList(fake_probe("/good/bin/python"), list(path = path))
  decision <- resolve_python(inputs(system = "/shims/python"), shim)
  expect_equal(decision$choice$python, "/good/bin/python")
  expect_equal(resolve(venv = "/good")$choice$python, "/good/bin/python")
})

test_that("the environment variables take commands and relative paths too", {
  expect_equal(env_python("/a/b"), "/a/b")
  expect_null(env_python(""))
  expect_equal(env_python("./b"), file.path(getwd(), "./b"))
  expect_equal(env_python("sh"), unname(Sys.which("sh")))
  expect_equal(env_python("~/b"), path.expand("~/b"))
})

test_that("each Python of the system is a candidate once", {
  system <- system_pythons()
  expect_false(anyDuplicated(normalizePath(system)) > 0)
  expect_true(all(file.exists(system)))
})

test_that("Apple's Python, which may ask to install tools, is the last one", {
  found <- c("/usr/bin/python3", "/opt/homebrew/bin/python3")
  expect_identical(apple_last(found, "Darwin"), rev(found))
  expect_identical(apple_last(found, "Linux"), found)
})
