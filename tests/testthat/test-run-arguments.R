test_that("arguments are read, and their types guessed", {
  expect_identical(
    parse_arguments(c("--learning-rate=0.01", "--epochs", "5", "--verbose", "file.csv",
                      "--name=a=b", "--flag=false", "--x", "-3", "--text='a b'", "--none=",
                      "--last")),
    list(learning_rate = 0.01, epochs = 5L, verbose = "file.csv", name = "a=b", flag = FALSE,
         x = -3L, text = "a b", none = "", last = TRUE)
  )
  expect_identical(parse_arguments(character()), list())
  expect_identical(parse_arguments(c("a", "-b", "--")), list())
  expect_identical(parse_arguments(c("--a=1", "--a=2")), list(a = 2L))
  expect_identical(parse_arguments(c("--a", "--args", "file", "--b=2")), list(a = TRUE, b = 2L))
  expect_identical(parse_arguments(c("--a", "--b=yes")), list(a = TRUE, b = TRUE))
})

test_that("collections are vectors and lists", {
  expect_identical(parse_arguments("--units=[64, 32]"), list(units = c(64L, 32L)))
  expect_identical(parse_arguments(c("--names", "[a, b]", "--more={a: 1, b: x}")),
                   list(names = c("a", "b"), more = list(a = 1L, b = "x")))
  expect_identical(parse_arguments("--text=[not: {yaml]"), list(text = "[not: {yaml]"))
})

test_that("flags are read from sections of a file and replaced by arguments", {
  file <- withr::local_tempfile(fileext = ".yml")
  writeLines(c("default:", "  units: 32", "  dropout: 0.5", "  name: small", "large:",
               "  units: 256", "huge:", "  inherits: large", "  name: huge"), file)
  expect_identical(parse_flags("default", file, character()),
                   list(units = 32L, dropout = 0.5, name = "small"))
  expect_identical(parse_flags("large", file, "--dropout=1")[c("units", "dropout", "name")],
                   list(units = 256L, dropout = 1L, name = "small"))
  expect_identical(parse_flags("huge", file, "--new=2"),
                   list(units = 256L, dropout = 0.5, name = "huge", new = 2L))
  withr::local_envvar(R_CONFIG_ACTIVE = "large")
  expect_identical(parse_flags(file = file, arguments = character())$units, 256L)
  expect_refused(parse_flags(file = "none.yml"), "there is no file")
  withr::local_dir(withr::local_tempdir())
  expect_identical(parse_flags(arguments = "--a=1"), list(a = 1L))
})
