skip_if_not_installed("later")

# The sum of the inputs in the first output.
summing_model <- function(...) {
  inputs <- keras_input(shape = 3, ...)
  layer <- layer_dense(units = 2, kernel_initializer = "ones", use_bias = FALSE)
  keras_model(inputs, layer(inputs))
}

test_that("predictions are those of the model, by row and by column", {
  server <- local_server(summing_model(), name = "sums")
  answers <- predictions(
    server, '{"instances": [[1, 2, 3], [4, 5, 6.5]]}', '{"inputs": [[1, 2, 3], [4, 5, 6.5]]}',
    '{"instances": [[1, 2, 3]], "signature_name": "serving_default"}'
  )
  expected <- matrix(c(6, 15.5, 6, 15.5), 2)
  expect_identical(answers[[1]], list(status = 200L, predictions = expected))
  expect_identical(answers[[2]], list(status = 200L, outputs = expected))
  expect_equal(answers[[3]]$predictions, matrix(6, 1, 2))
})

test_that("wrong input gets status 400 and the reason", {
  server <- local_server(summing_model(name = "x"))
  cases <- list(
    "not json" = "JSON object", "[1]" = "JSON object", "{\"instances\": [" = "not JSON",
    "{}" = "either \"instances\" or \"inputs\"",
    "{\"instances\": [[1,2,3]], \"inputs\": [[1,2,3]]}" = "either",
    "{\"instances\": [[1, 2]]}" = "shape (any, 3), not (1, 2)",
    "{\"instances\": [1, 2, 3]}" = "shape (any, 3), not (3)",
    "{\"instances\": [[1, 2, 3], [1, 2]]}" = "rows differ",
    "{\"instances\": [[1, null, 3]]}" = "null", "{\"inputs\": []}" = "no observations",
    "{\"instances\": null}" = "",
    "{\"instances\": [[\"a\", \"b\", \"c\"]]}" = "must have numbers, not strings",
    "{\"instances\": [{\"y\": [1, 2, 3]}]}" = "lacks the input \"x\"",
    "{\"instances\": [{\"x\": [1, 2, 3], \"y\": 1}]}" = "which is not an input",
    "{\"inputs\": {\"y\": [[1, 2, 3]]}}" = "lacks the input \"x\"",
    "{\"instances\": [[1, 2, 3]], \"signature_name\": \"other\"}" = "signature \"other\""
  )
  answers <- ask_all(server, lapply(names(cases), predict_request))
  for (i in seq_along(cases)) {
    expect_identical(answers[[i]]$status, 400L, info = names(cases)[[i]])
    reason <- jsonlite::fromJSON(answers[[i]]$body)$error
    expect_match(reason, cases[[i]], fixed = TRUE, info = names(cases)[[i]])
  }
})

test_that("an answer to wrong input has a body that fits, and no observations are no error", {
  server <- local_server(summing_model(name = "x"))
  wrong <- ask_all(server, list(predict_request("{\"instances\": [[1, 2]]}")))[[1]]
  example <- jsonlite::fromJSON(wrong$body, simplifyVector = FALSE)$example
  body <- jsonlite::toJSON(example, auto_unbox = TRUE)
  answers <- ask_all(server, lapply(c(body, "{\"instances\": []}"), predict_request))
  expect_identical(vapply(answers, `[[`, "", "body"), c(
    "{\"predictions\":[[0,0]]}", "{\"predictions\":[]}"
  ))
  expect_null(example_body(list(input_fact("image", c(28L, 28L), "float32"))))
})

test_that("paths, methods and sizes are checked", {
  server <- local_server(summing_model(), max_size = 100)
  expect_identical(ask(server, "GET", "/health")$body, "{\"status\":\"ok\"}")
  expect_identical(ask(server, "GET", "/nowhere")$status, 404L)
  expect_identical(ask(server, "POST", "/v1/models/other:predict", "{}")$status, 404L)
  wrong <- ask(server, "GET", "/v1/models/model:predict")
  expect_identical(wrong$status, 405L)
  expect_identical(wrong$headers$Allow, "POST")
  large <- ask(server, "POST", "/v1/models/model:predict", strrep("1", 200))
  expect_identical(large$status, 413L)
  in_chunks <- ask(server, "POST", "/v1/models/model:predict", strrep("1", 200),
                   "Transfer-Encoding" = "chunked")
  expect_identical(in_chunks$status, 413L)
  versioned <- ask(server, "POST", "/v1/models/model/versions/1:predict",
                   "{\"instances\": [[1, 2, 3]]}")
  expect_identical(versioned$status, 200L)
  state <- jsonlite::fromJSON(ask(server, "GET", "/v1/models/model")$body)
  expect_identical(state$model_version_status$state, "AVAILABLE")
  metadata <- jsonlite::fromJSON(ask(server, "GET", "/v1/models/model/metadata")$body)
  expect_identical(unlist(metadata$inputs$shape), c(-1L, 3L))
})

