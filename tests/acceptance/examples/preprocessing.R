# Preprocessing layers and functions.

words <- c("the cat sat", "the dog sat down")

case("layer_normalization() adapts to the data", {
  layer <- layer_normalization()
  adapt(layer, matrix(c(1, 2, 3, 4, 5)))
  round(as.numeric(layer(matrix(c(1, 3, 5)))), 4)
}, c(-1.4142, 0, 1.4142))
case("layer_normalization() with a mean and variance", {
  as.array(layer_normalization(mean = 3, variance = 2)(matrix(c(1, 2, 3))))
}, matrix(c(-2, -1, 0) / sqrt(2)), tolerance = 1e-6)
case("layer_discretization() numbers bins from 0", {
  layer <- layer_discretization(bin_boundaries = c(0, 1, 2))
  as.array(layer(rbind(c(-1.5, 1, 3.4, 0.5), c(0, 3, 1.3, 0))))
}, rbind(c(0L, 2L, 3L, 1L), c(1L, 3L, 2L, 1L)))
case("layer_category_encoding() one-hot", {
  as.array(layer_category_encoding(num_tokens = 4, output_mode = "one_hot")(c(3L, 2L, 0L, 1L)))
}, diag(4)[c(4, 3, 1, 2), ])
case("layer_category_encoding() multi-hot", {
  as.array(layer_category_encoding(num_tokens = 4)(rbind(c(0L, 1L), c(0L, 0L))))
}, rbind(c(1, 1, 0, 0), c(1, 0, 0, 0)))
case("layer_string_lookup() with a vocabulary", {
  layer <- layer_string_lookup(vocabulary = c("a", "b", "c", "d"))
  as.array(layer(rbind(c("a", "c", "d"), c("d", "z", "b"))))
}, rbind(c(1L, 3L, 4L), c(4L, 0L, 2L)))
case("layer_string_lookup() adapts", {
  layer <- layer_string_lookup()
  adapt(layer, rbind(c("a", "c", "d"), c("d", "z", "b")))
  get_vocabulary(layer)
}, c("[UNK]", "d", "z", "c", "b", "a"))
case("layer_string_lookup() inverts", {
  layer <- layer_string_lookup(vocabulary = c("a", "b"), invert = TRUE)
  as.character(layer(c(1L, 2L, 0L)))
}, c("a", "b", "[UNK]"))
case("layer_integer_lookup()", {
  layer <- layer_integer_lookup(vocabulary = c(12L, 36L, 1138L, 42L))
  as.array(layer(rbind(c(12L, 1138L, 42L), c(42L, 1000L, 36L))))
}, rbind(c(1L, 3L, 4L), c(4L, 0L, 2L)))
case("a vocabulary of doubles", {
  layer <- layer_integer_lookup(vocabulary = c(12, 36))
  as.integer(layer(c(36, 12)))
}, c(2L, 1L))
case("layer_text_vectorization() adapts and pads", {
  layer <- layer_text_vectorization(output_mode = "int", output_sequence_length = 4)
  adapt(layer, words)
  as.array(layer(matrix("the unknown cat")))
}, matrix(c(2L, 1L, 6L, 0L), 1))
case("layer_text_vectorization() with a vocabulary", {
  layer <- layer_text_vectorization(vocabulary = c("earth", "wind", "and", "fire"))
  get_vocabulary(layer)
}, c("", "[UNK]", "earth", "wind", "and", "fire"))
case("layer_text_vectorization() with an R function", {
  layer <- layer_text_vectorization(standardize = function(x) tf$strings$lower(x))
  adapt(layer, "Big BIG")
  get_vocabulary(layer)
}, c("", "[UNK]", "big"))
case("layer_hashing() is the same each time", {
  layer <- layer_hashing(num_bins = 3)
  identical(as.array(layer(matrix(c("A", "B")))), as.array(layer(matrix(c("A", "B")))))
}, TRUE)
case("layer_hashed_crossing()", {
  layer <- layer_hashed_crossing(num_bins = 5)
  dim(layer(list(c("A", "B", "A"), c(101L, 101L, 102L))))
}, 3L)
case("layer_rescaling()", as.numeric(layer_rescaling(scale = 1 / 4, offset = 1)(matrix(c(0, 4)))),
     c(1, 2))
case("layer_resizing()", dim(layer_resizing(height = 2, width = 3)(array(0, c(1, 4, 4, 1)))),
     c(1L, 2L, 3L, 1L))
case("layer_center_crop()", {
  as.numeric(layer_center_crop(height = 2, width = 2)(array(1:16, c(1, 4, 4, 1))))
}, c(6, 7, 10, 11))
case("layer_random_flip() leaves images alone outside of training", {
  image <- array(runif(16), c(1, 4, 4, 1))
  all.equal(as.array(layer_random_flip(mode = "horizontal")(image, training = FALSE)), image,
            tolerance = 1e-6)
}, TRUE)
case("layer_random_rotation() with a factor of two numbers", {
  dim(layer_random_rotation(factor = c(-0.2, 0.3))(array(0, c(2, 4, 4, 1)), training = TRUE))
}, c(2L, 4L, 4L, 1L))
case("pad_sequences() pads before", pad_sequences(list(1:2, 1:3)),
     rbind(c(0L, 1L, 2L), 1:3))
case("pad_sequences() pads and truncates after", {
  pad_sequences(list(1:2, 1:4), maxlen = 3, padding = "post", truncating = "post")
}, rbind(c(1L, 2L, 0L), 1:3))
case("to_categorical() counts labels from 0", to_categorical(c(0, 1, 2), num_classes = 3), diag(3))
case("to_categorical() of a factor", to_categorical(factor(c("b", "a"))), diag(2)[2:1, ])
case("normalize() rows", normalize(rbind(c(3, 4), c(6, 8))), rbind(c(0.6, 0.8), c(0.6, 0.8)),
     tolerance = 1e-6)
case("timeseries_dataset_from_array() makes windows", {
  batches <- timeseries_dataset_from_array(1:6, targets = NULL, sequence_length = 3)
  as.array(as_iterator(batches) |> iter_next())
}, rbind(1:3, 2:4, 3:5, 4:6))
case("split_dataset()", {
  parts <- split_dataset(matrix(1:10), left_size = 0.8)
  length(iterate(parts[[1]]))
}, 8L)
case("image_to_array() and back", {
  image <- image_from_array(array(0:11, c(2, 2, 3)))
  dim(image_to_array(image))
}, c(2L, 2L, 3L))
case("layer_feature_space() encodes a data frame", {
  space <- layer_feature_space(features = list(
    age = feature_float(), city = feature_string_categorical(output_mode = "one_hot")
  ))
  data <- list(age = c(1, 2, 3), city = c("a", "b", "a"))
  adapt(space, data)
  dim(space(data))
}, c(3L, 4L))
case("audio: layer_mel_spectrogram()", {
  dim(layer_mel_spectrogram(num_mel_bins = 8, sampling_rate = 8000, sequence_stride = 64,
                            fft_length = 128)(matrix(0, 1, 512)))
}, c(1L, 8L, 9L))
