test_that("programs are where each system has them", {
  expect_identical(virtualenv_bin("/e", os = "Linux"), "/e/bin/python")
  expect_identical(virtualenv_bin("/e", "pip", "Darwin"), "/e/bin/pip")
  expect_identical(virtualenv_bin("C:/e", os = "Windows"), "C:/e/Scripts/python.exe")
  expect_identical(virtualenv_bin("C:/e", "activate_this.py", "Windows"),
                   "C:/e/Scripts/activate_this.py")
  expect_identical(installation_bin("/e", c("python", "conda"), "Linux"),
                   c("/e/bin/python", "/e/bin/conda"))
  expect_identical(installation_bin(c("C:/a", "C:/b"), c("python", "conda"), "Windows"),
                   c("C:/a/python.exe", "C:/b/Scripts/conda.exe"))
})

test_that("a folder may be a virtualenv or a conda environment", {
  folder <- withr::local_tempdir()
  expect_identical(folder_python(folder, "Windows"), file.path(folder, "Scripts/python.exe"))
  file.create(file.path(folder, "python.exe"))
  expect_identical(folder_python(folder, "Windows"), file.path(folder, "python.exe"))
  expect_identical(folder_python(folder, "Linux"), file.path(folder, "bin/python"))
})

test_that("paths are told from names", {
  expect_identical(is_path(c("env", "./env", "C:\\env"), "Windows"), c(FALSE, TRUE, TRUE))
  expect_identical(is_path(c("env", "./env", "a\\b"), "Linux"), c(FALSE, TRUE, FALSE))
  absolute <- c("C:/e", "d:\\e", "\\\\server\\share", "/e")
  expect_identical(is_absolute(c(absolute, "e", "e/f", "C:e"), "Windows"),
                   c(rep(TRUE, 4), rep(FALSE, 3)))
  expect_identical(is_absolute(c(absolute, "e"), "Linux"), c(FALSE, FALSE, FALSE, TRUE, FALSE))
  expect_identical(python_path("C:\\Python312\\python.exe", "Windows"),
                   "C:\\Python312\\python.exe")
  expect_identical(python_path("/opt/python", "Linux"), "/opt/python")
})

test_that("a user's programs are not among the documents on Windows", {
  withr::local_envvar(USERPROFILE = "C:\\Users\\J\u00fcrgen", LOCALAPPDATA = "C:\\Local",
                      XDG_DATA_HOME = "")
  expect_identical(user_home("Windows"), "C:/Users/J\u00fcrgen")
  expect_identical(user_home("Linux"), path.expand("~"))
  expect_identical(user_data_dir("Windows"), "C:/Local")
  expect_identical(user_data_dir("Darwin"), path.expand("~/Library"))
  expect_identical(user_data_dir("Linux"), path.expand("~/.local/share"))
  expect_identical(default_root("Windows", function(path) FALSE),
                   "C:/Users/J\u00fcrgen/.virtualenvs")
  expect_identical(default_root("Windows", function(path) TRUE), path.expand("~/.virtualenvs"))
  expect_identical(default_root("Linux", function(path) FALSE), path.expand("~/.virtualenvs"))
  withr::local_envvar(LOCALAPPDATA = "")
  expect_identical(user_data_dir("Windows"), "C:/Users/J\u00fcrgen/AppData/Local")
})

test_that("programs get variables from the shell on Unix and from this process on Windows", {
  variables <- c(RKERAS_ONE = "an 'x'", RKERAS_TWO = "b")
  withr::local_envvar(RKERAS_ONE = NA, RKERAS_TWO = "before")
  run <- function(env) list(env, Sys.getenv(names(variables)))
  expect_identical(
    with_variables(variables, run, "Linux"),
    list(paste0(names(variables), "=", shQuote(variables)),
         c(RKERAS_ONE = "", RKERAS_TWO = "before"))
  )
  expect_identical(with_variables(variables, run, "Windows"), list(character(), variables))
  expect_identical(Sys.getenv(names(variables), NA, names = FALSE), c(NA, "before"))
  expect_identical(with_variables(character(), identity, "Linux"), character())
  expect_identical(with_variables(character(), identity, "Windows"), character())
  expect_identical(run_command("sh", c("-c", "echo $RKERAS_ONE"), env = variables)$stdout, "an 'x'")
})
