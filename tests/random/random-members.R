# The members of a model of tabular() are networks that are trained one by one: with the same
# initial weights, each on the rows that it does not leave out, and each with the weights of its
# best epoch. Here the five are plain networks, trained by Keras's train_on_batch() in a loop; the
# model has one batch for all rows and no dropout. So folds, weights of rows, the choice of the
# epoch, and the factors of inputs that are folded into the first layer are what they are said to
# be.

members_case <- function(seed) {
  list(
    seed = seed, n = sample(20:50, 1L), members = sample(3:4, 1L), epochs = sample(2:9, 1L),
    patience = sample(1:4, 1L), hidden = list(4L, c(5L, 3L), integer())[[sample(3L, 1L)]],
    strict = chance(0.3), weighted = chance(0.4), linear = chance(0.7), clip = chance(0.8),
    response = sample(c("number", "binary", "classes"), 1L),
    columns = sample(c("x", "z", "few", "many"), sample(1:4, 1L)), rate = 10^stats::runif(1, -3, -1)
  )
}

members_data <- function(case) {
  set.seed(case$seed)
  n <- case$n
  data <- data.frame(
    x = stats::rnorm(n), z = stats::rexp(n), few = factor(sample(c("u", "v"), n, TRUE)),
    many = sample(letters[1:10], n, TRUE)
  )
  data$x[sample(n, 2L)] <- NA
  signal <- ifelse(is.na(data$x), 0, data$x) + (data$few == "u") + stats::rnorm(n)
  data$y <- switch(case$response, number = 100 + signal, binary = factor(signal > 0.5),
                   classes = cut(signal, c(-Inf, 0, 1, Inf), c("a", "b", "c")))
  data$w <- if (case$weighted) stats::runif(n) else 1
  data[c("y", "w", case$columns)]
}

# A callback that keeps the weights that the training begins with.
start_keeper <- function() {
  Callback("Start", on_train_begin = function(logs = NULL) {
    self$start <- get_weights(self$model)
    self$layers <- lapply(self$model$layers, function(layer) layer$name)
  }, start = NULL, layers = NULL)
}

members_wrong <- function(case) {
  of_rkeras <- asNamespace("rkeras")
  data <- members_data(case)
  keeper <- start_keeper()()
  set_random_seed(case$seed)
  model <- tabular(
    stats::reformulate(case$columns, "y"), data, weights = w, folds = case$members,
    hidden = case$hidden, members = case$members, strict = case$strict, dropout = 0,
    epochs = case$epochs, patience = case$patience, batch_size = case$n, linear = case$linear,
    clip = case$clip, optimizer = optimizer_adam(case$rate), callbacks = keeper
  )
  memory <- of_rkeras$memory_of(model)
  design <- memory$trained$formula
  table <- list(design = design, frame = of_rkeras$table_frame(design, data),
                y = of_rkeras$response_values(data, design))
  prepared <- of_rkeras$features_of_table(design)
  inputs <- of_rkeras$table_inputs(design, table$frame)[of_rkeras$input_keys(design)]
  x <- of_rkeras$features_in_python(prepared, inputs)
  settings <- memory$table$settings
  encoding <- of_rkeras$encoding_of(design, table$frame, settings)
  y <- of_rkeras$member_targets(design, table)[[1]]
  found <- as.array(model$get_layer("network")(if (length(x) == 1L) x[[1]] else x))
  settings$members <- 1L
  best <- one_by_one(case, memory$table$left_out, data$w, keeper$start, function() {
    network <- of_rkeras$network_of(prepared$features, design, settings, encoding, TRUE)
    of_rkeras$compile_for(network, design, optimizer_adam(case$rate), metrics = FALSE)
    network
  }, x, y)
  for (k in seq_len(case$members)) {
    gap <- max(abs(found[, k, ] - best[[k]]))
    # Adam makes a step of a gradient that is a rounding error, too.
    if (gap > 1e-3 + 0.1 * case$rate) return(sprintf("member %d is off by %g", k, gap))
  }
}

# The outputs of each member's best epoch. All are trained until none has improved for a while.
one_by_one <- function(case, left_out, weights, start, new_network, x, y) {
  members <- seq_len(case$members)
  networks <- lapply(members, function(k) {
    network <- new_network()
    set_weights(network, slices(start, network, k, case$members))
    network
  })
  best <- rep(Inf, case$members)
  waited <- rep(0L, case$members)
  kept <- vector("list", case$members)
  y <- array(y, c(NROW(y), 1L, dim(y)[-1]))
  for (epoch in seq_len(case$epochs)) {
    for (k in members) {
      judge <- if (case$strict) k %% case$members + 1L else k
      used <- weights * (left_out != k & left_out != judge)
      # The loss is the mean over the members, which Adam's epsilon sees.
      train_on_batch(networks[[k]], unname(x), y, matrix(used / mean(used) / case$members))
      judging <- weights * (left_out == judge)
      loss <- test_on_batch(networks[[k]], unname(x), y, matrix(judging / mean(judging)))[[1]]
      waited[[k]] <- waited[[k]] + 1L
      if (loss < best[[k]]) {
        best[[k]] <- loss
        waited[[k]] <- 0L
        kept[[k]] <- as.array(networks[[k]](if (length(x) == 1L) x[[1]] else x))[, 1, ]
      }
    }
    if (all(waited >= case$patience)) break
  }
  kept
}

# The weights of member `k` in those of all: its axis is the one that is longer.
slices <- function(start, network, k, members) {
  Map(function(whole, one) {
    shape <- dim(one)
    if (length(dim(whole)) == 2L && identical(dim(whole)[[1]], shape[[1]]) &&
          identical(dim(whole)[[2]], members * shape[[2]]) && members > 1L) {
      # An embedding, whose columns are those of one member after the other; or a factor.
      return(whole[, (k - 1L) * shape[[2]] + seq_len(shape[[2]]), drop = FALSE])
    }
    axis <- which(dim(whole) != shape)[[1]]
    index <- lapply(dim(whole), seq_len)
    index[[axis]] <- k
    array(do.call(`[`, c(list(whole), index)), shape)
  }, start, get_weights(network))
}

members_smaller <- function(case) {
  others <- list(
    utils::modifyList(case, list(strict = FALSE)), utils::modifyList(case, list(weighted = FALSE)),
    utils::modifyList(case, list(epochs = case$epochs - 1L)),
    utils::modifyList(case, list(columns = case$columns[-1]))
  )
  Filter(function(other) {
    other$epochs > 0L && length(other$columns) > 0L && !identical(other, case)
  }, others)
}

function(seed) {
  list(case = members_case(seed), wrong = members_wrong, smaller = members_smaller,
       shown = function(case) paste(names(case), vapply(case, toString, ""), collapse = ", "))
}
