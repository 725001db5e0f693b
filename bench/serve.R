# serve_model(): how long an answer takes, how many there are in a second, and how long other
# clients wait, and how much memory R takes, while one client sends a body of numbers as large as
# the limit.

server <- callr::r_bg(function() {
  library(rkeras)
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3)
  serve_model(model, port = 8765, blocking = TRUE)
}, supervise = TRUE, env = c(callr::rcmd_safe_env(), TF_CPP_MIN_LOG_LEVEL = "3"), stderr = "2>&1",
stdout = tempfile())
up <- function() {
  page <- try(suppressWarnings(readLines("http://127.0.0.1:8765/health", warn = FALSE)), TRUE)
  !inherits(page, "try-error")
}
while (!up()) Sys.sleep(0.5)

peak <- function() {
  lines <- readLines(sprintf("/proc/%d/status", server$get_pid()))
  as.numeric(gsub("[^0-9]", "", grep("VmHWM", lines, value = TRUE))) / 1024
}

ask <- function(kind) {
  lines <- processx::run("python3", c("bench/serve_client.py", "8765", kind))$stdout
  fields <- strsplit(strsplit(lines, "\n")[[1]], " (?=[^ ]+$)", perl = TRUE)
  part <- function(i) vapply(fields, `[[`, "", i)
  cat(sprintf("| %s, %s | %s |\n", kind, part(1), part(2)), sep = "")
}

cat("\n## Serving, ", format(Sys.Date()), "\n\n| question | value |\n|---|---|\n", sep = "")
for (kind in c("one", "many", "medium", "large")) {
  before <- peak()
  ask(kind)
  cat(sprintf("| %s, MB of memory more at the peak | %.0f |\n", kind, peak() - before))
}
server$kill()
