# The manual page of options against the code.

# The first arguments, where they are strings, of all calls of `name` in the package's functions.
strings_given_to <- function(name) {
  found <- character()
  walk <- function(code) {
    if (is.call(code)) {
      if (identical(code[[1]], as.name(name)) && length(code) > 1L) {
        given <- tryCatch(eval(code[[2]], baseenv()), error = function(e) NULL)
        if (is.character(given)) found <<- c(found, given)
      }
      lapply(as.list(code), walk)
    } else if (is.pairlist(code)) {
      lapply(as.list(code), walk)
    }
    NULL
  }
  namespace <- asNamespace("rkeras")
  for (f in Filter(is.function, as.list(namespace, all.names = TRUE))) {
    walk(formals(f))
    walk(body(f))
  }
  unique(found)
}

names_of <- function(settings) vapply(settings, `[[`, "", "name")

test_that("the manual page lists each option that the code reads, and no other", {
  tables <- document()
  used <- strings_given_to("getOption")
  expect_setequal(names_of(c(tables$package_options, tables$general_options)), used)
})

test_that("the manual page lists each environment variable that the code reads, and no other", {
  # Windows' own folders; the home directory there is one that Keras reads on all systems.
  windows <- c("USERPROFILE", "HOME", "LOCALAPPDATA", "APPDATA", "ProgramData", "ProgramFiles")
  used <- setdiff(strings_given_to("Sys.getenv"), windows)
  expect_setequal(names_of(document()$environment_variables), used)
})
