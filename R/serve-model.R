# serve_model(): a model behind HTTP, and the servers of this session.

#' Serve a model over HTTP
#'
#' Starts an HTTP server that answers requests for predictions with a model: JSON in, JSON out, in
#' the form of TensorFlow Serving's REST interface, so that clients work with either. Requests that
#' arrive at the same time are predicted together as one batch. It needs the package later.
#'
#' The server runs in this R process. Its own threads accept requests at any time, check them and
#' read their JSON; R answers them while it is idle at the prompt, while it waits for Python, as in
#' [fit()] or in a long call, in [later::run_now()], or for good with `blocking = TRUE`. Requests
#' that arrive while R code computes wait. For use by others, run a script with `blocking = TRUE`
#' behind a proxy that adds encryption and access control: the server itself has neither.
#'
#' A model may be served while it trains. On TensorFlow its predictions use the weights of that
#' moment, those of some layers possibly one step later than others. On other backends, and for a
#' model on several devices, training and prediction exclude each other: predictions that are asked
#' for while R waits for Python get status 503 and the header `Retry-After`. All other paths are
#' answered. While R waits, other callbacks of the package later run too, but nothing is answered
#' while R runs such a callback itself, as in a Shiny app.
#'
#' @section Requests:
#' * `POST /v1/models/<name>:predict` with `{"instances": [...]}`: one element per observation. For
#'   a model with several inputs each is an object with the names of the inputs. The answer is
#'   `{"predictions": [...]}`.
#' * The same with `{"inputs": ...}`: an array, or an object with one array per input. The answer is
#'   `{"outputs": ...}`.
#' * For a model of [tabular()], also from a file, the inputs are the columns of the data frame, one
#'   value for each observation: numbers, strings for categories, dates (`"2024-03-01"`) and times
#'   (`"2024-03-01T12:30:00Z"`, in UTC), `null` for a missing value. A model with a recipe takes the
#'   columns before the recipe, which is baked for each request; a model from a `.keras` file needs
#'   the recipe in `custom_objects` of [load_model()].
#' * With `"verbose": true` in the body, a prediction of a class is an object of the `class` and of
#'   the `probabilities` by class, where the model knows the names of its classes: it was trained on
#'   a factor, or on a data set with `class_names`.
#' * `GET /v1/models/<name>` returns the state, and `GET /v1/models/<name>/metadata` the inputs, for
#'   the columns of a data frame with their levels, and the outputs with their classes.
#' * `GET /openapi.json` returns a description of all this in the OpenAPI format, from which clients
#'   can be generated.
#' * `GET /health` returns `{"status":"ok"}`.
#' * `GET /metrics` returns counts and durations of requests in Prometheus's text format.
#'
#' Types, shapes and names are checked. A request that does not fit gets status 400 and `{"error":
#' ..., "example": ...}` with the reason and a body that fits; one that is too large 413, one that
#' arrives too slowly 408, one that is compressed 415, an unknown path 404. A model that fails is
#' 500, and one that cannot predict at the moment 503. Numbers that JSON does not have are strings
#' in answers: `"NaN"`, `"Inf"` and `"-Inf"`. In requests they may also be `"Infinity"` and
#' `"-Infinity"`. A body in chunks is the last one of its connection.
#'
#' @param object A built Keras model; or a path: a file for [load_model()], or a directory with a
#'   SavedModel (or with versions of one, of which the highest is served).
#' @param name String. Name of the model in URLs. `NULL` means the name of the file, or `"model"`.
#' @param host String. Address to listen on. `"0.0.0.0"` accepts requests from other machines.
#' @param port Integer. Port to listen on. `NULL` means a free one.
#' @param batch_size Positive integer. Largest number of observations to predict at once.
#' @param max_delay Number. Seconds to wait for further requests before a batch is predicted that
#'   is not full.
#' @param max_size Number. Largest body of a request, in bytes. It may have a quarter as many
#'   values.
#' @param cors Character vector. Origins of web pages that may read the answers in a browser, such
#'   as `"https://example.org"`; `"*"` for all. `NULL` means only pages of the server itself.
#' @param access_log Path of a file, to which each request is appended in the common log format; or
#'   a function of a list of `time` (POSIXct), `address`, `method`, `path`, `version`, `status`,
#'   `size` (bytes of the answer) and `seconds`. R writes when it is idle or waits, as it answers.
#' @param blocking Logical. Whether to serve until an interrupt (Ctrl-C). With `FALSE` the function
#'   returns at once. The default is `TRUE` in scripts, which would otherwise end.
#' @return An object of class `keras_server`: a list with the elements `url`, `name`, `port`, and
#'   the function `stop()`. [stop_serving()] stops servers.
#' @concept deployment
#' @concept REST API
#' @concept inference server
#' @concept TensorFlow Serving
#' @seealso [export_savedmodel()] for servers without R. `rkeras_guide("serving")` compares ways to
#'   serve.
#' @examplesIf is_keras_available() && requireNamespace("later", quietly = TRUE)
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3, activation = "softmax")
#' server <- serve_model(model, name = "iris", blocking = FALSE)
#' server
#' stop_serving(server)
#' @export
serve_model <- function(object, name = NULL, host = "127.0.0.1", port = NULL, batch_size = 32,
                        max_delay = 0.002, max_size = 64e6, cors = NULL, access_log = NULL,
                        blocking = !is_session_interactive()) {
  check_string(host, "host")
  check_amount(max_delay, "max_delay")
  check_amount(max_size, "max_size")
  check_origins(cors)
  write_log <- as_access_log(access_log)
  check_logical(blocking, "blocking")
  need_package("later", "serve_model() needs")
  name <- name %||% servable_name(object)
  check_string(name, "name")
  if (!grepl("^[A-Za-z0-9._-]+$", name)) {
    abort("`name` must consist of letters, digits, `.`, `_` and `-`, not be \"%s\".", name)
  }
  batch_size <- as_count(batch_size, "batch_size")
  port <- if (is.null(port)) 0L else as_port(port, "port")
  servable <- as_servable(object)
  service <- new_service(servable, name, batch_size, max_delay)
  service$write_log <- write_log
  warm_up(service)
  server <- start_server(service, host, port, serving_limits(max_size), cors)
  message(sprintf("Serving '%s' at %s", name, server$url))
  if (!blocking) {
    return(server)
  }
  on.exit(stop_serving(server))
  # An interrupt ends the loop.
  repeat {
    answer_requests(0.2)
    # By itself, R looks for one once in a thousand evaluations: after half a minute.
    Sys.sleep(0)
  }
}

