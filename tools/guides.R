# Checks the texts of the guides and of the README, and prints a line for each fault: names of
# guides and help topics that do not exist, titles that differ, data sets of R that are masked, and
# phrases that readers stumble over (tools/guides/english.tsv). `Rscript tools/guides.R readme`
# writes the README's table of guides, whose order is that of inst/guides.tsv.
main <- function(args) {
  guides <- list.files("vignettes", "[.]Rmd$", full.names = TRUE)
  if ("readme" %in% args) {
    lines <- readLines("README.md", encoding = "UTF-8")
    rows <- rows_of_guides(lines)
    lines <- append(lines[-rows], table_of_guides(), rows[[1]] - 1L)
    writeLines(lines, "README.md", useBytes = TRUE)
  }
  texts <- lapply(c(guides, "README.md"), readLines, encoding = "UTF-8")
  names(texts) <- c(guides, "README.md")
  topics <- unlist(lapply(list.files("man", "[.]Rd$", full.names = TRUE), aliases))
  names <- sub("[.]Rmd$", "", basename(guides))
  faults <- c(
    unlist(lapply(guides, function(guide) title_faults(guide, texts[[guide]]))),
    order_faults(names, texts$README.md),
    unlist(Map(function(file, lines) {
      found <- c(missing_names(lines, names, topics), list_faults(lines), phrase_faults(lines),
                 masked_data(lines))
      sprintf("%s: %s", rep(file, length(found)), found)
    }, names(texts), texts))
  )
  writeLines(faults)
  message(length(guides), " guides, ", length(faults), " faults")
  quit(status = if (length(faults)) 1L else 0L)
}

aliases <- function(file) {
  found <- grep("^\\\\alias\\{", readLines(file, encoding = "UTF-8"), value = TRUE)
  gsub("\\", "", sub("^\\\\alias\\{(.*)\\}$", "\\1", found), fixed = TRUE)
}

# A guide has one title: in its header and in the index of vignettes.
title_faults <- function(guide, lines) {
  if (!identical(title_of(lines), value_of("^  %\\\\VignetteIndexEntry\\{(.*)\\}$", lines))) {
    sprintf("%s: the title differs from the VignetteIndexEntry", guide)
  }
}

title_of <- function(lines) value_of("^title: \"(.*)\"$", lines)

value_of <- function(pattern, lines) sub(pattern, "\\1", grep(pattern, lines, value = TRUE)[1])

order_faults <- function(names, readme) {
  listed <- guides_in_order()$name
  c(
    sprintf("inst/guides.tsv: the guide %s is missing", setdiff(names, listed)),
    sprintf("inst/guides.tsv: there is no guide %s", setdiff(listed, names)),
    if (!identical(readme[rows_of_guides(readme)], table_of_guides())) {
      "README.md: another table of guides than `Rscript tools/guides.R readme` writes"
    }
  )
}

guides_in_order <- function() utils::read.delim("inst/guides.tsv", comment.char = "#")

table_of_guides <- function() {
  guides <- guides_in_order()
  files <- sprintf("vignettes/%s.Rmd", guides$name)
  exists <- file.exists(files)
  titles <- vapply(files[exists], function(file) title_of(readLines(file, encoding = "UTF-8")), "")
  rows <- sprintf("| [%s](%s) | %s |", guides$name[exists], files[exists], titles)
  groups <- guides$group[exists]
  heads <- ifelse(duplicated(groups), "", sprintf("| **%s** | |\n", groups))
  strsplit(paste(paste0(heads, rows), collapse = "\n"), "\n", fixed = TRUE)[[1]]
}

rows_of_guides <- function(readme) {
  rows <- grep("^\\| \\[.*\\]\\(vignettes/.*[.]Rmd\\) \\|", readme)
  seq(min(rows) - 1L, max(rows))
}

missing_names <- function(lines, guides, topics) {
  found <- function(pattern) {
    unique(unlist(regmatches(lines, gregexpr(pattern, lines, perl = TRUE))))
  }
  named <- setdiff(found("(?<=rkeras_guide\\(\")[^\"]+(?=\"\\))"), guides)
  asked <- setdiff(gsub("\"", "", found("(?<=`\\?)(\"[^\"`]+\"|[A-Za-z0-9._]+)(?=`)")), topics)
  c(sprintf("there is no guide \"%s\"", named), sprintf("there is no help topic `?%s`", asked))
}

# Pandoc reads a list without a blank line before it as part of the paragraph.
list_faults <- function(lines) {
  prose <- prose_of(lines)
  is_item <- grepl("^([*-]|[0-9]+[.]) ", prose)
  before <- c("", utils::head(prose, -1L))
  is_wrong <- is_item & grepl("^\\S", before) & !grepl("^([*-]|[0-9]+[.]) ", before)
  sprintf("no blank line before the list at %s", dQuote(prose[is_wrong], FALSE))
}

# R CMD build makes all vignettes in one session, where later ones use R's data sets.
masked_data <- function(lines) {
  assigned <- sub(" <- .*", "", grep("^[a-zA-Z]+ <- ", lines, value = TRUE))
  sprintf("the data set `%s` is masked", intersect(assigned, ls("package:datasets")))
}

phrases <- function() {
  utils::read.delim("tools/guides/english.tsv", comment.char = "#", quote = "",
                    colClasses = "character", encoding = "UTF-8")
}

phrase_faults <- function(lines) {
  prose <- prose_of(lines)
  checked <- phrases()
  checked <- checked[nzchar(checked$pattern), ]
  c(
    unlist(Map(function(pattern, found, better) {
      hits <- regmatches(prose, gregexpr(pattern, prose, ignore.case = TRUE, perl = TRUE))
      hits <- unique(tolower(unlist(hits)))
      sprintf("the phrase %s (as %s instead of %s)", dQuote(hits, FALSE), dQuote(better, FALSE),
              dQuote(found, FALSE))
    }, checked$pattern, checked$found, checked$better)),
    sprintf("the heading %s is a question", dQuote(grep("^#.*[?]$", prose, value = TRUE), FALSE))
  )
}

# Lines without code: chunks, code in the text, tables of code, and the header.
prose_of <- function(lines) {
  is_fence <- grepl("^ *```", lines)
  lines[is_fence | cumsum(is_fence) %% 2L == 1L] <- "```"
  gsub("`[^`]*`", "`code`", lines)
}

main(commandArgs(trailingOnly = TRUE))
