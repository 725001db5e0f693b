# https://keras.io/keras_hub/getting_started/, with a preset that is made on the spot
hub <- import("keras_hub")
folder <- tempfile("preset")
vocabulary <- c("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "film", "was", "great", "bad")
tokenizer <- hub$tokenizers$BertTokenizer(vocabulary = vocabulary)
backbone <- hub$models$BertBackbone(
  vocabulary_size = length(vocabulary), num_layers = 1L, num_heads = 2L, hidden_dim = 8L,
  intermediate_dim = 16L, max_sequence_length = 8L
)
preprocessor <- hub$models$BertTextClassifierPreprocessor(tokenizer, sequence_length = 8L)
classifier <- hub$models$BertTextClassifier(
  backbone = backbone, preprocessor = preprocessor, num_classes = 2L
)
texts <- c("the film was great", "the film was bad")
loss <- loss_sparse_categorical_crossentropy(from_logits = TRUE)
classifier$compile(optimizer = optimizer_adam(0.05), loss = loss)
x <- r_to_py(rep(texts, 8))
classifier$fit(x = x, y = rep(0:1, 8), verbose = 0L, epochs = 3L, batch_size = 4L)
before <- classifier$predict(r_to_py(texts), verbose = 0L)
stopifnot(identical(dim(before), c(2L, 2L)))
classifier$save_to_preset(folder)
again <- hub$models$TextClassifier$from_preset(folder)
stopifnot(all.equal(again$predict(r_to_py(texts), verbose = 0L), before, tolerance = 1e-5))
# LoRA
again$backbone$enable_lora(2L)
stopifnot(length(again$backbone$trainable_variables) > 0)
