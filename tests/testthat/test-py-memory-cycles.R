# Each test runs in a separate session without other references or collections.

# Code shared by the sessions: `watch()` records when R finalizes an environment, and `collect()`
# runs the collection as a user does.
prelude <- quote({
  library(rkeras)
  py_run_string("
import functools, gc, threading, types, weakref
class Box:
  def __init__(self, x = None): self.x = x
  def call(self): return self.x()
kept = []
ended = []
")
  main <- import_main(convert = FALSE)
  gone <- new.env()
  watch <- function(name, env = parent.frame()) {
    force(name)
    gone[[name]] <- 0L
    reg.finalizer(env, function(e) gone[[name]] <- gone[[name]] + 1L)
  }
  collect <- function() {
    gc()
    import("gc")$collect()
    invisible(gc())
  }
  times_gone <- function() unlist(as.list(gone, sorted = TRUE))
})

in_session_with_prelude <- function(f, also = NULL) {
  body(f) <- as.call(append(as.list(body(f)), list(prelude, also), 1))
  in_new_session(f)
}

test_that("a cycle through both languages is collected", {
  output <- in_new_session(function() {
    library(rkeras)
    py_run_string("import types")
    f <- function() {
      obj <- py_eval("types.SimpleNamespace()")
      obj$callback <- function(x) obj
      reg.finalizer(environment(), function(e) cat("gone\n"))
      invisible()
    }
    f()
    gc()
    import("gc")$collect()
    gc()
    NULL
  })$output
  expect_match(output, "^gone")
})

test_that("whatever the cycle leads through, it is collected, and once", {
  result <- in_session_with_prelude(function() {
    box <- main$Box
    make <- list(
      attribute = function() {
        x <- py_eval("types.SimpleNamespace()")
        x$f <- function() x
      },
      list = function() {
        x <- py_eval("[1]", convert = FALSE)
        x$append(function() x)
      },
      dict = function() {
        x <- dict()
        x["f"] <- function() x
      },
      bound_method = function() {
        x <- box()
        method <- x$call
        x$x <- function() method
      },
      partial = function() {
        x <- box()
        partial <- import("functools")$partial(function() partial, x)
        x$x <- partial
      },
      function_itself = function() {
        f <- function() g
        g <- r_to_py(f)
      },
      attribute_of_function = function() {
        f <- r_to_py(function() NULL)
        f$x <- box(function() f)
      },
      figure_eight = function() {
        x <- box()
        y <- box()
        x$x <- function() y
        y$x <- function() x
      },
      environment = function() {
        x <- py_eval("[1]", convert = FALSE)
        x$append(environment())
      },
      list_of_r = function() {
        x <- box()
        x$x <- list(a = 1, f = function() x)
      },
      several_for_one = function() {
        f <- function() list(x, y)
        x <- box(f)
        y <- box(f)
      },
      class = function() {
        Class <- PyClass("Class", list(method = function(self) Class))
        Class()
      },
      instance = function() {
        Class <- PyClass("Class", list(
          `__init__` = function(self, x) self$x <- x,
          method = function(self) self$x()
        ))
        x <- Class(function() x)
      },
      private = function() {
        x <- R6::R6Class("Generator",
          public = list(method = function() private$f <- function() self),
          private = list(f = NULL)
        )
        x <- r_to_py(x)()
        x$method()
      },
      r6 = function() {
        generator <- R6::R6Class("Generator", public = list(x = NULL, method = function() class))
        class <- r_to_py(generator)
        x <- class()
        x$x <- function() x
      },
      ended_thread = function() {
        x <- import("threading")$Thread(target = function() x)
        x$callback <- function() x
      }
    )
    for (name in names(make)) {
      local({
        f <- make[[name]]
        body(f) <- call("{", call("watch", name), body(f))
        f()
      })
    }
    rm(f, make)
    before <- times_gone()
    collect()
    list(before = before, after = times_gone(), kept = nrow(py_protected()))
  })$value
  expect_identical(unname(result$before), rep(0L, length(result$before)))
  expect_identical(result$after, vapply(result$before, function(x) 1L, 1L))
  expect_identical(result$kept, 1L)
})

test_that("what either side still uses stays, and works", {
  result <- in_session_with_prelude(function() {
    by_r <- function() {
      watch("by_r")
      x <- main$Box()
      x$x <- function() "by R"
      own <- function() x
      x$own <- own
      own
    }
    by_python <- function() {
      watch("by_python")
      x <- main$Box()
      x$x <- function() if (is_py_object(x)) "by Python"
      main$kept$append(x)
    }
    by_both <- function() {
      watch("by_both")
      x <- main$Box()
      f <- function() if (is_py_object(x)) "by both"
      x$x <- f
      main$kept$append(x$call)
      f
    }
    by_frame <- function() {
      watch("by_frame")
      x <- main$Box()
      x$x <- function() x
      x$call()
      collect()
      identical(py_id(x$x()), py_id(x))
    }
    kept <- by_r()
    by_python()
    both <- by_both()
    framed <- by_frame()
    collect()
    out <- list(
      framed, py_to_r(kept()$call()), py$kept[[1]]$call(), py$kept[[2]](), both(), times_gone(),
      py_to_r(main$Box(3)$x)
    )
    rm(both)
    collect()
    out <- c(out, list(py$kept[[2]]()))
    rm(kept)
    py_run_string("kept.clear()")
    collect()
    c(out, list(times_gone()))
  })$value
  expect_identical(
    result[c(1:5, 7:8)], list(TRUE, "by R", "by Python", "by both", "by both", 3, "by both")
  )
  expect_identical(result[[6]], c(by_both = 0L, by_frame = 1L, by_python = 0L, by_r = 0L))
  expect_identical(result[[9]], c(by_both = 1L, by_frame = 1L, by_python = 1L, by_r = 1L))
})

test_that("what is behind something in use is not finalized early", {
  result <- in_session_with_prelude(function() {
    behind <- function() {
      file <- new.env()
      watch("file", file)
      function() file
    }
    make <- function() {
      watch("cycle")
      x <- main$Box(behind())
      x$own <- function() x
      x$pointer <- reg.finalizer
      x
    }
    x <- make()
    for (i in 1:3) collect()
    before <- times_gone()
    lives <- is.environment(x$call())
    rm(x)
    for (i in 1:3) collect()
    list(before, lives, times_gone())
  })$value
  expect_identical(result, list(c(cycle = 0L, file = 0L), TRUE, c(cycle = 1L, file = 1L)))
})

test_that("__del__, in R or in Python, runs once, while all is there", {
  result <- in_session_with_prelude(function() {
    py_run_string("
class Ending(Box):
  def __del__(self): ended.append(self.x(2))
")
    Class <- PyClass("Class", list(finalize = function(self) {
      x <- self$f(3)
      main$ended$append(x)
    }))
    make <- function() {
      watch("cycle")
      x <- py$Ending()
      y <- Class()
      x$x <- function(i) paste("Python", i, is_py_object(y), is_py_object(x), py_has_attr(y, "f"))
      y$f <- function(i) paste("R", i, is_py_object(y), is_py_object(x), py_has_attr(x, "x"))
    }
    make()
    collect()
    collect()
    list(sort(unlist(py$ended)), times_gone())
  })$value
  expect_identical(result, list(c("Python 2 TRUE TRUE TRUE", "R 3 TRUE TRUE TRUE"), c(cycle = 1L)))
})

test_that("what __del__ keeps lives on, in both languages", {
  result <- in_session_with_prelude(function() {
    py_run_string("
class Phoenix(Box):
  def __del__(self): kept.append(self)
")
    make <- function() {
      watch("cycle")
      secret <- "alive"
      x <- main$Phoenix()
      x$x <- function() if (py_has_attr(x, "x")) secret
    }
    make()
    collect()
    first <- list(py$kept[[1]]$call(), nrow(py_protected()))
    py_run_string("kept.clear()")
    collect()
    c(first, list(nrow(py_protected()), sum(subset(py_refs(), class == "__main__.Phoenix")$count)))
  })$value
  expect_identical(result, list("alive", 2L, 1L, 0L))
})

test_that("weak references into a cycle end with it", {
  result <- in_session_with_prelude(function() {
    note <- function(ref) main$ended$append("called")
    make <- function() {
      x <- main$Box()
      x$x <- function() x
      list(import("weakref")$ref(x, note), import("weakref")$ref(py_get_attr(x, "x")))
    }
    refs <- make()
    before <- vapply(refs, function(ref) is.null(ref()), NA)
    collect()
    list(before, vapply(refs, function(ref) is.null(ref()), NA), unlist(py$ended))
  })$value
  expect_identical(result, list(c(FALSE, FALSE), c(TRUE, TRUE), "called"))
})

test_that("what R's finalizer brings back from a cycle is whole", {
  result <- in_session_with_prelude(function() {
    saved <- NULL
    make <- function() {
      x <- main$Box()
      x$x <- function() x
      reg.finalizer(environment(), function(e) saved <<- e)
    }
    make()
    collect()
    identical(py_id(saved$x$call()), py_id(saved$x))
  })$value
  expect_true(result)
})

test_that("cycles that nobody collects do not pile up", {
  result <- in_session_with_prelude(function() {
    py_run_string("gc.disable()")
    make <- function() {
      x <- main$Box()
      x$x <- function() x
    }
    most <- 0
    for (i in seq_len(1e5)) {
      make()
      if (i %% 100 == 0) most <- max(most, nrow(py_protected()))
    }
    most
  })$value
  expect_lt(result, 2500)
})

test_that("collections in callbacks, finalizers and threads do no harm", {
  result <- in_session_with_prelude(function() {
    py_run_string("
def collecting(f):
  gc.collect()
  f()
  gc.collect()
def on_thread(f):
  thread = threading.Thread(target=collecting, args=(f,))
  thread.start()
  return thread
def waiting(f):
  event = threading.Event()
  def wait():
    event.wait()
    ended.append(f())
  thread = threading.Thread(target=wait)
  thread.start()
  return [event, thread]
")
    make <- function(name) {
      watch(name)
      x <- main$Box()
      x$x <- function() x
    }
    within <- function() {
      make("within")
      gc()
      import("gc")$collect()
    }
    py$collecting(within)
    local({
      e <- new.env()
      reg.finalizer(e, function(e) {
        make("in_finalizer")
        collect()
      })
    })
    gc()
    thread <- py$on_thread(function() make("on_thread"))
    thread$join()
    # Only a thread holds the function.
    waiting <- local({
      watch("held_by_thread")
      x <- main$Box("held by a thread")
      x$f <- function() x$x
      py$waiting(x$f)
    })
    collect()
    early <- gone$held_by_thread
    waiting[[1]]$set()
    waiting[[2]]$join()
    rm(waiting, thread)
    collect()
    collect()
    # R may lose the finalizers that a finalizer registers.
    rm("in_finalizer", envir = gone)
    list(early, unlist(py$ended), times_gone(), is.data.frame(py_refs()))
  })$value
  expect_identical(
    result,
    list(0L, "held by a thread", c(held_by_thread = 1L, on_thread = 1L, within = 1L), TRUE)
  )
})

test_that("R may collect at any allocation", {
  result <- in_session_with_prelude(function() {
    make <- function(name) {
      watch(name)
      x <- main$Box()
      x$x <- function() x
      x
    }
    kept <- make("kept")
    make("tortured")
    g <- import("gc", convert = FALSE)$collect
    gctorture(TRUE)
    g()
    gctorture(FALSE)
    collect()
    list(times_gone(), identical(py_id(kept$call()), py_id(kept)))
  })$value
  expect_identical(result, list(c(kept = 0L, tortured = 1L), TRUE))
})

test_that("a forked process leaves the parent's cycles alone", {
  result <- in_session_with_prelude(function() {
    make <- function() {
      watch("cycle")
      x <- main$Box()
      x$x <- function() x
    }
    make()
    child <- parallel::mclapply(1:2, function(i) {
      collect()
      "well"
    }, mc.cores = 2L)
    before <- times_gone()
    collect()
    list(child, before, times_gone())
  })$value
  expect_identical(result, list(list("well", "well"), c(cycle = 0L), c(cycle = 1L)))
})

# Random graphs of R environments and closures and of Python objects, and which of their nodes can
# be reached. Nodes 1 to `n` of each graph are R's, the others Python's.
graphs <- quote({
  py_run_string("
class Node:
  def __init__(self, name): self.name, self.held = name, []
  def hold(self, x): self.held.append(x)
  def __del__(self): ended.append(self.name)
roots = {}
def root(name, x): roots[name] = x
")
  n <- 6L
  nodes <- seq_len(2L * n)
  draw <- function(seed) {
    set.seed(seed)
    list(
      from = sample(nodes, 14L, TRUE), to = sample(nodes, 14L, TRUE),
      roots = sample(nodes, sample(0:3, 1L)), closure = sample(c(TRUE, FALSE), 14L, TRUE)
    )
  }
  reachable <- function(graph) {
    found <- graph$roots
    repeat {
      more <- setdiff(graph$to[graph$from %in% found], found)
      if (!length(more)) return(found)
      found <- c(found, more)
    }
  }
  name_of <- function(graph, i) sprintf("%d %d", graph, i)
  r_roots <- new.env()
  finalized <- character()
  r_node <- function(name) {
    force(name) # a promise would hold all nodes
    node <- new.env(parent = globalenv())
    reg.finalizer(node, function(e) finalized <<- c(finalized, name))
    node
  }
  as_held <- function(node, closure) {
    if (!is_py_object(node) && closure) eval(quote(function() NULL), node) else node
  }
  keep <- function(name, node) {
    if (is_py_object(node)) main$root(name, node) else r_roots[[name]] <- node
  }
  forget <- function(name) {
    if (exists(name, r_roots)) rm(list = name, envir = r_roots)
    main$roots$pop(name, NULL)
  }
  build <- function(g, graph) {
    made <- lapply(nodes, function(i) {
      if (i <= n) r_node(name_of(g, i)) else main$Node(name_of(g, i))
    })
    for (k in seq_along(graph$from)) {
      from <- made[[graph$from[k]]]
      to <- as_held(made[[graph$to[k]]], graph$closure[k])
      if (is_py_object(from)) from$hold(to) else assign(paste0("v", k), to, from)
    }
    for (i in graph$roots) keep(name_of(g, i), made[[i]])
  }
  dead <- function() sort(c(finalized, unlist(py$ended)))
})

test_that("exactly what cannot be reached dies, whatever the graph", {
  rounds <- in_session_with_prelude(also = graphs, function() {
    all <- lapply(1:400, draw)
    for (g in seq_along(all)) build(g, all[[g]])
    lapply(1:4, function(round) {
      # What a finalizer can reach dies in the next collection.
      repeat {
        before <- length(dead())
        for (i in 1:2) collect()
        died <- dead()
        if (length(died) == before) break
      }
      expected <- unlist(lapply(seq_along(all), function(g) {
        name_of(g, setdiff(nodes, reachable(all[[g]])))
      }))
      # What only a forgotten root holds dies when R collects, which may be at once.
      for (g in seq_along(all)) {
        for (i in utils::head(all[[g]]$roots, 1L)) forget(name_of(g, i))
        all[[g]]$roots <<- all[[g]]$roots[-1]
      }
      list(dead = died, expected = sort(expected))
    })
  })$value
  for (round in rounds) expect_identical(round$dead, round$expected)
  expect_length(rounds[[4]]$dead, 400L * 12L)
})

test_that("py_gc() looks for cycles also where the option says not to", {
  seen <- in_session_with_prelude(function() {
    options(rkeras.collect_cycles = FALSE)
    make <- function(name) {
      watch(name)
      box <- main$Box()
      box$x <- function() box
      invisible()
    }
    for (name in c("a", "b")) make(name)
    for (i in 1:3) collect()
    before <- times_gone()
    py_gc()
    gc()
    list(before = before, after = times_gone())
  })$value
  expect_identical(seen$before, c(a = 0L, b = 0L))
  expect_identical(seen$after, c(a = 1L, b = 1L))
})
