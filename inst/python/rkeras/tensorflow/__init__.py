"""TensorFlow for R: datasets, functions, operators."""
