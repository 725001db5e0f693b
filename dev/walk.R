# How far a call walks: the functions of the package that the second call of a verb runs, the files
# that these are in, and how often R calls compiled code. `make walk VERB=fit` lists them.
library(rkeras)
namespace <- asNamespace("rkeras")

# The file of each function of the package.
file_of <- local({
  files <- list.files("R", "[.]R$", full.names = TRUE)
  assigned <- lapply(files, function(file) {
    code <- parse(file, keep.source = FALSE, encoding = "UTF-8")
    calls <- Filter(function(x) is.call(x) && identical(x[[1]], quote(`<-`)), as.list(code))
    vapply(calls, function(call) as.character(call[[2]])[[1]], "")
  })
  stats::setNames(rep(basename(files), lengths(assigned)), unlist(assigned))
})

# The names in the order of the calls.
called <- character()
crossed <- character()

watch_functions <- function() {
  # The search path and the tables of S3 methods have copies.
  tables <- lapply(loadedNamespaces(), function(name) asNamespace(name)[[".__S3MethodsTable."]])
  places <- c(list(namespace, as.environment("package:rkeras")), Filter(is.environment, tables))
  # Those that begin with rs_ are the crossings.
  for (name in grep("^rs_", names(file_of), invert = TRUE, value = TRUE)) {
    f <- watched(name, namespace[[name]])
    for (place in if (!is.null(f)) Filter(function(place) name %in% names(place), places)) {
      if (bindingIsLocked(name, place)) unlockBinding(name, place)
      assign(name, f, place)
    }
  }
}

watched <- function(name, f) {
  if (!is.function(f) || is.primitive(f)) return()
  force(name)
  note <- function() called <<- c(called, name)
  watched <- as.function(c(formals(f), call("{", as.call(list(note)), body(f))), environment(f))
  attributes(watched) <- attributes(f)
  watched
}

watch_routines <- function() {
  for (name in names(namespace$.native)) {
    local({
      routine <- namespace$.native[[name]]
      own_name <- name
      rm(list = name, envir = namespace$.native)
      makeActiveBinding(own_name, function() {
        crossed <<- c(crossed, own_name)
        routine
      }, namespace$.native)
    })
  }
}

walk <- function(code) {
  frame <- parent.frame()
  code <- substitute(code)
  eval(code, frame)
  called <<- crossed <<- character()
  eval(code, frame)
  list(functions = unique(called), calls = called, crossings = crossed)
}

verbs <- local({
  set_random_seed(1)
  x <- unname(as.matrix(iris[1:4]))
  y <- as.integer(iris$Species) - 1L
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 8, activation = "relu") |>
    layer_dense(units = 3, activation = "softmax")
  compile(model, loss = "sparse_categorical_crossentropy", metrics = "accuracy")
  input <- keras_input(shape = 4)
  table <- function() tabular(Species ~ ., iris, hidden = 8, epochs = 1, verbose = 0)
  of_table <- table()
  positive <- function(x) if (op_sum(x) > 0) x * 2 else -x
  tensor <- as_tensor(x, "float32")
  watch_functions()
  watch_routines()
  list(
    layer_dense = walk(layer_dense(input, units = 8, activation = "relu")),
    fit = walk(fit(model, x, y, epochs = 1, verbose = 0)),
    predict = walk(predict(model, x, verbose = 0)),
    tabular = walk(table()),
    "predict(tabular)" = walk(predict(of_table, iris, verbose = 0)),
    tf_function = walk({
      f <- tf_function(positive)
      f(tensor)
    })
  )
})

verb <- commandArgs(TRUE)[1]
if (is.na(verb)) {
  files <- lapply(verbs, function(walk) unique(file_of[walk$functions]))
  print(data.frame(
    functions = lengths(lapply(verbs, `[[`, "functions")), files = lengths(files),
    crossings = lengths(lapply(verbs, `[[`, "crossings")),
    calls = lengths(lapply(verbs, `[[`, "calls"))
  ))
} else {
  print(split(verbs[[verb]]$functions, file_of[verbs[[verb]]$functions]))
  print(verbs[[verb]]$crossings)
}
