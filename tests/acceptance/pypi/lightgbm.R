# https://lightgbm.readthedocs.io/en/latest/Python-Intro.html
lgb <- import("lightgbm")
train <- lgb$Dataset(iris[1:3], label = iris$Petal.Width)
params <- list(objective = "regression", verbosity = -1L, min_data_in_leaf = 5L)
record <- dict()
bst <- lgb$train(params, train, num_boost_round = 20L, valid_sets = list(train),
                 callbacks = list(lgb$record_evaluation(record)))
stopifnot(cor(bst$predict(iris[1:3]), iris$Petal.Width) > 0.9)
stopifnot(length(record[["training"]][["l2"]]) == 20)
seen <- integer()
bst <- lgb$train(params, lgb$Dataset(iris[1:3], label = iris$Petal.Width), num_boost_round = 3L,
                 callbacks = list(function(env) seen <<- c(seen, env$iteration)))
stopifnot(identical(seen, 0:2))
