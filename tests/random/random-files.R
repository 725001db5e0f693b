# Random data frames as files of delimited text: datasets of their records, and of batches of them,
# have the columns of the data frame.

kinds <- list(
  integer = function(n) sample(-99:99, n, TRUE),
  # No whole number, which would be an integer.
  double = function(n) round(stats::rnorm(n, sd = 10), 1) + 0.01,
  character = function(n) sample(c("a", "b c", "it's", "\u00e9t\u00e9", "#", "x y z"), n, TRUE),
  delimited = function(n) sample(c("a,b", "c\td", "e;f", "say \"hi\"", "g"), n, TRUE)
)
type_of <- c(integer = "integer", double = "double", character = "character",
             delimited = "character")

random_case <- function() {
  n <- sample(8L, 1L)
  chosen <- sample(names(kinds), sample(4L, 1L), TRUE)
  data <- lapply(chosen, function(kind) kinds[[kind]](n))
  names(data) <- sample(c("x", "y", "a b", "n.1", "Z", "\u00e4"), length(data))
  # The first record has all values, as types are taken from it. A single field that is empty would
  # be no record.
  if (length(data) > 1L) data <- lapply(data, function(x) {
    x[-1][stats::runif(n - 1L) < 0.15] <- NA
    x
  })
  list(data = data, types = unname(type_of[chosen]), delim = sample(c(",", "\t", ";"), 1L),
       quotes = chance(0.5) || "delimited" %in% chosen, header = chance(0.7),
       spec = sample(c("example", "given", "defaults"), 1L), batch = sample(4L, 1L),
       files = sample(2L, 1L), way = sample(c("records", "batches", "lines"), 1L))
}

# The values of empty fields.
defaults <- function(case) {
  own <- case$spec == "defaults"
  lapply(case$types, switch, integer = if (own) 7L else 0L, double = if (own) 0.5 else 0,
         character = if (own) "none" else "")
}

written <- function(case) {
  groups <- rep(seq_len(case$files), length.out = length(case$data[[1]]))
  vapply(unique(sort(groups)), function(group) {
    file <- tempfile(sprintf("%d-", group), fileext = ".csv")
    part <- as.data.frame(lapply(case$data, function(x) x[sort(groups) == group]))
    names(part) <- names(case$data)
    utils::write.table(part, file, sep = case$delim, quote = case$quotes, qmethod = "double",
                       row.names = FALSE, col.names = case$header, na = "", fileEncoding = "UTF-8")
    file
  }, "")
}

read <- function(case, files) {
  names <- names(case$data)
  if (case$way == "batches") {
    batches <- make_csv_dataset(
      files, case$batch, column_names = if (!case$header) names, field_delim = case$delim,
      column_defaults = if (case$spec == "defaults") defaults(case),
      header = case$header, num_epochs = 1, shuffle = FALSE
    )
    return(collected(dataset_unbatch(batches)))
  }
  by_example <- case$spec == "example" && case$way == "records"
  spec <- if (by_example) {
    delim_record_spec(files[[1]], case$delim, names = if (!case$header) names)
  } else {
    delim_record_spec(
      delim = case$delim, names = names, skip = as.integer(case$header), types = case$types,
      defaults = if (case$spec == "defaults") defaults(case)
    )
  }
  if (case$way == "records") return(collected(text_line_dataset(files, record_spec = spec)))
  lines <- unlist(lapply(files, function(file) {
    utils::tail(readLines(file, encoding = "UTF-8"), if (case$header) -1L else Inf)
  }))
  lines <- tensor_slices_dataset(lines)
  collected(dataset_unbatch(dataset_decode_delim(dataset_batch(lines, case$batch), spec)))
}

collected <- function(dataset) as.list(as.data.frame(dataset, check.names = FALSE))

expected <- function(case) {
  Map(function(x, default) {
    x[is.na(x)] <- default
    x
  }, case$data, defaults(case))
}

problem_in <- function(case) {
  ours <- read(case, written(case))
  theirs <- expected(case)
  if (!identical(names(ours), names(theirs))) {
    return(sprintf("columns %s, not %s", toString(names(ours)), toString(names(theirs))))
  }
  for (name in names(theirs)) {
    x <- as.vector(ours[[name]])
    y <- theirs[[name]]
    same <- typeof(x) == typeof(y) && isTRUE(all.equal(x, y, tolerance = 1e-6))
    if (!same) return(sprintf("%s is %s, not %s", name, shown(x), shown(y)))
  }
}

smaller <- function(case) {
  fewer <- lapply(if (length(case$data) > 2L) seq_along(case$data), function(i) {
    case$data[[i]] <- NULL
    case$types <- case$types[-i]
    case
  })
  shorter <- if (length(case$data[[1]]) > case$files) {
    case$data <- lapply(case$data, function(x) x[-length(x)])
    list(case)
  }
  simple <- list(files = 1L, batch = 1L, spec = "given", header = TRUE, quotes = TRUE, delim = ",")
  c(fewer, shorter, with_simpler(case, simple))
}

function(seed) {
  list(case = random_case(), wrong = problem_in, smaller = smaller, shown = shown)
}