test_that("clients that send nothing more harm nobody, and their requests end", {
  server <- limited_server(summing_model(), 4, 1)
  good <- predict_request('{"instances": [[1, 2, 3]]}')
  # More than R has connections.
  half <- rep(list(c(good, sent = -5)), 200)
  head <- rep(list(c(good, sent = 30)), 50)
  opened <- NULL
  answers <- ask_all(server, c(half, head, rep(list(good), 50)), function(...) {
    later::run_now(0.05)
    path <- tempfile()
    opened <<- close(file(path, "w"))
    unlink(path)
  })
  status <- vapply(answers, `[[`, 0L, "status")
  expect_identical(status, rep(c(408L, 200L), c(250L, 50L)))
  expect_match(answers[[1]]$body, "The body did not arrive in time")
  expect_match(answers[[201]]$body, "The head of the request did not arrive in time")
})

test_that("heads that are not HTTP, or not all there, are answered and their connections closed", {
  server <- limited_server(summing_model(), 4, 1)
  health <- function(...) paste0("GET /health HTTP/1.1\r\n", ..., "\r\n")
  good <- paste0("POST /v1/models/model:predict HTTP/1.1\r\nContent-Length: 26\r\n\r\n",
                 "{\"instances\": [[1, 2, 3]]}")
  cases <- list(
    "408" = "GET /health HT", "400" = "BLAH\r\n\r\n", "400" = "GET /health HTTP/9.9\r\n\r\n",
    "400" = health("Host: a", rawToChar(as.raw(1)), "\r\n"), "400" = strrep("\u0016", 300),
    "431" = health(sprintf("X-%d: a\r\n", 1:300) |> paste(collapse = "")),
    "431" = health("X: ", strrep("a", 5e6), "\r\n"),
    "414" = sprintf("GET /%s HTTP/1.1\r\n\r\n", strrep("a", 1e5)),
    "501" = "CONNECT a:443 HTTP/1.1\r\n\r\n", "204" = "OPTIONS * HTTP/1.1\r\n\r\n",
    "200" = "GET http://a/health HTTP/1.1\r\n\r\n"
  )
  half <- list(raw = "GET /health HT", end = TRUE)
  pipelined <- list(raw = paste0(good, good, "GET /hea"))
  answers <- ask_all(server, c(
    unname(lapply(cases, function(text) list(raw = text))),
    list(half, pipelined, list(idle = TRUE))
  ))
  status <- vapply(answers, `[[`, 0L, "status")
  expect_identical(status, c(as.integer(names(cases)), 400L, 200L, 0L))
  expect_match(answers[[12]]$body, "The head of the request ends too early")
  parts <- "\\{\"predictions\":[^}]*\\}HTTP/1.1"
  expect_match(answers[[13]]$body, paste0(parts, " 200 .*", parts, " 408 .*did not arrive in time"))
})

