# Names of inputs and outputs that users gave.
test_that("names of layers are allowed by Keras, and different", {
  named <- keras_names(c("a/b", "a_b", "a b", "add", "mean_1", "z"),
                       c("a b", "größe", "z", "-", "_q"))
  expect_identical(named$inputs, c("a_b", "a_b_1", "a b", "add_column", "mean_1", "z"))
  expect_identical(named$outputs, c("a_b_2", "gr__e", "z_1", "y", "yq"))
  expect_identical(keras_names("y_mean", "y")$inputs, "y_mean_1")
  expect_identical(keras_names("(offset)", "y")$inputs, "(offset)_column")
})

test_that("metrics have the names of responses, the longest that fits", {
  design <- list(outputs = c("a", "a_b", "c"), targets = list(`a/` = 1, `a b` = 2, c = 3))
  values <- list(loss = 1, a_b_loss = 2, a_loss = 3, val_a_b_mae = 4, val_loss = 5, c_mae = 6)
  expect_identical(names(metrics_by_response(values, design)),
                   c("loss", "a b_loss", "a/_loss", "val_a b_mae", "val_loss", "c_mae"))
})

skip_if_not(on_tensorflow())

odd <- data.frame(x = seq_len(40) / 9, f = rep_len(letters[1:10], 40))
odd$`a b` <- odd$x * 2 + rep_len(0:3, 40)
odd$a_b <- 1000 + odd$x
odd$größe <- factor(rep(c("u", "v"), 20))
odd$`km/h` <- rev(odd$x)
odd$km_h <- sin(odd$x)

test_that("users see their own names of responses", {
  formula <- list(`a b`, a_b, größe) ~ x
  names <- c("a b", "a_b", "größe")
  model <- quick_tabular(formula, odd)
  expect_named(predict(model), names)
  expect_named(predict(model, odd[0, ]), names)
  expect_named(predict_on_batch(model, odd[1:2, ]), names)
  expect_identical(levels(predict(model, type = "class")$größe), c("u", "v"))
  expect_equal(predict(model)$a_b, rep(1000, 40), tolerance = 0.1)
  expect_true(all(paste0(".fitted_", names) %in% names(augment(model))))
  metrics <- c("loss", "a b_loss", "a b_mae", "a_b_loss", "a_b_mae", "größe_loss", "größe_accuracy")
  expect_setequal(names(evaluate(model, odd)), metrics)
  scores <- c("held_a b_rmse", "held_a_b_mae", "held_größe_accuracy", "held_größe_accuracy_se")
  expect_true(all(scores %in% names(generics::glance(model))))
  expect_setequal(names(memory_of(model)$table$history$metrics),
                  c("val_loss", grep("loss$", metrics, value = TRUE)))
  expect_output(print(model), "größe_accuracy")
  expect_output(print(format(model)), "a b, a_b, größe")
  # Targets by name, in any order.
  y <- as.list(odd[rev(names)])
  expect_equal(evaluate(model, odd["x"], y), evaluate(model, odd))
  expect_error(evaluate(model, odd["x"], list(a = 1, b = 2, c = 3)), "`größe`")
  weights <- list(a_b = rep(2, 40))
  weighted <- evaluate(model, odd["x"], y, sample_weight = weights)
  expect_equal(weighted[["a b_loss"]], evaluate(model, odd)[["a b_loss"]])
  expect_equal(weighted[["loss"]] - evaluate(model, odd)[["loss"]],
               evaluate(model, odd)[["a_b_loss"]], tolerance = 1e-4)
  shown <- predict(model, odd, type = "prob", levels = list(größe = c("p", "q")))
  expect_identical(colnames(shown$größe), c("p", "q"))
  again <- unserialize(serialize(model, NULL))
  expect_equal(predict(again, odd), predict(model))
  expect_named(predict(ensemble(model, n = 2), odd), names)
  expect_setequal(as_servable(model)$outputs, names)
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  expect_equal(predict(load_model(file), odd, type = "class"), predict(model, type = "class"))
  compile(model, loss = list(`a b` = "mae", a_b = "mse", größe = "binary_crossentropy"),
          metrics = list(`a b` = "mse"))
  expect_true("a b_mse" %in% names(evaluate(model, odd)))
  rows <- cross_validate(function(data) tabular(list(`a b`, a_b, größe) ~ x, data, epochs = 1), odd,
                         folds = 2)
  expect_true(all(c("a b_rmse", "a_b_rmse", "größe_accuracy") %in% names(rows$metrics)))
})

test_that("inputs may have any names", {
  model <- quick_tabular(`a b` ~ `km/h` + km_h + I(x / 2) + f, odd)
  expect_equal(unname(predict(model, odd[3:4, ])), predict(model)[3:4], tolerance = 1e-5)
  columns <- c("km/h", "km_h", "x", "f")
  expect_setequal(feature_importance(model, repeats = 1)$feature, columns)
  expect_setequal(colnames(attributions(model, odd[1:2, ])$values),
                  c("km/h", "km_h", "I(x/2)", "f"))
  expect_named(partial_dependence(model, feature = "km/h", grid = 2), c("km/h", ".fitted"))
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  expect_equal(predict(load_model(file), odd), predict(model))
  expect_identical(vapply(as_servable(model)$inputs, `[[`, "", "name"), columns)
})

test_that("columns may have the names of Keras's layers and of ours", {
  alike <- function(data, names) {
    model <- function(names) {
      set_random_seed(1)
      names(data) <- names
      tabular(stats::as.formula(call("~", as.name(names[[1]]), quote(.))), data, epochs = 2,
              members = 1)
    }
    expect_equal(predict(model(names)), predict(model(names(data))), info = toString(names))
  }
  data <- odd[c("a b", "x", "f", "km_h")]
  alike(data, c("y", "features", "network", "(offset)"))
  alike(data, c("network", "concatenate", "features", "y_mean"))
  alike(data, c("log(y)", "log_y_", "(Intercept)", "."))
})

test_that("layers of tables have no other names than those that columns do not get", {
  data <- transform(odd, day = Sys.Date() + 0:39, at = Sys.time() + 1e5 * 0:39,
                    n = rep_len(1:4, 40), o = factor(rep_len(1:3, 40), ordered = TRUE),
                    z = replace(x, 3, NA))
  data <- data[c("x", "f", "day", "at", "n", "o", "z")]
  columns <- c(names(data), "(offset)", "y")
  models <- list(
    tabular(list(y = o, n, x) ~ f + day + at + z, data, epochs = 1),
    tabular(n ~ x + f + offset(log(z + 1)), data[-3, ], family = "poisson", epochs = 1),
    suppressWarnings(temperature_scaling(tabular(o ~ x, data, epochs = 1), data))
  )
  for (family in c("location_scale", "quantile", "mixture")) {
    model <- tabular(x ~ f + offset(n), data, family = family, epochs = 1, members = 2)
    models <- c(models, model, ensemble(model, n = 2))
  }
  names <- unlist(lapply(models, function(model) vapply(model$operations, `[[`, "", "name")))
  expect_setequal(setdiff(sub("_[0-9]+$", "", names), c(columns, taken_names)),
                  c("x_mean", "y_members", "n_members", "x_members", "o_members"))
})

test_that("inputs with the same name are an error", {
  data <- setNames(odd[c("a b", "x", "km_h")], c("y", "x", "log(x)"))
  expect_refused(tabular(y ~ log(x) + `log(x)`, data), "several inputs with the name `log\\(x\\)`")
  names(data)[[3]] <- "(offset)"
  expect_error(tabular(y ~ `(offset)` + offset(x), data), "the name `\\(offset\\)`")
})
