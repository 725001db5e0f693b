# What the random tests of wrappers share: arguments written in R and in Python, and Keras's objects
# made of each.

# Each argument is list(r, py), its text in both languages.
both <- function(r, py = r) list(r = r, py = py)
whole <- function(from, to) {
  function(rank) {
    n <- sample(from:to, 1L)
    both(sample(c(sprintf("%d", n), sprintf("%dL", n)), 1L), sprintf("%d", n))
  }
}
share <- function(rank) {
  x <- sample(c("0", "0.25", "0.5"), 1L)
  both(x, if (x == "0") "0.0" else x)
}
number <- function(...) function(rank) both(sample(c(...), 1L))
flag <- function(rank) {
  x <- sample(c(TRUE, FALSE), 1L)
  both(as.character(x), if (x) "True" else "False")
}
word <- function(...) function(rank) both(sprintf('"%s"', sample(c(...), 1L)))
choose <- function(...) list(...)[[sample(...length(), 1L)]]

arguments_text <- function(layer, language, equals) {
  texts <- vapply(layer$args, `[[`, "", language)
  toString(sprintf("%s%s%s", names(texts), equals, texts))
}

# Functions of Python: `made` makes an object of the class of another, `made_of` of the class with
# that name, in lower case; `difference` compares the configurations of two.
python_of_wrappers <- function() {
  main <- import_main(convert = FALSE)
  if (!py_has_attr(main, "difference")) {
    py_run_string("
import json, keras
def config_of(x):
  config = keras.saving.serialize_keras_object(x)['config']
  return {name: json.dumps(value, sort_keys=True) for name, value in config.items()}
def difference(ours, theirs):
  ours, theirs = config_of(ours), config_of(theirs)
  return '; '.join(f'{name} is {ours.get(name)}, not {theirs.get(name)}'
                   for name in {**ours, **theirs} if ours.get(name) != theirs.get(name))
def made(x, text):
  return type(x)(**eval('dict(' + text + ')'))
def made_of(module, name, text):
  module = getattr(keras, module)
  classes = {n.lower(): x for n, x in vars(module).items() if isinstance(x, type)}
  return classes[name](**eval('dict(' + text + ')'))
")
  }
  main
}
