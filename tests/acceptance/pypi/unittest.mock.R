# https://docs.python.org/3/library/unittest.mock.html
mock <- import("unittest.mock")
thing <- mock$MagicMock()
thing$method$return_value <- 3L
stopifnot(thing$method(3L, 4L, 5L, key = "value") == 3L)
thing$method$assert_called_with(3L, 4L, 5L, key = "value")
m <- mock$Mock(side_effect = function(x) x + 1)
stopifnot(m(1) == 2, m$call_count == 1L)
failing <- mock$Mock(side_effect = import_builtins()$KeyError("foo"))
stopifnot(inherits(tryCatch(failing(), error = identity), "python.builtin.KeyError"))
with(mock$patch("os.getcwd") %as% patched, {
  patched$return_value <- "/nowhere"
  stopifnot(import("os")$getcwd() == "/nowhere")
})
stopifnot(import("os")$getcwd() != "/nowhere")
