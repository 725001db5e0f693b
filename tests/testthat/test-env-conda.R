test_that("environments are found by name and by folder", {
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
  expect_error(conda_env_python("nope", conda), "conda knows 'base'", class = "rkeras_error_python")
})

test_that("a conda that fails, and none at all, are errors", {
  expect_error(conda_envs(fake_program("", 1)), "could not list", class = "rkeras_error_python")
  withr::local_envvar(CONDA_EXE = "", PATH = "", HOME = withr::local_tempdir())
  skip_if(any(file.exists(c("/opt/conda", "/opt/miniconda3", "/opt/miniforge3"))))
  expect_error(conda_executable(), "No conda was found", class = "rkeras_error_python")
})
