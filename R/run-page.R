# The pages that show runs, made with htmltools. A page is one file without references to others.

need_htmltools <- function() need_package("htmltools", "Pages of runs need")

# Writes the page as a whole and returns its path. `head` goes into the head of the page.
write_page <- function(path, title, ..., head = NULL) {
  style <- readLines(system.file("runs", "page.css", package = "rkeras", mustWork = TRUE))
  page <- htmltools::tags$html(
    lang = "en",
    htmltools::tags$head(
      htmltools::tags$meta(charset = "utf-8"),
      htmltools::tags$meta(name = "viewport", content = "width=device-width, initial-scale=1"),
      head, htmltools::tags$title(title),
      htmltools::tags$style(htmltools::HTML(paste(style, collapse = "\n")))
    ),
    htmltools::tags$body(htmltools::tags$h1(title), ...)
  )
  # Indentation would change preformatted text.
  write_lines(c("<!DOCTYPE html>", htmltools::doRenderTags(page, indent = FALSE)), path)
  path
}

section <- function(title, ...) {
  content <- drop_null(list(...))
  if (length(content)) {
    htmltools::tags$section(htmltools::tags$h2(title), content)
  }
}

# ---- One run -------------------------------------------------------------------------------------

write_run_page <- function(dir, path) {
  run <- run_info(dir)
  write_page(
    path, paste("Training run", basename(dir)),
    status_line(run),
    htmltools::tags$div(
      class = "facts", lapply(fact_groups(list(run)), function(rows) fact_table(rows))
    ),
    if (!is.null(run$error_message)) {
      section("Error", htmltools::tags$p(class = "error", run$error_message),
              text_block(run$error_traceback))
    },
    section("Metrics", if (!is.null(run$metrics)) metric_charts(list(run = run$metrics))),
    section("Plots", plot_images(dir)),
    section("Model", text_block(run$model)),
    section("Files", artifact_list(dir)),
    section("Source", source_blocks(dir)),
    section("Output", text_block(run$output)),
    section("Session", text_block(read_text(data_dir(dir, "session.txt"))))
  )
}

status_line <- function(run) {
  state <- if (isTRUE(run$completed)) "completed" else if (is.null(run$error_message)) {
    if (is.null(run$end)) "not completed" else "ended"
  } else {
    "failed"
  }
  has_times <- !is.null(run$start) && !is.null(run$end)
  took <- if (has_times) format(round(difftime(run$end, run$start), 1))
  htmltools::tags$p(
    class = "status", htmltools::tags$span(class = paste("badge", gsub(" ", "-", state)), state),
    paste(c(run$script, time_text(run$start), took), collapse = " \u00b7 ")
  )
}

time_text <- function(time) if (!is.null(time)) format(time, "%Y-%m-%d %H:%M:%S %Z")

text_block <- function(lines) {
  if (length(lines) && any(nzchar(lines))) {
    htmltools::tags$pre(paste(lines, collapse = "\n"))
  }
}

plot_images <- function(dir) {
  files <- list.files(data_dir(dir, "plots"), "[.]png$", full.names = TRUE)
  # The last page of a killed run is empty, but there is a copy.
  files <- files[file.size(files) > 0]
  if (length(files)) htmltools::tags$div(class = "plots", lapply(files, image))
}

# The image is part of the page.
image <- function(file) {
  bytes <- readBin(file, "raw", file.size(file))
  htmltools::tags$img(src = paste0("data:image/png;base64,", jsonlite::base64_enc(bytes)),
                      alt = basename(file))
}

artifact_list <- function(dir) {
  files <- list.files(dir, recursive = TRUE)
  files <- files[!startsWith(files, "tfruns.d/")]
  if (length(files)) {
    sizes <- vapply(file.size(file.path(dir, files)), function(size) {
      format(structure(size, class = "object_size"), units = "auto", standard = "SI")
    }, "")
    htmltools::tags$ul(Map(function(file, size) {
      htmltools::tags$li(htmltools::tags$code(file), " ", size)
    }, unname(files), unname(sizes)))
  }
}

# The script itself is open, the other files are folded.
source_blocks <- function(dir) {
  folder <- unpack_source(dir)
  if (is.null(folder)) {
    return(NULL)
  }
  on.exit(unlink(folder, recursive = TRUE))
  script <- read_properties(dir)$script
  files <- list.files(folder, recursive = TRUE)
  files <- files[order(basename(files) != (script %||% ""))]
  lapply(files, function(file) {
    htmltools::tags$details(
      open = if (identical(basename(file), script)) NA,
      htmltools::tags$summary(sub("^source/", "", file)),
      text_block(read_text(file.path(folder, file)))
    )
  })
}

# ---- Facts ---------------------------------------------------------------------------------------

# Tables of the values of one or two runs: a named list with, for each group, a named list of
# character vectors with an element for each run.
fact_groups <- function(runs) {
  names <- unique(unlist(lapply(runs, names)))
  names <- setdiff(names, c("metrics", "model", "output", "source_code", "error_message",
                            "error_traceback"))
  kinds <- sub("^(eval|metric|flag)_.*", "\\1", names)
  groups <- c(Flags = "flag", Evaluation = "eval", Metrics = "metric", Run = "run")
  kinds[!kinds %in% groups] <- "run"
  groups <- lapply(groups, function(kind) {
    rows <- stats::setNames(nm = names[kinds == kind])
    rows <- lapply(rows, function(name) vapply(runs, function(run) value_text(run[[name]]), ""))
    stats::setNames(rows, sub("^(eval|metric|flag)_", "", names(rows)))
  })
  groups <- Filter(length, groups)
  Map(function(name, rows) list(title = name, rows = rows), names(groups), groups)
}

value_text <- function(value) {
  if (is.null(value)) return("")
  if (inherits(value, "POSIXct")) return(time_text(value))
  if (is.numeric(value)) return(toString(format(value, digits = 4, trim = TRUE)))
  toString(value)
}

# Rows whose values differ are marked.
fact_table <- function(group, labels = NULL) {
  htmltools::tags$table(
    htmltools::tags$caption(group$title),
    if (!is.null(labels)) {
      htmltools::tags$tr(htmltools::tags$th(), lapply(labels, htmltools::tags$th))
    },
    Map(fact_row, names(group$rows), group$rows)
  )
}

fact_row <- function(name, values) {
  htmltools::tags$tr(
    class = if (length(unique(values)) > 1L) "differs",
    htmltools::tags$th(scope = "row", name), lapply(unname(values), htmltools::tags$td)
  )
}
