# Python installations on Windows: those in the registry, those that the launcher lists, and those
# in the usual folders. Programs in the folder WindowsApps open the Microsoft Store, or run a Python
# of the Store, whose library R cannot load.

windows_pythons <- function(registry = registered_pythons(), launcher = launcher_pythons(),
                            on_path = unname(Sys.which(c("python3", "python"))),
                            exists = file.exists) {
  folders <- Sys.glob(file.path(python_folders(), "Python3*", "python.exe"))
  found <- forward_slashes(c(on_path, registry$executable_path, launcher, rev(folders)))
  found <- found[nzchar(found) & exists(found) & !is_of_store(found)]
  found[!duplicated(tolower(found))]
}

is_of_store <- function(path) grepl("[/\\\\]WindowsApps[/\\\\]", path, ignore.case = TRUE)

# Where Python's installer puts a version, for the user and for all users.
python_folders <- function(local = user_data_dir("Windows"),
                           programs = Sys.getenv("ProgramFiles", "C:/Program Files")) {
  forward_slashes(c(file.path(local, "Programs", "Python"), programs))
}

# Registered as PEP 514 says: company, version, InstallPath. `read` is utils::readRegistry(), which
# R has only on Windows. The user's come before the machine's, newer versions before older ones.
registered_pythons <- function(read = get0("readRegistry", asNamespace("utils"))) {
  rows <- lapply(c("HCU", "HLM"), function(hive) {
    companies <- tryCatch(read("SOFTWARE\\Python", hive, maxdepth = 5L),
                          error = function(cnd) list())
    entries <- unname(Map(registered_of_company, companies, as.character(names(companies)), hive))
    do.call(rbind, as.list(unlist(entries, recursive = FALSE)))
  })
  rows <- do.call(rbind, rows) %||% no_registered_python
  rows[order(rows$hive, -xtfrm(numeric_version(rows$version))), , drop = FALSE]
}

registered_of_company <- function(entries, company, hive) {
  entries <- Filter(is.list, as.list(entries))
  unname(Map(registered_python, entries, names(entries), company, hive))
}

# One row, or NULL for an entry without a folder or a version.
registered_python <- function(entry, tag, company, hive) {
  path <- as.list(entry$InstallPath)
  folder <- path[["(Default)"]]
  version <- entry$SysVersion %||% sub("-.*", "", tag)
  if (is.null(folder) || !grepl("^[0-9]+([.][0-9]+)+$", version)) {
    return(NULL)
  }
  folder <- sub("/$", "", forward_slashes(folder))
  data.frame(
    type = company, hive = hive, install_path = folder,
    executable_path = forward_slashes(path$ExecutablePath %||% file.path(folder, "python.exe")),
    version = version,
    arch = entry$SysArchitecture %||% if (endsWith(tag, "-32")) "32bit" else "64bit"
  )
}

no_registered_python <- data.frame(
  type = character(), hive = character(), install_path = character(),
  executable_path = character(), version = character(), arch = character()
)

# The launcher prints a line for each: " -V:3.12 *        C:\Python312\python.exe".
launcher_pythons <- function(lines = launcher_lines()) {
  trimws(sub("^ *-(V:)?[^ ]+ +([*] +)?", "", grep("python[.]exe *$", lines, value = TRUE)))
}

launcher_lines <- function() {
  py <- unname(Sys.which("py"))
  if (nzchar(py) && !is_of_store(py)) run_command(py, "-0p", timeout = 30)$stdout else character()
}

# The folders of a conda environment that its activation puts on the PATH: the libraries of its
# packages are there.
conda_library_path <- function(prefix, path = Sys.getenv("PATH")) {
  inside <- c("Library/mingw-w64/bin", "Library/usr/bin", "Library/bin", "Scripts")
  folders <- gsub("/", "\\", c(prefix, file.path(prefix, inside)), fixed = TRUE)
  paste(unique(c(folders, strsplit(path, ";", fixed = TRUE)[[1]])), collapse = ";")
}

#' Python versions on Windows
#'
#' Lists the Python installations in the registry of Windows, those of the user before those of the
#' machine. On other systems it is an error; [virtualenv_starter()] with `all = TRUE` lists the
#' installations there.
#'
#' @return A data frame with a row for each installation and the columns `type` (the company, such
#'   as `"PythonCore"`), `hive` (`"HCU"` of the user, `"HLM"` of the machine), `install_path`,
#'   `executable_path`, `version` and `arch` (`"64bit"` or `"32bit"`).
#' @section Errors:
#' `rkeras_error_python` on other systems than Windows.
#' @concept Windows
#' @concept registry
#' @seealso [virtualenv_starter()], [use_python()]
#' @examples
#' try(py_versions_windows())
#' virtualenv_starter(all = TRUE)
#' @export
py_versions_windows <- function() {
  if (this_os() != "Windows") {
    abort(paste(
      "py_versions_windows() reads the registry of Windows.",
      "virtualenv_starter(all = TRUE) lists the Python installations of this machine."
    ), kind = "python")
  }
  registered_pythons()
}
