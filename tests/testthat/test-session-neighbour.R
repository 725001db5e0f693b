# Both packages in one session, with one Python, in a process of its own.
with_both <- function(first) {
  in_new_session(function(first, python) {
    Sys.setenv(RETICULATE_PYTHON = python, RKERAS_PYTHON = python)
    second <- setdiff(c("rkeras", "reticulate"), first)
    loadNamespace(first)
    if (first == "reticulate") reticulate::py_eval("1") else rkeras::py_eval("1")
    loadNamespace(second)
    ours <- rkeras::py_eval("{'a': 1, 'b': [1, 2]}", convert = FALSE)
    theirs <- reticulate::py_eval("{'a': 2, 'b': [3, 4]}", convert = FALSE)
    describe <- function(x, to_r) {
      x$c <- 5L
      list(
        a = to_r(x$a), b = to_r(x[["b"]]), c = to_r(x["c"]), length = length(x), names = names(x),
        keys = to_r(x$get("a")), printed = utils::capture.output(print(x))
      )
    }
    list(
      ours = describe(ours, rkeras::py_to_r), theirs = describe(theirs, reticulate::py_to_r),
      equal = c(ours == ours, toupper(format(theirs == theirs)) == "TRUE"),
      sum = rkeras::py_to_r(rkeras::r_to_py(2L) + 1L),
      mixed = tryCatch(ours == theirs, error = conditionMessage),
      module = rkeras::import("os")$sep,
      their_module = reticulate::import("os")$sep,
      their_main = {
        reticulate::py_run_string("shared = 7")
        rkeras::py_eval("shared")
      },
      error = tryCatch(rkeras::py_eval("{}['k']"), error = function(e) e$args),
      their_function = reticulate::import_builtins()$len("abc")
    )
  }, first, py_exe())$value
}

for (first in c("rkeras", "reticulate")) {
  test_that(paste("each package's objects have its own methods,", first, "loaded first"), {
    found <- with_both(first)
    expect_identical(found$ours$a, 1L)
    expect_identical(found$ours$b, 1:2)
    expect_identical(found$ours[c("c", "length", "keys")], list(c = 5L, length = 3L, keys = 1L))
    expect_identical(found$ours$names, c("a", "b", "c"))
    expect_identical(found$ours$printed, "{'a': 1, 'b': [1, 2], 'c': 5}")
    expect_identical(found$theirs$b, 3:4)
    expect_identical(found$theirs[c("a", "c", "length", "keys")],
                     list(a = 2L, c = 5L, length = 3L, keys = 2L))
    expect_identical(found$theirs$printed, "{'a': 2, 'b': [3, 4], 'c': 5}")
    expect_identical(found$equal, c(TRUE, TRUE))
    expect_identical(found$sum, 3L)
    expect_match(found$mixed, "of rkeras, the other one of reticulate")
    expect_identical(found$module, "/")
    expect_identical(found$their_module, "/")
    expect_identical(found$their_main, 7L)
    expect_identical(found$error, list("k"))
    expect_identical(found$their_function, 3L)
  })
}
