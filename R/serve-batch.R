# Batches: requests wait a moment and are predicted together.

# A service is an environment with the servable, the waiting requests and counts.
new_service <- function(servable, name, batch_size = 32L, max_delay = 0) {
  list2env(list(
    servable = servable, name = name, batch_size = batch_size, max_delay = max_delay,
    waiting = list(), n_waiting = 0L, is_due = FALSE, batches = 0, observations = 0
  ), parent = emptyenv())
}

# Calls `resolve()` with a list of output arrays, or `reject()` with an error.
predict_later <- function(service, arrays, resolve, reject) {
  item <- list(arrays = arrays, n = nrow(arrays[[1]]), resolve = resolve, reject = reject)
  service$waiting[[length(service$waiting) + 1L]] <- item
  service$n_waiting <- service$n_waiting + item$n
  schedule(service)
}

# A full batch is predicted when R has read the requests that have arrived.
schedule <- function(service) {
  is_full <- service$n_waiting >= service$batch_size
  if (!service$is_due || is_full) {
    service$is_due <- TRUE
    later::later(delay = if (is_full) 0 else service$max_delay, function() {
      service$is_due <- FALSE
      batches <- in_batches(take_waiting(service), service$batch_size)
      for (batch in batches) predict_batch(service, batch)
    })
  }
}

take_waiting <- function(service) {
  items <- service$waiting
  service$waiting <- list()
  service$n_waiting <- 0L
  items
}

# Lists of requests of the same shapes, with no more observations in all than a batch has, unless a
# single request has more.
in_batches <- function(items, size) {
  keys <- vapply(items, function(item) {
    paste(vapply(item$arrays, function(x) toString(dim(x)[-1]), ""), collapse = ";")
  }, "")
  unlist(lapply(split(items, factor(keys, unique(keys))), split_by_size, size), recursive = FALSE)
}

split_by_size <- function(items, size) {
  batch <- 0L
  room <- 0L
  of <- vapply(items, function(item) {
    if (item$n > room) {
      batch <<- batch + 1L
      room <<- size
    }
    room <<- room - item$n
    batch
  }, 0L)
  unname(split(items, of))
}

# If the batch fails, each request is predicted by itself: one that is wrong fails alone.
predict_batch <- function(service, items) {
  if (isTRUE(context$is_serving) && !service$servable$is_concurrent) {
    busy <- paste(
      "R waits for another call, which may train the model, and the model cannot predict",
      "meanwhile. Try again later."
    )
    return(reject_all(items, http_error(503L, busy, list("Retry-After" = "1"))))
  }
  is_done <- FALSE
  # Clients of an interrupted prediction do not wait for ever.
  on.exit(if (!is_done) reject_all(items, http_error(503L, "The prediction was interrupted.")))
  predict_items(service, items)
  is_done <- TRUE
}

predict_items <- function(service, items) {
  counts <- vapply(items, `[[`, 0L, "n")
  arrays <- do.call(Map, c(list(function(...) bind_rows(list(...))), lapply(items, `[[`, "arrays")))
  outputs <- tryCatch(predict_rows(service, arrays, sum(counts)), error = identity)
  if (!inherits(outputs, "condition")) {
    return(resolve_all(items, outputs, counts))
  }
  if (length(items) > 1L) {
    for (item in items) predict_batch(service, list(item))
  } else {
    items[[1]]$reject(http_error(500L, paste("The prediction failed:", conditionMessage(outputs))))
  }
}

resolve_all <- function(items, outputs, counts) {
  last <- cumsum(counts)
  for (i in seq_along(items)) {
    rows <- seq(last[[i]] - counts[[i]] + 1L, last[[i]])
    items[[i]]$resolve(lapply(outputs, rows_of, rows))
  }
}

# A large request is predicted in pieces, which need less memory than the whole.
predict_rows <- function(service, arrays, n) {
  if (n <= largest_batch) {
    return(predict_filled(service, arrays, n))
  }
  starts <- seq(1, n, largest_batch)
  pieces <- lapply(starts, function(start) {
    rows <- seq(start, min(n, start + largest_batch - 1))
    predict_filled(service, lapply(arrays, rows_of, rows), length(rows))
  })
  do.call(Map, c(list(function(...) bind_rows(list(...))), pieces))
}

largest_batch <- 2^14

# Batches are filled up to powers of two: a backend that compiles for each size has few.
predict_filled <- function(service, arrays, n) {
  size <- 2^ceiling(log2(n))
  filled <- if (size > n) lapply(arrays, rows_of, c(seq_len(n), rep(n, size - n))) else arrays
  outputs <- service$servable$predict(filled)
  service$batches <- service$batches + 1
  service$observations <- service$observations + n
  if (size > n) lapply(outputs, rows_of, seq_len(n)) else outputs
}

reject_all <- function(items, error) {
  for (item in items) item$reject(error)
}

# ---- Arrays by rows ------------------------------------------------------------------------------

bind_rows <- function(arrays) {
  if (length(arrays) == 1L) {
    return(arrays[[1]])
  }
  rows <- do.call(rbind, lapply(arrays, stacked_rows))
  array(rows, c(nrow(rows), dim(arrays[[1]])[-1]))
}

rows_of <- function(array, rows) {
  array(stacked_rows(array)[rows, , drop = FALSE], c(length(rows), dim(array)[-1]))
}

stacked_rows <- function(array) matrix(array, dim(array)[[1]])
