# Objects of Python that lie, raise or never end (objects.py), and what R users do with any object.
# Each gives a value, or an error of a class of rkeras or Python, in limited time, and the session
# goes on.

source("tests/hostile/attacks.R", local = TRUE)

python <- paste(readLines("tests/hostile/objects.py"), collapse = "\n")

operations <- list(
  print = function(x) capture.output(print(x)),
  str = function(x) capture.output(str(x)),
  length = function(x) length(x),
  names = function(x) names(x),
  as.list = function(x) as.list(x),
  first = function(x) x[[1]],
  by_name = function(x) x[["a"]],
  attribute = function(x) x$a,
  set_attribute = function(x) x$a <- 1,
  set_item = function(x) x[["a"]] <- 1,
  equal = function(x) x == x,
  same = function(x) identical(x, x),
  plus = function(x) x + 1,
  as.character = function(x) as.character(x),
  format = function(x) format(x),
  summary = function(x) capture.output(print(summary(x))),
  class = function(x) class(x),
  dim = function(x) dim(x),
  convert = function(x) py_to_r(x),
  nested = function(x) py_to_r(r_to_py(list(a = x, b = list(x)))),
  in_callback = function(x) py_eval("lambda f, x: f(x)")(function(x) x, x),
  out_of_callback = function(x) py_eval("lambda f: f()")(function() x),
  in_frame = function(x) r_to_py(data.frame(a = I(list(x)))),
  as_key = function(x) py_dict(list(x), list(1)),
  saved = function(x) saveRDS(x, tempfile()),
  call = function(x) if (is.function(x)) x(),
  call_by_name = function(x) if (is.function(x)) x(a = 1),
  iterate = function(x) iterate(x, identity),
  str_of = function(x) py_str(x),
  has = function(x) py_has_attr(x, "a"),
  len = function(x) py_len(x),
  as.numeric = function(x) as.numeric(x),
  unlist = function(x) unlist(list(x)),
  copied = function(x) import("copy")$copy(x),
  help = function(x) py_list_attributes(x)
)

# What is wrong with an operation on an object; NULL means nothing.
outcome <- function(operation, x) {
  environment(operation) <- globalenv()
  fails <- function(error) {
    text <- conditionMessage(error)
    is_classed <- inherits(error, c("rkeras_error", "python.builtin.BaseException"))
    # R has its own errors for a limit of time, and for a list in as.numeric().
    is_fine <- is_classed && !grepl("failed internally|panic", text) ||
      grepl("time limit|cannot be coerced to type 'double'", text)
    if (!is_fine) paste(class(error)[[1]], substr(text, 1, 150))
  }
  began <- proc.time()[[3]]
  setTimeLimit(elapsed = 0.1, transient = TRUE)
  said <- tryCatch(
    {
      suppressWarnings(suppressMessages(operation(x)))
      NULL
    },
    error = fails, interrupt = function(e) NULL
  )
  setTimeLimit()
  seconds <- proc.time()[[3]] - began
  c(said, if (seconds > 3) sprintf("takes %.1f s", seconds))
}

# One object after the other.
attack <- function() {
  objects <- py_get_item(py_run_string(python, local = TRUE, convert = FALSE), "objects")
  make <- py_eval("lambda objects, name: objects[name]()", convert = FALSE)
  wrong <- character()
  for (name in py_eval("list")(objects)) {
    for (what in names(operations)) {
      writeLines(paste(name, what), Sys.getenv("HOSTILE_PROGRESS"))
      said <- outcome(operations[[what]], make(objects, name))
      if (length(said)) wrong <- c(wrong, paste0(name, ", ", what, ": ", said))
    }
  }
  if (!identical(py_eval("1 + 1"), 2L)) wrong <- c(wrong, "the session is broken")
  wrong
}

list(`each with each` = list(run = function(round) in_own_session(attack)))
