# Random initializers, constraints, regularizers, optimizers and schedules with random arguments: a
# wrapper of R gives the object that Python gives for the same arguments, written in Python, and
# both compute the same.
source("tests/random/wrappers.R", local = TRUE)

# Written with or without a point, as R's users do; Python gets a float.
real <- function(...) {
  values <- c(...)
  function(rank) {
    x <- sample(values, 1L)
    both(x, if (grepl("[.e]", x)) x else paste0(sub("L$", "", x), ".0"))
  }
}
maybe <- function(f) function(rank) if (chance(0.3)) both("NULL", "None") else f(rank)
# Positions count from 1 in R.
axis_of_weights <- function(rank) {
  choose(both("1", "0"), both("2L", "1"), both("c(1, 2)", "(0, 1)"), both("-1", "-1"))
}

rates <- real("0.1", "1", "1L", "0.01", "2")
arguments <- list(
  value = function(rank) choose(both("0"), both("2"), both("0.5"), both("-1L", "-1")),
  gain = real("1", "2L", "0.5"),
  mean = real("0", "1", "0.5"), stddev = real("1", "0.1", "2L"), minval = real("-1", "-0.5", "0L"),
  maxval = real("1", "0.5", "2L"), scale = real("1", "2", "0.5"),
  mode = word("fan_in", "fan_out", "fan_avg"),
  distribution = word("normal", "uniform", "truncated_normal", "untruncated_normal"),
  seed = whole(1L, 99L), max_value = real("1", "2L", "0.5"), min_value = real("0", "0.5", "1L"),
  rate = real("1", "0.5"), axis = axis_of_weights, l1 = real("0", "1", "0.1", "1L"),
  l2 = real("0", "1", "0.1"), factor = real("1", "0.1"), learning_rate = rates,
  rho = real("0", "0.5", "0.95"), epsilon = real("1e-7", "1", "0.1"),
  weight_decay = maybe(real("0.1", "1")), clipnorm = maybe(real("1", "0.5", "2L")),
  clipvalue = maybe(real("1", "0.5")), global_clipnorm = maybe(real("1", "0.5")), use_ema = flag,
  ema_momentum = real("0.9", "0", "1"), ema_overwrite_frequency = maybe(whole(1L, 3L)),
  loss_scale_factor = maybe(real("2", "4L")), gradient_accumulation_steps = maybe(whole(2L, 3L)),
  beta_1 = real("0", "0.5", "0.9"), beta_2 = real("0.5", "0.99"), amsgrad = flag,
  momentum = real("0", "0.5", "0.9"), nesterov = flag, centered = flag,
  initial_accumulator_value = real("0.1", "1"), relative_step = flag,
  learning_rate_power = real("-0.5", "0", "-1"), l1_regularization_strength = real("0", "0.1"),
  l2_regularization_strength = real("0", "1"), beta = real("0", "0.5"),
  clip_threshold = real("1", "2"), warmup_steps = whole(0L, 3L), initial_learning_rate = rates,
  decay_steps = whole(1L, 9L), first_decay_steps = whole(1L, 9L), alpha = real("0", "0.5", "1L"),
  decay_rate = real("0.5", "1", "0.9"), staircase = flag, t_mul = real("1", "2L", "1.5"),
  m_mul = real("1", "0.5"), end_learning_rate = real("0", "0.01", "1L"),
  power = real("1", "2", "0.5"), cycle = flag, warmup_target = maybe(rates),
  boundaries = function(rank) both("c(2, 5)", "[2, 5]"),
  values = function(rank) {
    choose(both("c(1, 0.5, 0.1)", "[1.0, 0.5, 0.1]"), both("list(3L, 0.5, 1L)", "[3, 0.5, 1]"),
           both("c(3, 2, 1)", "[3.0, 2.0, 1.0]"))
  }
)
# A regularizer has one of two words.
arguments_of <- function(name) {
  if (name == "regularizer_orthogonal") arguments$mode <- word("rows", "columns")
  arguments
}

families <- c(initializer = "initializers", constraint = "constraints",
              regularizer = "regularizers", optimizer = "optimizers",
              learning_rate_schedule = "optimizers.schedules")
