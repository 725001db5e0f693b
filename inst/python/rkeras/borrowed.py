"""Private names of libraries that rkeras uses, from the table borrowed.tsv.

No other file contains such a name. Code that can work without a name calls is_there() or loaded();
owner() and get() raise Missing. report() tells R which names are missing, once for each imported
library.
"""

import importlib
import importlib.machinery
import os
import sys

TABLE = os.path.join(os.path.dirname(__file__), "..", "..", "borrowed.tsv")
# All other libraries are part of Python.
LIBRARIES = {
    "keras": "Keras", "tensorflow": "TensorFlow", "jax": "JAX", "pandas": "pandas", "scipy": "SciPy",
    "dateutil": "dateutil",
}
# Modules with other names that belong to a library.
PARTS = {"jaxlib": "jax"}


class Missing(RuntimeError):
    """A library lacks a required name."""


class Row:
    """A row of the table. A place is a module, the path of a class in it or "", and names in it."""

    __slots__ = ("name", "first", "last", "places", "without", "library")

    def __init__(self, name, first, last, places, why, without):
        self.name, self.first, self.last, self.without = name, first, last, without
        self.places = [place_of(text) for text in places.split("|")]
        library = library_of(self.places[0][0])
        self.library = library if library in LIBRARIES else "python"


def library_of(module):
    package = module.partition(".")[0]
    return PARTS.get(package, package)


def place_of(text):
    module, _, path = text.partition(":")
    owner, _, names = path.rpartition(".")
    return module, owner, tuple(names.split(",")) if names else ()


def read():
    with open(TABLE, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {line[0]: Row(*line) for line in lines[1:]}


ROWS = read()
# The rows with missing names, for the libraries that were checked.
missing, known = set(), set()


# ---- For the code that uses them ---------------------------------------------------------------------


def place(name):
    """The module's name, the class in it, and the names, for the installed version."""
    row = ROWS[name]
    return next((place for place in map(of_backend, row.places) if is_place(place)), of_backend(row.places[0]))


def module(name):
    return ROWS[name].places[0][0]


def names(name):
    return ROWS[name].places[0][2]


def spelled(name):
    return names(name)[0]


def is_there(name):
    return any(is_place(of_backend(place)) for place in ROWS[name].places)


def owner(name):
    """The module or class that has the names. Imports the module."""
    if not is_there(name):
        raise Missing(f"{complaint([ROWS[name]])}\n{remedy([ROWS[name]])}")
    module, path, _ = place(name)
    return at(importlib.import_module(module), path)


def get(name):
    return getattr(owner(name), spelled(name))


def replace(name, change):
    """Replaces each object by change(x). If names are missing, which is reported to R, does nothing."""
    if is_there(name):
        at_owner = owner(name)
        for own_name in names(name):
            setattr(at_owner, own_name, change(getattr(at_owner, own_name)))


def loaded(name):
    """As owner(); None if the module has not been imported or lacks the names."""
    module, path, _ = place(name)
    return at(sys.modules[module], path) if module in sys.modules and is_there(name) else None


# ---- Is it there? ------------------------------------------------------------------------------------


def of_backend(place):
    module, owner, names = place
    if "{" in module:
        module = module.format(backend=sys.modules["keras"].backend.backend())
    return module, owner, names


def is_place(place):
    """Without importing: for a module that has not been imported, only its existence is checked."""
    module, path, names = place
    if module not in sys.modules:
        return can_be_imported(module)
    try:
        owner = at(sys.modules[module], path)
    except AttributeError:
        return False
    return all(hasattr(owner, name) or is_in_code(owner, name) for name in names)


def at(owner, path):
    for name in filter(None, path.split(".")):
        owner = getattr(owner, name)
    return owner


def is_in_code(owner, name):
    """Whether the function or the class's methods use the attribute, or a variable of this name in the
    functions that they define. Instances may have attributes that the class lacks."""
    functions = vars(owner).values() if isinstance(owner, type) else [owner]
    return any(name in names_in(function) for function in functions)


def names_in(function):
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    code = getattr(function, "__code__", None)
    return code.co_names + code.co_cellvars if code is not None else ()


def can_be_imported(module):
    if module in sys.builtin_module_names:
        return True
    path = None
    for end in range(1, module.count(".") + 2):
        package = ".".join(module.split(".")[:end])
        if package in sys.modules:
            path = getattr(sys.modules[package], "__path__", None)
            continue
        spec = importlib.machinery.PathFinder.find_spec(package, path)
        if spec is None:
            return False
        path = spec.submodule_search_locations
    return True


# ---- For R -------------------------------------------------------------------------------------------


def is_in_use(library):
    """Whether its import has finished."""
    if library == "python":
        return True
    spec = getattr(sys.modules.get(library), "__spec__", None)
    return spec is not None and not getattr(spec, spelled("importing"), False)


def is_unknown(library):
    return library not in known and is_in_use(library)


def report(imported=None):
    """The names missing in libraries imported since the last report, for a warning; None if nothing is
    missing, or if the module `imported` belongs to no such library."""
    if imported is not None and imported.partition(".")[0] not in LIBRARIES:
        return None
    new = [library for library in ("python", *LIBRARIES) if is_unknown(library)]
    known.update(new)
    lacking = [row for row in ROWS.values() if row.library in new and not is_there(row.name)]
    lacking = [row for row in lacking if is_expected(row)]
    missing.update(row.name for row in lacking)
    parts = [complaint([row for row in lacking if row.library == library]) for library in new]
    return "\n".join([*filter(None, parts), remedy(lacking)]) if lacking else None


def is_expected(row):
    """Names added after the oldest tested version, or removed before the newest one, have a substitute."""
    oldest, newest = tested(row.library)
    installed = numbers(version(row.library))
    is_early = numbers(row.first) != oldest and installed < numbers(row.first)
    is_late = numbers(row.last) != newest and installed > numbers(row.last)
    return not (is_early or is_late)


def tested(library):
    rows = [row for row in ROWS.values() if row.library == library]
    return min(numbers(row.first) for row in rows), max(numbers(row.last) for row in rows)


def numbers(version):
    parts = [part for part in version.split(".")[:3] if part.isdigit()]
    return tuple(map(int, parts))


def version(library):
    if library == "python":
        return ".".join(map(str, sys.version_info[:2]))
    return str(getattr(sys.modules.get(library), "__version__", "0"))


def complaint(rows):
    if not rows:
        return None
    library = rows[0].library
    spoken = LIBRARIES.get(library, "Python")
    oldest, newest = (".".join(map(str, numbers)) for numbers in tested(library))
    effects = dict.fromkeys(row.without for row in rows)
    of_effect = {text: ", ".join(full_name(row) for row in rows if row.without == text) for text in effects}
    lines = [f"* {text} ({names})" for text, names in of_effect.items()]
    first = f"{spoken} {version(library)} lacks what rkeras needs of it; versions {oldest} to {newest} are tested."
    return "\n".join([first, *lines])


def full_name(row):
    module, path, names = row.places[0]
    return ".".join(filter(None, (module, path, "/".join(names))))


def remedy(rows):
    if all(row.library == "python" for row in rows):
        return "Update rkeras, or use a Python of these versions."
    return "Update rkeras, or install versions that are tested: install_keras() does."
