# Random chains of dataset verbs, against the same chain on an R list of the elements.

# Each verb as a function of a dataset, and as one of the list of elements. Elements are numbers, or
# batches: vectors of numbers.
verbs <- function(state) {
  n <- sample(0:4, 1L)
  k <- sample(2:3, 1L)
  limit <- sample(c(-1, 0, 2), 1L)
  common <- list(
    take = list(\(d) dataset_take(d, n), \(e) utils::head(e, n), bquote(take(.(n)))),
    skip = list(\(d) dataset_skip(d, n), \(e) utils::tail(e, max(length(e) - n, 0L)),
                bquote(skip(.(n)))),
    repeated = list(\(d) dataset_repeat(d, k), \(e) rep(e, k), bquote(repeated(.(k)))),
    concatenate = list(\(d) dataset_concatenate(d, d), \(e) c(e, e), quote(concatenate())),
    shard = list(\(d) dataset_shard(d, k, 1), \(e) e[seq_along(e) %% k == 2 %% k],
                 bquote(shard(.(k)))),
    prefetch = list(\(d) dataset_prefetch(d, 1), identity, quote(prefetch())),
    cache = list(dataset_cache, identity, quote(cache())),
    map = map_verb()
  )
  if (state == "batches") {
    return(c(common, list(unbatch = list(
      dataset_unbatch, \(e) as.list(unlist(e)), quote(unbatch()), "numbers"
    ))))
  }
  c(common, list(
    filter = list(\(d) dataset_filter(d, \(x) !is.na(x) & x > limit),
                  \(e) Filter(\(x) !is.na(x) && x > limit, e),
                  bquote(filter(.(limit)))),
    known = list(\(d) dataset_filter(d, \(x) !is.na(x)), \(e) Filter(\(x) !is.na(x), e),
                 quote(known())),
    while_ = list(\(d) dataset_take_while(d, \(x) !is.na(x) & x < 3),
                  \(e) e[cumprod(vapply(e, \(x) !is.na(x) && x < 3, NA)) == 1],
                  quote(take_while())),
    scan = list(\(d) dataset_scan(d, 0, \(s, x) list(s + 1, s + x)),
                \(e) Map(`+`, e, seq_along(e) - 1),
                quote(scan())),
    batch = list(\(d) dataset_batch(d, k), \(e) unname(split_by(e, k)), bquote(batch(.(k))),
                 "batches"),
    whole = list(\(d) dataset_batch(d, k, drop_remainder = TRUE),
                 \(e) Filter(\(b) length(b) == k, split_by(e, k)),
                 bquote(whole(.(k))), "batches")
  ))
}

split_by <- function(e, k) {
  unname(lapply(split(e, (seq_along(e) - 1) %/% k), unlist))
}

map_verb <- function() {
  functions <- expression(
    function(x) x * 2 + 1, function(x) x / 2, function(x) ifelse(x > 1, x, -x),
    function(x) abs(x) %% 2,
    function(x) ifelse(is.na(x), 0, x), function(x) floor(x) %/% 2, function(x) pmax(x, 0),
    function(x) x %in% c(1, 3) + 0, function(x) x^2 - 1
  )
  code <- functions[[sample.int(length(functions), 1L)]]
  f <- eval(code, comparisons())
  list(\(d) dataset_map(d, eval(code, globalenv())), \(e) lapply(e, f), code)
}

random_case <- function() {
  elements <- as.list(sample(c(-2.5, -1, 0, 1, 3, 7, NaN), sample(1:8, 1L), TRUE))
  state <- "numbers"
  chain <- list()
  for (i in seq_len(sample(1:6, 1L))) {
    verb <- sample(verbs(state), 1L)[[1]]
    chain <- c(chain, list(verb))
    if (length(verb) > 3L) state <- verb[[4]]
  }
  list(elements = elements, chain = chain)
}

shown_case <- function(case) {
  paste(c(shown(unlist(case$elements)), vapply(case$chain, function(verb) shown(verb[[3]]), "")),
        collapse = " |> ")
}

wrong_in <- function(case) {
  data <- tensor_slices_dataset(unlist(case$elements))
  expected <- case$elements
  found <- outcome({
    for (verb in case$chain) data <- verb[[1]](data)
    lapply(iterate(data), in_r)
  })
  for (verb in case$chain) expected <- verb[[2]](expected)
  if (inherits(found, "error")) return(conditionMessage(found))
  if (!same_value(unname(expected), found)) {
    sprintf("%s instead of %s", shown(found), shown(expected))
  }
}

# Without one verb.
smaller <- function(case) {
  lapply(seq_along(case$chain), function(i) {
    case$chain <- case$chain[-i]
    case
  })
}

function(seed) {
  case <- random_case()
  list(case = case, wrong = wrong_in, smaller = smaller, shown = shown_case)
}
