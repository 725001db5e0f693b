"""Finds names in Python files that libraries keep to themselves."""

import ast
import pathlib
import re

# The modules of Keras, TensorFlow, JAX and pandas that are not their interface.
MODULE = re.compile(
    r"(keras\.src|tensorflow\.python|jax\._src|jaxlib|pandas\.(core|_libs))\.[\w.{}]*|_[A-Za-z]\w*|TFE_\w+"
)
ACCESS = ("getattr", "hasattr", "setattr", "delattr", "attrgetter")
# Documented by Python.
DOCUMENTED = {"_getframe"}


def private_names(folder):
    """`file:line name` for each private name of a library."""
    folder = pathlib.Path(folder)
    trees = {str(path.relative_to(folder)): ast.parse(path.read_text()) for path in sorted(folder.rglob("*.py"))}
    # It runs in other Pythons, by itself.
    trees.pop("env/requirements.py", None)
    own = {name for tree in trees.values() for node in ast.walk(tree) for name in defined(node)} | DOCUMENTED
    return [
        f"{file}:{node.lineno} {name}"
        for file, tree in trees.items()
        for node in ast.walk(tree)
        for name in used(node)
        if name not in own
    ]


def defined(node):
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
        is_own = isinstance(node, ast.Name) or isinstance(node.value, ast.Name) and node.value.id == "self"
        if is_own:
            yield node.id if isinstance(node, ast.Name) else node.attr
    # As rkeras sets attributes of its own.
    if isinstance(node, ast.Constant) and str(node.value).startswith(("_r_", "_rkeras_")):
        yield node.value


def used(node):
    if isinstance(node, ast.Attribute) and re.match("_[a-zA-Z]|TFE_", node.attr):
        yield node.attr
    if isinstance(node, ast.ImportFrom) and MODULE.match(f"{node.module}."):
        yield node.module
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names if MODULE.match(f"{name.name}."))
    if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ACCESS:
        yield from (x.value for x in node.args if is_text(x) and MODULE.fullmatch(x.value))
    if is_text(node) and "." in node.value and MODULE.fullmatch(node.value):
        yield node.value


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
