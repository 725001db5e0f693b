# Documents with Python chunks, rendered by knitr in this session.

# The Markdown of a document with the chunks given as vectors of lines, the first the chunk's
# header.
knitted <- function(..., frame = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = frame)
  withr::local_dir(folder, .local_envir = frame)
  before <- knitr::knit_engines$get("python")
  withr::defer(knitr::knit_engines$set(python = before), envir = frame)
  knitr::knit_engines$set(python = eng_python)
  text <- unlist(lapply(list(...), function(chunk) c(chunk, "```", "")))
  suppressMessages(knitr::knit(text = text, quiet = TRUE, envir = new.env(parent = globalenv())))
}

test_that("a chunk runs statement by statement, as at a prompt", {
  out <- knitted(c(
    "```{python}", "x = 1", "# a comment", "x + 1", "print('printed')", "def f(a):",
    "    return a * 2", "", "f(x); 5;", "f(4)", "None"
  ))
  expect_identical(out, paste(c(
    "", "```python", "x = 1", "# a comment", "x + 1", "```", "", "```", "## 2", "```", "",
    "```python", "print('printed')", "```", "", "```", "## printed", "```", "",
    "```python", "def f(a):", "    return a * 2", "", "f(x); 5;", "f(4)", "```", "", "```", "## 8",
    "```", "", "```python", "None", "```", ""
  ), collapse = "\n"))
})

test_that("R and Python chunks share their variables", {
  out <- knitted(
    c("```{r}", "a <- c(1, 2)", "f <- function(x) x * 10", "```", "```{python}", "r.f(r.a)",
      "r.b = 7", "```", "```{r}", "b + 1L", "py$z <- 3L", "```", "```{python}", "z")
  )
  expect_match(out, "## [10.0, 20.0]", fixed = TRUE)
  expect_match(out, "## [1] 8", fixed = TRUE)
  expect_match(out, "## 3\n", fixed = TRUE)
})

test_that("an error stops the document, or is shown and the chunk goes on", {
  expect_error(knitted(c("```{python, error=FALSE}", "1 / 0")),
               class = "python.builtin.ZeroDivisionError")
  out <- knitted(c("```{python, error=TRUE}", "1 / 0", "'after'"))
  expect_match(out, "## Error: ZeroDivisionError: division by zero", fixed = TRUE)
  expect_match(out, "## 'after'", fixed = TRUE)
  out <- knitted(c("```{python, error=TRUE}", "x = = 1"))
  expect_match(out, "SyntaxError: invalid syntax", fixed = TRUE)
  expect_match(out, "x = = 1", fixed = TRUE)
})

test_that("eval, echo, results, include and warning do as for R", {
  code <- c("import warnings", "print('out')", "warnings.warn('careful')", "'value'")
  chunk <- function(options) c(sprintf("```{python, %s}", options), code)
  expect_identical(knitted(chunk("eval=FALSE")),
                   paste(c("", "```python", code, "```", ""), collapse = "\n"))
  expect_false(grepl("import warnings", knitted(chunk("echo=FALSE")), fixed = TRUE))
  hidden <- knitted(chunk("results='hide', warning=FALSE"))
  expect_false(grepl("##", hidden, fixed = TRUE))
  expect_match(hidden, "'value'", fixed = TRUE)
  expect_identical(trimws(knitted(chunk("include=FALSE"))), "")
  expect_match(knitted(chunk("results='asis', warning=FALSE")), "\nout\n", fixed = TRUE)
  warned <- function(text, shows) {
    code <- sprintf("__import__('warnings').warn('%s')", text)
    knitted(c(sprintf("```{python, warning=%s}", shows), code))
  }
  expect_match(warned("doubtful", TRUE), "## Warning: doubtful\n", fixed = TRUE)
  expect_false(grepl("##", warned("unlikely", FALSE), fixed = TRUE))
  held <- knitted(chunk("results='hold', warning=FALSE"))
  expect_match(held, paste(c(code, "```"), collapse = "\n"), fixed = TRUE)
})

test_that("jupyter_compat shows the last value only", {
  out <- knitted(c("```{python, jupyter_compat=TRUE}", "1111", "2222"))
  expect_false(grepl("## 1111", out, fixed = TRUE))
})

