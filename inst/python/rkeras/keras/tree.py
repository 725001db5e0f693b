"""R's vectors in Keras's trees of values."""

from rkeras.vector import Vector


def join():
    """Registers Vector as a list for Keras's trees, which check exact types."""
    try:
        import optree
    except ImportError:
        return
    try:
        optree.register_pytree_node(
            Vector, lambda x: (list(x), None), lambda _, items: list(items), namespace="keras"
        )
    except ValueError:
        pass  # already registered