#' Stop serving models
#'
#' Stops servers of [serve_model()]. Requests that wait for a prediction get status 503.
#'
#' @param server The value of [serve_model()]. `NULL` means all servers of this session.
#' @return The URLs of the stopped servers, invisibly.
#' @concept deployment
#' @seealso [serve_model()].
#' @examples
#' stop_serving()
#' @export
stop_serving <- function(server = NULL) {
  must_be(server, "the value of serve_model()", is.null(server) || inherits(server, "keras_server"))
  stopped <- if (is.null(server)) lapply(as.list(servers), as_server) else list(server)
  for (one in stopped) one$stop()
  invisible(vapply(unname(stopped), `[[`, "", "url"))
}

# The services that run, by URL.
servers <- new.env(parent = emptyenv())

#' @export
print.keras_server <- function(x, ...) {
  state <- if (exists(x$url, servers, inherits = FALSE)) "running" else "stopped"
  cat(sprintf("<server of the model '%s', %s>\n%s/v1/models/%s:predict\n", x$name, state, x$url,
              x$name))
  invisible(x)
}

# ---- Arguments -----------------------------------------------------------------------------------

check_amount <- number_rule("a number from 0 up", 0, as = unchanged, for_python = FALSE)

as_port <- number_rule("a number from 1 to 65535", 1, 65535, as = as_integer, for_python = FALSE)

check_origins <- function(cors) {
  is_origin <- "*" == cors | grepl("^[a-z][a-z0-9+.-]*://[^/ ]+$", cors)
  must_be(cors, "origins such as \"https://example.org\", without a path, or \"*\"",
          is.null(cors) || is.character(cors) && !anyNA(cors) && all(is_origin))
}

