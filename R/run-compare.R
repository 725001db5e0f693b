# The page that compares two runs: values side by side, curves together, differences of texts.

write_comparison <- function(dirs, path) {
  infos <- lapply(dirs, run_info)
  labels <- basename(dirs)
  metrics <- stats::setNames(lapply(infos, `[[`, "metrics"), labels)
  metrics <- drop_null(metrics)
  images <- lapply(dirs, plot_images)
  write_page(
    path, paste("Comparison of", labels[[1]], "and", labels[[2]]),
    htmltools::tags$p(class = "status", "Highlighted rows differ."),
    lapply(fact_groups(infos), fact_table, labels = labels),
    section("Metrics", if (length(metrics)) metric_charts(metrics)),
    section("Source", source_differences(dirs)),
    section("Model", difference_block(lapply(infos, `[[`, "model"))),
    section("Output", difference_block(lapply(infos, `[[`, "output"))),
    section("Plots", if (length(drop_null(images))) {
      htmltools::tags$div(class = "pair", lapply(images, htmltools::tags$div))
    })
  )
}

source_differences <- function(dirs) {
  folders <- lapply(dirs, unpack_source)
  on.exit(unlink(unlist(folders), recursive = TRUE))
  files <- unique(unlist(lapply(folders, function(folder) {
    if (!is.null(folder)) list.files(folder, recursive = TRUE)
  })))
  blocks <- lapply(files, function(file) {
    texts <- lapply(folders, function(folder) {
      if (!is.null(folder)) read_text(file.path(folder, file))
    })
    if (identical(texts[[1]], texts[[2]])) {
      return(NULL)
    }
    htmltools::tags$details(open = NA, htmltools::tags$summary(sub("^source/", "", file)),
                            difference_block(texts))
  })
  blocks <- drop_null(blocks)
  if (length(blocks)) blocks else if (length(files)) htmltools::tags$p("The files are identical.")
}

# Lines of the first text that the second lacks are marked as removed, and the reverse as added.
difference_block <- function(texts) {
  texts <- lapply(texts, function(text) strsplit(text %||% "", "\n", fixed = TRUE)[[1]])
  if (!any(lengths(texts) > 0L)) {
    return(NULL)
  }
  if (identical(texts[[1]], texts[[2]])) {
    return(htmltools::tags$p("The texts are identical."))
  }
  lines <- differing_lines(texts[[1]], texts[[2]])
  kinds <- c(" " = "same", "-" = "removed", "+" = "added")[substr(lines, 1L, 1L)]
  # htmltools would put a line break between tags.
  spans <- sprintf("<span class=\"%s\">%s</span>", kinds, htmltools::htmlEscape(lines))
  htmltools::tags$pre(class = "difference", htmltools::HTML(paste(spans, collapse = "\n")))
}

# The lines of both texts, each after "-", "+" or " ", with three lines around each difference.
differing_lines <- function(old, new) {
  files <- tempfile(c("old-", "new-"))
  on.exit(unlink(files))
  Map(function(lines, file) writeLines(enc2utf8(lines), file, useBytes = TRUE),
      list(old, new), files)
  lines <- run_command("diff", c("-U", "3", files))$stdout
  Encoding(lines) <- "UTF-8"
  # The names of the files, and the place of the first difference.
  lines <- lines[-(1:3)]
  lines <- ifelse(startsWith(lines, "@@"), "  \u22ee", lines)
  lines[!startsWith(lines, "\\")]
}
