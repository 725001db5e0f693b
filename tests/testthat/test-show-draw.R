images <- array(100, c(1, 4, 4, 3))

test_that("every class has its colour, also the largest one", {
  masks <- array(0, c(1, 4, 4))
  masks[1, 2, 3] <- 2
  drawn <- draw_segmentation_masks(images, masks, color_mapping = c("black", "blue", "red"),
                                   alpha = 1, ignore_index = 0)
  expect_identical(drawn[1, 2, 3, ], c(255L, 0L, 0L))
  expect_identical(drawn[1, 1, 1, ], rep(100L, 3))
})

test_that("masks and colours that do not fit are refused", {
  expect_refused(draw_segmentation_masks(images, matrix(0, 4, 4)), "the shape \\(1, 4, 4\\)")
  expect_refused(draw_segmentation_masks(images, array(0.5, c(1, 4, 4))), "whole number")
  masks <- array(1, c(1, 4, 4))
  expect_refused(
    draw_segmentation_masks(images, masks, color_mapping = c("1" = "red")),
    "no colour for the class 0"
  )
  expect_refused(
    draw_segmentation_masks(images, masks, color_mapping = list("red", c(1, 300, 1))),
    "three numbers from 0 to 255, not 1, 300, 1"
  )
})

test_that("a missing package is said in R's words", {
  missing <- function() stop(python_error())
  python_error <- function() {
    tryCatch(py_run_string("import no_such_package"), error = identity)
  }
  expect_error(needing("OpenCV", "opencv-python-headless", missing()),
               "call py_install\\(\"opencv-python-headless\"\\)", class = "rkeras_error_module")
})

test_that("an image of a file is drawn", {
  file <- withr::local_tempfile(fileext = ".png")
  image_array_save(array(c(255, 0), c(4, 4, 3)), file)
  image <- image_load(file)
  drawing <- withr::local_tempfile(fileext = ".png")
  grDevices::png(drawing, width = 200, height = 200)
  graphics::par(mar = c(0, 0, 0, 0))
  value <- withVisible(plot(image))
  grDevices::dev.off()
  expect_identical(value$value, image)
  expect_false(value$visible)
  drawn <- as.array(image_load(drawing))
  expect_true(any(drawn[, , 1] == 0L) && any(drawn[, , 1] == 255L))
})
