# Lints all R code that people write, by the rules in .lintr; fails if there is anything to say.
folders <- Filter(dir.exists, c("R", "tests", "dev", "tools", "bench", "inst/examples"))
lints <- do.call(c, lapply(folders, function(folder) {
  unclass(lintr::lint_dir(folder, relative_path = FALSE))
}))
for (lint in lints) print(lint)
message(length(lints), " lints")
quit(status = if (length(lints)) 1L else 0L)
