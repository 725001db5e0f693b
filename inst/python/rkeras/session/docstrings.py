"""The parts of a docstring, in the styles of NumPy, Google and reStructuredText."""

import inspect
import re

from rkeras.session import routines

PARAMETERS = ("parameters", "args", "arguments", "other parameters", "keyword args", "keyword arguments")
RETURNS = ("returns", "return", "yields")
# "Args:" of Google's style, or a title underlined with dashes of NumPy's.
GOOGLE = re.compile(r"^([A-Z][A-Za-z ]+):\s*$")
UNDERLINE = re.compile(r"^-{3,}\s*$")
FIELD = re.compile(r"^:(?:param|parameter|arg)(?: [\w\[\], .]+)? \*{0,2}(\w+):\s*(.*)")
RETURN_FIELD = re.compile(r"^:returns?:\s*(.*)")


def parts(x):
    """A dict of the name, signature, description, details, parameters, returns and other sections."""
    text = routines.docstring(x)
    paragraphs, sections = split(text)
    names = parameter_names(x)
    return {
        "name": getattr(x, "__name__", type(x).__name__),
        "signature": ", ".join(routines.parameters(x)),
        "description": paragraphs[0] if paragraphs else "",
        "details": "\n\n".join(paragraphs[1:]),
        "parameters": {name: described(name, text, sections) for name in names},
        "returns": returned(text, sections),
        "sections": {
            title: body for title, body in sections.items() if title.lower() not in PARAMETERS + RETURNS
        },
    }


def arguments(x):
    """What the documentation says about each argument."""
    return parts(x)["parameters"]


def parameter_names(x):
    try:
        known = inspect.signature(x).parameters.values()
    except (TypeError, ValueError):
        return []
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [parameter.name for parameter in known if parameter.kind not in variadic]


def split(text):
    """The paragraphs before the first section, and the sections by their titles."""
    lines = text.split("\n")
    sections, title, body, before = {}, None, [], []
    i = 0
    while i < len(lines):
        google = GOOGLE.match(lines[i])
        numpy = i + 1 < len(lines) and lines[i].strip() and UNDERLINE.match(lines[i + 1])
        if google or numpy:
            keep(sections, title, body)
            title, body = (google[1] if google else lines[i].strip()), []
            i += 1 if google else 2
            continue
        if FIELD.match(lines[i]) or RETURN_FIELD.match(lines[i]):
            keep(sections, title, body)
            title, body = "fields", []
        (before if title is None else body).append(lines[i])
        i += 1
    keep(sections, title, body)
    sections.pop("fields", None)
    paragraphs = [" ".join(p.split()) for p in "\n".join(before).split("\n\n") if p.strip()]
    name_and_bracket = re.compile(r"^[\w.]+\(.*\)")
    return [p for p in paragraphs if not name_and_bracket.match(p)], sections


def keep(sections, title, body):
    if title is not None:
        sections[title] = inspect.cleandoc("\n".join(body)).strip()


def described(name, text, sections):
    for title, body in sections.items():
        if title.lower() in PARAMETERS:
            found = entry(name, body)
            if found:
                return found
    field = re.search(rf"^:(?:param|parameter|arg)(?: [\w\[\], .]+)? \*{{0,2}}{name}:\s*(.*(?:\n[ \t]+.*)*)",
                      text, re.MULTILINE)
    return " ".join(field[1].split()) if field else ""


def entry(name, body):
    """The text of one entry: `name: text` or `name : type` with the text indented below it."""
    lines = body.split("\n")
    for i, line in enumerate(lines):
        named = re.match(rf"^\*{{0,2}}(?:\w+, )*{name}(?:, \w+)*(?: \([^)]*\))?\s*:?(.*)$", line)
        if named and not line.startswith(" "):
            rest = []
            for later in lines[i + 1:]:
                if later.strip() and not later.startswith(" "):
                    break
                rest.append(later)
            own = named[1].strip()
            texts = [own, *rest] if not own or own.endswith((".", ",")) or not any(rest) else [own + ".", *rest]
            return " ".join(" ".join(texts).split())
    return ""


def returned(text, sections):
    for title, body in sections.items():
        if title.lower() in RETURNS:
            return " ".join(body.split())
    field = re.search(r"^:returns?:\s*(.*(?:\n[ \t]+.*)*)", text, re.MULTILINE)
    return " ".join(field[1].split()) if field else ""
