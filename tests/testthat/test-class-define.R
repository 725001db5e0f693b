# Evaluates a Python expression about `x`, a class.
seen <- function(code, x) py_eval(paste("lambda x:", code))(x)
# Runs both garbage collectors until neither frees any further object.
collect <- function() {
  for (i in 1:3) {
    gc()
    py_run_string("import gc; gc.collect()")
  }
}
finalized <- character()
note_end <- function(name) {
  force(name)
  function(e) finalized <<- c(finalized, name)
}

Account <- PyClass("Account", list(
  currency = "EUR",
  initialize = function(owner, balance = 0) {
    self$owner <- owner
    private$balance <- balance
  },
  deposit = function(amount) {
    "Pay in."
    private$balance <- private$balance + amount
    self
  },
  balance = active_property(function() private$balance),
  name = active_property(function(value) {
    if (missing(value)) toupper(self$owner) else self$owner <- value
  }),
  `__repr__` = function() paste(self$owner, private$balance)
))

test_that("methods may take self, as in Python", {
  Hi <- PyClass("Hi", list(
    name = NULL,
    `__init__` = function(self, name) {
      self$name <- name
      NULL
    },
    say_hi = function(self) {
      paste0("Hi ", self$name)
    }
  ))
  a <- Hi("World")
  expect_identical(a$say_hi(), "Hi World")
  expect_s3_class(a, "Hi")
  expect_null(Hi$name)
})

test_that("self, super, private and the class are in scope", {
  a <- Account("Ada", 10)
  expect_identical(a$deposit(5)$balance, 15)
  expect_identical(Account$currency, "EUR")
  expect_identical(py_repr(a), "Ada 15")

  Savings <- PyClass("Savings", inherit = Account, list(
    deposit = function(amount) super$deposit(2 * amount),
    as_python = function(amount) super()$deposit(amount),
    with_arguments = function(amount) super(Savings, self)$deposit(amount),
    own_class = function() py_id(`__class__`) == py_id(self$`__class__`),
    initialize = function(...) super$initialize(...)
  ))
  s <- Savings("Eva", balance = 1)
  expect_identical(s$deposit(2)$as_python(1)$with_arguments(1)$balance, 7)
  expect_true(s$own_class())
  expect_s3_class(s, c("Savings", "Account", "python.builtin.object"), exact = TRUE)
  expect_true(seen("isinstance(x[0], x[1])", list(s, Account)))
})

test_that("properties get and set", {
  a <- Account("Ada")
  expect_identical(a$name, "ADA")
  a$name <- "Bob"
  expect_identical(a$name, "BOB")
  expect_error(a$balance <- 1, class = "python.builtin.AttributeError")
})

test_that("a class may inherit from several, Python's and R's", {
  Sized <- import("collections.abc")$Sized
  Both <- PyClass("Both", inherit = list(Account, Sized), list(`__len__` = function() 3))
  expect_identical(seen("len(x)", Both("Ada")), 3L)
  expect_true(seen("isinstance(x[0], x[1])", list(Both("Ada"), Sized)))
  Problem <- PyClass("Problem", inherit = import_builtins()$ValueError)
  raise <- python_function_of("raise_", "def raise_(kind): raise kind('bad')")
  expect_error(raise(Problem), "bad", class = "Problem")
  expect_error(raise(Problem), class = "python.builtin.ValueError")
})

test_that("self is an object, even of a class that converts", {
  Twice <- PyClass("Twice", inherit = import_builtins()$dict, list(
    twice = function(key) c(is_py_object(self), 2 * self[[key]])
  ))
  expect_identical(py_call(Twice, a = 4)$twice("a"), c(1, 8))
})

test_that("functions of every kind are methods", {
  X <- PyClass("X", list(
    compiled = compiler::cmpfun(function(y) c(self$x, y)),
    classed = structure(function(y) c(self$x, y), class = "own_function"),
    x = 1,
    later = function() function(y) c(self$x, y)
  ))
  x <- X()
  expect_identical(x$compiled(2), c(1, 2))
  expect_identical(x$classed(2), c(1, 2))
  expect_identical(x$later()(2), c(1, 2))
})

