# A server for the tests, and requests from another process, which this one answers meanwhile.

local_server <- function(..., frame = parent.frame()) {
  server <- suppressMessages(serve_model(..., blocking = FALSE))
  withr::defer(stop_serving(server), envir = frame)
  server
}

# A server with another one of the limits of `serving_limits()`.
limited_server <- function(model, which, limit, frame = parent.frame()) {
  service <- new_service(as_servable(model), "model", 32L, 0.002)
  limits <- replace(serving_limits(1e6), which, limit)
  server <- start_server(service, "127.0.0.1", 0L, limits)
  withr::defer(stop_serving(server), envir = frame)
  server
}

# Sends requests, all at once; each is a list of method, path, body (a string) and headers. R
# serves, or calls `meanwhile()` with the process and the file that it writes at last.
ask_all <- function(server, requests, meanwhile = function(...) later::run_now(0.05),
                    client = testthat::test_path("http_client.py")) {
  files <- tempfile(c("requests-", "answers-"), fileext = ".json")
  on.exit(unlink(files))
  jsonlite::write_json(requests, files[[1]], auto_unbox = TRUE)
  client <- processx::process$new(
    py_exe(), c(client, server$port, files), stderr = "|",
    env = c("current", LD_LIBRARY_PATH = child_library_path() %||% "")
  )
  while (client$is_alive()) meanwhile(client, files[[2]])
  if (client$get_exit_status() != 0L) stop(client$read_all_error())
  jsonlite::read_json(files[[2]])
}

ask <- function(server, method, path, body = NULL, ...) {
  ask_all(server, list(list(method = method, path = path, body = body, headers = list(...))))[[1]]
}

predict_request <- function(body, name = "model") {
  list(method = "POST", path = sprintf("/v1/models/%s:predict", name), body = body)
}

# The answers to bodies of predictions, parsed.
predictions <- function(server, ...) {
  answers <- ask_all(server, lapply(list(...), predict_request, name = server$name))
  lapply(answers, function(answer) {
    c(answer["status"], jsonlite::fromJSON(answer$body, simplifyDataFrame = FALSE))
  })
}
