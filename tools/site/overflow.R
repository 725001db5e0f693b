# Measures in headless Chromium whether pages of out/site are wider than the screen: a sample of
# pages in frames as wide as a phone and as a desktop. Fails if one is. Arguments are more pages.

source("tools/site/chromium.R")

widths <- c(phone = 390L, desktop = 1280L)

main <- function(args) {
  site <- normalizePath("out/site")
  pages <- unique(c(sample_pages(site), args))
  measured <- measure(pages, site)
  too_wide <- measured$needed > measured$width
  writeLines(sprintf("%s needs %d pixels at a width of %d: %s", measured$page, measured$needed,
    measured$width, measured$widest)[too_wide])
  message(sum(too_wide), " of ", nrow(measured), " measurements are too wide")
  quit(status = if (any(too_wide) || !nrow(measured)) 1L else 0L)
}

# All guides and other pages, the longest pages of the reference, and every 25th.
sample_pages <- function(site) {
  pages <- list.files(site, "[.]html$", recursive = TRUE)
  is_topic <- startsWith(pages, "reference/") & pages != "reference/index.html"
  topics <- pages[is_topic]
  sizes <- file.size(file.path(site, topics))
  c(pages[!is_topic], utils::head(topics[order(-sizes)], 15L), topics[seq(1L, length(topics), 25L)])
}

measure <- function(pages, site) {
  frames <- expand.grid(page = pages, width = widths, stringsAsFactors = FALSE)
  file <- file.path(site, "measure-widths.html")
  on.exit(unlink(file))
  writeLines(c("<!DOCTYPE html><meta charset='utf-8'><body><script>",
    sprintf("var frames = %s;", jsonlite::toJSON(frames)),
    readLines("tools/site/overflow.js"), "</script>"), file)
  html <- chromium("--dump-dom", "--virtual-time-budget=600000", "--allow-file-access-from-files",
    paste0("file://", file))
  rows <- grep("^MEASURED\t", unlist(strsplit(html, "<br>", fixed = TRUE)), value = TRUE)
  cells <- do.call(rbind, strsplit(rows, "\t", fixed = TRUE))
  if (length(rows) != nrow(frames)) stop("Chromium measured ", length(rows), " of ", nrow(frames))
  data.frame(page = cells[, 2], width = as.integer(cells[, 3]), needed = as.integer(cells[, 4]),
             widest = cells[, 5])
}

main(commandArgs(trailingOnly = TRUE))
