# R functions and data sets that supply batches during training.

# The batches of an R function, with columns in the order in which the model was trained.
training_generator <- function(fn, argument, call, model, known) {
  data_generator(fn, function(batch, index) {
    batch <- batch_as_trained(model, batch, known, argument, call)
    checked_batch(batch, argument, call, model, index)
  })
}

checked_batch <- function(batch, argument, call = sys.call(-1), model = NULL, index = NULL) {
  batch_tuple(batch, argument, call, function(batch) {
    check_batch(batch, argument, call)
    check_missing_in_batch(batch, argument, call, model, index)
  })
}
