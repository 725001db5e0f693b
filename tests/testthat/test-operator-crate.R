new_op <- function(..., language = "rust", frame = parent.frame()) {
  custom_op(..., path = withr::local_tempdir(.local_envir = frame), language = language)
}

test_that("signatures say names, types, dimensions and which are outputs", {
  parsed <- parse_signature(
    c("double x(?, 3)  # a comment", "int32 n(); bool keep( -1 )\nfloat y(?)->output")
  )
  expect_identical(names_of_ports(parsed$inputs), c("x", "n", "keep"))
  expect_identical(parsed$inputs[[1]]$dims, c(NA, 3L))
  expect_identical(parsed$inputs[[2]]$dims, integer())
  expect_identical(parsed$inputs[[3]]$dims, NA_integer_)
  expect_identical(names_of_ports(parsed$outputs), "y")
  expect_identical(signature_lines(parsed),
                   c("double x(?, 3)", "int32 n()", "bool keep(?)", "float y(?) -> output"))
  gradient <- gradient_ports(parsed)
  expect_identical(names_of_ports(gradient$inputs), c("grad_y", "y", "x", "n", "keep"))
  expect_identical(names_of_ports(gradient$outputs), "grad_x")
  expect_null(gradient_ports(parse_signature(c("int32 n()", "double y() -> output"))))
})

test_that("faults in signatures are named", {
  wrong <- function(...) new_op("Wrong", ...)
  expect_refused(wrong("double x(?)"), "must have an output")
  expect_error(wrong("double x -> output"), "not \"double x -> output\"", fixed = TRUE)
  expect_error(wrong("real x()", "double y() -> output"), "the type in \"real x[(][)]\"")
  expect_error(wrong("double x(n)", "double y() -> output"), "positive integers or `[?]`")
  expect_error(wrong("double x(0)", "double y() -> output"), "positive integers")
  expect_error(wrong("double fn(?)", "double y() -> output"), "\"fn\" cannot be a name")
  expect_error(wrong("double X(?)", "double y() -> output"), "\"X\" cannot be a name")
  expect_error(wrong("double x(?)", "double x() -> output"), "has `x` twice")
  expect_error(custom_op("twice", "double y() -> output"), "`name` must be letters and digits")
  expect_error(custom_op(), "`name`")
  expect_error(custom_op("A", "double y() -> output", path = "/no/such"), "there is no folder")
})

test_that("the files are those of a crate, and code is kept", {
  op <- new_op("SparseSolver", "int32 ii(?)", "double vv(?)", "double u(?) -> output")
  expect_s3_class(op, "rkeras_custom_op")
  expect_output(print(op), "Operator SparseSolver in Rust: .*sparse_solver\n  int32 ii[(][?][)]")
  expect_setequal(list.files(op$path, recursive = TRUE), c(
    "Cargo.toml", "rustfmt.toml", "src/lib.rs", "src/op.rs", "src/tensorflow.rs",
    "gradient-test.R", "signature.txt"
  ))
  files <- list.files(op$path, full.names = TRUE, recursive = TRUE)
  expect_false(any(grepl("{{", unlist(lapply(files, readLines)), fixed = TRUE)))
  expect_silent(parse(file.path(op$path, "gradient-test.R")))
  code <- file.path(op$path, "src", "op.rs")
  expect_snapshot_file(code, "op.rs")
  writeLines("// mine", code)
  again <- function(...) {
    custom_op("SparseSolver", "double u(?) -> output", path = dirname(op$path), ...)
  }
  expect_error(again(), "Use `overwrite = TRUE`")
  expect_identical(signature_lines(again(overwrite = TRUE)$signature), "double u(?) -> output")
  expect_identical(readLines(code), "// mine")
})
