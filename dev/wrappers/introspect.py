"""Print the signature of each endpoint named on stdin, one argument a line, as R would write it.

Output columns (tab separated): endpoint, argument, kind, default. `kind` is Python's name for the
parameter's kind in lower case; `default` is an R expression, or empty for a required argument.
"""

import importlib
import inspect
import sys


def main():
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


def r_literal(value):
    """The R expression that the bridge turns into `value`."""
    if value is None:
        return "NULL"
    if value is True or value is False:
        return str(value).upper()
    if isinstance(value, int):
        return f"{value}L"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (tuple, list)):
        return "list(" + ", ".join(r_literal(item) for item in value) + ")"
    raise TypeError(f"no R literal for the default {value!r}")


main()
