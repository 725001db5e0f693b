"""What get_config() of a Keras object returned, for R."""


def for_r(config):
    """JSON has no tuples: an object that was read from a file may have lists where a new one has tuples. So that
    R sees both alike, sequences of one item, those with None and the shapes in `build_config` become tuples,
    which are lists in R. R would make NA of None, and a scalar of one item."""
    if type(config) is dict:
        return {key: _as_tuples(value) if key == "build_config" else for_r(value) for key, value in config.items()}
    if not isinstance(config, list) and type(config) is not tuple:
        return config
    items = [for_r(item) for item in config]
    is_vector = isinstance(config, list) and len(items) > 1 and not any(item is None for item in items)
    return items if is_vector else tuple(items)


def _as_tuples(config):
    """What a layer was built with: shapes."""
    if type(config) is dict:
        return {key: _as_tuples(value) for key, value in config.items()}
    return tuple(map(_as_tuples, config)) if type(config) in (list, tuple) else config
