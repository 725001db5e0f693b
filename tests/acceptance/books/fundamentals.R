# Tensors, layers and training from nothing but their definitions
# A dense layer, a model and an optimiser written by hand; then a linear classifier by gradients.
set_random_seed(1)
naive_dense <- function(input_size, output_size, activation) {
  w <- tf$Variable(tf$random$uniform(shape(input_size, output_size), maxval = 0.1))
  b <- tf$Variable(tf$zeros(shape(output_size)))
  list(
    weights = list(w, b),
    call = function(inputs) activation(tf$matmul(inputs, w) + b)
  )
}
layers <- list(naive_dense(4L, 16L, tf$nn$relu), naive_dense(16L, 3L, tf$nn$softmax))
weights <- unlist(lapply(layers, `[[`, "weights"))
forward <- function(x) {
  for (layer in layers) x <- layer$call(x)
  x
}

x <- as_tensor(scale(as.matrix(iris[1:4])), "float32")
y <- as_tensor(as.integer(iris$Species) - 1L)
step <- function(rows, rate = 0.5) {
  with(tf$GradientTape() %as% tape, {
    losses <- loss_sparse_categorical_crossentropy(y[rows], forward(x[rows, ]))
    average <- tf$reduce_mean(losses)
  })
  gradients <- tape$gradient(average, weights)
  for (i in seq_along(weights)) weights[[i]]$assign_sub(rate * gradients[[i]])
  as.numeric(average)
}
history <- vapply(1:60, function(i) step(sample(150, 64)), 0)
stopifnot(tail(history, 1) < history[1] / 3)
predicted <- apply(as.array(forward(x)), 1, which.max)
stopifnot(mean(predicted == as.integer(iris$Species)) > 0.9)

# Second derivatives: a falling apple
time <- tf$Variable(0)
with(tf$GradientTape() %as% outer, {
  with(tf$GradientTape() %as% inner, {
    position <- 4.9 * time^2
  })
  speed <- inner$gradient(position, time)
})
acceleration <- outer$gradient(speed, time)
stopifnot(all.equal(as.numeric(acceleration), 9.8, tolerance = 1e-6))

# A linear classifier of two clouds of points
n <- 200
clouds <- rbind(cbind(rnorm(n, 0), rnorm(n, 3)), cbind(rnorm(n, 3), rnorm(n, 0)))
labels <- rep(0:1, each = n)
inputs <- as_tensor(clouds, "float32")
targets <- as_tensor(matrix(labels), "float32")
w <- tf$Variable(tf$random$uniform(shape(2, 1)))
b <- tf$Variable(tf$zeros(shape(1)))
train <- tf_function(function(inputs, targets) {
  with(tf$GradientTape() %as% tape, {
    loss <- tf$reduce_mean(tf$square(targets - (tf$matmul(inputs, w) + b)))
  })
  c(dw, db) %<-% tape$gradient(loss, list(w, b))
  w$assign_sub(0.1 * dw)
  b$assign_sub(0.1 * db)
  loss
})
for (i in 1:40) loss <- train(inputs, targets)
guess <- as.array(tf$matmul(inputs, w) + b) > 0.5
stopifnot(as.numeric(loss) < 0.1, mean(guess == labels) > 0.95)
