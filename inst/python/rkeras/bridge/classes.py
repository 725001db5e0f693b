"""Python classes whose methods are R functions, as defined in R/class-define.R."""

import functools
import keyword
import types
import uuid
import weakref

from rkeras import rpycall
from rkeras.rpycall import Handle


def method(call, name, formals, doc, convert):
    """A function whose body is the R function `call`. `self` is passed as a Handle, which is not
    converted; with `convert` false, no argument is converted."""
    if name in SPECIAL:
        call = functools.partial(SPECIAL[name], call)
    return function(call, name, formals, doc, Handle if convert else None)


def no_names(names):
    """Those that no parameter can have."""
    return [name for name in names if keyword.iskeyword(name) or not name.isidentifier()]


def function(call, name, formals, doc, wrap=None):
    """A real function with the R function's formals. Libraries read a function's code object and not
    always `__signature__`, which functools.wraps() copies to functions with other parameters.

    R evaluates its own defaults, so arguments equal to the default are not passed. Python sees constant
    defaults, and `...` for others.
    """
    space = {"_call": call, "_wrap": wrap}
    code = _code(space, wrap is not None, **formals)
    exec(compile(code, f"<R function {name}>", "exec"), space)
    return named(space["_function"], name, doc)


def named(function, name, doc):
    """`function` with the name and documentation of the R function."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = "R"
    function.__doc__ = doc
    # Otherwise TensorFlow would look for the Python source, to translate loops and branches.
    function.autograph_info__ = {}
    return function


def _code(space, has_self, names, required, constants):
    parameters, passed, optional = [], [], []
    dots, others = None, _free("kwargs", names)
    takes_others = False
    for name in names:
        if name == "...":
            dots = _free("args", names)
            takes_others = True
            parameters.append(f"*{dots}")
            passed.append(f"*{dots}")
        elif not name.isidentifier() or keyword.iskeyword(name):
            takes_others = True  # Such a name can only be passed with **.
        elif name in required and (dots or not optional):
            parameters.append(name)
            passed.append(f"{name}={name}" if dots else name)
        else:
            space[f"_default_{name}"] = constants.get(name, ...)
            parameters.append(f"{name}=_default_{name}")
            optional.append(name)
    if has_self:
        passed[0] = f"_wrap({passed[0]})"
    body = []
    if takes_others:
        parameters.append(f"**{others}")
    elif optional:
        body.append(f"{others} = {{}}")
    body += [f"if {name} is not _default_{name}: {others}[{name!r}] = {name}" for name in optional]
    if takes_others or optional:
        passed.append(f"**{others}")
    body.append(f"return _call({', '.join(passed)})")
    return "\n    ".join([f"def _function({', '.join(parameters)}):", *body])


def _free(name, taken):
    while name in taken:
        name += "_"
    return name


def active(call, name, doc, can_set, convert):
    """A property of one R function, which is called with a value to set it and without one to get it."""
    wrap = Handle if convert else _same

    def get(self):
        try:
            return call(wrap(self))
        except AttributeError as error:
            # Otherwise Python would call __getattr__() and hide the error.
            raise RuntimeError(str(error)) from error

    def set(self, value):
        call(wrap(self), value)

    get.__name__ = set.__name__ = name
    return property(get, set if can_set else None, doc=doc)


def define(name, bases, members, doc, definition):
    """Creates the class. `definition` is the R environment that describes it, for methods and for
    pickle."""
    bases = types.resolve_bases(bases)
    for prepare in PREPARE:
        bases = prepare(bases)
    space = {"__module__": "R", "__qualname__": name, "__doc__": doc}
    space.update(members)
    for value in space.values():
        if isinstance(value, types.FunctionType) and value.__module__ == "R":
            value.__qualname__ = f"{name}.{value.__name__}"
    space["__r_class__"] = definition
    space["__r_id__"] = uuid.uuid4().hex
    if not any(hasattr(base, "__r_class__") for base in bases):
        space.setdefault("__reduce_ex__", _reduce)
    made = types.new_class(name, bases, exec_body=lambda body: body.update(space))
    CLASSES[made.__r_id__] = made
    for tell in MADE:
        tell(made)
    return made


CLASSES = weakref.WeakValueDictionary()
# Hooks of libraries: functions that replace the bases of a class, and functions that are called with each
# new class.
PREPARE = []
MADE = []


def _same(x):
    return x


# ---- What Python demands of some methods, and R functions do not give --------------------------------


class RAttributeError(rpycall.RError, AttributeError):
    """An R error during the check for an attribute."""


class RIndexError(rpycall.RError, IndexError):
    """R's "subscript out of bounds"."""


