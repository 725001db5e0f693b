set_random_seed(1)
x <- as.matrix(iris[1:4])
linear <- function(...) {
  Layer("Linear",
    initialize = function(units, activation = NULL, ...) {
      super$initialize(...)
      self$units <- units
      self$activation <- keras$activations$get(activation)
    },
    build = function(input_shape) {
      self$seen <- input_shape
      self$w <- self$add_weight(shape = list(tail(input_shape, 1), self$units), name = "w")
      self$b <- self$add_weight(shape = self$units, initializer = "zeros", name = "b")
    },
    call = function(inputs) self$activation(keras$ops$matmul(inputs, self$w) + self$b),
    ...
  )
}
layer_linear <- linear()

test_that("the function of a layer has the arguments of `initialize`, after `object`", {
  expect_named(formals(layer_linear), c("object", "units", "activation", "..."))
  expect_named(formals(Layer("A")), c("object", "..."))
  expect_output(print(layer_linear), "<Layer Linear(object, units, activation, ...)>", fixed = TRUE)
})

test_that("a layer stands by itself, joins a model, and is called on tensors", {
  layer <- layer_linear(units = 3, name = "three")
  expect_s3_class(layer, c("Linear", "keras.src.layers.layer.Layer"), exact = FALSE)
  expect_identical(layer$name, "three")
  model <- keras_model_sequential(input_shape = 4)
  expect_identical(layer_linear(model, 2), model)
  expect_length(model$layers, 1)
  output <- keras_input(c(NA, 4)) |> layer_linear(5)
  expect_identical(output$shape, list(NULL, NULL, 5L))
  expect_identical(dim(as.array(x %>% layer_linear(2))), c(150L, 2L))
})

test_that("numbers stay doubles, and are whole where shapes are meant", {
  layer <- layer_linear(units = 32)
  expect_identical(layer$units, 32)
  layer(op_ones(c(2, 4)))
  expect_identical(lapply(layer$weights, function(w) dim(as.array(w))), list(c(4L, 32L), 32L))
  expect_error(layer_linear(x, units = 2.5), "2.5")
})

test_that("shapes are integer vectors in R, with NA for any length", {
  shapes <- list()
  layer_seeing <- Layer("Seeing",
    build = function(input_shape) shapes[[length(shapes) + 1L]] <<- input_shape,
    call = function(inputs) if (is.list(inputs)) inputs[[1]] else inputs
  )
  a <- keras_input(c(NA, 3))
  layer_seeing(a)
  layer_seeing(list(a, keras_input(2)))
  layer_seeing(list(first = a, second = keras_input(2)))
  expect_identical(shapes, list(
    c(NA, NA, 3L), list(c(NA, NA, 3L), c(NA, 2L)), list(first = c(NA, NA, 3L), second = c(NA, 2L))
  ))
  layer_wide <- Layer("Wide",
    call = function(inputs) keras$ops$tile(inputs, list(1L, 2L)),
    compute_output_shape = function(input_shape) {
      "Twice as wide."
      return(c(input_shape[-2], 2 * input_shape[2]))
    }
  )
  expect_identical(layer_wide()$compute_output_shape(tuple(NULL, 3L)), list(NULL, 6L))
})

test_that("weights and layers are found as attributes and in lists, and train", {
  layer_block <- Layer("Block",
    initialize = function(n) {
      self$steps <- lapply(seq_len(n), function(i) layer_dense(units = 4))
      self$named <- list(a = layer_dense(units = 4), b = layer_dense(units = 2))
    },
    call = function(inputs) {
      for (step in self$steps) inputs <- step(inputs)
      inputs |> self$named$a() |> self$named$b()
    }
  )
  model <- keras_model_sequential(input_shape = 4) |> layer_block(2)
  expect_length(model$trainable_weights, 8)
  model |> compile(loss = "mse")
  before <- lapply(model$trainable_weights, as.array)
  model |> fit(x, x[, 1:2], epochs = 1, verbose = 0)
  changed <- !mapply(identical, before, lapply(model$trainable_weights, as.array))
  expect_true(all(changed))
})

test_that("`training` and `mask` are told", {
  seen <- list()
  layer_told <- Layer("Told", call = function(inputs, mask = NULL, training = FALSE) {
    seen[[length(seen) + 1L]] <<- list(training = training, mask = !is.null(mask))
    inputs
  })
  layer <- layer_told()
  layer$supports_masking <- TRUE
  model <- keras_model_sequential(input_shape = 3)
  model$add(layer_embedding(input_dim = 5, output_dim = 2, mask_zero = TRUE))
  model$add(layer)
  seen <- list()
  model(matrix(1, 1, 3), training = TRUE)
  model(matrix(1, 1, 3), training = FALSE)
  expect_identical(seen, list(
    list(training = TRUE, mask = TRUE), list(training = FALSE, mask = TRUE)
  ))
})

