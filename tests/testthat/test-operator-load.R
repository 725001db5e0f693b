# One operator in Rust and one in C++, really compiled.
replace_in <- function(file, ...) {
  changes <- c(...)
  text <- paste(readLines(file), collapse = "\n")
  for (old in names(changes)) {
    if (!grepl(old, text, fixed = TRUE)) stop("There is no ", old)
    text <- sub(old, changes[[old]], text, fixed = TRUE)
  }
  writeLines(text, file)
}

test_that("an operator in Rust computes, has a gradient, and tells its errors", {
  skip_if_not(is_keras_available() && on_tensorflow())
  skip_if(is.null(find_program(c("cargo", "~/.cargo/bin/cargo"))), "cargo")
  op <- custom_op("RkTestPower", "double x(?)", "int32 n()", "double y(?) -> output",
                  "int64 count() -> output", path = withr::local_tempdir())
  code <- file.path(op$path, "src", "op.rs")
  written <- readLines(code)

  # What custom_op() has written compiles without warnings.
  cargo <- find_program(c("cargo", "~/.cargo/bin/cargo"))
  clippy <- run_command(cargo, c("clippy", "--quiet", "--manifest-path",
                                 file.path(op$path, "Cargo.toml"), "--", "-D", "warnings"),
                        env = compiler_path(cargo))
  has_clippy <- !any(grepl("no such command|not installed", clippy$stderr))
  if (has_clippy) expect_identical(clippy$stderr, character())

  replace_in(code, "let y = Array::zeros(&[x.dims[0]]);" = "let y = wrong;")
  error <- expect_error(compile_op(op), "cannot find value `wrong`", class = "rkeras_error_compile")
  expect_match(conditionMessage(error), "The operator RkTestPower does not compile", fixed = TRUE)
  expect_error(load_op(op), "has not been compiled. Call compile_op()", fixed = TRUE)

  writeLines(written, code)
  replace_in(
    code,
    "let y = Array::zeros(&[x.dims[0]]);" = paste(
      "if n.values[0] < 0 { return Err(format!(\"n is {}\", n.values[0])); }",
      "if n.values[0] == 99 { panic!(\"not this\"); }",
      "let values = x.values.iter().map(|x| x.powi(n.values[0])).collect();",
      "let y = Array { dims: x.dims.clone(), values };"
    ),
    "let count = Array::zeros(&[]);" =
      "let count = Array { dims: vec![], values: vec![x.values.len() as i64] };",
    "let grad_x = Array::zeros(&[x.dims[0]]);" = paste(
      "let n = n.values[0];",
      "let one = |(g, x): (&f64, &f64)| g * n as f64 * x.powi(n - 1);",
      "let values = grad_y.values.iter().zip(x.values).map(one).collect();",
      "let grad_x = Array { dims: x.dims.clone(), values };"
    )
  )
  library <- compile_op(op)
  power <- load_op_and_grad(library)
  expect_identical(names(formals(power)), c("x", "n"))
  result <- power(c(1, 2, 3), 2)
  expect_equal(as.array(result$y), array(c(1, 4, 9)))
  expect_equal(as.numeric(result$count), 3)
  expect_equal(as.array(power(5, 2)$y), array(25))
  expect_equal(as.numeric(power(numeric(), 2)$count), 0)

  expect_equal(as.numeric(power(0.1, 1)$y), 0.1, tolerance = 1e-15)
  expect_error(power(1, 1.5), "`n` must be whole numbers, not 1.5")
  expect_error(power("a", 1), "`x` must be numeric")

  # The inputs vary, but not n.
  set.seed(1)
  expect_true(attr(op_test_gradient(function(x, n) power(x, n)$y, list(c(1, 2, 3), 3L)), "passed"))

  # In a graph, the shape is known before it runs.
  traced <- tf$`function`(function(x) power(x, tf$constant(2L))$y)
  expect_equal(as.array(traced(tf$constant(c(1, 2), "float64"))), array(c(1, 4)))
  spec <- list(tf$TensorSpec(list(NULL), tf$float64))
  expect_identical(traced$get_concrete_function(spec[[1]])$output_shapes$rank, 1L)
  many <- tf$data$Dataset$from_tensor_slices(matrix(1:40 / 1, 20))$map(
    function(x) power(x, tf$constant(2L))$y, num_parallel_calls = 4L)
  expect_equal(do.call(rbind, lapply(iterate(many, as.array), as.vector)), matrix(1:40, 20)^2)

  expect_error(power(1:3, -2L), "RkTestPower: n is -2",
               class = "tensorflow.python.framework.errors_impl.InvalidArgumentError")
  expect_error(suppressMessages(power(1:3, 99L)), "panicked")
  expect_error(power(matrix(1, 2, 2), 2), "`x` must have the shape [(][?][)], not [(]2, 2[)]")
  in_graph <- tf$`function`(function(x) power(x, tf$constant(2L))$y)
  expect_error(in_graph(tf$ones(list(2L, 2L), tf$float64)), "must be rank 1")

  # TensorFlow keeps an operator.
  expect_identical(names(formals(load_op(dirname(library)))), c("x", "n"))
  replace_in(code, "n.values[0] == 99" = "n.values[0] == 98")
  compile_op(op)
  expect_error(load_op(op), "Restart R to load this one")
})

