# What R knows of a model, in its file.
skip_if_not(on_tensorflow())

set_random_seed(1)
cars <- transform(
  mtcars, cyl = factor(cyl), gear = factor(gear, ordered = TRUE),
  name = rep_len(c("a", "b", NA), 32), day = as.Date("2024-01-01") + seq_along(mpg),
  at = .POSIXct(1e9 + seq_along(mpg), tz = "CET"),
  lasts = as.difftime(hp, units = "mins")
)
saved_and_loaded <- function(model, ..., zipped = TRUE) {
  path <- tempfile(fileext = if (zipped) ".keras" else "")
  on.exit(unlink(path, recursive = TRUE))
  save_model(model, path, zipped = zipped)
  load_model(path, ...)
}
# The model's file with its record changed by `change()`, loaded.
load_changed <- function(model, change, ...) {
  folder <- withr::local_tempdir()
  save_model(model, path <- file.path(folder, "model"), zipped = FALSE)
  file <- file.path(path, "config.json")
  config <- jsonlite::fromJSON(file, simplifyVector = FALSE)
  config$r_record <- change(config$r_record)
  jsonlite::write_json(config, file, auto_unbox = TRUE, null = "null", digits = NA)
  load_model(path, ...)
}

test_that("a file keeps what predict() and the generics of statistics need", {
  model <- quick_tabular(
    cyl ~ log(hp) + poly(wt, 2) + scale(qsec) + gear + name + day + at + lasts + (am == 1), cars,
    calibration_split = 0.4
  )
  for (zipped in c(TRUE, FALSE)) {
    again <- expect_silent(saved_and_loaded(model, zipped = zipped))
    for (type in c("response", "prob", "class", "link")) {
      expect_identical(predict(again, cars, type = type), predict(model, cars, type = type))
    }
    expect_identical(predict(again, cars, interval = "prediction", level = 0.8),
                     predict(model, cars, interval = "prediction", level = 0.8))
  }
  expect_equal(formula(again), formula(model), ignore_attr = TRUE)
  expect_equal(movable_memory(again)$trained, movable_memory(model)$trained)
  expect_identical(nobs(again), nobs(model))
  expect_identical(capture.output(print(again)), capture.output(print(model)))
  expect_equal(evaluate(again, cars), evaluate(model, cars))
  expect_error(predict(again, cars[-1:-5]), "no column `hp`")
  # Once more
  expect_identical(predict(saved_and_loaded(again), cars), predict(model, cars))
})

test_that("offsets and several responses are kept, and the training data are not", {
  model <- quick_tabular(list(a = carb, b = gear) ~ wt, cars)
  expect_identical(predict(saved_and_loaded(model), cars, type = "class"),
                   predict(model, cars, type = "class"))
  counts <- quick_tabular(carb ~ wt + offset(log(hp)), cars, family = "poisson", weights = qsec)
  again <- saved_and_loaded(counts)
  expect_identical(predict(again, cars), predict(counts, cars))
  expect_identical(residuals(again, data = cars), residuals(counts))
  expect_error(fitted(again), "does not keep its data")
  expect_error(update(again), "not in the file")
  expect_null(weights(again))
})

test_that("models trained with a formula or a factor are kept too", {
  model <- keras_model_sequential() |> layer_dense(3, activation = "softmax")
  compile(model, "adam", "sparse_categorical_crossentropy")
  fit(model, Species ~ Sepal.Length * Petal.Width, iris, epochs = 1, verbose = 0)
  again <- saved_and_loaded(model)
  expect_identical(predict(again, iris, type = "class"), predict(model, iris, type = "class"))
  expect_identical(predict(saved_and_loaded(model, compile = FALSE), iris[5:1]),
                   predict(model, iris))
  expect_identical(predict(unserialize_model(serialize_model(model)), iris), predict(model, iris))
  fit(model, as.matrix(iris[c(1, 4)]) |> cbind(1), iris$Species, epochs = 1, verbose = 0)
  expect_identical(levels(predict(saved_and_loaded(model), cbind(iris[c(1, 4)], 1) |> as.matrix(),
                                  type = "class")), levels(iris$Species))
})

