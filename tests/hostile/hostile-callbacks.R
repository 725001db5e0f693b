# Ways for an R function that Python calls to leave, from all places where Python may call it
# (callbacks.py): `finally` runs, the condition arrives with its class, and Python's other threads
# and the next call go on.
source("tests/hostile/attacks.R", local = TRUE)

python <- paste(readLines("tests/hostile/callbacks.py"), collapse = "\n")

hostile <- function(message = "left") errorCondition(message, class = "hostile", call = NULL)

# `leave` is what Python calls. It arrives as a condition of the class `arrives`, or whose message
# matches it; without one, Python goes on. `around` calls Python and has the goals of jumps, which
# give "jumped".
way <- function(leave, arrives = NULL, around = function(call) call()) {
  list(leave = leave, arrives = arrives, around = around)
}

jump <- function(leave, around) way(leave, "jumped", around)

errors <- list(
  stop = way(function() stop(hostile()), "hostile"),
  `stop of text` = way(function() stop("left so"), "left so"),
  `stop of nothing` = way(function() stop(), "simpleError"),
  `an error without message` = way(
    function() stop(structure(class = c("hostile", "error", "condition"), list())), "hostile"
  ),
  `an odd message` = way(function() stop(hostile(c("a", NA, "b"))), "hostile"),
  `a long message` = way(function() stop(hostile(strrep("a", 1e6))), "hostile"),
  `a message of bytes` = way(function() stop(hostile("\xff\xfe%s\\")), "hostile"),
  `many classes` = way(
    function() stop(errorCondition("left", class = c("hostile", paste0("c", 1:1000)))), "hostile"
  ),
  `a warning as error` = way(function() {
    before <- options(warn = 2)
    on.exit(options(before))
    warning("left so")
  }, "left so"),
  `a handler that stops` = way(function() {
    withCallingHandlers(message("a"), message = function(m) stop(hostile()))
  }, "hostile"),
  `on.exit` = way(function() on.exit(stop(hostile())), "hostile"),
  `on.exit after an error` = way(function() {
    on.exit(stop(hostile()))
    stop("first")
  }, "hostile"),
  finally = way(function() tryCatch(1, finally = stop(hostile())), "hostile"),
  Recall = way(function(n = 5) if (n) Recall(n - 1) else stop(hostile()), "hostile"),
  recursion = way(function() {
    f <- function() f()
    f()
  }, "recursion|nested too deeply|stack"),
  `deep promises` = way(function() {
    f <- function(n, x) if (n) f(n - 1, x + 1) else x
    f(200, stop(hostile()))
  }, "hostile"),
  allocation = way(function() numeric(1e15), "cannot allocate"),
  `a time limit` = way(function() {
    setTimeLimit(elapsed = 0.02, transient = TRUE)
    on.exit(setTimeLimit())
    repeat sqrt(2)
  }, "time limit"),
  `C code` = way(function() vapply(1, function(x) stop(hostile()), 1), "hostile"),
  `sort and C code` = way(function() {
    fail <- function(a, b) stop(hostile())
    lapply(1:3, function(i) Reduce(fail, 1:3))
  }, "hostile"),
  `a Python error` = way(function() py_run_string("raise KeyError('left')"), "KeyError"),
  `a Python exit` = way(function() py_run_string("raise SystemExit(3)"), "SystemExit"),
  `an error with this call` = way(function() {
    call <- as.call(c(quote(f), as.list(1:1000)))
    stop(errorCondition("left", class = "hostile", call = call))
  }, "hostile"),
  `an error with data` = way(function() {
    data <- list(globalenv(), sum, quote(a), 1:10)
    stop(errorCondition("left", class = "hostile", data = data))
  }, "hostile")
)
if (requireNamespace("rlang", quietly = TRUE)) {
  errors$rlang <- way(function() rlang::abort("left", class = "hostile"), "hostile")
}

# R's jumps, and what does not leave.
jumps <- list(
  callCC = local({
    out <- NULL
    jump(function() out("jumped"), function(call) {
      callCC(function(k) {
        out <<- k
        call()
      })
    })
  }),
  `own restart` = jump(function() invokeRestart("own"), function(call) {
    withRestarts(call(), own = function() "jumped")
  }),
  `the restart abort` = jump(function() invokeRestart("abort"), function(call) {
    withRestarts(call(), abort = function() "jumped")
  }),
  `the restart continue` = jump(function() invokeRestart("continue"), function(call) {
    withRestarts(call(), continue = function() "jumped")
  }),
  `a message that is caught` = jump(function() message("a"), function(call) {
    tryCatch(call(), message = function(m) "jumped")
  }),
  `a warning that is caught` = jump(function() warning("a"), function(call) {
    tryCatch(call(), warning = function(w) "jumped")
  }),
  `a condition that is caught` = jump(
    function() signalCondition(structure(class = c("own", "condition"), list())),
    function(call) tryCatch(call(), own = function(e) "jumped")
  ),
  `an interrupt that is signalled` = jump(
    function() signalCondition(structure(class = c("interrupt", "condition"), list())),
    function(call) tryCatch(call(), interrupt = function(e) "jumped")
  ),
  `an interrupt` = jump(
    function() {
      tools::pskill(Sys.getpid(), tools::SIGINT)
      Sys.sleep(5)
    },
    function(call) tryCatch(call(), interrupt = function(e) "jumped")
  ),
  return = local({
    value <- NULL
    jump(function() value(), function(call) {
      f <- function(x) {
        value <<- function() x
        call()
      }
      f(return("jumped"))
    })
  }),
  `break` = local({
    value <- NULL
    jump(function() value(), function(call) {
      f <- function(x) {
        value <<- function() x
        call()
      }
      for (i in 1:2) f(break)
      "jumped"
    })
  }),
  `next` = local({
    value <- NULL
    jump(function() value(), function(call) {
      f <- function(x) {
        value <<- function() x
        call()
      }
      for (i in 1:2) f(next)
      "jumped"
    })
  }),
  `a handler's jump after on.exit` = jump(
    function() {
      on.exit(invokeRestart("own"))
      stop("left")
    },
    function(call) withRestarts(call(), own = function() "jumped")
  )
)

