# custom_op(): source files of an operator in Rust or C++, made from its signature.

#' Write an operator of TensorFlow in Rust or C++
#'
#' `custom_op()` writes the source files of an operator from its signature: a crate in Rust or a
#' program in C++ in which only the computation is missing. `compile_op()` builds a library with the
#' compiler of this machine, [load_op()] makes it a function in R, and [op_test_gradient()] tests
#' its gradient. Use a compiled operator for a computation that has no counterpart in TensorFlow and
#' is too slow as an R function, such as a solver with loops over elements.
#'
#' @section Signature:
#' One line for each input and output: type, name, and dimensions in parentheses.
#'
#' | line | meaning |
#' |---|---|
#' | `double x(?)` | an input: a vector of any length |
#' | `double a(?, 3)` | a matrix with 3 columns |
#' | `int32 n()` | a single number |
#' | `double y(?) -> output` | an output |
#' | `# text` | a comment |
#'
#' Types are `double`, `float`, `int32`, `int64` and `bool`. Names have small letters, digits and
#' `_`. Lines are separate strings, or one string with line breaks or `;`.
#'
#' @section Files:
#' * `src/op.rs` (C++: `op.h`): your code. `forward()` computes the outputs from the inputs.
#'   `backward()` computes the gradients of the inputs, from those of the outputs, the outputs and
#'   the inputs; it exists if there are inputs and outputs of type `double` or `float`. Both return
#'   zeros until you change them.
#' * `src/lib.rs` and `src/tensorflow.rs` (C++: `register.cc`, `tensorflow.h`): the connection with
#'   TensorFlow's C API, which stays the same in newer versions. Types, ranks and sizes are checked
#'   against the signature. Shapes of outputs are known while a graph is built.
#' * `gradient-test.R`: compiles and loads the operator and tests its gradient.
#' * `signature.txt`: the signature.
#'
#' The operator runs on the CPU, eagerly and in graphs, and from several threads at once. An error
#' in its code becomes an R error.
#'
#' @section Quick reference:
#' | step | code |
#' |---|---|
#' | write | `op <- custom_op("Twice", "double x(?)", "double y(?) -> output")` |
#' | edit | `src/op.rs` or `op.h` |
#' | compile | `library <- compile_op(op)` |
#' | load | `twice <- load_op_and_grad(library)` |
#' | call | `twice(c(1, 2, 3))` |
#' | test | `op_test_gradient(twice, list(c(1, 2, 3)))` |
#'
#' @param name String. Name of the operator: letters and digits, the first a capital.
#' @param ... Strings. The signature.
#' @param path String. Directory in which a directory for the operator is created.
#' @param language String: `"rust"` or `"c++"`.
#' @param overwrite Logical. Whether to replace files that exist, except your code.
#' @return An object of class `rkeras_custom_op` with the `path` of the directory, `name`,
#'   `language` and `signature`.
#' @concept custom operator
#' @concept native code
#' @concept kernel
#' @concept Rust
#' @concept C++
#' @seealso [compile_op()], [load_op()], [op_test_gradient()]
#' @family operators
#' @examples
#' op <- custom_op(
#'   "Distance", "double x(?, ?)", "double y(?, ?)", "double d(?) -> output", path = tempdir()
#' )
#' op
#' cat(readLines(file.path(op$path, "src", "op.rs")), sep = "\n")
#' @export
custom_op <- function(name, ..., path = ".", language = c("rust", "c++"), overwrite = FALSE) {
  check_flags()
  check_op_name(name)
  language <- match_choice(language)
  signature <- parse_signature(c(...))
  check_path(path, "path", "folder", "argument")
  folder <- file.path(normalizePath(path), snake_case(name))
  if (dir.exists(folder) && !overwrite) {
    abort("\"%s\" exists. Use `overwrite = TRUE` to replace its files, except your code.", folder)
  }
  files <- if (language == "rust") rust_files(name, signature) else cpp_files(name, signature)
  files$signature.txt <- c(name, signature_lines(signature))
  files$`gradient-test.R` <- test_script(signature)
  write_op_files(files, folder)
  new_custom_op(folder)
}

#' @export
print.rkeras_custom_op <- function(x, ...) {
  language <- c(rust = "Rust", "c++" = "C++")[[x$language]]
  cat(sprintf("Operator %s in %s: %s\n", x$name, language, x$path))
  cat(paste0("  ", signature_lines(x$signature)), sep = "\n")
  cat(sprintf("Your code: %s\n", code_file(x$path)))
  invisible(x)
}

check_op_name <- function(name) {
  if (missing(name) || !is_string(name) || !grepl("^[A-Z][A-Za-z0-9]*$", name)) {
    abort("`name` must be letters and digits, the first a capital, such as \"Twice\", not %s.",
          if (missing(name)) "missing" else describe(name))
  }
}

code_file <- function(folder) {
  file <- file.path(folder, c("src/op.rs", "op.h"))
  file[file.exists(file)][[1]]
}

# The object, from the files.
new_custom_op <- function(folder) {
  lines <- readLines(file.path(folder, "signature.txt"))
  structure(class = "rkeras_custom_op", list(
    path = folder, name = lines[[1]], signature = parse_signature(lines[-1]),
    language = if (file.exists(file.path(folder, "Cargo.toml"))) "rust" else "c++"
  ))
}

write_op_files <- function(files, folder) {
  for (name in names(files)) {
    file <- file.path(folder, name)
    if (basename(name) %in% c("op.rs", "op.h") && file.exists(file)) next
    dir.create(dirname(file), recursive = TRUE, showWarnings = FALSE)
    write_lines(files[[name]], file)
  }
}

op_template <- function(name, fields = list()) template(file.path("operator", name), fields)

# A template of the package. A field stands for text or, alone in its line, for several lines, or
# none.
template <- function(file, fields) {
  lines <- readLines(system.file("templates", file, package = "rkeras", mustWork = TRUE))
  for (name in names(fields)) {
    field <- sprintf("{{%s}}", name)
    texts <- vapply(fields[[name]], format, "", scientific = FALSE)
    while (!is.na(at <- match(field, lines))) lines <- append(lines[-at], texts, at - 1L)
    lines <- gsub(field, paste(texts, collapse = " "), lines, fixed = TRUE)
  }
  lines
}

test_script <- function(signature) {
  if (is.null(gradient_ports(signature))) {
    return("# The operator has no gradient: no input and output of real numbers.")
  }
  input <- function(port) {
    dims <- ifelse(is.na(port$dims), 4L, port$dims)
    n <- if (length(dims)) prod(dims) else 1
    values <- switch(port$type, int32 = , int64 = sprintf("rep(1L, %d)", n),
                     bool = sprintf("rep(TRUE, %d)", n), sprintf("runif(%d)", n))
    if (length(dims)) sprintf("array(%s, c(%s))", values, toString(dims)) else values
  }
  inputs <- sprintf("  %s = %s", names_of_ports(signature$inputs),
                    vapply(signature$inputs, input, ""))
  c(
    "# Run it in this folder: Rscript gradient-test.R. Choose inputs for which the operator is",
    "# defined and smooth.",
    "library(rkeras)", "set.seed(1)", "", "op <- load_op_and_grad(compile_op(\".\"))",
    "inputs <- list(", paste0(inputs, rep(c(",", ""), c(length(inputs) - 1L, 1L))), ")",
    "test <- op_test_gradient(op, inputs)", "print(test)", "plot(test)"
  )
}