test_that("bodies that are not as long as their heads say are answered", {
  server <- limited_server(summing_model(), 4, 1)
  body <- '{"instances": [[1, 2, 3]]}'
  post <- function(headers, body) {
    list(raw = paste0("POST /v1/models/model:predict HTTP/1.1\r\nConnection: close\r\n",
                      paste0(headers, "\r\n", collapse = ""), "\r\n", body))
  }
  chunked <- function(text) post("Transfer-Encoding: chunked", text)
  answers <- ask_all(server, list(
    post("Content-Length: 26", body), post("Content-Length: 5", body),
    post("Content-Length: 99", body), c(post("Content-Length: 99", body), end = TRUE),
    post(c("Content-Length: 26", "Content-Length: 5"), body), post("Content-Length: -1", body),
    post("Content-Length: 99999999999999999999999", body), post("Content-Length: 9999999999", body),
    post(c("Content-Length: 4", "Transfer-Encoding: chunked"), "0\r\n\r\n"),
    chunked(sprintf("1a;a=b\r\n%s\r\n0\r\nT: a\r\n\r\n", body)), chunked("zz\r\n"),
    chunked("fffffffffffffffffff\r\n"), chunked("-1\r\n"), chunked(sprintf("3\r\n%s\r\n", body)),
    c(chunked(sprintf("ff\r\n%s", body)), end = TRUE), chunked("1a\r\n{")
  ))
  status <- vapply(answers, `[[`, 0L, "status")
  expect_identical(status, c(200L, 400L, 408L, 400L, 400L, 400L, 400L, 413L, 400L, 200L, 400L, 400L,
                             400L, 400L, 400L, 408L))
})

test_that("bodies that a proxy may take to end elsewhere are refused with all after them", {
  server <- limited_server(summing_model(), 4, 1)
  body <- '{"instances": [[1, 2, 3]]}'
  chunks <- sprintf("1a\r\n%s\r\n0\r\n\r\n", body)
  hidden <- "GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n"
  request <- function(..., body = chunks, start = "POST /v1/models/model:predict") {
    paste0(start, " HTTP/1.1\r\n", paste0(c(...), "\r\n", collapse = ""), "\r\n", body, hidden)
  }
  coding <- "Transfer-Encoding: chunked"
  long <- sprintf("Content-Length: %d", nchar(chunks))
  good <- paste0(
    "POST /v1/models/model:predict HTTP/1.1\r\nContent-Length: 26\r\n\r\n", body
  )
  refused <- list(
    request(long, coding), request(coding, long), request("Content-Length: 3", coding),
    request("content-length:3", "TRANSFER-encoding:\tChunked"),
    request(coding, "Content-Length: x"),
    request(coding, "Content-Length: 1", "Content-Length: 2"), request(coding, coding),
    request("Transfer-Encoding: chunked, chunked"), request("Transfer-Encoding: ,chunked"),
    request("Transfer-Encoding: gzip, chunked"), request("Transfer-Encoding: chunked, gzip"),
    request("Content-Length : 37"), request("Transfer-Encoding : chunked"),
    request("Content-Length: 3, 3"), request("Content-Length: +3"),
    request("Content-Length: 3", "Content-Length: 4"), request("Content-Length:\r\n 37"),
    request("Transfer-Encoding:\r\n chunked"), request("X: a\r\n\tTransfer-Encoding: chunked"),
    request(long, coding, start = "GET /health"), request(coding, coding, start = "GET /health"),
    request(long, coding, start = "POST /nowhere")
  )
  after <- lapply(refused[c(1, 2, 7)], function(text) paste0(good, text))
  fine <- c(request("\r\n"), paste0(good, good))
  ask <- function(texts) ask_all(server, lapply(texts, function(text) list(raw = text)))
  answers <- ask(c(refused, after))
  status <- vapply(answers, `[[`, 0L, "status")
  expect_true(all(status[1:22] %in% c(400L, 501L)), info = toString(status))
  expect_identical(status[23:25], c(200L, 200L, 200L))
  bodies <- vapply(answers, `[[`, "", "body")
  expect_match(bodies[[1]], "has Content-Length and Transfer-Encoding")
  expect_match(bodies[[7]], "\"chunked\\\\\" twice")
  expect_match(bodies[23:25], "predictions.*HTTP/1.1 400")
  expect_false(any(grepl("rkeras_requests|# TYPE", bodies)))
  # A body in chunks is the last one.
  chunked <- ask(list(paste0(good, request(coding))))[[1]]
  expect_match(chunked$body, "HTTP/1.1 200 .*Connection: close")
  expect_false(grepl("# TYPE", chunked$body))
})

