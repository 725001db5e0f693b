# Renders R/generated-*.R from the tables in this folder and the signatures of the installed Keras.
#
#   Rscript dev/wrappers/render.R        (RKERAS_PYTHON says which Python has Keras)

here <- "dev/wrappers"

main <- function() {
  endpoints <- read_table("endpoints.tsv")
  rules <- read_table("args.tsv")
  signatures <- introspect(endpoints$endpoint)
  check_tables(endpoints, rules, signatures)
  for (kind in unique(endpoints$kind)) {
    of_kind <- endpoints[endpoints$kind == kind, ]
    wrappers <- vapply(seq_len(nrow(of_kind)), function(i) {
      render_wrapper(of_kind[i, ], signatures[signatures$endpoint == of_kind$endpoint[i], ], rules)
    }, "")
    write_generated(kind, wrappers)
  }
}

read_table <- function(file) {
  utils::read.delim(file.path(here, file), colClasses = "character", quote = "")
}

# One row per argument: endpoint, argument, kind, default (an R expression).
introspect <- function(endpoints) {
  python <- Sys.getenv("RKERAS_PYTHON", "python3")
  script <- file.path(here, "introspect.py")
  environment <- c("TF_CPP_MIN_LOG_LEVEL=3", "PYTHONDONTWRITEBYTECODE=1")
  lines <- system2(python, script, input = endpoints, stdout = TRUE, stderr = FALSE,
                   env = environment)
  if (!is.null(attr(lines, "status"))) {
    stop("introspecting Keras failed; run: ", python, " ", script, " < endpoints", call. = FALSE)
  }
  utils::read.delim(text = lines, header = FALSE, colClasses = "character", quote = "",
                    col.names = c("endpoint", "argument", "kind", "default"))
}

# A row that matches nothing is a mistake in a table or a change in Keras: say which.
check_tables <- function(endpoints, rules, signatures) {
  matched <- vapply(seq_len(nrow(rules)), function(i) {
    any(matches(rules$endpoint[i], signatures$endpoint) &
          rules$argument[i] == signatures$argument)
  }, NA)
  if (!all(matched)) {
    stop("args.tsv: no endpoint has the argument ", toString(rules$argument[!matched]),
         call. = FALSE)
  }
  undocumented <- !file.exists(file.path(here, "docs", paste0(endpoints$endpoint, ".md")))
  if (any(undocumented)) {
    stop("docs/: no page for ", toString(endpoints$endpoint[undocumented]), call. = FALSE)
  }
}

matches <- function(glob, endpoint) grepl(utils::glob2rx(glob), endpoint)

render_wrapper <- function(row, signature, rules) {
  fill(
    read_template(row$kind),
    endpoint = row$endpoint,
    name = row$name,
    formals = render_formals(row$name, signature),
    capture = render_capture(row$endpoint, signature, rules)
  )
}

read_template <- function(kind) {
  paste(readLines(file.path(here, paste0("template-", kind, ".R.in"))), collapse = "\n")
}

fill <- function(template, ...) {
  values <- list(...)
  for (key in names(values)) {
    template <- gsub(paste0("{{", key, "}}"), values[[key]], template, fixed = TRUE)
  }
  template
}

# Python's order with `object` first; what Python takes as **kwargs is R's `...`.
render_formals <- function(name, signature) {
  arguments <- ifelse(signature$default == "", signature$argument,
                      paste(signature$argument, "=", signature$default))
  arguments[signature$kind == "var_keyword"] <- "..."
  arguments <- c("object", arguments)
  one_line <- paste(arguments, collapse = ", ")
  if (nchar(name) + nchar(one_line) + nchar(" <- function() {") <= 100) {
    return(one_line)
  }
  paste0("\n", paste0("    ", arguments, collapse = ",\n"), "\n")
}

render_capture <- function(endpoint, signature, rules) {
  rules <- rules[vapply(rules$endpoint, matches, NA, endpoint = endpoint), ]
  rules <- rules[order(match(rules$argument, signature$argument), na.last = NA), ]
  conversions <- sprintf("%s = %s", rules$argument, rules$rule)
  one_line <- sprintf("capture_args(%s)", paste(conversions, collapse = ", "))
  if (nchar(endpoint) + nchar(one_line) + nchar('  create_layer("", object, )') <= 100) {
    return(one_line)
  }
  sprintf("capture_args(\n%s\n  )", paste0("    ", conversions, collapse = ",\n"))
}

write_generated <- function(kind, wrappers) {
  file <- file.path("R", paste0("generated-", kind, "s.R"))
  title <- sprintf(
    "# The %ss of Keras, rendered by dev/wrappers/render.R: edit its tables, not this file.", kind
  )
  writeLines(c(title, "", paste(wrappers, collapse = "\n\n")), file)
  message("wrote ", file, " (", length(wrappers), ")")
}

main()
