# The tests share a separate R process, whose time-out must never be reached.
threads <- "
import threading, time, concurrent.futures, queue
def call(f, *args): return f(*args)
def joined(f, x = 1):
  out = []
  t = threading.Thread(target = lambda: out.append(f(x))); t.start(); t.join()
  return out[0]
def pooled(f):
  with concurrent.futures.ThreadPoolExecutor(4) as pool: return list(pool.map(f, range(8)))
def waiting(wait):
  def run(f):
    done = threading.Event(); out = []
    def work(): out.append(f(1)); done.set()
    threading.Thread(target = work).start()
    wait(done)
    return out[0]
  return run
def sleep_until(done):
  while not done.is_set(): time.sleep(0.01)
on_event = waiting(lambda done: done.wait())
on_event_for = waiting(lambda done: done.wait(60))
asleep = waiting(sleep_until)
busy = waiting(lambda done: [0 for _ in iter(done.is_set, True)])
results = []
def in_background(f, n):
  def run():
    for i in range(n): results.append(f(i))
  threading.Thread(target = run, daemon = True).start()
def count(): return len(results)
"

in_session <- shared_session()

in_threads <- function(f) {
  in_session(function(code, f) {
    library(rkeras)
    py_run_string(code)
    environment(f) <- globalenv()
    f(import_main())
  }, threads, f)
}

test_that("R functions are called from threads, wherever the main thread waits", {
  value <- in_threads(function(main) {
    double <- function(x) x * 2L
    waits <- c("joined", "on_event", "on_event_for", "asleep", "busy")
    direct <- vapply(waits, function(name) main[[name]](double), 0L)
    blocking <- vapply(waits, function(name) py_call_blocking(main[[name]], double), 0L)
    list(
      direct, blocking, main$pooled(double), py_call_blocking(main$pooled, double),
      main$call(function() main$pooled(double)), main$pooled(function(i) main$joined(double, i))
    )
  })
  expect_identical(unname(value[[1]]), rep(2L, 5))
  expect_identical(unname(value[[2]]), rep(2L, 5))
  for (result in value[3:6]) expect_identical(result, 0:7 * 2L)
})

test_that("R functions are called while R sleeps, polls, or computes and then waits", {
  value <- in_threads(function(main) {
    counts <- integer()
    served <- 0L
    main$in_background(function(i) served <<- served + 1L, 3L)
    # No call into Python, which would serve as well.
    while (served < 3L) Sys.sleep(0.01)
    main$in_background(function(i) i, 1L)
    while (main$count() < 4L) NULL
    counts[1] <- main$count()
    main$in_background(function(i) i, 2L)
    while (main$count() < 6L) NULL
    counts[2] <- main$count()
    main$in_background(function(i) i, 3L)
    for (i in 1:1e6) i
    while (main$count() < 9L) Sys.sleep(0.01)
    c(counts, main$count())
  })
  expect_identical(value, c(4L, 6L, 9L))
})

