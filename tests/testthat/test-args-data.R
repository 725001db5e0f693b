test_that("vectors and arrays become tensors, anything else stays", {
  expect_identical(dim(as.array(to_tensor(c(1, 2)))), 2L)
  expect_identical(as.array(to_tensor(matrix(1:6, 2))), matrix(1:6, 2))
  tensor <- to_tensor(1)
  expect_identical(to_tensor(tensor), tensor)
  expect_null(to_tensor(NULL))
  expect_identical(to_tensor(list(1)), list(1))
})

test_that("factors are labels from 0", {
  expect_identical(as_labels(factor(c("b", "a"))), array(c(1L, 0L)))
  expect_identical(as_labels(c(2, 5)), array(c(2L, 5L)))
  expect_refused(as_labels(0.5, "targets"), "`targets`")
})

test_that("boxes are rows of four numbers, of float32", {
  shape <- function(x) dim(as.array(as_boxes(x)))
  expect_identical(shape(c(1, 2, 3, 4)), c(1L, 4L))
  expect_identical(shape(data.frame(a = 1:2, b = 1, c = 1, d = 1)), c(2L, 4L))
  expect_identical(shape(array(0, c(2, 3, 4))), c(2L, 3L, 4L))
  expect_identical(as.character(as_boxes(1:4)$dtype), "float32")
  both <- as_boxes(list(boxes = 1:4, labels = factor("a"), confidences = 0.5))
  expect_identical(both$labels, array(0L, 1))
  expect_identical(both$confidences, array(0.5, 1))
  expect_refused(as_boxes(matrix(1, 4, 3)), "`boxes` must have four numbers for each box")
  expect_refused(as_boxes(c(1, 2)), "four numbers")
})

test_that("a factor names the classes of files, also those that none has", {
  skip_if_not(on_tensorflow())
  folder <- withr::local_tempdir()
  for (i in 1:4) writeLines("a b", file.path(folder, paste0(i, ".txt")))
  kinds <- factor(c("dog", "cat", "dog", "dog"), levels = c("dog", "bird", "cat"))
  read <- function(...) text_dataset_from_directory(folder, ..., seed = 1, verbose = FALSE)
  labels <- function(dataset) {
    batches <- iterate(as_array_iterator(dataset), simplify = FALSE)
    as.vector(batches[[1]][[2]])
  }
  named <- read(labels = kinds, shuffle = FALSE)
  expect_identical(unlist(named$class_names), levels(kinds))
  expect_identical(labels(named), c(0L, 2L, 0L, 0L))
  both <- read(labels = kinds, validation_split = 0.5, subset = "both")
  for (part in both) expect_identical(unlist(part$class_names), levels(kinds))
  used <- droplevels(kinds)
  expect_identical(labels(read(labels = used, shuffle = FALSE, label_mode = "binary")),
                   c(0, 1, 0, 0))
  for (mode in c("categorical", "binary")) {
    expect_error(read(labels = kinds, label_mode = mode), "no file for some of the classes")
    expect_error(read(labels = c(0, 2, 2, 0), label_mode = mode), "no file for some")
  }
  expect_refused(read(labels = as.character(kinds)), "a factor")
})

test_that("images that cannot be read are named before training, and can be left out", {
  folder <- withr::local_tempdir()
  dir.create(file.path(folder, "a"))
  file <- function(name) file.path(folder, "a", name)
  for (name in c("1.png", "2.jpg", "3.bmp", "4.png", "5.jpg", "6.png", "7.gif")) {
    if (name != "7.gif") image_array_save(array(100, c(8, 8, 3)), file(name))
  }
  cut_off <- function(path) {
    writeBin(utils::head(readBin(path, "raw", 1e5), -20), path)
  }
  cut_off(file("4.png"))
  cut_off(file("5.jpg"))
  writeLines("<html>Not found</html>", file("6.png"))
  file.create(file("7.gif"))
  # What some cameras write behind an image is no fault.
  cat(strrep("x", 5000), file = file("2.jpg"), append = TRUE)
  read <- function(...) {
    image_dataset_from_directory(folder, image_size = c(8, 8), verbose = FALSE, ...)
  }
  said <- tryCatch(read(), rkeras_warning = conditionMessage)
  expect_match(said, "^4 images cannot be read: ")
  for (text in c("4.png\" (cut off)", "5.jpg\" (cut off)", "6.png\" (no image)")) {
    expect_match(said, text, fixed = TRUE)
  }
  expect_match(said, "7.gif\" (empty)", fixed = TRUE)
  whole <- suppressWarnings(read(batch_size = NULL))$ignore_errors() |> dataset_batch(10)
  expect_length(iter_next(as_iterator(whole))[[2]], 3)
  unlink(file(c("4.png", "5.jpg", "6.png", "7.gif")))
  expect_no_warning(read())
})
