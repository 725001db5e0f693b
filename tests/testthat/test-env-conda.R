test_that("environments are found by name and by directory", {
  conda <- fake_program(c(
    "{", "  \"envs\": [", "    \"/opt/conda\",", "    \"/opt/conda/envs/r \\\"q\\\"\",",
    "    \"/home/me/envs/tf\"", "  ]", "}"
  ))
  expect_equal(
    conda_envs(conda),
    c(base = "/opt/conda", "r \"q\"" = "/opt/conda/envs/r \"q\"", tf = "/home/me/envs/tf")
  )
  expect_equal(conda_env_python("base", conda), "/opt/conda/bin/python")
  expect_equal(conda_env_python("tf", conda), "/home/me/envs/tf/bin/python")
  expect_equal(conda_env_python("/some/where", "no conda needed"), "/some/where/bin/python")
  expect_error(conda_env_python("nope", conda), "no conda environment 'nope'.*'base'",
               class = "rkeras_error_python")
})

test_that("a conda that fails, and none at all, are errors", {
  expect_error(conda_envs(fake_program("", 1)), "env list.*failed", class = "rkeras_error_python")
  expect_error(conda_envs(fake_program("no JSON")), "printed no JSON",
               class = "rkeras_error_python")
  expect_error(conda_binary("/no/such/conda"), "there is no file", class = "rkeras_error_python")
  expect_refused(conda_binary(1), "`conda` must be one string")
  withr::local_envvar(CONDA_EXE = "", PATH = "", HOME = withr::local_tempdir())
  local_functions(conda_candidates = function() character())
  expect_error(conda_binary(), "install_miniconda()", class = "rkeras_error_python", fixed = TRUE)
})

test_that("conda is found by CONDA_EXE, on the PATH and in the usual directories", {
  conda <- local_conda()
  withr::local_envvar(CONDA_EXE = conda)
  expect_identical(conda_binary(), conda)
  expect_identical(conda_exe(), conda)
  expect_identical(conda_version(), "conda 24.1.0")
  withr::local_envvar(CONDA_EXE = "", RETICULATE_MINICONDA_PATH = "/mini/conda")
  expect_true("/mini/conda/bin/conda" %in% conda_candidates())
})
