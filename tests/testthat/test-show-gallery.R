# The drawings are checked in files.

drawn_in_file <- function(draw) {
  path <- tempfile("gallery", fileext = ".png")
  draw(path)
  image_to_array(image_load(path)) # rows x columns x red, green, blue
}
images <- array(100, c(2, 10, 20, 3))
images[2, , , ] <- 200

test_that("a gallery in a file shows the images in rows and columns", {
  pixels <- drawn_in_file(function(path) {
    plot_image_gallery(images, rows = 1, path = path, scale = 1, dpi = 50, transparent = FALSE)
  })
  expect_identical(dim(pixels), c(50L, 100L, 3L))
  expect_equal(pixels[25, 25, ], c(100, 100, 100))
  expect_equal(pixels[25, 75, ], c(200, 200, 200))
})

test_that("images that were divided by 255 are no black ones", {
  of <- function(images, ...) {
    pixels <- drawn_in_file(function(path) {
      plot_image_gallery(images, ..., rows = 1, path = path, scale = 1, dpi = 50)
    })
    pixels[25, c(25, 75), 1]
  }
  expect_equal(of(images / 255), c(100, 200))
  expect_equal(of(images / 255, value_range = c(0, 255)), c(0, 0))
  expect_equal(of((images > 100) * 1), c(0, 1))
})

test_that("images of PIL become arrays of integers", {
  image <- image_from_array(array(1:24, c(2, 4, 3)), scale = FALSE)
  expect_identical(as.array(image), array(1:24, c(2L, 4L, 3L)))
  gray <- image_from_array(array(1:8, c(2, 4, 1)), scale = FALSE)
  expect_identical(as.array(gray), matrix(1:8, 2))
})

test_that("every image is shown, also where Keras leaves some out", {
  five <- array(100, c(5, 10, 10, 1))
  pixels <- drawn_in_file(function(path) {
    plot_image_gallery(five, path = path, scale = 1, dpi = 50, transparent = FALSE)
  })
  expect_equal(pixels[c(75, 75), c(25, 75), 1], matrix(100, 2, 2)) # the last row of 3 x 2
})

test_that("boxes are drawn where they are, in their colours, except the label -1", {
  boxes <- array(0, c(2, 2, 4))
  boxes[1, 1, ] <- c(5, 2, 15, 8)
  boxes[1, 2, ] <- c(1, 1, 3, 3)
  labels <- rbind(c(0, -1), c(-1, -1))
  pixels <- drawn_in_file(function(path) {
    plot_bounding_box_gallery(
      images, "xyxy", y_true = list(boxes = boxes, labels = labels), true_color = "red", rows = 1,
      path = path, scale = 4, dpi = 50, transparent = FALSE
    )
  })
  red <- which(pixels[, , 1] > pixels[, , 2] + 50, arr.ind = TRUE)
  expect_gt(nrow(red), 0)
  # of an image of 20 x 10 in 200 x 100 pixels, with margins
  expect_true(all(red[, "col"] > 45 & red[, "col"] < 155))
  expect_true(all(red[, "row"] > 65 & red[, "row"] < 135))
})

test_that("boxes have the names of their classes, and legends their colours", {
  found <- list(boxes = array(c(5, 5, 2, 2, 15, 15, 8, 8), c(2, 1, 4)), labels = matrix(0:1),
                confidences = matrix(c(0.5, 1)))
  what <- boxes_to_draw(found, "y_pred", "xyxy", dim(images), "red", c("1" = "dog"), list())
  expect_identical(c(box_text(what, 1, 1), box_text(what, 2, 1)), c("", "dog | 1.00"))
  draw <- function(legend) {
    drawn_in_file(function(path) {
      plot_bounding_box_gallery(images, "xyxy", y_pred = found, legend = legend, path = path,
                                scale = 4, transparent = FALSE, true_color = "green")
    })
  }
  has_green <- function(pixels) any(pixels[, , 1] == 0 & pixels[, , 2] == 255)
  expect_true(has_green(draw(TRUE)))
  expect_false(has_green(draw(FALSE)))
})

test_that("labels are titles", {
  expect_identical(
    gallery_titles(factor(c("a", "b")), c(1, 7), c("x", "y"), 2),
    c("Label: x  Pred: y", "Label: y  Pred: Unknown")
  )
  expect_identical(gallery_titles(factor(c("a", "b")), NULL, NULL, 3)[2], "Label: b")
  expect_refused(plot_image_gallery(images, y_true = 0:1), "give `label_map`")
})

test_that("what cannot be drawn is refused", {
  expect_refused(plot_image_gallery(images[1, , , ]), "the axes image, row, column, channel")
  expect_refused(plot_image_gallery("a"), "`images` must be an array or a tensor")
  expect_refused(plot_image_gallery(images, path = "a.png", show = TRUE), "not both")
  expect_refused(plot_image_gallery(images, path = "a.txt"), "`path` must end in")
  expect_refused(
    plot_bounding_box_gallery(images, "xyxy", y_true = list(boxes = 1)),
    "`y_true` must be a list of `boxes` and `labels`"
  )
  expect_refused(plot_bounding_box_gallery(images, "xyxy", scales = 1), "Did you mean `scale`")
  expect_refused(
    plot_bounding_box_gallery(images, "xyxy", true_color = "redd"), "`true_color` must be a colour"
  )
})

test_that("`show = FALSE` draws nothing and gives the images", {
  before <- grDevices::dev.list()
  expect_equal(plot_image_gallery(images, show = FALSE), images)
  expect_identical(grDevices::dev.list(), before)
})

test_that("a gallery has a whole number of rows and columns", {
  expect_refused(plot_image_gallery(images, rows = 1.5, path = tempfile()), "`rows` must be one")
})