test_that("numbers that JSON does not have are read as they are written", {
  inputs <- keras_input(shape = 2, name = "x")
  server <- local_server(keras_model(inputs, inputs * 1))
  # A model predicts NaN for an observation with one.
  written <- "[[\"NaN\",\"NaN\"],[\"Inf\",1],[2,\"-Inf\"]]"
  spelled <- gsub("Inf", "Infinity", written)
  by_name <- "[{\"x\": [\"NaN\", 0]}, {\"x\": [\"Inf\", 1]}, {\"x\": [2, \"-Inf\"]}]"
  bodies <- c(sprintf("{\"instances\": %s}", c(written, spelled, by_name, "[[\"NaN\", \"NaN\"]]")),
              sprintf("{\"inputs\": {\"x\": %s}}", written))
  answers <- vapply(ask_all(server, lapply(bodies, predict_request)), `[[`, "", "body")
  expect_identical(answers[1:3], rep(sprintf("{\"predictions\":%s}", written), 3))
  expect_identical(answers[4:5], c("{\"predictions\":[[\"NaN\",\"NaN\"]]}",
                                   sprintf("{\"outputs\":%s}", written)))
  wrong <- c(
    "[[\"nan\", 1]]" = "several types", "[[\"NaN\", \"a\"]]" = "numbers, not strings",
    "[[1, \" NaN\"]]" = "several types", "[[\"NaN\", null]]" = "null", "[[\"NaN\", true]]" = "types"
  )
  bodies <- sprintf("{\"instances\": %s}", names(wrong))
  answers <- ask_all(server, lapply(bodies, predict_request))
  for (i in seq_along(wrong)) expect_match(answers[[i]]$body, wrong[[i]], info = names(wrong)[[i]])
  whole <- keras_input(shape = 1, dtype = "int32")
  server <- local_server(keras_model(whole, whole + 1L))
  answers <- predictions(server, "{\"instances\": [\"NaN\"]}", "{\"instances\": [1, \"Inf\"]}")
  expect_match(answers[[1]]$error, "whole numbers")
  expect_match(answers[[2]]$error, "from -2147483648 to")
})

test_that("JSON that programs read in different ways is refused, and what no array holds", {
  server <- local_server(summing_model(name = "x"))
  brackets <- function(n) sprintf("{\"inputs\": %s%s}", strrep("[", n), strrep("]", n))
  cases <- list(
    "{\"instances\": [[1e999, 0, 0]]}" = "number out of range",
    "{\"instances\": [[1e39, 0, 0]]}" = "of type float32",
    "{\"instances\": [[NaN, 0, 0]]}" = "not JSON",
    "{\"instances\": [[1, 2, 3]], \"instances\": [[0, 0, 0]]}" =
      "the key \"instances\" is there twice",
    "{\"inputs\": {\"x\": [[1, 2, 3]], \"x\": [[0, 0, 0]]}}" = "the key \"x\" is there twice",
    "{\"instances\": [{\"x\": [1, 2, 3], \"x\": [1, 2, 3]}]}" = "the key \"x\" is there twice",
    "{\"instances\": [\"a\\u0000b\"]}" = "a string contains",
    "{\"inputs\": \"\\ud800\"}" = "not JSON",
    "{\"instances\": [[1, 2, 3]]} {}" = "trailing characters",
    "{\"instances\": [[1, \"2\", 3]]}" = "several types",
    "{\"instances\": [1, [2]]}" = "other elements",
    "{\"instances\": [[], []]}" = "no elements",
    "{\"instances\": [[{\"x\": 1}]]}" = "nested arrays",
    "{\"instances\": {\"x\": [1, 2, 3]}}" = "is an object, not an array",
    "{\"instances\": [{\"x\": null}, {\"x\": null}]}" = "null values",
    "{\"instances\": [{\"x\": [1, 2, 3]}, {\"x\": [\"1\", \"2\", \"3\"]}]}" =
      "different shapes or types"
  )
  cases[[brackets(3000)]] <- "nested more than 32 deep"
  cases[[paste0(strrep("{\"inputs\":", 3000), strrep("}", 3000))]] <- "recursion limit"
  answers <- ask_all(server, lapply(names(cases), predict_request))
  for (i in seq_along(cases)) {
    expect_identical(answers[[i]]$status, 400L, info = names(cases)[[i]])
    reason <- jsonlite::fromJSON(answers[[i]]$body)$error
    expect_match(reason, cases[[i]], fixed = TRUE, info = names(cases)[[i]])
  }
  numbers <- keras_input(shape = 1, dtype = "int32")
  server <- local_server(keras_model(numbers, numbers + 1L))
  large <- predictions(server, '{"instances": [2147483648]}')[[1]]
  expect_match(large$error, "-2147483648 to 2147483647")
})

