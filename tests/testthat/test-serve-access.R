# The access log of a server, and answers that pages of other servers may read.
skip_if_not_installed("later")

served <- function() keras_model_sequential(input_shape = 2) |> layer_dense(1)

test_that("a function gets what is to be said of each request, also of those refused", {
  entries <- list()
  server <- local_server(served(), access_log = function(entry) {
    entries[[length(entries) + 1L]] <<- entry
  })
  asked <- now()
  answers <- ask_all(server, list(predict_request("{\"instances\": [[1, 2]]}"),
                                  list(method = "GET", path = "/nothing?a=1")))
  deadline <- now() + 10
  while (length(entries) < 2L && now() < deadline) later::run_now(0.05)
  entries <- entries[order(vapply(entries, `[[`, 0, "status"))]
  expect_identical(vapply(entries, `[[`, 0, "status"), c(200, 404))
  expect_identical(vapply(entries, `[[`, "", "path"), c("/v1/models/model:predict", "/nothing?a=1"))
  expect_identical(entries[[1]][c("address", "method", "version")],
                   list(address = "127.0.0.1", method = "POST", version = "HTTP/1.1"))
  expect_equal(entries[[1]]$size, nchar(answers[[1]]$body))
  expect_s3_class(entries[[1]]$time, "POSIXct")
  expect_lt(abs(as.double(Sys.time() - entries[[1]]$time, units = "secs")), 60)
  expect_true(entries[[1]]$seconds > 0 && entries[[1]]$seconds < now() - asked)
})

test_that("a file has a line for each request, and a log that fails stops nothing", {
  file <- withr::local_tempfile()
  server <- local_server(served(), access_log = file)
  for (i in 1:2) ask(server, "GET", "/health")
  stop_serving(server)
  expect_match(readLines(file), paste0(
    "^127[.]0[.]0[.]1 - - \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+]0000\\] ",
    "\"GET /health HTTP/1[.]1\" 200 15$"
  ))
  expect_length(readLines(file), 2)
  entry <- list(address = "::1", time = .POSIXct(0), method = "GET", path = "/a\"b",
                version = "HTTP/1.1", status = 404, size = 1e6)
  expect_identical(common_log_line(entry),
                   "::1 - - [01/Jan/1970:00:00:00 +0000] \"GET /a%22b HTTP/1.1\" 404 1000000")
  calls <- 0
  failing <- local_server(served(), access_log = function(entry) {
    calls <<- calls + 1
    stop("the disk is full")
  })
  # R's event loop writes that it failed to the console, past the handlers of messages.
  for (i in 1:2) expect_identical(ask(failing, "GET", "/health")$status, 200L)
  stop_serving(failing)
  expect_identical(calls, 2)
  expect_error(serve_model(served(), access_log = 1), "`access_log` must be the path of a file")
})

test_that("pages of the named origins may read answers, and learn how to ask", {
  server <- local_server(served(), cors = "https://a.org")
  from <- function(origin, method = "GET", path = "/health", ...) {
    list(method = method, path = path, headers = list(Origin = origin, ...))
  }
  answers <- ask_all(server, list(
    from("https://a.org"), from("https://b.org"),
    from("https://a.org", "OPTIONS", "/v1/models/model:predict",
         "Access-Control-Request-Method" = "POST",
         "Access-Control-Request-Headers" = "content-type")
  ))
  allowed <- lapply(answers, function(answer) answer$headers[["Access-Control-Allow-Origin"]])
  expect_identical(allowed, list("https://a.org", NULL, "https://a.org"))
  expect_identical(answers[[3]]$status, 204L)
  expect_identical(answers[[3]]$headers[["Access-Control-Allow-Headers"]], "content-type")
  expect_identical(answers[[3]]$headers[["Access-Control-Allow-Methods"]], "POST, OPTIONS")
  expect_identical(answers[[2]]$headers$Vary, "Origin")
  none <- ask_all(local_server(served()), list(from("https://a.org")))[[1]]
  expect_null(none$headers[["Access-Control-Allow-Origin"]])
  all <- ask_all(local_server(served(), cors = "*"), list(from("https://c.org")))[[1]]
  expect_identical(all$headers[["Access-Control-Allow-Origin"]], "*")
  expect_null(all$headers$Vary)
  expect_error(serve_model(served(), cors = "https://a.org/page"), "`cors` must be origins")
})
