# Environments in rkeras's cache, one for each set of requirements: those of Keras, and those that
# py_require() declared. They are made when Python starts and no installation has what is needed.

# The Python of the environment for the requirements, or NULL if it is not there, or not complete.
managed_python <- function() {
  path <- managed_path()
  if (is_managed_ready(path)) virtualenv_bin(path)
}

# The path says which packages it has.
is_managed_ready <- function(path) file.exists(stamp_file(path))

is_required <- function(env = python_variables()) {
  needs_keras() || any(lengths(needs(declared()))) || is_managed(env)
}

# Do the environment variables ask for such an environment?
is_managed <- function(env) {
  named <- env[c("RKERAS_PYTHON", "RETICULATE_PYTHON")]
  named <- named[nzchar(named)]
  length(named) > 0L && identical(named[[1]], "managed")
}

managed_path <- function(requirements = declared()) {
  lines <- c(managed_packages(requirements), unlist(needs(requirements)[-1]))
  file <- tempfile()
  on.exit(unlink(file))
  writeLines(lines, file)
  key <- substr(unname(tools::md5sum(file)), 1, 12)
  file.path(tools::R_user_dir("rkeras", "cache"), "python", key)
}

# The requirements of Keras, and the declared ones, which replace those of the same name.
managed_packages <- function(requirements = declared(), own = own_packages()) {
  name <- function(lines) {
    name <- tolower(sub("^\\s*([A-Za-z0-9._-]+).*", "\\1", lines))
    sub("^tensorflow-cpu$", "tensorflow", gsub("[-_.]+", "-", name))
  }
  sort(c(own[!name(own) %in% name(requirements$packages)], requirements$packages))
}

# As install_keras() has them. What it does not know, such as NumPy as a backend, is the user's.
own_packages <- function() {
  keras_requirements(intersect(chosen_backend()[["backend"]], c("tensorflow", "jax", "torch")))
}

# `starter` is the Python to make it from.
make_managed <- function(requirements = declared(), starter = NULL) {
  path <- managed_path(requirements)
  announce_managed(path, requirements)
  uv <- uv_for(requirements)
  version <- c(requirements$python_version, paste0(">=", oldest_python))
  version <- python_for(chosen_backend()[["backend"]], version)
  python <- starter %||% virtualenv_starter(version) %||%
    if (nzchar(uv)) uv_python(uv, version, FALSE)
  make <- function() {
    # Another session may have made it meanwhile.
    if (is_managed_ready(path)) return()
    done <- FALSE
    on.exit(if (!done) unlink(path, recursive = TRUE))
    virtualenv_create(path, python, version = version, packages = NULL, force = dir.exists(path))
    fill_managed(virtualenv_python(path), requirements, uv)
    writeLines(managed_packages(requirements), stamp_file(path))
    done <- TRUE
  }
  with_lock(dirname(path), python, make())
  forget_probes()
  message("The environment is ready.")
}

# Says what is going to be downloaded, and asks once where somebody can answer. An error if it must
# not be.
announce_managed <- function(path, requirements) {
  what <- if (needs_keras()) "Keras" else "the packages of py_require()"
  lacking <- sprintf("No Python installation that rkeras may use has %s.", what)
  refuse <- function(reason) {
    remedy <- "install_keras() makes an environment; use_python() or use_virtualenv() choose one."
    abort(paste(lacking, reason, remedy), kind = "python", call = NULL)
  }
  if (!may_download()) {
    refuse("rkeras may make no environment here: options(rkeras.install = FALSE), or R CMD check.")
  }
  if (is.null(python_requests$agreed)) {
    message(
      lacking, "\nrkeras makes an environment with ", described_packages(requirements), ":\n  ",
      path, "\n", size_of_backend()
    )
    python_requests$agreed <- agrees()
  }
  if (!python_requests$agreed) refuse("You decided not to download it.")
}

# R CMD check must write nothing outside its folder, and download nothing.
may_download <- function() {
  getOption("rkeras.install", !nzchar(Sys.getenv("_R_CHECK_PACKAGE_NAME_")))
}

# A script is not asked, and goes on.
agrees <- function(at_prompt = interactive()) {
  !at_prompt || isTRUE(getOption("rkeras.install")) ||
    isTRUE(utils::askYesNo("Download and install it now?"))
}

described_packages <- function(requirements) {
  main <- grep("^(keras|tensorflow|jax|torch)\\b", own_packages(), value = TRUE)
  name <- sub("==.*", "", main)
  version <- sub("^[^=]*==([^;]*).*", "\\1", main)
  shown <- paste(sub("[[].*|-cpu", "", name), version)[!duplicated(name)]
  toString(c(shown, requirements$packages))
}

size_of_backend <- function() {
  backend <- chosen_backend()[["backend"]]
  if (has_cuda(NA, this_system())) {
    return("This downloads about 3 GB, takes 6 GB on disk, and some minutes.")
  }
  switch(backend,
    jax = "This downloads about 160 MB, takes 640 MB on disk, and a minute or two.",
    torch = "This downloads about 400 MB, takes 1.3 GB on disk, and a few minutes.",
    "This downloads about 370 MB, takes 1.6 GB on disk, and a few minutes."
  )
}

# Evaluates code while no other session does so for the same folder.
with_lock <- function(folder, python, code) {
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  script <- system.file("python/rkeras/env/hold.py", package = "rkeras", mustWork = TRUE)
  held <- tempfile("rkeras-lock-")
  # R cannot lock. What holds the lock for it ends with this connection, and so with R.
  holder <- pipe(paste(shQuote(c(python, script, folder, held)), collapse = " "), "w")
  on.exit({
    close(holder)
    unlink(held)
  })
  for (waited in seq_len(36000)) {
    if (file.exists(held)) break
    if (waited == 20) message("Another session of R is making an environment: waiting for it.")
    Sys.sleep(0.1)
  }
  code
}

# uv, or "" where it cannot be had and pip does.
uv_for <- function(requirements) {
  tryCatch(uv_binary(), rkeras_error_python = function(cnd) {
    if (length(requirements$exclude_newer)) {
      abort(paste0("`exclude_newer` of py_require() needs uv. ", conditionMessage(cnd)),
            kind = "python", call = NULL)
    }
    ""
  })
}

fill_managed <- function(python, requirements, uv) {
  install <- if (nzchar(uv)) uv_install(uv, requirements) else pip_install
  install_requirements(python, managed_packages(requirements), install)
}

# As pip_install().
uv_install <- function(uv, requirements) {
  function(python, packages, pip_options = character()) {
    args <- c("pip", "install", "--python", python,
              option("--exclude-newer", requirements$exclude_newer), pip_options, "--", packages)
    ran <- run_uv(uv, args)
    if (ran$status != 0L && is_offline(ran$stderr)) {
      from_cache <- run_uv(uv, append(args, "--offline", 2))
      if (from_cache$status == 0L) ran <- from_cache
    }
    check_ran(ran, "uv could not install the packages", lines = 12,
              remedy = c(why_not_installed(ran$stderr), declarations(requirements)))
  }
}

# A line for each requirement, for users to see which contradict each other.
declarations <- function(requirements) {
  all <- unlist(needs(requirements), use.names = FALSE)
  if (length(all)) paste0("* ", all, ", declared by ", vapply(all, declared_by, "", requirements))
}