stays <- list(
  `an error in a finalizer` = way(function() {
    reg.finalizer(new.env(), function(e) stop("in a finalizer"))
    gc()
    1L
  }),
  `a condition without handler` = way(function() {
    signalCondition(structure(class = c("own", "condition"), list()))
    1L
  }),
  `an error that is handled` = way(function() {
    try(stop("a"), silent = TRUE)
    1L
  }),
  `quit in a child` = way(function() {
    child <- parallel::mcparallel(tools::pskill(Sys.getpid(), tools::SIGKILL))
    parallel::mccollect(child, wait = TRUE)
    1L
  }),
  `a message that is muffled` = way(
    function() {
      message("a")
      1L
    },
    around = function(call) suppressMessages(call())
  )
)

# What calls it, and Python handles or only shows its exceptions there.
handling <- c("in_try", "in_del", "in_weakref")
places <- c(
  "plain", "in_with", "in_generator", "in_thread", "in_property", "in_eq", "in_key", "in_compare",
  "in_hash", "in_missing", "in_repr", "in_init", "in_import_hook", "in_map_of_threads",
  "in_asyncio", "nested", handling
)

# `attack`: a place and a way. NULL, or what is wrong.
outcome <- function(attack, module) {
  way <- attack$way
  call <- function() {
    caller <- module[[attack$place]]
    if (attack$place == "nested") caller(way$leave, function(f) f()) else caller(way$leave)
    "went on"
  }
  before <- length(module$cleaned)
  arrived <- tryCatch(way$around(call), error = identity,
                      interrupt = function(i) "interrupted")
  setTimeLimit()
  c(
    if (!attack$place %in% handling) wrong_arrival(arrived, way$arrives),
    if (length(module$cleaned) == before) "`finally` has not run",
    if (!isTRUE(module$progresses())) "threads wait",
    if (!identical(module$plain(function() 7L), 7L)) "the next call fails"
  )
}

wrong_arrival <- function(arrived, expected) {
  if (is.null(expected)) {
    # Python may have refused the value.
    if (inherits(arrived, "error")) said_of(arrived)
  } else if (expected == "jumped") {
    if (!identical(arrived, "jumped")) paste("no jump, but", shown(arrived))
  } else {
    if (!inherits(arrived, "error")) return(paste("no error, but", shown(arrived)))
    is_so <- any(grepl(expected, c(class(arrived), conditionMessage(arrived)), useBytes = TRUE))
    if (!is_so) paste("another error:", shown(arrived))
  }
}

shown <- function(x) {
  if (!inherits(x, "condition")) return(deparse1(x))
  substr(paste(class(x)[[1]], conditionMessage(x)), 1, 150)
}

attack <- function() {
  module <- py_run_string(python, local = TRUE)
  ways <- c(errors, jumps, stays)
  attacks <- expand.grid(way = names(ways), place = places, stringsAsFactors = FALSE)
  listed <- Map(function(way, place) list(way = ways[[way]], place = place), attacks$way,
                attacks$place)
  names(listed) <- paste(attacks$way, attacks$place)
  run_attacks(listed, function(attack) outcome(attack, module))
}

# Where Keras and TensorFlow call R functions. `finally` is theirs.
in_keras <- list(
  fit = function(f) {
    model <- compile(keras_model_sequential(input_shape = 1) |> layer_dense(1), "sgd", "mse")
    own <- callback_lambda(on_epoch_end = function(epoch, logs) f())
    fit(model, matrix(1:4), 1:4, epochs = 2, callbacks = list(own), verbose = 0)
  },
  `a graph` = function(f) tf_function(function(x) f())(1),
  `a layer` = function(f) {
    model <- keras_model_sequential() |> layer_lambda(function(x) f())
    model(matrix(1))
  },
  `a generator` = function(f) {
    model <- compile(keras_model_sequential(input_shape = 1) |> layer_dense(1), "sgd", "mse")
    fit(model, function() f(), steps_per_epoch = 2, epochs = 1, verbose = 0)
  }
)

attack_keras <- function() {
  module <- py_run_string(python, local = TRUE)
  ways <- c(errors[c("stop", "on.exit", "recursion", "a Python error", "a time limit")],
            jumps[c("own restart", "return", "break", "an interrupt")])
  attacks <- expand.grid(way = names(ways), place = names(in_keras), stringsAsFactors = FALSE)
  listed <- Map(function(way, place) list(way = ways[[way]], call = in_keras[[place]]),
                attacks$way, attacks$place)
  names(listed) <- paste(attacks$way, attacks$place)
  run_attacks(listed, function(attack) {
    call <- function() {
      attack$call(attack$way$leave)
      "went on"
    }
    arrived <- tryCatch(attack$way$around(call), error = identity,
                        interrupt = function(i) "interrupted")
    setTimeLimit()
    c(
      wrong_arrival(arrived, attack$way$arrives),
      if (!isTRUE(module$progresses())) "threads wait",
      if (!identical(as.array(op_add(1, 2)), 3)) "Keras is broken"
    )
  })
}

list(
  `each way from each place` = list(run = function(round) in_own_session(attack)),
  `in Keras` = list(run = function(round) in_own_session(attack_keras))
)
