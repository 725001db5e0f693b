test_that("what 4 bits or a byte cannot hold is refused", {
  expect_refused(quantizer_pack_int4(c(1, 8)), "`arr` must be whole numbers from -8 to 7, not 8")
  expect_refused(quantizer_pack_int4(c(0, -1), dtype = "uint8"), "from 0 to 15, not -1")
  expect_error(quantizer_pack_int4(1.5), "`arr` must be a whole number", class = "rkeras_error")
  expect_refused(quantizer_unpack_int4(128, 1), "`packed` must be whole numbers from -128 to 127")
})

test_that("what was packed is unpacked", {
  x <- array(-8:7, c(2, 4, 2))
  for (axis in 1:3) {
    packed <- quantizer_pack_int4(x, axis = axis)
    unpacked <- quantizer_unpack_int4(packed[[1]], packed[[3]], axis = axis)
    expect_identical(as.array(unpacked), x)
  }
})
