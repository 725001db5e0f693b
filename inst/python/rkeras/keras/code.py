"""R code in saved Keras models: classes and functions defined in R are saved as source (R/store-code.R). What R
knows of a model is saved beside its configuration (R/store-record.R)."""

import contextvars
import hashlib
import importlib
import json
import types

import h5py
from keras import saving

from rkeras import borrowed, rpycall
from rkeras.keras import files, memory
from rkeras.rpycall import Handle
from rkeras.tensors.around import around

# The dict itself, as documented by Keras.
OBJECTS = saving.get_custom_objects()
# The source of objects from a file, by their registered name.
FROM_FILES = {}


def install():
    """Replaces functions in Keras's modules that are called for each serialized object."""
    if borrowed.is_there("description"):
        borrowed.replace("description", _describing_code)
        borrowed.replace("hdf5_writer", _with_code)
        borrowed.replace("keras_writers", _with_record)
    else:
        borrowed.replace("keras_writers", _without_code)
        borrowed.replace("hdf5_writer", _without_code)
    borrowed.replace("class_of_config", _of_any_backend)


@around
def _of_any_backend(find, name, registered_name, module, *args, **kwargs):
    """Keras writes the optimizers of PyTorch by names that only PyTorch has."""
    if module and module.startswith("keras.") and ".torch.optimizers." in module:
        module = "keras.optimizers"
    return find(name, registered_name, module, *args, **kwargs)


@around
def _describing_code(describe, obj, config):
    describe(obj, config)
    if obj is saved_model.get():
        _add_record(obj, config)
    if r_function(obj) is not None:
        _add_function(obj, config)
    elif "__r_class__" in vars(type(obj)):
        config["registered_name"] = _registered(type(obj)) or f"R>{type(obj).__name__}"
        config["r_source"] = _source(type(obj))


# The model that is being written in Keras's format; other descriptions of it have no record.
saved_model = contextvars.ContextVar("saved_model", default=None)


@around
def _with_record(save, model, *args, **kwargs):
    before = saved_model.set(model)
    try:
        return save(model, *args, **kwargs)
    finally:
        saved_model.reset(before)


def _add_record(model, config):
    known = memory.of(model)
    record = rpycall.rkeras("record_of_memory", known.values) if known is not None else None
    if record is not None:
        config["r_record"] = record


@around
def _without_code(save, model, *args, **kwargs):
    """A file without the R code that its model needs would be unusable."""
    config = json.dumps(saving.serialize_keras_object(model), default=str)
    if '"module": "R"' in config or '"module": "rpycall"' in config:
        borrowed.owner("description")
    return save(model, *args, **kwargs)


def r_function(obj):
    """The R function `obj`, or the R function called by a Python function from
    rkeras.bridge.classes.function()."""
    if isinstance(obj, types.FunctionType) and obj.__module__ == "R":
        obj = obj.__globals__.get("_call")
    return obj if isinstance(obj, rpycall.RFunction) else None


@around
def _with_code(save, model, filepath, *args, **kwargs):
    """Keras's older format saves only the name of a class."""
    save(model, filepath, *args, **kwargs)
    code = code_in(saving.serialize_keras_object(model))
    if code and not isinstance(filepath, h5py.File):
        with h5py.File(filepath, "a") as file:
            file.attrs["r_source"] = json.dumps(code).encode()


def know(made):
    """Registers the class, so that Keras finds it by name without custom objects. The last class of a
    name is used, but classes from a file never replace the user's own."""
    name = f"R>{made.__name__}"
    if hasattr(made, "get_config") and not (reading and name in OBJECTS):
        _register(name, made)
        FROM_FILES.pop(name, None)


def _register(name, made):
    if borrowed.is_there("class_names"):
        borrowed.get("class_names").pop(OBJECTS.get(name), None)
    package, _, own_name = name.partition(">")
    saving.register_keras_serializable(package, own_name)(made)


def _registered(made):
    """The name under which a class or function is registered; None if it is not registered."""
    name = saving.get_registered_name(made)
    return name if ">" in name else None


def _add_function(function, config):
    """Describes it as Keras describes a Python function. Functions often have no name, or the same one, so their
    code is part of the unique name. load_model() leaves it out where a person reads or writes the name."""
    source = _source(function)
    name = _registered(function)
    if name is None:
        key = hashlib.sha256(source.encode()).hexdigest()[:12]
        name = f"R>{_own_name(function)}_{key}"
        _register(name, function)
    config.update(module="R", class_name="function", config=name, registered_name=name, r_source=source)


def _own_name(function):
    """An R function has the name of the variable that it is assigned to."""
    name = function.__name__
    return rpycall.rkeras("variable_of_function", function) or name if name == NO_NAME else name


NO_NAME = "r_function"


def _source(x):
    if isinstance(x, types.FunctionType):
        return rpycall.rkeras("source_of_named", r_function(x), x.__name__)
    return rpycall.rkeras("source_of", Handle(x) if isinstance(x, type) else x)


# ---- What a configuration holds -----------------------------------------------------------------------


def code_in(config, found=None):
    """The R code in a configuration: dicts of the registered name, the object's name and the source."""
    found = {} if found is None else found
    if isinstance(config, dict):
        if str(config.get("module")).startswith("rkeras."):
            # rkeras's own layers are registered when their module is imported.
            importlib.import_module(config["module"])
        if isinstance(config.get("r_source"), str):
            name, source = config["registered_name"], config["r_source"]
            if found.setdefault(name, source) != source:
                raise ValueError(f"There are two different classes of the name {name}.")
        for value in config.values():
            code_in(value, found)
    elif isinstance(config, (list, tuple)):
        for value in config:
            code_in(value, found)
    return found


def is_known(name):
    return name in OBJECTS


def unknown(code):
    """The code that is not defined in the session, by the user or by a file with the same code."""
    def is_known(name, source):
        return name in OBJECTS and FROM_FILES.get(name, source) == source

    return {name: source for name, source in code.items() if not is_known(name, source)}


def make(name, source):
    """Runs the code, and registers the result under its name."""
    global reading
    reading = True
    try:
        made = rpycall.rkeras("made_of_code", source)
    finally:
        reading = False
    if OBJECTS.get(name) is not made:
        _register(name, made)
    FROM_FILES[name] = source


reading = False


def call_with(objects, function, /, *args, **named):
    """Keras prefers registered objects to those of the caller, so they are removed during the call."""
    aside = {name: OBJECTS.pop(name) for name in objects if name in OBJECTS}
    try:
        with saving.CustomObjectScope(objects):
            return function(*args, **named)
    finally:
        OBJECTS.update(aside)