test_that("requests that HTTP leaves to a server are answered in HTTP's terms", {
  server <- limited_server(summing_model(), 2, 90)
  body <- '{"instances": [[1, 2, 3]]}'
  with_headers <- function(...) c(predict_request(body), list(headers = list(...)))
  answers <- ask_all(server, list(
    with_headers("Content-Encoding" = "gzip"), with_headers("Content-Encoding" = "identity"),
    with_headers(Upgrade = "websocket", Connection = "Upgrade"),
    with_headers("Transfer-Encoding" = "gzip, chunked"),
    list(method = "OPTIONS", path = "/v1/models/model:predict"),
    list(method = "HEAD", path = "/health"),
    list(method = "GET", path = "/v1/models/model%3Apredict"),
    predict_request(sprintf('{"instances": [%s]}', toString(rep("[1, 2, 3]", 7))))
  ))
  status <- vapply(answers, `[[`, 0L, "status")
  expect_identical(status, c(415L, 200L, 501L, 501L, 204L, 200L, 405L, 413L))
  expect_identical(answers[[1]]$headers$`Accept-Encoding`, "identity")
  expect_identical(answers[[5]]$headers$Allow, "POST, OPTIONS")
  expect_identical(answers[[6]]$body, "")
  expect_match(answers[[8]]$body, "more than 90 values")
})

test_that("outputs are numbers of as many digits as they have, or strings if they are none", {
  inputs <- keras_input(shape = 1)
  server <- local_server(keras_model(inputs, op_log(inputs)))
  answer <- ask_all(server, list(predict_request('{"instances": [0, -1, 1, 2, 1e-30]}')))[[1]]
  expect_identical(answer$body,
                   '{"predictions":[["-Inf"],["NaN"],[0],[0.693147182],[-69.0775528]]}')
})

test_that("a request that R has taken when the server stops gets status 503", {
  server <- local_server(summing_model())
  service <- servers[[server$url]]
  answers <- ask_all(server, list(list(method = "GET", path = "/health")), function(...) {
    if (length(unwrap(rs_serve_take(service$number)))) stop_serving(server)
  })
  expect_identical(answers[[1]]$status, 503L)
})

test_that("a forked process does not stop the server", {
  server <- local_server(summing_model())
  stopped <- parallel::mclapply(1:2, function(i) stop_serving(), mc.cores = 2)
  expect_identical(stopped, list(server$url, server$url))
  expect_identical(ask(server, "GET", "/health")$status, 200L)
})

test_that("1,000 requests at once are all answered, right and in batches", {
  server <- local_server(summing_model(), batch_size = 64)
  bodies <- sprintf("{\"instances\": [[%d, 0, 0.5]]}", 1:1000)
  bodies[c(10, 500)] <- "{\"instances\": [[1]]}"
  answers <- ask_all(server, lapply(bodies, predict_request))
  status <- vapply(answers, `[[`, 0L, "status")
  expect_identical(which(status == 400L), c(10L, 500L))
  expect_identical(sum(status == 200L), 998L)
  first <- vapply(answers[status == 200L], function(answer) {
    jsonlite::fromJSON(answer$body)$predictions[[1]]
  }, 0)
  expect_identical(first, (1:1000 + 0.5)[status == 200L])
  counts <- ask(server, "GET", "/metrics")$body
  value <- function(name) {
    lines <- strsplit(counts, "\n")[[1]]
    as.numeric(sub(".* ", "", grep(name, lines, value = TRUE, fixed = TRUE)))
  }
  expect_identical(value("rkeras_requests_total{model=\"model\",code=\"200\"}"), 998)
  expect_identical(value("rkeras_requests_total{model=\"model\",code=\"400\"}"), 2)
  expect_identical(value("rkeras_predictions_total{"), 998)
  expect_lt(value("rkeras_batches_total{"), 500)
  expect_identical(value("rkeras_request_duration_seconds_count{"), 1000)
  expect_identical(value("le=\"+Inf\"}"), 1000)
})

