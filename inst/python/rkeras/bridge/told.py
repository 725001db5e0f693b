"""Errors whose text R users read as it is (R/py-message.R)."""


class InRWords(ValueError):
    """TensorFlow and Keras put text of their own around it, so it is one line where they call the code."""


def shape_in_r(shape):
    return "(" + ", ".join("NA" if n is None else str(n) for n in shape) + ")"


def positions_in_r(rows):
    """As at_places() of R: the first five of many."""
    shown = rows if len(rows) < 7 else rows[:5]
    rest = [f"{len(rows) - 5} more"] if len(rows) > 6 else []
    texts = [str(row) for row in shown] + rest
    if len(texts) == 1:
        return f"position {texts[0]}"
    return f"positions {', '.join(texts[:-1])} and {texts[-1]}"
