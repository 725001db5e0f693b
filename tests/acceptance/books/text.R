# Texts as sets and as sequences: bags of words, embeddings, and the encoder of a transformer
set_random_seed(1)
good <- c("great", "lovely", "superb", "fun")
bad <- c("dull", "awful", "boring", "weak")
filler <- c("the", "film", "was", "and", "plot", "actor", "very", "a", "story", "not")
review <- function(is_good) {
  words <- c(sample(filler, 6, TRUE), sample(if (is_good) good else bad, 2))
  paste0(paste(sample(words), collapse = " "), if (runif(1) < 0.3) "!<br />")
}
labels <- rep_len(0:1, 240)
texts <- vapply(labels == 1, review, "")
folder <- file.path(tempdir(), "reviews")
for (i in seq_along(texts)) {
  at <- file.path(folder, if (i <= 200) "train" else "test", if (labels[i]) "pos" else "neg")
  dir.create(at, recursive = TRUE, showWarnings = FALSE)
  writeLines(texts[i], file.path(at, paste0(i, ".txt")))
}
read <- function(part) {
  text_dataset_from_directory(file.path(folder, part), batch_size = 20, seed = 1, verbose = FALSE)
}
train_ds <- read("train")
test_ds <- read("test")
stopifnot(identical(train_ds$class_names, c("neg", "pos")))

custom_standardization_fn <- function(string_tensor) {
  string_tensor |> tf$strings$lower() |>
    tf$strings$regex_replace("<[^>]+>", " ") |>
    tf$strings$regex_replace("[[:punct:]]", "")
}
check <- layer_text_vectorization(output_mode = "int", standardize = custom_standardization_fn)
adapt(check, texts)
stopifnot(setequal(setdiff(get_vocabulary(check), c("", "[UNK]")), c(good, bad, filler)))

text_only_train_ds <- train_ds |> dataset_map(function(x, y) x)
bag_model <- function(...) {
  vectorize <- layer_text_vectorization(standardize = custom_standardization_fn, ...)
  adapt(vectorize, text_only_train_ds)
  prepare <- function(ds) {
    ds |> dataset_map(function(x, y) list(vectorize(x), y), num_parallel_calls = 4)
  }
  tokens <- length(get_vocabulary(vectorize))
  inputs <- layer_input(shape = c(tokens))
  outputs <- inputs |> layer_dense(16, activation = "relu") |> layer_dropout(0.5) |>
    layer_dense(1, activation = "sigmoid")
  model <- keras_model(inputs, outputs)
  model |> compile(optimizer = optimizer_rmsprop(0.01), loss = "binary_crossentropy",
                    metrics = "accuracy")
  model |> fit(prepare(train_ds) |> dataset_cache(), epochs = 8, verbose = 0)
  # From text to a probability, in one model
  inputs <- layer_input(shape = shape(), dtype = "string")
  whole <- keras_model(inputs, inputs |> vectorize() |> model())
  stopifnot(identical(dim(predict(whole, op_array(c("great fun", "dull plot")), verbose = 0)),
                      c(2L, 1L)))
  evaluate(model, prepare(test_ds), verbose = 0)[["accuracy"]]
}
accuracies <- c(
  unigrams = bag_model(output_mode = "multi_hot"),
  bigrams = bag_model(output_mode = "multi_hot", ngrams = 2, max_tokens = 100),
  counts = bag_model(output_mode = "count"),
  tf_idf = bag_model(output_mode = "tf_idf")
)
stopifnot(all(accuracies > 0.8))

