skip_if_not(py_module_available("tensorflow"))

test_that("graphs and sessions of TensorFlow 1 compute", {
  graph <- tf$Graph()
  with(graph$as_default(), {
    x <- tf$compat$v1$placeholder(tf$float32, shape = shape(NA, 2))
    y <- sqrt(x) * 2 + 1
    w <- tf$compat$v1$get_variable("w", initializer = c(1, 2))
    with(tf$compat$v1$Session() %as% session, {
      session$run(tf$compat$v1$global_variables_initializer())
      fed <- py_dict(list(x), list(rbind(c(1, 4), c(9, 16))))
      expect_equal(session$run(y, feed_dict = fed), rbind(c(3, 5), c(7, 9)))
      expect_equal(session$run(list(sum(x), max(x)), feed_dict = fed), list(30, 16))
      expect_equal(session$run(dict(a = sum(x)), feed_dict = fed), list(a = 30))
      expect_equal(session$run(x[2, ], feed_dict = fed), array(c(9, 16)))
      expect_equal(session$run(x[, 2:1], feed_dict = fed), rbind(c(4, 1), c(16, 9)))
      session$run(w$assign(c(5, 6)))
      expect_equal(session$run(w * 2), array(c(10, 12)))
    })
  })
  expect_identical(dim(x), c(NA, 2L))
  expect_identical(length(x), NA_integer_)
  expect_error(as.array(y), "symbolic tensor", class = "rkeras_error_convert")
})

test_that("use_compat() makes tf the interface of TensorFlow 1", {
  run <- callr::r(function() {
    library(rkeras)
    use_compat("v1")
    x <- tf$placeholder(tf$float32, shape = shape(NA))
    y <- x * 2 + 1
    session <- tf$Session()
    list(
      version = tf$compat$v1$`__name__`, eager = tf$executing_eagerly(),
      value = session$run(y, feed_dict = py_dict(list(x), list(c(1, 2, 3)))),
      part = session$run(y[2:3], feed_dict = py_dict(list(x), list(c(1, 2, 3)))),
      attached = identical(rkeras::tf, get("tf", "package:rkeras"))
    )
  })
  expect_false(run$eager)
  expect_equal(run$value, array(c(3, 5, 7)))
  expect_equal(run$part, array(c(5, 7)))
  expect_true(run$attached)
  expect_error(use_compat("v3"), "must be one of")
})

test_that("a session with a seed gives the same numbers again", {
  run <- callr::r(function() {
    library(rkeras)
    called <- character()
    setHook("tensorflow.on_before_use_session", function(quiet) called <<- c(called, "before"))
    setHook("tensorflow.on_use_session", function(session, quiet) called <<- c(called, "after"))
    tf$compat$v1$disable_eager_execution()
    draw <- function(...) {
      session <- use_session_with_seed(7, ...)
      on.exit(session$close())
      c(session$run(tf$compat$v1$random_normal(shape(3))), runif(1))
    }
    said <- capture.output(first <- draw(), type = "message")
    list(first = first, second = draw(quiet = TRUE), said = said, called = called)
  })
  expect_identical(run$first, run$second)
  expect_identical(run$said, "Set session seed to 7 (disabled GPU, CPU parallelism)")
  expect_identical(run$called, c("before", "after", "before", "after"))
})

test_that("train() and train_and_evaluate() are generics for other packages", {
  registerS3method("train", "a_model", function(object, ...) "trained", asNamespace("rkeras"))
  registerS3method("train_and_evaluate", "a_model", function(object, ...) 2, asNamespace("rkeras"))
  expect_identical(train(structure(1, class = "a_model")), "trained")
  expect_identical(train_and_evaluate(structure(1, class = "a_model")), 2)
  expect_refused(train(1), "fit()", fixed = TRUE)
  expect_refused(train_and_evaluate(1), "no method for 1")
})
