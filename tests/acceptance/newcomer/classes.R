# rkeras_guide("tabular-formulas"): a factor as the response, its probabilities, what is confused.
set_random_seed(1)
rows <- sample(nrow(iris))
train <- iris[rows[1:110], ]
test <- iris[rows[111:150], ]
model <- tabular(Species ~ ., data = train, epochs = 60)

probabilities <- predict(model, newdata = test, type = "prob")
stopifnot(identical(colnames(probabilities), levels(iris$Species)))
stopifnot(all.equal(unname(rowSums(probabilities)), rep(1, 40), tolerance = 1e-5))

species <- predict(model, newdata = test, type = "class")
print(table(truth = test$Species, species))
stopifnot(mean(species == test$Species) > 0.8)

plot_diagnostics(model, type = "confusion", data = test)
plot_diagnostics(model, type = "calibration", data = test)
plot_diagnostics(model, type = "history")
