# https://radimrehurek.com/gensim/auto_examples/core/run_core_concepts.html
gensim <- import("gensim")
texts <- list(
  c("human", "interface", "computer"), c("survey", "user", "computer", "system"),
  c("graph", "trees"), c("graph", "minors", "trees")
)
dictionary <- gensim$corpora$Dictionary(texts)
stopifnot(length(dictionary) == 9)
corpus <- lapply(texts, dictionary$doc2bow)
tfidf <- gensim$models$TfidfModel(corpus)
model <- gensim$models$Word2Vec(texts, vector_size = 10L, min_count = 1L, seed = 1L, workers = 1L)
stopifnot(length(model$wv[["graph"]]) == 10)
near <- model$wv$most_similar("graph", topn = 2L)
stopifnot(length(near) == 2, is.character(near[[1]][[1]]))
