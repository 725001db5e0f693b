"""Tensors of any backend, by Keras's operations."""
