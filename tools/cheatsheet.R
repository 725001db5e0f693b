# Prints tools/site/cheatsheet.md as a PDF of two pages with headless Chromium:
# out/rkeras-cheatsheet.pdf. Fails if it names a function that does not exist, or has other than two
# pages.
source("tools/site/chromium.R")

main <- function() {
  unknown <- unknown_functions("tools/site/cheatsheet.md")
  if (length(unknown)) stop("The cheat sheet names unknown functions: ", toString(unknown))
  page <- tempfile(fileext = ".html")
  write_text(cheatsheet_html(), page)
  dir.create("out", showWarnings = FALSE)
  pdf <- file.path(normalizePath("out"), "rkeras-cheatsheet.pdf")
  chromium(paste0("--print-to-pdf=", pdf), "--no-pdf-header-footer", paste0("file://", page))
  pages <- as.integer(system2("qpdf", c("--show-npages", pdf), stdout = TRUE))
  if (is_too_long(page)) stop("The boxes of the cheat sheet need more than three columns.")
  if (!identical(pages, 2L)) stop("The cheat sheet has ", pages, " pages.")
  message(pdf)
}

# A fourth column is beyond the edge of the page, where it would be cut off.
is_too_long <- function(page) {
  any(grepl("<title>too long", chromium("--dump-dom", paste0("file://", page)), fixed = TRUE))
}

# Functions called in code that are neither exported nor of R itself; a model is a function, too.
unknown_functions <- function(file) {
  text <- paste(readLines(file), collapse = "\n")
  calls <- gregexpr("(?<![$\\w.:])[A-Za-z_.][\\w.]*(?=\\()", text, perl = TRUE)
  called <- regmatches(text, calls)[[1]]
  of_r <- unlist(lapply(c("base", "stats", "utils", "graphics"), getNamespaceExports))
  setdiff(called, c(of_r, exports(), "model"))
}

exports <- function() parseNamespaceFile(basename(getwd()), dirname(getwd()))$exports

# Each first-level section is a page; its second-level sections are boxes in columns.
cheatsheet_html <- function() {
  pandoc <- c("-t", "html5", "--section-divs", "tools/site/cheatsheet.md")
  body <- paste(system2("pandoc", pandoc, stdout = TRUE), collapse = "\n")
  body <- gsub("(</h1>)", "\\1\n<div class=\"boxes\">", body)
  body <- gsub("</section>\\s*</section>", "</section></div></section>", body)
  c("<!DOCTYPE html><meta charset=\"utf-8\"><title>rkeras cheat sheet</title><style>",
    readLines("tools/site/cheatsheet.css"), "</style><body>", body, "<script>
      document.querySelectorAll('.boxes').forEach(function (boxes) {
        if (boxes.scrollWidth > boxes.clientWidth + 1) document.title = 'too long';
      });
    </script></body>")
}

write_text <- function(text, file) writeLines(enc2utf8(text), file, useBytes = TRUE)

main()
