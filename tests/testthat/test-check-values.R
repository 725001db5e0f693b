test_that("a choice is one of those given, which match_choice() completes", {
  drawn <- function(type = c("line", "bar")) match_choice(type)
  expect_identical(drawn(), "line")
  expect_identical(drawn("b"), "bar")
  expect_identical(as_choice(c("", "GZIP"), c("", "GZIP"), "type"), "")
  expect_identical(as_choice("", c("GZIP", ""), "type"), "")
  message <- "`type` must be one of \"line\", \"bar\", not "
  wrongs <- list(list("pie", "\"pie\""), list(1, "1"), list(character(), "a vector of length 0"))
  for (wrong in wrongs) {
    expect_error(drawn(wrong[[1]]), paste0(message, wrong[[2]]), class = "rkeras_error_argument")
    expect_error(as_choice(wrong[[1]], c("line", "bar"), "type"), paste0(message, wrong[[2]]),
                 class = "rkeras_error_argument")
  }
  expect_error(as_choice("b", c("line", "bar"), "type"), message)
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
