# Finds conda and the Python of one of its environments.

# The executable of an environment given by name or by folder.
conda_env_python <- function(condaenv, conda = "auto") {
  if (grepl("/", condaenv, fixed = TRUE)) {
    return(conda_bin(path.expand(condaenv)))
  }
  envs <- conda_envs(conda)
  found <- envs[names(envs) == condaenv]
  if (!length(found)) {
    abort(
      paste0(
        "There is no conda environment '", condaenv, "'; conda knows ",
        paste0("'", names(envs), "'", collapse = ", "), "."
      ),
      "python",
      call = NULL
    )
  }
  conda_bin(found[[1]])
}

# The folders of all environments, by name. The first one that conda lists is its own, "base".
conda_envs <- function(conda = "auto") {
  executable <- conda_executable(conda)
  ran <- run_command(executable, c("env", "list", "--json"), timeout = 60)
  json <- paste(ran$stdout, collapse = "\n")
  list <- sub("(?s).*\"envs\"\\s*:\\s*\\[(.*?)\\].*", "\\1", json, perl = TRUE)
  if (ran$status != 0L || identical(list, json)) {
    said <- paste(c("", utils::tail(ran$stderr, 3)), collapse = "\n")
    abort(
      paste0("'", executable, "' could not list its environments.", said), "python",
      call = NULL
    )
  }
  folders <- regmatches(list, gregexpr("\"(\\\\.|[^\"\\\\])*\"", list))[[1]]
  folders <- gsub("\\\\(.)", "\\1", substr(folders, 2, nchar(folders) - 1))
  stats::setNames(folders, c("base", basename(folders[-1]))[seq_along(folders)])
}

conda_executable <- function(conda = "auto") {
  if (!identical(conda, "auto")) {
    check_string(conda, "conda")
    return(python_path(conda))
  }
  homes <- c("~/miniconda3", "~/miniforge3", "~/mambaforge", "~/anaconda3", "~/micromamba",
             "~/.local/share/r-miniconda", "/opt/conda", "/opt/miniconda3", "/opt/miniforge3")
  places <- c(
    Sys.getenv("CONDA_EXE"),
    Sys.which("conda"),
    file.path(path.expand(homes), "bin", "conda")
  )
  places <- places[nzchar(places) & file.exists(places)]
  if (!length(places)) {
    abort(
      paste0(
        "No conda was found, neither on the PATH nor in the usual folders. Name it with the ",
        "argument `conda`, or give the environment's folder instead of its name."
      ),
      "python",
      call = NULL
    )
  }
  places[[1]]
}

conda_bin <- function(dir) file.path(dir, "bin/python")
