# Prints inst/AUTHORS, the crates that the package is built from with their licences and authors,
# from what `cargo metadata` says of them (tools/crates.sh).
crates <- jsonlite::fromJSON(file("stdin"), simplifyDataFrame = FALSE)$packages
crates <- Filter(function(crate) crate$name != "rkeras", crates)

writeLines(c(
  "rkeras contains code of these Rust crates, each under the licence that is named. A source",
  "package with src/rust/vendor.tar.xz contains their sources and the texts of their licences."
))
for (crate in crates) {
  authors <- sub(" *<[^>]*>", "", as.character(crate$authors))
  if (!length(authors)) authors <- paste("the authors of", crate$name)
  cat(sprintf(
    "\n%s %s\n  Licence: %s\n  Authors: %s\n  Source: %s\n", crate$name, crate$version,
    crate$license, paste(authors, collapse = ", "), crate$repository
  ))
}
