# R functions that Python calls from threads, and that call the same Python function again: what the
# threads hold and wait for is in every combination. Each value is known beforehand.
nesting_python <- "
import threading, queue, asyncio, logging, multiprocessing.pool, time
from concurrent.futures import ThreadPoolExecutor, as_completed
def pool(f, n):
    with ThreadPoolExecutor(2) as e: return list(e.map(f, range(n)))
def threads(f, n):
    out = [None] * n
    def run(i): out[i] = f(i)
    ts = [threading.Thread(target=run, args=[i]) for i in range(n)]
    for t in ts: t.start()
    for t in ts: t.join()
    return out
def queues(f, n):
    ask, answer = queue.Queue(), queue.Queue()
    def run():
        while True:
            i = ask.get()
            if i is None: return
            answer.put((i, f(i)))
    ts = [threading.Thread(target=run) for _ in range(2)]
    for t in ts: t.start()
    for i in range(n): ask.put(i)
    out = dict(answer.get() for _ in range(n))
    for t in ts: ask.put(None)
    for t in ts: t.join()
    return [out[i] for i in range(n)]
def aio(f, n):
    async def main():
        loop = asyncio.get_running_loop()
        return await asyncio.gather(*(loop.run_in_executor(None, f, i) for i in range(n)))
    return asyncio.run(main())
def thread_pool(f, n):
    with multiprocessing.pool.ThreadPool(2) as p: return p.map(f, range(n))
def completed(f, n):
    with ThreadPoolExecutor(2) as e:
        fs = {e.submit(f, i): i for i in range(n)}
        out = {fs[x]: x.result() for x in as_completed(fs)}
    return [out[i] for i in range(n)]
lock = threading.RLock()
def locked(f, n):
    out = [None] * n
    def run(i):
        v = f(i)
        with lock: out[i] = v
    ts = [threading.Thread(target=run, args=[i]) for i in range(n)]
    with lock:
        for t in ts: t.start()
        time.sleep(0.03)
    for t in ts: t.join()
    return out
def take():
    with lock: return 1
def polled(f, n):
    with ThreadPoolExecutor(2) as e:
        fs = [e.submit(f, i) for i in range(n)]
        while not all(x.done() for x in fs): time.sleep(0.005)
    return [x.result() for x in fs]
class Handler(logging.Handler):
    def emit(self, record): self.f(record.getMessage())
log = logging.getLogger('rk'); log.setLevel('INFO'); log.propagate = False
handler = Handler(); handler.f = lambda s: None; log.addHandler(handler)
def info(x): log.info('%s', x)
"

# Some wait in a loop, or hold a lock of the program's.
# Each takes its time, so they nest less deeply.
nesting_levels <- c(
  pool = 2, threads = 2, queues = 2, aio = 2, thread_pool = 2, completed = 2, locked = 1, polled = 1
)

# Runs each way so many times in an R of its own, whose time-out must never fire. Gives what was
# wrong.
nested_calls <- function(rounds, max_time = 100) {
  in_new_session(function(code, levels, rounds) {
    library(rkeras)
    py_run_string(code)
    main <- import_main()
    main$handler$f <- function(text) nchar(text)
    called <- function(way, level) {
      function(i) {
        if (i %% 2 == 0) main$info(i)
        if (i %% 3 == 0) import("colorsys")$rgb_to_hsv(1, 1, 1)
        if (way == "locked") main$take()
        if (level == 0) i else sum(unlist(main[[way]](called(way, level - 1), 3L)))
      }
    }
    wrong <- character()
    for (round in seq_len(rounds)) {
      for (way in names(levels)) {
        cat(round, way, "\n")
        level <- levels[[way]]
        total <- sum(unlist(main[[way]](called(way, level), 3L)))
        if (total != 3 * 3^level) wrong <- c(wrong, paste(way, total))
      }
    }
    wrong
  }, nesting_python, nesting_levels, rounds, max_time = max_time)$value
}
