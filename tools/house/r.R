# Which file of R/ uses which names of others. What is looked up by a string is not seen.

# A row for each expression at top level: its `file`, the `name` that it assigns, or "", and what it
# `uses`.
r_definitions <- function(folder = "R") {
  files <- list.files(folder, "[.]R$", full.names = TRUE)
  codes <- lapply(files, function(file) as.list(parse(file, keep.source = FALSE)))
  code <- unlist(codes, recursive = FALSE)
  data.frame(
    file = rep(sub("[.]R$", "", basename(files)), lengths(codes)),
    name = vapply(code, assigned_name, ""), uses = I(lapply(code, used_names))
  )
}

assigned_name <- function(code) {
  is_assignment <- is.call(code) && identical(code[[1]], quote(`<-`)) &&
    (is.name(code[[2]]) || is.character(code[[2]]))
  if (is_assignment) as.character(code[[2]]) else ""
}

used_names <- function(code) {
  value <- if (nzchar(assigned_name(code))) code[[3]] else code
  codetools::findGlobals(eval(call("function", NULL, value), baseenv()))
}

# The function `by` of `file` uses `name`, which is defined in the file `home`.
r_uses <- function(definitions) {
  named <- definitions[nzchar(definitions$name), ]
  home <- stats::setNames(named$file, named$name)
  i <- rep(seq_len(nrow(definitions)), lengths(definitions$uses))
  name <- unlist(definitions$uses)
  uses <- data.frame(
    file = definitions$file[i], by = definitions$name[i], name = name, home = unname(home[name])
  )
  uses[!is.na(uses$home) & uses$home != uses$file, ]
}

# The names that several files define: the last would win in silence.
defined_twice <- function(definitions) {
  named <- unique(definitions[nzchar(definitions$name), c("file", "name")])
  named[named$name %in% named$name[duplicated(named$name)], ]
}

# The functions that Rust and Python code calls by names that no file of R/ assigns.
lost_functions <- function(definitions) {
  folders <- c("src/rust/src", "inst/python")
  files <- list.files(folders, "[.](rs|py)$", full.names = TRUE, recursive = TRUE)
  found <- lapply(files, \(file) named_functions(paste(readLines(file), collapse = "\n")))
  names <- data.frame(file = rep(files, lengths(found)), name = unlist(found))
  names[!names$name %in% c(definitions$name, ":"), ]
}

named_functions <- function(code) {
  calls <- "(r_code::call(_silent)?\\(\\s*c|rpycall[.]rkeras\\(\\s*)\"[^\"]+(?=\")"
  sub("(?s).*\"", "", matches(calls, code), perl = TRUE)
}

matches <- function(pattern, lines) {
  unlist(regmatches(lines, gregexpr(pattern, lines, perl = TRUE)))
}
