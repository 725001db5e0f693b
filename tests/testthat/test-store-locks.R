# The side of Windows, with a lock of files that holds for other descriptors of this process, too.
py_run_string("
import fcntl, os, sys, types
from rkeras import locks
from rkeras import beside

msvcrt = types.ModuleType('msvcrt')
msvcrt.LK_NBLCK = 2
msvcrt.locking = lambda file, mode, n: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

class windows:
  def __enter__(self):
    locks.fcntl, sys.modules['msvcrt'] = None, msvcrt
  def __exit__(self, *_):
    locks.fcntl = fcntl
    del sys.modules['msvcrt']

def on_windows(f, *args):
  with windows():
    return f(*args)

def while_saving(target, then):
  with windows(), beside.beside(target) as part:
    then()
    with open(part, 'w') as file:
      file.write('new')
    return os.path.isdir(os.path.dirname(part))

def refused(times, goal):
  usual, left = os.replace, [times]
  def replace(*args):
    left[0] -= 1
    if left[0] >= 0:
      raise PermissionError(13, 'Access is denied')
    usual(*args)
  os.replace = replace
  try:
    locks.replace(goal + '.new', goal, (0.001, 0.001))
  finally:
    os.replace = usual
")
main <- import_main()
contents <- function(folder) list.files(folder, all.files = TRUE, no.. = TRUE)

test_that("on Windows a folder is locked by a file beside it", {
  folder <- withr::local_tempdir()
  path <- file.path(folder, "x")
  dir.create(path)
  take <- function() main$on_windows(main$locks$take, path)
  lock <- take()
  expect_identical(contents(folder), c("x", "x.lock"))
  expect_null(take())
  lock$release()
  expect_identical(contents(folder), "x")
  expect_false(is.null(lock <- take()))
  lock$release()
  expect_null(main$on_windows(main$locks$take, file.path(folder, "none", "x")))
})

test_that("on Windows a save that is under way stays, and what killed processes left is removed", {
  folder <- withr::local_tempdir()
  target <- file.path(folder, "a")
  left <- file.path(folder, paste0(main$beside$PREFIX, "left"))
  dir.create(left)
  file.create(paste0(left, ".lock"), target)
  remove <- function() main$beside$`_remove_left`(import("pathlib")$Path(folder))
  expect_true(main$while_saving(target, remove))
  expect_identical(contents(folder), "a")
  expect_identical(readLines(target, warn = FALSE), "new")
})

test_that("a file that another program has open is replaced when it is closed", {
  goal <- file.path(withr::local_tempdir(), "a")
  writeLines("old", goal)
  writeLines("new", paste0(goal, ".new"))
  expect_error(main$refused(3L, goal), class = "python.builtin.PermissionError")
  expect_identical(readLines(goal), "old")
  main$refused(2L, goal)
  expect_identical(readLines(goal), "new")
})
