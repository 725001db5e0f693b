"""Results of get_config() of Keras objects, for R."""


def for_r(config):
    """Adjusts a configuration. JSON has no tuples: an object restored from a file may have lists where a
    new one has tuples. So that both are equal in R, sequences of one item, those with None and the
    shapes in `build_config` become tuples, which are lists in R. Otherwise R would convert None to NA,
    and one item to a scalar."""
    if type(config) is dict:
        return {key: _as_tuples(value) if key == "build_config" else for_r(value) for key, value in config.items()}
    if not isinstance(config, list) and type(config) is not tuple:
        return config
    items = [for_r(item) for item in config]
    is_vector = isinstance(config, list) and len(items) > 1 and not any(item is None for item in items)
    return items if is_vector else tuple(items)


def _as_tuples(config):
    """The configuration of build(): shapes."""
    if type(config) is dict:
        return {key: _as_tuples(value) for key, value in config.items()}
    return tuple(map(_as_tuples, config)) if type(config) in (list, tuple) else config