test_that("a file of a model that knows nothing has no record, nor has its configuration one", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(1)
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  with_zip <- import("zipfile")$ZipFile(path)
  config <- with_zip$read("config.json")
  expect_false(any(grepl("r_record", rawToChar(as.raw(config)))))
  model <- quick_tabular(mpg ~ wt, cars)
  expect_no_match(save_model_config(model), "r_record")
  expect_false("r_record" %in% names(serialize_keras_object(model)))
})

test_that("a model with a recipe is saved without it, and says so", {
  suppressWarnings(skip_if_not_installed("recipes"))
  suppressWarnings(loadNamespace("recipes"))
  recipe <- recipes::recipe(Species ~ ., iris) |> recipes::step_log(Sepal.Length)
  model <- quick_tabular(recipe, iris)
  expect_warning(again <- saved_and_loaded(model), "without the recipe",
                 class = "rkeras_warning_saved")
  expect_identical(deparse(formula(again)), deparse(formula(model)))
  uses <- list(predict, function(...) predict(..., type = "class"), evaluate,
               function(model, data) serve_model(model))
  for (use in uses) {
    expect_refused(use(again, iris), "without the recipe.*custom_objects")
  }
  # Its inputs are those of any model of Keras.
  baked <- log(iris$Sepal.Length)
  inputs <- c(list(Sepal.Length = baked), as.list(iris[2:4]))
  expect_equal(unname(predict(again, lapply(inputs, matrix), type = "prob")),
               unname(predict(model, iris)), tolerance = 1e-6)
})

test_that("a model of a file takes the recipe that it needs", {
  suppressWarnings(skip_if_not_installed("recipes"))
  suppressWarnings(loadNamespace("recipes"))
  recipe <- recipes::recipe(Species ~ ., iris) |> recipes::step_center(Sepal.Length)
  model <- quick_tabular(recipe, iris)
  path <- withr::local_tempfile(fileext = ".keras")
  suppressWarnings(save_model(model, path), classes = "rkeras_warning_saved")
  load_with <- function(recipe) load_model(path, custom_objects = list(recipe = recipe))
  prepared <- recipes::prep(recipe, training = iris)
  again <- load_with(prepared)
  expect_identical(predict(again, iris), predict(model, iris))
  expect_identical(predict(again, iris, type = "class"), predict(model, iris, type = "class"))
  set.seed(1)
  importance <- feature_importance(again, iris, repeats = 1)
  expect_setequal(as.data.frame(importance)$feature, names(iris)[1:4])
  expect_refused(load_with(recipe), "not prepared.*recipes::prep")
  other <- recipes::recipe(mpg ~ wt, mtcars) |> recipes::prep(training = mtcars)
  expect_refused(load_with(other), "does not make the column `")
  save_model(quick_tabular(mpg ~ wt, cars), path, overwrite = TRUE)
  expect_refused(load_with(prepared), "made without one")
})

test_that("what is not data is left out with a warning", {
  model <- quick_tabular(mpg ~ wt, cars)
  conformal(model, cars, scale = eval(quote(function(x) x$wt), globalenv()))
  expect_warning(again <- saved_and_loaded(model), "what conformal\\(\\) learned")
  # Those of the members remain.
  width <- function(x) x[, "upr"] - x[, "lwr"]
  expect_false(isTRUE(all.equal(width(predict(again, cars, interval = "prediction")),
                                width(predict(model, cars, interval = "prediction")))))
  # saveRDS() has all of it, and does not complain.
  file <- withr::local_tempfile()
  expect_no_warning(saveRDS(model, file), class = "rkeras_warning_saved")
  expect_identical(predict(readRDS(file), cars, interval = "prediction"),
                   predict(model, cars, interval = "prediction"))
})

