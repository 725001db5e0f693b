test_that("a choice is one of those given, which match_choice() completes", {
  drawn <- function(type = c("line", "bar")) match_choice(type)
  expect_identical(drawn(), "line")
  expect_identical(drawn("b"), "bar")
  expect_identical(as_choice(c("", "GZIP"), c("", "GZIP"), "type"), "")
  expect_identical(as_choice("", c("GZIP", ""), "type"), "")
  message <- "`type` must be one of \"line\", \"bar\", not "
  wrongs <- list(list("pie", "\"pie\""), list(1, "1"), list(1:3, "a vector of length 3"))
  for (wrong in wrongs) {
    expect_refused(drawn(wrong[[1]]), paste0(message, wrong[[2]]))
    expect_refused(as_choice(wrong[[1]], c("line", "bar"), "type"), paste0(message, wrong[[2]]))
  }
  expect_error(as_choice("b", c("line", "bar"), "type"), message)
})

test_that("an argument is what it must be, or an error says what it is", {
  f <- function(size) {
    must_be(size, "one number", is.numeric(size) && length(size) == 1L, remedy = " See ?f.")
    must_return(size, "a positive one", size > 0, "g")
    size
  }
  environment(f) <- asNamespace("rkeras")
  expect_identical(f(2), 2)
  expect_refused(f("a"), "`size` must be one number, not \"a\". See ?f.", fixed = TRUE)
  expect_error(f(-2), "`g` must return a positive one, not -2.", fixed = TRUE)
})

test_that("closest() finds misspelled names, and names of which words were left out", {
  losses <- c("binary_crossentropy", "sparse_categorical_crossentropy", "huber", "poisson")
  expect_identical(closest("hubr", losses), "huber")
  expect_identical(closest("binary_crosentropy", losses), "binary_crossentropy")
  expect_identical(closest("sparse_crossentropy", losses), "sparse_categorical_crossentropy")
  expect_identical(closest("xyzzyxyzzy", losses), character())
  expect_identical(did_you_mean("units"), " Did you mean `units`?")
  expect_identical(did_you_mean(character()), "")
})

test_that("arguments whose defaults are TRUE or FALSE take nothing else", {
  f <- function(x, quiet = FALSE, other = NA, all = TRUE) {
    check_flags()
    list(quiet, all)
  }
  environment(f) <- asNamespace("rkeras")
  expect_identical(f(1), list(FALSE, TRUE))
  expect_identical(f("a", 1, "b", 0), list(TRUE, FALSE))
  expect_refused(f(1, quiet = "no"), "`quiet` must be TRUE or FALSE, not \"no\"")
  expect_error(f(1, all = NULL), "`all` must be TRUE or FALSE, not NULL")
  expect_error(f(1, all = NA), "not NA")
  expect_error(f(1, all = c(TRUE, FALSE)), "not a vector of length 2")
})

test_that("functions check their arguments that are TRUE or FALSE", {
  is_checked <- function(f, name) {
    text <- paste(deparse(body(f)), collapse = " ")
    by_rules <- "capture_|dataset_verb|data_source|add_(group_)?steps"
    own <- sprintf("%s|check_flags\\(\\)|(as_flag|check_logical)\\(%s,", by_rules, name)
    grepl(own, text) || grepl("import\\(\"|hooks_of_delay|as_echo\\(", text) # which check them
  }
  exports <- sapply(getNamespaceExports("rkeras"), get, asNamespace("rkeras"), simplify = FALSE)
  unchecked <- unlist(lapply(names(Filter(is.function, exports)), function(name) {
    f <- exports[[name]]
    flags <- names(Filter(function(x) isTRUE(x) || isFALSE(x), as.list(formals(f))))
    sprintf("%s(%s)", name, flags)[!vapply(flags, is_checked, NA, f = f)]
  }))
  expect_identical(unchecked, character())
})
