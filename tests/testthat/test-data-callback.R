values_of <- function(dataset) {
  it <- as_array_iterator(dataset)
  iterate(it, simplify = FALSE)
}

test_that("an R function gets R values and returns elements", {
  texts <- tensor_slices_dataset(c("a b", "c d e"))
  words <- dataset_map_r(texts, function(text) lengths(strsplit(text, " ")))
  expect_identical(values_of(words), list(2L, 3L))
  upper <- dataset_map_r(dataset_batch(texts, 2), toupper)
  expect_identical(as.vector(values_of(upper)[[1]]), c("A B", "C D E"))
  doubled <- dataset_map_r(range_dataset(0, 3), ~ .x * 2L)
  expect_identical(unlist(values_of(doubled)), c(0L, 2L, 4L))
})

test_that("tuples are arguments, and lists are elements with parts", {
  pairs <- tensor_slices_dataset(list(1:3, c(1.5, 2, 3)))
  mapped <- dataset_map_r(pairs, function(a, b) list(sum = a + b, pair = list(a, c(a, b))))
  second <- values_of(mapped)[[2]]
  expect_identical(second$sum, 4)
  expect_identical(second$pair[[1]], 2L)
  expect_identical(as.vector(second$pair[[2]]), c(2, 2))
  columns <- tensor_slices_dataset(data.frame(x = 1:2, y = c("a", "b")))
  joined <- dataset_map_r(columns, function(row) paste0(row$x, row$y))
  expect_identical(unlist(values_of(joined)), c("1a", "2b"))
})

test_that("types and shapes come from the first result or from `output`", {
  batches <- dataset_batch(range_dataset(0, 5), 2)
  spec <- function(dataset) dataset$element_spec
  expect_identical(unlist(spec(dataset_map_r(batches, ~ cbind(.x, .x)))$shape$as_list()[[2]]), 2L)
  declared <- dataset_map_r(batches, ~ as.numeric(.x), output = "float32")
  expect_identical(spec(declared)$dtype$name, "float32")
  shaped <- dataset_map_r(range_dataset(0, 2), function(x) c(x, 1),
                          output = tf$TensorSpec(shape(2), "float32"))
  expect_identical(unlist(spec(shaped)$shape$as_list()), 2L)
  nested <- dataset_map_r(range_dataset(0, 2), function(x) list(a = x, b = list(1, "t")),
                          output = list(a = "int64", b = list("float64", "string")))
  expect_named(spec(nested), c("a", "b"))
  expect_identical(as.character(values_of(nested)[[2]]$b[[2]]), "t")
})

test_that("the order is kept with parallel calls and prefetching", {
  dataset <- range_dataset(0, 40) |>
    dataset_map_r(function(x) x, num_parallel_calls = 4) |>
    dataset_prefetch(4)
  expect_identical(unlist(values_of(dataset)), 0:39)
})

test_that("an R error keeps its class, also with prefetching", {
  oops <- structure(class = c("my_error", "error", "condition"),
                    list(message = "this element is odd", call = NULL))
  dataset <- dataset_map_r(range_dataset(0, 5), function(x) if (x == 3) stop(oops) else x,
                           output = "int64")
  expect_error(values_of(dataset), "this element is odd", class = "my_error")
  expect_error(values_of(dataset_prefetch(dataset, 2)), class = "my_error")
  expect_error(dataset_map_r(range_dataset(0, 1), function(x) stop(oops)), class = "my_error")
})

test_that("results that are not as declared are errors that say how", {
  from <- range_dataset(0, 3)
  fails <- function(f, output, message) {
    expect_refused(values_of(dataset_map_r(from, f, output)), message)
  }
  fails(function(x) "a", "float32", "is of type string, not float32")
  fails(function(x) 1.5, "int64", "has fractions, but is declared as int64")
  fails(function(x) list(1, 2), "float32", "has the parts \\(1, 2\\), not of a single tensor")
  fails(function(x) list(a = 1), list(b = "float32"), "has the parts \\(a\\), not \\(b\\)")
  fails(function(x) seq_len(x + 1), NULL, "has the shape \\(2\\), not \\(\\)")
  fails(function(x) NA, "int64", "1 missing value")
  expect_refused(dataset_map_r(from, identity, output = "none"), "there is no type \"none\"")
  expect_error(dataset_map_r(from, identity, output = 1), "must be the name of a type")
  expect_error(dataset_map_r(from, 1), "`f` must be a function")
  expect_error(dataset_map_r(1:3, identity), "`dataset` must be a dataset")
  expect_error(dataset_map_r(range_dataset(0, 0), identity), "has no elements")
})

