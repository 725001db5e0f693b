test_that("selectors find names in `vars`", {
  vars <- c("ab", "Abc", "x1", "x02", "b.c")
  expect_identical(starts_with("a", vars = vars), 1:2)
  expect_identical(starts_with("a", ignore.case = FALSE, vars = vars), 1L)
  expect_identical(starts_with(c("x", "b"), vars = vars), c(3L, 4L, 5L))
  expect_identical(ends_with("C", vars = vars), c(2L, 5L))
  expect_identical(contains("b.", vars = vars), 5L)
  expect_identical(matches("^x\\d", vars = vars), 3:4)
  expect_identical(matches("(?<=x)0", perl = TRUE, vars = vars), 4L)
  expect_identical(num_range("x", 1:3, vars = vars), 3L)
  expect_identical(num_range("x", 2, width = 2, vars = vars), 4L)
  expect_identical(one_of("x1", "ab", .vars = vars), c(3L, 1L))
  expect_identical(everything(vars), 1:5)
  expect_identical(starts_with("none", vars = vars), integer())
})

test_that("unknown names in one_of() are a warning", {
  expect_warning(one_of("a", "z", .vars = "a"), "Unknown columns: `z`",
                 class = "rkeras_warning_argument")
})

test_that("selectors outside of a step are errors that say where they belong", {
  expect_refused(all_numeric(), "inside feature_spec()")
  # Where tidyselect is loaded, it may be meant.
  expect_error(starts_with("a"), "inside feature_spec()|must be used within")
  expect_error(starts_with(1, vars = "a"), "`match` must be strings")
  expect_error(contains("", vars = "a"), "`match` must be strings")
})

test_that("steps select by name, type, range, exclusion and set", {
  spec <- feature_spec(patients(), target ~ .)
  picked <- function(...) step_names(step_numeric_column(spec, ...))
  expect_identical(picked(all_numeric()), c("age", "weight", "group"))
  expect_identical(picked(all_numeric(), -group), c("age", "weight"))
  expect_identical(picked(-city, -origin), c("age", "weight", "group"))
  expect_identical(picked(has_type("int32")), c("age", "group"))
  expect_identical(picked(has_type(c("float64", "float32"))), "weight")
  expect_identical(picked(age:city, -weight), c("age", "city"))
  expect_identical(picked(starts_with("w") | ends_with("p")), c("weight", "group"))
  expect_identical(picked(all_numeric() & !group), c("age", "weight"))
  expect_identical(picked("age", 2), c("age", "weight"))
  expect_identical(picked(c(years = age, weight)), c("years", "weight"))
  expect_identical(picked(kg = weight), "kg")
  expect_identical(picked(n = c(age, group)), c("n1", "n2"))
  expect_identical(picked(everything(), -all_nominal()), c("age", "weight", "group"))
  some <- c("age", "weight")
  expect_identical(picked(some), some)
  expect_identical(picked(all_of(some)), some)
  expect_identical(picked(any_of(c(some, "none"))), some)
})

test_that("the selectors of other packages are rkeras's inside a step", {
  spec <- feature_spec(patients(), target ~ .)
  starts_with <- function(...) stop("from another package")
  expect_identical(step_names(step_numeric_column(spec, starts_with("a"))), "age")
  expect_identical(step_names(step_numeric_column(spec, dplyr::starts_with("a"))), "age")
  expect_identical(step_names(step_numeric_column(spec, -tidyselect::contains("i"), -city)),
                   c("age", "group"))
})

test_that("derived features can be selected, but not by the type of their column", {
  spec <- feature_spec(patients(), target ~ .) |>
    step_numeric_column(age) |>
    step_bucketized_column(age, boundaries = 35)
  expect_identical(step_names(step_remove_column(spec, starts_with("bucketized")))[[3]],
                   "remove_bucketized_age")
  expect_named(step_numeric_column(spec, all_numeric())$steps,
               c("bucketized_age", "age", "weight", "group"))
})

test_that("a selection that fails names the columns", {
  spec <- feature_spec(patients(), target ~ .)
  expect_refused(step_numeric_column(spec, nothing), "no column `nothing`.*`age`, `weight`")
  expect_error(step_numeric_column(spec, all_of(c("age", "x"))), "no column `x`")
  expect_error(step_numeric_column(spec, 7), "positions of the 5 columns")
  expect_error(step_numeric_column(spec, target), "no column `target`")
  expect_error(step_numeric_column(spec), "selects no columns")
})

test_that("an error in an inner step keeps its class, also if it names columns in the call", {
  expect_error(
    step_numeric_column(step_numeric_column(feature_spec(patients(), ~ age + weight), ""), weight),
    "no column ``", class = "rkeras_error_argument"
  )
})
