# Opens the guides: installed vignettes, or their sources, which `configure` puts into the package.

#' Open a guide
#'
#' Guides are longer texts than help pages: each teaches one topic with code, results and pictures.
#' `rkeras_guide()` lists them, and `rkeras_guide("images")` opens one in the browser.
#'
#' `R CMD INSTALL` of the sources' folder does not build vignettes, so [vignette()] finds none. In
#' this case `rkeras_guide()` shows the source of the guide: as a page in the browser, with code but
#' without results, if the package rmarkdown and pandoc are installed, otherwise as text. To
#' install guides with results, run `R CMD build .` and install the archive that it makes.
#'
#' @param name String. The name of a guide, such as `"images"`. Without it, guides are listed.
#' @return Without `name`, a data frame with a row for each guide and columns `name` and `title`.
#'   Otherwise the path of the file that is shown, invisibly. Sessions that are not interactive
#'   open nothing.
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
    return(guides[c("name", "title")])
  }
  check_string(name, "name")
  if (!name %in% guides$name) abort_unknown_guide(name, guides)
  path <- page_of_guide(guides$file[match(name, guides$name)])
  if (interactive()) show_guide(path)
  invisible(path)
}

# A row for each guide: its name, title and file. Vignettes with results come first.
guides_installed <- function() {
  built <- list.files(system.file("doc", package = "rkeras"), "[.]html$", full.names = TRUE)
  sources <- list.files(system.file("guides", package = "rkeras"), "[.]Rmd$", full.names = TRUE)
  files <- c(built, sources)
  names <- tools::file_path_sans_ext(basename(files))
  files <- files[!duplicated(names)]
  files <- files[order(basename(files))]
  data.frame(
    name = tools::file_path_sans_ext(basename(files)),
    title = vapply(files, title_of_guide, "", USE.NAMES = FALSE),
    file = files
  )
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

# The file to show for a guide: HTML if that is possible.
page_of_guide <- function(file) {
  can_convert <- endsWith(file, ".Rmd") && requireNamespace("rmarkdown", quietly = TRUE) &&
    rmarkdown::pandoc_available()
  if (can_convert) html_of_source(file) else file
}

note_on_results <- paste(
  "*This page shows code without results, tables and figures, because the guides were not built",
  "when rkeras was installed. `?rkeras_guide` says how to build them.*"
)

html_of_source <- function(file) {
  folder <- tempfile("guide")
  dir.create(folder)
  text <- file.path(folder, sub("[.]Rmd$", ".md", basename(file)))
  page <- sub("[.]md$", ".html", text)
  lines <- without_chunks(readLines(file, encoding = "UTF-8"))
  writeLines(c(note_on_results, lines), text, useBytes = TRUE)
  title <- paste0("--metadata=title:", title_of_guide(file))
  options <- c("--standalone", "--toc", "--mathml", title)
  rmarkdown::pandoc_convert(text, to = "html5", output = page, options = options)
  page
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

show_guide <- function(path) {
  if (endsWith(path, ".html")) {
    utils::browseURL(path)
  } else {
    file.show(path, title = basename(path))
  }
}
