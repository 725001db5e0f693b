"""Runs the statements of a chunk one by one, as Python's prompt does; for the knitr engine and the Python
prompt."""

import ast
import linecache
import sys
import types

MAIN = vars(sys.modules["__main__"])


def statements(code):
    """`(first line, last line, shows)` of each statement, lines counted from 1. `shows` tells whether the
    prompt shows the value: that of an expression without a semicolon after it."""
    lines = code.split("\n")
    found = []
    for node in ast.parse(code).body:
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
        end = lines[node.end_lineno - 1].encode()[node.end_col_offset:].decode()
        shows = isinstance(node, ast.Expr) and not end.lstrip().startswith(";")
        if found and first <= found[-1][1]:
            # Several statements on a line are shown as one.
            first = found.pop()[0]
        found.append((first, node.end_lineno, shows))
    return found


def compiled(code, name, first_line):
    """The code object of each statement of a piece of a chunk, and whether its value is shown. Line numbers
    in tracebacks are those of the chunk."""
    tree = ast.parse("\n" * (first_line - 1) + code, name)
    for node in tree.body:
        if isinstance(node, ast.Expr):
            yield compile(ast.Expression(node.value), name, "eval", dont_inherit=True), True
        else:
            yield compile(ast.Module([node], []), name, "exec", dont_inherit=True), False


def run(code, name="<chunk>", first_line=1):
    """Runs a piece of a chunk in the main module and returns the value of its last expression, or None."""
    value = None
    for part, is_expression in compiled(code, name, first_line):
        result = eval(part, MAIN)
        value = result if is_expression else None
    if value is not None:
        vars(sys.modules["builtins"])["_"] = value
    return value


def remember_lines(code, name):
    """Lets tracebacks show the lines of the chunk."""
    linecache.cache[name] = (len(code), None, [line + "\n" for line in code.split("\n")], name)


def is_complete(code):
    """Whether the prompt runs the code: False if it continues on the next line, as a block does until an empty
    line. Raises SyntaxError."""
    import codeop

    return codeop.compile_command(code, "<stdin>", "single") is not None


def rich(value, is_html):
    """`(kind, text)` for a value that documents show as more than text, or None. The kind is "html" or
    "markdown"."""
    if isinstance(value, type):
        return None
    if is_html and type(value).__module__.startswith("altair."):
        # Its own representation is for Jupyter, which has the scripts that it needs.
        return "html", value.to_html(fullhtml=False, output_div=f"altair-{id(value)}")
    formats = ("_repr_html_", "_repr_markdown_") if is_html else ("_repr_markdown_",)
    bundle = _bundle(value)
    for name in formats:
        kind = name.strip("_").split("_")[1]
        text = bundle.get(f"text/{kind}") or _called(value, name)
        if text:
            return kind, text
    return None


def _bundle(value):
    found = _called(value, "_repr_mimebundle_")
    bundle = found[0] if isinstance(found, tuple) else found
    return bundle if isinstance(bundle, dict) else {}


def _called(value, name):
    method = getattr(type(value), name, None)
    if not isinstance(method, (types.FunctionType, types.MethodType)):
        return None
    try:
        return getattr(value, name)()
    except NotImplementedError:
        return None
