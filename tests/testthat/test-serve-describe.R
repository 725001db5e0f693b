# The OpenAPI description of a server.
skip_if_not_installed("later")

test_that("the description has the shapes, columns and classes that requests are checked by", {
  inputs <- list(keras_input(c(2, NA), name = "a"), keras_input(3, name = "b", dtype = "int32"))
  model <- keras_model(inputs, layer_dense(layer_flatten(inputs[[2]]), 1))
  server <- local_server(model, name = "two")
  described <- jsonlite::fromJSON(ask(server, "GET", "/openapi.json")$body, simplifyVector = FALSE)
  expect_identical(described$openapi, "3.0.3")
  expect_identical(described$servers[[1]]$url, server$url)
  expect_true(all(c("/v1/models/two:predict", "/health") %in% names(described$paths)))
  post <- described$paths[["/v1/models/two:predict"]]$post
  schema <- post$requestBody$content[["application/json"]]$schema
  instance <- schema$properties$instances$items
  expect_identical(unlist(instance$required), c("a", "b"))
  expect_identical(instance$properties$b, list(
    type = "array", items = list(type = "integer"), minItems = 3L, maxItems = 3L
  ))
  expect_null(instance$properties$a$items$minItems)
  # Its example is a request that fits.
  body <- jsonlite::toJSON(schema$example, auto_unbox = TRUE)
  expect_identical(ask_all(server, list(predict_request(body, "two")))[[1]]$status, 200L)
})

test_that("columns of a data frame have their kinds, and answers the classes", {
  skip_if_not(on_tensorflow())
  data <- data.frame(y = gl(2, 10, labels = c("no", "yes")), day = as.Date("2024-01-01") + 1:20,
                     kind = rep(c("a", "b"), 10), at = as.POSIXct("2024-01-01", tz = "UTC") + 1:20)
  servable <- as_servable(tabular(y ~ ., data, epochs = 1, hidden = 2))
  schema <- instance_schema(servable$inputs)$properties
  expect_identical(schema$day, list(type = "string", format = "date", nullable = TRUE))
  expect_identical(schema$kind[["x-levels"]], I(c("a", "b")))
  example <- example_body(servable$inputs)$instances[[1]]
  expect_identical(example[c("day", "kind")], list(day = "2024-03-01", kind = "a"))
  classes <- prediction_schema(servable)$anyOf[[2]]$properties$class$enum
  expect_identical(classes, I(c("no", "yes")))
})
