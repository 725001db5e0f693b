test_that("the name of a class is the S3 class of its objects", {
  layer <- layer_dense(units = 1)
  s3_class <- function(x) base::class(x)[[1]]
  name_of <- rkeras:::nameOfClass.python.builtin.type
  expect_identical(name_of(keras$layers$Dense), "keras.src.layers.core.dense.Dense")
  expect_identical(name_of(keras$layers$Layer), "keras.src.layers.layer.Layer")
  expect_identical(name_of(import_builtins()$dict), "python.builtin.dict")
  for (known in list(keras$layers$Dense, keras$layers$Layer, import_builtins()$object)) {
    expect_s3_class(layer, name_of(known))
  }
  Own <- PyClass("Own")
  expect_identical(name_of(Own), s3_class(Own()))
  layer_own <- Layer("OwnLayer")
  expect_identical(rkeras:::nameOfClass.python_class_maker(layer_own), s3_class(layer_own()))
  if (getRversion() >= "4.3.0") {
    expect_true(inherits(layer, keras$layers$Dense))
    expect_true(inherits(layer, keras$layers$Layer))
    expect_false(inherits(layer, keras$losses$Loss))
    expect_true(inherits(layer_own(), layer_own))
  }
})

test_that("a filter changes the classes of Python objects, also of types seen before", {
  before <- hooks[["class filter"]]
  withr::defer({
    hooks[["class filter"]] <- before
    tell_class_filters()
  })
  make <- function() py_eval("__import__('fractions').Fraction(1, 3)", convert = FALSE)
  expect_false(inherits(make(), "fraction"))
  register_class_filter(function(classes) {
    if ("fractions.Fraction" %in% classes) c("fraction", classes) else classes
  })
  expect_identical(class(make())[[1]], "fraction")
  expect_s3_class(make(), "fractions.Fraction")
  register_class_filter(function(classes) sub("^fraction$", "ratio", classes))
  expect_identical(class(make())[[1]], "ratio")
  expect_error(register_class_filter("x"), "`filter` must be a function")
  hooks[["class filter"]] <- before
  date <- function() import("datetime", as = "days", convert = FALSE)$datetime(2024L, 1L, 1L)
  expect_identical(
    class(date()),
    c("days.datetime", "datetime.datetime", "days.date", "datetime.date", "python.builtin.object")
  )
  filters <- hooks[["class filter"]]
  expect_identical(class(date())[[1]], "days.datetime")
  expect_identical(hooks[["class filter"]], filters)
  expect_refused(import("datetime", as = 1), "`as`")
  hooks[["class filter"]] <- list(function(classes) 1)
  tell_class_filters()
  expect_refused(make(), "must return a character vector")
})

test_that("an object whose class has a name too long for S3 methods is used by its other classes", {
  x <- py_eval("type('A' * 1000, (dict,), {})(a = 1)", convert = FALSE)
  expect_identical(class(x)[[1]], "python.builtin.dict")
  expect_output(print(x), "'a': 1")
  expect_identical(length(x), 1L)
  named <- py_eval("type('A' * 200, (), {})()")
  expect_match(class(named)[[1]], "A{200}$")
})
