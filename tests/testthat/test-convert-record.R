py_run_string("import numpy as np")

test_that("an array of records is a data frame", {
  expect_gives(
    "np.array([(1, 2.5, 'a', True), (3, 4.5, 'b', False)], 'i4,f8,U3,?')",
    data.frame(f0 = c(1L, 3L), f1 = c(2.5, 4.5), f2 = c("a", "b"), f3 = c(TRUE, FALSE))
  )
  expect_gives(
    "np.rec.array([(1, 'a'), (2, 'b')], dtype=[('n', 'i8'), ('a b', 'U1')])",
    data.frame(n = 1:2, `a b` = c("a", "b"), check.names = FALSE)
  )
  expect_gives("np.zeros(0, 'i4,U2')", data.frame(f0 = integer(), f1 = character()))
  expect_gives("np.zeros(2, [])", data.frame(row.names = 1:2))
})

test_that("fields of any layout are columns", {
  pair <- data.frame(a = c(1L, 3L), b = c(2.5, 4.5))
  fields <- "[(1, 2.5), (3, 4.5)]"
  expect_gives(sprintf("np.array(%s, [('a', 'i1'), ('b', 'f8')])", fields), pair)
  expect_gives(
    sprintf("np.array(%s, np.dtype([('a', 'i1'), ('b', 'f8')], align=True))", fields), pair
  )
  expect_gives(sprintf("np.array(%s, [('a', '>i2'), ('b', '>f4')])", fields), pair)
  expect_gives(sprintf("np.array(%s, [(('title', 'a'), 'u8'), ('b', 'f2')])", fields), pair)
  expect_gives(sprintf("np.array(%s, [('a', 'i4'), ('b', 'f8')])[::-1]", fields), {
    data.frame(a = c(3L, 1L), b = c(4.5, 2.5))
  })
  expect_gives(
    sprintf("np.array(%s, [('a', 'i4'), ('b', 'f8')])[['b']]", fields), pair["b"]
  )
})

test_that("times, bytes and objects are columns as well", {
  x <- py_eval(
    "np.array([('2024-01-31', b'x', None), ('NaT', b'y', [1, 'a'])], 'M8[D],S2,O')"
  )
  expect_identical(x$f0, as.Date(c("2024-01-31", NA)))
  expect_identical(x$f1, c("x", "y"))
  expect_identical(x$f2, list(NULL, list(1L, "a")))
})

test_that("a field with several values is a matrix, one with fields a data frame", {
  x <- py_eval("np.array([([1, 2], (3, 'a')), ([4, 5], (6, 'b'))],
    [('m', 'i4', 2), ('d', [('x', 'f8'), ('y', 'U1')])])")
  expect_s3_class(x, "data.frame")
  expect_identical(x$m, rbind(1:2, 4:5))
  expect_identical(x$d, data.frame(x = c(3, 6), y = c("a", "b")))
  expect_identical(py_eval("np.zeros(3, [('m', 'f8', (2, 4))])")$m, array(0, c(3, 2, 4)))
})

test_that("one record is a named list", {
  expect_gives("np.array([(1, 2.5)], 'i4,f8')[0]", list(f0 = 1L, f1 = 2.5))
  expect_gives("np.array((1, 2.5), 'i4,f8')", list(f0 = 1L, f1 = 2.5))
  expect_gives("np.rec.array([(1, 'a')])[0]", list(f0 = 1L, f1 = "a"))
  expect_gives(
    "np.array([(1, ([2, 3], 'a'))], [('n', 'i4'), ('s', [('m', 'i4', 2), ('t', 'U1')])])[0]",
    list(n = 1L, s = list(m = array(2:3), t = "a"))
  )
})
