# What uses the memory that R's vectors and NumPy's arrays share. R's value stays what R says it is,
# and Python's is the one at the time of sending.
source("tests/hostile/attacks.R", local = TRUE)

n <- 5000L

# One dimension: other vectors become lists of Python.
flat <- function(x) {
  dim(x) <- length(x)
  x
}

# Arrays by kind, made anew for each attack.
vectors <- list(
  double = function() flat(as.double(seq_len(n))),
  integer = function() flat(rev(seq_len(n))),
  complex = function() flat(complex(real = seq_len(n), imaginary = 1)),
  raw = function() flat(as.raw(rep_len(0:255, n))),
  range = function() flat(1:5000),
  sorted = function() flat(sort(as.double(n:1))),
  returned = function() py_to_r(r_to_py(flat(as.double(seq_len(n))))),
  matrix = function() matrix(as.double(seq_len(n)), 50),
  adopted = function() py_eval("lambda n: __import__('numpy').arange(n, dtype='float64')")(n),
  unserialized = function() unserialize(serialize(flat(as.double(seq_len(n))), NULL))
)

# What R does with a vector that Python has. Gives the vector.
in_r <- list(
  `an element is assigned` = function(x) {
    x[2] <- x[1]
    x
  },
  `all are assigned` = function(x) {
    x[] <- x[1]
    x
  },
  `[[<-` = function(x) {
    x[[3]] <- x[[1]]
    x
  },
  `it grows` = function(x) {
    x[n + 10L] <- x[1]
    x
  },
  length = function(x) {
    length(x) <- 10L
    x
  },
  names = function(x) {
    names(x) <- seq_along(x)
    x
  },
  dim = function(x) {
    dim(x) <- c(10L, n / 10L)
    x
  },
  attr = function(x) {
    attr(x, "own") <- "a"
    x
  },
  class = function(x) {
    class(x) <- "own"
    unclass(x)
  },
  `storage mode` = function(x) {
    storage.mode(x) <- "complex"
    x
  },
  within = function(x) {
    within(list(x = x), x[1] <- x[2])$x
  },
  `in a list` = function(x) {
    l <- list(x)
    l[[1]][5] <- x[1]
    l[[1]]
  },
  sort = function(x) sort(as.vector(Re(as.complex(x)))),
  `a loop` = function(x) {
    for (i in 1:100) x[i] <- x[i + 1L]
    x
  },
  `in a function` = function(x) {
    f <- function(y) {
      y[1] <- y[2]
      y
    }
    f(x)
  },
  `data.table::setattr` = function(x) {
    if (requireNamespace("data.table", quietly = TRUE)) data.table::setattr(x, "own", "a")
    x
  },
  `removed and collected` = function(x) {
    rm(x)
    gc()
    NULL
  },
  serialized = function(x) unserialize(serialize(x, NULL))
)

# What Python does with the array: Python code with `x`, `np` and R's function `f`.
in_python <- c(
  "x[1] = x[0]", "x[:] = 7", "x += 1", "x *= 0", "np.add(x, 1, out=x)", "np.copyto(x, 0)",
  "x.fill(3)", "x.sort()", "np.random.shuffle(x)", "x.put([0], 9)", "x.itemset(0, 9)",
  "np.put(x, [0], 9)", "np.place(x, x != 7, 7)", "np.putmask(x, x != 7, 7)",
  "x.flags.writeable = True; x[0] = 9", "x.setflags(write=True); x[0] = 9", "x.view()[0] = 9",
  "v = x.view(); v.flags.writeable = True; v[0] = 9", "x.view('uint8')[0] = 9",
  "np.lib.stride_tricks.as_strided(x, writeable=True)[0] = 9",
  "np.asarray(x)[0] = 9", "np.ravel(x, 'K')[0] = 9", "x.T[0] = 9", "x[::2][0] = 9",
  "x[::-1][0] = 9", "x.reshape(-1, order='A')[0] = 9", "memoryview(x)[0] = 9",
  "memoryview(x).cast('B', x.shape)[0] = 9", "np.frombuffer(x, 'uint8')[0] = 9",
  "np.ndarray(x.shape, x.dtype, x)[0] = 9", "np.ndarray(5, 'uint8', x.data)[0] = 9",
  "np.array(x, copy=None)[...].fill(9)", "x.real.fill(9)", "x.byteswap(True)", "x.resize(10)",
  "x.resize(10, refcheck=False)", "x.shape = (-1, 10); x[0] = 9", "x.base[0] = 9",
  "np.nditer(x, op_flags=['readwrite'])[0][...] = 9", "x.flat[0] = 9", "x.partition(2)",
  "np.fill_diagonal(x, 9)", "x.__setitem__(0, 9)", "x.__iadd__(1)", "np.negative(x, x)",
  "x.__setstate__((1, (1,), x.dtype, False, bytes(x.itemsize)))",
  "__import__('io').BytesIO(bytes(9999)).readinto(x)",
  "__import__('struct').pack_into('d', x, 0, 9.0)",
  "__import__('pandas').Series(x, copy=False).values[0] = 9",
  "__import__('pandas').DataFrame({'a': x.ravel()}, copy=False).iloc[0, 0] = 9",
  "s = __import__('pandas').Series(x.ravel(), copy=False); s[:] = 9",
  "t = __import__('threading').Thread(target=lambda: x.fill(9)); t.start(); t.join()",
  "__import__('pickle').loads(__import__('pickle').dumps(x)).fill(9)",
  "__import__('copy').deepcopy(x).fill(9)", "__import__('copy').copy(x).fill(9)",
  "__import__('pickle').loads(__import__('pickle').dumps(x, 5, buffer_callback=[].append))",
  "np.from_dlpack(x).fill(9)", "np.vectorize(f)(x[:3])"
)