test_that("what a method makes of self is gone at the next call", {
  X <- PyClass("X", list(
    x = 1,
    spoil = function() {
      class(self) <- "spoilt"
      class(self)
    },
    classes = function() class(self)[[1]]
  ))
  # Within one call from R.
  expect_identical(seen("[x.spoil(), x.classes(), x.spoil(), x.classes()]", X()),
                   c("spoilt", "X", "spoilt", "X"))
})

test_that("signatures are those of the R functions", {
  signature <- function(f) py_str(import("inspect")$signature(f))
  f <- function(a, b = 2L, ..., c = "x", d = a + 1, na.rm = TRUE) NULL
  X <- PyClass("X", list(m = f))
  expect_identical(signature(X$m), "(self, a, b=2, *args, c='x', d=Ellipsis, **kwargs)")
  expect_identical(signature(X()$m), "(a, b=2, *args, c='x', d=Ellipsis, **kwargs)")
  expect_identical(names(formals(X()$m)), c("a", "b", "...", "c", "d"))
  expect_identical(signature(Account), "(owner, balance=0.0)")
  expect_identical(signature(PyClass("Y", list(m = function(a, b) missing(b)))$m),
                   "(self, a, b=Ellipsis)")
})

test_that("arguments go by position and by name, and may be missing", {
  X <- PyClass("X", list(
    m = function(a, b = 2, ...) list(a, b, missing(b), ...),
    optional = function(a) if (missing(a)) "none" else a
  ))
  x <- X()
  expect_identical(x$m(1), list(1, 2, TRUE))
  expect_identical(x$m(1, 3), list(1, 3, FALSE))
  expect_identical(x$m(b = 5, a = 1), list(1, 5, FALSE))
  others <- PyClass("Y", list(m = function(a, ...) list(...)))()
  expect_identical(seen("x.m(1, name = 4)", others), list(name = 4L))
  expect_identical(x$optional(), "none")
  expect_error(x$m(), "missing 1 required", class = "python.builtin.TypeError")
})

test_that("docstrings are seen by Python", {
  expect_identical(seen("x.deposit.__doc__", Account), "Pay in.")
  expect_identical(seen("x.__doc__", PyClass("X", list(`__doc__` = "An X."))), "An X.")
  expect_identical(PyClass("X", list(m = function() "value"))()$m(), "value")
})

test_that("operators and protocols are methods", {
  V <- PyClass("V", list(
    initialize = function(x) self$x <- x,
    `__add__` = function(other) `__class__`(self$x + other$x),
    `__eq__` = function(other) self$x == other$x,
    `__hash__` = function() 5,
    `__getitem__` = function(i) list("a", "b")[[i + 1L]],
    `__setitem__` = function(i, value) self$x <- c(i, value),
    `__len__` = function() 2,
    `__iter__` = function() c(1, 2),
    `__call__` = function(a, b = 2) a * b,
    `__contains__` = function(x) x %in% 1:2,
    `__bool__` = function() FALSE,
    `__getattr__` = function(name) if (name == "magic") 42 else stop("no ", name),
    `__enter__` = function() "entered",
    `__exit__` = function(type, value, traceback) TRUE
  ))
  v <- V(1)
  expect_identical((v + V(2))$x, 3)
  expect_identical(v(3), 6)
  expect_identical(v(3, b = 3), 9)
  rows <- list(
    "x == x" = TRUE, "x[1]" = "b", "len(x)" = 2L, "list(x)" = c(1, 2), "x(4)" = 8, "2 in x" = TRUE,
    "bool(x)" = FALSE, "hash(x)" = 5L, "x.magic" = 42, "hasattr(x, 'none')" = FALSE,
    "[i for i in map(x, [1, 2])]" = c(2, 4)
  )
  for (code in names(rows)) expect_identical(seen(code, v), rows[[code]], label = code)
  expect_error(seen("x[9]", v), class = "subscriptOutOfBoundsError")
  expect_identical(
    python_function_of("f", "def f(x):\n  try: x[9]\n  except IndexError: return 'IndexError'")(v),
    "IndexError"
  )
  v[[0L]] <- 7
  expect_identical(v$x, c(0, 7))
  expect_null(with(v %as% entered, stop("suppressed")))
  expect_identical(entered, "entered")
})

