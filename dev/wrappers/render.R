# Renders R/generated-*.R from the tables in this folder and the signatures of the installed Keras.
#
#   make wrappers [GROUP="layers ops"]
#   RKERAS_PYTHON=... Rscript dev/wrappers/render.R [GROUP ...]
#
# Sourced, it only defines functions, for report.R.

here <- "dev/wrappers"
line_width <- 100L

# All groups, or those named. Importing Keras takes most of the time, so Python is asked once.
main <- function(rendered = groups()) {
  unknown <- setdiff(rendered, groups())
  if (length(unknown) > 0L) {
    stop("no group ", toString(unknown), "; the groups are ", toString(groups()), call. = FALSE)
  }
  signatures <- signatures_of(all_rows(rendered))
  for (group in rendered) render_group(group, signatures)
  render_endpoints()
}

all_rows <- function(groups) do.call(rbind, lapply(groups, read_table, "endpoints.tsv"))

# What each wrapper is named after, as data.
render_endpoints <- function() {
  rows <- all_rows(groups())
  vector_of <- function(rows) {
    rows <- rows[order(rows$name, method = "radix"), ]
    is_long <- nchar(rows$name) + nchar(rows$endpoint) > line_width - 8L
    entries <- sprintf("  %s =%s\"%s\"", rows$name, ifelse(is_long, "\n    ", " "), rows$endpoint)
    paste0("c(\n", paste(entries, collapse = ",\n"), "\n)")
  }
  write_generated("endpoints", c(
    paste0("# Wrappers, which call nothing else.\nwrapper_endpoints <- ",
           vector_of(rows[!rows$kind %in% kinds_of_more, ])),
    paste0("# Functions that do more.\nhand_written_endpoints <- ",
           vector_of(rows[rows$kind %in% kinds_of_more, ]))
  ), "Endpoints of wrappers")
}

kinds_of_more <- c("hand", "results", "positions")

# A folder is a group of wrappers: its tables, and the texts of their manual pages.
groups <- function() {
  setdiff(unique(dirname(list.files(here, "endpoints[.]tsv$", recursive = TRUE))), ".")
}

render_group <- function(group, signatures) {
  endpoints <- read_table(group, "endpoints.tsv")
  rules <- read_table(group, "args.tsv")
  check_tables(group, endpoints, rules, signatures[signatures$endpoint %in% endpoints$endpoint, ])
  rendered <- endpoints[endpoints$kind != "hand", ]
  wrappers <- vapply(seq_len(nrow(rendered)), function(i) {
    row <- rendered[i, ]
    render_wrapper(group, row, signatures[signatures$endpoint == row$endpoint, ], rules)
  }, "")
  if (length(wrappers) > 0L) write_generated(group, wrappers)
}

read_table <- function(group, file) {
  utils::read.delim(file.path(here, group, file), colClasses = "character", quote = "",
                    check.names = FALSE)
}

# A measure has its class's arguments, and what only its function takes.
signatures_of <- function(rows) {
  signatures <- introspect(rows$endpoint)
  measures <- rows[rows[["function"]] != "", ]
  functions <- if (nrow(measures) > 0L) introspect(measures[["function"]])
  functions$endpoint <- measures$endpoint[match(functions$endpoint, measures[["function"]])]
  signatures <- rbind(signatures, functions, more_formals(rows$endpoint))
  signatures[!duplicated(signatures[c("endpoint", "argument")]), ]
}

# What users of keras3 may give and Python's signature does not show (formals.tsv).
more_formals <- function(endpoints) {
  more <- read_table(".", "formals.tsv")
  rows <- lapply(seq_len(nrow(more)), function(i) {
    found <- endpoints[matches(more$endpoint[i], endpoints)]
    given <- as.list(more[i, c("argument", "kind", "default")])
    if (length(found)) data.frame(endpoint = found, given)
  })
  do.call(rbind, rows)
}

# One row per argument: endpoint, argument, kind, default (an R expression).
introspect <- function(endpoints) {
  utils::read.delim(text = run_introspect(input = endpoints), header = FALSE, quote = "",
                    colClasses = "character",
                    col.names = c("endpoint", "argument", "kind", "default"))
}

