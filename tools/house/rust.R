# Which folders of a Rust crate use which, read from its sources.

# One row for each use of another room's name: the module and the room that use it, the room that
# has the name, and the name from there on. A room is a folder of `root`, or a file in it; tests are
# left out.
rust_uses <- function(root = "src/rust/src") {
  files <- list.files(root, "[.]rs$", recursive = TRUE)
  paths <- sub("(^|/)(mod|lib)$", "", sub("[.]rs$", "", files))
  modules <- strsplit(paths, "/", fixed = TRUE)
  rooms <- unique(vapply(modules[lengths(modules) > 0], `[[`, "", 1))
  uses <- Map(\(file, module) rust_uses_of(file.path(root, file), module, rooms), files, modules)
  unique(do.call(rbind, c(list(no_rust_uses()), unname(uses))))
}

no_rust_uses <- function() {
  data.frame(
    from_module = character(), from_room = character(), to_room = character(), name = character()
  )
}

rust_uses_of <- function(file, module, rooms) {
  if (length(module) == 0) {
    return(no_rust_uses())
  }
  code <- without_rust_tests(without_rust_comments(paste(readLines(file), collapse = "\n")))
  paths <- lapply(rust_paths(code), absolute_rust_path, module)
  paths <- Filter(\(path) length(path) > 1 && path[[1]] %in% setdiff(rooms, module[[1]]), paths)
  if (length(paths) == 0) {
    return(no_rust_uses())
  }
  data.frame(
    from_module = paste(module, collapse = "::"), from_room = module[[1]],
    to_room = vapply(paths, `[[`, "", 1),
    name = vapply(paths, \(path) paste(path[-1], collapse = "::"), "")
  )
}

without_rust_comments <- function(code) {
  # Strings first: what looks like a comment in one is none.
  code <- gsub('"(?:[^"\\\\]|\\\\.)*"', '""', code, perl = TRUE)
  code <- gsub("//[^\n]*", "", code)
  gsub("(?s)/\\*.*?\\*/", "", code, perl = TRUE)
}

# Tests are modules at the end of a file.
without_rust_tests <- function(code) {
  sub("(?s)#\\[cfg\\(test\\)\\]\\s*mod .*$", "", code, perl = TRUE)
}

# All paths that begin with `crate` or `super`, those in braces one by one.
rust_paths <- function(code) {
  starts <- gregexpr("\\b(crate|super)\\s*::", code, perl = TRUE)[[1]]
  if (starts[[1]] < 0) {
    return(NULL)
  }
  # A path goes on after `super::`, and ends where one that began before it does.
  nested <- grepl("::\\s*$", substring(code, pmax(starts - 8, 1), starts - 1))
  unlist(lapply(starts[!nested], \(start) rust_tree(substring(code, start, start + 4000))))
}

# The paths of one tree, `a::{b, c::{d, e}}`.
rust_tree <- function(text) {
  head <- sub("(?s)^((?:\\s*\\w+\\s*::)*\\s*).*$", "\\1", text, perl = TRUE)
  rest <- substring(text, nchar(head) + 1)
  head <- gsub("\\s", "", head)
  if (!startsWith(rest, "{")) {
    return(paste0(head, sub("(?s)^(\\w*|\\*).*$", "\\1", rest, perl = TRUE)))
  }
  inner <- unlist(lapply(rust_branches(rest), rust_tree))
  paste0(head, inner)
}

# What stands in the braces that `text` begins with, at its commas.
rust_branches <- function(text) {
  letters <- strsplit(text, "")[[1]]
  depth <- cumsum((letters == "{") - (letters == "}"))
  end <- which(depth == 0)[1]
  commas <- which(letters == "," & depth == 1 & seq_along(letters) < end)
  bounds <- c(1, commas, end)
  parts <- substring(text, head(bounds, -1) + 1, tail(bounds, -1) - 1)
  parts <- trimws(parts)
  parts[parts != ""]
}

# The steps from the crate's root on.
absolute_rust_path <- function(path, module) {
  steps <- strsplit(path, "::", fixed = TRUE)[[1]]
  if (steps[[1]] == "crate") {
    return(steps[-1])
  }
  up <- sum(cumprod(steps == "super"))
  base <- head(module, length(module) - up)
  c(base, steps[-seq_len(up)])
}

# The files of a folder that use one another in a circle: each uses one of them, and is used by one.
rust_circle <- function(folder, root = "src/rust/src") {
  files <- list.files(file.path(root, folder), "[.]rs$", recursive = TRUE)
  modules <- paste0(folder, "/", sub("(/?mod)?[.]rs$", "", files))
  uses <- do.call(rbind, Map(
    \(file, module) rust_uses_within(file.path(root, folder, file), module, modules), files, modules
  ))
  repeat {
    goes_on <- uses$to %in% uses$from & uses$from %in% uses$to
    if (all(goes_on)) {
      return(unique(uses$from))
    }
    uses <- uses[goes_on, ]
  }
}

rust_uses_within <- function(file, module, modules) {
  code <- without_rust_tests(without_rust_comments(paste(readLines(file), collapse = "\n")))
  steps <- strsplit(module, "/", fixed = TRUE)[[1]]
  paths <- lapply(rust_paths(code), absolute_rust_path, steps)
  # A path ends in a name of the module that is the longest beginning of it.
  longer <- \(beginning, step) paste0(beginning, "/", step)
  beginnings <- lapply(paths, \(path) rev(Reduce(longer, path, accumulate = TRUE)))
  to <- unlist(lapply(beginnings, \(all) intersect(all, modules)[1]))
  to <- setdiff(c(to[!is.na(to)], own_modules(code, module, modules)), module)
  data.frame(from = rep(module, length(to)), to = to)
}

# The modules of `module` that its own file uses by their names alone. A name that it only passes on
# with `pub use` is no use of its own.
own_modules <- function(code, module, modules) {
  own <- modules[dirname(modules) == module]
  code <- gsub("\\bpub use [^;]*;", "", code, perl = TRUE)
  used <- vapply(basename(own), \(name) sprintf("(?<![\\w:.])%s\\s*::", name), "")
  own[vapply(used, grepl, TRUE, code, perl = TRUE)]
}
