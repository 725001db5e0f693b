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