run_introspect <- function(..., input = NULL) {
  python <- Sys.getenv("RKERAS_PYTHON")
  if (python == "") {
    stop("RKERAS_PYTHON is not set. `make setup` installs a Python with Keras, which `make` then ",
         "uses; otherwise set it to the path of one.", call. = FALSE)
  }
  said <- tempfile()
  environment <- c("TF_CPP_MIN_LOG_LEVEL=3", "PYTHONDONTWRITEBYTECODE=1")
  lines <- suppressWarnings(system2(
    python, c(file.path(here, "introspect.py"), ...), input = input, stdout = TRUE, stderr = said,
    env = environment
  ))
  if (!is.null(attr(lines, "status"))) {
    stop("introspect.py failed with RKERAS_PYTHON=", python, ":\n",
         paste(utils::tail(readLines(said), 3L), collapse = "\n"), call. = FALSE)
  }
  lines
}

# A row that matches nothing is a mistake in a table or a change in Keras: say which.
check_tables <- function(group, endpoints, rules, signatures) {
  matched <- mapply(function(endpoint, argument) {
    any(matches(endpoint, signatures$endpoint[signatures$argument == argument]))
  }, rules$endpoint, rules$argument)
  is_known <- vapply(strsplit(rules$rule, " "), function(rule) {
    all(rule %in% c("-", names(rule_functions)))
  }, NA)
  stop_at(group, "args.tsv", rules[!as.logical(matched), ], "no endpoint has this argument")
  stop_at(group, "args.tsv", rules[!is_known, ], "R/ has no function of this name")
  stop_at(group, "endpoints.tsv", endpoints[duplicated(endpoints$name), ], "a second row of a name")
}

stop_at <- function(group, file, rows, fault) {
  if (nrow(rows) > 0L) {
    lines <- do.call(paste, c(unname(rows), sep = "  "))
    stop(paste0(group, "/", file, ": ", fault, ":\n  ", paste(lines, collapse = "\n  ")),
         call. = FALSE)
  }
}

matches <- function(glob, endpoint) grepl(utils::glob2rx(glob), endpoint)

render_wrapper <- function(group, row, signature, rules) {
  rules <- rules_for(row$endpoint, signature, rules)
  formals <- wrapper_formals(group, row$kind, signature, rules)
  template <- read_template(sub("_inputs$", "", row$kind))
  template <- fill(template, "endpoint", row$endpoint)
  template <- fill(template, "function", row[["function"]])
  template <- fill(template, "name", row$name)
  template <- fill(template, "formals", formals, 4L)
  template <- fill(template, "first", utils::head(formals, 1L))
  template <- fill(template, "capture", captured(signature, rules))
  if (!grepl("{{arguments}}", template, fixed = TRUE)) return(template)
  fill(template, "arguments", python_arguments(row$endpoint, signature, rules))
}

read_template <- function(kind) {
  paste(readLines(file.path(here, "templates", paste0(kind, ".R.in"))), collapse = "\n")
}

# Values stand on one line if it is short enough, else on one line each.
fill <- function(template, key, values, indent = 2L) {
  gap <- paste0("{{", key, "}}")
  filled <- gsub(gap, paste(values, collapse = ", "), template, fixed = TRUE)
  breaks <- length(values) > 1L || key == "capture" && length(values) == 1L
  if (!breaks || all(nchar(lines_of(filled)) <= line_width)) {
    return(filled)
  }
  line <- grep(gap, lines_of(template), fixed = TRUE, value = TRUE)
  margin <- sub("^( *).*", "\\1", line)
  lines <- paste0(margin, strrep(" ", indent), values, collapse = ",\n")
  gsub(gap, paste0("\n", lines, "\n", margin), template, fixed = TRUE)
}

lines_of <- function(text) strsplit(text, "\n", fixed = TRUE)[[1]]

# The rule of each argument that has one, by its name. The last row that applies counts; the rule
# `-` is none.
rules_for <- function(endpoint, signature, rules) {
  rules <- rules[vapply(utils::glob2rx(rules$endpoint), grepl, NA, endpoint), ]
  rules <- rules[!duplicated(rules$argument, fromLast = TRUE), ]
  rules <- rules[order(match(rules$argument, signature$argument), na.last = NA), ]
  stats::setNames(rules$rule, rules$argument)
}

# Where arguments are checked together: the rules of the table, several in the order given, and
# those that follow from the default value.
captured <- function(signature, rules) {
  own <- signature$argument[!grepl("^var_", signature$kind)]
  all <- c(rules, vapply(signature$default[match(setdiff(own, names(rules)), signature$argument)],
                         rule_of_default, ""))
  names(all) <- c(names(rules), setdiff(own, names(rules)))
  all <- all[intersect(own, names(all)[nzchar(all) & all != "-"])]
  several <- grepl(" ", all)
  all[several] <- sprintf("c(%s)", gsub(" ", ", ", all[several]))
  paste(names(all), "=", all)[seq_along(all)]
}

