# Writes vignettes/migration-methods.tsv: each S3 method of reticulate with its status here.
#
#   Rscript dev/guides/methods.R
#
# peer-methods.tsv has reticulate's methods. method-notes.tsv has the differences; its generics and
# classes are regular expressions, and the first row that fits applies. A method without a note is
# "same": NAMESPACE must then have it, or one of the generic for all Python objects.

source("dev/guides/tables.R")
methods <- read("peer-methods.tsv")[c("generic", "class")]
notes <- read("method-notes.tsv")
own <- namespace$S3methods[, 1:2]
of_group <- c("+", "-", "*", "/", "^", "%%", "%/%", "==", "!=", "<", "<=", ">", ">=", "&", "|", "!")

is_here <- function(generic, class) {
  if (generic %in% of_group) generic <- c(generic, "Ops")
  # Each class also has the name under which the top-level package offers it.
  public <- sub("^(\\w+)[.].*[.]", "\\1.", class)
  any(own[, 1] %in% generic & own[, 2] %in% c(class, public, "python.builtin.object"))
}

status_of <- function(generic, class) {
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
write(rows, "migration-methods.tsv")
print(table(rows$status))
