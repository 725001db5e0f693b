# HTTP: which path does what, and the answers. The server's threads (src/rust/src/serve/) read
# requests, check them, parse their JSON and write the arrays of answers.

# In the event loop of the package later, when requests have arrived. An interrupt would leave those
# without an answer that were taken.
take_requests <- function() {
  suspendInterrupts(for (service in as.list(servers)) {
    for (request in unwrap(rs_serve_take(service$number))) {
      answer(service, request[[1]], request[[2]], request[[3]])
    }
  })
}

# `page` is the number of the path, of which those of predict_paths() are the last.
answer <- function(service, id, page, body) {
  # What answers later needs the number of this request, not of the last one in the loop.
  force(id)
  pages <- get_pages(service$name)
  tryCatch(
    if (page <= length(pages)) send(service, id, pages[[page]](service))
    else predicted(service, id, body),
    error = function(e) send(service, id, error_response(e))
  )
}

send <- function(service, id, response) {
  unwrap(rs_serve_answer(
    service$number, id, response$status, unlist(response$headers), response$body
  ))
}

# Functions of a service that return a response, by path, in which `*` stands for digits.
get_pages <- function(name) {
  model <- model_paths(name)
  paths <- list(model, paste0(model, "/metadata"), "/health", "/metrics")
  # As TensorFlow Serving describes a model that is ready.
  ready <- list(model_version_status = list(list(
    version = "1", state = "AVAILABLE", status = list(error_code = "OK", error_message = "")
  )))
  pages <- list(
    function(service) json_response(200L, ready),
    function(service) json_response(200L, metadata(service)),
    function(service) json_response(200L, list(status = "ok")),
    function(service) text_response(metrics_text(service))
  )
  stats::setNames(rep(pages, lengths(paths)), unlist(paths))
}

predict_paths <- function(name) paste0(model_paths(name), ":predict")

model_paths <- function(name) sprintf(c("/v1/models/%s", "/v1/models/%s/versions/*"), name)

predicted <- function(service, id, body) {
  given <- as_arrays(checked_body(body), service$servable$inputs)
  reject <- function(error) send(service, id, error_response(error))
  predict_later(service, given$arrays, resolve = function(outputs) {
    key <- if (given$is_by_row) "predictions" else "outputs"
    tryCatch(
      unwrap(rs_serve_values(service$number, id, key, given$is_by_row, outputs)),
      error = reject
    )
  }, reject = reject)
}

# ---- Responses -----------------------------------------------------------------------------------

http_error <- function(status, message, headers = list()) {
  structure(class = c("http_error", "error", "condition"),
            list(message = message, call = NULL, status = status, headers = headers))
}

error_response <- function(error) {
  response <- json_response(error$status %||% 500L, list(error = conditionMessage(error)))
  response$headers <- c(response$headers, error$headers)
  response
}

json_response <- function(status, value) {
  list(status = status, headers = list("Content-Type" = "application/json"),
       body = as.character(jsonlite::toJSON(value, auto_unbox = TRUE)))
}

text_response <- function(lines) {
  list(status = 200L, headers = list("Content-Type" = "text/plain; version=0.0.4; charset=utf-8"),
       body = paste0(paste(lines, collapse = "\n"), "\n"))
}

metadata <- function(service) {
  inputs <- lapply(service$servable$inputs, function(input) {
    sizes <- c(-1L, ifelse(is.na(input$shape), -1L, input$shape))
    list(name = input$name, dtype = input$dtype, shape = I(sizes))
  })
  list(name = service$name, inputs = inputs, outputs = I(service$servable$outputs))
}

# ---- Counts for Prometheus -----------------------------------------------------------------------

# Upper bounds of the histogram of durations in seconds.
bounds <- c(0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5)

metrics_text <- function(service) {
  counts <- unwrap(rs_serve_counts(service$number))
  names(counts) <- c("codes", "requests", "seconds", "buckets")
  label <- sprintf("model=\"%s\"", service$name)
  total <- sum(counts$requests)
  line <- function(name, value, ...) {
    sprintf("rkeras_%s{%s} %s", name, paste0(label, ...), format(value, digits = 15, trim = TRUE))
  }
  c(
    metric_head("requests_total", "counter", "Requests by HTTP status."),
    sprintf("rkeras_requests_total{%s,code=\"%s\"} %.0f", label, format(counts$codes),
            counts$requests),
    metric_head("request_duration_seconds", "histogram", "Time from arrival to the answer."),
    sprintf("rkeras_request_duration_seconds_bucket{%s,le=\"%s\"} %.0f", label,
            c(format(bounds, trim = TRUE, drop0trailing = TRUE), "+Inf"), c(counts$buckets, total)),
    line("request_duration_seconds_sum", counts$seconds),
    line("request_duration_seconds_count", total),
    metric_head("predictions_total", "counter", "Observations that were predicted."),
    line("predictions_total", service$observations),
    metric_head("batches_total", "counter", "Batches that were predicted."),
    line("batches_total", service$batches),
    metric_head("waiting_observations", "gauge", "Observations that wait for a prediction."),
    line("waiting_observations", service$n_waiting)
  )
}

metric_head <- function(name, type, help) {
  c(sprintf("# HELP rkeras_%s %s", name, help), sprintf("# TYPE rkeras_%s %s", name, type))
}
