# Each row of the wrapper tables is exported, has Keras's arguments, is documented, and runs.
#
# generated/<group>.tsv has a call of each wrapper and the same call in Python, both with the values
# of generated/values*.R.

wrappers <- function() document()$wrapper_rows(test_path("..", "..", "dev", "wrappers"))

wrapper_calls <- function(group) {
  file <- test_path("generated", paste0(group, ".tsv"))
  utils::read.delim(file, colClasses = "character", quote = "")
}

if (on_tensorflow()) test_that("each wrapper is exported with the arguments of the live function", {
  argument_names <- python_function_of("names", "
import inspect
def names(f):
    parameters = inspect.signature(f).parameters.values()
    return [p.name for p in parameters if not p.kind.name.startswith('VAR_')]
")
  renamed <- c("function" = "f", pyfunc = "func", stop = "end")
  added <- c("object", "inputs", "y_true", "y_pred", "zero_indexed", "...")
  # Shown because scripts for keras3 may give them.
  shown <- list(layer_conv_lstm_1d = "unroll", layer_conv_lstm_2d = "unroll",
                layer_conv_lstm_3d = "unroll", layer_string_lookup = "vocabulary_dtype",
                image_smart_resize = "backend_module",
                optimizer_loss_scale = setdiff(names(formals(optimizer_sgd)),
                                               c("learning_rate", "momentum", "nesterov", "name")))
  rows <- wrappers()
  has_them <- function(i) {
    name <- rows$name[[i]]
    if (!name %in% getNamespaceExports("rkeras")) {
      return(FALSE)
    }
    endpoints <- setdiff(c(rows$endpoint[[i]], rows[["function"]][[i]]), "")
    live <- lapply(endpoints, function(x) argument_names(keras_endpoint(x)))
    live <- unique(as.character(unlist(live)))
    mine <- as.character(names(formals(getExportedValue("rkeras", name))))
    live <- ifelse(live %in% setdiff(names(renamed), mine), renamed[live], live)
    # What is written by hand may have more arguments.
    if (rows$kind[[i]] == "hand") {
      all(live %in% mine)
    } else {
      setequal(setdiff(mine, c(added, shown[[name]])), setdiff(live, added))
    }
  }
  # One expectation: thousands take seconds.
  has <- vapply(seq_len(nrow(rows)), has_them, NA)
  expect_identical(rows$name[!has], character())
})

if (on_tensorflow()) test_that("each argument is documented", {
  # One expectation: thousands take seconds.
  missing <- lapply(wrappers()$name, function(name) {
    page <- test_path("..", "..", "man", paste0(name, ".Rd"))
    text <- paste(readLines(page), collapse = "\n")
    arguments <- as.character(names(formals(getExportedValue("rkeras", name))))
    items <- sprintf("\\item{%s}", arguments)
    is_there <- vapply(items, grepl, NA, text, fixed = TRUE)
    sprintf("%s(%s = )", name, arguments[!is_there])
  })
  expect_identical(unlist(missing), character())
})

if (on_tensorflow()) test_that("each wrapper has a call to be tried", {
  rows <- wrappers()
  for (group in unique(rows$group)) {
    expect_setequal(wrapper_calls(group)$name, rows$name[rows$group == group])
  }
})

groups <- if (on_jax()) {
  # Those that compute with tensors. Layers and metrics, which are made of them, take minutes: JAX
  # compiles each operation anew.
  c("losses", "ops", "random", "tree")
} else {
  sub("[.]tsv$", "", list.files(test_path("generated"), "[.]tsv$"))
}

is_condition <- function(x) inherits(x, "condition")

generated_values <- function() {
  values <- new.env(parent = environment())
  files <- list.files(test_path("generated"), "^values.*[.]R$")
  for (file in c("values.R", setdiff(files, "values.R"))) {
    sys.source(test_path("generated", file), values)
  }
  values
}

# What Keras does not have there: the call, the same in Python, and the error of both.
not_on_jax <- utils::read.delim(test_path("not-on-jax.tsv"), colClasses = "character", quote = "")

# A layer of TensorFlow, one that reports that PyTorch is not there, and an error in other words.
not_on_torch <- c("layer_tfsm", "layer_torch_module_wrapper", "distribution_device_count")

for (group in groups) {
  test_that(paste0(group, ": each wrapper gives what the same call in Python does"), {
    values <- generated_values()
    in_python <- python_with(values)
    calls <- wrapper_calls(group)
    calls <- calls[vapply(calls$name, can_run, NA), ]
    if (on_torch()) calls <- calls[!calls$name %in% not_on_torch, ]
    if (on_jax()) calls <- calls[!calls$r %in% not_on_jax$r, ]
    skip_if(nrow(calls) == 0L, "what these need in Python")
    for (i in seq_len(nrow(calls))) {
      set_random_seed(7)
      theirs <- tryCatch(in_python(calls$python[[i]]), python.builtin.Exception = identity)
      # Keras does not have all there, and not for arrays: R may.
      if (on_torch() && is_condition(theirs)) next
      theirs <- as_compared(if (is_condition(theirs)) stop(theirs) else theirs)
      set_random_seed(7)
      mine <- as_compared(eval(parse(text = calls$r[[i]]), values))
      expect_equal(mine, theirs, info = calls$name[[i]], tolerance = 1e-6)
    }
  })
}

if (on_jax()) test_that("what is missing on JAX is missing in Python too", {
  values <- generated_values()
  in_python <- python_with(values)
  for (i in seq_len(nrow(not_on_jax))) {
    row <- not_on_jax[i, ]
    expect_true(row$r %in% wrapper_calls("ops")$r, info = row$r)
    for (raised in list(
      expect_error(eval(parse(text = row$r), values), class = "python.builtin.Exception"),
      expect_error(in_python(row$python), class = "python.builtin.Exception")
    )) {
      expect_match(raised$python_message, row$error, info = row$r)
    }
  }
})

# ---- The output that manual pages show -----------------------------------------------------------

# A sixth of them, which a change of printing or of the package's results does not pass by.
# `make outputs` runs all of them.
if (on_tensorflow()) test_that("examples show the output that they have", {
  document <- document(globalenv()) # or errors would be in the call of run_example()
  folder <- test_path("..", "..", "dev", "wrappers")
  groups <- setdiff(unique(wrappers()$group), c("applications", "callbacks", "distillation"))
  recorded <- unlist(lapply(groups, document$recorded_examples, folder))
  skip_if_not(document$outputs_made_with(folder) == document$versions(), "the pinned versions")
  sample <- recorded[seq(1L, length(recorded), by = 6L)]
  sample <- c(sample, document$recorded_examples("document", file.path(folder, "..")))
  expect_gt(length(sample), 100L)
  for (endpoint in names(sample)) {
    shown <- document$run_example(document$without_output(sample[[endpoint]]), 1L)
    if (!document$same_text(shown, sample[[endpoint]])) expect_identical(shown, sample[[endpoint]])
  }
})

test_that("an example's output is written below each expression", {
  document <- document(globalenv())
  example <- "x <- 1:2\nx\n\nfor (i in x) {\n  print(i)\n}\ntry(stop(\"No\"))\ninvisible(3)"
  shown <- document$run_example(example, 1L)
  expect_identical(strsplit(shown, "\n")[[1]], c(
    "x <- 1:2", "x", "#> [1] 1 2", "", "for (i in x) {", "  print(i)", "}", "#> [1] 1", "#> [1] 2",
    "try(stop(\"No\"))", "#> Error in try(stop(\"No\")) : No", "invisible(3)"
  ))
  expect_identical(document$without_output(shown), example)
})

test_that("outputs are compared but for rounding errors", {
  same_text <- document()$same_text
  expect_true(same_text("x = [0.1234567 -0.]", "x = [0.1234568\n 2e-9]"))
  expect_false(same_text("x = 1.01", "x = 1.02"))
  expect_false(same_text("x = [1 2]", "x = [1 2 3]"))
  expect_false(same_text("x = 1", "y = 1"))
})

if (on_tensorflow()) test_that("each page leads to Keras's own page of what exists", {
  document <- document()
  endpoints <- setdiff(wrappers()$endpoint, names(document$other_python_pages))
  exists <- vapply(strsplit(endpoints, ".", fixed = TRUE), FUN.VALUE = NA, function(names) {
    tryCatch(!is.null(Reduce(py_get_attr, names, tf)), error = function(e) FALSE)
  })
  expect_identical(endpoints[!exists], character())
  expect_match(document$rd_python_page("keras.utils.FeatureSpace.cross"), "/utils/FeatureSpace)",
               fixed = TRUE)
})
