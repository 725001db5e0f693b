# https://requests.readthedocs.io/en/latest/user/quickstart/, with a server of one's own
requests <- import("requests")
py_run_string("
import http.server, json, threading
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        told = {'path': self.path, 'body': json.loads(body), 'agent': self.headers['X-Me']}
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())
    def do_GET(self):
        self.send_error(404)
    def log_message(self, *args): pass
server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
")
url <- sprintf("http://127.0.0.1:%d/post", py$server$server_port)
r <- requests$post(url, params = list(key = "value"), json = list(a = 1L, b = list("x", NULL)),
                   headers = list(`X-Me` = "R"), timeout = 10)
stopifnot(r$status_code == 200L, r$ok)
stopifnot(r$json()$path == "/post?key=value", r$json()$body$a == 1L, r$json()$agent == "R")
stopifnot(r$headers[["content-type"]] == "application/json", is.raw(r$content))
failed <- tryCatch(requests$get(url)$raise_for_status(), error = identity)
stopifnot(inherits(failed, "requests.exceptions.HTTPError"), failed$response$status_code == 404L)
py$server$shutdown()
