# Random calls of what makes data ready: padded sequences, windows over series, parts of data sets,
# folders of images and texts, images and bounding boxes. The values are those of the same call in
# Python.
source("tests/random/wrappers.R", local = TRUE)

none <- function(...) both("NULL", "None")
maybe <- function(f) function(rank) if (chance(0.5)) none() else f(rank)
pair <- function(from, to) {
  function(rank) {
    n <- sample(from:to, 2L, TRUE)
    both(sprintf("c(%s)", toString(n)), sprintf("(%s)", toString(n)))
  }
}
numbers <- function(n) round(stats::rnorm(n, sd = 3), 1)

# A call is list(r, py, args, given): the functions' names, the arguments as text, and the data by
# name. Each argument is drawn or left out, unless it is among the `needed`.
call_of <- function(r, py, given, options, needed = character(), rank = 2L) {
  chosen <- names(options) %in% needed | stats::runif(length(options)) < 0.5
  data <- sapply(names(given), both, simplify = FALSE)
  args <- lapply(options[chosen], function(draw) draw(rank))
  list(r = r, py = py, given = given, args = c(data, args), needed = c(names(given), needed))
}

makers <- list(
  padded = function() {
    draw <- function() {
      n <- sample(0:4, 1L)
      if (chance(0.5)) sample(9L, n, TRUE) else numbers(n)
    }
    call_of("pad_sequences", "utils.pad_sequences",
            list(sequences = replicate(sample(4L, 1L), draw(), simplify = FALSE)),
            list(maxlen = maybe(whole(1L, 5L)), dtype = word("int32", "float32", "int64"),
                 padding = word("pre", "post"), truncating = word("pre", "post"),
                 value = number("0", "-1", "7")))
  },
  normalized = function() {
    dims <- sample(1:4, sample(2:3, 1L), TRUE)
    axes <- function(rank) {
      i <- sample(rank, 1L)
      choose(both("-1", "-1"), both(sprintf("%d", i - rank - 1L), sprintf("%d", i - rank - 1L)))
    }
    call_of("normalize", "utils.normalize", list(x = array(numbers(prod(dims)), dims)),
            list(axis = axes, order = whole(1L, 2L)), rank = length(dims))
  },
  windows = function() {
    n <- sample(8:20, 1L)
    data <- if (chance(0.5)) numbers(n) else matrix(numbers(2L * n), n)
    targets <- if (chance(0.7)) numbers(n)
    # A position in R, from 1; the end is excluded in Python.
    start <- function(rank) {
      i <- sample(3L, 1L)
      both(sprintf("%d", i), sprintf("%d", i - 1L))
    }
    end <- function(rank) {
      i <- sample((n - 2L):(n - 1L), 1L)
      both(sprintf("%d", i), sprintf("%d", i))
    }
    call_of("timeseries_dataset_from_array", "utils.timeseries_dataset_from_array",
            list(data = data, targets = targets),
            list(sequence_length = whole(1L, 4L), sequence_stride = whole(1L, 3L),
                 sampling_rate = whole(1L, 2L), batch_size = whole(1L, 5L), start_index = start,
                 end_index = end), needed = "sequence_length")
  },
  split = function() {
    n <- sample(4:10, 1L)
    data <- if (chance(0.5)) matrix(numbers(2L * n), n) else list(numbers(n), numbers(n))
    sizes <- function(rank) choose(both("0.5"), both("0.25"), both("2"), both("1L", "1"))
    call_of("split_dataset", "utils.split_dataset", list(dataset = data),
            list(left_size = sizes, right_size = sizes, shuffle = flag, seed = whole(1L, 9L)),
            needed = c("left_size", "seed"))
  },
  images = function() {
    of_folder("image", list(
      color_mode = word("rgb", "grayscale", "rgba"), image_size = pair(3L, 8L),
      interpolation = word("bilinear", "nearest", "area"), crop_to_aspect_ratio = flag,
      pad_to_aspect_ratio = flag
    ), "image_size")
  },
  texts = function() of_folder("text", list(max_length = maybe(whole(1L, 9L)))),
  loaded = function() {
    call_of("loaded_image", "loaded_image", list(path = file.path(folder("image"), "a", "1.png")),
            list(color_mode = word("rgb", "grayscale", "rgba"), target_size = maybe(pair(2L, 9L)),
                 interpolation = word("nearest", "bilinear", "bicubic"), keep_aspect_ratio = flag))
  },
  resized = function() {
    dims <- c(if (chance(0.5)) 2L, sample(3:6, 2L, TRUE), 3L)
    call_of("image_smart_resize", "preprocessing.image.smart_resize",
            list(x = array(as.double(sample(0:255, prod(dims), TRUE)), dims)),
            list(size = pair(2L, 7L), interpolation = word("nearest", "bilinear")), "size")
  },
  converted = function() {
    format <- word("xyxy", "yxyx", "xywh", "center_xywh", "rel_xyxy", "rel_yxyx")
    call_of("bounding_boxes_convert_format", "utils.bounding_boxes.convert_format",
            list(boxes = boxes()),
            list(source = format, target = format, height = whole(20L, 30L),
                 width = whole(20L, 30L), dtype = word("float32")),
            c("source", "target", "height", "width"))
  },
  overlaps = function() {
    name <- sample(c("compute_iou", "compute_ciou"), 1L)
    options <- list(bounding_box_format = word("xyxy", "yxyx", "xywh"))
    n <- sample(3L, 1L)
    # Of each box with the other of its row, or with all.
    second <- if (name == "compute_ciou") boxes(n) else boxes()
    call_of(paste0("bounding_boxes_", name), paste0("utils.bounding_boxes.", name),
            list(boxes1 = boxes(n), boxes2 = second), options, "bounding_box_format")
  },
  deltas = function() {
    n <- sample(3L, 1L)
    format <- word("xyxy", "yxyx", "xywh", "center_xywh")
    call_of("bounding_boxes_encode_box_to_deltas", "utils.bounding_boxes.encode_box_to_deltas",
            list(anchors = boxes(n), boxes = boxes(n)),
            list(anchor_format = format, box_format = format,
                 encoding_format = word("center_yxhw", "center_xywh")),
            c("anchor_format", "box_format"))
  }
)