test_that("functions that are not known run only if the user says so", {
  assign("twice", function(x) 2 * x, globalenv())
  withr::defer(rm("twice", envir = globalenv()))
  model <- quick_tabular(log(mpg) ~ twice(wt), cars)
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  expect_error(load_model(path), "calls twice.*log\\(mpg\\) ~ twice\\(wt\\)",
               class = "rkeras_error_unsafe")
  expect_identical(predict(load_model(path, safe_mode = FALSE), cars), predict(model, cars))
  own <- load_model(path, custom_objects = list(twice = function(x) 2 * x + 0))
  expect_identical(predict(own, cars), predict(model, cars))
  for (code in c("mpg ~ system('true')", "mpg ~ I((function() 1)())", "base::eval(1) ~ wt")) {
    expect_error(load_changed(model, function(json) {
      sub("log(mpg) ~ twice(wt)", code, json, fixed = TRUE)
    }, custom_objects = list(twice = identity)), class = "rkeras_error_unsafe")
  }
})

test_that("a record that is damaged or of another version is told", {
  model <- quick_tabular(mpg ~ wt, cars)
  expect_error(load_changed(model, function(json) "{\"version\": 1,"), "record of R is damaged",
               class = "rkeras_error_file")
  expect_error(load_changed(model, function(json) "{\"version\":1,\"parts\":[1]}"), "has no parts",
               class = "rkeras_error_file")
  expect_error(load_changed(model, function(json) sub("\"double\"", "\"closure\"", json)),
               "unknown type closure", class = "rkeras_error_file")
  expect_error(load_changed(model, function(json) gsub("keras_training_history", "lm", json)),
               "unknown class lm", class = "rkeras_error_file")
  expect_warning(again <- load_changed(model, function(json) {
    sub("\"version\":1", "\"version\":2", json, fixed = TRUE)
  }), "another version", class = "rkeras_warning_saved")
  expect_identical(as.vector(predict(again, cars["wt"])), predict(model, cars), ignore_attr = TRUE)
})

test_that("numbers, text and missing values are exact", {
  values <- list(
    c(a = 0.1, b = 1 / 3, NA, NaN, Inf, -Inf, 1e-310, -0), c(NA, 1L), c(TRUE, NA), c("ä\n\"", NA),
    factor(c("u", NA)), .POSIXct(0.1, tz = "CET"), NULL, character(), list(), matrix(1:4, 2),
    data.frame(x = 1:2, y = I(c("a", "b")) |> unclass())
  )
  text <- to_json_text(as_node(values))
  expect_identical(of_node(jsonlite::fromJSON(text, simplifyVector = FALSE), globalenv()), values)
})

test_that("the file's model is served", {
  skip_if_not_installed("later")
  skip_if_not_installed("processx")
  model <- quick_tabular(mpg ~ wt + cyl, cars)
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  server <- local_server(path, name = "model")
  answer <- predictions(server, '{"instances": [{"wt": 2.62, "cyl": "6"}]}')[[1]]
  expect_equal(as.vector(answer$predictions), predict(model, cars[1, ]), tolerance = 1e-5,
               ignore_attr = TRUE)
})

test_that("files that callbacks write during the first training have the record", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(3, "softmax")
  compile(model, "sgd", "sparse_categorical_crossentropy")
  path <- withr::local_tempfile(fileext = ".keras")
  fit(model, Species ~ Sepal.Length + Petal.Width, data = iris, epochs = 1, verbose = 0,
      callbacks = callback_model_checkpoint(path))
  again <- load_model(path)
  expect_identical(predict(again, newdata = iris[c(1, 80), ], type = "class"),
                   predict(model, newdata = iris[c(1, 80), ], type = "class"))
})

test_that("a training that does not begin leaves the record", {
  model <- quick_tabular(mpg ~ wt + cyl, cars, epochs = 1)
  known <- memory_of(model)$trained
  bad <- callback_lambda(on_train_begin = function(logs) stop("not now"))
  expect_error(fit(model, table_data(known$formula, cars, FALSE)$x, cars$mpg, verbose = 0,
                   callbacks = bad), "not now")
  expect_identical(memory_of(model)$trained, known)
})
