# compile_op(): builds the library of an operator with cargo or a C++ compiler.

#' Compile an operator
#'
#' Builds the library of an operator that [custom_op()] has written, with `cargo` or with a C++
#' compiler, against the TensorFlow that rkeras uses. If the code has errors, they are shown as the
#' compiler writes them. The library contains machine code for this machine and works with later
#' versions of TensorFlow, too.
#'
#' @section Compilers:
#' * Rust: `cargo` on the `PATH` or in `~/.cargo/bin`, 1.82 or later. Crates are not downloaded,
#'   unless you add dependencies to `Cargo.toml`.
#' * C++: the program in the environment variable `CXX`, or `g++`, `clang++` or `c++`. It needs
#'   C++17.
#'
#' @param op The result of [custom_op()], or the path of its directory.
#' @param ... Must be empty.
#' @param verbose Logical. Whether to show the output of the compiler even if there is no error.
#' @return String. Path of the library, invisibly.
#' @section Errors:
#' `rkeras_error_compile` with the compiler's messages, also in the field `output`.
#' @concept compiler
#' @concept cargo
#' @concept g++
#' @concept shared library
#' @seealso [custom_op()], [load_op()]
#' @family operators
#' @examples
#' \dontrun{
#' op <- custom_op("Twice", "double x(?)", "double y(?) -> output")
#' library <- compile_op(op)
#' }
#' @export
compile_op <- function(op, ..., verbose = FALSE) {
  check_flags()
  check_no_dots(...)
  op <- as_custom_op(op, "op")
  check_can_compile()
  # A library with the same name that is loaded must not be changed in place.
  unlink(op_library(op))
  ran <- if (op$language == "rust") run_cargo(op) else run_cpp(op)
  said <- c(ran$stdout, ran$stderr)
  if (ran$status != 0L) {
    abort("The operator %s does not compile:\n%s", op$name, paste(said, collapse = "\n"),
          kind = "compile", output = said)
  }
  if (verbose) writeLines(said)
  invisible(op_library(op))
}

# TensorFlow's import library is for Microsoft's compiler, which R does not use.
check_can_compile <- function(os = this_os()) {
  if (os == "Windows") {
    abort(paste(
      "compile_op() does not work on Windows: TensorFlow's library can be linked there by",
      "Microsoft's compiler only. Use WSL, or write the operator in R: r_operator()."
    ), kind = "compile")
  }
}

as_custom_op <- function(op, argument) {
  if (inherits(op, "rkeras_custom_op")) {
    return(op)
  }
  check_string(op, argument)
  if (!file.exists(file.path(op, "signature.txt"))) {
    abort("`%s`: \"%s\" is not a directory that custom_op() has written.", argument, op)
  }
  new_custom_op(normalizePath(op))
}

op_library <- function(op) {
  file.path(op$path, paste0("lib", snake_case(op$name), .Platform$dynlib.ext))
}

# Cargo's name for it. On macOS, R names libraries as on Linux, and cargo does not.
cargo_library <- function(op, os = this_os()) {
  name <- basename(op_library(op))
  file.path(op$path, "target/release", if (os == "Darwin") sub("[.]so$", ".dylib", name) else name)
}

run_cargo <- function(op) {
  cargo <- find_program(c("cargo", "~/.cargo/bin/cargo"), c(
    "There is no `cargo`, which builds operators in Rust: install Rust from https://rustup.rs, or",
    "use `custom_op(language = \"c++\")`."
  ))
  flags <- option("-C", paste0("link-arg=", link_flags()))
  ran <- run_command(cargo, c(
    "rustc", "--quiet", "--release", "--manifest-path", file.path(op$path, "Cargo.toml"),
    "--target-dir", file.path(op$path, "target"), "--", flags
  ), env = compiler_path(cargo))
  if (ran$status == 0L) copy_library(cargo_library(op), op_library(op))
  ran
}

copy_library <- function(from, to) {
  if (!file.copy(from, to)) {
    abort("The library that cargo built cannot be copied from '%s' to '%s'.", from, to,
          kind = "compile")
  }
}

# Cargo looks for rustc beside itself only by this.
compiler_path <- function(cargo) {
  c(PATH = paste(c(dirname(cargo), Sys.getenv("PATH")), collapse = .Platform$path.sep))
}

run_cpp <- function(op) {
  compiler <- find_program(c(Sys.getenv("CXX"), "g++", "clang++", "c++"), c(
    "There is no C++ compiler. Install one (on Debian and Ubuntu: apt install g++), or set the",
    "environment variable CXX."
  ))
  run_command(compiler, c(
    "-shared", "-fPIC", "-O2", unlist(tf$sysconfig$get_compile_flags()), "-o", op_library(op),
    file.path(op$path, "register.cc"), link_flags()
  ))
}

link_flags <- function() unlist(tf$sysconfig$get_link_flags())

# The first of these programs that exists, or an error with the text `absent`.
find_program <- function(names, absent = NULL) {
  found <- Sys.which(path.expand(names[nzchar(names)]))
  found <- unname(found[nzchar(found)])
  if (length(found)) found[[1]] else if (!is.null(absent)) abort(absent, kind = "compile")
}
