# The check of links: each leads to a file of the site, each anchor to an element with that id, and
# no page loads anything from elsewhere.

# `planned` are pages that this build leaves out.
link_faults <- function(site, planned = character()) {
  files <- html_files(site)
  pages <- lapply(files, page_links, site)
  names(pages) <- relative_paths <- vapply(files, relative_path, "", site)
  ids <- lapply(pages, `[[`, "ids")
  unlist(lapply(relative_paths, function(path) {
    page <- pages[[path]]
    c(foreign_faults(path, page$loaded), internal_faults(path, page$links, ids, site, planned))
  }), use.names = FALSE)
}

page_links <- function(file, site) {
  page <- xml2::read_html(file, encoding = "UTF-8")
  values <- function(path) unique(xml2::xml_text(xml2::xml_find_all(page, path)))
  list(
    ids = values("//@id | //a/@name"),
    links = values("//@href | //@src"),
    loaded = values("//@src | //link/@href")
  )
}

foreign_faults <- function(path, loaded) {
  is_foreign <- grepl("^(https?:)?//", loaded)
  sprintf("%s loads %s from elsewhere", rep(path, sum(is_foreign)), loaded[is_foreign])
}

internal_faults <- function(path, links, ids, site, planned) {
  links <- links[!grepl("^([a-z]+:|//)", links) & links != "#"]
  target <- utils::URLdecode(sub("[#?].*", "", links))
  anchor <- ifelse(grepl("#", links), utils::URLdecode(sub(".*#", "", links)), "")
  target <- ifelse(target == "", path, resolved(file.path(dirname(path), target)))
  exists <- file.exists(file.path(site, target)) | target %in% planned
  has_anchor <- mapply(function(page, id) {
    id == "" || page %in% planned || id %in% ids[[page]]
  }, target, anchor)
  is_wrong <- !exists | grepl("[.]html$", target) & !as.logical(has_anchor)
  sprintf("%s: broken link to %s", rep(path, sum(is_wrong)), links[is_wrong])
}
