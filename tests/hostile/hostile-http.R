# Malformed and hostile requests to a server of serve_model(), as bytes over sockets. Each gets a
# status from 400 on, or its connection is closed; no answer has anything of the session in it; and
# the server answers good requests before, between and after them.

good <- paste0("POST /v1/models/sums:predict HTTP/1.1\r\nContent-Length: 26\r\n\r\n",
               "{\"instances\": [[1, 2, 3]]}")

# With another line of the request, headers and body.
request <- function(..., start = "POST /v1/models/sums:predict HTTP/1.1", body = "") {
  paste0(paste0(c(start, ...), "\r\n", collapse = ""), "\r\n", body)
}

# The client sends each character as one byte.
byte <- function(...) intToUtf8(c(...))

json <- function(body) request(sprintf("Content-Length: %d", nchar(body)), body = body)

heads <- function() {
  from <- function(start) request("Host: a", start = start)
  get <- function(...) request(..., start = "GET /health HTTP/1.1")
  c(
    from("GET"), from("GET /health"), from("GET  /health HTTP/1.1"), from("GET /health HTTP/1.2"),
    from("GET /health HTTP/2.0"), from("GET /health HTTP/0.9"), from("GET /health http/1.1"),
    from("GET /health HTTP/1.1 x"), from("GET /hea lth HTTP/1.1"), from(" GET /health HTTP/1.1"),
    from("G\tT /health HTTP/1.1"), from("GET health HTTP/1.1"), from("GE(T /health HTTP/1.1"),
    from(paste0("GET /", byte(127), " HTTP/1.1")), from(paste0("GET /", byte(1), " HTTP/1.1")),
    from("PRI * HTTP/2.0"), from("DELETE /health HTTP/1.1"), from("TRACE /health HTTP/1.1"),
    from("CONNECT /health HTTP/1.1"), from("CONNECT a:22 HTTP/1.1"), from("get /health HTTP/1.1"),
    from("GET /../../etc/passwd HTTP/1.1"), from("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1"),
    from("GET /%00 HTTP/1.1"), from("GET /health%0d%0aX:%20a HTTP/1.1"), from("GET /%zz HTTP/1.1"),
    from("GET /v1/models/%ff HTTP/1.1"), from("GET /v1/models/sums/versions/x HTTP/1.1"),
    from("GET /v1/models/sums;system('id') HTTP/1.1"), from("GET /${jndi:ldap://a} HTTP/1.1"),
    from("GET /v1/models/sums:predict HTTP/1.1"), from(strrep("A", 1e5)),
    from(paste0("GET /", strrep("a", 1e6), " HTTP/1.1")),
    get("Host : a"), get(" Host: a"), get("Host: a\r\n b: c"), get("Host"), get(": a"),
    get("Ho st: a"), get(paste0("X: ", byte(2))), get(paste0("X", byte(128), ": a")),
    get("X: a\rY: b"), get(sprintf("X-%d: a", 1:5000)), get(paste0("X: ", strrep("a", 3e6))),
    get(paste0(strrep("X", 1e5), ": a")), get("Upgrade: websocket", "Connection: Upgrade"),
    "\r\n\r\n\r\nX\r\n\r\n", byte(rep(255, 500)), byte(22, 3, 1, 2, 1, 1, 252, 3, 3),
    "SSH-2.0-OpenSSH_9.2\r\n\r\n", "<policy-file-request/>\n\n", "*1\r\n$4\r\nPING\r\n\r\n",
    "GET"
  )
}

bodies <- function() {
  chunks <- "1a\r\n{\"instances\": [[1, 2, 3]]}\r\n0\r\n\r\n"
  chunked <- function(body, ...) request("Transfer-Encoding: chunked", ..., body = body)
  lengths <- c("-1", "+26", "0x1a", "26, 26", "26.0", "", "1e2", "99999999999999999999", "26 26",
               "a")
  c(
    vapply(paste("Content-Length:", lengths), request, "", body = chunks),
    request("Content-Length: 26", "Content-Length: 27", body = chunks),
    request("Content-Length: 999999999", body = "{"), request("Content-Length: 40", body = "{"),
    request("Content-Length: 37", "Transfer-Encoding: chunked", body = chunks),
    chunked(chunks, "Content-Length: 37"), chunked(chunks, "Content-Length: a"),
    chunked(chunks, "Transfer-Encoding: chunked"), chunked(chunks, "Transfer-Encoding: identity"),
    request("Transfer-Encoding: chunked, chunked", body = chunks),
    request("Transfer-Encoding: gzip, chunked", body = chunks),
    request("Transfer-Encoding: chunked, gzip", body = chunks),
    request("Transfer-Encoding: xchunked", body = chunks),
    request("Transfer-Encoding: \"chunked\"", body = chunks),
    request("Transfer-Encoding : chunked", body = chunks),
    request("Transfer-Encoding:\r\n chunked", body = chunks),
    request("Transfer-Encoding: chunked", body = chunks,
            start = "POST /v1/models/sums:predict HTTP/1.0"),
    chunked("zz\r\n"), chunked("-1\r\n"), chunked("ffffffffffffffffff\r\n{"), chunked("\r\n\r\n"),
    chunked("1a {\r\n"), chunked("1\r\n{{\r\n0\r\n\r\n"), chunked(sub("\r\n0", "0", chunks)),
    chunked(paste0("1;", strrep("a", 1e6), "\r\n{")), chunked(strrep("1\r\n{\r\n", 1000)),
    chunked(paste0("0\r\n", strrep("T: a\r\n", 1e5))), chunked("1\n{\n"),
    request("Content-Length: 3", "Content-Encoding: gzip", body = byte(31, 139, 8)),
    request("Content-Length: 26", "Expect: 100-continue", start = "POST /nowhere HTTP/1.1")
  )
}

