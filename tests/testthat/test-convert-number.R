int64 <- bit64::as.integer64

test_that("integers are converted both ways", {
  expect_crosses(1L, "1")
  expect_crosses(0L, "0")
  expect_crosses(.Machine$integer.max, "2147483647")
  expect_crosses(-.Machine$integer.max, "-2147483647")
  expect_crosses(1:3, "[1, 2, 3]")
  expect_crosses(c(1L, NA), "[1, None]")
  expect_crosses(c(NA, -1L, NA), "[None, -1, None]")
})

test_that("NA_integer_ is no number", {
  expect_crosses(NA_integer_, "None", NULL)
  expect_identical(py_repr(r_to_py(c(NA_integer_, NA_integer_))), "[None, None]")
  expect_identical(py_repr(r_to_py(list(NA_integer_))), "[None]")
})

test_that("doubles are converted with all their bits", {
  expect_crosses(1, "1.0")
  expect_crosses(0.1, "0.1")
  expect_crosses(1 / 3, "0.3333333333333333")
  expect_crosses(1e300, "1e+300")
  expect_crosses(5e-324, "5e-324")
  expect_crosses(.Machine$double.xmax, "1.7976931348623157e+308")
  expect_crosses(Inf, "inf")
  expect_crosses(-Inf, "-inf")
  expect_crosses(NaN, "nan")
  expect_crosses(NA_real_, "nan")
  expect_crosses(c(1, NaN, NA, Inf), "[1.0, nan, nan, inf]")
  expect_crosses(2^31, "2147483648.0")
  expect_crosses(2^53, "9007199254740992.0")
  expect_identical(1 / py_to_r(r_to_py(-0.0)), -Inf)
})

test_that("complex numbers are converted both ways", {
  expect_crosses(1 + 2i, "(1+2j)")
  expect_crosses(c(1i, -1), "[1j, (-1+0j)]")
  expect_crosses(NA_complex_, "(nan+nanj)")
  expect_crosses(c(1i, NA_complex_), "[1j, (nan+nanj)]")
  expect_crosses(complex(real = Inf, imaginary = NaN), "(inf+nanj)")
})

test_that("integer64 is converted both ways", {
  expect_crosses(int64("9007199254740993"), "9007199254740993")
  expect_crosses(int64("-9007199254740993"), "-9007199254740993")
  expect_crosses(int64("9223372036854775807"), "9223372036854775807", int64("9223372036854775807"))
  expect_crosses(int64("-9223372036854775807"), "-9223372036854775807")
  expect_crosses(int64(c("1", "9007199254740993")), "[1, 9007199254740993]")
  expect_crosses(int64(c("9007199254740993", NA)), "[9007199254740993, None]")
  # What fits a plainer type is of that type when it comes back.
  expect_crosses(int64(1), "1", 1L)
  expect_crosses(int64(c(1, NA)), "[1, None]")
  expect_crosses(int64(2^40), "1099511627776", 2^40)
  expect_crosses(bit64::NA_integer64_, "None", NULL)
})

test_that("an int becomes the first R number that holds it", {
  expect_gives("0", 0L)
  expect_gives("2**31 - 1", .Machine$integer.max)
  expect_gives("-2**31 + 1", -.Machine$integer.max)
  expect_gives("-2**31", -2^31)
  expect_gives("2**31", 2^31)
  expect_gives("2**32 + 1", 2^32 + 1)
  expect_gives("2**40", 2^40)
  expect_gives("2**53", 2^53)
  expect_gives("-2**53", -2^53)
  expect_gives("2**53 + 1", int64("9007199254740993"))
  expect_gives("-2**53 - 1", int64("-9007199254740993"))
  expect_gives("2**54", 2^54)
  expect_gives("2**63 - 1", int64("9223372036854775807"))
  expect_gives("-2**63", -2^63)
  expect_gives("2**63", 2^63)
  expect_gives("10**20", 1e20)
  expect_gives("-10**20", -1e20)
  expect_gives("2**1000", 2^1000)
})

test_that("an int that no R number holds is an error naming it", {
  expect_no_value("2**64 - 1", "18446744073709551615", "convert = FALSE", "py_str()")
  expect_no_value("10**23", "100000000000000000000000")
  expect_no_value("-10**23", "-100000000000000000000000")
  expect_no_value("10**400", "1000000000000000000")
  expect_no_value("[1, 2**64 - 1]", "18446744073709551615")
  expect_no_value("{'a': 2**64 - 1}", "18446744073709551615")
  # Nothing is left over for the next call, and the int is still usable in Python.
  expect_identical(py_eval("1 + 1"), 2L)
  expect_identical(py_str(in_python("2**64 - 1")), "18446744073709551615")
})

test_that("ints of a list are of one type, which holds each", {
  expect_gives("[1, 2]", 1:2)
  expect_gives("[1, None]", c(1L, NA))
  expect_gives("[-2**31, 0]", c(-2^31, 0))
  expect_gives("[1, 2**40]", c(1, 2^40))
  expect_gives("[2**40, None]", c(2^40, NA))
  expect_gives("[1, 10**20]", c(1, 1e20))
  expect_gives("[1, 2**53 + 1, None]", int64(c("1", "9007199254740993", NA)))
  expect_no_value("[2**53 + 1, 10**20]", "100000000000000000000")
  expect_no_value("[2**53 + 1, -2**63]", "9223372036854775808")
})

