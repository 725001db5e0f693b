x <- as.matrix(iris[1:4])

of_one_layer <- function(value) {
  keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 1, kernel_initializer = initializer_constant(value), name = "d")
}

test_that("the student comes to say what the teacher says, whose weights stay", {
  teacher <- of_one_layer(0.5)
  student <- of_one_layer(0)
  model <- distiller(teacher, student, distillation_feature("mse"), student_loss_weight = 0)
  model |> compile(loss = "mse", optimizer = optimizer_adam(0.05))
  apart <- function() mean(abs(predict(teacher, x) - predict(model$student, x)))
  before <- apart()
  model |> fit(x, x[, 1], epochs = 5, verbose = 0)
  expect_lt(apart(), before / 5)
  expect_equal(as.array(teacher$weights[[1]]), matrix(0.5, 4, 1))
})

test_that("a class in R is a loss, also of layers within", {
  distillation_power <- DistillationLoss("Power",
    initialize = function(power = 2) {
      self$power <- power
      self$teacher_layer_name <- "d"
      self$student_layer_name <- "d"
    },
    compute_loss = function(teacher_outputs, student_outputs) {
      op_mean(op_abs(teacher_outputs - student_outputs)^self$power)
    }
  )
  expect_named(formals(distillation_power), "power")
  model <- distiller(of_one_layer(1), of_one_layer(0), distillation_power(power = 1),
                     student_loss_weight = 0)
  model |> compile(loss = "mse")
  loss <- evaluate(model, x, x[, 1], verbose = 0)$loss
  expect_equal(loss, mean(rowSums(x)), tolerance = 1e-5)
})