jsons <- function() {
  deep <- function(open, close, n) paste0("{\"inputs\": ", strrep(open, n), strrep(close, n), "}")
  vapply(c(
    "", "{", "[]", "null", "{}", "{\"instances\": [[1, 2, 3]]}}", "{\"instances\": [[1, 2, 3]],}",
    "{\"instances\": [[1, 2, NaN]]}", "{\"instances\": [[1, 2, 1e999]]}", "{'instances': 1}",
    "{\"instances\": [[1, 2]]}", "{\"instances\": [[01, 2, 3]]}", "{\"instances\": [[0x1, 2, 3]]}",
    "{\"instances\": [[1, 2, \"system('id')\"]]}", "{\"instances\": {\"class\": [1, 2, 3]}}",
    "{\"instances\": [{\"x\": [1, 2, 3], \"names\": 1}]}", "{\"instances\": \"\\ud800\"}",
    "{\"instances\": \"\\u0000\"}", "{\"inputs\": {\"\": [[1, 2, 3]]}}",
    "{\"instances\": [[1, 2, 3]], \"instances\": [[4, 5, 6]]}",
    "{\"instances\": [[1, 2, 3]], \"signature_name\": {\"a\": [secret]}}",
    "{\"instances\": [[1, 2, 3]], \"signature_name\": [\"a\", \"b\"]}",
    paste0("{\"instances\": [[1, 2, \"", byte(195, 40), "\"]]}"),
    paste0(byte(239, 187, 191), "{\"instances\": [[1, 2, 3]]}"), byte(1:31),
    deep("[", "]", 33), deep("[", "]", 1e5), deep("{\"a\":", "}", 1e5),
    sprintf("{\"inputs\": {%s}}", paste0("\"k", 1:200, "\": 1", collapse = ",")),
    sprintf("{\"instances\": [%s]}", strrep("[],", 1e5)),
    sprintf("{\"instances\": [\"%s\"]}", strrep("a", 2e6))
  ), json, "")
}

# Each by itself, after a good request on the same connection, and with a request for the counts
# after it that must not be read.
attack <- function(round) {
  attacks <- unname(c(heads(), bodies(), jsons()))
  callr::r(function(attacks, good, helper, client) {
    library(rkeras)
    loadNamespace("later")
    ns <- asNamespace("rkeras")
    env <- new.env(parent = ns)
    sys.source(helper, env)
    env$child_library_path <- function() NULL
    secret <- "s3cret-of-the-session"
    Sys.setenv(SECRET = secret)
    assign("secret", secret, globalenv())
    servable <- list(
      inputs = list(list(name = "x", shape = 3L, dtype = "float32")), outputs = "y",
      is_concurrent = TRUE, predict = function(arrays) list(y = as.matrix(rowSums(arrays[[1]])))
    )
    limits <- ns$serving_limits(1e6)
    limits[[4]] <- 1
    server <- ns$start_server(ns$new_service(servable, "sums"), "127.0.0.1", 0L, limits)
    raw <- function(text) list(raw = text)
    ask <- function(texts) env$ask_all(server, lapply(texts, raw), client = client)
    has <- function(answers, text) {
      vapply(answers, function(answer) grepl(text, answer$body, fixed = TRUE), NA)
    }
    hidden <- "GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n"
    answers <- ask(c(attacks, paste0(good, attacks), paste0(attacks, hidden)))
    answers <- split(answers, rep(1:3, each = length(attacks)))
    alone <- answers[[1]]
    after <- answers[[2]]
    before <- answers[[3]]
    last <- ask(sub("\r\n", "\r\nConnection: close\r\n", good, fixed = TRUE))[[1]]
    stop_serving(server)
    text <- function(answer) paste(answer$headers, answer$body, collapse = "\n")
    is_refused <- function(answer) answer$status == 0L || answer$status >= 400L
    is_first <- function(answer) grepl("^\\{\"predictions\":\\[\\[6\\]\\]\\}", answer$body)
    # Of refused requests that were read whole, the next on the connection may be answered.
    reads_on <- function(answer) {
      answer$status %in% c(400L, 404L, 405L, 413L, 415L) &&
        !identical(tolower(answer$headers$Connection), "close")
    }
    private <- c(secret, getwd(), tempdir(), R.home(), Sys.info()[["nodename"]], "rkeras",
                 "Traceback", "Error in", "panick", ".rs:")
    private <- private[nchar(private) > 3]
    is_private <- function(answer) {
      any(vapply(private, grepl, NA, gsub("rkeras_[a-z_]+", "", text(answer)), fixed = TRUE))
    }
    show <- function(which, what) {
      shown <- utils::head(encodeString(substr(rep_len(attacks, length(which))[which], 1, 90)), 5)
      if (any(which)) paste(sum(which), what, paste(shown, collapse = " | "))
    }
    status <- vapply(alone, `[[`, 0L, "status")
    c(
      show(!vapply(alone, is_refused, NA), "answered:"),
      show(!vapply(after, is_first, NA), "a good request before is not answered:"),
      show(vapply(c(alone, after, before), is_private, NA), "tells of the session:"),
      show(has(after, "HTTP/1.1 200"), "answered 200 after:"),
      show(has(before, "# TYPE") & !vapply(before, reads_on, NA),
           "a request in the body is answered:"),
      show(status >= 500L & status != 501L & status != 505L, "is an error of the server:"),
      if (last$status != 200L) "a good request at the end is not answered"
    )
  }, list(attacks, good, normalizePath("tests/testthat/helper-serve.R"),
          normalizePath("tests/testthat/http_client.py")), timeout = 60)
}

list(`malformed requests` = list(run = attack))
