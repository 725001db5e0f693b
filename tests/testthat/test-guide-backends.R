# The table of the guide "backends": what it says of this backend is what happens.

table_of_guide <- function() {
  lines <- readLines(test_path("..", "..", "vignettes", "backends.Rmd"), encoding = "UTF-8")
  rows <- strsplit(grep("^\\| [^|]+\\|.*yes", lines, value = TRUE), " *\\| *")
  rows <- do.call(rbind, lapply(rows, `[`, 2:5))
  dimnames(rows) <- list(NULL, c("feature", "tensorflow", "jax", "torch"))
  rows
}

x <- flowers$x
y <- flowers$y

trained <- function(..., loss = "sparse_categorical_crossentropy", layers = identity) {
  model <- layers(keras_model_sequential(input_shape = 4)) |> layer_dense(3, activation = "softmax")
  compile(model, "adam", loss, ...)
  fit(model, x, y, epochs = 2, verbose = 0)
  model
}

# Whether each feature is there, in the order of the table.
checks <- list(
  `models, layers, losses, metrics and callbacks of R` = function() {
    Doubled <- Layer("Doubled", call = function(inputs) inputs * 2)
    trained(
      metrics = list(custom_metric("mean", function(y_true, y_pred) op_mean(y_pred))),
      loss = function(y_true, y_pred) op_mean((op_cast(y_true, "float32") - y_pred)^2),
      layers = function(model) Doubled(model)
    )
    TRUE
  },
  `\`tabular()\`, cross-validation, intervals, explanations` = function() {
    model <- tabular(Sepal.Length ~ ., iris, epochs = 2, verbose = 0)
    nrow(predict(model, iris[1:3, ], interval = "prediction")) == 3 &&
      nrow(feature_importance(model, iris)) == 4 &&
      nrow(attributions(model, iris[1:3, ])$values) == 3
  },
  `models saved and loaded` = function() {
    model <- trained()
    file <- withr::local_tempfile(fileext = ".keras")
    save_model(model, file)
    isTRUE(all.equal(predict(load_model(file), x), predict(model, x), tolerance = 1e-6))
  },
  `R functions as operators (\`r_operator()\`)` = function() {
    operator <- r_operator(function(x) x^2, gradient = function(x, g) list(2 * x * g))
    isTRUE(all.equal(as.numeric(operator(op_array(c(1, 2), "float32"))), c(1, 4)))
  },
  `data in memory: many steps in one call` = function() {
    length(loops_of(trained())) > 0
  },
  `layers of text in a model, tensors of text` = function() {
    words <- layer_text_vectorization(output_sequence_length = 2)
    adapt(words, c("good", "bad"))
    model <- keras_model_sequential(list(words, layer_embedding(input_dim = 4, output_dim = 2)))
    identical(dim(predict(model, as_tensor(c("good", "bad")))), c(2L, 2L, 2L))
  },
  `64-bit numbers` = function() {
    identical(op_dtype(suppressWarnings(op_array(2^40, "int64")) * 1L), "int64")
  },
  `values of tensors while a model is trained` = function() {
    trained(metrics = list(custom_metric("mean", function(y_true, y_pred) {
      op_array(mean(as.array(y_pred)), "float32")
    })))
    TRUE
  }
)

test_that("the table of the guide says what this backend does", {
  rows <- table_of_guide()
  known <- vapply(names(checks), function(name) which(startsWith(rows[, "feature"], name))[1], 1L)
  expect_identical(names(checks)[is.na(known)], character())
  expect_identical(rows[setdiff(seq_len(nrow(rows)), known), "feature"], character())
  for (name in names(checks)) {
    said <- startsWith(rows[known[[name]], chosen_backend()[["backend"]]], "yes")
    found <- tryCatch(isTRUE(checks[[name]]()), error = conditionMessage)
    expect_identical(isTRUE(found), said, info = paste0(name, ": ", found))
  }
})