# ---- Sequences -----------------------------------------------------------------------------------
max_length <- 12
text_vectorization <- layer_text_vectorization(
  max_tokens = 40, output_mode = "int", output_sequence_length = max_length,
  standardize = custom_standardization_fn
)
text_vectorization |> adapt(text_only_train_ds)
as_ints <- function(ds) ds |> dataset_map(function(x, y) list(text_vectorization(x), y))
sequence_model <- function(body, epochs = 3) {
  inputs <- layer_input(shape(NULL), dtype = "int64")
  model <- keras_model(inputs, inputs |> body() |> layer_dense(1, activation = "sigmoid"))
  model |> compile(optimizer = optimizer_rmsprop(0.01), loss = "binary_crossentropy",
                    metrics = "accuracy")
  model |> fit(as_ints(train_ds), epochs = epochs, verbose = 0)
  model
}
masked <- sequence_model(function(x) {
  x |> layer_embedding(input_dim = 40, output_dim = 8, mask_zero = TRUE) |>
    bidirectional(layer_lstm(units = 8)) |> layer_dropout(0.5)
})
stopifnot(evaluate(masked, as_ints(test_ds), verbose = 0)[["accuracy"]] > 0.8)

# Vectors of words made elsewhere
word_vectors <- array(rnorm(40 * 8), c(40, 8))
fixed <- layer_embedding(input_dim = 40, output_dim = 8, trainable = FALSE, mask_zero = TRUE,
                         embeddings_initializer = initializer_constant(word_vectors))
stopifnot(all.equal(as.vector(fixed(op_array(5L))), word_vectors[6, ], tolerance = 1e-6))

# ---- A transformer's encoder ---------------------------------------------------------------------
layer_positional_embedding <- new_layer_class(
  "PositionalEmbedding",
  initialize = function(sequence_length, input_dim, output_dim, ...) {
    super$initialize(...)
    self$token_embeddings <- layer_embedding(input_dim = input_dim, output_dim = output_dim)
    self$position_embeddings <- layer_embedding(input_dim = sequence_length,
                                                output_dim = output_dim)
    self$sequence_length <- sequence_length
    self$input_dim <- input_dim
    self$output_dim <- output_dim
  },
  call = function(inputs) {
    len <- op_shape(inputs)[[2]]
    positions <- op_arange(0, len, dtype = "int32", include_end = FALSE)
    self$token_embeddings(inputs) + self$position_embeddings(positions)
  },
  compute_mask = function(inputs, mask = NULL) inputs != 0,
  get_config = function() {
    config <- super$get_config()
    for (name in c("output_dim", "sequence_length", "input_dim")) config[[name]] <- self[[name]]
    config
  }
)
layer_transformer_encoder <- new_layer_class(
  "TransformerEncoder",
  initialize = function(embed_dim, dense_dim, num_heads, ...) {
    super$initialize(...)
    self$embed_dim <- embed_dim
    self$dense_dim <- dense_dim
    self$num_heads <- num_heads
    self$supports_masking <- TRUE
    self$attention <- layer_multi_head_attention(num_heads = num_heads, key_dim = embed_dim)
    self$dense_proj <- keras_model_sequential() |>
      layer_dense(dense_dim, activation = "relu") |> layer_dense(embed_dim)
    self$layernorm_1 <- layer_layer_normalization()
    self$layernorm_2 <- layer_layer_normalization()
  },
  call = function(inputs, mask = NULL) {
    if (!is.null(mask)) mask <- mask[, newaxis, ]
    attention_output <- self$attention(inputs, inputs, attention_mask = mask)
    proj_input <- self$layernorm_1(inputs + attention_output)
    self$layernorm_2(proj_input + self$dense_proj(proj_input))
  },
  get_config = function() {
    config <- super$get_config()
    for (name in c("embed_dim", "num_heads", "dense_dim")) config[[name]] <- self[[name]]
    config
  }
)
model <- sequence_model(function(x) {
  x |> layer_positional_embedding(max_length, 40, 8) |>
    layer_transformer_encoder(8, 16, 2) |> layer_global_max_pooling_1d() |> layer_dropout(0.3)
}, 4)
stopifnot(evaluate(model, as_ints(test_ds), verbose = 0)[["accuracy"]] > 0.8)
file <- tempfile(fileext = ".keras")
save_model(model, file)
again <- load_model(file, custom_objects = list(layer_positional_embedding,
                                                layer_transformer_encoder))
numbers <- text_vectorization(op_array(texts[1:10]))
stopifnot(all.equal(as.array(again(numbers)), as.array(model(numbers)), tolerance = 1e-5))
unlink(folder, recursive = TRUE)
