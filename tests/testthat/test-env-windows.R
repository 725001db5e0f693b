# What utils::readRegistry() returns: PythonCore and Anaconda for the user, an old and a 32-bit
# version for the machine, and entries without a folder.
registry <- list(
  HCU = list(
    PyLauncher = list(),
    PythonCore = list(
      "3.9" = list(InstallPath = list("(Default)" = "C:\\Old\\")),
      "3.13" = list(
        SysVersion = "3.13", SysArchitecture = "64bit",
        InstallPath = list("(Default)" = "C:\\Users\\J\u00fc\\Python313\\",
                           ExecutablePath = "C:\\Users\\J\u00fc\\Python313\\python.exe")
      ),
      "3.12" = list(SysVersion = "3.12")
    ),
    ContinuumAnalytics = list(
      "Anaconda39-64" = list(SysVersion = "3.9", InstallPath = list("(Default)" = "C:\\conda"))
    )
  ),
  HLM = list(PythonCore = list("3.11-32" = list(InstallPath = list("(Default)" = "C:\\Py311"))))
)
read <- function(key, hive, maxdepth) {
  if (key == "SOFTWARE\\Python") registry[[hive]] else stop("no such key")
}

test_that("registered installations are read, the user's and the newest first", {
  found <- registered_pythons(read)
  expect_identical(found$version, c("3.13", "3.9", "3.9", "3.11"))
  expect_identical(found$hive, c("HCU", "HCU", "HCU", "HLM"))
  expect_identical(found$executable_path, c(
    "C:/Users/J\u00fc/Python313/python.exe", "C:/Old/python.exe", "C:/conda/python.exe",
    "C:/Py311/python.exe"
  ))
  expect_identical(found$arch, c("64bit", "64bit", "64bit", "32bit"))
  expect_identical(found$type, c("PythonCore", "PythonCore", "ContinuumAnalytics", "PythonCore"))
  none <- registered_pythons(function(...) stop("there is no such key"))
  expect_identical(none, found[0L, ], ignore_attr = "row.names")
})

test_that("the launcher's lines are read", {
  lines <- c(" -V:3.13 *        C:\\Python313\\python.exe", " -3.9-64        C:\\A b\\python.exe",
             "No suitable Python runtime found")
  expect_identical(launcher_pythons(lines), c("C:\\Python313\\python.exe", "C:\\A b\\python.exe"))
  expect_identical(launcher_pythons(character()), character())
})

test_that("each installation is a candidate once, and the Store's stubs are none", {
  found <- windows_pythons(
    registered_pythons(read), c("c:\\old\\PYTHON.exe", "C:\\Python310\\python.exe"),
    on_path = c("", "C:\\Users\\me\\AppData\\Local\\Microsoft\\WindowsApps\\python.exe"),
    exists = function(path) path != "C:/conda/python.exe"
  )
  expect_identical(found, c(
    "C:/Users/J\u00fc/Python313/python.exe", "C:/Old/python.exe", "C:/Py311/python.exe",
    "C:/Python310/python.exe"
  ))
})

test_that("installations are looked for where installers put them", {
  withr::local_envvar(USERPROFILE = "C:\\Users\\me", APPDATA = "C:\\Roaming", PYENV = NA,
                      LOCALAPPDATA = "C:\\Local", XDG_DATA_HOME = NA, ProgramData = "C:\\Data",
                      RETICULATE_MINICONDA_PATH = NA)
  expect_identical(python_folders(programs = "C:\\Program Files"),
                   c("C:/Local/Programs/Python", "C:/Program Files"))
  expect_identical(version_folders("Windows")[1:2], c(
    "C:/Users/me/.pyenv/pyenv-win/versions/3.*", "C:/Roaming/uv/data/python/cpython-3.*"
  ))
  conda <- conda_candidates("Windows")
  expect_identical(setdiff(c(
    "C:/Users/me/miniforge3/Scripts/conda.exe", "C:/Local/r-miniconda/Scripts/conda.exe",
    "C:/Data/miniconda3/Scripts/conda.exe", "C:/Local/anaconda3/Scripts/conda.exe"
  ), conda), character())
  expect_true("/opt/conda/bin/conda" %in% conda_candidates("Linux"))
  expect_true("C:/Users/me/.local/bin/uv.exe" %in% uv_places("Windows"))
})

test_that("a conda environment's libraries are found", {
  expect_identical(
    conda_library_path("C:/e", "C:\\R\\bin;C:\\e"),
    paste("C:\\e", "C:\\e\\Library\\mingw-w64\\bin", "C:\\e\\Library\\usr\\bin",
          "C:\\e\\Library\\bin", "C:\\e\\Scripts", "C:\\R\\bin", sep = ";")
  )
})

test_that("py_versions_windows() says that it is for Windows", {
  skip_on_os("windows")
  expect_error(py_versions_windows(), "virtualenv_starter", class = "rkeras_error_python")
})
