"""Keras for R: classes, training, files."""