test_that("a layer is made again from the arguments it was made from", {
  same <- function(layer) call_python(layer$`__class__`$from_config, list(layer$get_config()))
  layer <- same(layer_linear(units = 3, activation = "relu", name = "n", trainable = FALSE))
  expect_identical(layer$units, 3)
  expect_identical(layer$name, "n")
  expect_false(layer$trainable)
  expect_identical(layer$activation$`__name__`, "relu")

  layer_of <- Layer("Of",
    initialize = function(layer, sizes, table) {
      self$layer <- layer
      self$sizes <- sizes
      self$table <- table
    },
    call = function(inputs) self$layer(inputs)
  )
  layer <- same(layer_of(layer = layer_dense(units = 2), sizes = c(1, 2), table = matrix(1:4, 2)))
  expect_identical(layer$layer$units, 2L)
  expect_equal(layer$sizes, c(1, 2))
  expect_equal(layer$table, matrix(1:4, 2))
})

test_that("get_config() and from_config() of the user's are used", {
  layer_kept <- Layer("Kept",
    initialize = function(size, ...) {
      super$initialize(...)
      self$size <- size
    },
    call = function(inputs) inputs,
    get_config = function() c(super$get_config(), list(size = self$size * 10))
  )
  layer <- layer_kept(size = 2, name = "k")
  expect_named(layer$get_config(), c("name", "trainable", "dtype", "size"))
  same <- call_python(layer$`__class__`$from_config, list(layer$get_config()))
  expect_identical(same$size, 20)
})

test_that("a layer inherits from a layer of Keras and from one of R", {
  layer_loud <- Layer("Loud", inherit = keras$layers$Dense,
    initialize = function(units, ...) super$initialize(units * 2, ...),
    call = function(inputs) super$call(inputs) * 10
  )
  output <- layer_loud(x, units = 2, kernel_initializer = "ones")
  expect_equal(as.array(output), unname(matrix(rowSums(x) * 10, 150, 4)), tolerance = 1e-5)

  layer_double <- Layer("Double", inherit = layer_linear, call = function(inputs) {
    super$call(inputs) * 2
  })
  layer <- layer_double(units = 3)
  expect_length({
    layer(x)
    layer$weights
  }, 2)
  expect_s3_class(layer, "Linear")
})

test_that("private members and active properties belong to the layer", {
  layer_counting <- Layer("Counting",
    call = function(inputs) {
      private$count <- private$count + 1
      inputs
    },
    calls = mark_active(function() private$count),
    private = list(count = 0)
  )
  layer <- layer_counting()
  layer(x)
  layer(x)
  expect_identical(layer$calls, 2)
})

test_that("`%py_class%` makes the same layers", {
  Tripled(keras$layers$Layer) %py_class% {
    initialize <- function(units) {
      super$initialize()
      self$units <- units
    }
    build <- function(input_shape) self$w <- self$add_weight(shape = list(4, self$units))
    call <- function(inputs) 3 * keras$ops$matmul(inputs, self$w)
  }
  layer <- Tripled(units = 2)
  expect_identical(dim(as.array(layer(x))), c(150L, 2L))
  expect_identical(layer$get_config()$units, 2)
})

test_that("what is wrong is said", {
  expect_refused(Layer(1), "`classname`")
  expect_error(Layer("A", function() 1, call = function(inputs) inputs, call = 1), "matched")
  expect_refused(Layer("A", NULL, NULL, NULL, NULL, function() 1), "Give a name")
  expect_refused(Layer("A", foo = 1, public = list(foo = 2)), "`foo` is given twice")
  expect_error(layer_linear("not a model", 3), "`object` must be a sequential model")
  expect_refused(layer_linear(32), "name the other arguments")
  failing <- Layer("Failing", call = function(inputs) stop("from the layer"))
  expect_error(failing(x), "from the layer")
})

test_that("from_config() is a method of the class, with or without `cls`", {
  for (from_config in list(
    function(config) do.call(`__class__`, config),
    function(cls, config) do.call(cls, config)
  )) {
    layer_times <- Layer("Times",
      initialize = function(factor, ...) {
        super$initialize(...)
        self$factor <- factor
      },
      call = function(inputs) inputs * self$factor,
      get_config = function() c(super$get_config(), list(factor = self$factor)),
      from_config = from_config
    )
    layer <- layer_times(factor = 2, name = "two")
    same <- rkeras::from_config(get_config(layer))
    expect_equal(list(same$name, same$factor), list("two", 2))
  }
})

