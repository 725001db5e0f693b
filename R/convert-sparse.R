# What src/rust/src/convert/sparse.rs needs of the package Matrix, which is loaded here, when a
# sparse matrix crosses.

# An object of one of Matrix's classes, made of its slots.
new_sparse <- function(class, slots) {
  need_matrix()
  do.call(methods::new, c(list(methods::getClass(class, where = asNamespace("Matrix"))), slots))
}

# Without symmetry, triangles and diagonals, which SciPy does not know: all elements, by row, by
# column or as triplets, as `x` has them.
general_sparse <- function(x) {
  need_matrix()
  # Matrix computes with slots of any content, and reads beyond its memory where they are wrong.
  check_valid(x)
  layouts <- c("CsparseMatrix", "RsparseMatrix", "TsparseMatrix")
  if (!any(vapply(layouts, methods::is, NA, object = x))) {
    x <- methods::as(x, "CsparseMatrix")
  }
  methods::as(x, "generalMatrix")
}

check_valid <- function(x) {
  tryCatch(
    methods::validObject(x, complete = TRUE),
    error = function(e) {
      abort(
        paste0(
          "The sparse matrix is not valid: ", conditionMessage(e),
          ". Create it again, for example ",
          "with Matrix::sparseMatrix()."
        ),
        "convert",
        call = NULL
      )
    }
  )
}

need_matrix <- function() {
  if (!requireNamespace("Matrix", quietly = TRUE)) {
    abort(
      paste(
        "Sparse matrices cross as those of the R package Matrix, which is not installed:",
        "install.packages(\"Matrix\"). To keep one in Python, use convert = FALSE."
      ),
      "module",
      call = NULL
    )
  }
}
