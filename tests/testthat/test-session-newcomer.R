# The scripts of tests/acceptance/newcomer: what people new to the package write, each from the
# words of a guide alone.

test_that("who has read a guide can do what it is about", {
  folder <- test_path("..", "acceptance", "newcomer")
  skip_if_not(dir.exists(folder), "the source tree's tests/acceptance/newcomer")
  scripts <- list.files(normalizePath(folder), "[.]R$", full.names = TRUE)
  expect_length(scripts, 10)
  cited <- vapply(scripts, FUN.VALUE = "", function(script) {
    sub("^# rkeras_guide\\(\"([a-z-]+)\"\\): .*", "\\1", readLines(script, 1))
  })
  expect_identical(setdiff(cited, rkeras_guide()$name), character())
  failures <- callr::r(function(scripts) {
    library(rkeras)
    grDevices::pdf(NULL)
    lapply(scripts, function(script) {
      tryCatch(sys.source(script, new.env()), error = conditionMessage)
    })
  }, list(scripts))
  names(failures) <- basename(scripts)
  expect_identical(Filter(Negate(is.null), failures), structure(list(), names = character()))
})
