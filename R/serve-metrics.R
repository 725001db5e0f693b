# Counts of a server in Prometheus's text format.

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
