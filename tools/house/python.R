# Which module of inst/python/rkeras imports which, read from its sources.

python_root <- "inst/python/rkeras"

python_modules <- function() {
  files <- list.files(python_root, "[.]py$", recursive = TRUE)
  setdiff(sub("[.]py$", "", files), "__init__")
}

# One row for each import: the module `file` imports `home`.
python_uses <- function(modules = python_modules()) {
  homes <- lapply(modules, \(module) imported_modules(readLines(python_file(module)), modules))
  uses <- data.frame(file = rep(modules, lengths(homes)), home = unlist(homes))
  uses$by <- uses$file
  uses$name <- uses$home
  uses[uses$home != uses$file, ]
}

python_file <- function(module) file.path(python_root, paste0(module, ".py"))

# `from rkeras.a import b, c` imports the modules b and c, or names of the module a.
imported_modules <- function(lines, modules) {
  pattern <- "^ *from rkeras([.a-z_]*) import ([A-Za-z_, ]+).*$"
  lines <- grep(pattern, lines, value = TRUE)
  package <- gsub(".", "/", sub(pattern, "\\1", lines), fixed = TRUE)
  names <- strsplit(sub(pattern, "\\2", lines), ", *")
  paths <- Map(\(package, names) sub("^/", "", c(package, paste0(package, "/", names))),
               package, lapply(names, trimws))
  intersect(unlist(paths), modules)
}

# Which file of the folders names which module, or which function of one.
module_names <- function(folders) {
  files <- list.files(folders, "[.](R|rs|py)$", full.names = TRUE, recursive = TRUE)
  found <- lapply(files, \(file) named_modules(readLines(file)))
  data.frame(file = rep(files, lengths(found)), name = unlist(found))
}

# The modules that R and Rust code and tests import by names that no file has.
lost_modules <- function(modules = python_modules()) {
  names <- module_names(c("R", "src/rust/src", "tests", "bench"))
  # `rpycall` is made by Rust.
  modules <- paste0("rkeras.", c(gsub("/", ".", modules), "rpycall"))
  packages <- c("rkeras", sub("[.][^.]*$", "", modules))
  # Of a module, functions are imported, too; of a package, only modules.
  owner <- sub("[.][^.]*$", "", names$name)
  names[!names$name %in% c(packages, modules) & !owner %in% modules, ]
}

# Python code may be in a string. The name of `from rkeras.a import b` is `rkeras.a.b`.
named_modules <- function(lines) {
  # `NAME = "rkeras.a"` is of the table in py/modules.rs.
  asked <- "(import|python_function|in_python|python_module)"
  calls <- paste0("([A-Z] = |", asked, "\\([^\"]*)\"rkeras([.][A-Za-z_]+)*(?=\")")
  code <- "\\b(from rkeras([.][a-z_]+)* import [A-Za-z_]+|import rkeras([.][a-z_]+)+)"
  imports <- sub(" import ", ".", matches(code, lines))
  c(sub(".*\"", "", matches(calls, lines)), sub(".* ", "", imports))
}
