# The manual as a whole: what help.search() finds.

# The title, aliases and concepts of each page, which help.search() reads. The pages of the sources,
# if the tests run there, otherwise those of the installed package.
searched_lines <- function() {
  sources <- testthat::test_path("..", "..", "man")
  lines <- if (dir.exists(sources)) {
    unlist(lapply(list.files(sources, "[.]Rd$", full.names = TRUE), readLines, encoding = "UTF-8"))
  } else {
    unlist(lapply(tools::Rd_db("rkeras"), function(page) {
      strsplit(paste(as.character(page), collapse = ""), "\n")[[1]]
    }))
  }
  grep("^\\\\(title|alias|concept)[{]", lines, value = TRUE)
}

searched_words <- c(
  "GPU", "CUDA", "pandas", "tokenize", "overfit", "batch size", "fine-tune", "transfer learning",
  "hyperparameter", "gradient tape", "dataset pipeline", "interrupt"
)

test_that("help.search() finds pages for the words that newcomers search for", {
  lines <- tolower(searched_lines())
  for (word in searched_words) {
    expect_true(any(grepl(tolower(word), lines, fixed = TRUE)), label = paste(word, "is found"))
  }
})

# The page of errors against the code.

# The kinds given to abort() or warn() as strings, in all functions of the package.
kinds_given_to <- function(name) {
  found <- character()
  walk <- function(code) {
    if (is.call(code) && identical(code[[1]], as.name(name))) {
      kind <- match.call(get(name, asNamespace("rkeras")), code)$kind
      found <<- c(found, if (is.character(kind)) kind)
    }
    if (is.call(code) || is.pairlist(code)) lapply(as.list(code), walk)
  }
  for (f in Filter(is.function, as.list(asNamespace("rkeras"), all.names = TRUE))) walk(body(f))
  unique(found)
}

# Those of src/rust/src/error/, which abort() does not raise or not only.
kinds_of_rust <- c("argument", "convert", "internal", "memory", "module", "nesting", "python")

test_that("the page has each class of error", {
  expect_setequal(
    c(kinds_given_to("abort"), kinds_of_rust), names(document()$error_kinds)
  )
})

test_that("the page has each class of warning that R code gives", {
  expect_setequal(c("argument", kinds_given_to("warn")), names(document()$warning_kinds))
})

test_that("a missing module and a missing key have the classes that the page names", {
  expect_error(py_eval("{}['a']"), class = "python.builtin.KeyError")
  expect_error(import("no_such_module"), class = "python.builtin.ModuleNotFoundError")
  expect_error(import("no_such_module"), class = "rkeras_error")
})

test_that("messages of snapshots are read with the code that causes them", {
  lines <- c(
    "# a test", "", "    Code", "      told(layer_conv_2d(filters = -1))", "    Output",
    "      layer_conv_2d(): `filters` must be positive.", "      ", "    Code",
    "      raised(r_to_py(x))", "    Output",
    "      Error <rkeras_error_convert>: `x` cannot be converted.", "", "# another", "",
    "    Code", "      print(1)", "    Output", "      [1] 1"
  )
  expect_identical(document()$snapshot_entries(lines), list(
    list(
      code = "layer_conv_2d(filters = -1)", kind = "Error",
      message = "`filters` must be positive."
    ),
    list(code = "r_to_py(x)", kind = "Error", message = "`x` cannot be converted.")
  ))
})

test_that("a message is a comment below its code, at most 76 columns wide", {
  entry <- list(code = "f(x)", kind = "Error", message = strrep("word ", 40))
  lines <- strsplit(document()$entry_lines(entry), "\n")[[1]]
  expect_identical(lines[[1]], "f(x)")
  expect_match(lines[[2]], "^#> Error: word word")
  expect_lte(max(nchar(lines)), 76)
})

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