# Corners in 20 by 20.
boxes <- function(n = sample(3L, 1L)) {
  from <- matrix(sample(0:9, 2L * n, TRUE), n)
  cbind(from, from + sample(1:9, 2L * n, TRUE))
}

of_folder <- function(kind, options, needed = character()) {
  classes <- sample(2:3, 1L)
  names <- letters[seq_len(classes)]
  modes <- c("int", "categorical", if (classes == 2L) "binary")
  own <- function(rank) {
    n <- sample(0:(classes - 1L), 4L * classes, TRUE)
    both(sprintf("c(%s)", toString(n)), sprintf("[%s]", toString(n)))
  }
  in_order <- function(rank) {
    x <- toString(sprintf('"%s"', sample(names)))
    both(sprintf("c(%s)", x), sprintf("[%s]", x))
  }
  options <- c(options, list(
    label_mode = if (chance(0.2)) none else do.call(word, as.list(modes)),
    batch_size = choose(whole(1L, 5L), none), shuffle = flag, seed = whole(1L, 9L)
  ))
  if (chance(0.3)) options$class_names <- in_order else if (chance(0.3)) options$labels <- own
  if (chance(0.5)) {
    options$validation_split <- number("0.25", "0.5")
    options$subset <- word("training", "validation")
    needed <- c(needed, "validation_split", "subset")
  }
  options$verbose <- function(rank) both("FALSE", "False")
  name <- paste0(kind, "_dataset_from_directory")
  call_of(name, paste0("utils.", name), list(directory = folder(kind, classes)), options,
          c(needed, "seed", "verbose"))
}

