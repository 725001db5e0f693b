# rkeras_guide("tabular-formulas"): a CSV file with categories and missing values, and new rows.
set.seed(1)
file <- tempfile(fileext = ".csv")
patients <- data.frame(
  age = round(runif(200, 20, 80)), group = sample(c("control", "treated"), 200, TRUE),
  clinic = sample(c("north", "south", "west"), 200, TRUE)
)
patients$score <- 50 - 0.3 * patients$age + 8 * (patients$group == "treated") + rnorm(200)
patients$age[1:10] <- NA
patients$clinic[5:9] <- NA
write.csv(patients, file, row.names = FALSE)

data <- read.csv(file, stringsAsFactors = TRUE)
train <- data[1:150, ]
test <- data[151:200, ]
set_random_seed(1)
model <- tabular(score ~ age + group + clinic, data = train, epochs = 60)
model

predicted <- predict(model, newdata = test)
stopifnot(length(predicted) == 50, cor(predicted, test$score) > 0.7)

# One new patient, whose columns have another order and a missing value.
new <- data.frame(clinic = NA, group = c("control", "treated"), age = c(50, 50))
effect <- predict(model, newdata = new)
stopifnot(effect[2] > effect[1], nobs(model) == 150)
head(augment(model, test))