test_that("floats and complexes come as they are", {
  expect_gives("1.0", 1)
  expect_gives("float('nan')", NaN)
  expect_gives("float('-inf')", -Inf)
  expect_gives("[1.5, None]", c(1.5, NA))
  expect_gives("[float('nan'), None]", c(NaN, NA))
  expect_gives("1j", 1i)
  expect_gives("[1j, None]", c(1i, NA_complex_))
  expect_gives("[1, 1.5]", list(1L, 1.5))
  expect_gives("(1, 2)", list(1L, 2L))
})

test_that("NumPy's scalars are scalars", {
  py_run_string("import numpy as np")
  expect_gives("np.bool_(True)", TRUE)
  for (type in c("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")) {
    expect_gives(sprintf("np.%s(100)", type), 100L)
  }
  expect_gives("np.int32(-2**31)", -2^31)
  expect_gives("np.uint32(2**32 - 1)", 2^32 - 1)
  expect_gives("np.int64(2**53 + 1)", int64("9007199254740993"))
  expect_gives("np.uint64(2**63)", 2^63)
  for (type in c("float16", "float32", "float64", "longdouble")) {
    expect_gives(sprintf("np.%s(1.5)", type), 1.5)
    expect_gives(sprintf("np.%s('nan')", type), NaN)
  }
  expect_gives("np.complex64(1 + 2j)", 1 + 2i)
  expect_gives("np.complex128(1 + 2j)", 1 + 2i)
  expect_gives("np.str_('a')", "a")
  expect_gives("np.bytes_(b'ab')", charToRaw("ab"))
  expect_gives("[np.float64(1), 2.0]", c(1, 2))
  expect_no_value("np.uint64(2**64 - 1)", "18446744073709551615")
})

test_that("zero length stays zero length", {
  for (empty in list(integer(), double(), complex(), int64(character()))) {
    expect_identical(py_repr(r_to_py(empty)), "[]")
    expect_length(py_to_r(r_to_py(empty)), 0)
  }
})

test_that("Decimal and Fraction come as doubles, and no digit is lost", {
  py_run_string("from decimal import Decimal; from fractions import Fraction")
  expect_gives("Decimal('0.1')", 0.1)
  expect_gives("Decimal('-0')", -0)
  expect_gives("Decimal('1E+300')", 1e300)
  expect_gives("Decimal('NaN')", NaN)
  expect_gives("Decimal('sNaN')", NaN)
  expect_gives("Decimal('-Infinity')", -Inf)
  expect_gives("[Decimal('1.5'), None]", c(1.5, NA))
  expect_gives("Fraction(1, 3)", 1 / 3)
  expect_gives("[Fraction(1, 3), Fraction(2)]", c(1 / 3, 2))
  expect_gives("[Fraction(1, 2), Decimal(2)]", list(0.5, 2))
  expect_no_value("Decimal('12345678901234567.89')", "12345678901234567.89", "as.numeric()")
  expect_no_value("[Decimal(1), Decimal(1) / 3]", "Item 2", "0.3333333333333333333333333333")
  expect_no_value("Decimal('1E+400')", "1E+400")
  expect_no_value("Fraction(10) ** 400", "Fraction")
  third <- in_python("Decimal(1) / 3")
  expect_identical(as.numeric(third), 1 / 3)
  expect_identical(as.character(third), "0.3333333333333333333333333333")
})

test_that("subclasses of int are numbers", {
  py_run_string("
import enum
class Level(enum.IntEnum): LOW = 1; HIGH = 2")
  expect_gives("Level.HIGH", 2L)
  expect_gives("[Level.LOW, 5, None]", c(1L, 5L, NA))
})

test_that("bit64 is loaded for the ints that need it, and its absence is an error", {
  printed <- in_new_session(function() {
    library(rkeras)
    x <- py_eval("2**53 + 1")
    print(x)
    isNamespaceLoaded("bit64")
  })
  expect_true(printed$value)
  expect_match(printed$output, "9007199254740993", fixed = TRUE)
  refused <- in_new_session(function() {
    library(rkeras)
    # Where bit64 is not installed, no library has it.
    trace(requireNamespace, quote(package <- paste0("no-", package)), print = FALSE)
    tryCatch(py_eval("2**53 + 1"), rkeras_error_module = conditionMessage)
  })
  expect_match(refused$value, "install.packages(\"bit64\")", fixed = TRUE)
})

test_that("an int that is refused leaves no error behind for what comes next", {
  for (code in c("10**20 + 1", "[10**20 + 1]", "range(10**20 + 1, 10**20 + 2)", "10**400")) {
    expect_no_value(code, "R cannot represent the Python int")
    expect_identical(py_eval("[i for i in [1, 2]]"), 1:2)
    expect_identical(py_eval("getattr(1, 'no', 'such')"), "such")
  }
})
