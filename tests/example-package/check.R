# Checks the package of this folder, which uses Python, with rkeras or with reticulate in its place:
#
#   Rscript tests/example-package/check.R reticulate      (`make compat`)

package <- c(commandArgs(trailingOnly = TRUE), "rkeras")[[1]]
source <- normalizePath("tests/example-package/pytext")
folder <- tempfile()
dir.create(folder)
file.copy(source, folder, recursive = TRUE)
for (file in file.path(folder, "pytext", c("DESCRIPTION", "NAMESPACE"))) {
  lines <- readLines(file)
  writeLines(sub("^(Imports: |importFrom\\()rkeras", paste0("\\1", package), lines), file)
}
setwd(folder)
r <- file.path(R.home("bin"), "R")
system2(r, c("CMD", "build", "pytext"))
quit(status = system2(
  r, c("CMD", "check", "--no-manual", "pytext_1.0.0.tar.gz"),
  env = c("_R_CHECK_FORCE_SUGGESTS_=false", "_R_CHECK_SYSTEM_CLOCK_=false")
))
