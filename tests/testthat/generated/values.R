# What the calls in these folders are made with, in R and in Python. Numbers are small and whole, or
# halves, so that float32 holds them all.

whole <- function(...) {
  shape <- c(...)
  array((seq_len(prod(shape)) * 7) %% 23, shape)
}

float32 <- function(x) np_array(x, dtype = "float32")

features <- float32(whole(4, 5)) # observations x features
sequence <- float32(whole(2, 6, 4)) # batch x time x features
images <- float32(whole(2, 8, 8, 3)) # batch x rows x columns x channels
volumes <- float32(whole(2, 6, 6, 6, 2))
tokens <- np_array(whole(2, 6), dtype = "int32")
signed <- float32(whole(2, 3, 4) / 4 - 2) # on both sides of 0

# For the operations.
other <- float32(whole(4, 5)[4:1, ])
odd <- float32(c(-Inf, -2.5, -1, 0, 0.5, 2, 7, Inf, NaN))
bits <- np_array(array(c(0, 1, 5, 12, 127, -3), c(2, 3)), dtype = "int32")
flags <- np_array(rbind(c(TRUE, FALSE), c(FALSE, FALSE)))
holes <- float32(rbind(c(3, NaN, 1), c(NaN, 5, 2)))
signal <- float32(c(whole(24)))
pairs <- float32(rbind(c(1, 2), c(-3, 0.5)))
spd <- float32(rbind(c(4, 1), c(1, 3)))
shares <- float32(whole(4, 5) / 23)
filters <- float32(whole(2, 3, 3, 2) / 4)
squares <- float32(whole(2, 3, 2, 4) / 4)
picture <- keras$ops$convert_to_tensor(images)
positive <- float32(rbind(c(4, 1, 0), c(1, 3, 1), c(0, 1, 2))) # definite
vectors <- float32(rbind(c(1, 2, 3), c(0, 1, 0), c(1, 3, 3)))
colours <- float32(whole(2, 3, 3, 3) / 23)
corners <- float32(rbind(c(0, 0), c(0, 7), c(7, 0), c(6, 7)))

# What the backend at hand does not have.
refused <- function(x) inherits(try(x, silent = TRUE), "try-error")
