# Film reviews (IMDB) and news (Reuters), with words encoded as integers.

#' IMDB movie reviews for sentiment classification
#'
#' 50,000 movie reviews that are clearly positive or negative, 25,000 for training and 25,000 for
#' testing. Each review is a vector of integers, one for each word; frequent words have small
#' integers. Use it for binary text classification with [layer_embedding()] and recurrent,
#' convolutional or attention layers. Reviews differ in length: [pad_sequences()] makes them equally
#' long.
#'
#' @section Word indices:
#' The integers 0 to 2 are not words: 0 is reserved for padding, 1 (`start_char`) begins each
#' review, and 2 (`oov_char`) replaces omitted words. Therefore the integers in the reviews are
#' `index_from` (3) larger than those of `dataset_imdb_word_index()`.
#'
#' @section Files:
#' Keras downloads the data (17 MB) at the first call and caches them. On a machine without internet
#' access, put the file into the directory named by the option `rkeras.dataset_dir` or the
#' environment variable `RKERAS_DATASET_DIR`. The files contain pickled Python objects; Keras reads
#' only arrays from them, no objects that could run code.
#'
#' @param path String. Name of the file in Keras's cache, or path of a file.
#' @param num_words Positive integer. Keep only integers below this limit, that is, the most
#'   frequent words; others become `oov_char`. `NULL` keeps all except the largest integer.
#' @param skip_top Non-negative integer. Integers below this limit, the most frequent words, become
#'   `oov_char`.
#' @param maxlen Positive integer. Omit texts with this length or more. `NULL` keeps all.
#' @param seed Integer. Seed for shuffling the texts.
#' @param start_char Integer that begins each text; `NULL` for none.
#' @param oov_char Integer that replaces omitted ("out-of-vocabulary") words; `NULL` drops them.
#' @param index_from Integer. Offset that is added to the index of each word.
#' @param convert Logical. `TRUE` returns R vectors, `FALSE` NumPy arrays of lists.
#' @return `dataset_imdb()`: `list(train = list(x, y), test = list(x, y))`, where `x` is a list of
#'   integer vectors and `y` is 1 for positive and 0 for negative reviews.
#'   `dataset_imdb_word_index()`: a named list with the index of each word.
#' @references
#' Maas, A. L., Daly, R. E., Pham, P. T., Huang, D., Ng, A. Y., & Potts, C. (2011). Learning word
#' vectors for sentiment analysis. *ACL*. <https://aclanthology.org/P11-1015>
#' @concept sentiment analysis
#' @concept text classification
#' @concept natural language processing
#' @concept example data
#' @seealso [pad_sequences()], [layer_embedding()], [dataset_reuters()] for several classes,
#'   [text_dataset_from_directory()] and [layer_text_vectorization()] for your own texts.
#' @examples
#' \dontrun{
#' imdb <- dataset_imdb(num_words = 10000)
#' x <- pad_sequences(imdb$train$x, maxlen = 200)
#' dim(x)
#'
#' # The words of the first review
#' index <- unlist(dataset_imdb_word_index())
#' names(index)[match(imdb$train$x[[1]] - 3, index)]
#' }
#' @export
dataset_imdb <- function(path = "imdb.npz", num_words = NULL, skip_top = 0L, maxlen = NULL,
                         seed = 113L, start_char = 1L, oov_char = 2L, index_from = 3L,
                         convert = TRUE) {
  check_flags()
  load_texts("imdb", path, convert, capture_args(
    num_words = as_integer, skip_top = as_integer, maxlen = as_integer, seed = as_integer,
    start_char = as_integer, oov_char = as_integer, index_from = as_integer
  ))
}

#' @rdname dataset_imdb
#' @export
dataset_imdb_word_index <- function(path = "imdb_word_index.json") {
  load_word_index("imdb", path)
}

#' Reuters newswires for topic classification
#'
#' 11,228 Reuters newswires of 1987 in 46 topics, as integer vectors in the format of
#' [dataset_imdb()]. Use it for multiclass text classification. The topics are very unbalanced:
#' compare the accuracy with the frequency of the largest class, or use class weights.
#'
#' @inheritParams dataset_imdb
#' @param test_split Number between 0 and 1. Fraction of the texts in the test set.
#' @return `dataset_reuters()`: `list(train = list(x, y), test = list(x, y))`, where `x` is a list
#'   of integer vectors and `y` contains the topics, from 0 to 45. `dataset_reuters_word_index()`: a
#'   named list with the index of each word. `dataset_reuters_label_names()`: the names of the
#'   topics; the first is topic 0.
#' @inheritSection dataset_imdb Word indices
#' @inheritSection dataset_imdb Files
#' @concept topic classification
#' @concept text classification
#' @concept example data
#' @seealso [dataset_imdb()] for two classes, [pad_sequences()], [layer_embedding()].
#' @examplesIf is_keras_available()
#' head(dataset_reuters_label_names())
#' @examples
#' \dontrun{
#' reuters <- dataset_reuters(num_words = 10000)
#' table(dataset_reuters_label_names()[reuters$train$y + 1])
#' }
#' @export
dataset_reuters <- function(path = "reuters.npz", num_words = NULL, skip_top = 0L, maxlen = NULL,
                            test_split = 0.2, seed = 113L, start_char = 1L, oov_char = 2L,
                            index_from = 3L, convert = TRUE) {
  check_flags()
  load_texts("reuters", path, convert, capture_args(
    num_words = as_integer, skip_top = as_integer, maxlen = as_integer, test_split = as_share,
    seed = as_integer, start_char = as_integer, oov_char = as_integer, index_from = as_integer
  ))
}

#' @rdname dataset_reuters
#' @export
dataset_reuters_word_index <- function(path = "reuters_word_index.json") {
  load_word_index("reuters", path)
}

#' @rdname dataset_reuters
#' @export
dataset_reuters_label_names <- function() {
  unlist(call_python(keras_endpoint("keras.datasets.reuters.get_label_names"), list(), TRUE))
}

load_texts <- function(name, path, convert, args) {
  args$convert <- NULL
  args$path <- path
  dataset <- load_train_test(name, args, FALSE, own_file(path))
  if (convert) lapply(dataset, as_texts) else dataset
}

# Always a list of vectors. NumPy would have one axis more if all texts had the same length.
as_texts <- function(part) {
  texts <- call_python(part$x$tolist, list(), TRUE)
  list(x = lapply(texts, as.integer), y = py_to_r(part$y))
}

load_word_index <- function(name, path) {
  here <- own_file(path)
  load_with_keras(name, list(path = path), TRUE, here, loader = "get_word_index")
}
