# Says what the installed Keras has that the tables do not, and the other way round: what to look at
# when Keras is updated.
#
#   Rscript dev/wrappers/report.R        (RKERAS_PYTHON says which Python has Keras)

source("dev/wrappers/render.R")

report <- function() {
  endpoints <- all_rows(groups())
  listed <- c(endpoints$endpoint, endpoints[["function"]], read_table(".", "skip.tsv")$endpoint)
  listed <- paste(utils::glob2rx(listed[listed != ""]), collapse = "|")
  public <- public_names()
  covered <- vapply(public, function(names) any(grepl(listed, names)), NA)
  gone <- setdiff(endpoints$endpoint, unlist(public))
  gone <- gone[!dirname(chartr(".", "/", gone)) %in% chartr(".", "/", unlist(public))] # methods
  show_names("New, without a wrapper", vapply(public[!covered], `[[`, "", 1L))
  show_names("Gone", gone)
  show_names("Changed", changed_wrappers(endpoints[!endpoints$endpoint %in% gone, ]))
  show_names("Arguments of training that R does not have", missing_in_training())
}

# The methods of models are written by hand. `return_dict` is always TRUE.
missing_in_training <- function() {
  taken <- c("train-fit", "train-evaluate", "train-predict", "train-batch", "train-compile")
  methods <- do.call(c, lapply(file.path("R", paste0(taken, ".R")), definitions))
  verbs <- c("fit", "evaluate", "predict", "compile", "train_on_batch", "test_on_batch")
  signatures <- introspect(paste0("keras.Model.", verbs))
  signatures <- signatures[signatures$kind != "var_keyword", ]
  unlist(lapply(verbs, function(verb) {
    method <- methods[[intersect(paste0(verb, c(".keras.src.models.model.Model", "")),
                                 names(methods))[[1]]]]
    keras <- signatures$argument[signatures$endpoint == paste0("keras.Model.", verb)]
    missing <- setdiff(keras, c("self", "return_dict", names(method[[3]][[2]])))
    if (length(missing)) sprintf("%s(%s)", verb, missing)
  }))
}

# The names of each public class and function of Keras: many have several.
public_names <- function() {
  strsplit(run_introspect("--public"), "\t", fixed = TRUE)
}

# Wrappers whose generated definition is not what would be generated now.
changed_wrappers <- function(endpoints) {
  changed <- character()
  signatures <- signatures_of(endpoints)
  for (group in groups()) {
    rows <- endpoints[endpoints$endpoint %in% read_table(group, "endpoints.tsv")$endpoint &
                        endpoints$kind != "hand", ]
    if (nrow(rows) == 0L) next # all are written by hand
    before <- definitions(file.path("R", paste0("generated-", group, ".R")))
    rules <- read_table(group, "args.tsv")
    for (i in seq_len(nrow(rows))) {
      signature <- signatures[signatures$endpoint == rows$endpoint[[i]], ]
      now <- parse(text = render_wrapper(group, rows[i, ], signature, rules), keep.source = FALSE)
      if (!identical(before[[rows$name[[i]]]], now[[1]])) changed <- c(changed, rows$name[[i]])
    }
  }
  changed
}

definitions <- function(file) {
  code <- if (file.exists(file)) as.list(parse(file, keep.source = FALSE)) else list()
  stats::setNames(code, vapply(code, function(call) as.character(call[[2]]), ""))
}

show_names <- function(title, names) {
  cat(title, ": ", length(names), "\n", sep = "")
  if (length(names) > 0L) writeLines(paste0("  ", sort(names)))
}

report()
