"""JAX for R."""
