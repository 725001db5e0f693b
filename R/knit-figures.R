# Figures of Python chunks: those of Matplotlib, and images.

# The options of the chunk that runs, the number of its figures so far, and the figures that its
# current statement made.
figures <- new.env(parent = emptyenv())

begin_figures <- function(options) {
  figures$options <- options
  figures$n <- 0L
  figures$new <- list()
  figures_module()$begin(next_figure)
}

end_figures <- function() figures_module()$end()

figures_module <- function() import("rkeras.session.figures", convert = FALSE)

# R chunks may use Matplotlib before Python chunks do. The module watches its import.
watch_matplotlib <- function() figures_module()

is_knitting <- function() isTRUE(getOption("knitr.in.progress"))

# For `plt$show()` in R chunks, in inches and dots per inch.
device_size <- function() {
  c(as.list(grDevices::dev.size("in")), knitr::opts_current$get("dpi") %||% 72)
}

# An array of red, green, blue and alpha, on all of the device.
draw_image <- function(image) {
  before <- graphics::par(mar = c(0, 0, 0, 0))
  on.exit(graphics::par(before))
  graphics::plot.new()
  graphics::plot.window(c(0, 1), c(0, 1), xaxs = "i", yaxs = "i")
  graphics::rasterImage(grDevices::as.raster(image, max = 255L), 0, 0, 1, 1)
  NULL
}

# Writes the figures that are still open.
finish_figures <- function() figures_module()$finish()

# The figures that `code()` makes.
collected_figures <- function(code) {
  figures$new <- list()
  code()
  figures$new
}

# Python calls this to write a figure: the path, the size in inches, the resolution, and options.
next_figure <- function() {
  options <- figures$options
  path <- new_figure_path(figure_format(options))
  list(path, options$fig.width, options$fig.height, options$dpi %||% 72)
}

new_figure_path <- function(format) {
  figures$n <- figures$n + 1L
  path <- knitr::fig_path(paste0(".", format), figures$options, figures$n)
  figures$new <- c(figures$new, list(knitr::include_graphics(path, error = FALSE)))
  file <- in_document_folder(path)
  dir.create(dirname(file), recursive = TRUE, showWarnings = FALSE)
  normalizePath(file, mustWork = FALSE)
}

# Documents refer to figures from their own folder. Chunks run in `root.dir`, if it is set.
in_document_folder <- function(path) {
  folder <- knitr::opts_knit$get("base.dir") %||% knitr::opts_knit$get("output.dir")
  if (is.null(folder) || is_absolute(path)) path else file.path(folder, path)
}

figure_format <- function(options) {
  dev <- options$dev[[1]] %||% "png"
  switch(dev,
    jpeg = , jpg = "jpeg",
    svg = , svglite = "svg",
    pdf = , cairo_pdf = "pdf",
    "png"
  )
}

# The values of plotting functions, which documents do not show.
is_artist <- function(value) {
  first <- if (inherits(value, "python.builtin.list") && py_len(value) > 0L) value[[0]] else value
  any(startsWith(class(first), "matplotlib."))
}

# An object that is a PNG image, such as those of Pillow, as a figure; NULL for others.
image_of <- function(value) {
  if (inherits(value, "python.builtin.type") || !py_has_attr(value, "_repr_png_")) {
    return(NULL)
  }
  bytes <- py_to_r(value$`_repr_png_`())
  if (!is.raw(bytes)) {
    return(NULL)
  }
  collected_figures(function() writeBin(bytes, new_figure_path("png")))
}

# A figure of plotly; NULL for other objects. Its own HTML loads the script from a server; as a
# dependency of the document, the script is included once, and the page needs no network.
plotly_of <- function(value) {
  if (!inherits(value, "plotly.basedatatypes.BaseFigure") || !takes_dependencies()) {
    return(NULL)
  }
  html <- py_to_r(value$to_html(full_html = FALSE, include_plotlyjs = FALSE))
  fenced <- paste0("\n```{=html}\n", html, "\n```\n")
  list(knitr::asis_output(fenced, meta = list(plotly_script())))
}

# rmarkdown and Quarto add the dependencies of HTML documents.
takes_dependencies <- function() {
  knitr::is_html_output() && !is.null(knitr::opts_knit$get("rmarkdown.pandoc.to")) &&
    requireNamespace("htmltools", quietly = TRUE)
}

plotly_script <- function() {
  folder <- file.path(tempdir(), "plotly")
  if (!file.exists(file.path(folder, "plotly.min.js"))) {
    dir.create(folder, showWarnings = FALSE)
    code <- import("plotly.offline")$get_plotlyjs()
    writeLines(code, file.path(folder, "plotly.min.js"), useBytes = TRUE)
  }
  version <- import("plotly")$`__version__`
  htmltools::htmlDependency("plotly-python", version, folder, script = "plotly.min.js")
}
