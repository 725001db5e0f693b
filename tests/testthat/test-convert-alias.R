# Modifying a value in one language after its conversion has no effect in the other.

py_run_string("
import numpy as np, pandas as pd
def fresh(): return np.arange(5000.)
def first(x): return x[0]
def write(x):
  'Writes to what `x` looks at by every way there is; tells which ways were open.'
  open = []
  def attempt(name, way):
    try: way()
    except (ValueError, TypeError, BufferError): return
    open.append(name)
  def unlock(y):
    y.flags.writeable = True
    y.flat[0] = -1
  attempt('item', lambda: x.__setitem__((0,) * x.ndim, -1))
  attempt('flag', lambda: unlock(x))
  attempt('view', lambda: unlock(x.view()))
  attempt('memoryview', lambda: memoryview(x).cast('B').__setitem__(0, 1))
  attempt('asarray', lambda: unlock(np.asarray(memoryview(x))))
  attempt('out', lambda: np.add(x, 1, out=x))
  attempt('strided', lambda: unlock(np.lib.stride_tricks.as_strided(x)))
  attempt('sort', lambda: x.sort())
  attempt('frombuffer', lambda: unlock(np.frombuffer(x, 'u1')))
  return open
def edit_list(x):
  x[0] = x[-1]
  x.append(x[0])
def edit_bytes(x): x[0] = 99
def edit_frame(x):
  x.iloc[0, 0] = -1
  x.loc[x.index[1], x.columns[1]] = 'changed'
  for name in x.columns:
    try: x[name].to_numpy()[0] = x[name].to_numpy()[1]
    except (ValueError, TypeError): pass
  del x[x.columns[0]]
def edit_dict(x):
  x['a'][0] = 'changed'
  x['new'] = 1
class Owner: pass
owner = Owner()
def attribute():
  owner.x = fresh()
  return owner.x
def frame_of_caller():
  import sys
  x = fresh()
  owner.x = sys._getframe()
  return x
def other_view():
  x = fresh()
  owner.x = x[::-1]
  return x
def buffer():
  x = fresh()
  owner.x = memoryview(x)
  return x
def transposed():
  x = fresh().reshape((50, 100), order='F')
  owner.x = x.T
  return x
def held():
  x = owner.x
  if hasattr(x, 'f_locals'): x = x.f_locals['x']
  return float(np.asarray(x).ravel().min())
", convert = FALSE)
python <- import_main()

test_that("Python cannot write to R's memory", {
  for (x in list(
    matrix(1:6 / 2, 2), array(1:3), matrix(as.raw(1:4), 2), matrix(c(TRUE, FALSE), 1),
    matrix(1i, 2, 2), matrix(c(NA, 1L), 1), python$fresh()
  )) {
    original <- unserialize(serialize(x, NULL))
    expect_identical(unlist(python$write(x)), NULL)
    expect_identical(x, original)
  }
})

test_that("what Python makes of its copy R does not see", {
  for (x in list(1:3, c(1.5, NA), c("a", NA), c(TRUE, FALSE), c(a = 1, b = 2), list(1, "b"))) {
    original <- unserialize(serialize(x, NULL))
    python$edit_list(x)
    expect_identical(x, original)
  }
  x <- as.raw(1:3)
  python$edit_bytes(x)
  expect_identical(x, as.raw(1:3))
  x <- list(a = c("a", "b"))
  python$edit_dict(x)
  expect_identical(x, list(a = c("a", "b")))
  for (x in list(
    data.frame(a = c(1, 2), b = c("x", "y")), data.frame(a = 1:2, b = c("x", NA)),
    data.frame(a = c(1.5, 2), b = c("x", "y"), row.names = c("r", "s"))
  )) {
    original <- unserialize(serialize(x, NULL))
    python$edit_frame(x)
    expect_identical(x, original)
  }
})

test_that("what R makes of its copy Python does not see", {
  change <- function(x) {
    x[[1]] <- x[[2]]
    x
  }
  for (x in list(matrix(c(1, 2), 1), array(1:3), matrix(c("a", "b"), 1), c(1, 2), c("a", "b"))) {
    object <- r_to_py(x)
    before <- py_repr(object)
    x <- change(x)
    gc()
    expect_identical(py_repr(object), before)
  }
  x <- data.frame(a = c(1, 2), b = c("x", "y"))
  object <- r_to_py(x)
  before <- py_repr(object)
  x$a[1] <- 9
  x$b[2] <- "z"
  expect_identical(py_repr(object), before)
  py_run_string("numbers = np.arange(5000.); frame = pd.DataFrame(dict(a=numbers, b=numbers))")
  codes <- c("numbers", "frame['a']", "frame['a'].values", "frame.values", "numbers[1:]")
  for (code in codes) {
    x <- py_eval(code)
    x[1] <- -1
    expect_identical(py_eval("float(numbers.min() + frame['a'].min())"), 0)
  }
  x <- py_eval("frame")
  x$a[1] <- -1
  expect_identical(py_eval("float(frame['a'].min())"), 0)
})

test_that("an array that Python can still reach is not taken over", {
  for (way in c("attribute", "frame_of_caller", "other_view", "buffer", "transposed")) {
    x <- python[[way]]()
    x[1] <- -1
    expect_identical(python$held(), 0)
  }
  py_run_string("owner.x = None")
  call_with_array <- python_function_of("call_with_array", "
import numpy as np
def call_with_array(f):
  x = np.arange(5000.)
  f(x); f(*(x,)); f(x=x)
  return x[0]")
  expect_identical(call_with_array(function(x) x[1] <- -1), 0)
  both <- py_eval("(lambda x: (x, x))(np.arange(5000.))")
  both[[1]][1] <- -1
  expect_identical(both[[2]][1], 0)
  gen <- py_eval("(lambda x: (float(x[0]) if i else x for i in range(2)))(np.arange(5000.))")
  x <- iter_next(gen)
  x[1] <- -1
  expect_identical(iter_next(gen), 0)
})

test_that("a vector in NumPy's memory is as any other of R's", {
  x <- python$fresh()
  y <- x
  z <- list(x)
  (function(x) x[1] <- -1)(x)
  y[1] <- -2
  attr(z[[1]], "note") <- "z"
  gc()
  plain <- array(as.double(0:4999))
  expect_identical(x, plain)
  expect_identical(as.vector(y[1:2]), c(-2, 1))
  expect_identical(sort(x, decreasing = TRUE)[1], 4999)
  expect_identical(rev(x)[1], 4999)
  expect_identical(x, plain)
  length(y) <- 2
  expect_identical(y, c(-2, 1))
  dim(x) <- NULL
  names(x) <- seq_along(x)
  x[["1"]] <- 5
  x[6000] <- 1
  expect_identical(unname(x[c(1, 5000, 5001, 6000)]), c(5, 4999, NA, 1))
  file <- withr::local_tempfile()
  saveRDS(python$fresh(), file)
  expect_identical(readRDS(file), plain)
  expect_identical(as.vector(python$fresh() + 1), as.double(1:5000))
  # Its memory goes when the last name does.
  rm(x, y, z)
  for (i in 1:3) gc()
  expect_identical(python$fresh(), plain)
})
