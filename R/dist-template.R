# Files for clusters: Slurm, Kubernetes, Docker.

#' Write files that run a training script on a cluster
#'
#' Writes a file that starts a training script on a cluster: a batch script for Slurm, manifests for
#' Kubernetes, or a `Dockerfile` for an image with R, rkeras, Keras and the script. The files are a
#' start: they are commented, and you will change times, partitions or storage in them. The script
#' calls [join_cluster()] at its top, so the same script runs in each of these places and alone.
#'
#' * `"slurm"`: `train.slurm`, submitted with `sbatch train.slurm`. Each node runs one process.
#' * `"kubernetes"`: `train.yaml`, applied with `kubectl apply -f train.yaml`: a job with one pod
#'   for each worker, a service by which they find each other, and a volume `/output` that they
#'   share.
#' * `"docker"`: `Dockerfile`, built with `docker build`. The image is the one of the manifests.
#'
#' @param type String: `"slurm"`, `"kubernetes"` or `"docker"`.
#' @param path String. Directory to write to.
#' @param ... Must be empty.
#' @param script String. Path of the training script in the job or the image.
#' @param workers Positive integer. Number of processes, each on a machine of its own.
#' @param name String. Name of the job and of the file: small letters, digits and dashes.
#' @param image String. Name of the image.
#' @param cpus,gpus Integers. Number of processors and of GPUs for each worker.
#' @param memory String. Memory of each worker, a number with `M` or `G`.
#' @param backend String: `"tensorflow"` or `"jax"`.
#' @param port Positive integer. Port on which workers listen.
#' @param overwrite Logical. Whether to replace a file that exists.
#' @return Path of the file, invisibly.
#' @concept Slurm
#' @concept Kubernetes
#' @concept Docker
#' @concept batch job
#' @concept HPC
#' @seealso [join_cluster()], [run_workers()] for machines without a scheduler,
#'   `rkeras_guide("cluster")`
#' @family distribution
#' @examples
#' folder <- tempfile()
#' dir.create(folder)
#' file <- use_cluster_template("slurm", folder, workers = 4, memory = "16G")
#' cat(readLines(file), sep = "\n")
#' @export
use_cluster_template <- function(type = c("slurm", "kubernetes", "docker"), path = ".", ...,
                                 script = "train.R", workers = 2L, name = "train",
                                 image = paste0(name, ":latest"), cpus = 4L, gpus = 0L,
                                 memory = "8G", backend = "tensorflow", port = 29500L,
                                 overwrite = FALSE) {
  check_flags()
  check_no_dots(...)
  type <- match_choice(type)
  check_plain(script, "script", "[A-Za-z0-9_./-]+", "a path without spaces")
  check_plain(name, "name", "[a-z]([a-z0-9-]{0,48}[a-z0-9])?", "small letters, digits and dashes")
  check_plain(image, "image", "[A-Za-z0-9_.:/@-]+", "the name of an image")
  check_plain(memory, "memory", "[1-9][0-9]*[MG]", "a number with M or G, such as \"8G\"")
  fields <- list(
    name = name, script = script, image = image, memory = memory, file = template_file(type, name),
    workers = check_whole(workers, "workers", 1L), cpus = check_whole(cpus, "cpus", 1L),
    gpus = check_whole(gpus, "gpus", 0L), port = check_whole(port, "port", 1L),
    backend = check_backend(backend, 0)
  )
  write_template(type, path, fields, overwrite)
}

# The values stand in shell scripts and YAML, so they are plain.
check_plain <- function(x, argument, pattern, expected) {
  check_string(x, argument)
  must_be(x, expected, grepl(paste0("^", pattern, "$"), x), argument)
}

template_file <- function(type, name) {
  switch(type, slurm = paste0(name, ".slurm"), kubernetes = paste0(name, ".yaml"), "Dockerfile")
}

write_template <- function(type, path, fields, overwrite) {
  check_path(path, "path", "folder", "argument")
  file <- file.path(path, fields$file)
  if (file.exists(file) && !overwrite) {
    abort("\"%s\" exists. Use `overwrite = TRUE` to replace it.", file)
  }
  source <- c(slurm = "slurm.sh", kubernetes = "kubernetes.yaml", docker = "Dockerfile")[[type]]
  write_lines(template(source, c(fields, fields_of_cluster(fields))), file)
  message("Written: ", file)
  invisible(file)
}

fields_of_cluster <- function(fields) {
  pods <- sprintf("%s-%d.%s:%d", fields$name, seq_len(fields$workers) - 1L, fields$name,
                  fields$port)
  gpus <- fields$gpus
  list(
    addresses = paste(pods, collapse = ","), retries = 3L * fields$workers,
    memory_kubernetes = paste0(fields$memory, "i"),
    gpus_slurm = if (gpus) sprintf("#SBATCH --gpus-per-task=%d", gpus),
    gpus_kubernetes = if (gpus) sprintf("              nvidia.com/gpu: %d", gpus)
  )
}
