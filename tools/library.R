# Prints the library of the user: for root that of all users, else the first that can be written
# to, or the personal one, which R uses once it exists. With the folder of an installed package as
# argument, copies it there.
paths <- c(if (Sys.info()[["effective_user"]] == "root") .Library.site, .libPaths())
personal <- strsplit(Sys.getenv("R_LIBS_USER"), .Platform$path.sep)[[1L]]
library <- path.expand(c(paths[file.access(paths, 2L) == 0L], personal)[[1L]])
dir.create(library, showWarnings = FALSE, recursive = TRUE)
package <- commandArgs(TRUE)
if (length(package)) {
  unlink(file.path(library, basename(package)), recursive = TRUE)
  stopifnot(file.copy(package, library, recursive = TRUE, copy.date = TRUE))
  cat("Installed in ", library, ". To begin, in R: library(rkeras); rkeras_guide()\n", sep = "")
} else {
  cat(library)
}
