# What losses and metrics compare.
targets <- rbind(c(0, 1, 0.5), c(1, 0.5, 0), c(0, 0, 1), c(0.5, 1, 1))
guesses <- rbind(c(0.5, 0.25, 0.5), c(0.75, 0.5, 0.125), c(0.25, 0.5, 0.25), c(0.125, 1, 0.5))
chances <- guesses / rowSums(guesses)
float_chances <- float32(chances)
weights <- c(1, 2, 0.5, 1)
labels <- array(c(1L, 0L, 2L, 1L), 4)
classes <- factor(c("b", "a", "c", "b"))
some_labels <- array(c(1L, 2L, 2L, 0L), 4)
rows <- to_categorical(labels)
yes_no <- array(c(0, 1, 0, 1, 1, 0), 6)
scores <- array(c(0.125, 0.75, 0.5, 0.25, 0.875, 0.625), 6)
six_weights <- c(1, 2, 1, 0.5, 1, 2)
spoken <- rbind(c(1L, 2L, 1L), c(1L, 1L, 0L))
heard <- float32(whole(2, 6, 3))
embeddings <- rbind(c(1, 0), c(0.8, 0.6), c(0, 1), c(0.6, 0.8))
masks <- array(c(1, 1, 0, 0, 1, 0, 1, 0), c(2, 2, 2, 1))
guessed_masks <- array(c(1, 0, 0.5, 0, 0.25, 1, 0.75, 0), c(2, 2, 2, 1))

# A metric's result for these data.
measured <- python_function_of("measured", "
def measured(metric, *data, **named):
    metric.update_state(*data, **named)
    return metric.result()
")
