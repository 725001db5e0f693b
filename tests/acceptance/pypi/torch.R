# https://docs.pytorch.org/tutorials/beginner/basics/quickstart_tutorial.html
use_backend("torch")
torch <- import("torch", convert = FALSE)
nn <- import("torch.nn", convert = FALSE)
invisible(torch$manual_seed(1L))
data <- import("torch.utils.data", convert = FALSE)
x <- torch$asarray(np_array(as.matrix(iris[1:4]), "float32"))
y <- torch$asarray(np_array(as.integer(iris$Species) - 1L, "int64"))
stopifnot(identical(dim(x), c(150L, 4L)))
stopifnot(all.equal(mean(iris[[1]]), as.numeric(mean(x[, 1])), tolerance = 1e-6))
batches <- data$DataLoader(data$TensorDataset(x, y), batch_size = 32L, shuffle = TRUE)
Classifier <- PyClass("Classifier", inherit = nn$Module, list(
  `__init__` = function() {
    super()$`__init__`()
    self$layers <- nn$Sequential(nn$Linear(4L, 16L), nn$ReLU(), nn$Linear(16L, 3L))
  },
  forward = function(x) self$layers(x)
))
model <- Classifier()
loss <- nn$CrossEntropyLoss()
optimizer <- torch$optim$Adam(model$parameters(), lr = 0.02)
for (epoch in 1:20) {
  iterate(batches, function(batch) {
    optimizer$zero_grad()
    value <- loss(model(batch[[0]]), batch[[1]])
    value$backward()
    optimizer$step()
  })
}
with(torch$no_grad(), {
  predicted <- as.array(model(x)$argmax(1L)) + 1L
})
stopifnot(mean(predicted == as.integer(iris$Species)) > 0.9)
file <- tempfile(fileext = ".pt")
torch$save(model$state_dict(), file)
again <- Classifier()
again$load_state_dict(torch$load(file))
stopifnot(isTRUE(py_to_r(torch$equal(again(x), model(x)))))
# Gradients of an R function.
at <- torch$tensor(c(1, 2, 3), requires_grad = TRUE)
sum(at^2)$backward()
stopifnot(all.equal(as.numeric(as.array(at$grad)), c(2, 4, 6)))
