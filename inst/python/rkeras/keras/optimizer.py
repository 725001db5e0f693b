"""Optimizers whose first use did not end."""


def renew(optimizer):
    """Makes the optimizer one that has no variables yet. Keras would go on with the variables that it has
    made, even if an interrupt or error left some of them out. Code that refers to the optimizer keeps it.
    Optimizers whose configuration is incomplete stay as they are."""
    try:
        new = type(optimizer).from_config(optimizer.get_config())
    except Exception:
        return
    vars(optimizer).clear()
    vars(optimizer).update(vars(new))
