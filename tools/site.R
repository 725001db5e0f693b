# Builds the site in out/site with pkgdown: home, reference by family, guides, news, search. Fails
# if a link is broken. Pages whose sources have not changed are kept; --no-guides leaves out the
# vignettes, which train models.
for (part in c("reference", "equations", "pages", "search", "links")) {
  source(file.path("tools/site", paste0(part, ".R")))
}

main <- function(args) {
  change_pkgdown()
  pkg <- site_package()
  start_site(pkg)
  build_pages(pkg, guides = !"--no-guides" %in% args)
  finish_pages(pkg)
  write_search_index(pkg)
  left_out <- if ("--no-guides" %in% args) as.character(pkg$vignettes$file_out)
  faults <- link_faults(pkg$dst_path, left_out)
  writeLines(faults)
  message(length(faults), " faults in ", length(html_files(pkg$dst_path)), " pages of out/site")
  quit(status = if (length(faults)) 1L else 0L)
}

site_package <- function() {
  pkg <- pkgdown::as_pkgdown(".", override = yaml::read_yaml("tools/site/site.yml"))
  pkg$meta$reference <- reference_chapters(pkg$topics)
  pkg$meta$articles <- guide_groups(pkg$vignettes$name)
  pkg$equations <- equations_of(pkg$topics$rd)
  pkg$topics$rd <- lapply(pkg$topics$rd, mark_equations, pkg$equations)
  pkg$topics$rd <- lapply(pkg$topics$rd, show_examples)
  pkg
}

# Without the conditions of `@examplesIf`, which pkgdown would evaluate: all examples are shown.
show_examples <- function(topic) {
  topic[] <- lapply(topic, function(section) {
    if (!inherits(section, "tag_examples")) {
      return(section)
    }
    is_condition <- vapply(section, function(node) {
      inherits(node, "tag_dontshow") && any(grepl("# examplesIf", unlist(node), fixed = TRUE))
    }, NA)
    shown <- section[!is_condition]
    first <- match(TRUE, vapply(shown, function(node) any(grepl("\\S", unlist(node))), NA))
    structure(shown[seq(first, length(shown))], class = class(section))
  })
  topic
}

# downlit asks the sites of other packages where their pages are, and CRAN where these sites are. No
# answers keep the build off the network, and its result the same everywhere. For the footer, which
# the templates have, pkgdown would run pandoc for each page.
change_pkgdown <- function() {
  options(pkgdown.internet = FALSE)
  utils::assignInNamespace("package_urls", function(...) character(), "downlit")
  utils::assignInNamespace("data_footer", function(...) list(), "pkgdown")
}

guide_groups <- function(names) {
  guides <- utils::read.delim("inst/guides.tsv", comment.char = "#")
  guides <- guides[guides$name %in% names, ]
  contents <- split(quoted(guides$name), factor(guides$group, unique(guides$group)))
  unname(Map(function(title, contents) list(title = title, contents = contents), names(contents),
             contents))
}

# A change of the frame of all pages or of the list of topics concerns every page.
start_site <- function(pkg) {
  frame <- file.path("templates", c("layout.html", "head.html", "navbar.html", "footer.html"))
  sources <- file.path("tools/site", c(frame, "site.yml", "equations.R"))
  topics <- paste(pkg$topics$name, collapse = " ")
  stamp <- file.path(pkg$dst_path, ".stamp")
  is_new <- !file.exists(stamp) || any(file.mtime(sources) > file.mtime(stamp)) ||
    !identical(readLines(stamp), topics)
  if (is_new) unlink(pkg$dst_path, recursive = TRUE)
  pkgdown::init_site(pkg)
  if (is_new) writeLines(topics, stamp)
  file.copy("out/rkeras-cheatsheet.pdf", pkg$dst_path, overwrite = TRUE)
}

build_pages <- function(pkg, guides) {
  pkgdown::build_home(pkg, quiet = TRUE, preview = FALSE)
  # pkgdown's list of authors repeats DESCRIPTION; its page for servers has absolute links.
  unlink(file.path(pkg$dst_path, c("authors.html", "404.html")))
  build_documents(pkg)
  build_topics(pkg)
  if (guides) pkgdown::build_articles(pkg, preview = FALSE)
  if (!guides) pkgdown::build_articles_index(pkg)
  pkgdown::build_news(pkg, preview = FALSE)
  # Bootstrap, which the templates do not use.
  unlink(file.path(pkg$dst_path, "deps"), recursive = TRUE)
}

# The topics whose manual page is newer than the page of the site, in as many processes as there are
# cores: a page takes 0.2 s.
build_topics <- function(pkg) {
  pages <- file.path(pkg$dst_path, "reference", pkg$topics$file_out)
  is_old <- !file.exists(pages) |
    file.mtime(file.path("man", pkg$topics$file_in)) > file.mtime(pages)
  pkgdown::build_reference_index(pkg)
  build <- function(names) {
    pkgdown::build_reference(pkg, examples = FALSE, preview = FALSE, topics = names)
    TRUE
  }
  names <- pkg$topics$name[is_old]
  workers <- max(1L, parallel::detectCores(), na.rm = TRUE)
  done <- parallel::mclapply(split(names, seq_along(names) %% workers), build, mc.cores = workers)
  failed <- !vapply(done, isTRUE, NA)
  if (any(failed)) stop("Pages of the reference could not be built: ", toString(done[failed]))
}

main(commandArgs(trailingOnly = TRUE))
