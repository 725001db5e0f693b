skip_if_not(on_tensorflow())
skip_if_not_installed("later")

served_data <- function() {
  data.frame(
    y = seq(0, 2.9, 0.1), size = seq(1, 30), kind = rep(c("a", "b"), 15),
    day = as.Date("2024-01-01") + 0:29, at = as.POSIXct("2024-01-01", tz = "UTC") + 3600 * 0:29,
    wait = as.difftime(1:30, units = "mins"), on = rep(c(TRUE, FALSE, TRUE), 10)
  )
}

test_that("requests have the columns of the data frame, also for a model from a file", {
  set_random_seed(1)
  data <- served_data()
  model <- tabular(y ~ log(size) + kind + day + at + wait + on, data, epochs = 2, hidden = 4)
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  server <- local_server(path, name = "table")
  row <- function(i, kind = sprintf('"%s"', data$kind[[i]])) {
    sprintf(
      '{"size": %d, "kind": %s, "day": "%s", "at": "%s", "wait": %d, "on": %s}', data$size[[i]],
      kind, data$day[[i]], format(data$at[[i]], "%Y-%m-%dT%H:%M:%SZ"), i, tolower(data$on[[i]])
    )
  }
  by_row <- sprintf('{"instances": [%s, %s]}', row(3), row(29))
  missing <- data[3, ]
  missing$kind <- NA_character_
  by_column <- paste0(
    '{"inputs": {"size": [3], "kind": [null], "day": ["2024-01-03"], ',
    '"at": ["2024-01-01 02:00:00"], "wait": [3], "on": [true]}}'
  )
  answers <- predictions(server, by_row, by_column, sprintf('{"instances": [%s]}', row(3, "null")))
  expect_equal(c(answers[[1]]$predictions), predict(model, data[c(3, 29), ]), tolerance = 1e-5,
               ignore_attr = TRUE)
  expect_warning(unknown <- predict(model, missing), class = "rkeras_warning_levels")
  expect_equal(c(answers[[2]]$outputs), unknown, tolerance = 1e-5, ignore_attr = TRUE)
  expect_equal(c(answers[[3]]$predictions), unknown, tolerance = 1e-5, ignore_attr = TRUE)
  metadata <- jsonlite::fromJSON(ask(server, "GET", "/v1/models/table/metadata")$body)
  expect_identical(metadata$inputs$name, c("size", "kind", "day", "at", "wait", "on"))
})

test_that("metadata have columns, levels and classes, and verbose answers name the classes", {
  set_random_seed(1)
  data <- transform(iris, Size = factor(rep(c("small", "large"), 75)), On = Sepal.Width > 3)
  server <- local_server(tabular(Species ~ ., data, epochs = 2, hidden = 4), name = "iris")
  metadata <- jsonlite::fromJSON(ask(server, "GET", "/v1/models/iris/metadata")$body)
  expect_identical(metadata$inputs$name, names(data)[-5])
  expect_identical(metadata$inputs$levels[[5]], c("large", "small"))
  expect_identical(metadata$classes, list(Species = levels(iris$Species)))
  row <- jsonlite::toJSON(data[c(1, 150), -5], dataframe = "rows")
  answers <- predictions(
    server, sprintf('{"instances": %s}', row), sprintf('{"instances": %s, "verbose": true}', row),
    sprintf('{"instances": %s, "verbose": "yes"}', row)
  )
  verbose <- answers[[2]]$predictions
  prob <- t(vapply(verbose, function(one) unlist(one$probabilities), numeric(3)))
  expect_identical(colnames(prob), levels(iris$Species))
  expect_equal(unname(prob), answers[[1]]$predictions, tolerance = 1e-6)
  expect_identical(vapply(verbose, `[[`, "", "class"), colnames(prob)[max.col(prob)])
  expect_identical(answers[[3]]$status, 400L)
})

test_that("verbose answers are plain where there are no classes", {
  set_random_seed(1)
  model <- tabular(list(size = Sepal.Length, kind = Species) ~ Petal.Length, iris, epochs = 1)
  server <- local_server(model)
  answer <- ask_all(server, list(predict_request(
    '{"instances": [{"Petal.Length": 1.5}], "verbose": true}'
  )))[[1]]
  answer <- jsonlite::fromJSON(answer$body, simplifyVector = FALSE)$predictions[[1]]
  expect_identical(names(answer), c("size", "kind"))
  expect_type(answer$size, "double")
  expect_identical(names(answer$kind), c("class", "probabilities"))
  numbers <- local_server(tabular(Sepal.Length ~ Petal.Length, iris, epochs = 1))
  body <- '{"instances": [{"Petal.Length": 1.5}]%s}'
  plain <- predictions(numbers, sprintf(body, ""), sprintf(body, ', "verbose": true'))
  expect_equal(c(plain[[1]]$predictions), c(plain[[2]]$predictions))
})

test_that("what is no value of a column gets status 400 and the reason", {
  set_random_seed(1)
  server <- local_server(tabular(y ~ size + kind + day, served_data(), epochs = 1, hidden = 4))
  cases <- list(
    '{"size": 1, "kind": "a"}' = "lacks the input \"day\"",
    '{"size": "1", "kind": "a", "day": "2024-01-01"}' = "must have numbers, not strings",
    '{"size": 1, "kind": 2, "day": "2024-01-01"}' = "must have strings, not numbers",
    '{"size": 1, "kind": "a", "day": "soon"}' = "has \"soon\", which is not a date",
    '{"size": [1, 2], "kind": "a", "day": "2024-01-01"}' = "shape"
  )
  bodies <- sprintf('{"instances": [%s]}', names(cases))
  answers <- ask_all(server, lapply(bodies, predict_request))
  for (i in seq_along(cases)) {
    expect_identical(answers[[i]]$status, 400L, info = names(cases)[[i]])
    expect_match(jsonlite::fromJSON(answers[[i]]$body)$error, cases[[i]], fixed = TRUE)
  }
  # A level that is new is not: it is predicted as an unknown one.
  new <- predictions(server, '{"instances": [{"size": 1, "kind": "z", "day": "2024-01-01"}]}')
  expect_identical(new[[1]]$status, 200L)
})

test_that("recipes are baked for each request", {
  suppressWarnings(skip_if_not_installed("recipes"))
  suppressWarnings(loadNamespace("recipes"))
  data <- transform(served_data(), kind = factor(kind))
  set_random_seed(1)
  recipe <- recipes::recipe(y ~ size + kind + day, data) |>
    recipes::step_log(size) |>
    recipes::step_date(day, features = "dow") |>
    recipes::step_dummy(kind)
  model <- tabular(recipe, data, epochs = 2, hidden = 4)
  server <- local_server(model, name = "baked")
  metadata <- jsonlite::fromJSON(ask(server, "GET", "/v1/models/baked/metadata")$body)
  expect_identical(metadata$inputs$name, c("size", "kind", "day"))
  row <- function(i) {
    sprintf('{"size": %d, "kind": "%s", "day": "%s"}', data$size[[i]], data$kind[[i]],
            data$day[[i]])
  }
  answers <- predictions(server, sprintf('{"instances": [%s, %s]}', row(3), row(30)),
                         sprintf('{"instances": [%s]}', sub('"b"', "1", row(2))))
  expect_equal(c(answers[[1]]$predictions), predict(model, data[c(3, 30), ]), tolerance = 1e-5,
               ignore_attr = TRUE)
  expect_match(answers[[2]]$error, "must have strings")
})
