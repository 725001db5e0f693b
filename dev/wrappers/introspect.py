"""Print the signature of each endpoint named on stdin, one argument a line, as R would write it.

Output columns (tab separated): endpoint, argument, kind, default. `kind` is Python's name for the
parameter's kind in lower case; `default` is an R expression, or empty for a required argument.

With --public: print the names of each public class and function of Keras instead, one thing a line.
"""

import importlib
import inspect
import sys


def main():
    if "--public" in sys.argv:
        return print(*map("\t".join, public("keras").values()), sep="\n")
    for endpoint in sys.stdin.read().split():
        signature = inspect.signature(resolve(endpoint))
        for parameter in signature.parameters.values():
            default = ""
            if parameter.default is not inspect.Parameter.empty:
                default = r_literal(parameter.default)
            print(endpoint, parameter.name, parameter.kind.name.lower(), default, sep="\t")


def resolve(endpoint):
    root, *names = endpoint.split(".")
    value = importlib.import_module(root)
    for name in names:
        value = getattr(value, name)
    return value


def public(path, found=None, modules=()):
    """The names of each thing, by its identity: many have several."""
    found = {} if found is None else found
    for name, value in vars(resolve(path)).items():
        if name.startswith("_") or name == "src":
            continue
        if inspect.ismodule(value):
            if value.__name__.startswith("keras.") and value not in modules:
                public(f"{path}.{name}", found, (*modules, value))
        elif callable(value):
            found.setdefault(id(value), []).append(f"{path}.{name}")
    return found


def r_literal(value):
    """The R expression that the bridge turns into `value`."""
    if value is None:
        return "NULL"
    if value is True or value is False:
        return str(value).upper()
    if isinstance(value, int):
        return f"{value}L"
    if isinstance(value, float):
        return f"{value:.15g}".replace("inf", "Inf").replace("nan", "NaN")
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (tuple, list)):
        items = [r_literal(item) for item in value]
        return ("c(" if is_vector(value) else "list(") + ", ".join(items) + ")"
    raise TypeError(f"no R literal for the default {value!r}")


def is_vector(items):
    return len(items) > 1 and len({type(item) for item in items} & {list, tuple, type(None)}) == 0


main()
