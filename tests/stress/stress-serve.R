# 600 clients that hold a connection and send nothing, 100 that send a half of a request, and 200
# requests at once: all of the latter are answered, and right.
once <- function(round) {
  callr::r(function(helper, client) {
    library(rkeras)
    env <- new.env(parent = asNamespace("rkeras"))
    sys.source(helper, env)
    env$child_library_path <- function() NULL
    inputs <- keras_input(shape = 1)
    server <- serve_model(keras_model(inputs, inputs + 1), blocking = FALSE)
    bodies <- sprintf('{"instances": [%d]}', 1:200)
    requests <- lapply(bodies, env$predict_request)
    idle <- rep(list(list(idle = TRUE)), 600)
    half <- lapply(requests[1:100], function(request) c(request, sent = 60))
    answers <- env$ask_all(server, c(idle, requests, half), client = client)
    stop_serving(server)
    values <- vapply(answers[601:800], function(answer) {
      if (answer$status == 200L) jsonlite::fromJSON(answer$body)$predictions[[1]] else NA_real_
    }, 0)
    if (!identical(values, 1:200 + 1)) sprintf("%d wrong answers", sum(!values %in% (1:200 + 1)))
  }, as.list(normalizePath(file.path("tests/testthat", c("helper-serve.R", "http_client.py")))),
  timeout = 120)
}

list(`idle clients` = list(run = once))
