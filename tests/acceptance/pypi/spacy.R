# https://spacy.io/usage/spacy-101, with a blank model
spacy <- import("spacy")
nlp <- spacy$blank("en")
doc <- nlp("Apple is looking at buying a U.K. startup for $1 billion")
tokens <- vapply(iterate(doc), function(token) token$text, "")
stopifnot(tokens[1:3] == c("Apple", "is", "looking"), length(doc) == length(tokens))
span <- doc[0:2]
stopifnot(span$text == "Apple is")
ruler <- nlp$add_pipe("entity_ruler")
ruler$add_patterns(list(dict(label = "ORG", pattern = "Apple")))
ents <- nlp("I like Apple")$ents
stopifnot(ents[[1]]$label_ == "ORG")
Matcher <- import("spacy.matcher")$Matcher
matcher <- Matcher(nlp$vocab)
matcher$add("IS", list(list(dict(LOWER = "is"))))
stopifnot(length(matcher(doc)) == 1)
