# HTTP: which path does what, and the answers.

# Returns a response, or a promise of one for predictions.
answer <- function(service, request) {
  began <- now()
  done <- function(response) {
    count_request(service, response$status, now() - began)
    response
  }
  result <- tryCatch(routed(service, request), http_error = error_response, error = function(e) {
    error_response(http_error(500L, conditionMessage(e)))
  })
  if (promises::is.promising(result)) promises::then(result, done) else done(result)
}

routed <- function(service, request) {
  path <- sub("/$", "", request$PATH_INFO)
  model <- sprintf("/v1/models/%s", service$name)
  bare <- sub("/versions/[0-9]+", "", path)
  if (bare == paste0(model, ":predict")) {
    allow(request, "POST")
    return(predicted(service, request))
  }
  pages <- list(
    function() json_response(200L, model_state()),
    function() json_response(200L, metadata(service)),
    function() json_response(200L, list(status = "ok")),
    function() text_response(metrics_text(service))
  )
  names(pages) <- c(model, paste0(model, "/metadata"), "/health", "/metrics")
  page <- pages[[bare]]
  if (is.null(page)) {
    stop(http_error(404L, sprintf("There is no '%s'. The model is at '%s'.", path, model)))
  }
  allow(request, c("GET", "HEAD"))
  page()
}

allow <- function(request, methods) {
  if (!request$REQUEST_METHOD %in% methods) {
    stop(http_error(405L, sprintf("Use %s, not %s.", methods[[1]], request$REQUEST_METHOD),
                    list(Allow = toString(methods))))
  }
}

# Refuses a body before it is read.
refuse_large <- function(service, request) {
  size <- suppressWarnings(as.numeric(request$HTTP_CONTENT_LENGTH %||% 0))
  if (!is.na(size) && size <= service$max_size) {
    return(NULL)
  }
  count_request(service, 413L, 0)
  error_response(too_large(service$max_size))
}

too_large <- function(max_size) {
  http_error(413L, sprintf("The body has more than %s bytes.", format(max_size)))
}

predicted <- function(service, request) {
  bytes <- whole_body(request, service$max_size)
  body <- parse_body(bytes)
  given <- as_arrays(body, service$servable$inputs)
  promises::then(
    predict_later(service, given$arrays),
    onFulfilled = function(outputs) {
      json_response(200L, as_answer(outputs, given$is_by_row), digits = I(9))
    },
    onRejected = error_response
  )
}

# httpuv keeps a body in an R connection until the answer, but R has only 128 of them.
whole_body <- function(request, max_size) {
  bytes <- request$rook.input$read()
  if (inherits(request$.bodyData, "connection")) {
    close(request$.bodyData)
    request$.bodyData <- NULL
  }
  # A body in chunks does not announce its size.
  if (length(bytes) > max_size) stop(too_large(max_size))
  bytes
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

json_response <- function(status, value, digits = NA) {
  body <- jsonlite::toJSON(value, auto_unbox = TRUE, digits = digits, na = "string")
  list(status = status, headers = list("Content-Type" = "application/json"),
       body = as.character(body))
}

text_response <- function(lines) {
  list(status = 200L, headers = list("Content-Type" = "text/plain; version=0.0.4; charset=utf-8"),
       body = paste0(paste(lines, collapse = "\n"), "\n"))
}

# As TensorFlow Serving describes a model that is ready.
model_state <- function() {
  list(model_version_status = list(list(
    version = "1", state = "AVAILABLE", status = list(error_code = "OK", error_message = "")
  )))
}

metadata <- function(service) {
  inputs <- lapply(service$servable$inputs, function(input) {
    sizes <- c(-1L, ifelse(is.na(input$shape), -1L, input$shape))
    list(name = input$name, dtype = input$dtype, shape = I(sizes))
  })
  list(name = service$name, inputs = inputs, outputs = I(service$servable$outputs))
}
