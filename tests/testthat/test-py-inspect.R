python <- function(code) py_eval(code, convert = FALSE)

test_that("is_py_object() tells Python objects from R values", {
  expect_true(is_py_object(python("1")))
  expect_true(is_py_object(python("len")))
  expect_true(is_py_object(import("os")))
  expect_false(is_py_object(1L))
  expect_false(is_py_object(NULL))
  expect_false(is_py_object(identity))
  expect_false(is_py_object(new.env()))
})

test_that("py_repr() and py_str() are Python's", {
  x <- python("'a'")
  expect_identical(py_repr(x), "'a'")
  expect_identical(py_str(x), "a")
  expect_identical(py_str(import("os")), "Module(os)")
  expect_identical(py_repr(c(1, 2)), "[1.0, 2.0]")
  expect_identical(py_str("a"), "a")
})

test_that("py_id() is equal for the same object only", {
  x <- python("[]")
  y <- r_to_py(list(x))[[0]]
  expect_type(py_id(x), "character")
  expect_identical(py_id(x), py_id(y))
  expect_false(py_id(x) == py_id(python("[]")))
})

test_that("py_len() and py_bool()", {
  expect_identical(py_len(python("[1, 2]")), 2L)
  expect_error(py_len(python("1")), class = "python.builtin.TypeError")
  expect_identical(py_len(python("1"), default = -1L), -1L)
  expect_identical(py_bool(python("[]")), FALSE)
  expect_identical(py_bool(python("[0]")), TRUE)
  expect_identical(py_bool(TRUE), TRUE)
})

test_that("references from another session are recognised without Python", {
  x <- python("[]")
  expect_false(py_is_null_xptr(x))
  expect_null(py_validate_xptr(x))
  path <- withr::local_tempfile()
  saveRDS(list(x, python("len")), path)
  lost <- readRDS(path)
  expect_true(py_is_null_xptr(lost[[1]]))
  expect_true(py_is_null_xptr(lost[[2]]))
  expect_refused(py_validate_xptr(lost[[1]]), "another R session")
  expect_refused(py_is_null_xptr(1), "`x` must be a Python object")
})

test_that("every method of a Python object is an error where the object no longer exists", {
  table <- getNamespaceInfo("rkeras", "S3methods")
  methods <- data.frame(
    generic = as.character(table[, 1]), class = as.character(table[, 2]),
    method = as.character(table[, 3])
  )
  libraries <- c("python[.]builtin", "tensorflow", "keras", "numpy", "pandas", "polars", "pyarrow",
                 "scipy", "PIL", "rkeras")
  is_of_python <- grepl(sprintf("^(%s)[.]", paste(libraries, collapse = "|")), methods$class)
  methods <- methods[is_of_python, ]
  # What prints, asks for the kind of the value or takes a single object as it is, and wrong
  # arguments.
  passes <- c(
    "print", "str", "summary", ".DollarNames", "type_sum", "is.array", "is.matrix", "is.numeric",
    "is.na", "is.nan", "is.finite", "is.infinite", "anyNA", "as.environment", "c", "conditionCall"
  )
  methods <- methods[!methods$generic %in% passes, ]
  # Beside reticulate, which another test may have loaded, operators are functions without a name.
  methods <- methods[!startsWith(methods$method, "function"), ]
  members <- c(Ops = "+", Math = "abs", Summary = "sum", Complex = "Re", matrixOps = "%*%")
  lost <- unserialize(serialize(python("object()"), NULL))
  value_of <- function(generic, class, method) {
    x <- structure(lost, class = unique(c(class, class(lost))))
    name <- c(members, generic)[[if (generic %in% names(members)) generic else length(members) + 1]]
    namespace <- asNamespace("rkeras")
    f <- get0(name, namespace, mode = "function") %||% get(method, namespace)
    more <- if (generic %in% c("[", "[[", "$", "[[<-", "$<-", "@<-")) list("a")
    if (generic == "[<-") more <- list(1L)
    if (endsWith(generic, "<-")) more$value <- 1
    if (name %in% c("+", "%*%")) more <- list(1)
    suppressWarnings(tryCatch(list(do.call(f, c(list(x), more))), error = function(e) NULL))
  }
  values <- Map(value_of, methods$generic, methods$class, methods$method)
  # Wrappers that are their own conversion, and the names of conditions and tensors.
  known <- methods$generic == "py_to_r" |
    methods$generic == "names" & grepl("[Tt]ensor|BaseException", methods$class)
  expect_identical(methods$method[lengths(values) > 0 & !known], character())
})

test_that("hashes tell Python objects apart, also those of different sessions", {
  hashes <- function(...) {
    loadNamespace("rkeras")
    objects <- lapply(c("object()", "object()", "len"), rkeras::py_eval, convert = FALSE)
    forked <- parallel::mclapply(1:2, function(i) {
      rlang::hash(rkeras::py_eval("object()", convert = FALSE))
    })
    c(vapply(objects, rlang::hash, ""), if (.Platform$OS.type == "unix") unlist(forked))
  }
  seen <- c(callr::r(hashes), callr::r(hashes))
  expect_identical(anyDuplicated(seen), 0L)
  x <- python("object()")
  expect_identical(rlang::hash(x), rlang::hash(x))
})

test_that("a saved reference prints in a session without Python", {
  path <- withr::local_tempfile()
  saveRDS(python("[]"), path)
  out <- callr::r(function(path) {
    loadNamespace("rkeras")
    x <- readRDS(path)
    c(capture.output(print(x)), "rkeras" %in% names(getLoadedDLLs()))
  }, list(path))
  expect_identical(out, c("<pointer: 0x0>", "FALSE"))
})

test_that("constants stay in Python", {
  expect_s3_class(py_none(), "python.builtin.NoneType")
  expect_s3_class(py_ellipsis(), "python.builtin.ellipsis")
  expect_s3_class(py_unicode("a"), "python.builtin.str")
  expect_identical(py_repr(py_unicode("a")), "'a'")
})

test_that("py_module_available()", {
  expect_true(py_module_available("json"))
  expect_true(py_module_available("xml.dom"))
  expect_false(py_module_available("no_such_module_at_all"))
  expect_false(py_module_available("json.no_such_module"))
  expect_true(py_module_available("__main__"))
  # It is not imported.
  expect_true(py_module_available("this"))
  expect_false("this" %in% names(import("sys")$modules))
})
