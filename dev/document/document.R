# Writes NAMESPACE and man/ from the comments in R/. What they call by `@eval` is in this folder.
#
#   make document

load_code <- function(path) {
  package <- roxygen2::load_source(path)
  here <- file.path(path, "dev", "document")
  for (file in setdiff(list.files(here, "[.]R$"), "document.R")) {
    sys.source(file.path(here, file), package)
  }
  package
}

roxygen2::roxygenise(load_code = load_code)