test_that("requests that arrive while R waits in fit() are answered before it ends", {
  model <- summing_model()
  compile(model, loss = "mse")
  server <- local_server(model)
  bodies <- sprintf("{\"instances\": [[%d, 0, 0.5]]}", 1:100)
  bodies[7] <- "{\"instances\": [[1]]}"
  answers <- ask_all(server, lapply(bodies, predict_request), function(client, ...) {
    is_answered <- function(epoch, logs) if (!client$is_alive()) model$stop_training <- TRUE
    fit(model, matrix(0, 64, 3), matrix(0, 64, 2), epochs = 100000, verbose = 0,
        callbacks = callback_lambda(on_epoch_end = is_answered))
  })
  expected <- replace(rep(if (on_tensorflow()) 200L else 503L, 100), 7, 400L)
  expect_identical(vapply(answers, `[[`, 0L, "status"), expected)
  expect_match(answers[[7]]$body, "shape [(]any, 3[)], not [(]1, 1[)]")
  if (!on_tensorflow()) {
    expect_match(answers[[1]]$body, "R waits for another call")
    expect_identical(answers[[1]]$headers$`Retry-After`, "1")
  }
})

test_that("requests are answered while Python code waits or computes", {
  server <- local_server(summing_model())
  requests <- list(
    predict_request('{"instances": [[1, 2, 3]]}'), list(method = "GET", path = "/health")
  )
  code <- py_run_string("
import os, threading, time
def wait(path):
    while not os.path.exists(path): time.sleep(0.01)
def compute(path):
    while not os.path.exists(path): sum(range(1000))
def join(path):
    thread = threading.Thread(target=wait, args=(path,)); thread.start(); thread.join()
", local = TRUE)
  for (f in c(code$wait, code$compute, code$join)) {
    answers <- ask_all(server, requests, function(client, file) f(file))
    expect_identical(answers[[2]]$body, "{\"status\":\"ok\"}")
    expect_identical(answers[[1]]$status, if (on_tensorflow()) 200L else 503L)
  }
  expect_length(ls(servers), 1L)
})

test_that("requests wait where a prediction would be part of a graph or recorded", {
  expect_true(can_serve())
  seen <- NULL
  later::later(function() seen <<- can_serve())
  later::run_now()
  expect_false(seen)
  if (on_tensorflow()) {
    with(tf$Graph()$as_default(), expect_false(can_serve()))
    with(tf$GradientTape(), expect_false(can_serve()))
  }
})

test_that("a blocking server answers until an interrupt", {
  model <- summing_model()
  free <- suppressMessages(serve_model(model, blocking = FALSE))
  stop_serving(free)
  port <- free$port
  answer <- NULL
  rounds <- 0
  count_rounds <- function() {
    rounds <<- rounds + 1
    if (rounds < 10) later::later(count_rounds)
  }
  later::later(function() {
    answer <<- ask(list(port = port), "GET", "/health")
    tools::pskill(Sys.getpid(), tools::SIGINT)
    count_rounds()
  })
  end <- tryCatch(
    suppressMessages(serve_model(model, port = port, blocking = TRUE)),
    interrupt = function(e) "interrupted"
  )
  expect_identical(end, "interrupted")
  # The interrupt does not wait until R looks for one by itself.
  expect_lte(rounds, 2)
  expect_identical(answer$status, 200L)
  expect_identical(stop_serving(), character())
})

test_that("models with several inputs and outputs have names", {
  a <- keras_input(shape = 2, name = "a")
  b <- keras_input(shape = c(2, 2), name = "b")
  sum <- layer_add(list(a, layer_flatten(b) |> layer_dense(2, kernel_initializer = "ones")))
  model <- keras_model(list(a, b), list(total = sum, first = a))
  server <- local_server(model)
  answers <- predictions(
    server,
    '{"instances": [{"a": [1, 2], "b": [[1, 1], [1, 1]]}, {"b": [[0, 0], [0, 1]], "a": [3, 4]}]}',
    '{"inputs": {"b": [[[1, 1], [1, 1]]], "a": [[1, 2]]}}',
    '{"inputs": {"b": [[[1, 1], [1, 1]]], "a": [[1, 2], [3, 4]]}}',
    '{"instances": [[1, 2]]}'
  )
  expect_equal(answers[[1]]$predictions, list(
    list(total = c(5L, 6L), first = 1:2), list(total = c(4L, 5L), first = 3:4)
  ))
  expect_equal(answers[[2]]$outputs, list(total = matrix(5:6, 1), first = matrix(1:2, 1)))
  expect_match(answers[[3]]$error, "different numbers of observations: 2, 1")
  expect_match(answers[[4]]$error, "object with \"a\", \"b\"")
})

test_that("one feature needs no brackets, and sizes may vary", {
  server <- local_server(keras_model_sequential(input_shape = 1) |> layer_dense(1))
  expect_identical(predictions(server, '{"instances": [1, 2, 3]}')[[1]]$status, 200L)
  inputs <- keras_input(shape = list(NULL), dtype = "int32")
  model <- keras_model(inputs, op_sum(inputs, axis = 2, keepdims = TRUE))
  server <- local_server(model)
  answers <- predictions(server, '{"instances": [[1, 2]]}', '{"instances": [[1, 2, 3], [4, 5, 6]]}',
                         '{"instances": [[1.5]]}')
  expect_equal(answers[[1]]$predictions, matrix(3, 1))
  expect_equal(answers[[2]]$predictions, matrix(c(6, 15), 2))
  expect_match(answers[[3]]$error, "whole numbers")
})

test_that("a request that fails in the model does not fail others", {
  service <- new_service(list(predict = function(arrays) {
    if (any(arrays$x < 0)) stop("negative")
    list(y = arrays$x * 2)
  }), "model", 8L, 0)
  seen <- list()
  for (value in c(1, -1, 3)) {
    local({
      key <- as.character(value)
      predict_later(
        service, list(x = matrix(value)), resolve = function(outputs) seen[[key]] <<- outputs$y,
        reject = function(error) seen[[key]] <<- conditionMessage(error)
      )
    })
  }
  while (!later::loop_empty()) later::run_now()
  expect_identical(seen[c("1", "-1", "3")], list(
    "1" = matrix(2), "-1" = "The prediction failed: negative", "3" = matrix(6)
  ))
})

test_that("models are served from files", {
  model <- summing_model()
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  body <- '{"instances": [[1, 2, 3]]}'
  server <- local_server(file, name = "file")
  expect_equal(predictions(server, body)[[1]]$predictions, matrix(6, 1, 2))
  if (on_tensorflow()) {
    folder <- withr::local_tempdir()
    export_savedmodel(model, file.path(folder, "2"), verbose = FALSE)
    dir.create(file.path(folder, "3"))
    server <- local_server(folder, name = "saved")
    expect_equal(predictions(server, body)[[1]]$predictions, matrix(6, 1, 2))
    wrong <- predictions(server, '{"instances": [[1, 2]]}')[[1]]
    expect_match(wrong$error, "shape (any, 3)", fixed = TRUE)
  }
})

test_that("servers stop, by themselves and all together", {
  model <- summing_model()
  first <- suppressMessages(serve_model(model, blocking = FALSE))
  second <- suppressMessages(serve_model(model, name = "two", blocking = FALSE))
  expect_output(print(second), "<server of the model 'two', running>\nhttp://127.0.0.1:",
                fixed = TRUE)
  expect_refused(serve_model(model, port = first$port, blocking = FALSE), "cannot listen on")
  expect_identical(stop_serving(first), first$url)
  expect_output(print(first), "stopped")
  expect_error(suppressWarnings(url(first$url, "rb")))
  expect_identical(stop_serving(), second$url)
  expect_identical(stop_serving(), character())
})

test_that("wrong arguments are errors", {
  model <- summing_model()
  cases <- list(
    list(object = 1), list(object = keras_model_sequential()), list(object = model, name = "a b"),
    list(object = model, port = 70000), list(object = model, batch_size = 0),
    list(object = model, max_delay = -1), list(object = model, host = NA),
    list(object = model, blocking = NA)
  )
  for (case in cases) {
    expect_refused(
      do.call(serve_model, utils::modifyList(list(blocking = FALSE), case)),
      info = deparse(case[-1])
    )
  }
  expect_error(serve_model("none.keras", blocking = FALSE), "no file", class = "rkeras_error_file")
  expect_refused(stop_serving(1), "`server`")
})
