# The manual as a whole: what help.search() finds.

# The title, aliases and concepts of each page, which help.search() reads. The pages of the sources,
# if the tests run there, otherwise those of the installed package.
searched_lines <- function() {
  sources <- testthat::test_path("..", "..", "man")
  lines <- if (dir.exists(sources)) {
    unlist(lapply(list.files(sources, "[.]Rd$", full.names = TRUE), readLines, encoding = "UTF-8"))
  } else {
    unlist(lapply(tools::Rd_db("rkeras"), function(page) {
      strsplit(paste(as.character(page), collapse = ""), "\n")[[1]]
    }))
  }
  grep("^\\\\(title|alias|concept)[{]", lines, value = TRUE)
}

searched_words <- c(
  "GPU", "CUDA", "pandas", "tokenize", "overfit", "batch size", "fine-tune", "transfer learning",
  "hyperparameter", "gradient tape", "dataset pipeline", "interrupt"
)

test_that("help.search() finds pages for the words that newcomers search for", {
  lines <- tolower(searched_lines())
  for (word in searched_words) {
    expect_true(any(grepl(tolower(word), lines, fixed = TRUE)), label = paste(word, "is found"))
  }
})
