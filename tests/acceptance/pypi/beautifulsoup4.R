# https://www.crummy.com/software/BeautifulSoup/bs4/doc/
BeautifulSoup <- import("bs4")$BeautifulSoup
html <- '<html><head><title>The story</title></head><body><p class="title"><b>The story</b></p>
<p class="story">Three sisters: <a href="http://x/elsie" id="link1">Elsie</a>,
<a href="http://x/lacie" id="link2">Lacie</a></p></body></html>'
soup <- BeautifulSoup(html, "html.parser")
stopifnot(soup$title$string == "The story", identical(unlist(iterate(soup$p[["class"]])), "title"))
links <- soup$find_all("a")
targets <- vapply(links, function(a) a$get("href"), "")
stopifnot(identical(targets, c("http://x/elsie", "http://x/lacie")))
stopifnot(soup$find(id = "link2")$get_text() == "Lacie")
stopifnot(length(soup$select("p > a")) == 2)
b <- soup$find_all(function(tag) tag$has_attr("id"))
stopifnot(length(b) == 2)
stopifnot(grepl("Elsie", soup$get_text()))