rule_of_default <- function(default) {
  value <- tryCatch(eval(str2lang(default), baseenv()), error = function(e) NULL)
  if (length(value) != 1L) ""
  else if (is.logical(value)) "as_flag"
  else if (is.character(value)) "one_string"
  else if (is.numeric(value)) "some_number"
  else ""
}

# The wrapper's arguments, as they are written in its definition.
wrapper_formals <- function(group, kind, signature, rules) {
  defaults <- r_defaults(signature, rules)
  arguments <- ifelse(defaults == "", signature$argument, paste(signature$argument, "=", defaults))
  arguments[grepl("^var_", signature$kind)] <- "..."
  arguments <- unique(arguments)
  switch(kind,
    layer = , attention = c("object", arguments),
    attention_inputs = c("inputs", arguments),
    merge = c("inputs", "...", setdiff(arguments, "...")),
    measure = measure_formals(arguments, signature),
    positions = c(arguments, "zero_indexed = FALSE"),
    class = if (group == "metrics") c("...", setdiff(arguments, "...")) else arguments,
    arguments
  )
}

# Positions count from 1 in R: so do the defaults that the formals show.
r_defaults <- function(signature, rules) {
  counted <- names(rules)[rules %in% c("as_axis", "as_axes", "as_index", "as_py_index")]
  shift <- signature$argument %in% counted & grepl("[0-9]", signature$default)
  signature$default[shift] <- vapply(signature$default[shift], function(default) {
    positions <- eval(parse(text = default))
    deparse(ifelse(positions >= 0L, positions + 1L, positions))
  }, "")
  signature$default
}

# `loss_huber(y_true, y_pred, delta = 2)` is a value, `loss_huber(delta = 2)` an object: what only
# the object takes is given by name.
measure_formals <- function(arguments, signature) {
  object_only <- signature$argument %in% c("reduction", "name", "dtype")
  compared <- signature$argument %in% c("y_true", "y_pred")
  c("y_true", "y_pred", arguments[!object_only & !compared], "...", arguments[object_only])
}

# A function gets all its arguments: required ones by position, the others by name. Of the rules
# that follow from a default value only that of flags is worth its time in each call: Python takes
# any string for true.
python_arguments <- function(endpoint, signature, rules) {
  is_flag <- signature$default %in% c("TRUE", "FALSE") & !signature$argument %in% names(rules)
  rules[signature$argument[is_flag]] <- "as_flag"
  values <- vapply(signature$argument, ruled_value, "", rules = rules)
  named <- signature$default != "" | signature$kind == "keyword_only"
  values[named] <- paste(signature$argument[named], "=", values[named])
  values[grepl("^var_", signature$kind)] <- "..."
  unique(c(dQuote(endpoint, FALSE), values))
}

# A rule's errors name the argument; each rule has one name that it need not be told.
ruled_value <- function(argument, rules) {
  if (!argument %in% names(rules) || rules[[argument]] == "-") {
    return(argument)
  }
  rule <- rules[[argument]]
  if (identical(formals(rule_functions[[rule]])$argument, argument)) {
    sprintf("%s(%s)", rule, argument)
  } else {
    sprintf('%s(%s, "%s")', rule, argument, argument)
  }
}

# What R/ defines, by name: functions, and rules that number_rule() makes, which are not evaluated.
rule_functions <- local({
  files <- setdiff(Sys.glob("R/*.R"), Sys.glob("R/generated-*.R"))
  code <- Filter(is.call, unlist(lapply(files, parse, keep.source = FALSE)))
  heads <- vapply(code, function(x) {
    if (length(x) == 3L && is.call(x[[3]])) deparse(x[[3]][[1]])[[1]] else ""
  }, "")
  code <- code[heads %in% c("function", "number_rule")]
  functions <- lapply(code, function(x) {
    if (identical(x[[3]][[1]], quote(`function`))) eval(x[[3]]) else function(x, argument) NULL
  })
  stats::setNames(functions, vapply(code, function(x) as.character(x[[2]]), ""))
})

write_generated <- function(group, wrappers, what = paste0("keras.", group)) {
  file <- file.path("R", paste0("generated-", group, ".R"))
  title <- sprintf("# %s, rendered by dev/wrappers/render.R: edit its tables, not this file.", what)
  writeLines(c(title, "", paste(wrappers, collapse = "\n\n")), file)
  message("wrote ", file, " (", length(wrappers), ")")
}

if (sys.nframe() == 0L) do.call(main, Filter(length, list(commandArgs(TRUE))))
