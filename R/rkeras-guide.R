# Opens the guides: installed vignettes, or their sources, which `configure` puts into the package.

#' Open a guide
#'
#' Guides are longer texts than help pages: each teaches one topic with code, results and pictures.
#' `rkeras_guide()` lists them, and `rkeras_guide("images")` opens one in the browser. In a session
#' at the prompt without a browser it shows the text, and in scripts it only returns the path.
#'
#' `R CMD INSTALL` of the sources' folder does not build vignettes, so [vignette()] finds none. In
#' this case `rkeras_guide()` shows the source of the guide: as a page in the browser, with code but
#' without results, if the package rmarkdown and pandoc are installed, otherwise as text. To
#' install guides with results, run `R CMD build .` and install the archive that it makes.
#'
#' @param name String. The name of a guide, such as `"images"`. Without it, guides are listed.
#' @return Without `name`, a data frame with a row for each guide and columns `group`, `name` and
#'   `title`, which prints one line for each. Otherwise the path of the guide's file.
#' @concept vignette
#' @concept tutorial
#' @concept documentation
#' @concept getting started
#' @seealso [rkeras-package] lists functions by topic, [py_help()] for Python's documentation.
#' @export
#' @examples
#' rkeras_guide()
#' rkeras_guide("images")
rkeras_guide <- function(name = NULL) {
  guides <- guides_installed()
  if (is.null(name)) {
    return(structure(guides[c("group", "name", "title")], class = c("rkeras_guides", "data.frame")))
  }
  check_string(name, "name")
  if (!name %in% guides$name) abort_unknown_guide(name, guides)
  file <- guides$file[match(name, guides$name)]
  if (!interactive()) {
    return(file)
  }
  show_guide(file)
}

# A row for each guide: its group, name, title and file, in the order of guides.tsv. Vignettes with
# results come first.
guides_installed <- function() {
  built <- list.files(system.file("doc", package = "rkeras"), "[.]html$", full.names = TRUE)
  sources <- list.files(system.file("guides", package = "rkeras"), "[.]Rmd$", full.names = TRUE)
  files <- c(built, sources)
  names <- tools::file_path_sans_ext(basename(files))
  guides <- read_installed_table("guides.tsv")
  guides <- guides[guides$name %in% names, ]
  guides$file <- files[match(guides$name, names)]
  guides$title <- vapply(guides$file, title_of_guide, "", USE.NAMES = FALSE)
  guides
}

#' @export
print.rkeras_guides <- function(x, ...) {
  if (nrow(x) == 0L || !all(c("group", "name", "title") %in% names(x))) {
    return(NextMethod())
  }
  names <- format(x$name)
  titles <- shortened(x$title, getOption("width") - nchar(names[[1]]) - 4L)
  lines <- sprintf("  %s  %s", names, titles)
  is_first <- !duplicated(x$group)
  writeLines(ifelse(is_first, paste0(x$group, "\n", lines), lines))
  invisible(x)
}

# Texts of at most `width` characters, cut after a word where there is one.
shortened <- function(texts, width) {
  cut <- sub("(?<=\\s)\\S*$", "", substr(texts, 1L, width - 3L), perl = TRUE)
  ifelse(nchar(texts) > width, paste0(cut, "..."), texts)
}

title_of_guide <- function(file) {
  lines <- readLines(file, n = 400L, encoding = "UTF-8", warn = FALSE)
  pattern <- if (endsWith(file, ".Rmd")) "^title: *\"?(.*?)\"?$" else "^.*<title>(.*)</title>.*$"
  found <- grep(pattern, lines, value = TRUE, perl = TRUE)
  if (length(found)) sub(pattern, "\\1", found[[1]], perl = TRUE) else basename(file)
}

abort_unknown_guide <- function(name, guides) {
  topic <- guides$name[grepl(name, paste(guides$name, guides$title), ignore.case = TRUE)]
  guess <- c(closest(name, guides$name), topic)
  abort("There is no guide \"%s\".%s rkeras_guide() lists the guides.", name,
        did_you_mean(guess, "\""))
}

# HTML in the browser if there is one, otherwise the text in R's pager.
show_guide <- function(file) {
  if (has_browser()) {
    page <- page_of_guide(file)
    utils::browseURL(page)
    return(invisible(page))
  }
  file.show(if (endsWith(file, ".Rmd")) text_of_source(file) else file, title = basename(file))
  invisible(file)
}

# xdg-open without a display looks for a browser for seconds, and finds none.
has_browser <- function(browser = getOption("browser"),
                        display = Sys.getenv(c("DISPLAY", "WAYLAND_DISPLAY")), os = this_os()) {
  if (is.function(browser) || os != "Linux") {
    return(TRUE)
  }
  nzchar(browser) && (any(nzchar(display)) || basename(browser) != "xdg-open")
}

# The file to show for a guide: HTML if that is possible.
page_of_guide <- function(file) {
  if (!endsWith(file, ".Rmd")) {
    return(file)
  }
  can_convert <- requireNamespace("rmarkdown", quietly = TRUE) && rmarkdown::pandoc_available()
  if (can_convert) html_of_source(file) else text_of_source(file)
}

note_on_results <- paste(
  "*This page shows code without results, tables and figures, because the guides were not built",
  "when rkeras was installed. `?rkeras_guide` says how to build them.*"
)

html_of_source <- function(file) {
  text <- text_of_source(file)
  page <- sub("[.]md$", ".html", text)
  title <- paste0("--metadata=title:", title_of_guide(file))
  options <- c("--standalone", "--toc", "--mathml", title)
  rmarkdown::pandoc_convert(text, to = "html5", output = page, options = options)
  page
}

text_of_source <- function(file) {
  folder <- tempfile("guide")
  dir.create(folder)
  text <- file.path(folder, sub("[.]Rmd$", ".md", basename(file)))
  lines <- without_chunks(readLines(file, encoding = "UTF-8"))
  writeLines(c(note_on_results, lines), text, useBytes = TRUE)
  text
}

# Chunks of R Markdown as plain code blocks, without those that a reader does not see and without
# the header.
without_chunks <- function(lines) {
  header <- which(lines == "---")
  if (length(header) > 1L) lines <- lines[-seq_len(header[[2]])]
  opens <- grepl("^```+ *\\{[a-z]+.*\\}", lines)
  fence <- grepl("^```", lines)
  chunk <- cumsum(fence & cumsum(fence) %% 2L == 1L)
  inside <- cumsum(fence) %% 2L == 1L | fence
  hidden <- chunk[opens & grepl("(include|echo) *= *FALSE", lines)]
  lines[opens] <- sub("^(```+) *\\{([a-z]+).*$", "\\1\\2", lines[opens])
  lines[!(inside & chunk %in% hidden)]
}