counts <- function(n) {
  function() {
    i <- 0
    function() {
      i <<- i + 1
      if (i <= n) list(x = c(i, i), y = i)
    }
  }
}

test_that("a generator of passes can be read again", {
  dataset <- generator_dataset(counts(3))
  expect_identical(length(values_of(dataset)), 3L)
  expect_identical(vapply(values_of(dataset), function(item) item$y, 0), c(1, 2, 3))
  expect_identical(as.vector(values_of(dataset)[[2]]$x), c(2, 2))
  ahead <- generator_dataset(counts(3), prefetch = 2)
  expect_identical(length(values_of(ahead)), 3L)
})

test_that("functions of elements, iterators and Python functions are generators", {
  once <- generator_dataset(counts(3)())
  expect_identical(length(values_of(once)), 3L)
  expect_refused(values_of(once), "can be read once")
  expect_identical(length(values_of(generator_dataset(generator(counts(2))))), 2L)
  expect_identical(length(values_of(generator_dataset(py_iterator(counts(2)())))), 2L)
  expect_identical(length(values_of(generator_dataset(py_eval("[1, 2, 3]", convert = FALSE)))), 3L)
})

test_that("misuse of a generator is an error that says what to do", {
  expect_refused(generator_dataset(function() NULL), "has no elements")
  expect_error(generator_dataset(3), "must be a function or an iterator")
  expect_error(generator_dataset(function(x) x), "without arguments")
  oops <- structure(class = c("my_error", "error", "condition"),
                    list(message = "the generator failed", call = NULL))
  failing <- generator_dataset(function() function() stop(oops), output = "float32")
  expect_error(values_of(failing), class = "my_error")
})

test_that("a model trains on what R computes", {
  rows <- function() {
    i <- 0
    function() {
      i <<- i + 1
      if (i <= 20) list(c(i, 1) / 20, i / 20)
    }
  }
  dataset <- generator_dataset(rows) |>
    dataset_batch(5) |>
    dataset_map_r(function(x, y) list(x * 2, y)) |>
    dataset_prefetch(1)
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  history <- suppressWarnings(fit(model, dataset, epochs = 2, verbose = 0))
  expect_length(history$metrics$loss, 2)
  expect_true(all(is.finite(history$metrics$loss)))
})

test_that("parts are passed by name, in any order, and results of other types are converted", {
  rows <- tensor_slices_dataset(list(z = 1:2, a = list(c(1.5, 2.5), c("p", "q"))))
  mapped <- dataset_map_r(
    rows, function(row) list(text = row$a[[2]], n = list(row$a[[1]] > 2, row$z)),
    output = list(n = list("float32", "int64"), text = "string")
  )
  second <- values_of(mapped)[[2]]
  expect_identical(second$n, list(1, 2L))
  expect_identical(as.character(second$text), "q")
  date <- dataset_map_r(range_dataset(0, 1), function(x) as.Date("1970-01-03"), "float64")
  expect_identical(values_of(date), list(2))
  ones <- dataset_map_r(range_dataset(0, 2), function(x) x, tf$TensorSpec(shape(NA), "float32"))
  expect_identical(values_of(ones)[[2]], array(1))
  turned <- dataset_map_r(range_dataset(0, 2), function(x) x * 1i, "complex64")
  expect_identical(values_of(turned)[[2]], 1i)
  batch <- dataset_map_r(dataset_batch(range_dataset(0, 4), 2), function(x) {
    stopifnot(is.null(dim(x)))
    matrix(x, 1)
  })
  expect_identical(values_of(batch)[[2]], matrix(2:3, 1))
})

test_that("R code that leaves the function of a dataset arrives where it goes", {
  leaving <- function() generator_dataset(function() invokeRestart("arrive", 3))
  first <- python_function_of("first", "def first(data): return next(iter(data))")
  arrive <- function(value) withRestarts(value, arrive = identity)
  expect_identical(arrive(iter_next(as_array_iterator(leaving()))), 3)
  expect_identical(arrive(first(leaving())), 3)
  mapped <- dataset_map_r(range_dataset(0, 2), function(i) invokeRestart("arrive", 4), "float64")
  expect_identical(arrive(first(mapped)), 4)
})
