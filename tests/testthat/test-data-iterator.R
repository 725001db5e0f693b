numbers <- function(n = 3) range_dataset(0, n)

test_that("datasets are iterated over in R", {
  seen <- list()
  iterate(numbers(), function(x) seen[[length(seen) + 1L]] <<- as.integer(x))
  expect_identical(seen, list(0L, 1L, 2L))
  it <- as_iterator(numbers(2))
  expect_identical(as.integer(iter_next(it)), 0L)
  expect_identical(as.integer(iter_next(it)), 1L)
  expect_null(iter_next(it))
  expect_identical(iter_next(it, "end"), "end")
})

test_that("arrays in place of tensors", {
  expect_identical(iterate(as_array_iterator(numbers())), 0:2)
  it <- as_array_iterator(dataset_batch(tensor_slices_dataset(iris), 2))
  batch <- iter_next(it)
  expect_identical(batch$Species, array(c("setosa", "setosa")))
  expect_identical(batch$Sepal.Length, array(iris$Sepal.Length[1:2]))
  word <- iter_next(as_array_iterator(tensors_dataset("w\u00f6rd")))
  expect_identical(word$decode(), "w\u00f6rd")
  expect_identical(as.character(word), "w\u00f6rd")
  expect_output(print(word), "w\u00f6rd")
  expect_refused(word$nothing)
  bytes <- tensors_dataset(as_tensor(0:1, "uint8")) |> dataset_map(~ tf$strings$as_string(.x))
  expect_identical(arrays_of(bytes), list(array(c("0", "1"))))
  expect_identical(iterate(as_array_iterator(as_iterator(numbers()))), 0:2)
  expect_refused(as_array_iterator(1:3))
})

test_that("datasets become lists, data frames, tensors and arrays", {
  expect_identical(lapply(dataset_collect(numbers()), as.integer), list(0L, 1L, 2L))
  expect_length(dataset_collect(dataset_repeat(numbers()), 5), 5L)
  expect_length(dataset_collect(numbers(), 0), 0L)
  expect_identical(as.data.frame(tensor_slices_dataset(cars)), cars)
  expect_identical(as.data.frame(dataset_batch(tensor_slices_dataset(cars), 7)), cars)
  expect_identical(as.data.frame(dataset_batch(tensor_slices_dataset(cars), 10, TRUE)), cars)
  expect_identical(dim(as.data.frame(dataset_take(tensor_slices_dataset(cars), 0))), c(0L, 2L))
  nested <- tensor_slices_dataset(list(list(a = 1:2, b = 3:4), 5:6))
  expect_identical(as.data.frame(nested), data.frame(a = 1:2, b = 3:4, V2 = 5:6))
  expect_identical(as.data.frame(tensor_slices_dataset(matrix(1:4, 2)))$V1, matrix(1:4, 2))
  expect_identical(tibble::as_tibble(tensor_slices_dataset(cars)), tibble::as_tibble(cars))
  whole <- dataset_batch(numbers(), 3)
  expect_equal(as.array(whole), array(0:2))
  expect_identical(as_tensor(whole, "float32")$dtype$name, "float32")
  parts <- as.array(tensors_dataset(list(a = 1, b = 2L)))
  expect_identical(lapply(parts, as.vector), list(a = 1, b = 2L))
})

test_that("R functions that TensorFlow calls run while R waits for elements", {
  r_function <- function(x) as.integer(x) + 1L
  called <- dataset_map(numbers(), num_parallel_calls = 2, function(x) {
    tf$reshape(tf$numpy_function(r_function, list(x), tf$int64), list())
  })
  expect_identical(iterate(as_array_iterator(called)), 1:3)
  expect_identical(as.data.frame(called)$V1, 1:3)
  expect_identical(vapply(dataset_collect(called), as.integer, 0L), 1:3)
  sum <- dataset_reduce(called, as_tensor(0, "int64"), ~ .x + .y)
  expect_identical(as.integer(sum), 6L)
  expect_identical(as.integer(next_batch(called)), 1L)
})

test_that("length is a number, Inf or NA", {
  expect_identical(length(range_dataset(0, 42)), 42L)
  expect_identical(length(dataset_repeat(range_dataset(0, 42))), Inf)
  filtered <- range_dataset(0, 42) %>% dataset_repeat() %>% dataset_filter(function(x) TRUE)
  expect_identical(length(filtered), NA_real_)
})