# A folder of files, a folder in it for each class: made once in a session.
folder <- function(kind, classes = 2L) {
  path <- file.path(tempdir(), sprintf("random-%s-%d", kind, classes))
  if (!dir.exists(path)) for (class in letters[seq_len(classes)]) {
    dir.create(file.path(path, class), recursive = TRUE)
    for (i in 1:4) {
      at <- file.path(path, class, paste0(i, if (kind == "image") ".png" else ".txt"))
      values <- (seq_len(7L * 5L * 3L) * 31L * i + utf8ToInt(class)) %% 256L
      switch(kind,
        image = image_array_save(array(values, c(7L, 5L, 3L)), at),
        text = writeLines(paste(rep(c(class, "\u00e4 b", i), i), collapse = " "), at)
      )
    }
  }
  path
}

loaded_image <- function(...) image_to_array(image_load(...))

problem_in <- function(case) {
  main <- python()
  env <- list2env(case$given, parent = environment())
  ours <- outcome(eval(str2lang(in_r_code(case)), env))
  given <- lapply(case$given, in_python_value)
  theirs <- outcome(do.call(main$utility, c(list(in_python(case)), given)))
  if (has_failed(ours) && has_failed(theirs)) return("refused")
  if (has_failed(ours)) return(failure_of("R", ours))
  if (has_failed(theirs)) return(failure_of("Python", theirs))
  values <- lapply(list(ours, theirs), function(x) main$arrays(x))
  if (!py_to_r(main$same_arrays(values[[1]], values[[2]]))) {
    sprintf("%s, not %s", shown_value(values[[1]]), shown_value(values[[2]]))
  }
}

shown_value <- function(x) substr(gsub("\\s+", " ", py_str(x)), 1L, 300L)

in_python_value <- function(x) {
  if (is.character(x) || is.null(x)) return(x)
  if (is.list(x)) return(lapply(x, in_python_value))
  np_array(x, if (is.integer(x)) "int32" else "float64")
}

in_r_code <- function(case) sprintf("%s(%s)", case$r, arguments_text(case, "r", " = "))
in_python <- function(case) sprintf("%s(%s)", case$py, arguments_text(case, "py", "="))

python <- function() {
  main <- import_main(convert = FALSE)
  if (!py_has_attr(main, "arrays")) {
    py_run_string("
import keras, numpy as np, tensorflow as tf
def loaded_image(path, **given):
  return keras.utils.img_to_array(keras.utils.load_img(path, **given))
def utility(text, **given):
  names = {n: getattr(keras, n) for n in ('utils', 'preprocessing')}
  return eval(text, {**names, 'loaded_image': loaded_image, **given})
def arrays(x):
  if isinstance(x, tf.data.Dataset): x = list(x)
  if isinstance(x, (list, tuple)): return [arrays(part) for part in x]
  return np.asarray(x)
def same_arrays(x, y):
  if isinstance(x, list):
    return isinstance(y, list) and len(x) == len(y) and all(map(same_arrays, x, y))
  if isinstance(y, list) or x.shape != y.shape: return False
  if x.dtype.kind in 'SUO': return x.tolist() == y.tolist()
  return np.allclose(x, y, rtol=1e-5, atol=1e-5, equal_nan=True)
")
  }
  main
}

shown <- function(case) {
  given <- vapply(names(case$given), function(name) {
    sprintf("%s <- %s", name, paste(deparse(case$given[[name]]), collapse = ""))
  }, "")
  paste(c(given, in_r_code(case), in_python(case)), collapse = "; ")
}

smaller <- function(case) {
  lapply(setdiff(names(case$args), case$needed), function(arg) {
    case$args[[arg]] <- NULL
    case
  })
}

function(seed) {
  list(case = makers[[sample(length(makers), 1L)]](), wrong = problem_in, smaller = smaller,
       shown = shown)
}
