# https://scikit-learn.org/stable/getting_started.html
sk <- import("sklearn")
RandomForestClassifier <- import("sklearn.ensemble")$RandomForestClassifier
clf <- RandomForestClassifier(random_state = 0L)
X <- rbind(c(1, 2, 3), c(11, 12, 13))
y <- c(0, 1)
clf$fit(X, y)
stopifnot(all(clf$predict(X) == y))
stopifnot(all(clf$predict(rbind(4:6, 14:16)) == c(0, 1)))

pipeline <- import("sklearn.pipeline")
preprocessing <- import("sklearn.preprocessing")
linear <- import("sklearn.linear_model")
selection <- import("sklearn.model_selection")
pipe <- pipeline$make_pipeline(preprocessing$StandardScaler(), linear$LogisticRegression())
parts <- selection$train_test_split(iris[1:4], iris$Species, random_state = 0L)
pipe$fit(parts[[1]], parts[[3]])
accuracy <- import("sklearn.metrics")$accuracy_score(pipe$predict(parts[[2]]), parts[[4]])
stopifnot(accuracy > 0.9)

# A data frame with factors, columns by type, and a search
compose <- import("sklearn.compose")
columns <- compose$make_column_transformer(
  tuple(preprocessing$OneHotEncoder(), list("Species")), remainder = "passthrough"
)
model <- pipeline$make_pipeline(columns, linear$Ridge())
search <- selection$GridSearchCV(model, dict(ridge__alpha = c(0.1, 1, 10)), cv = 3L)
search$fit(iris[-1], iris$Sepal.Length)
stopifnot(search$best_params_$ridge__alpha %in% c(0.1, 1, 10))
stopifnot(length(search$predict(iris[1:5, -1])) == 5)
stopifnot(is.numeric(search$cv_results_$mean_test_score))
