apply_py <- py_eval("lambda f, *args: f(*args)")
error_of <- function(code) tryCatch(code, error = identity)

test_that("errors in callbacks show no call of ours", {
  error <- error_of(apply_py(function(x, y = 2) stop("no"), 1))
  expect_identical(conditionMessage(error), "no")
  expect_identical(deparse(error$call), "(function(x, y = 2) ...)(...)")
  error <- error_of(apply_py(function(x) x, 1, 2))
  expect_match(conditionMessage(error), "unused argument")
  f <- function(x) log(-"a")
  expect_identical(error_of(apply_py(f, 1))$call, quote(-"a"))
  inner <- function(x) stop("inner")
  expect_identical(error_of(apply_py(function(x) inner(x), 1))$call, quote(inner(x)))
})

test_that("errors in methods show the method's name", {
  Made <- PyClass("Made", list(
    go = function(x) stop("no"),
    with_self = function(self, x) stop("no")
  ))
  expect_identical(error_of(Made()$go(1))$call, quote(go(...)))
  expect_identical(error_of(Made()$with_self(1))$call, quote(with_self(.self, ...)))
})

test_that("`if` on a Python object in a callback says what to use", {
  tensor <- py_eval("type('Tensor', (), {'__bool__': lambda self: True})()", convert = FALSE)
  branch <- function(x) if (x) 1 else 2
  error <- error_of(apply_py(branch, tensor))
  expect_match(
    conditionMessage(error),
    "`x` is a tensor, but `if` takes TRUE or FALSE. Use tf_function() or autograph()", fixed = TRUE
  )
  expect_identical(error$call, quote(if (x) 1 else 2))
  error <- error_of(apply_py(function(x) TRUE && x, tensor))
  expect_match(conditionMessage(error), "`TRUE && x` is a tensor, but `&&`", fixed = TRUE)
  error <- error_of(apply_py(function(x) while (x) 1, tensor))
  expect_match(conditionMessage(error), "but `while` takes", fixed = TRUE)
  # Nothing is said of other values.
  error <- error_of(apply_py(branch, "text"))
  expect_identical(conditionMessage(error),
                   gettext("argument is not interpretable as logical", domain = "R"))
})

# ---- Where ---------------------------------------------------------------------------------------

