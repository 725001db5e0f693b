test_that("raw vectors are bytearrays", {
  expect_crosses(as.raw(1:3), "bytearray(b'\\x01\\x02\\x03')")
  expect_crosses(as.raw(0), "bytearray(b'\\x00')")
  expect_crosses(as.raw(255), "bytearray(b'\\xff')")
  expect_crosses(raw(), "bytearray(b'')")
  expect_crosses(as.raw(0:255), py_eval("repr(bytearray(range(256)))"))
})

test_that("raw vectors with names or a class come back with them, until Python changes them", {
  x <- as.raw(1:3)
  named <- stats::setNames(x, c("a", NA, "b"))
  for (value in list(named, named[1], structure(x, note = "kept"), structure(x, class = "blob"))) {
    object <- r_to_py(value)
    expect_identical(py_to_r(object), value)
    expect_s3_class(object, "python.builtin.bytearray")
  }
  change <- python_function_of("change", "
def change(x, way):
  if way == 'item': x[0] = 9
  if way == 'append': x.append(9)
  return x")
  expect_identical(change(named, "item"), as.raw(c(9, 2, 3)))
  expect_identical(change(named, "append"), as.raw(c(1:3, 9)))
  expect_identical(named, stats::setNames(as.raw(1:3), c("a", NA, "b")))
  expect_identical(py_eval("lambda x: x[1:]")(named), as.raw(2:3))
  expect_identical(py_eval("lambda x: __import__('copy').copy(x)")(named), x)
  expect_identical(py_eval("lambda x: x + b'a'")(named), as.raw(c(1:3, 0x61)))
  expect_identical(py_eval("lambda x: x == b'\\x01\\x02\\x03'")(named), TRUE)
})

test_that("bytes and bytearrays come as raw", {
  expect_gives("b'ab'", charToRaw("ab"))
  expect_gives("b''", raw())
  expect_gives("b'a\\0b'", as.raw(c(0x61, 0, 0x62)))
  expect_gives("bytearray(b'ab')", charToRaw("ab"))
  expect_gives("[b'a', b'bc']", list(charToRaw("a"), charToRaw("bc")))
  expect_gives("{'a': b'x'}", list(a = charToRaw("x")))
})

test_that("neither side sees the other's later changes", {
  x <- as.raw(1:3)
  object <- r_to_py(x)
  back <- py_to_r(object)
  py_set_item(object, 0L, 9L)
  expect_identical(x, as.raw(1:3))
  expect_identical(back, as.raw(1:3))
  x[[2]] <- as.raw(7)
  expect_identical(py_repr(object), "bytearray(b'\\t\\x02\\x03')")
})

test_that("a memoryview of bytes is raw, one of numbers an array", {
  expect_gives("memoryview(b'abc')", as.raw(c(0x61, 0x62, 0x63)))
  expect_gives("memoryview(b'abcd')[::2]", as.raw(c(0x61, 0x63)))
  expect_gives("memoryview(bytearray())", raw())
  expect_gives("memoryview(__import__('array').array('d', [1.5, 2]))", array(c(1.5, 2)))
  expect_gives("memoryview(b'abcdef').cast('B', (2, 3))", matrix(97:102, 2, byrow = TRUE))
})
