# Calls R functions in every way while the main thread is in every state, many times in one R
# process. Its time-out must never be reached.
ways <- "
import threading, concurrent.futures, queue
import tensorflow as tf
def thread(f, n):
  out = queue.Queue()
  threads = [threading.Thread(target = lambda i = i: out.put(f(i))) for i in range(n)]
  for t in threads: t.start()
  for t in threads: t.join()
  return sorted(out.queue)
def pool(f, n):
  with concurrent.futures.ThreadPoolExecutor(4) as pool: return list(pool.map(f, range(n)))
def numbers(tensors): return [int(x) for x in tensors]
def py_function(f, n):
  call = tf.function(lambda x: tf.py_function(lambda x: f(int(x)), [x], tf.int32))
  return numbers(call(tf.constant(i)) for i in range(n))
def numpy_function(f, n):
  call = tf.function(lambda x: tf.numpy_function(f, [x], tf.int64))
  return numbers(call(tf.constant(i)) for i in range(n))
def parallel_map(f, n):
  call = lambda x: tf.numpy_function(f, [x], tf.int64)
  return numbers(tf.data.Dataset.range(n, output_type = tf.int32).map(call, num_parallel_calls = 4))
def from_generator(f, n):
  one = tf.TensorSpec([], tf.int32)
  return numbers(tf.data.Dataset.from_generator(f(n), output_signature = one))
class Work(threading.Thread):
  def __init__(self, way, f, n, done):
    super().__init__()
    self.way, self.f, self.n, self.done, self.result = globals()[way], f, n, done, None
    self.over = threading.Event()
    self.start()
  def run(self):
    try: self.result = self.way(self.f, self.n)
    finally:
      self.over.set()
      self.done()
def call(f, *args): return f(*args)
def through_tensorflow(work):
  def wait():
    work.join()
    return 0
  return tf.function(lambda: tf.numpy_function(wait, [], tf.int64))
"

# Each waits for the work that it is given; `is_over()` asks nothing of Python.
places <- list(
  sleeping = function(main, work, is_over) while (!is_over()) Sys.sleep(0.005),
  joining = function(main, work, is_over) work$join(),
  waiting = function(main, work, is_over) work$over$wait(),
  polling = function(main, work, is_over) while (work$is_alive()) NULL,
  `a blocking call` = function(main, work, is_over) py_call_blocking(work$join),
  `inside TensorFlow` = function(main, work, is_over) {
    main$through_tensorflow(work)()
  },
  `another callback` = function(main, work, is_over) main$call(function() work$join()),
  `asleep in another callback` = function(main, work, is_over) {
    main$call(function() while (!is_over()) Sys.sleep(0.005))
  },
  `a callback of a worker` = function(main, work, is_over) {
    py_call_blocking(main$call, function() work$join())
  }
)

in_every_place <- function(rounds) {
  in_new_session(function(code, ways, places, rounds) {
    library(rkeras)
    py_run_string(code)
    main <- import_main()
    same <- function(x) as.integer(x)
    counting <- function(n) {
      generator(function() {
        i <- -1L
        function() if (i < n - 1L) i <<- i + 1L
      })
    }
    wrong <- character()
    for (round in seq_len(rounds)) {
      for (way in ways) {
        for (place in names(places)) {
          cat(round, way, place, "\n")
          over <- FALSE
          f <- if (way == "from_generator") counting else same
          work <- main$Work(way, f, 5L, function() over <<- TRUE)
          places[[place]](main, work, function() over)
          work$join()
          if (!identical(work$result, 0:4)) wrong <- c(wrong, paste(way, place))
        }
      }
    }
    wrong
  }, ways, names_of_ways, lapply(places, `environment<-`, globalenv()), rounds, max_time = 300)
}

names_of_ways <- c(
  "thread", "pool", "py_function", "numpy_function", "parallel_map", "from_generator"
)

test_that("R functions are called in every way, wherever the main thread is", {
  skip_if_not(is_keras_available())
  expect_identical(in_every_place(repeats())$value, character())
})
