# HTTP: which path does what, and the answers. The server's threads (src/rust/src/serve/) read
# requests, check them, parse their JSON and write the arrays of answers.

# In the event loop of the package later, when requests have arrived. An interrupt would leave those
# without an answer that were taken.
take_requests <- function() {
  suspendInterrupts(for (service in as.list(servers)) {
    for (request in unwrap(rs_serve_take(service$number))) {
      answer(service, request[[1]], request[[2]], request[[3]])
    }
    write_accesses(service)
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
  paths <- list(model, paste0(model, "/metadata"), "/health", "/metrics", "/openapi.json")
  # As TensorFlow Serving describes a model that is ready.
  ready <- list(model_version_status = list(list(
    version = "1", state = "AVAILABLE", status = list(error_code = "OK", error_message = "")
  )))
  pages <- list(
    function(service) json_response(200L, ready),
    function(service) json_response(200L, metadata(service)),
    function(service) json_response(200L, list(status = "ok")),
    function(service) text_response(metrics_text(service)),
    function(service) json_response(200L, openapi(service))
  )
  stats::setNames(rep(pages, lengths(paths)), unlist(paths))
}

predict_paths <- function(name) paste0(model_paths(name), ":predict")

model_paths <- function(name) sprintf(c("/v1/models/%s", "/v1/models/%s/versions/*"), name)

predicted <- function(service, id, body) {
  is_verbose <- is_verbose(body)
  body <- checked_body(body)
  by_row <- is_by_row(body)
  key <- if (by_row) "predictions" else "outputs"
  if (by_row && is.list(body[[1]]) && !length(body[[1]])) {
    return(send(service, id, json_response(200L, list(predictions = list()))))
  }
  arrays <- tryCatch(as_arrays(body, service$servable$inputs), http_error = function(e) {
    e$example <- example_body(service$servable$inputs)
    stop(e)
  })
  reject <- function(error) send(service, id, error_response(error))
  predict_later(service, arrays, reject = reject, resolve = function(outputs) {
    tryCatch(
      if (is_verbose) send(service, id, verbose_response(service, key, outputs))
      else unwrap(rs_serve_values(service$number, id, key, by_row, outputs)),
      error = reject
    )
  })
}

# Classes with their probabilities, for outputs that have names of classes. JSON has rows, or one
# object of columns.
verbose_response <- function(service, key, outputs) {
  servable <- service$servable
  known <- servable$probabilities(outputs)
  of_output <- function(name) {
    prob <- known[[name]]
    if (is.null(prob)) {
      rows <- lapply(seq_len(nrow(outputs[[name]])), function(i) drop(rows_of(outputs[[name]], i)))
      return(rows)
    }
    class <- as.character(most_likely(prob, colnames(prob)))
    lapply(seq_along(class), function(i) {
      list(class = class[[i]], probabilities = as.list(prob[i, ]))
    })
  }
  by_output <- lapply(stats::setNames(nm = servable$outputs), of_output)
  found <- if (length(by_output) == 1L) by_output[[1]]
    else if (key == "outputs") by_output
    else lapply(seq_along(by_output[[1]]), function(i) lapply(by_output, `[[`, i))
  json_response(200L, stats::setNames(list(found), key))
}

# ---- Responses -----------------------------------------------------------------------------------

http_error <- function(status, message, headers = list()) {
  structure(class = c("http_error", "error", "condition"),
            list(message = message, call = NULL, status = status, headers = headers))
}

error_response <- function(error) {
  response <- json_response(error$status %||% 500L, drop_null(list(
    error = conditionMessage(error), example = error$example
  )))
  response$headers <- c(response$headers, error$headers)
  response
}

json_response <- function(status, value) {
  list(status = status, headers = list("Content-Type" = "application/json"),
       body = as.character(jsonlite::toJSON(value, auto_unbox = TRUE, digits = NA)))
}

text_response <- function(lines) {
  list(status = 200L, headers = list("Content-Type" = "text/plain; version=0.0.4; charset=utf-8"),
       body = paste0(paste(lines, collapse = "\n"), "\n"))
}

metadata <- function(service) {
  inputs <- lapply(service$servable$inputs, function(input) {
    sizes <- c(-1L, ifelse(is.na(input$shape), -1L, input$shape))
    drop_null(list(name = input$name, dtype = input$dtype, shape = I(sizes), kind = input$kind,
                   levels = if (length(input$levels)) I(input$levels)))
  })
  list(name = service$name, inputs = inputs, outputs = I(service$servable$outputs),
       classes = lapply(service$servable$classes, I))
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