test_that("an iterator ends with NULL", {
  Three <- PyClass("Three", list(
    initialize = function() private$i <- 0L,
    `__iter__` = function() self,
    `__next__` = function() {
      private$i <- private$i + 1L
      if (private$i <= 3L) private$i
    }
  ))
  expect_identical(seen("list(x)", Three()), 1:3)
})

test_that("decorators are applied, the last first", {
  calls <- 0
  X <- PyClass("X", list(
    initialize = function(x = 0) self$x <- x,
    make = structure(function(x) self(x), decorators = "classmethod"),
    explicit = structure(function(cls, x) cls(x), decorators = list("classmethod")),
    static = structure(function(x) x + 1, decorators = "staticmethod"),
    cached = structure(function(n) {
      calls <<- calls + 1
      n
    }, decorators = list(import("functools")$lru_cache)),
    both = structure(function() 3, decorators = list("property", import("functools")$cache)),
    ready = import_builtins()$classmethod(py_func(function(cls) "ready"))
  ))
  expect_identical(X$make(2)$x, 2)
  expect_identical(X$explicit(2)$x, 2)
  expect_identical(X$static(2), 3)
  expect_identical(X()$both, 3)
  expect_identical(X$ready(), "ready")
  x <- X()
  x$cached(1)
  expect_identical(x$cached(1), 1)
  expect_identical(calls, 1)
})

test_that("functions set as attributes of a class are methods", {
  X <- PyClass("X", list(x = 2))
  py_set_attr(X, "twice", py_func(function(self) 2 * self$x))
  expect_identical(X()$twice(), 4)
  X$thrice <- function(self) 3 * self$x
  expect_identical(X()$thrice(), 6)
  x <- X()
  x$alone <- function(n) n
  expect_identical(x$alone(1), 1)
})

test_that("errors in methods are the very R conditions", {
  condition <- structure(class = c("mine", "error", "condition"), list(message = "m", call = NULL))
  X <- PyClass("X", list(m = function() stop(condition), p = active_property(function() stop("p"))))
  caught <- tryCatch(X()$m(), python.builtin.RuntimeError = identity)
  expect_s3_class(caught, c("mine", "error", "condition"))
  expect_identical(unclass(caught), unclass(condition))
  expect_error(X()$p, "p")
})

test_that("%py_class% collects what its body assigns", {
  Greeter(Account) %py_class% {
    "Greets."
    initialize <- function(name) {
      "Init."
      super$initialize(name)
    }
    greet <- function() paste(private$word(), self$owner)
    shout %<-active% function() toupper(self$owner)
    kind <- "greeter"
    private$word <- function() paste0("Hello", private$mark)
    private$mark <- ","
  }
  g <- Greeter("Ada")
  expect_identical(g$greet(), "Hello, Ada")
  expect_identical(g$shout, "ADA")
  expect_identical(g$kind, "greeter")
  expect_identical(g$balance, 0)
  expect_identical(seen("[x.__doc__, x.__init__.__doc__]", Greeter), c("Greets.", "Init."))
})

test_that("%py_class% in a package waits for its first use", {
  skip_on_cran()
  result <- in_new_session(function() {
    namespace <- new.env(parent = asNamespace("rkeras"))
    namespace$.__NAMESPACE__. <- list2env(list(spec = c(name = "own", version = "1")))
    evalq(X %py_class% {
      m <- function() 1
    }, namespace)
    started <- function() rkeras:::python_state$started
    list(started(), eval(quote(X()$m()), namespace), started())
  })
  expect_identical(result$value, list(FALSE, 1, TRUE))
})

test_that("active bindings outside of classes are R's", {
  n <- 0
  count %<-active% function() n <<- n + 1
  count
  expect_identical(count, 2)
})

