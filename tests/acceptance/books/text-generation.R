# Text from a model of the next word: sampling with a temperature, and a callback that writes
set_random_seed(1)
sentences <- c("the cat sat on the mat", "the dog lay on the rug", "a bird sang in the tree",
               "the cat saw a bird", "a dog ran in the park")
texts <- sample(sentences, 120, replace = TRUE)
sequence_length <- 6
text_vectorization <- layer_text_vectorization(output_sequence_length = sequence_length + 1)
dataset <- tensor_slices_dataset(texts) |> dataset_batch(20)
adapt(text_vectorization, dataset)
vocab_size <- length(get_vocabulary(text_vectorization))
lm_dataset <- dataset |> dataset_map(function(batch) {
  sequences <- text_vectorization(batch)
  tuple(sequences[, 1:6], sequences[, 2:7])
})

inputs <- layer_input(shape = c(sequence_length), dtype = "int64")
embedded <- inputs |> layer_embedding(vocab_size, 16)
attention <- layer_multi_head_attention(num_heads = 2, key_dim = 16)
x <- attention(embedded, embedded, embedded, use_causal_mask = TRUE)
x <- layer_add(list(x, embedded)) |> layer_layer_normalization() |>
  layer_gru(32, return_sequences = TRUE)
outputs <- x |> layer_dense(vocab_size, activation = "softmax")
model <- keras_model(inputs, outputs)
model |> compile(loss = "sparse_categorical_crossentropy", optimizer = optimizer_adam(0.01))

tokens_index <- get_vocabulary(text_vectorization)
sample_next <- function(predictions, temperature = 1) {
  predictions <- exp(log(pmax(predictions, 1e-9)) / temperature)
  sample.int(length(predictions), 1, prob = predictions / sum(predictions))
}
text_generator <- new_callback_class(
  "TextGenerator",
  initialize = function(prompt, generate_length, temperatures = 1) {
    super$initialize()
    self$prompt <- prompt
    self$generate_length <- generate_length
    self$temperatures <- temperatures
    self$written <- list()
  },
  on_epoch_end = function(epoch, logs = NULL) {
    for (temperature in self$temperatures) {
      sentence <- self$prompt
      for (i in seq_len(self$generate_length)) {
        tokens <- text_vectorization(op_array(array(sentence)))[, 1:6]
        predictions <- self$model(tokens)
        at <- length(strsplit(sentence, " ")[[1]])
        next_token <- sample_next(as.array(predictions[1, at, ]), temperature)
        sentence <- paste(sentence, tokens_index[next_token])
      }
      self$written <- c(self$written, list(sentence))
    }
    NULL
  }
)
writer <- text_generator("the cat", generate_length = 3, temperatures = c(0.2, 1))
history <- model |> fit(lm_dataset, epochs = 12, callbacks = list(writer), verbose = 0)
stopifnot(tail(history$metrics$loss, 1) < history$metrics$loss[1] / 2)
written <- unlist(writer$written)
stopifnot(length(written) == 24, all(startsWith(written, "the cat ")))
stopifnot(any(tail(written, 8) %in% c("the cat sat on the", "the cat saw a bird")))
