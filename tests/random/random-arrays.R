# Random arrays of NumPy, of all types, orders, strides and byte orders: R has their elements at
# their places, and sends them back to an array that is equal.

types <- c("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
           "float16", "float32", "float64", "complex64", "complex128", ">i4", ">f8", ">u2", "<U3",
           "S2", "M8[s]", "M8[ns]", "m8[ms]", "object")
changes <- c("none", "fortran", "transposed", "every second", "reversed", "broadcast", "field",
             "read only")

random_case <- function() {
  list(type = sample(types, 1L), dims = sample(0:3, sample(0:4, 1L), replace = TRUE),
       change = sample(changes, 1L), seed = sample.int(1e6, 1L),
       how = sample(c("whole", "item"), 1L))
}

python <- function() {
  main <- import_main(convert = FALSE)
  if (!py_has_attr(main, "random_array")) {
    py_run_string("
import datetime, numpy as np
def elements(type, n, random):
  kind = np.dtype(type).kind
  if type == 'object': return [random.choice([1, 'a', 2.5]) for i in range(n)]
  if kind == 'b': return [random.random() < 0.5 for i in range(n)]
  if kind in 'iu':
    info = np.iinfo(type)
    least, most = int(info.min), int(info.max)
    return [random.choice([0, 1, 5, least, most, most // 2]) for i in range(n)]
  if kind == 'f': return [random.choice([0.0, -1.5, 2.25, np.inf, np.nan]) for i in range(n)]
  if kind == 'c': return [random.choice([0j, 1.5 + 0j, -2 + 0.5j]) for i in range(n)]
  if kind == 'U': return [random.choice(['', 'a', 'ab\\u00e4', '\\U0001F600']) for i in range(n)]
  if kind == 'S': return [random.choice([b'', b'a', b'xy']) for i in range(n)]
  # R's times go to Python as microseconds.
  return [random.choice([0, 1000, 86400000, 10 ** 9, np.iinfo('i8').min]) for i in range(n)]
def random_array(type, dims, change, seed):
  import random
  random = random.Random(int(seed))
  dims = tuple(int(n) for n in dims)
  n = int(np.prod(dims))
  if type == 'object':
    x = np.empty(n, object)
    for i, element in enumerate(elements(type, n, random)): x[i] = element
  else:
    found = elements(type, n, random)
    x = np.array(found, 'i8').astype(type) if type[0] in 'Mm' else np.array(found, type)
  x = x.reshape(dims)
  if change == 'fortran': x = np.asfortranarray(x)
  if change == 'transposed': x = x.T
  if change == 'every second' and dims: x = x[::2]
  if change == 'reversed' and dims: x = x[..., ::-1]
  if change == 'broadcast': x = np.broadcast_to(x, (2, *x.shape))
  if change == 'field':
    whole = np.zeros(x.shape, [('a', 'i1'), ('b', x.dtype)])
    whole['b'] = x
    x = whole['b']
  if change == 'read only': x.flags.writeable = False
  return x
def is_same(x, y):
  y = np.asarray(y)
  if x.shape != y.shape and x.ndim: return f'shape {y.shape}, not {x.shape}'
  if x.dtype.kind == 'S': x = x.astype('U')
  if x.dtype.kind in 'Mm': y = y.astype(x.dtype)
  same = all(a == b or a != a and b != b for a, b in zip(x.ravel().tolist(), y.ravel().tolist()))
  return '' if same else f'{y.tolist()}, not {x.tolist()}'
")
  }
  main
}

problem_in <- function(case) {
  main <- python()
  x <- main$random_array(case$type, as.list(case$dims), case$change, case$seed)
  ours <- outcome(py_to_r(x))
  if (has_failed(ours)) {
    # R has no place for all integers of 64 bits.
    is_allowed <- grepl("int64", case$type) && grepl("cannot represent", conditionMessage(ours))
    return(if (is_allowed) "refused" else paste("an error:", conditionMessage(ours)))
  }
  shape <- unlist(py_to_r(x$shape))
  if (length(shape) && !identical(as.integer(dim(ours)), as.integer(shape))) {
    return(sprintf("dim %s, not %s", toString(dim(ours)), toString(shape)))
  }
  wrong <- py_to_r(main$is_same(x, r_to_py(ours)))
  if (nzchar(wrong)) return(wrong)
  # Bytes are raw vectors.
  has_items <- !case$type %in% c("object", "S2") && length(ours) && length(shape)
  if (has_items && case$how == "item") at_place(main, x, ours, shape)
}

# One element, by its position.
at_place <- function(main, x, ours, shape) {
  at <- vapply(shape, sample.int, 0L, size = 1L)
  there <- py_to_r(x[[do.call(tuple, as.list(at - 1L))]])
  here <- do.call(`[[`, c(list(ours), as.list(at)))
  texts <- vapply(list(here, there), function(x) format(x, digits = 15), "")
  # A unit of time is shown for one of them.
  if (!(is.na(here) && is.na(there)) && !identical(texts[[1]], sub(" secs", "", texts[[2]]))) {
    sprintf("%s at %s, not %s", format(here), toString(at), format(there))
  }
}

shown <- function(case) {
  sprintf("%s array of (%s), %s, seed %d, %s", case$type, toString(case$dims), case$change,
          case$seed, case$how)
}

smaller <- function(case) {
  shapes <- lapply(seq_along(case$dims), function(i) {
    case$dims <- case$dims[-i]
    case
  })
  c(shapes, with_simpler(case, list(change = "none", how = "whole")))
}

function(seed) {
  list(case = random_case(), wrong = problem_in, smaller = smaller, shown = shown)
}