test_that("blocking calls nest to any depth, on whatever thread", {
  value <- in_threads(function(main) {
    down <- function(call) {
      function(n) if (n == 0L) "bottom" else py_call_blocking(call, down(call), n - 1L)
    }
    local <- py_run_string("
import threading
state = threading.local()
def enter(f):
  state.depth = getattr(state, 'depth', 0) + 1
  return f()
def depth(): return state.depth", local = TRUE)
    nested <- function(n) {
      py_call_blocking(local$enter, function() {
        if (n == 1L) py_call_blocking(local$depth) else nested(n - 1L)
      })
    }
    # To Python a call from a callback is on the thread that called it.
    list(down(main$call)(30L), down(main$joined)(10L), nested(3L))
  })
  expect_identical(value, list("bottom", "bottom", 3L))
})

test_that("values, errors and jumps come out of blocking calls as out of others", {
  value <- in_threads(function(main) {
    condition <- structure(
      class = c("mine", "error", "condition"), list(message = "m", call = NULL)
    )
    finally <- py_run_string("
log = []
def f(g):
  try: return g()
  finally: log.append('finally')", local = TRUE)
    list(
      py_call_blocking(main$call, function(x, y) x + y, 1, 2),
      identical(
        unclass(tryCatch(py_call_blocking(finally$f, function() stop(condition)), mine = identity)),
        unclass(condition)
      ),
      callCC(function(k) py_call_blocking(finally$f, function() k("landed"))),
      tryCatch(py_call_blocking(finally$f, function() warning("w")), warning = conditionMessage),
      tryCatch(py_call_blocking(main$call, 1), python.builtin.TypeError = function(e) "TypeError"),
      tryCatch(py_call_blocking(main$pooled, function(i) if (i == 5L) stop(condition)),
               mine = function(e) "mine"),
      finally$log
    )
  })
  expect_identical(value, list(
    3, TRUE, "landed", "w", "TypeError", "mine", rep("finally", 3)
  ))
})

test_that("what threads print and what R prints are in order", {
  value <- in_threads(function(main) {
    say <- py_run_string("
def say(f):
  print('one')
  f()
  print('three')", local = TRUE)$say
    utils::capture.output({
      py_call_blocking(say, function() cat("two\n"))
      cat("four\n")
      invisible(main$joined(function(x) cat("five\n")))
    })
  })
  expect_identical(value, c("one", "two", "three", "four", "five"))
})

test_that("Python's threads run while R computes or sleeps", {
  value <- in_threads(function(main) {
    ticks <- tempfile()
    py_run_string("
ended = threading.Event()
def tick(file):
  while not ended.wait(0.001):
    with open(file, 'a') as f: f.write('.')
def start(file): threading.Thread(target = tick, args = [file], daemon = True).start()")
    main$start(ticks)
    # Here nothing calls Python. If the thread did not run, the time-out would end this.
    ticked <- function() file.exists(ticks) && file.size(ticks) > seen
    seen <- 0
    while (!ticked()) for (i in 1:1000) i
    seen <- file.size(ticks)
    while (!ticked()) Sys.sleep(0.01)
    main$ended$set()
    "both"
  })
  expect_identical(value, "both")
})

test_that("py_main_thread_func() refuses what is no function", {
  expect_refused(py_main_thread_func(1), "`f` must be a function")
})

test_that("py_main_thread_func() runs a function on the main thread", {
  value <- in_threads(function(main) {
    py_run_string("def f(): return threading.current_thread() is threading.main_thread()")
    on_main <- py_main_thread_func(py_eval("lambda x: f()"))
    c(main$joined(py_eval("lambda x: f()")), main$joined(on_main), on_main(1L),
      main$joined(py_main_thread_func(function(x) x > 0)))
  })
  expect_identical(value, c(FALSE, TRUE, TRUE, TRUE))
})

test_that("TensorFlow's threads call R functions", {
  skip_if_not(is_keras_available())
  value <- in_threads(function(main) {
    py_run_string("
import tensorflow as tf
def mapped(how, f, n):
  wrap = getattr(tf, how)
  ds = tf.data.Dataset.range(n).map(lambda x: wrap(f, [x], tf.double), num_parallel_calls = 4)
  return [float(v) for v in ds]
def graph(f): return tf.function(lambda x: tf.numpy_function(f, [x], tf.double))
def dataset(f, n):
  return tf.data.Dataset.range(n).map(lambda x: tf.numpy_function(f, [x], tf.double))
")
    double <- function(x) as.numeric(x) * 2
    counts <- generator(function() {
      i <- 0L
      function() if (i < 3L) i <<- i + 1L
    })
    list(
      py_call_blocking(main$mapped, "numpy_function", double, 5L),
      py_call_blocking(main$mapped, "py_function", function(x) as.numeric(x$numpy()) * 2, 5L),
      as.numeric(main$graph(double)(tf$constant(3))),
      iterate(main$dataset(double, 3L), as.numeric),
      iterate(tf$data$Dataset$from_generator(
        counts, output_signature = tf$TensorSpec(list(), "int32")
      ), as.integer),
      tryCatch(
        py_call_blocking(main$mapped, "numpy_function", function(x) stop("in the map"), 5L),
        simpleError = conditionMessage
      ),
      main$call(function() py_call_blocking(main$mapped, "numpy_function", double, 2L))
    )
  })
  expect_identical(value, list(
    0:4 * 2, 0:4 * 2, 6, 0:2 * 2, 1:3, "in the map", 0:1 * 2
  ))
})

test_that("a blocking call is in the scopes that R code entered, the main thread not in its own", {
  skip_if_not(is_keras_available())
  value <- in_threads(function(main) {
    py_run_string("
import tensorflow as tf, decimal, rpycall
def main_graph():
  with tf.Graph().as_default() as graph:
    current = tf.compat.v1.get_default_graph
    return rpycall.call_python_function_on_main_thread(lambda: current() is graph)
def device(): return tf.constant(1.0).device
def strategy(): return tf.distribute.has_strategy()
def digits(): return decimal.getcontext().prec
def square(x): return x * x
")
    x <- tf$Variable(3)
    tape <- tf$GradientTape()
    list(
      with(tf$device("/CPU:0"), py_call_blocking(main$device)),
      with(tf$distribute$MirroredStrategy(list("/CPU:0"))$scope(), py_call_blocking(main$strategy)),
      py_call_blocking(main$strategy),
      py_call_blocking(main$main_graph),
      with(import("decimal")$localcontext() %as% context, {
        context$prec <- 7L
        py_call_blocking(main$digits)
      }),
      {
        with(tape, y <- py_call_blocking(main$square, x))
        as.numeric(tape$gradient(y, x))
      }
    )
  })
  expect_match(value[[1]], "CPU:0$")
  expect_identical(value[-1], list(TRUE, FALSE, FALSE, 7L, 6))
})

test_that("what an R function calls is in the state of the thread that called it", {
  skip_if_not(is_keras_available())
  value <- in_threads(function(main) {
    py_run_string("
import tensorflow as tf
def gradient(f):
  x = tf.Variable(3.0)
  with tf.GradientTape() as tape: y = f(x)
  return float(tape.gradient(y, x))
def in_graph(f): return float(tf.function(f)(tf.constant(2.0)))
state = threading.local()
def set(x): state.x = x
def get(): return state.x
def first(x): return x[0]")
    cube <- function(x) tf$multiply(x, tf$multiply(x, x))
    first <- function(x) tf$stack(list(x, x))[1]
    list(
      py_call_blocking(main$gradient, cube), main$joined(main$gradient, cube),
      py_call_blocking(main$in_graph, cube), py_call_blocking(main$in_graph, first),
      main$joined(function(x) {
        main$set(x)
        main$get()
      }, 5L)
    )
  })
  expect_identical(value, list(27, 27, 8, 2, 5L))
})

if (on_tensorflow()) {
  test_that("Python code on the main thread runs TensorFlow's graphs and datasets that call R", {
    value <- in_threads(function(main) {
      main$square <- r_operator(function(x) x^2, shape = function(x) x, gradient = "numeric")
      main$plus <- function(x) x + 1
      main$squares <- tf_function(function(x) main$square(x))
      elements <- function(n) range_dataset(0, n) |> dataset_map_r(function(i) as.double(i))
      main$mapped <- elements(20) |> dataset_prefetch(2)
      n <- 0
      main$generated <- generator_dataset(function() if ((n <<- n + 1) <= 3) n) |>
        dataset_prefetch(2)
      py_run_string("
import gc, threading, tensorflow as tf
x, lock = tf.constant(3., tf.float64), threading.RLock()
@tf.function
def graph(x): return square(x) + 1.
@tf.function
def python_graph(x): return tf.py_function(plus, [x], tf.float64)
def of_user(x): return python_graph(graph(x))
def locked(x):
  with lock: return python_graph(x)
def gradient(x):
  with tf.GradientTape() as tape:
    tape.watch(x)
    y = graph(x) * x
  return tape.gradient(y, x)
def first(dataset): return next(iter(dataset))
def session():
  with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    return session.run(square(tf.constant(3., tf.float64)))
def total(dataset): return dataset.reduce(tf.constant(0., tf.float64), lambda x, y: x + y)
def abandoned(dataset):
  elements = iter(dataset)
  cycle = [elements, next(elements)]
  cycle.append(cycle)
def collected(dataset):
  abandoned(dataset)
  return gc.collect() > 0
")
      py_run_string("result = float(graph(x))")
      number <- function(x) as.numeric(as.array(x))
      script <- tempfile(fileext = ".py")
      writeLines("from_file = float(python_graph(x))", script)
      source_python(script, envir = NULL)
      printed <- capture.output(py_run_string("print(float(graph(x)))"))
      list(
        py$result, py_eval("float(squares(x))"), main$from_file,
        number(main$of_user(main$x)), number(main$locked(main$x)), number(main$gradient(main$x)),
        main$session(), number(main$first(main$mapped)), number(main$total(main$mapped)),
        py_eval("[float(x) for x in mapped][-1]"), py_eval("[float(x) for x in generated]"),
        py_eval("[float(x) for x in mapped.as_numpy_iterator()][-1]"), printed,
        # Prefetching threads wait for R while Python's collector destroys the iterator.
        all(vapply(1:10, function(i) main$collected(dataset_prefetch(elements(1e6), 1000)), NA))
      )
    })
    expected <- list(10, 9, 4, 11, 4, 10 + 3 * 6, 9, 0, 190, 19, c(1, 2, 3), 19, "10.0", TRUE)
    expect_equal(value, expected, tolerance = 1e-4)
  })

  test_that("Rprof() profiles R while TensorFlow computes", {
    value <- in_session(function() {
      x <- matrix(stats::runif(4e4), 2000)
      model <- keras_model_sequential(input_shape = 20) |> layer_dense(256) |> layer_dense(1)
      compile(model, loss = "mse")
      profile <- tempfile()
      Rprof(profile, interval = 0.001)
      count <- function(batch, logs) for (i in 1:1e4) i
      counting <- callback_lambda(on_train_batch_end = count)
      for (i in 1:5) fit(model, x, x[, 1], epochs = 3, verbose = 0, callbacks = counting)
      Rprof(NULL)
      "\"fit\"" %in% rownames(utils::summaryRprof(profile)$by.total)
    })
    expect_true(value)
  })
}

test_that("calls run on one thread, whatever is released meanwhile", {
  value <- in_threads(function(main) {
    py_run_string("
class Slow:
  def __del__(self): time.sleep(0.1)
def fail():
  local = Slow()
  raise ValueError('with a local variable')")
    vapply(1:5, function(i) {
      # An exception is released on a thread of its own.
      try(main$fail(), silent = TRUE)
      gc()
      py_call_blocking(import("threading")$get_ident)
    }, 0)
  })
  expect_length(unique(value), 1L)
})

test_that("garbage may be collected while the frames of threads that start and end are read", {
  value <- in_threads(function(main) {
    py_run_string("
import gc
class Slow:
  def __init__(self): self.cycle = self
  def __del__(self): time.sleep(1e-4)
def calls(f, n):
  for _ in range(n):
    Slow()
    f()
def litter(f, n):
  callers = [threading.Thread(target = calls, args = (f, n)) for _ in range(3)]
  threshold = gc.get_threshold()
  gc.set_threshold(5)
  for caller in callers: caller.start()
  while any(caller.is_alive() for caller in callers):
    other = threading.Thread(target = int); other.start(); other.join()
  gc.set_threshold(*threshold)
  return gc.isenabled()")
    py_call_blocking(main$litter, function() for (i in 1:3) main$count(), 100L)
  })
  expect_true(value)
})

test_that("a thread that the system does not start is an error that says what to do", {
  skip_on_os(c("mac", "windows"))
  # Memory for Python, but none for a thread's stack of 64 MB.
  error <- callr::r(function() {
    library(rkeras)
    call <- py_eval("__import__('rpycall').call_elsewhere")
    nothing <- tuple()
    size <- as.numeric(scan("/proc/self/statm", quiet = TRUE)[[1]]) * 4096
    processx::run("prlimit", c("--pid", Sys.getpid(), sprintf("--as=%.0f", size + 40 * 2^20)))
    error <- tryCatch(call(import_builtins()$dict, nothing), error = identity)
    list(class = class(error), message = conditionMessage(error))
  })
  expect_true("rkeras_error_memory" %in% error$class)
  expect_match(error$message, "No thread could be started: .*`ulimit -v`")
})
