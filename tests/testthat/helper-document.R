# The functions and tables of the manual's generated sections (dev/document), which the package does
# not contain.
document <- function(parent = asNamespace("rkeras")) {
  folder <- test_path("..", "..", "dev", "document")
  skip_if_not(dir.exists(folder), "the source tree's dev/document")
  functions <- new.env(parent = parent)
  for (file in setdiff(list.files(folder, "[.]R$"), "document.R")) {
    sys.source(file.path(folder, file), functions)
  }
  functions
}
