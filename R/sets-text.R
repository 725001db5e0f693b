# Film reviews (IMDB) and news (Reuters), with words encoded as integers.

#' Film reviews of IMDB
#'
#' 50,000 reviews of films that are for or against them, 25,000 to train on and 25,000 to test with.
#' Each review is a vector of integers, a word each: the more frequent a word is, the smaller its
#' number.
#'
#' The numbers 0 to 2 are no words: 0 is free for padding ([pad_sequences()]), 1 (`start_char`)
#' opens each review, 2 (`oov_char`) stands for words left out. So the number that
#' `dataset_imdb_word_index()` gives for a word is `index_from` less than that in the reviews.
#'
#' Keras downloads the data (17 MB) when they are first asked for, and keeps them. On a machine
#' without network, put the file into the folder named by the option `rkeras.dataset_dir` or the
#' environment variable `RKERAS_DATASET_DIR`. Such files hold pickled Python objects, of which
#' Keras reads arrays and nothing that could run code.
#'
#' @param path Name of the file in Keras's cache, or the path of a file of yours.
#' @param num_words Keep numbers below this one; others become `oov_char`. `NULL` keeps all save
#'   the greatest that occurs.
#' @param skip_top Numbers below this one become `oov_char` too: the most frequent words.
#' @param maxlen Leave out texts that are as long as this, or longer.
#' @param seed The seed by which the texts are shuffled.
#' @param start_char The number that opens each text; `NULL` for none.
#' @param oov_char The number for words left out; `NULL` drops them.
#' @param index_from What is added to the number of each word.
#' @param convert Whether to return R vectors; `FALSE` returns NumPy arrays, of lists.
#' @return `list(train = list(x, y), test = list(x, y))`: `x` is a list of integer vectors, `y` has
#'   1 for praise and 0 for blame. `dataset_imdb_word_index()`: a list, named by the words, of their
#'   numbers.
#' @family data
#' @examples
#' \dontrun{
#' imdb <- dataset_imdb(num_words = 10000)
#' x <- pad_sequences(imdb$train$x, maxlen = 200)
#'
#' index <- unlist(dataset_imdb_word_index())
#' names(index)[match(imdb$train$x[[1]] - 3, index)]
#' }
#' @export
dataset_imdb <- function(path = "imdb.npz", num_words = NULL, skip_top = 0L, maxlen = NULL,
                         seed = 113L, start_char = 1L, oov_char = 2L, index_from = 3L,
                         convert = TRUE) {
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

#' News of Reuters by topic
#'
#' 11,228 news of 1987 in 46 topics, as vectors of integers like those of [dataset_imdb()].
#'
#' @inheritParams dataset_imdb
#' @param test_split Which part of the texts is for testing, from 0 to 1.
#' @return `dataset_reuters()`: `list(train = list(x, y), test = list(x, y))`, where `x` is a list
#'   of integer vectors and `y` has the topics, from 0 to 45. `dataset_reuters_word_index()`: a
#'   list, named by the words, of their numbers. `dataset_reuters_label_names()`: the names of the
#'   topics, the first of which is topic 0.
#' @inherit dataset_imdb details
#' @family data
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
  dataset <- load_train_test(name, args, FALSE, own_file(path, sys.call(-1)))
  if (convert) lapply(dataset, as_texts) else dataset
}

# Always a list of vectors. NumPy would have one axis more if all texts had the same length.
as_texts <- function(part) {
  texts <- call_python(part$x$tolist, list(), TRUE)
  list(x = lapply(texts, as.integer), y = py_to_r(part$y))
}

load_word_index <- function(name, path) {
  here <- own_file(path, sys.call(-1))
  load_with_keras(name, list(path = path), TRUE, here, loader = "get_word_index")
}
