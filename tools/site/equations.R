# Equations as MathML, which browsers draw without a library: pandoc translates the TeX of all
# manual pages and guides at once. The plain form is shown where pandoc knows a command not.

# A data frame with a row for each equation: `tex`, `plain`, `is_block` and `mathml`.
equations_of <- function(topics) {
  found <- unique(do.call(rbind, c(list(equation("", "", NA)[0, ]), unlist(
    lapply(topics, collect_equations), recursive = FALSE
  ))))
  found$mathml <- mathml(found)
  found
}

equation <- function(tex, plain, is_block) {
  data.frame(tex = tidy_tex(tex), plain = plain, is_block = is_block)
}

# R's manual takes `\cr` for the end of a row, pandoc only `\\`.
tidy_tex <- function(tex) {
  trimws(gsub("[[:space:]]+", " ", gsub("\\\\cr(?![a-z])", "\\\\\\\\", tex, perl = TRUE)))
}

# The nodes of pkgdown's topics are lists with classes such as `tag_eqn`.
collect_equations <- function(node) {
  if (is_equation(node)) {
    return(list(equation_of(node)))
  }
  if (is.list(node)) unlist(lapply(node, collect_equations), recursive = FALSE)
}

is_equation <- function(node) inherits(node, c("tag_eqn", "tag_deqn"))

equation_of <- function(node) {
  tex <- paste(unlist(node[[1]]), collapse = "")
  plain <- if (length(node) > 1L) paste(unlist(node[[2]]), collapse = "") else tex
  equation(tex, trimws(plain), inherits(node, "tag_deqn"))
}

# Each equation becomes a word that no page has, since pkgdown escapes the text of other nodes.
mark_equations <- function(node, equations) {
  if (is_equation(node)) {
    return(marked(node, equations))
  }
  if (is.list(node)) node[] <- lapply(node, mark_equations, equations)
  node
}

marked <- function(node, equations) {
  this <- equation_of(node)
  at <- which(equations$tex == this$tex & equations$is_block == this$is_block)[1]
  structure(sprintf("EQUATION%05dEND", at), class = c("TEXT", "tag"))
}

show_equations <- function(html, equations) {
  found <- unique(regmatches(html, gregexpr("EQUATION[0-9]{5}END", html))[[1]])
  for (mark in found) {
    at <- as.integer(substr(mark, 9L, 13L))
    html <- gsub(mark, equations$mathml[[at]], html, fixed = TRUE)
  }
  html
}

# Guides have TeX in spans that pandoc wrote for MathJax.
show_tex_spans <- function(html) {
  pattern <- "(?s)<span class=\"math (inline|display)\">\\\\[(\\[](.*?)\\\\[)\\]]</span>"
  spans <- regmatches(html, gregexpr(pattern, html, perl = TRUE))[[1]]
  if (!length(spans)) {
    return(html)
  }
  tex <- xml2::xml_text(xml2::xml_find_all(xml2::read_html(paste(spans, collapse = "")), "//span"))
  tex <- substr(tex, 3L, nchar(tex) - 2L)
  found <- equation(tex, tex, grepl("math display", spans, fixed = TRUE))
  maths <- mathml(found)
  for (i in seq_along(spans)) html <- sub(spans[[i]], maths[[i]], html, fixed = TRUE)
  html
}

mathml <- function(equations) {
  if (!nrow(equations)) {
    return(character())
  }
  lines <- pandoc_lines(pandoc_document(equations))
  math <- sub("(?s).*?(<math.*</math>).*", "\\1", lines, perl = TRUE)
  math <- gsub("<annotation.*?</annotation>", "", math, perl = TRUE)
  # pandoc marks all parentheses as stretchy, also those without \\left.
  is_flat <- !grepl("\\left", equations$tex, fixed = TRUE)
  math[is_flat] <- gsub("stretchy=\"true\" form=", "stretchy=\"false\" form=", math[is_flat])
  plain <- sprintf("<code>%s</code>", htmltools::htmlEscape(equations$plain))
  ifelse(startsWith(math, "<math"), upright(math), plain)
}

# pandoc writes \mathrm{softmax} as seven identifiers, which browsers draw in italics. They become
# one, which is upright.
upright <- function(math) {
  styled <- gregexpr("(?s)<mstyle mathvariant=\"normal\">.*?</mstyle>", math, perl = TRUE)
  regmatches(math, styled) <- lapply(regmatches(math, styled), function(words) {
    gsub("<mi>", "<mi mathvariant=\"normal\">", gsub("</mi><mi>", "", words), fixed = TRUE)
  })
  math
}

pandoc_document <- function(equations) {
  blocks <- Map(function(tex, is_block) {
    type <- list(t = if (is_block) "DisplayMath" else "InlineMath")
    list(t = "Para", c = list(list(t = "Math", c = list(type, tex))))
  }, equations$tex, equations$is_block, USE.NAMES = FALSE)
  version <- jsonlite::fromJSON(system2("pandoc", c("-t", "json"), stdout = TRUE, input = "x"))[[1]]
  document <- list(`pandoc-api-version` = version, meta = structure(list(), names = character()))
  jsonlite::toJSON(c(document, list(blocks = blocks)), auto_unbox = TRUE)
}

# A paragraph of HTML for each equation.
pandoc_lines <- function(json) {
  file <- tempfile(fileext = ".json")
  on.exit(unlink(file))
  writeLines(enc2utf8(json), file, useBytes = TRUE)
  options <- c("-f", "json", "-t", "html", "--mathml", "--wrap=none", file)
  html <- paste(system2("pandoc", options, stdout = TRUE), collapse = " ")
  Encoding(html) <- "UTF-8"
  regmatches(html, gregexpr("(?s)<p>.*?</p>", html, perl = TRUE))[[1]]
}