test_that("R6 class generators become Python classes", {
  skip_if_not_installed("R6")
  Base <- R6::R6Class("Base",
    public = list(
      x = 1,
      set = function(x) {
        self$x <- x
        private$twice()
      }
    ),
    private = list(twice = function() 2 * self$x),
    active = list(half = function(value) {
      if (missing(value)) self$x / 2 else self$x <- 2 * value
    })
  )
  Derived <- R6::R6Class("Derived", inherit = Base, public = list(
    set = function(x) super$set(x) + 1
  ))
  d <- r_to_py(Derived, convert = TRUE)()
  expect_identical(d$set(3), 7)
  expect_identical(d$half, 1.5)
  d$half <- 4
  expect_identical(d$x, 8)
  expect_s3_class(d, c("Derived", "Base", "python.builtin.object"), exact = TRUE)
  expect_identical(py_id(r_to_py(Base)), py_id(r_to_py(Base)))
  Base$set("public", "y", 5)
  expect_identical(r_to_py(Base, convert = TRUE)()$y, 5)
  # Without conversion methods see Python objects.
  Kind <- R6::R6Class("Kind", public = list(m = function(x) class(x)[[1]]))
  expect_identical(py_to_r(r_to_py(Kind)()$m(1L)), "python.builtin.int")
  expect_identical(r_to_py(Kind, convert = TRUE)()$m(1L), "integer")
  expect_identical(PyClass("Own", inherit = Kind)()$m(1L), "python.builtin.int")
})

test_that("R6 and S4 objects and environments are handles that come back", {
  skip_if_not_installed("R6")
  methods::setClass("rkeras_point", methods::representation(x = "numeric"), where = environment())
  values <- list(
    R6::R6Class("Z", public = list(x = 1))$new(), methods::new("rkeras_point", x = 1), new.env()
  )
  for (value in values) {
    expect_identical(class(r_to_py(value))[[1]], "rpycall.RObject")
    expect_identical(seen("x", value), value)
  }
})

test_that("instances are pickled and copied", {
  pickle <- import("pickle")
  a <- Account("Ada", 10)
  bytes <- py_call(pickle$dumps, a)
  again <- pickle$loads(bytes)
  expect_identical(py_repr(again), "Ada 10")
  expect_identical(py_id(again$`__class__`), py_id(a$`__class__`))
  again$deposit(1)
  expect_identical(py_repr(a), "Ada 10")
  expect_identical(py_repr(import("copy")$deepcopy(a)), "Ada 10")
  Listing <- PyClass("Listing",
    inherit = import_builtins()$list,
    list(first = function() self[[0]])
  )
  listing <- pickle$loads(py_call(pickle$dumps, py_call(Listing, list("a", "b"))))
  expect_identical(as.vector(listing), c("a", "b"))
})

test_that("a pickled instance is read in another session", {
  skip_on_cran()
  file <- withr::local_tempfile()
  Sub <- PyClass("Sub", inherit = Account, list(extra = function() "extra"))
  py_save_object(Sub("Ada", 3), file)
  result <- in_new_session(function(file) {
    object <- rkeras::py_load_object(file)
    c(rkeras::py_repr(object), object$extra(), class(object)[1:2])
  }, file)
  expect_identical(result$value, c("Ada 3", "extra", "Sub", "Account"))
})

test_that("instances and their private state are collected", {
  finalized <<- character()
  X <- PyClass("X", list(
    initialize = function() private$state <- new.env(parent = emptyenv()),
    watch = function(f) reg.finalizer(private$state, f),
    use = function() private$method(),
    finalize = function() finalized <<- c(finalized, "instance")
  ))
  Y %py_class% {
    initialize <- function() private$state <- new.env(parent = emptyenv())
    watch <- function(f) {
      reg.finalizer(private$state, f)
      private$method()
    }
    private$method <- function() self$`__class__`$`__name__`
  }
  use <- function(class, name) {
    for (i in 1:10) class()$watch(note_end(name))
  }
  use(X, "state of X")
  use(Y, "state of Y")
  collect()
  # The last ones may still be in the frames of R's evaluator.
  for (name in c("instance", "state of X", "state of Y")) {
    expect_gte(sum(finalized == name), 9, label = name)
  }
})

test_that("what is no class definition is refused", {
  expect_refused(PyClass(1), "`classname`")
  expect_refused(PyClass("X", list(1)), "`defs`")
  expect_refused(PyClass("X", inherit = "dict"), "`inherit`")
  expect_refused(active_property(1), "`fn`")
})