test_that("the end of the data is an error or ends a loop", {
  it <- make_iterator_one_shot(numbers(2))
  iterator_get_next(it)
  expect_identical(as.integer(iterator_get_next(it)), 1L)
  end <- tryCatch(iterator_get_next(it), error = identity)
  expect_s3_class(end, "tensorflow.python.framework.errors_impl.OutOfRangeError")
  expect_null(out_of_range_handler(end))
  expect_error(out_of_range_handler(simpleError("other")), "other")
  it <- make_iterator_one_shot(numbers(5))
  n <- 0
  expect_null(until_out_of_range({
    iterator_get_next(it)
    n <- n + 1
  }))
  expect_identical(n, 5)
  expect_null(with_dataset(iterator_get_next(it)))
  expect_error(until_out_of_range(stop("mine")), "mine")
  batch <- next_batch(dataset_batch(tensor_slices_dataset(cars), 10))
  expect_identical(as.vector(batch$dist), cars$dist[1:10])
})

test_that("iterators of TensorFlow 1, in graphs", {
  with(tf$Graph()$as_default(), {
    session <- tf$compat$v1$Session()
    it <- make_iterator_initializable(numbers())
    element <- iterator_get_next(it)
    session$run(iterator_initializer(it))
    expect_identical(c(session$run(element), session$run(element)), 0:1)
    other <- make_iterator_from_structure(output_types(numbers()), output_shapes(numbers()))
    start <- iterator_make_initializer(other, range_dataset(5, 8))
    element <- iterator_get_next(other)
    session$run(start)
    expect_identical(session$run(element), 5L)
    handle <- iterator_string_handle(it)
    fed <- make_iterator_from_string_handle(handle, tf$int64, shape())
    expect_identical(session$run(iterator_get_next(fed)), 2L)
    session$close()
  })
})

test_that("types and shapes of elements", {
  batches <- dataset_batch(tensor_slices_dataset(cars), 10)
  expect_identical(lapply(output_types(batches), function(x) x$name),
                   list(speed = "float64", dist = "float64"))
  expect_identical(as.integer(shape(output_shapes(batches)$dist)), NA_integer_)
  expect_identical(output_types(make_iterator_one_shot(numbers()))$name, "int64")
})

test_that("mistakes are told", {
  expect_raised_snapshot({
    iterator_get_next(numbers())
    next_batch(cars)
    make_iterator_initializable(numbers())
    make_iterator_from_structure(tf$int64)
    output_types(cars)
    dataset_collect(dataset_repeat(numbers()))
    as.data.frame(dataset_repeat(numbers()))
    as_tensor(numbers())
    as.array(numbers(0))
    iterator_initializer(make_iterator_one_shot(numbers()))
    iterator_get_next(make_iterator_one_shot(numbers(0)))
  })
})

test_that("nothing of an iteration, a failure or a file is kept after it", {
  grown <- in_new_session(function() {
    library(rkeras)
    py_run_string("
import gc, collections
def tracked():
  gc.collect()
  return collections.Counter(type(x).__qualname__ for x in gc.get_objects())
# Python removes weak references from its tables in groups.
def grown(before):
  more = {name: n - before[name] for name, n in tracked().items() if name != 'ReferenceType'}
  return [f'{name} {n}' for name, n in more.items() if n > 50]
")
    main <- import_main(convert = FALSE)
    file <- tempfile()
    dataset <- dataset_batch(tensor_slices_dataset(list(x = 1:5)), 2)
    ways <- list(
      iterate = function() iterate(dataset),
      `to the end` = function() {
        it <- as_iterator(dataset)
        while (!is.null(iter_next(it))) NULL
      },
      stopped = function() {
        tryCatch(iterate(dataset, function(x) stop("enough")), error = identity)
      },
      `left early` = function() iter_next(as_iterator(dataset)),
      arrays = function() iterate(as_array_iterator(dataset)),
      until_out_of_range = function() {
        it <- make_iterator_one_shot(dataset)
        until_out_of_range(iterator_get_next(it))
      },
      generator = function() iterate(py_eval("(n for n in range(3))")),
      `R generator` = function() iterate(py_iterator(function() NULL)),
      fails = function() try(as_tensor("a") + 1L, silent = TRUE),
      `fails in R` = function() {
        try(py_eval("lambda f: f()")(function() stop("in R")), silent = TRUE)
      },
      retried = function() for (x in c("1 / 0", "1")) tryCatch(py_eval(x), error = identity),
      saved = function() {
        py_save_object(list(1, "a"), file)
        py_load_object(file)
      }
    )
    settle <- function() {
      for (i in 1:3) {
        gc()
        py_gc()
        # Exceptions are dropped on a worker thread.
        Sys.sleep(0.1)
      }
    }
    # What is kept a few times, as the last errors, is there after the first rounds.
    for (way in ways) for (i in 1:30) way()
    settle()
    before <- main$tracked()
    for (way in ways) for (i in 1:60) way()
    settle()
    unlist(py_to_r(main$grown(before)))
  })$value
  expect_identical(grown, NULL)
})
