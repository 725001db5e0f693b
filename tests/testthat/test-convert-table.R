# Runs each row of the tables in ?crossing and in rkeras_guide("crossing"), which specify
# conversion.

crossing_table <- function(name) {
  read.delim(system.file("crossing", paste0(name, ".tsv"), package = "rkeras"),
    colClasses = "character", quote = "", na.strings = character(), encoding = "UTF-8"
  )
}

r_value_of <- function(code) eval(parse(text = code, keep.source = FALSE), globalenv())

test_that("each R value of the table becomes what it says, and comes back as it says", {
  type_of <- python_function_of("type_of", "
import sys
def type_of(x):
    name, module = type(x).__qualname__, type(x).__module__
    package = module.partition('.')[0]
    # Versions of a package differ in where it defines what it offers.
    if getattr(sys.modules[package], name, None) is type(x):
        module = package
    return f'{module}.{name}'.removeprefix('builtins.')")
  identity <- py_eval("lambda x: x")
  table <- crossing_table("to-python")
  for (i in seq_len(nrow(table))) {
    row <- table[i, ]
    value <- r_value_of(row$r)
    back <- if (row$back == "identical") value else r_value_of(row$back)
    object <- r_to_py(value)
    expect_identical(type_of(object), row$type, label = paste("type of", row$r))
    if (nzchar(row$python)) expect_identical(py_repr(object), row$python, label = row$r)
    expect_identical(py_to_r(object), back, label = paste(row$r, "back in R"))
    expect_identical(identity(value), back, label = paste(row$r, "through a call"))
    in_list <- py_to_r(r_to_py(list(value, globalenv())))
    expect_identical(in_list[[1]], back, label = paste(row$r, "in a list"))
  }
})

test_that("each Python value of the table becomes the R value that it says", {
  py_run_string(readLines(system.file("crossing", "imports.py", package = "rkeras")))
  table <- crossing_table("to-r")
  for (i in seq_len(nrow(table))) {
    row <- table[i, ]
    value <- py_eval(row$python)
    if (row$r == "a handle") {
      expect_true(is_py_object(value), label = row$python)
    } else if (row$r == "a factor") {
      expect_s3_class(value, "factor")
    } else {
      expect_identical(value, r_value_of(row$r), label = row$python)
      later <- py_to_r(in_python(row$python))
      expect_identical(later, value, label = paste("py_to_r of", row$python))
    }
  }
})
