# From sequence to sequence: a transformer's encoder and decoder translate numbers into words
set_random_seed(1)
digits <- c("one", "two", "three", "four", "five", "six")
sources <- replicate(300, sample(6, sample(2:4, 1), TRUE), simplify = FALSE)
english <- vapply(sources, paste, "", collapse = " ")
# The words stand in the opposite order.
in_words <- function(x) paste(c("[start]", digits[rev(x)], "[end]"), collapse = " ")
words <- vapply(sources, in_words, "")
length_in <- 4
length_out <- 5
source_vectorization <- layer_text_vectorization(output_sequence_length = length_in)
target_vectorization <- layer_text_vectorization(
  output_sequence_length = length_out + 1,
  standardize = function(x) tf$strings$lower(x)
)
adapt(source_vectorization, english)
adapt(target_vectorization, words)
vocabulary <- get_vocabulary(target_vectorization)
stopifnot(all(c("[start]", "[end]", digits) %in% vocabulary))
format_pair <- function(pair) {
  eng <- source_vectorization(pair$english)
  spa <- target_vectorization(pair$words)
  inputs <- list(english = eng, words = spa[, NA:-2])
  targets <- spa[, 2:NA]
  sample_weight <- targets != 0
  tuple(inputs, targets, sample_weight)
}
train_ds <- tensor_slices_dataset(list(english = english, words = words)) |>
  dataset_shuffle(300, seed = 1) |> dataset_batch(30) |>
  dataset_map(format_pair, num_parallel_calls = 2) |> dataset_cache()
c(inputs, targets, weights) %<-% iter_next(as_iterator(train_ds))
stopifnot(identical(dim(inputs$english), c(30L, 4L)), identical(dim(inputs$words), c(30L, 5L)))
stopifnot(identical(as.array(inputs$words)[, -1], as.array(targets)[, -5]))
stopifnot(identical(dim(weights), c(30L, 5L)))

embed_dim <- 16
layer_embedded <- Layer(
  "Embedded",
  initialize = function(length, tokens, ...) {
    super$initialize(...)
    self$tokens <- layer_embedding(input_dim = tokens, output_dim = embed_dim, mask_zero = TRUE)
    self$places <- layer_embedding(input_dim = length, output_dim = embed_dim)
    self$length <- length
  },
  call = function(inputs) {
    self$tokens(inputs) + self$places(op_arange(self$length, include_end = FALSE))
  },
  compute_mask = function(inputs, mask = NULL) inputs != 0
)
layer_block <- Layer(
  "Block",
  initialize = function(causal = FALSE, ...) {
    super$initialize(...)
    self$causal <- causal
    self$supports_masking <- TRUE
    self$attention <- layer_multi_head_attention(num_heads = 2, key_dim = embed_dim)
    self$cross <- layer_multi_head_attention(num_heads = 2, key_dim = embed_dim)
    self$dense <- keras_model_sequential() |> layer_dense(32, "relu") |> layer_dense(embed_dim)
    self$norms <- lapply(1:3, function(i) layer_layer_normalization())
  },
  call = function(inputs, encoded = NULL) {
    x <- self$norms[[1]](inputs + self$attention(inputs, inputs, use_causal_mask = self$causal))
    if (!is.null(encoded)) x <- self$norms[[2]](x + self$cross(x, encoded))
    self$norms[[3]](x + self$dense(x))
  }
)
encoder_inputs <- layer_input(length_in, dtype = "int32", name = "english")
encoded <- encoder_inputs |> layer_embedded(length_in, 10) |> layer_block()
decoder_inputs <- layer_input(length_out, dtype = "int32", name = "words")
embedded <- decoder_inputs |> layer_embedded(length_out, length(vocabulary))
decoded <- layer_block(causal = TRUE)(embedded, encoded)
outputs <- decoded |> layer_dense(length(vocabulary), activation = "softmax")
transformer <- keras_model(list(english = encoder_inputs, words = decoder_inputs), outputs)
transformer |> compile(optimizer_adam(0.01), "sparse_categorical_crossentropy",
                       weighted_metrics = "accuracy")
history <- transformer |> fit(train_ds, epochs = 25, verbose = 0)
stopifnot(tail(history$metrics$accuracy, 1) > 0.9)

decode_sequence <- function(input_sentence) {
  tokens <- source_vectorization(op_array(array(input_sentence)))
  decoded <- "[start]"
  for (i in seq_len(length_out)) {
    target <- target_vectorization(op_array(array(decoded)))[, NA:-2]
    predictions <- predict(transformer, list(english = tokens, words = target), verbose = 0)
    word <- vocabulary[which.max(predictions[1, i, ])]
    decoded <- paste(decoded, word)
    if (word == "[end]") break
  }
  decoded
}
found <- vapply(english[1:20], decode_sequence, "")
stopifnot(mean(found == words[1:20]) > 0.6)
