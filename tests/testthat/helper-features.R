# A small table with columns of all kinds for feature specifications.
patients <- function() {
  data.frame(
    age = c(20L, 30L, 40L, 50L), weight = c(60.5, 70, 80, 90.5), city = c("b", "a", "b", "c"),
    origin = factor(c("a", "a", "c", "b")), group = 0:3, target = c(0, 1, 0, 1)
  )
}

# What the layer computes for a specification.
features_of <- function(spec, data = patients()) {
  as.array(layer_dense_features(data, dense_features(fit(spec))))
}

step_names <- function(spec) names(spec$steps)

text_tensor <- function(x) {
  tf$convert_to_tensor(array(if (is.factor(x)) as.character(x) else x))
}
