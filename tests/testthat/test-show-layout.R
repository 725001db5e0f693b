# Boxes of one line, after the boxes whose positions are given.
boxes_after <- function(...) {
  lapply(list(...), function(before) list(before = before, width = 1, height = 0.5))
}
branches <- function() boxes_after(integer(), 1L, 1L, c(2L, 3L))

test_that("a box stands below those before it", {
  expect_identical(box_rows(branches()), c(1L, 2L, 2L, 3L))
  expect_identical(box_rows(boxes_after(integer(), integer())), 1:2)
})

test_that("boxes of a row stand side by side, rows below one another", {
  plan <- plan_bands(branches(), box_rows(branches()), "TB", 1L)
  expect_identical(plan$x[[1]], plan$x[[4]])
  expect_identical(mean(plan$x[2:3]), plan$x[[1]])
  expect_gt(plan$x[[3]] - plan$x[[2]], 1)
  expect_identical(order(plan$y), c(4L, 2L, 3L, 1L))
  expect_identical(plan$y[[2]], plan$y[[3]])
  right <- plan_bands(branches(), box_rows(branches()), "LR", 1L)
  expect_identical(right$y[[1]], right$y[[4]])
  expect_identical(order(right$x), 1:4)
})

test_that("all boxes are on the page and none overlap", {
  boxes <- boxes_after(integer(), 1L, 1L, 1L, c(2L, 3L), 5L, c(4L, 6L), 7L, 8L)
  for (rankdir in c("TB", "LR")) for (n in 1:4) {
    plan <- plan_bands(boxes, box_rows(boxes), rankdir, n)
    expect_true(all(plan$x - 0.5 >= 0 & plan$x + 0.5 <= plan$size[[1]]))
    expect_true(all(plan$y - 0.25 >= 0 & plan$y + 0.25 <= plan$size[[2]]))
    pairs <- utils::combn(length(boxes), 2)
    apart <- abs(plan$x[pairs[1, ]] - plan$x[pairs[2, ]]) >= 1 |
      abs(plan$y[pairs[1, ]] - plan$y[pairs[2, ]]) >= 0.5
    expect_true(all(apart))
  }
})

test_that("rows that do not fit go on in another band", {
  expect_identical(bands_of(rep(1, 4), 2L), c(1L, 1L, 2L, 2L))
  expect_identical(bands_of(c(10, 1, 1), 3L), c(1L, 2L, 2L))
  boxes <- boxes_after(integer(), 1L, 2L, 3L)
  plan <- plan_bands(boxes, box_rows(boxes), "TB", 2L)
  expect_gt(plan$x[[3]] - plan$x[[2]], 1)
  expect_identical(plan$y[3:4], plan$y[1:2])
  expect_identical(as.vector(plan$band), c(1L, 1L, 2L, 2L))
})

test_that("arrows go around the boxes between", {
  at <- list(
    x = rep(2, 3), y = 3:1, half_x = rep(0.5, 3), half_y = rep(0.25, 3), band = rep(1L, 3),
    scale = 1
  )
  expect_identical(arrow_path(at, 1, 2, "TB"), list(x = c(2, 2), y = c(2.75, 2.25)))
  around <- arrow_path(at, 1, 3, "TB")
  expect_gt(max(around$x), 2.5)
  expect_identical(around$x[c(1, 4)], c(2.5, 2.5))
  # Out at the last line of the box, in at the first line of the other.
  expect_true(around$y[[1]] < 3 && around$y[[4]] > 1)
  aside <- utils::modifyList(at, list(x = c(2, 5, 2)))
  expect_identical(arrow_path(aside, 1, 3, "TB")$x, c(2, 2))
  right <- list(
    x = 1:3 * 2, y = rep(2, 3), half_x = rep(0.5, 3), half_y = rep(0.25, 3), band = rep(1L, 3),
    scale = 1
  )
  expect_lt(min(arrow_path(right, 1, 3, "LR")$y), 1.75)
})

test_that("arrows to another band go up beside it", {
  at <- list(
    x = c(1, 1, 4, 4), y = c(2, 1, 2, 1), half_x = rep(0.5, 4), half_y = rep(0.25, 4),
    band = c(1L, 1L, 2L, 2L), scale = 1
  )
  path <- arrow_path(at, 2, 3, "TB")
  expect_identical(path$x[c(1, 6)], c(1, 4))
  expect_identical(path$y[c(1, 6)], c(0.75, 2.25))
  expect_true(path$x[[3]] > 1.5 && path$x[[3]] < 3.5)
})
