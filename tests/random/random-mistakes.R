# Random mistakes: one argument of a call in an example of the manual becomes another value, often a
# wrong one. The result may be a value, or an error of rkeras or Python, but none that R raises in
# the package's own code, such as "argument is of length zero".

# What installs, downloads, starts servers, or changes the session.
left_out <- paste(
  "install", "conda", "virtualenv", "uv_", "use_", "py_require", "py_config", "py_run",
  "source_python", "repl", "serve", "tensorboard", "get_file", "dataset_(mnist|imdb|cifar|reuters)",
  "dataset_(boston|fashion|california)", "application_", "run", "cluster", "distribut", "worker",
  "eng_python", "clear_session", "config_set", "interrupt", "with_", "until_out", "rkeras-package",
  sep = "|"
)

pages <- local({
  known <- NULL
  function() {
    if (is.null(known)) known <<- Filter(length, lapply(manual(), statements))
    known
  }
})

manual <- function() {
  pages <- tools::Rd_db("rkeras")
  pages[!grepl(left_out, names(pages))]
}

# The statements of a page's examples, also those within the condition under which they run.
statements <- function(page) {
  file <- tempfile(fileext = ".R")
  on.exit(unlink(file))
  tools::Rd2ex(page, file)
  if (!file.exists(file)) return(list())
  unlist(lapply(as.list(parse(file, keep.source = FALSE)), function(statement) {
    block <- if (is.call(statement) && identical(statement[[1]], quote(`if`))) statement[[3]]
    if (is.call(block) && length(block) == 2L) as.list(block[[2]])[-1] else list(statement)
  }), FALSE)
}

# The places of the calls of functions of rkeras within an expression.
calls_in <- function(x, place = integer()) {
  if (!is.call(x)) return(list())
  is_ours <- is.name(x[[1]]) && as.character(x[[1]]) %in% getNamespaceExports("rkeras")
  within <- lapply(seq_along(x)[-1], function(i) {
    if (!identical(x[[i]], substitute())) calls_in(x[[i]], c(place, i))
  })
  c(if (is_ours && length(x) > 1L) list(place), unlist(within, FALSE))
}

values <- list(
  quote(NULL), NA, NA_character_, integer(), character(), -1, 0.5, 1, 2L, 1:3, NaN, "a", "",
  c("a", "b"), TRUE, list(), list(1, "a"), list(a = 1, b = "x"), list(NULL), function(...) NULL,
  function(x) x, data.frame(a = 1:3, b = letters[1:3]), data.frame(), factor(c("a", "b", NA)),
  matrix(1:6, 2), matrix(numeric(), 0, 3), array(1, c(2, 2, 2)), 1i, as.raw(1:3), Sys.Date(),
  Sys.time(), quote(quote(f(x))), quote(y ~ x), new.env(), bit64::as.integer64(5), "dense", "mse",
  quote(as_tensor(c(1, 2))), quote(as_tensor(matrix(1, 2, 3))), quote(r_to_py(NULL)),
  quote(py_dict("a", 1)), quote(np_array(c(1, 2))), quote(layer_dense(units = 2)),
  quote(tensor_slices_dataset(matrix(1, 4, 3))), quote(import("os")), quote(shape(2, NA))
)

random_case <- function() {
  repeat {
    page <- sample(names(pages()), 1L)
    statement <- sample(length(pages()[[page]]), 1L)
    code <- pages()[[page]][[statement]]
    places <- calls_in(code)
    if (length(places) == 0L) next
    place <- places[[sample(length(places), 1L)]]
    called <- if (length(place)) code[[place]] else code
    return(list(page = page, statement = statement, value = sample(length(values), 1L),
                place = c(place, 1L + sample(length(called) - 1L, 1L))))
  }
}

mistaken <- function(case) {
  code <- pages()[[case$page]][[case$statement]]
  code[[case$place]] <- values[[case$value]]
  code
}

problem_in <- function(case) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  env <- new.env(parent = globalenv())
  withr::with_dir(withr::local_tempdir(), {
    for (code in utils::head(pages()[[case$page]], case$statement - 1L)) quietly(eval(code, env))
    quietly(eval(mistaken(case), env))
  })
}

# What R's own error is, if the package's code raises it. A mistake may make a loop endless.
quietly <- function(code) {
  said <- NULL
  setTimeLimit(elapsed = 20)
  on.exit(setTimeLimit())
  utils::capture.output(suppressMessages(suppressWarnings(tryCatch(
    withCallingHandlers(code, error = function(cnd) {
      if (!is_told(cnd) && is_raised_in_package(sys.nframe() - 1L)) said <<- conditionMessage(cnd)
    }),
    error = function(cnd) NULL
  ))))
  said
}

is_told <- function(cnd) {
  inherits(cnd, c("rkeras_error", "python.builtin.BaseException")) ||
    grepl(paste(
      "is missing, with no default", "no applicable method", "could not find function",
      "in selecting a method", "time limit", sep = "|"
    ), conditionMessage(cnd))
}

# The innermost function that is none of R's own packages, below the frames of the handler.
is_raised_in_package <- function(n) {
  for (i in rev(seq_len(n))) {
    home <- topenv(environment(sys.function(i)) %||% baseenv())
    name <- environmentName(home)
    if (!name %in% c("base", "stats", "utils", "methods", "tools")) return(name == "rkeras")
  }
  FALSE
}

shown_case <- function(case) {
  sprintf("%s: %s", case$page, substr(deparse1(mistaken(case)), 1L, 500L))
}

function(seed) {
  list(case = random_case(), wrong = problem_in, smaller = function(case) list(),
       shown = shown_case)
}
