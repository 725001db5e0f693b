# The pages that are made of Markdown files of the repository, and what all pages need at the end.

html_files <- function(site) list.files(site, "[.]html$", recursive = TRUE, full.names = TRUE)

# README.md links to further Markdown files: each becomes a page at the same place in the site.
build_documents <- function(pkg) {
  for (file in linked_documents()) build_document(pkg, file)
}

build_document <- function(pkg, file) {
  html <- system2("pandoc", c("-f", "markdown+gfm_auto_identifiers+autolink_bare_uris",
    "-t", "html5", "--section-divs", shQuote(file)), stdout = TRUE)
  Encoding(html) <- "UTF-8"
  body <- paste(html, collapse = "\n")
  title <- sub("^#+ *", "", grep("^# ", readLines(file, encoding = "UTF-8"), value = TRUE)[1])
  body <- sub("(?s)<h1[^>]*>.*?</h1>", "", body, perl = TRUE)
  path <- sub("[.]md$", ".html", file)
  dir.create(dirname(file.path(pkg$dst_path, path)), showWarnings = FALSE, recursive = TRUE)
  pkgdown::render_page(pkg, "title-body", list(pagetitle = title, body = body), path, quiet = TRUE)
}

# pkgdown builds the files in the root.
linked_documents <- function() {
  known <- character()
  new <- c("README.md", list.files(pattern = "^[A-Z]+[.]md$"))
  while (length(new)) {
    known <- c(known, new)
    new <- setdiff(unlist(lapply(new, documents_in)), known)
  }
  known[dirname(known) != "."]
}

documents_in <- function(file) {
  text <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  links <- regmatches(text, gregexpr("(?<=\\]\\()[^)#:]+[.]md(?=[#)])", text, perl = TRUE))[[1]]
  files <- resolved(file.path(dirname(file), links))
  unique(files[file.exists(files)])
}

# "a/../b" as "b".
resolved <- function(paths) {
  vapply(strsplit(paths, "/", fixed = TRUE), FUN.VALUE = "", function(parts) {
    kept <- character()
    for (part in parts) {
      if (part == "..") kept <- utils::head(kept, -1L) else if (part != ".") kept <- c(kept, part)
    }
    paste(kept, collapse = "/")
  })
}

# ---- All pages -----------------------------------------------------------------------------------

finish_pages <- function(pkg) {
  for (file in html_files(pkg$dst_path)) finish_page(file, pkg)
}

finish_page <- function(file, pkg) {
  before <- read_text(file)
  html <- show_tex_spans(show_equations(before, pkg$equations))
  html <- short_classes(html)
  html <- guide_links(html, root_of(file, pkg$dst_path))
  if (!startsWith(relative_path(file, pkg$dst_path), "reference/")) {
    html <- repository_links(html, file, pkg$dst_path)
  }
  if (!identical(html, before)) write_text(html, file)
}

# The index of the reference names methods with their class: `<Model>` for a class of Keras.
short_classes <- function(html) {
  gsub("(<i>&lt;)(keras[.]src|tensorflow[.]python|python[.]builtin)[a-zA-Z_.]*[.](\\w+&gt;</i>)",
       "\\1\\3", html, perl = TRUE)
}

read_text <- function(file) {
  text <- readChar(file, file.size(file), useBytes = TRUE)
  Encoding(text) <- "UTF-8"
  text
}

write_text <- function(text, file) writeLines(enc2utf8(text), file, useBytes = TRUE)

relative_path <- function(file, site) substring(file, nchar(site) + 2L)

# The path from a page to the site's root, "" or "../".
root_of <- function(file, site) {
  strrep("../", lengths(strsplit(relative_path(file, site), "/")) - 1L)
}

# `rkeras_guide("images")` in a text leads to the guide, unless an earlier build has made the link.
guide_links <- function(html, root) {
  quote <- "(?:\"|&quot;)"
  call <- sprintf("rkeras_guide\\(%s([a-z-]+)%s\\)", quote, quote)
  pattern <- sprintf("(?<![.]html\">)<code>(?:<a [^>]*>)?(%s)(?:</a>)?</code>", call)
  gsub(pattern, sprintf("<a href=\"%sarticles/\\2.html\"><code>\\1</code></a>", root), html,
       perl = TRUE)
}

# Links to vignettes lead to guides; links to other files of the repository, which the site does
# not have, become their text.
repository_links <- function(html, file, site) {
  html <- gsub("href=\"[^\":]*vignettes/([a-z-]+)[.]Rmd",
               sprintf("href=\"%sarticles/\\1.html", root_of(file, site)), html)
  pattern <- "(?s)<a [^>]*?href=\"([^\"#:]+)[^\"]*\"[^>]*>(.*?)</a>"
  for (link in unique(regmatches(html, gregexpr(pattern, html, perl = TRUE))[[1]])) {
    target <- sub(pattern, "\\1", link, perl = TRUE)
    source <- file.path(dirname(relative_path(file, site)), target)
    is_page <- file.exists(file.path(dirname(file), target))
    if (!is_page && file.exists(source)) {
      html <- gsub(link, sub(pattern, "\\2", link, perl = TRUE), html, fixed = TRUE)
    }
  }
  html
}
