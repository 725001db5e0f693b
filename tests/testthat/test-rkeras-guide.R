test_that("rkeras_guide() lists the guides in groups, with their titles", {
  guides <- rkeras_guide()
  expect_named(guides, c("group", "name", "title"))
  expect_identical(guides$name[1:2], c("install", "keras-for-r-users"))
  expect_identical(unique(guides$group)[1:2], c("Start", "Models"))
  title <- guides$title[guides$name == "images"]
  expect_identical(title, "Images: convolutional networks and data augmentation")
  expect_false(anyDuplicated(guides$name) > 0L)
})

test_that("the list is printed with a line for each guide", {
  guides <- rkeras_guide()
  withr::local_options(width = 80)
  printed <- capture.output(print(guides))
  expect_length(printed, nrow(guides) + length(unique(guides$group)))
  expect_identical(printed[1], "Start")
  expect_match(printed[2], "^  install +Installing Keras")
  expect_lte(max(nchar(printed)), 80)
  expect_output(print(guides["name"]), "name")
  expect_output(print(guides[0, ]), "0 rows")
})

test_that("a title that is too long ends after a word", {
  expect_identical(shortened(c("one two", "one two three", "onetwothree"), 8),
                   c("one two", "one ...", "onetw..."))
})

test_that("without a browser, rkeras_guide() returns the path at once", {
  seen <- withVisible(rkeras_guide("images"))
  expect_true(seen$visible)
  text <- paste(readLines(seen$value, encoding = "UTF-8"), collapse = "\n")
  expect_match(text, "layer_conv_2d", fixed = TRUE)
})

test_that("xdg-open needs a display, and other browsers do not", {
  no_display <- c("", "")
  expect_false(has_browser("/usr/bin/xdg-open", no_display, "Linux"))
  expect_false(has_browser("", ":0", "Linux"))
  expect_true(has_browser("/usr/bin/xdg-open", c(":0", ""), "Linux"))
  expect_true(has_browser("w3m", no_display, "Linux"))
  expect_true(has_browser(function(url) NULL, no_display, "Linux"))
  expect_true(has_browser("/usr/bin/open", no_display, "Darwin"))
  expect_true(has_browser(NULL, no_display, "Windows"))
})

test_that("chunks of a source become code blocks, and hidden ones are left out", {
  source <- c(
    "---", "title: \"A guide\"", "---", "Text", "```{r, include = FALSE}", "hidden()", "```",
    "```{r, fig.width = 7}", "shown()", "```", "```sh", "ls", "```", "End"
  )
  expect_identical(without_chunks(source), c(
    "Text", "```r", "shown()", "```", "```sh", "ls", "```", "End"
  ))
})

test_that("the page of a source says that it has no results, and draws equations", {
  skip_if_not(requireNamespace("rmarkdown") && rmarkdown::pandoc_available(), "pandoc")
  file <- withr::local_tempfile(fileext = ".Rmd")
  writeLines(c("---", "title: \"Squares\"", "---", "$x^2$", "```{r}", "2^2", "```"), file)
  text <- paste(readLines(html_of_source(file), encoding = "UTF-8"), collapse = "\n")
  expect_match(text, "<title>Squares</title>", fixed = TRUE)
  expect_match(text, "without results, tables and figures", fixed = TRUE)
  expect_match(text, "<math", fixed = TRUE)
})

test_that("an unknown guide is an error with the closest name", {
  expect_refused(
    rkeras_guide("imges"), "There is no guide \"imges\". Did you mean \"images\"?", fixed = TRUE
  )
  expect_error(rkeras_guide("Transfer"), "Did you mean \"transfer-learning\"?", fixed = TRUE)
  expect_error(rkeras_guide("xyzzy"), "\"xyzzy\". rkeras_guide() lists the guides.", fixed = TRUE)
  expect_error(rkeras_guide(1), "`name` must be one string, not 1.", fixed = TRUE)
})
