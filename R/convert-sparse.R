# Functions of the Matrix package that src/rust/src/convert/array/sparse.rs calls. Matrix is loaded
# only when a sparse matrix is converted.

# Creates an object of a Matrix class from its slots.
new_sparse <- function(class, slots) {
  need_matrix()
  do.call(methods::new, c(list(methods::getClass(class, where = asNamespace("Matrix"))), slots))
}

# Converts to a general sparse matrix in the same layout (by row, by column or triplets), because
# SciPy has no symmetric, triangular or diagonal matrices.
general_sparse <- function(x) {
  need_matrix()
  # Matrix does not validate slots: invalid ones make it read out of bounds.
  check_valid(x)
  layouts <- c("CsparseMatrix", "RsparseMatrix", "TsparseMatrix")
  if (!any(vapply(layouts, methods::is, NA, object = x))) {
    x <- methods::as(x, "CsparseMatrix")
  }
  methods::as(x, "generalMatrix")
}

check_valid <- function(x) {
  tryCatch(methods::validObject(x, complete = TRUE), error = function(e) {
    abort(c("The sparse matrix is not valid: %s. Create it again, for example with",
            "Matrix::sparseMatrix()."), conditionMessage(e), kind = "convert", call = NULL)
  })
}

need_matrix <- function() need_package("Matrix", "Sparse matrices need", to_keep_in_python)

to_keep_in_python <- " To keep them in Python, use convert = FALSE."
