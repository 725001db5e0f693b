# DataFrame.attrs["rkeras"] stores properties that pandas cannot represent.
skip_if_not(py_module_available("pandas"), "no pandas")
py_run_string("
import pandas as pd, json, copy, pickle
def through_json(x):
    x = x.copy()
    x.attrs = json.loads(json.dumps(x.attrs))
    return x
")

moments <- function(x, ...) structure(x, class = c("POSIXct", "POSIXt"), ...)

# A frame of these columns, whatever they are.
frame <- function(...) {
  columns <- list(...)
  n <- NROW(columns[[1]])
  structure(columns, class = "data.frame", row.names = seq_len(n))
}

labelled <- structure(c(1.5, 2), labels = c(Yes = 1.5, No = NA), class = c("labelled", "double"))

frames <- list(
  "a tibble" = tibble::tibble(a = 1:2, b = list(1, "a")),
  "integer64" = frame(a = bit64::as.integer64(c("1", NA)), b = bit64::as.integer64(1:2)),
  "raw" = frame(a = as.raw(1:2)),
  "difftime" = frame(
    a = as.difftime(c(1.5, NA), units = "hours"), b = as.difftime(1:2, units = "mins"),
    c = as.difftime(c(1, 2), units = "secs"),
    d = structure(c(1, NA), units = "secs", class = c("hms", "difftime"))
  ),
  "moments" = frame(
    none = moments(c(0, NA)), empty = moments(c(0, 1), tzone = ""),
    utc = moments(c(0, 1), tzone = "UTC"), here = moments(c(0, 1), tzone = "Europe/Berlin"),
    whole = moments(1:2, tzone = "UTC"),
    three = moments(c(0, 1), tzone = c("Europe/Berlin", "CET", "CEST"))
  ),
  "dates of integers" = frame(a = structure(c(1L, NA), class = "Date")),
  "factors" = frame(
    last = addNA(factor(c("a", NA, "b"))),
    first = structure(c(1:2, 1L), levels = c(NA, "z"), class = "factor"),
    unused = factor(c("a", "b", NA), levels = c("u", "b", "a"), ordered = TRUE),
    named = structure(factor(c("x", "y", "x")), names = c("p", "q", "r")),
    contrasts = structure(factor(c("x", "y", "x")), contrasts = contr.treatment(2))
  ),
  "lists" = frame(
    nulls = list(NULL, NULL), strings = list("a", "b"), numbers = list(1, 2),
    mixed = list(1:2, NULL), frames = list(data.frame(a = 1), mtcars[1:2, ]),
    as_is = I(list(1L, NA)), empty = list(list(), list(a = 1)), functions = list(mean, NULL)
  ),
  "attributes" = structure(
    frame(
      a = structure(1:2, label = "An a"), b = labelled, n = c(p = 1, q = 2),
      c = c(p = "1", q = "2"), l = list(p = 1, q = "z"), t = tapply(1:4, c(1, 1, 2, 2), sum),
      i = I(1:2)
    ),
    label = "a frame", meta = list(n = 1L, v = c(a = 1, b = NA), m = matrix(1:4, 2), z = NULL)
  ),
  "omitted rows" = na.omit(data.frame(a = c(1, NA, 2))),
  "no rows" = frame(
    l = list(), r = raw(), p = moments(double()), i = bit64::integer64(), c = character()
  ),
  "no rows with names" = mtcars[0, ],
  "no columns" = mtcars[1:2, FALSE],
  "neither" = mtcars[0, 0],
  "one row" = data.frame(a = as.Date("2024-01-31"), b = "x", c = NA),
  "row names that count from 0" = structure(list(a = 1:2), row.names = 0:1, class = "data.frame"),
  "names that repeat" = `names<-`(frame(as.raw(1), as.raw(2), 3L), c("a", "a", "b")),
  "names that are missing" = `names<-`(frame(1, 2L, as.raw(3)), c("", NA, "b"))
)

test_that("data frames come back identical, also by way of copies, JSON and pickles", {
  through <- list(
    function(x) x, py_eval("copy.deepcopy", convert = FALSE),
    py_eval("through_json", convert = FALSE), py_eval("lambda x: x.copy()", convert = FALSE)
  )
  for (name in names(frames)) {
    x <- frames[[name]]
    for (f in through) expect_identical(py_to_r(f(r_to_py(x))), x, label = name)
  }
  pickled <- py_eval("lambda x: pickle.loads(pickle.dumps(x))", convert = FALSE)
  attributes <- frames[["attributes"]]
  expect_identical(py_to_r(pickled(r_to_py(attributes))), attributes)
})

test_that("a plain data frame leaves no note, and the user's own attrs stay", {
  x <- r_to_py(data.frame(a = 1:2, b = c("x", NA), c = factor(c("u", "v")), row.names = 3:4))
  expect_length(py_to_r(x$attrs), 0)
  x <- r_to_py(frames$raw)
  py_set_item(x$attrs, "mine", 1)
  expect_identical(py_to_r(x$attrs["mine"]), 1)
  expect_identical(py_to_r(x), frames$raw)
})

test_that("a note is not believed of a column that has become another", {
  x <- frame(
    a = bit64::as.integer64(1:2), r = as.raw(1:2), l = list(NULL, NULL), s = c(p = 1, q = 2),
    t = moments(c(0, 1)), k = structure(1:2, label = "k")
  )
  changed <- function(code) {
    code <- paste0("import pandas as pd\ndef f(x): return ", code)
    py_to_r(python_function_of("f", code, FALSE)(r_to_py(x)))
  }
  expect_identical(changed("x.astype({'a': 'float64'})")$a, c(1, 2))
  expect_identical(changed("x.rename(columns={'a': 'z'})")$z, 1:2)
  expect_identical(changed("x.assign(r=[1, 300])")$r, c(1L, 300L))
  expect_identical(changed("x.assign(l=[1.5, 2.5])")$l, c(1.5, 2.5))
  expect_identical(changed("x.assign(k=['u', 'v'])")$k, c("u", "v"))
  expect_identical(
    changed("x.assign(t=x.t.dt.tz_convert('Asia/Tokyo'))")$t, moments(c(0, 1), tzone = "Asia/Tokyo")
  )
  # Names belong to the values beside them.
  expect_identical(changed("x.sort_values('s', ascending=False, ignore_index=True)")$s, c(2, 1))
  expect_identical(changed("x.assign(s=x.s * 2)")$s, c(2, 4))
  # What still holds is still believed.
  expect_identical(changed("x[['r', 'k']]"), x[c("r", "k")])
  expect_identical(changed("pd.concat([x, x], ignore_index=True)")$r, as.raw(c(1, 2, 1, 2)))
  expect_identical(changed("x['r']"), x$r)
})

test_that("what belongs to rows as other packages keep them is left behind", {
  grouped <- structure(
    frame(a = 1:2), class = c("grouped_df", "tbl_df", "tbl", "data.frame"), groups = frame(g = 1)
  )
  back <- py_to_r(r_to_py(grouped))
  expect_identical(class(back), class(grouped)[-1])
  expect_null(attr(back, "groups"))
  keyed <- structure(frame(a = 1:2), class = c("data.table", "data.frame"), sorted = "a")
  expect_identical(py_to_r(r_to_py(keyed)), structure(keyed, sorted = NULL))
})

test_that("notes that somebody wrote are no danger", {
  x <- r_to_py(frames$attributes)
  python_function_of("spoil", "
def spoil(x):
    notes = {'columns': [
        {'at': 0, 'name': 'a', 'same': 1, 'kind': 'Integer', 'attributes': {
            'names': 'one', 'dim': {'type': 'integer', 'values': [3, 3]}, 'class': 'factor',
            'tsp': 1.5, 'dimnames': 5, 'comment': 1, 'levels': {'type': 'nonsense', 'values': 1}}},
        7, {'name': 'b', 'same': 1, 'kind': 5, 'attributes': 'x'}],
        'attributes': {'class': 'factor', 'row.names': 1.5}, 'row_names': 3}
    x.attrs['rkeras'] = notes
")(x)
  back <- py_to_r(x)
  expect_s3_class(back, "data.frame", exact = TRUE)
  expect_identical(unclass(back$a), 1:2)
  py_set_item(x$attrs, "rkeras", 1)
  expect_identical(py_to_r(x)$a, 1:2)
})