test_that("figures of Matplotlib are included, with the chunk's size", {
  out <- knitted(c(
    "```{python curve, fig.width=4, fig.height=3, dpi=50, fig.cap='A curve'}",
    "import matplotlib.pyplot as plt", "plt.plot([1, 4, 9])", "plt.show()",
    "_ = plt.hist([1, 1, 2])"
  ))
  files <- file.path("figure", c("curve-1.png", "curve-2.png"))
  expect_true(all(file.exists(files)))
  expect_match(out, "A curve", fixed = TRUE)
  expect_match(out, files[[2]], fixed = TRUE)
  expect_false(grepl("Line2D", out, fixed = TRUE))
  expect_identical(dim(png::readPNG(files[[1]]))[1:2], c(150L, 200L))
})

# Documents in sessions of their own: Matplotlib is imported once.
knitted_anew <- function(..., env = character()) {
  folder <- withr::local_tempdir()
  lines <- unlist(lapply(list(...), function(chunk) c(chunk, "```", "")))
  callr::r(function(lines, folder) {
    library(rkeras)
    setwd(folder)
    text <- suppressMessages(knitr::knit(text = lines, quiet = TRUE))
    size <- function(file) dim(png::readPNG(file))[1:2]
    list(text = text, sizes = lapply(Sys.glob("figure/*.png"), size),
         backend = py_eval("__import__('matplotlib').get_backend()"))
  }, list(lines, folder), env = c(callr::rcmd_safe_env(), env))
}

test_that("plt$show() in an R chunk is a figure of R, without Python chunks, too", {
  r <- c("```{r, fig.width=4, fig.height=3, dpi=50}", "plt <- import('matplotlib.pyplot')",
         "invisible(plt$plot(1:3))", "plt$show()", "invisible(plt$plot(3:1))", "plt$show()")
  seen <- knitted_anew(c("```{r}", "library(rkeras)"), r)
  expect_identical(seen$sizes, list(c(150L, 200L), c(150L, 200L)))
  python <- c("```{python, fig.width=4, fig.height=3, dpi=50}", "import matplotlib.pyplot as plt",
              "_ = plt.plot([1, 2])", "plt.show()")
  seen <- knitted_anew(c("```{r}", "library(rkeras)"), python, r, python)
  expect_identical(seen$sizes, rep(list(c(150L, 200L)), 4))
})

test_that("the backend that the user chose is kept, and other processes can use Matplotlib", {
  chunk <- c("```{python, dpi=50}", "import matplotlib.pyplot as plt", "import os, subprocess, sys",
             "_ = plt.plot([1, 2])", "plt.show()", "print('shown')",
             "print('variable', os.environ.get('MPLBACKEND'))",
             "code = 'import matplotlib.pyplot as p; print(p.get_backend())'",
             "run = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True)",
             "print('other process:', run.stdout, run.stderr)")
  attached <- c("```{r}", "library(rkeras)")
  seen <- knitted_anew(attached, chunk, env = c(MPLBACKEND = "svg"))
  expect_match(seen$text, "variable svg", fixed = TRUE)
  expect_match(seen$text, "other process: svg", fixed = TRUE)
  expect_match(seen$text, "[.]png\\).*## shown")
  expect_identical(seen$backend, "svg")
  expect_length(seen$sizes, 1L)

  # As scripts do, before or after the import of pyplot, and by other code.
  used <- c("```{python}", "import matplotlib", "matplotlib.use('pdf')")
  seen <- knitted_anew(attached, used, chunk)
  expect_match(seen$text, "variable None", fixed = TRUE)
  expect_match(seen$text, "[.]png\\).*## shown")
  expect_identical(seen$backend, "pdf")
  away <- c("```{python}", "open('own_plots.py', 'w').write('import matplotlib.pyplot') and None",
            "import sys; sys.path.append('.'); import own_plots")
  seen <- knitted_anew(attached, away, chunk)
  expect_match(seen$text, "[.]png\\).*## shown")
  expect_false(grepl("Warning", seen$text, fixed = TRUE))
  expect_identical(tolower(seen$backend), "agg")
})