test_that("`input_shape` is the input of a model that is still empty", {
  layer_own <- Layer("Own", call = function(inputs) inputs * 2)
  model <- keras_model_sequential() |> layer_own(input_shape = 4, name = "a")
  expect_identical(model$output_shape, list(NULL, 4L))
  sized <- Layer("Sized", initialize = function(n, ...) super$initialize(...),
                 call = function(inputs) inputs)
  output <- capture.output(type = "message", {
    model <- keras_model_sequential() |> sized(n = 1, input_shape = c(4, 5))
  })
  expect_identical(model$input_shape, list(NULL, 4L, 5L))
  expect_identical(output, character())
})

test_that("primitives and generics are methods", {
  x <- op_array(c(1, 4))
  expect_equal(as.array(Layer("Root", call = sqrt)()(x)), array(c(1, 2)))
  expect_equal(as.numeric(Layer("Means", call = mean)()(x)), 2.5)
  generic <- methods::setGeneric("twice_of", function(x, ...) standardGeneric("twice_of"))
  on.exit(methods::removeGeneric("twice_of"))
  methods::setMethod("twice_of", "ANY", function(x, ...) x * 2)
  expect_equal(as.array(Layer("Generic", call = twice_of)()(x)), array(c(2, 8)))
})

test_that("`cls` is in scope in methods of the class", {
  layer_times <- Layer("Times",
    initialize = function(factor, ...) {
      super$initialize(...)
      self$factor <- factor
    },
    call = function(inputs) inputs * self$factor,
    from_config = function(config) do.call(cls, config),
    of_two = structure(function() cls(2), decorators = "classmethod")
  )
  Times <- r_to_py(layer_times)
  expect_identical(Times$from_config(list(factor = 3, name = "three"))$factor, 3)
  expect_identical(Times$of_two()$factor, 2)
  layer_more <- Layer("More", inherit = layer_times)
  expect_s3_class(r_to_py(layer_more)$from_config(list(factor = 3)), "More")
  expect_s3_class(layer_more(factor = 3)$of_two(), "More")
  same <- rkeras::from_config(get_config(layer_more(factor = 3)))
  expect_s3_class(same, "More")
  expect_identical(py_id(environment(layer_times)$`__class__`), py_id(Times))
})

test_that("`active` fields are active bindings, as R6 has them", {
  layer_circle <- Layer("Circle",
    initialize = function(radius = 1, ...) {
      super$initialize(...)
      private$r <- radius
    },
    call = function(inputs) inputs * self$diameter,
    private = list(r = 0, double = function() 2 * private$r),
    active = list(
      diameter = function(value) {
        if (missing(value)) return(private$double())
        private$r <- value / 2
      },
      area = function() pi * private$r^2
    )
  )
  circle <- layer_circle(radius = 3)
  expect_identical(circle$diameter, 6)
  circle$diameter <- 4
  expect_identical(circle$area, pi * 4)
  expect_error(circle$area <- 1, class = "python.builtin.AttributeError")
  expect_equal(as.vector(circle(op_array(1))), 4)
  layer_derived <- Layer("Derived", inherit = layer_circle,
                         active = list(area = function() super$area + 1))
  expect_identical(layer_derived(radius = 1)$area, pi + 1)
  expect_identical(Metric("M", inherit = metric_mean, active = list(one = function() 1))()$one, 1)
  expect_identical(Callback("C", active = list(one = function() 1))()$one, 1)
  expect_identical(Layer("A", active = 1)()$active, 1)
  for (wrong in list(list(1), list(a = 1), list(function() 1))) {
    expect_refused(Layer("A", active = wrong), "`active` must be a list of functions")
  }
})

test_that("what is in `public` replaces arguments", {
  layer_own <- Layer("Own", call = function(inputs) inputs,
                     public = list(call = function(inputs) inputs * 2, extra = 1))
  expect_equal(as.vector(layer_own()(op_array(3))), 6)
  expect_identical(layer_own()$extra, 1)
})

test_that("an R error in a layer is the same R condition, and `if` takes tensors", {
  layer_failing <- Layer("Failing", call = function(x) {
    stop(structure(class = c("own", "error", "condition"), list(message = "boom", call = NULL)))
  })
  error <- tryCatch(layer_failing(x), own = identity)
  expect_identical(conditionMessage(error), "boom")
  layer_branching <- Layer("Branching", call = function(x) if (op_sum(x) > 0) x else -x)
  for (input in list(keras_input(4), op_ones(c(1, 4)))) {
    expect_identical(dim(layer_branching(input)), dim(input))
  }
})

test_that("the arguments for methods have the places that they have in keras3", {
  first <- function(f, n) names(formals(f))[seq_len(n)]
  expect_identical(first(Layer, 5), c("classname", "initialize", "call", "build", "get_config"))
  expect_identical(first(Model, 4), c("classname", "initialize", "call", "train_step"))
  expect_identical(first(Loss, 2), c("classname", "call"))
  expect_identical(first(Constraint, 3), c("classname", "call", "get_config"))
  expect_identical(first(new_learning_rate_schedule_class, 3),
                   c("classname", "call", "initialize"))
})