def _as(kind, error):
    same = kind(*error.args)
    same.condition = error.condition
    return same


def _nothing(call, /, *args, **named):
    call(*args, **named)


def _whole(call, /, *args, **named):
    value = call(*args, **named)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _iterator(call, /, *args, **named):
    value = call(*args, **named)
    return value if hasattr(value, "__next__") else iter(value)


def _next(call, /, *args, **named):
    value = call(*args, **named)
    if value is None:
        raise StopIteration
    return value


def _attribute(call, /, *args, **named):
    try:
        return call(*args, **named)
    except rpycall.RError as error:
        raise _as(RAttributeError, error) from None


def _item(call, /, *args, **named):
    try:
        return call(*args, **named)
    except rpycall.RError as error:
        if rpycall.rkeras("is_out_of_bounds", error.condition):
            raise _as(RIndexError, error) from None
        raise


NOTHING = ("__init__", "__del__", "__setattr__", "__delattr__", "__setitem__", "__delitem__")
WHOLE = ("__len__", "__length_hint__", "__hash__", "__index__", "__int__")
SPECIAL = {
    **dict.fromkeys(NOTHING, _nothing),
    **dict.fromkeys(WHOLE, _whole),
    **dict.fromkeys(("__iter__", "__reversed__"), _iterator),
    **dict.fromkeys(("__getattr__", "__getattribute__"), _attribute),
    "__next__": _next,
    "__getitem__": _item,
}


# ---- Private state -----------------------------------------------------------------------------------


def private(instance):
    """The R environment of an instance's private members, created when it is first used."""
    state = vars(instance)
    found = state.get("__r_private__")
    if found is None or isinstance(found, PrivateState):
        values = found.values if found else None
        found = rpycall.rkeras("new_private", Handle(instance), values)
        state["__r_private__"] = found
    return found


class PrivateState:
    """Private members in pickled form: the bytes of R's serialize()."""

    def __init__(self, values):
        self.values = values


# ---- Pickle ------------------------------------------------------------------------------------------


def _reduce(self, protocol):
    """As the method of the base class, but classes defined in R are reduced to their definition instead
    of their name."""
    owner = next(c for c in reversed(type(self).__mro__) if "__r_class__" in vars(c))
    reduced = super(owner, self).__reduce_ex__(protocol)
    if not isinstance(reduced, tuple):
        return reduced
    make, args, *state = reduced
    if state and isinstance(state[0], dict) and "__r_private__" in state[0]:
        state[0] = dict(state[0])
        values = rpycall.rkeras("serialize_private", private(self))
        state[0]["__r_private__"] = PrivateState(values)
    return _make, (_pack(make), *map(_pack, args)), *state


def _make(make, *args):
    return _unpack(make)(*map(_unpack, args))


class ClassByValue:
    """A class defined in R. If it is unknown, it is created again from its R source."""

    def __init__(self, made):
        self.made = made

    def __reduce__(self):
        bases = tuple(map(_pack, self.made.__bases__))
        source = rpycall.rkeras("serialize_class", self.made.__r_class__)
        return _find, (self.made.__r_id__, bases, source)


def _find(identity, bases, source):
    made = CLASSES.get(identity)
    if made is None:
        made = rpycall.rkeras("restore_class", source, tuple(map(_unpack, bases)))
        made.__r_id__ = identity
        CLASSES[identity] = made
    return ClassByValue(made)


def _pack(x):
    return ClassByValue(x) if isinstance(x, type) and "__r_class__" in vars(x) else x


def _unpack(x):
    return x.made if isinstance(x, ClassByValue) else x