test_that("after a document, plt.show() shows windows again", {
  seen <- callr::r(function() {
    library(rkeras)
    chunk <- c("```{python}", "import matplotlib.pyplot as plt", "_ = plt.plot([1])", "```")
    setwd(tempdir())
    before <- py_run_string("
import matplotlib.pyplot as plt, sys, types
from matplotlib.backends import backend_agg
from matplotlib.backend_bases import FigureManagerBase
windows = types.ModuleType('windows')
shown = []
windows.FigureCanvas = backend_agg.FigureCanvasAgg
windows.show = lambda *args, **kwargs: shown.append(1)
sys.modules['windows'] = windows
plt.switch_backend('module://windows')
import rkeras.session.figures as figures
figures._has_windows = lambda backend: backend == 'module://windows'
", local = TRUE)
    py_eval("__import__('matplotlib.pyplot').pyplot.show()")
    knitr::knit(text = chunk, quiet = TRUE)
    during <- py_eval("__import__('matplotlib').get_backend()")
    py_eval("__import__('matplotlib.pyplot').pyplot.show()")
    list(during, length(before$shown), py_eval("__import__('matplotlib').get_backend()"))
  })
  expect_identical(tolower(seen[[1]]), "agg")
  expect_identical(seen[-1], list(2L, "module://windows"))
})

test_that("figures are in the document's folder, whatever `root.dir` is", {
  root <- withr::local_tempdir()
  before <- knitr::opts_knit$get("root.dir")
  withr::defer(knitr::opts_knit$set(root.dir = before))
  knitr::opts_knit$set(root.dir = root)
  out <- knitted(c(
    "```{python away}", "import os, matplotlib.pyplot as plt", "print(os.getcwd())",
    "f = plt.plot([1, 4, 9])"
  ))
  expect_match(out, normalizePath(root), fixed = TRUE)
  expect_match(out, "(figure/away-1.png)", fixed = TRUE)
  expect_true(file.exists("figure/away-1.png"))
  expect_identical(list.files(root), character())
})

test_that("HTML documents have tables of pandas, and interactive figures", {
  withr::defer(knitr::opts_knit$set(rmarkdown.pandoc.to = NULL))
  knitr::opts_knit$set(rmarkdown.pandoc.to = "html")
  chunk <- c("```{python}", "import pandas as pd", "pd.DataFrame({'a': [1, 2]})")
  expect_match(knitted(chunk), "<table", fixed = TRUE)
  plotly <- knitted(c("```{python}", "import plotly.express as px", "px.line(y=[1, 3])"))
  expect_match(plotly, "Plotly.newPlot", fixed = TRUE)
  # Its script comes with the document.
  expect_false(grepl("<script[^>]* src=", plotly))
  script <- Filter(function(x) identical(x$name, "plotly-python"), knitr::knit_meta())[[1]]
  expect_gt(file.size(file.path(script$src$file, script$script)), 1e6)
  altair <- knitted(c("```{python}", "import altair as alt",
                      "alt.Chart(pd.DataFrame({'a': [1, 2]})).mark_point().encode(x='a')"))
  expect_match(altair, "vegaEmbed", fixed = TRUE)
  knitr::opts_knit$set(rmarkdown.pandoc.to = "latex")
  out <- knitted(chunk)
  expect_false(grepl("<table", out, fixed = TRUE))
  expect_match(out, "##    a\n## 0  1", fixed = TRUE)
})

test_that("images of Pillow are images", {
  out <- knitted(c("```{python dot}", "from PIL import Image", "Image.new('RGB', (3, 2), 'red')"))
  expect_match(out, "figure/dot-1.png", fixed = TRUE)
  expect_identical(dim(png::readPNG("figure/dot-1.png")), c(2L, 3L, 3L))
})

test_that("a cached chunk warns that its objects are not kept", {
  expect_warning(knitted(c("```{python stored, cache=TRUE}", "x = 1")), "stored.*Python objects",
                 class = "rkeras_warning_cache")
})

test_that("library(rkeras) registers the engine", {
  expect_true(in_new_session(function() {
    library(rkeras)
    identical(knitr::knit_engines$get("python"), rkeras::eng_python)
  })$value)
})
