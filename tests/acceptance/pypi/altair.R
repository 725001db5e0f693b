# https://altair-viz.github.io/getting_started/starting.html
alt <- import("altair")
chart <- alt$Chart(mtcars)$mark_point()$encode(x = "wt", y = "mpg", color = alt$Color("cyl:N"))
stopifnot(identical(chart$to_dict()$mark$type, "point"))
bars <- alt$Chart(mtcars)$mark_bar()$encode(alt$X("mpg")$bin(maxbins = 10L), y = "count()")
both <- chart | bars
stopifnot(length(both$hconcat) == 2)
file <- tempfile(fileext = ".html")
both$save(file)
stopifnot(any(grepl("vega", readLines(file))))