test_that("an operator in C++ does the same", {
  skip_if_not(is_keras_available() && on_tensorflow())
  skip_if(is.null(find_program(c("g++", "clang++", "c++"))), "a C++ compiler")
  op <- custom_op("RkTestWave", "double x(?, ?)", "double y(?, ?) -> output",
                  "bool up(?) -> output", path = withr::local_tempdir(), language = "c++")
  expect_output(print(op), "RkTestWave in C[+][+]")
  code <- file.path(op$path, "op.h")
  replace_in(
    code,
    "#include \"tensorflow.h\"" = "#include <cmath>\n#include \"tensorflow.h\"",
    "return {y, up};" = paste(
      "if (x.size() && x[0] > 100) throw std::invalid_argument(\"too large\");",
      "for (int64_t i = 0; i < x.size(); i++) y[i] = std::sin(x[i]);",
      "for (int64_t i = 0; i < up.size(); i++) up[i] = std::cos(x[i]) > 0;",
      "return {y, up};"
    ),
    "return grad_x;" = paste(
      "for (int64_t i = 0; i < x.size(); i++) grad_x[i] = grad_y[i] * std::cos(x[i]);",
      "return grad_x;"
    )
  )
  wave <- load_op_and_grad(compile_op(op))
  x <- matrix(c(0, 1, 2, 3), 2)
  result <- wave(x)
  expect_equal(as.array(result$y), sin(x))
  expect_identical(as.vector(as.array(result$up)), c(TRUE, FALSE))
  expect_true(attr(op_test_gradient(function(x) wave(x)$y, x), "passed"))
  expect_error(wave(matrix(101)), "RkTestWave: too large")
  expect_error(wave(1:3), "The input `x` must have the shape [(][?], [?][)], not [(]3[)]")

  writeLines("#error a mistake here", code)
  expect_error(compile_op(op$path), "a mistake here", class = "rkeras_error_compile")
})

test_that("what is no operator is an error", {
  expect_error(compile_op("no-such"), "`op`: \"no-such\" is not a directory that custom_op[(][)]")
  expect_error(load_op(tempdir()), "`library`: ")
  expect_error(compile_op(3), "`op` must be one string")
  withr::local_envvar(PATH = "", HOME = tempdir())
  withr::local_envvar(CXX = "")
  op <- custom_op("Nothing", "int32 n()", "int32 m() -> output", path = withr::local_tempdir())
  expect_error(compile_op(op), "install Rust from", class = "rkeras_error_compile")
})

test_that("cargo's library has another name on macOS, and Windows has none", {
  op <- list(path = "/op", name = "MyTwice")
  expect_identical(cargo_library(op, "Linux"), "/op/target/release/libmy_twice.so")
  expect_identical(cargo_library(op, "Darwin"), "/op/target/release/libmy_twice.dylib")
  expect_error(copy_library("/no/such.dylib", withr::local_tempfile()), "cannot be copied",
               class = "rkeras_error_compile")
  expect_error(check_can_compile("Windows"), "r_operator()", class = "rkeras_error_compile",
               fixed = TRUE)
  expect_null(check_can_compile("Linux"))
})