test_that("primitives and S4 generics are methods, which know nothing of `self`", {
  expect_identical(PyClass("X", list(f = sum))()$f(c(1, 2), 3), 6)
  expect_identical(PyClass("X", list(f = `[`))()$f(c(5, 6), 2L), 6)
  expect_identical(PyClass("X", list(f = mean))()$f(c(1, 2)), 1.5)
  methods::setGeneric("sort_of", function(x, ...) standardGeneric("sort_of"))
  on.exit(methods::removeGeneric("sort_of"))
  methods::setMethod("sort_of", "numeric", function(x, ...) "a number")
  expect_identical(PyClass("X", list(f = sort_of))()$f(1.5), "a number")
  static <- list(f = structure(function(x) sum(x), decorators = "staticmethod"))
  expect_identical(PyClass("X", static)$f(c(1, 2)), 3)
})

test_that("a class inherits from what a wrapper makes", {
  layer <- Layer("Own", inherit = layer_dense)(units = 2)
  expect_s3_class(layer, c("Own", "keras.src.layers.core.dense.Dense"))
  expect_identical(layer$units, 2L)
  expect_s3_class(Layer("Own", inherit = layer_multi_head_attention)(num_heads = 2, key_dim = 2),
                  "keras.src.layers.attention.multi_head_attention.MultiHeadAttention")
  loss <- Loss("Own", inherit = loss_mean_squared_error)()
  expect_equal(as.numeric(loss(c(1, 2), c(1, 4))), 2)
  metric <- Metric("Own", inherit = metric_mean, result = function() super$result() * 2)()
  metric$update_state(c(1, 3))
  expect_equal(as.numeric(metric$result()), 4)
  expect_identical(Callback("Own", inherit = callback_early_stopping)(patience = 2)$patience, 2L)
  expect_s3_class(Constraint("Own", inherit = constraint_nonneg)(),
                  "keras.src.constraints.constraints.NonNeg")
  schedule <- new_learning_rate_schedule_class(
    "Own", inherit = learning_rate_schedule_cosine_decay
  )(0.1, decay_steps = 10)
  expect_equal(as.numeric(schedule(0L)), 0.1)
})

test_that("a class inherits from classes of R, Python and R6", {
  layer_base <- Layer("Base", call = function(inputs) inputs * 2)
  x <- op_array(c(1, 2))
  for (base in list(layer_base, r_to_py(layer_base), list(r_to_py(layer_base)))) {
    layer <- Layer("Derived", call = function(inputs) super$call(inputs) + 1, inherit = base)()
    expect_equal(as.vector(layer(x)), c(3, 5))
  }
  expect_s3_class(Layer("Derived", inherit = keras$layers$Dense)(units = 3), "Derived")
  R6_part <- R6::R6Class("Part", public = list(three = function() 3))
  expect_identical(PyClass("Whole", inherit = R6_part)()$three(), 3)
})

test_that("whole numbers are ints where the constructor is Keras's", {
  expect_identical(Layer("Own", inherit = keras$layers$Dense)(units = 2)$units, 2L)
  model <- keras_model_sequential(input_shape = c(3, 1)) |>
    Layer("Own", inherit = keras$layers$Conv1D)(filters = 2, kernel_size = 1)
  expect_identical(model$layers[[1]]$filters, 2L)
  own <- Layer("Own", initialize = function(units) {
    super$initialize(units)
    self$given <- units
  }, inherit = layer_dense)
  expect_identical(own(units = 2)$given, 2)
})

test_that("`inherit` is checked when the class is defined", {
  expect_raised_snapshot({
    Layer("A", inherit = 3)
    Layer("A", inherit = "layer_dense")
    Layer("A", inherit = loss_mean_squared_error)
    Layer("A", inherit = layer_dense(units = 1, name = "d"))
    Layer("A", inherit = keras$losses$Loss)
    Loss("A", inherit = Layer("B"))
    Loss("A", inherit = op_relu)
    Metric("A", inherit = mean)
    Callback("A", inherit = layer_dense)
    Callback("A", inherit = Metric("B"))
    PyClass("A", inherit = 1)
  })
})