# The functions of a user's file, with its lines.
users_file <- withr::local_tempfile(pattern = "users", fileext = ".R", lines = '
helper <- function(z) {
  z <- z + 1
  stop("bad luck")
}
Scale <- Layer("Scale", call = function(self, inputs) {
  x <- inputs
  x * factr
})
Product <- Layer("Product", call = function(self, inputs) {
  op_matmul(inputs, op_ones(c(3, 4)))
})
Own <- Model("Own",
  initialize = function() {
    super$initialize()
    self$d <- layer_dense(units = 1)
  },
  call = function(self, x) self$d(x),
  train_step = function(self, data) helper(data[[1]])
)
own_loss <- function(y_true, y_pred) {
  op_mean(y_tru - y_pred)
}
own_metric <- function(y_true, y_pred) helper(y_pred)
at_end <- callback_lambda(on_epoch_end = function(epoch, logs) {
  helper(1)
})
Ending <- Callback("Ending", on_epoch_end = function(epoch, logs) helper(1))
train <- function(..., callbacks = NULL, model = small()) {
  compile(model, ...)
  fit(model, matrix(1:4), 1:4, verbose = 0, callbacks = callbacks)
}
small <- function() keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
')
users_error <- function(code) {
  frame <- new.env(parent = globalenv())
  source(users_file, frame, keep.source = TRUE)
  error_of(eval(substitute(code), frame))
}
expect_place <- function(error, message, place, line, call) {
  expect_identical(conditionMessage(error), sprintf(
    "%s\nIn %s, line %d of %s.", message, place, line, basename(users_file)
  ))
  # Since R 4.6, the call of a variable that is not found is the one of the function that lacks it.
  if (getRversion() < "4.6" || !grepl("not found", message)) {
    expect_identical(conditionCall(error), call)
  }
}

test_that("an error in a layer, a loss, a metric or a callback says in which function and line", {
  no_factr <- "object 'factr' not found"
  expect_place(users_error(Scale()(keras_input(3))), no_factr, "`call()` of the layer `Scale`", 8,
               quote(call(.self, ...)))
  expect_place(users_error(Scale()(op_ones(c(1, 3)))), no_factr, "`call()` of the layer `Scale`", 8,
               quote(call(.self, ...)))
  expect_place(users_error(train(loss = own_loss)), "object 'y_tru' not found",
               "the loss `own_loss()`", 22, quote(op_mean(y_tru - y_pred)))
  expect_place(users_error(train(loss = "mse", metrics = own_metric)), "bad luck",
               "the metric `own_metric()`", 4, quote(helper(y_pred)))
  expect_place(users_error(train(loss = "mse", callbacks = at_end)), "bad luck",
               "`on_epoch_end()` of a callback", 4, quote(helper(1)))
  expect_place(users_error(train(loss = "mse", callbacks = Ending())), "bad luck",
               "`on_epoch_end()` of the callback `Ending`", 4, quote(helper(1)))
  expect_place(users_error(train(loss = "mse", model = Own())), "bad luck",
               "`train_step()` of the model `Own`", 4, quote(helper(data[[1]])))
})

test_that("an error of Keras in R code says so, too", {
  error <- users_error(Product()(keras_input(2)))
  expect_match(conditionMessage(error), sprintf(
    "^The first matrix has shape .*\nIn `call\\(\\)` of the layer `Product`, line 11 of %s[.]$",
    basename(users_file)
  ))
  error <- users_error(train(loss = function(y_true, y_pred) op_matmul(y_pred, op_ones(c(3, 4)))))
  expect_match(conditionMessage(error), "\nIn the loss, line [0-9]+ of test-py-callback-error")
})

test_that("without source references, the function is all that is said", {
  error <- error_of(Layer("Scale", call = function(x) x * factr)()(keras_input(3)))
  expect_match(conditionMessage(error), "^object 'factr' not found\nIn `call\\(\\)` of the layer")
  frame <- new.env(parent = globalenv())
  source(users_file, frame, keep.source = FALSE)
  error <- error_of(eval(quote(Scale()(keras_input(3))), frame))
  expect_identical(conditionMessage(error),
                   "object 'factr' not found\nIn `call()` of the layer `Scale`.")
})

test_that("the place is not saved with a function, and conditions of users stay as they are", {
  source(users_file, frame <- new.env(parent = globalenv()), keep.source = FALSE)
  model <- frame$small()
  compile(model, loss = frame$own_loss)
  expect_no_match(function_code(model$loss, new.env()), "rkeras_place")
  own <- structure(class = c("own", "error", "condition"), list(message = "m", call = NULL))
  failing <- callback_lambda(on_epoch_end = function(epoch, logs) stop(own))
  compile(model, loss = "mse")
  caught <- error_of(fit(model, matrix(1:4), 1:4, verbose = 0, callbacks = failing))
  expect_identical(conditionMessage(caught), "m")
})

test_that("the function that was called with a tensor is named, not the one around it", {
  skip_if_not(is_keras_available())
  blamed <- function(f) {
    call <- py_eval("lambda f, x: f(x)")
    environment(f) <- globalenv()
    message <- tryCatch(call(f, op_ones(c(2, 2))), error = conditionMessage)
    sub("^`([a-zA-Z0-9]*)[(].*", "\\1", message)
  }
  expect_identical(blamed(function(d) mean(rowSums(d^2))), "rowSums")
  expect_identical(blamed(function(d) sum(sqrt(chol2inv(d)))), "chol2inv")
  # A generic and its method are one function.
  expect_identical(blamed(function(d) mean(solve(d, d))), "solve")
})

test_that("conditions show code as the user wrote it", {
  skip_if_not(on_tensorflow())
  map <- function(f) dataset_map(tensor_slices_dataset(c(1, 2)), f)
  call_of <- function(code) {
    text <- function(cnd) deparse(conditionCall(cnd))
    tryCatch(code, error = text, warning = text)
  }
  expect_identical(call_of(map(function(x) op_sum(c()))), "op_sum(c())")
  expect_identical(call_of(map(function(x) tf$sqrt(c()))), "tf$sqrt(c())")
  expect_identical(call_of(map(function(x) as.integer(c("a")))), "as.integer(c(\"a\"))")
  expect_identical(call_of(map(function(x) no_such_function(c(1)))), "no_such_function()")
  expect_error(map(function(x) no_such_function(c(1))), "could not find function")
  fails <- function(v) rlang::abort("wrong")
  error <- tryCatch(map(function(x) fails(c(1))), error = identity)
  expect_false(any(grepl(".ag_", unlist(lapply(error$trace$call, deparse)), fixed = TRUE)))
})

test_that("an error where no stack is left is R's own, and the session goes on", {
  said <- in_new_session(function() {
    library(rkeras)
    compiler::enableJIT(0)
    run <- py_run_string("
def run(f, g):
  try:
    return f()
  finally:
    g()
", local = TRUE, convert = FALSE)$run
    nested <- function(n) {
      if (n > 0) return(nested(n - 1))
      run(function() 1, function() try(stop("another"), silent = TRUE))
    }
    # With each limit another function is the one for which the stack is too small.
    limits <- 60:220
    said <- lapply(limits, function(limit) {
      old <- options(expressions = limit)
      on.exit(options(old))
      tryCatch(py_to_r(nested(30)), error = function(e) {
        inherits(e, "expressionStackOverflowError") || conditionMessage(e)
      })
    })
    list(said = unique(said), after = tryCatch(py_eval("1 / 0"), error = conditionMessage))
  })$value
  expect_setequal(said$said, list(TRUE, 1))
  expect_match(said$after, "division by zero", fixed = TRUE)
})
