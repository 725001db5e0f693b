# The functions and tables of the manual's generated sections (dev/document), which the package does
# not contain.
document <- function() {
  folder <- test_path("..", "..", "dev", "document")
  skip_if_not(dir.exists(folder), "the source tree's dev/document")
  functions <- new.env(parent = asNamespace("rkeras"))
  for (file in setdiff(list.files(folder), "document.R")) {
    sys.source(file.path(folder, file), functions)
  }
  functions
}
