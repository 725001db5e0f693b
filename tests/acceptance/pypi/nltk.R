# https://www.nltk.org/book/ch01.html, with what needs no download
nltk <- import("nltk")
words <- nltk$tokenize$wordpunct_tokenize("The quick brown fox, the lazy dog. The end.")
stopifnot(identical(words[1:4], c("The", "quick", "brown", "fox")))
freq <- nltk$FreqDist(words)
stopifnot(freq[["The"]] == 2L, freq$most_common(1L)[[1]][[2]] == 2L)
stemmer <- nltk$stem$PorterStemmer()
stems <- vapply(c("running", "flies"), stemmer$stem, "", USE.NAMES = FALSE)
stopifnot(identical(stems, c("run", "fli")))
pairs <- iterate(nltk$bigrams(list("more", "is", "said")))
stopifnot(length(pairs) == 2, identical(unlist(pairs[[1]]), c("more", "is")))
grammar <- nltk$CFG$fromstring("S -> NP VP\nNP -> 'I'\nVP -> 'sleep'")
trees <- iterate(nltk$ChartParser(grammar)$parse(list("I", "sleep")))
stopifnot(py_str(trees[[1]]) == "(S (NP I) (VP sleep))")
classifier <- nltk$NaiveBayesClassifier$train(list(
  tuple(dict(last = "a"), "female"), tuple(dict(last = "k"), "male"),
  tuple(dict(last = "a"), "female")
))
stopifnot(classifier$classify(dict(last = "a")) == "female")
