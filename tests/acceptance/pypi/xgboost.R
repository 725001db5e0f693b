# https://xgboost.readthedocs.io/en/stable/get_started.html
xgb <- import("xgboost")
bst <- xgb$XGBClassifier(n_estimators = 5L, max_depth = 2L, learning_rate = 1,
                         objective = "multi:softprob")
y <- as.integer(iris$Species) - 1L
bst$fit(as.matrix(iris[1:4]), y)
stopifnot(mean(bst$predict(as.matrix(iris[1:4])) == y) > 0.9)

# The interface of learning, with an objective and a callback in R
dtrain <- xgb$DMatrix(as.matrix(iris[1:3]), label = iris$Petal.Width)
params <- dict(max_depth = 3L, eta = 0.3)
squares <- function(predt, dtrain) {
  # Arrays: a vector in a tuple is a list in Python.
  tuple(np_array(predt - dtrain$get_label()), np_array(rep(1, length(predt))))
}
booster <- xgb$train(params, dtrain, num_boost_round = 10L, obj = squares)
ours <- booster$predict(dtrain)
stopifnot(cor(ours, iris$Petal.Width) > 0.95)
stopifnot(is.list(booster$get_score(importance_type = "gain")))
# Data frames with factors
d <- xgb$DMatrix(iris[-1], label = iris$Sepal.Length, enable_categorical = TRUE)
stopifnot(d$num_col() == 4L, identical(unlist(d$feature_names), names(iris)[-1]))