servable_name <- function(object) {
  if (!is_string(object)) {
    return("model")
  }
  name <- gsub("[^A-Za-z0-9._-]+", "-", tools::file_path_sans_ext(basename(object)))
  if (nzchar(name)) name else "model"
}

# ---- The process ---------------------------------------------------------------------------------

start_server <- function(service, host, port, limits, cors = NULL) {
  paths <- list(names(get_pages(service$name)), predict_paths(service$name))
  started <- tryCatch(
    unwrap(rs_serve_start(host, port, paths[[1]], paths[[2]], limits, bounds, cors)),
    rkeras_error_argument = function(e) {
      abort(paste0("`port`: ", conditionMessage(e)))
    }
  )
  service$number <- started[[1]]
  service$port <- started[[2]]
  service$url <- server_url(host, service$port)
  if (!is.null(service$write_log)) unwrap(rs_serve_log(service$number))
  servers[[service$url]] <- service
  # Threads of servers must not call R when it has ended.
  cached("servers", "stop at exit", {
    reg.finalizer(servers, function(...) stop_serving(), onexit = TRUE)
    TRUE
  })
  watch_requests()
  as_server(service)
}

# Bytes of a body and its values, bytes of all bodies that wait for R, and the seconds that a client
# may take for the head of a request, for a start of its body, and to read the answer.
serving_limits <- function(max_size) {
  values <- max(max_size / 4, 1e4)
  c(max_size, values, 2 * max(max_size, 8 * values), 20)
}

as_server <- function(service) {
  structure(class = "keras_server", list(
    url = service$url, name = service$name, port = service$port,
    stop = function() stop_server(service)
  ))
}

stop_server <- function(service) {
  if (!identical(servers[[service$url]], service)) {
    return(invisible())
  }
  rm(list = service$url, envir = servers)
  watch_requests()
  reject_all(take_waiting(service), http_error(503L, "The server stops."))
  write_accesses(service)
  unwrap(rs_serve_stop(service$number))
  invisible()
}

# The address at which clients on this machine reach the server.
server_url <- function(host, port) {
  host <- switch(host, "0.0.0.0" = "127.0.0.1", "::" = "::1", host)
  sprintf(if (grepl(":", host)) "http://[%s]:%d" else "http://%s:%d", host, port)
}

# ---- Requests while R waits for Python -----------------------------------------------------------

# Requests that arrive while R waits for Python, as in fit(). Servers hand requests to R through the
# event loop of the package later, which runs by itself at the prompt only.

# src/rust/src/threads/service.rs calls this while R waits, if a server runs. An interrupt is for
# the call that R waits for.
serve_requests <- function() suspendInterrupts(serve_due())

serve_due <- function() {
  # A batch may be due within `max_delay`.
  is_due <- later::next_op_secs(later::global_loop()) <= 0.02
  if (isTRUE(context$is_serving) || !is_due || !can_serve()) {
    return(invisible())
  }
  # Runs callbacks, and those that they add, for a short time: R may be free again.
  end <- now() + 0.05
  tryCatch(
    with_context(list(is_serving = TRUE), {
      while (isTRUE(answer_requests(0.005)) && now() < end) NULL
    }),
    error = function(e) message("A callback of the package later failed: ", conditionMessage(e))
  )
  invisible()
}

# An interrupt waits until the callbacks have ended: requests that were taken get an answer.
answer_requests <- function(seconds) {
  suspendInterrupts(later::run_now(seconds, loop = later::global_loop()))
}

# Not where a callback of later waits, as in a Shiny app: its event handlers do not expect another
# one in between. Nor where predictions would become a part of a graph or be recorded by a tape.
can_serve <- function() {
  is_handler <- vapply(sys.frames(), function(frame) {
    identical(topenv(frame), asNamespace("later"))
  }, NA)
  !any(is_handler) &&
    in_python("rkeras.tensorflow.serving.is_possible")
}

# Whether the servers of this session are called while R waits.
watch_requests <- function() {
  unwrap(rs_set_serving(length(ls(servers)) > 0L))
}
