# Writes vignettes/migration-methods.tsv: each S3 method of reticulate with its status here.
#
#   Rscript dev/guides/methods.R
#
# peer-methods.tsv has reticulate's methods. method-notes.tsv has the differences; its generics and
# classes are regular expressions, and the first row that fits applies. A method without a note is
# "same": NAMESPACE must then have it, or one of the generic for all Python objects.

script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
root <- normalizePath(file.path(dirname(script), "../.."))
read <- function(file) {
  read.delim(file.path(root, "dev/guides", file),
    quote = "", colClasses = "character", na.strings = character(), encoding = "UTF-8"
  )
}
methods <- read("peer-methods.tsv")[c("generic", "class")]
notes <- read("method-notes.tsv")
own <- parseNamespaceFile(basename(root), dirname(root))$S3methods[, 1:2]
of_group <- c("+", "-", "*", "/", "^", "%%", "%/%", "==", "!=", "<", "<=", ">", ">=", "&", "|", "!")

is_here <- function(generic, class) {
  if (generic %in% of_group) generic <- c(generic, "Ops")
  any(own[, 1] %in% generic & own[, 2] %in% c(class, "python.builtin.object"))
}

status_of <- function(generic, class) {
  fits <- function(patterns, x) {
    vapply(patterns, function(pattern) grepl(paste0("^(", pattern, ")$"), x), NA)
  }
  operators <- c("!=|==|<|<=|>|>=")
  generic_fits <- fits(notes$generic, generic) |
    notes$generic == operators & generic %in% strsplit(operators, "|", fixed = TRUE)[[1]]
  row <- which(generic_fits & fits(notes$class, class))
  if (length(row)) return(notes[row[[1]], c("status", "why")])
  if (!is_here(generic, class)) {
    stop("There is no method ", generic, ".", class, ", and method-notes.tsv does not say why.",
         call. = FALSE)
  }
  data.frame(status = "same", why = "")
}

statuses <- do.call(rbind, Map(status_of, methods$generic, methods$class))
rows <- data.frame(methods, statuses, row.names = NULL)
rows <- rows[order(rows$generic, rows$class, method = "radix"), ]
write.table(rows, file.path(root, "vignettes/migration-methods.tsv"), sep = "\t", quote = FALSE,
            row.names = FALSE)
print(table(rows$status))
