skip_if_not(py_module_available("tensorflow"))
said <- function(expr) conditionMessage(tryCatch(expr, error = identity))

test_that("errors of sessions are in R's words", {
  graph <- tf$Graph()
  with(graph$as_default(), {
    x <- tf$compat$v1$placeholder(tf$float32, shape = shape(NA, 2))
    y <- x * 2
    v <- tf$compat$v1$get_variable("v", shape = shape(2))
    session <- tf$compat$v1$Session()
  })
  withr::defer(session$close())
  other <- with(tf$Graph()$as_default(), tf$constant(1))
  expect_snapshot({
    cat(said(session$run(y)))
    cat(said(session$run(v)))
    cat(said(session$run(y, feed_dict = dict(unknown_name = 1))))
    cat(said(session$run(3)))
    cat(said(session$run("none:0")))
    cat(said(session$run(other)))
    cat(said(session$run(y, feed_dict = py_dict(list(x), list(matrix(1, 2, 3))))))
  })
  expect_identical(
    session$run(y, feed_dict = py_dict(list(x), list(rbind(c(1, 2))))), rbind(c(2, 4))
  )
})

test_that("errors of devices, dtypes, files and tapes are in R's words", {
  before <- tf$config$get_soft_device_placement()
  withr::defer(tf$config$set_soft_device_placement(before))
  tf$config$set_soft_device_placement(FALSE)
  x <- tf$Variable(3)
  with(tf$GradientTape() %as% tape, y <- x^2)
  tape$gradient(y, x)
  expect_snapshot({
    cat(said(with(tf$device("GPU:9"), tf$constant(1))))
    cat(said(with(tf$device("nonsense"), tf$constant(1))))
    cat(said(tf$zeros(shape(1e6, 1e7))))
    cat(said(tape$gradient(y, x)))
    cat(said(tf$constant(1)$assign(2)))
    cat(said(tf$math$add(tf$constant(1L), tf$constant(1.5))))
    cat(said(tf$cast("a", "float32")))
    cat(said(tf$strings$to_number("abc")))
    cat(said(tf$math$log("a")))
    cat(said(tf$io$read_file("/no/such/file")))
    cat(said(tf$saved_model$load("/no/such/folder")))
    cat(said(tf$reduce_sum(tf$ones(shape(2)), axis = 3L)))
    cat(said(tf$squeeze(tf$ones(shape(2, 3)), 0L)))
  })
})

test_that("no message has names of TensorFlow's wrapped functions", {
  wrong <- expression(
    tf$matmul(tf$ones(shape(2, 3)), tf$ones(shape(2, 3))), tf$reshape(1:6, c(2L, 4L)),
    tf$concat(list(tf$ones(shape(1, 2)), tf$ones(shape(1, 3))), 0L), tf$gather(1:3, 5L),
    tf$linalg$inv(matrix(0, 2, 2)), tf$split(tf$ones(shape(5)), 2L),
    tf$transpose(tf$ones(shape(2, 3)), list(0L, 2L)), tf$tile(1:3, c(1L, 2L)),
    tf$slice(1:3, 2L, 5L), tf$expand_dims(1, 4L), tf$nn$conv2d(tf$ones(shape(1, 2, 2, 1)),
    tf$ones(shape(3, 3, 2, 1)), 1L, "VALID"), tf$constant(matrix(1:4, 2)) + tf$constant(1:3),
    tf$debugging$assert_equal(1, 2), tf$sparse$to_dense(tf$SparseTensor(
      matrix(5L, 1, 1), c(1), shape = 1L))
  )
  for (code in wrong) {
    message <- said(eval(code))
    expect_no_match(message, "function_node|__wrapped__|device:CPU", info = deparse1(code))
  }
})
