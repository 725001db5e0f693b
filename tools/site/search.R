# The index that the search of the site reads: titles, names, and keywords (`\concept{}`).

write_search_index <- function(pkg) {
  entries <- c(topic_entries(pkg$topics), guide_entries(pkg), news_entry())
  json <- jsonlite::toJSON(entries, auto_unbox = TRUE)
  write_text(paste0("window.searchIndex = ", json, ";"), file.path(pkg$dst_path, "search-index.js"))
}

topic_entries <- function(topics) {
  topics <- topics[!topics$internal, ]
  lapply(seq_len(nrow(topics)), function(i) {
    list(
      t = plain_text(topics$title[[i]]), p = paste0("reference/", topics$file_out[[i]]),
      n = I(short_names(topics$alias[[i]])), k = I(as.character(topics$concepts[[i]]))
    )
  })
}

# `fit` rather than `fit.keras.src.models.model.Model`.
short_names <- function(names) {
  unique(sub("[.](keras[.]src|tensorflow[.]python|python[.]builtin)[.].*", "", names))
}

# The headings of a guide are its keywords.
guide_entries <- function(pkg) {
  guides <- pkg$vignettes
  built <- file.exists(file.path(pkg$dst_path, guides$file_out))
  lapply(which(built), function(i) {
    page <- xml2::read_html(file.path(pkg$dst_path, guides$file_out[[i]]), encoding = "UTF-8")
    headings <- xml2::xml_text(xml2::xml_find_all(page, "//main//h2|//main//h3"))
    path <- as.character(guides$file_out[[i]])
    list(t = guides$title[[i]], p = path, n = I("guide"), k = I(headings))
  })
}

news_entry <- function() {
  list(list(t = "News", p = "news/index.html", n = I("news"), k = I(c("changelog", "versions"))))
}

plain_text <- function(html) xml2::xml_text(xml2::read_html(paste0("<p>", html, "</p>")))
