written <- function(type, ..., frame = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = frame)
  suppressMessages(use_cluster_template(type, folder, ...))
}

test_that("the batch script of Slurm tells each process the addresses of all", {
  file <- written("slurm", workers = 2, name = "my-model", script = "src/train.R", cpus = 8,
                  memory = "16G", gpus = 1, backend = "jax", port = 4000)
  expect_identical(basename(file), "my-model.slurm")
  lines <- readLines(file)
  expected <- c("#SBATCH --nodes=2", "#SBATCH --mem=16G", "#SBATCH --gpus-per-task=1")
  expect_identical(setdiff(expected, lines), character())
  expect_false(any(grepl("{{", lines, fixed = TRUE)))
  expect_false(any(grepl("gpus", readLines(written("slurm")))))
  # Programs that stand in for Slurm's.
  local_program("scontrol", "printf 'node1\\nnode2\\n'")
  log <- local_program("srun", variable = "RKERAS_WORKERS $KERAS_BACKEND")
  withr::local_envvar(SLURM_JOB_NODELIST = "node[1-2]")
  expect_identical(system2("bash", file), 0L)
  expect_identical(readLines(log), paste(
    "--kill-on-bad-exit=1 --label Rscript src/train.R node1:4000,node2:4000 jax"
  ))
  if (nzchar(Sys.which("shellcheck"))) {
    expect_identical(system2("shellcheck", c("-s", "bash", file)), 0L)
  }
})

test_that("the manifests of Kubernetes belong together", {
  skip_if_not_installed("yaml")
  file <- written("kubernetes", workers = 3, name = "run-1", image = "me/run:2", gpus = 2)
  text <- readLines(file)
  documents <- split(text, cumsum(text == "---"))[-1]
  parts <- lapply(documents, function(lines) yaml::yaml.load(paste(lines, collapse = "\n")))
  kinds <- vapply(parts, `[[`, "", "kind")
  expect_identical(unname(kinds), c("Service", "PersistentVolumeClaim", "Job"))
  names(parts) <- kinds
  for (part in parts) expect_identical(part$metadata$name, "run-1")
  expect_identical(parts$Service$spec$selector$`job-name`, "run-1")
  job <- parts$Job$spec
  expect_identical(c(job$completions, job$parallelism), c(3L, 3L))
  pod <- job$template$spec
  expect_identical(pod$subdomain, "run-1")
  container <- pod$containers[[1]]
  expect_identical(container$image, "me/run:2")
  expect_identical(container$resources$limits[["nvidia.com/gpu"]], 2L)
  expect_identical(
    container$env[[1]]$value, "run-1-0.run-1:29500,run-1-1.run-1:29500,run-1-2.run-1:29500"
  )
})

test_that("the Dockerfile runs the script", {
  lines <- readLines(written("docker", script = "fit.R"))
  expect_identical(utils::tail(lines, 1), "CMD [\"Rscript\", \"fit.R\"]")
  expect_false(any(grepl("{{", lines, fixed = TRUE)))
})

test_that("files are replaced only on request, and values are plain", {
  folder <- withr::local_tempdir()
  expect_message(file <- use_cluster_template("docker", folder), "Written: ")
  expect_error(use_cluster_template("docker", folder), "Use `overwrite = TRUE` to replace it")
  expect_identical(suppressMessages(use_cluster_template("docker", folder, overwrite = TRUE)), file)
  expect_error(use_cluster_template("slurm", "/no/such"), "`path`: there is no folder")
  expect_error(use_cluster_template("slurm", folder, script = "a; rm x"), "`script` must be a path")
  expect_error(use_cluster_template("slurm", folder, name = "A b"), "`name` must be small letters")
  expect_error(use_cluster_template("slurm", folder, memory = "8"), "`memory` must be a number")
  expect_error(use_cluster_template("slurm", folder, workers = 0),
               "`workers` must be one positive whole number")
  expect_error(use_cluster_template("pbs"), "must be one of")
})
