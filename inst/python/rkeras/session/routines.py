"""Python functions in R's console: their signature and the first paragraph of their documentation."""

import inspect

from rkeras.printable import printable


def shown(x, width):
    """None for what is not a function."""
    if not is_routine(x):
        return None
    lines = [*wrapped(title(x), parameters(x), width), *summary(x)]
    return printable("\n".join(lines))


def line(x):
    return f"{title(x)}({', '.join(parameters(x))})" if is_routine(x) else None


def signature(x, width):
    """The second line of a class or another callable object, and more if it is long."""
    try:
        inspect.signature(x)
    except (TypeError, ValueError):
        return ""
    return "\n" + "\n".join(wrapped(" signature: ", parameters(x), width))


def is_routine(x):
    if isinstance(x, type):
        return False
    # Functions of libraries may be instances of the libraries' own classes. From Python 3.14 on, functools.partial
    # objects count as routines, too, and have no name.
    return hasattr(x, "__name__") and (inspect.isroutine(x) or repr(x).startswith(("<function ", "<ufunc ")))


def title(x):
    kind = "<method> " if inspect.ismethod(x) else "<function> "
    return kind + full_name(x)


def full_name(x):
    name = getattr(x, "__qualname__", None) or x.__name__
    module = getattr(x, "__module__", None)
    if not isinstance(module, str) or module in ("builtins", "__main__"):
        return name
    return f"{module}.{name}"


def parameters(x):
    """Defaults without addresses; "..." if Python does not know the parameters."""
    try:
        signature = inspect.signature(x)
    except (TypeError, ValueError):
        return ["..."]
    known = list(signature.parameters.values())
    kinds = [p.kind for p in known]
    texts = [parameter(p) for p in known]
    if inspect.Parameter.VAR_POSITIONAL not in kinds and inspect.Parameter.KEYWORD_ONLY in kinds:
        texts.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    positional = kinds.count(inspect.Parameter.POSITIONAL_ONLY)
    if positional:
        texts.insert(positional, "/")
    return texts


def parameter(p):
    text = str(p.replace(annotation=p.empty))
    return f"{p.name}=..." if " at 0x" in text or len(text) > 60 else text


def wrapped(name, texts, width):
    lines, room = [f"{name}("], max(width, 20)
    for i, text in enumerate(texts):
        text += ")" if i == len(texts) - 1 else ","
        start = " " if lines[-1].strip() and not lines[-1].endswith("(") else ""
        if len(lines[-1]) + len(start + text) > room and lines[-1].strip():
            lines.append("    " + text)
        else:
            lines[-1] += start + text
    if not texts:
        lines[-1] += ")"
    return lines


def docstring(x):
    return printable(inspect.getdoc(x) or "")


def summary(x):
    """The first paragraph that is not itself a signature, as C functions have one."""
    text = docstring(x)
    paragraphs = [p for p in text.split("\n\n") if p.strip()]
    name = getattr(x, "__name__", "")
    if len(paragraphs) > 1 and paragraphs[0].startswith(f"{name}("):
        paragraphs = paragraphs[1:]
    return paragraphs[0].strip("\n").splitlines()[:6] if paragraphs else []


def facts(x):
    """For help beside a completion."""
    signature = f"{x.__name__}({', '.join(parameters(x))})" if callable(x) and hasattr(x, "__name__") else None
    return {"signature": signature, "summary": " ".join(summary(x))}