helper <- "
import numpy as np, gc
def run(code, x, f):
    try:
        exec(code, {'x': x, 'np': np, 'f': f})
    except Exception:
        pass
def same(x, other):
    return bool(np.array_equal(np.array(x), np.array(other)))
def views(x):
    v = x[1:]
    return [v[1:], memoryview(x), x.T, np.lib.stride_tricks.as_strided(x)]
def bytes_of(views):
    gc.collect()
    return [np.array(v).tobytes('A') for v in views]
"

# The same value in memory of its own.
copied <- function(x) {
  y <- unserialize(serialize(x, NULL))
  if (identical(typeof(y), "double")) y + 0 else y
}

after_r <- function(attack, module) {
  sent <- before <- kept <- bytes <- NULL
  # R assigns in place to a vector that nothing in R refers to besides.
  send <- function() {
    x <- vectors[[attack$vector]]()
    before <<- copied(x)
    sent <<- r_to_py(x)
    kept <<- module$views(sent)
    bytes <<- module$bytes_of(kept)
    x
  }
  changed <- in_r[[attack$with]](send())
  plain <- in_r[[attack$with]](copied(before))
  gc(full = FALSE)
  churn <- lapply(1:20, function(i) rep(-1, n))
  c(
    if (!isTRUE(all.equal(unname(c(changed)), unname(c(plain))))) "R has other values",
    if (!module$same(sent, before)) "Python has other values",
    if (!identical(module$bytes_of(kept), bytes)) "views have other values"
  )
}

after_python <- function(attack, module) {
  x <- vectors[[attack$vector]]()
  before <- copied(x)
  sent <- r_to_py(x)
  module$run(attack$with, sent, function(x) x)
  again <- r_to_py(x)
  c(
    if (!identical(c(x), c(before))) "R's value is another",
    if (!module$same(again, before)) "what is sent again is another"
  )
}

# Of a data frame, whose columns are views.
in_frame <- function(attack, module) {
  x <- as.double(seq_len(n))
  before <- copied(x)
  data <- data.frame(a = x, b = x)
  frame <- r_to_py(data)
  module$run(attack$with, py_eval("lambda d: d['a'].values", convert = FALSE)(frame), identity)
  data$a[2] <- -1
  x[3] <- -1
  c(
    if (!identical(data$b, before)) "R's column is another",
    if (!identical(data$a[-2], before[-2])) "R's changed column is another"
  )
}

attacks_of <- function(vectors, with) {
  all <- expand.grid(vector = vectors, with = with, stringsAsFactors = FALSE)
  listed <- Map(function(vector, with) list(vector = vector, with = with), all$vector, all$with)
  stats::setNames(listed, paste(all$vector, all$with, sep = ", "))
}

attack <- function() {
  code <- py_run_string(helper, local = TRUE, convert = FALSE)
  module <- list(
    run = code$run, views = code$views, same = function(...) py_to_r(code$same(...)),
    bytes_of = function(...) py_to_r(code$bytes_of(...))
  )
  run <- function(vectors, with, outcome) {
    run_attacks(attacks_of(vectors, with), function(attack) outcome(attack, module))
  }
  c(
    run(names(vectors), names(in_r), after_r),
    run(names(vectors), in_python, after_python),
    run("data frame", in_python, in_frame)
  )
}

list(`shared memory` = list(run = function(round) in_own_session(attack)))
