test_that("rkeras_guide() lists the guides with their titles", {
  guides <- rkeras_guide()
  expect_named(guides, c("name", "title"))
  expect_true(all(c("images", "install", "python-keras-to-r") %in% guides$name))
  title <- guides$title[guides$name == "images"]
  expect_identical(title, "Images: convolutional networks and data augmentation")
  expect_false(anyDuplicated(guides$name) > 0L)
})

test_that("rkeras_guide() returns a page that has the guide's code", {
  path <- expect_invisible(rkeras_guide("images"))
  expect_true(file.exists(path))
  text <- paste(readLines(path, encoding = "UTF-8"), collapse = "\n")
  expect_match(text, "layer_conv_2d", fixed = TRUE)
  expect_no_match(text, "opts_chunk", fixed = TRUE)
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
  expect_error(rkeras_guide("imges"), "There is no guide \"imges\". Did you mean \"images\"?",
               fixed = TRUE, class = "rkeras_error_argument")
  expect_error(rkeras_guide("Transfer"), "Did you mean \"transfer-learning\"?", fixed = TRUE)
  expect_error(rkeras_guide("xyzzy"), "\"xyzzy\". rkeras_guide() lists the guides.", fixed = TRUE)
  expect_error(rkeras_guide(1), "`name` must be one string, not 1.", fixed = TRUE)
})