# Classes with other names than their wrappers, in lower case; others take other arguments.
classes <- c(regularizer_orthogonal = "orthogonalregularizer",
             initializer_orthogonal = "orthogonalinitializer", optimizer_multi = NA,
             optimizer_map = NA, optimizer_loss_scale = NA, optimizer_muon = NA,
             initializer_stft = NA)

random_case <- function() {
  family <- sample(names(families), 1L)
  names <- grep(paste0("^", family, "_"), getNamespaceExports("rkeras"), value = TRUE)
  names <- setdiff(names, names(classes)[is.na(classes)])
  name <- sample(sort(names), 1L)
  formals <- formals(get(name, asNamespace("rkeras")))
  is_required <- vapply(formals, function(x) is.name(x) && !nzchar(x), NA)
  of <- arguments_of(name)
  known <- intersect(names(formals), names(of))
  # One kind of clipping at a time.
  clips <- c("clipnorm", "clipvalue", "global_clipnorm")
  known <- setdiff(known, sample(clips, 2L))
  # Without a seed numbers are drawn, and names are numbered in each session.
  needed <- c(names(formals)[is_required], "seed")
  chosen <- known[known %in% needed | stats::runif(length(known)) < 0.35]
  args <- sapply(chosen, function(arg) of[[arg]](2L), simplify = FALSE)
  if ("name" %in% names(formals)) args$name <- both('"m"')
  list(family = family, name = name, needed = c(needed, "name"), args = args)
}

python <- function() {
  main <- python_of_wrappers()
  if (!py_has_attr(main, "computed")) {
    py_run_string("
import numpy as np
W = np.array([[0.5, -2.0, 1.0], [3.0, 0.25, -1.0]], 'float32')
def part(module, name, text):
  module = eval('keras.' + module)
  classes = {n.lower(): x for n, x in vars(module).items() if isinstance(x, type)}
  return classes[name](**eval('dict(' + text + ')'))
def computed(family, x):
  if family == 'initializer':
    return x((4, 4))
  if family == 'learning_rate_schedule':
    return np.array([float(x(step)) for step in (0, 1, 3, 6, 20)])
  if family != 'optimizer': return x(keras.ops.convert_to_tensor(W))
  v = keras.Variable(W)
  x.build([v])
  for i in range(4): x.apply([keras.ops.convert_to_tensor(W * (i - 1.5))])
  x.finalize_variable_values([v])
  return v.numpy()
def difference_of_parts(ours, theirs):
  a, b = (keras.saving.serialize_keras_object(x)['config'] for x in (ours, theirs))
  return '; '.join(f'{n} is {a.get(n)!r}, not {b.get(n)!r}' for n in {**a, **b}
                   if repr(a.get(n)) != repr(b.get(n)))
")
  }
  main
}

problem_in <- function(case) {
  main <- python()
  ours <- outcome(eval(str2lang(in_r_code(case)), asNamespace("rkeras")))
  class <- gsub("_", "", sub(paste0(case$family, "_"), "", case$name, fixed = TRUE))
  if (case$name %in% names(classes)) class <- classes[[case$name]]
  theirs <- outcome(main$part(families[[case$family]], class, arguments_text(case, "py", "=")))
  if (has_failed(ours) && has_failed(theirs)) return("refused")
  if (has_failed(ours)) return(failure_of("R", ours))
  if (has_failed(theirs)) return(failure_of("Python", theirs))
  different <- py_to_r(main$difference_of_parts(ours, theirs))
  if (nzchar(different)) return(different)
  values <- lapply(list(ours, theirs), function(x) outcome(in_r(main$computed(case$family, x))))
  failed <- vapply(values, has_failed, NA)
  if (all(failed)) return("refused")
  if (any(failed)) return(failure_of(c("R", "Python")[failed], values[[which(failed)]]))
  if (!same_value(values[[1]], values[[2]])) {
    sprintf("%s, not %s", toString(values[[1]]), toString(values[[2]]))
  }
}

in_r_code <- function(case) sprintf("%s(%s)", case$name, arguments_text(case, "r", " = "))

smaller <- function(case) {
  lapply(setdiff(names(case$args), case$needed), function(arg) {
    case$args[[arg]] <- NULL
    case
  })
}

function(seed) {
  list(case = random_case(), wrong = problem_in, smaller = smaller, shown = in_r_code)
}
