# `pandas` is imported by each conversion of a data frame; here the import fails.
with_failing_import <- function(code, raised) {
  py_run_string(paste0("
import sys
class Fails:
  def find_spec(self, name, path=None, target=None):
    if name == 'pandas': raise ", raised, "
sys.meta_path.insert(0, Fails())
pandas = sys.modules.pop('pandas', None)
"))
  on.exit(py_run_string("
sys.meta_path.pop(0)
if pandas: sys.modules['pandas'] = pandas
del pandas, Fails
"))
  code
}

test_that("a library that is not installed is named, with how to install it", {
  raised <- "ModuleNotFoundError('No module named pandas', name='pandas')"
  expect_error(
    with_failing_import(r_to_py(data.frame(a = 1)), raised),
    "which this Python installation lacks: py_install(\"pandas\")",
    fixed = TRUE, class = "rkeras_error_module"
  )
})

test_that("a damaged library, or one whose own requirement is missing, is not called missing", {
  expect_error(
    with_failing_import(r_to_py(data.frame(a = 1)), "ImportError('undefined symbol: x')"),
    "undefined symbol: x", class = "python.builtin.ImportError"
  )
  raised <- "ModuleNotFoundError('No module named dateutil', name='dateutil')"
  expect_error(
    with_failing_import(r_to_py(factor("a")), raised),
    "No module named dateutil", class = "python.builtin.ModuleNotFoundError"
  )
})

test_that("an interrupt while a library is imported is an interrupt", {
  outcome <- tryCatch(
    with_failing_import(r_to_py(data.frame(a = 1)), "KeyboardInterrupt"),
    interrupt = function(cnd) "interrupt"
  )
  expect_identical(outcome, "interrupt")
})
