# Tickets of customers: several inputs and outputs, parts of a model, and models within models
set_random_seed(1)
vocabulary_size <- 50
num_tags <- 6
num_departments <- 4
title <- layer_input(c(vocabulary_size), name = "title")
text_body <- layer_input(c(vocabulary_size), name = "text_body")
tags <- layer_input(c(num_tags), name = "tags")
features <- layer_concatenate(list(title, text_body, tags)) %>%
  layer_dense(32, activation = "relu", name = "dense_features")
priority <- features %>% layer_dense(1, activation = "sigmoid", name = "priority")
department <- features %>%
  layer_dense(num_departments, activation = "softmax", name = "department")
model <- keras_model(inputs = list(title, text_body, tags), outputs = list(priority, department))

n <- 128L
random_array <- function(dim) array(sample(0:1, prod(dim), replace = TRUE), dim)
title_data <- random_array(c(n, vocabulary_size))
body_data <- random_array(c(n, vocabulary_size))
tags_data <- random_array(c(n, num_tags))
priority_data <- array(runif(n), c(n, 1))
department_data <- to_categorical(sample(0:3, n, TRUE), num_departments)

model %>% compile(
  optimizer = "rmsprop",
  loss = c(priority = "mean_squared_error", department = "categorical_crossentropy"),
  metrics = c(priority = "mean_absolute_error", department = "accuracy")
)
model %>% fit(
  x = list(title = title_data, text_body = body_data, tags = tags_data),
  y = list(priority = priority_data, department = department_data), epochs = 1, verbose = 0
)
scores <- model %>% evaluate(
  x = list(title_data, body_data, tags_data), y = list(priority_data, department_data), verbose = 0
)
stopifnot(all(is.finite(unlist(scores))), length(scores) >= 3)
c(priority_preds, department_preds) %<-% predict(
  model, list(title = title_data, text_body = body_data, tags = tags_data), verbose = 0
)
stopifnot(identical(dim(priority_preds), c(n, 1L)), identical(dim(department_preds), c(n, 4L)))

# A third output from the layers of the trained model
stopifnot(length(model$layers) == 7L)
features <- get_layer(model, "dense_features")$output
difficulty <- features %>% layer_dense(3, activation = "softmax", name = "difficulty")
new_model <- keras_model(model$inputs, list(priority, department, difficulty))
stopifnot(length(new_model$outputs) == 3L)
stopifnot(any(grepl("difficulty", capture.output(print(new_model)))))

# A subclassed layer in a functional model, and a functional model in a subclassed one
classifier <- new_model_class(
  "Classifier",
  initialize = function(num_classes = 2) {
    super$initialize()
    self$dense <- if (num_classes == 2) layer_dense(units = 1, activation = "sigmoid")
      else layer_dense(units = num_classes, activation = "softmax")
  },
  call = function(inputs) self$dense(inputs)
)
inputs <- layer_input(3)
outputs <- inputs %>% layer_dense(8, activation = "relu") %>% (classifier(num_classes = 5))()
stopifnot(identical(keras_model(inputs, outputs)$output_shape[[2]], 5L))
hidden <- layer_input(8)
binary <- keras_model(hidden, layer_dense(hidden, 1, activation = "sigmoid"))
my_model <- new_model_class(
  "MyModel",
  initialize = function() {
    super$initialize()
    self$dense <- layer_dense(units = 8, activation = "relu")
    self$classifier <- binary
  },
  call = function(inputs) self$classifier(self$dense(inputs))
)
whole <- my_model()
stopifnot(identical(dim(whole(random_normal(c(2, 3)))), c(2L, 1L)))
stopifnot(count_params(whole) == 3 * 8 + 8 + 8 + 1)
