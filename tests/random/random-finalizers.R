# Finalizers of R that read, save and bring back what they reach: environments, R6 objects and
# closures that hold Python objects and memory of NumPy, in random graphs, also through both
# languages, dropped in random order while R and Python collect and NumPy uses freed memory again.
# Every value that is read is the value that was written.
local({ # nolint: cyclocomp_linter.
  classes <- list(
    environment = function(id) new.env(),
    r6 = function(id) R6::R6Class("Node", public = list(id = NULL, held = NULL))$new(),
    closure = function(id) {
      held <- NULL
      function() held
    },
    object = function(id) py_eval("types.SimpleNamespace()"),
    doubles = function(id) numpy$full(5000L, id + 0.5),
    integers = function(id) numpy$full(9000L, id, dtype = "int32"),
    complexes = function(id) numpy$full(5000L, complex(real = id, imaginary = -id)),
    reference = function(id) r_to_py(numpy)$full(5000L, id + 0.5),
    strings = function(id) py_eval(sprintf("['text %d'] * 5000", id)),
    dates = function(id) numpy$full(5000L, numpy$datetime64("2020-01-01") + id)
  )
  is_written <- list(
    doubles = function(x, id) all(x == id + 0.5),
    integers = function(x, id) is.integer(x) && all(x == id),
    complexes = function(x, id) all(x == complex(real = id, imaginary = -id)),
    reference = function(x, id) py_to_r(x$sum()) == 5000 * (id + 0.5),
    strings = function(x, id) length(x) == 5000L && all(x == sprintf("text %d", id)),
    dates = function(x, id) all(x == as.Date("2020-01-01") + id)
  )
  containers <- c("environment", "r6", "closure", "object")

  numpy <- NULL
  start <- function() {
    if (!is.null(numpy)) return()
    numpy <<- import("numpy")
    py_run_string("import types, numpy, gc")
  }

  # A container holds nodes, each with its class and number, by name.
  hold <- function(container, class, name, node) {
    switch(class,
      object = py_set_attr(container, name, node),
      closure = assign("held", c(environment(container)$held, stats::setNames(list(node), name)),
                       environment(container)),
      environment = assign(name, node, container),
      r6 = container$held[[name]] <- node
    )
  }
  held <- function(container, class) {
    switch(class,
      object = {
        names <- grep("^n_", names(container), value = TRUE)
        stats::setNames(lapply(names, function(name) py_get_attr(container, name)), names)
      },
      closure = container(),
      environment = as.list(container, all.names = TRUE),
      r6 = container$held
    )
  }
  name_of <- function(class, id) sprintf("n_%s_%d", class, id)
  # What is wrong with a node and what it holds, as far as `depth` says.
  wrong_with <- function(node, class, id, depth) {
    if (!class %in% containers) {
      node <- if (class == "reference") node else py_to_r(node)
      right <- isTRUE(is_written[[class]](node, id))
      return(if (!right) sprintf("%s %d is not as written", class, id))
    }
    if (depth == 0) return(NULL)
    all <- held(node, class)
    unlist(lapply(names(all), function(name) {
      parts <- strsplit(name, "_", fixed = TRUE)[[1]]
      node <- all[[name]]
      if (parts[[2]] %in% c("environment", "r6", "closure")) node <- py_to_r(node)
      wrong_with(node, parts[[2]], as.integer(parts[[3]]), depth - 1)
    }))
  }

  churn <- function() {
    py_run_string("
freed = [numpy.full(n, 7.25) for n in (5000, 4500, 10000) for i in range(4)]
numbers = [numpy.full(9000, 77, dtype='int32') for i in range(4)]
texts = ['other'.upper() + str(i) for i in range(5000)]
")
  }

  run <- function(case) {
    start()
    nodes <- list()
    saved <- list()
    said <- character()
    note <- function(x) said <<- c(said, tryCatch(x, error = conditionMessage))
    finalizer <- function(class, id, does) {
      force(list(class, id, does))
      function(e) {
        if (class == "closure") e <- e$self
        note(wrong_with(e, class, id, 3))
        if (does == "save") saved <<- c(saved, unname(held(e, class)))
        if (does == "revive") saved[[name_of(class, id)]] <<- e
      }
    }
    step <- function(x) {
      pick <- function(i) if (length(nodes)) nodes[[(i - 1L) %% length(nodes) + 1L]]
      from <- pick(x$from)
      switch(x$does,
        make = nodes[[length(nodes) + 1L]] <<- list(
          class = x$class, id = x$from, node = classes[[x$class]](x$from)
        ),
        hold = {
          to <- pick(x$to)
          if (length(from) && from$class %in% containers) {
            hold(from$node, from$class, name_of(to$class, to$id), to$node)
          }
        },
        finalize = if (length(from) && from$class %in% c("environment", "r6", "closure")) {
          env <- if (from$class == "closure") environment(from$node) else from$node
          # The finalizer finds the closure by its environment.
          if (from$class == "closure") assign("self", from$node, env)
          reg.finalizer(env, finalizer(from$class, from$id, x$finalizer))
        },
        drop = if (length(nodes)) nodes[[(x$from - 1L) %% length(nodes) + 1L]] <<- NULL,
        collect = switch(x$class, r = gc(full = x$from %% 2 == 0), both = py_gc(), churn = churn())
      )
    }
    gctorture2(case$torture)
    on.exit(gctorture2(0L))
    for (x in case$steps) step(x)
    nodes <- list()
    gctorture2(0L)
    for (i in 1:3) {
      gc()
      churn()
      if (case$both) py_gc()
    }
    for (name in names(saved)) if (nzchar(name)) {
      parts <- strsplit(name, "_", fixed = TRUE)[[1]]
      note(wrong_with(saved[[name]], parts[[2]], as.integer(parts[[3]]), 3))
    }
    if (length(said)) paste(unique(said), collapse = "; ")
  }

  draw <- function() {
    number <- function() sample.int(40L, 1L)
    steps <- lapply(seq_len(sample(10:60, 1L)), function(i) {
      does <- sample(c("make", "hold", "finalize", "drop", "collect"), 1L,
                     prob = c(5, 6, 3, 1.5, 0.5))
      class <- if (does == "make") {
        sample(names(classes), 1L, prob = c(3, 2, 2, 3, 2, 1, 1, 2, 1, 1))
      } else if (does == "collect") {
        sample(c("r", "both", "churn"), 1L)
      }
      list(does = does, class = class, from = number(), to = number(),
           finalizer = sample(c("read", "save", "revive"), 1L))
    })
    torture <- sample(c(0L, 0L, 997L, 211L), 1L)
    list(steps = steps, torture = torture, both = sample(c(TRUE, FALSE), 1L))
  }
  smaller <- function(case) {
    lapply(rev(seq_along(case$steps)), function(i) {
      case$steps[[i]] <- NULL
      case
    })
  }
  shown <- function(case) {
    steps <- vapply(case$steps, function(x) {
      paste(c(x$does, x$class, x$from, if (x$does == "hold") x$to,
              if (x$does == "finalize") x$finalizer), collapse = " ")
    }, "")
    sprintf("torture %d, %s: %s", case$torture, if (case$both) "both collect" else "R collects",
            paste(steps, collapse = ", "))
  }
  function(seed) list(case = draw(), wrong = run, smaller = smaller, shown = shown)
})
