# What differs between operating systems: where programs are, what a path is, how a program is run.
# All take the system's name, as in Sys.info().

this_os <- function() Sys.info()[["sysname"]]

# ---- Programs in folders -------------------------------------------------------------------------

# A program of a virtualenv.
virtualenv_bin <- function(dir, name = "python", os = this_os()) {
  if (os == "Windows") file.path(dir, "Scripts", windows_program(name)) else unix_bin(dir, name)
}

# A program of a conda environment, or of an installation of Python or conda.
installation_bin <- function(dir, name = "python", os = this_os()) {
  if (os != "Windows") {
    return(unix_bin(dir, name))
  }
  program <- windows_program(name)
  file.path(dir, ifelse(grepl("^python", name), program, file.path("Scripts", program)))
}

unix_bin <- function(dir, name) file.path(dir, "bin", name)

windows_program <- function(name) ifelse(grepl("[.](exe|py)$", name), name, paste0(name, ".exe"))

# The Python of a folder, which may be a virtualenv or a conda environment.
folder_python <- function(dir, os = this_os()) {
  places <- unique(c(virtualenv_bin(dir, os = os), installation_bin(dir, os = os)))
  Find(file.exists, places) %||% places[[1]]
}

# ---- Paths ---------------------------------------------------------------------------------------

# Does this name a file by its folder, and is it not a plain name?
is_path <- function(x, os = this_os()) grepl(if (os == "Windows") "[/\\\\]" else "/", x)

# "C:/", "C:\", "\\server\share", "/".
is_absolute <- function(path, os = this_os()) {
  grepl(if (os == "Windows") "^([A-Za-z]:)?[/\\\\]" else "^/", path)
}

# The folder where users' programs are installed, which `~` is not on Windows: there it is the
# folder of documents, which OneDrive may copy to other machines.
user_home <- function(os = this_os()) {
  profile <- if (os == "Windows") Sys.getenv("USERPROFILE") else ""
  if (nzchar(profile)) forward_slashes(profile) else path.expand("~")
}

# Data of programs that belong to this machine.
user_data_dir <- function(os = this_os()) {
  xdg <- Sys.getenv("XDG_DATA_HOME")
  if (nzchar(xdg)) {
    return(path.expand(xdg))
  }
  local <- Sys.getenv("LOCALAPPDATA")
  switch(os,
    Windows = if (nzchar(local)) forward_slashes(local) else
      file.path(user_home(os), "AppData/Local"),
    Darwin = path.expand("~/Library"),
    path.expand("~/.local/share")
  )
}

forward_slashes <- function(path) gsub("\\", "/", path, fixed = TRUE)

# ---- Running programs ----------------------------------------------------------------------------

# `run` with these environment variables for the programs that it starts. On Unix `run` gets them as
# text for the shell; system2() does not pass them on on Windows, so they are set meanwhile.
with_variables <- function(variables, run, os = this_os()) {
  if (os != "Windows") {
    return(run(paste0(names(variables), rep("=", length(variables)), shQuote(variables))))
  }
  before <- Sys.getenv(names(variables), unset = NA, names = TRUE)
  on.exit({
    Sys.unsetenv(names(before)[is.na(before)])
    if (!all(is.na(before))) do.call(Sys.setenv, as.list(before[!is.na(before)]))
  })
  if (length(variables)) do.call(Sys.setenv, as.list(variables))
  run(character())
}
