"""Model files that are damaged or hostile, made of sound ones. What they would run leaves a trace: the file CANARY,
a variable of the environment, or one of R or Python."""

import copy
import io
import json
import os
import random
import stat
import warnings
import zipfile

import h5py
import numpy as np

CANARY = "/nonexistent"
PYTHON = "__import__('os').environ.__setitem__('HOSTILE_RAN', 'yes')"


def r_code():
    return f"{{ file.create('{CANARY}'); Sys.setenv(HOSTILE_RAN = 'yes'); hostile_ran <<- TRUE; function(...) 1 }}"


def shell():
    return f"touch {CANARY}"


# ---- Archives -----------------------------------------------------------------------------------------


def parts_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(path, parts, pack=zipfile.ZIP_STORED):
    """`parts`: pairs of a name, or a ZipInfo, and bytes."""
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", pack) as archive:
        warnings.simplefilter("ignore")
        for name, data in parts:
            archive.writestr(name, data)


def link(name):
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


CONFIG, WEIGHTS, METADATA = "config.json", "model.weights.h5", "metadata.json"


def archives(parts):
    """Each as pairs of names and bytes."""
    p = list(parts.items())

    def renamed(old, new):
        return [(new if name == old else name, data) for name, data in p]

    def replaced(name, data):
        return [(n, data if n == name else d) for n, d in p]

    found = {"no parts": [], "config twice": p + [(CONFIG, b"{}")], "config twice, first": [(CONFIG, b"{}")] + p,
             "weights twice": p + [(WEIGHTS, b"x")]}
    for name in parts:
        found[f"without {name}"] = [pair for pair in p if pair[0] != name]
        found[f"empty {name}"] = replaced(name, b"")
        found[f"{name} in capitals"] = renamed(name, name.upper())
        found[f"{name} in a folder"] = renamed(name, f"a/{name}")
        found[f"{name} above"] = renamed(name, f"../{name}")
        found[f"{name} as zeros"] = replaced(name, bytes(1000))
        found[f"{name} as a link"] = [(link(name) if n == name else n, b"/etc/passwd" if n == name else d) for n, d in p]
        found[f"{name} as another"] = replaced(name, parts[CONFIG if name != CONFIG else METADATA])
    for name in ("../escaped", "../../escaped", f"{CANARY}", "assets/../../escaped", "assets/x", "..\\escaped", "a\0b",
                 "x" * 60000, "/", ".", "assets/", "_src.py", "__init__.py", "sitecustomize.py", "é"):
        found[f"with {name[:20]!r}"] = p + [(name, b"x")]
    found["with a link"] = p + [(link("assets"), b"/tmp"), ("assets/escaped", b"x")]
    return found


# ---- Configurations -----------------------------------------------------------------------------------


def dense(config):
    return next(layer for layer in config["config"]["layers"] if layer["class_name"] == "Dense")


def nested(depth, kind):
    x = 1
    for _ in range(depth):
        x = [x] if kind is list else {"a": x}
    return x


CLASSES = [
    ("os", "system"), ("posix", "system"), ("builtins", "eval"), ("builtins", "exec"), ("subprocess", "Popen"),
    ("subprocess", "check_output"), ("keras.src.utils.file_utils", "get_file"), ("keras.utils", "get_file"),
    ("keras.src.saving.saving_lib", "load_model"), ("keras.models", "load_model"), ("keras.layers", "os"),
    ("keras.layers", "Lambda"), ("keras.layers", "TFSMLayer"), ("keras", "config.enable_unsafe_deserialization"),
    ("keras.config", "enable_unsafe_deserialization"), ("keras.src.utils.python_utils", "func_load"), ("pickle", "loads"),
    ("importlib", "import_module"), ("runpy", "run_path"), ("rkeras.keras.code", "make"), ("rkeras.rpycall", "rkeras"),
    ("rpycall", "rkeras"), ("R", "system"), ("R", "function"), ("R", "Twice"), (None, "eval"), ("", ""),
    ("keras.layers", "Denseé"), ("keras.layers", "x" * 100000), ("keras.layers", "Dense\0"), ("keras..layers", "Dense"),
    ("keras.layers.Dense", "from_config"), ("numpy", "fromfile"), ("tensorflow", "io.write_file"),
    ("keras.src.ops.numpy", "add"), ("keras.models", "Sequential"), ("__main__", "hostile"), ("antigravity", "x"),
    ("builtins", "type"), ("builtins", "object"), ("types", "FunctionType"), (7, 7), ([], {}), (True, None),
]
NAMES = ["os>system", "builtins>eval", "R>Twice", "R>system", "keras>Dense", ">", "", "R>", 7, [], {}, "x" * 100000,
         "keras.layers>Lambda", "\0", "R>../../x"]
VALUES = [None, True, -1, 0, 2.5, 10**30, "x", "\0", [], {}, [[]], {"class_name": "eval"},
          {"module": "os", "class_name": "system", "config": {"command": "true"}, "registered_name": "system"}]
UNITS = [-3, 0, 10**18, 2**63, 1e300, float("nan"), float("inf"), "2", [2], None, True]


def configs(sound):
    """Pairs of a name and a configuration."""
    for module, name in CLASSES:
        config = copy.deepcopy(sound)
        command = {"command": shell(), "args": shell(), "name": "a", "fname": CANARY, "source": PYTHON, "expr": PYTHON}
        dense(config).update(module=module, class_name=name, config=command, registered_name=str(name))
        yield f"layer {module}.{str(name)[:30]!r}", config
        config = copy.deepcopy(sound)
        dense(config)["config"]["activation"] = {"module": module, "class_name": "function", "config": name,
                                                 "registered_name": name}
        yield f"activation {module}.{str(name)[:30]!r}", config
    for name in NAMES:
        config = copy.deepcopy(sound)
        dense(config)["registered_name"] = name
        yield f"registered as {str(name)[:30]!r}", config
    for units in UNITS:
        config = copy.deepcopy(sound)
        dense(config)["config"]["units"] = units
        yield f"units {units}", config
    for at in ("config", "layers", "layer", "activation", "top"):
        for value in VALUES:
            config = copy.deepcopy(sound)
            if at == "top":
                config = value
            elif at == "config":
                config["config"] = value
            elif at == "layers":
                config["config"]["layers"] = value
            elif at == "layer":
                config["config"]["layers"][1] = value
            else:
                dense(config)["config"]["activation"] = value
            yield f"{at} is {str(value)[:30]}", config
    yield from codes(sound)


def codes(sound):
    source = {"module": "R", "class_name": "Hostile", "config": {}, "registered_name": "R>Hostile"}
    for name, code in {"code": r_code(), "half code": "function(", "a number": 7, "a list": [r_code()], "none": None,
                       "a NUL": "\0", "long": "(" * 100000, "many": "1;" * 100000}.items():
        config = copy.deepcopy(sound)
        dense(config).update(source, r_source=code)
        yield f"R code: {name}", config
        config = copy.deepcopy(sound)
        dense(config)["config"]["activation"] = {**source, "class_name": "function", "config": "R>f", "r_source": code,
                                                 "registered_name": "R>f"}
        yield f"R function: {name}", config
        config = copy.deepcopy(sound)
        config["r_source"] = code
        yield f"R code of the model: {name}", config
    for where in ("loss", "metrics", "optimizer"):
        config = copy.deepcopy(sound)
        config["compile_config"][where] = {**source, "r_source": r_code()}
        yield f"R code as {where}", config
    for rate in (-1, 0, "nan", float("nan"), float("inf"), 10**400, None, [], {}, "x"):
        config = copy.deepcopy(sound)
        config["compile_config"]["optimizer"]["config"]["learning_rate"] = rate
        yield f"learning rate {str(rate)[:10]}", config
    for name in ("os>system", "eval", "", 7, "x" * 10000):
        for where in ("loss", "metrics", "optimizer"):
            config = copy.deepcopy(sound)
            config["compile_config"][where] = name
            yield f"{where} {str(name)[:20]}", config


def records(sound):
    """What R knows of the model, with other values at each place."""
    record = json.loads(sound["r_record"])
    call = {"type": "call", "values": [{"type": "symbol", "values": ["system"]},
                                       {"type": "character", "values": [shell()]}]}
    for i, value in enumerate([None, 7, [], {}, "x", r_code(), call, {"version": 99}, {"version": 1, "parts": call},
                               {"version": 1, "parts": {"table": call, "trained": call}}]):
        yield f"record {i}", {**sound, "r_record": value if i < 6 else json.dumps(value)}
    texts = [("log", "system"), ("log", "eval"), ("log", "rkeras::py_run_string"), ("log", "base::system"),
             ("log", "function"), ("\"integer\"", "\"closure\""), ("\"list\"", "\"environment\""),
             ("\"character\"", "\"promise\""), ("\"names\"", "\"class\""), ("\"double\"", "\"integer\""),
             ("\"values\"", "\"attributes\""), ("keras_training_history", "factor"), ("\"integer\"", "\"bytecode\"")]
    for old, new in texts:
        yield f"record: {new} for {old}", {**sound, "r_record": sound["r_record"].replace(old, new)}
    yield "deep record", {**sound, "r_record": "[" * 100000}
    assert record


# ---- HDF5 ---------------------------------------------------------------------------------------------


def kernels(file):
    found = []
    file.visititems(lambda name, x: found.append(name) if isinstance(x, h5py.Dataset) and x.ndim == 2 else None)
    return found


def changed_weights(data):
    """Pairs of a name and the bytes of a file whose first kernel is another."""
    for name, make in {
        "another shape": lambda x: np.zeros((7, 7)), "a vector": lambda x: x.ravel(), "no values": lambda x: x[:0],
        "integers": lambda x: x.astype("int8"), "text": lambda x: np.full(x.shape, b"a"), "complex": lambda x: x * 1j,
        "NaN": lambda x: x * np.nan, "infinite": lambda x: x * np.inf, "a scalar": lambda x: 1.0,
        "huge": lambda x: None, "virtual": lambda x: None, "external": lambda x: None, "an external link": lambda x: None,
        "a soft link": lambda x: None, "a group": lambda x: None, "a loop": lambda x: None, "packed zeros": lambda x: None,
        "filter": lambda x: None, "objects": lambda x: np.array([1.0], dtype="f8"),
    }.items():
        buffer = io.BytesIO(data)
        with h5py.File(buffer, "r+") as file:
            at = kernels(file)[0]
            value = make(file[at][()])
            del file[at]
            replace(file, at, name, value)
        yield f"weights: {name}", buffer.getvalue()


def replace(file, at, name, value):
    if name == "huge":
        file.create_dataset(at, (10**9, 10**9), "f4", chunks=(100, 100))
    elif name == "virtual":
        layout = h5py.VirtualLayout((3, 2), "f4")
        layout[:] = h5py.VirtualSource("/etc/passwd", "x", (3, 2))
        file.create_virtual_dataset(at, layout)
    elif name == "external":
        file.create_dataset(at, (3, 2), "f4", external=[("/etc/passwd", 0, 24)])
    elif name == "an external link":
        file[at] = h5py.ExternalLink("/etc/passwd", "/x")
    elif name == "a soft link":
        file[at] = h5py.SoftLink("/nowhere")
    elif name == "a loop":
        file[at] = h5py.SoftLink("/" + at)
    elif name == "a group":
        file.create_group(at)
    elif name == "packed zeros":
        file.create_dataset(at, (20000, 20000), "f4", chunks=(1000, 1000), compression="gzip", fillvalue=0)
    elif name == "filter":
        file.create_dataset(at, (3, 2), "f4", chunks=(3, 2), shuffle=True, fletcher32=True)
    else:
        file[at] = value


# ---- Bytes --------------------------------------------------------------------------------------------


def damaged(data, random, n):
    """Pairs of a name and bytes."""
    size = len(data)
    for part in (0, 1, 4, 30, size // 4, size // 2, size - 22, size - 1):
        yield f"{part} bytes", data[:part]
    for _ in range(n):
        flipped = bytearray(data)
        places = random.sample(range(size), random.choice((1, 4, 100)))
        for place in places:
            flipped[place] ^= random.randrange(1, 256)
        yield f"flipped at {places[0]}", bytes(flipped)
        at, by = random.randrange(size), random.randrange(1, 200)
        yield f"{by} removed at {at}", data[:at] + data[at + by:]
        yield f"{by} twice at {at}", data[:at + by] + data[at:]


def drawn(sound, random, n):
    """Random changes of a configuration: a value replaced with another one, or removed."""
    for i in range(n):
        config = copy.deepcopy(sound)
        places = list(places_in(config))
        for holder, key in random.sample(places, random.choice((1, 1, 3))):
            if random.random() < 0.2 and isinstance(holder, dict):
                holder.pop(key, None)
            else:
                other, name = random.choice(places)
                values = [*VALUES, *UNITS, *NAMES, copy.deepcopy(other.get(name) if isinstance(other, dict) else 1)]
                holder[key] = random.choice(values)
        yield f"drawn {i}", config


def places_in(x):
    for key in list(x) if isinstance(x, dict) else range(len(x)) if isinstance(x, list) else []:
        yield x, key
        yield from places_in(x[key])


# ---- All ----------------------------------------------------------------------------------------------


def make_all(folder, sound, canary, seed):
    """Writes the files; gives lists of a name, a path and whether the values may be others. `sound`: paths by kind."""
    global CANARY
    CANARY = canary
    draw = random.Random(seed)
    made = []

    def add(name, extension, data, other=False):
        path = os.path.join(folder, f"{len(made)}{extension}")
        with open(path, "wb") as file:
            file.write(data)
        made.append([ascii(name)[1:-1], path, other])

    def zipped(name, pairs, other=False, **options):
        buffer = io.BytesIO()
        try:
            write(buffer, pairs, **options)
        except (ValueError, OSError):
            return
        add(name, ".keras", buffer.getvalue(), other)

    parts = parts_of(sound["dense"])
    for name, pairs in archives(parts).items():
        zipped(name, pairs)
    config = json.loads(parts[CONFIG])
    for name, changed in [*configs(config), *drawn(config, draw, 30)]:
        # Of another configuration the values are others.
        zipped(name, [*{**parts, CONFIG: json.dumps(changed)}.items()], True)
    for name, text in {"deep": "[" * 100000, "deep dicts": '{"a":' * 100000, "Latin-1": b'{"a": "\xe9"}',
                       "UTF-16": "{}".encode("utf-16"), "digits": "1" * 100000, "a string": '"' + "x" * 10**6,
                       "nested": json.dumps({**config, "config": nested(900, list)}),
                       "nested dicts": json.dumps({**config, "config": nested(900, dict)}),
                       "twice": parts[CONFIG].decode()[:-1] + ', "class_name": "eval", "module": "builtins"}'}.items():
        zipped(f"config: {name}", [*{**parts, CONFIG: text}.items()])
    for version in ("99.0.0", "1.0.0", "", "x", None, 7, [], "0" * 10000, "3.0.0.dev\0"):
        zipped(f"version {str(version)[:20]!r}", [*{**parts, METADATA: json.dumps({"keras_version": version})}.items()])
    zipped("zeros", [*parts.items(), ("assets/zeros", bytes(300 * 2**20))], pack=zipfile.ZIP_DEFLATED)
    zipped("weights of zeros", [*{**parts, WEIGHTS: bytes(20 * 2**20)}.items()], pack=zipfile.ZIP_DEFLATED)
    for name, data in changed_weights(parts[WEIGHTS]):
        zipped(name, [*{**parts, WEIGHTS: data}.items()], True)
    for name, changed in records(json.loads(parts_of(sound["table"])[CONFIG])):
        zipped(name, [*{**parts_of(sound["table"]), CONFIG: json.dumps(changed)}.items()], True)
    for name, kind in {"R layer": "layer", "R loss": "loss", "Lambda": "lambda"}.items():
        own = parts_of(sound[kind])
        zipped(name, [*own.items()], kind == "loss")
        text = own[CONFIG].decode()
        zipped(f"{name} as Keras's", [*{**own, CONFIG: text.replace("R>", "keras>").replace('"R"', '"keras"')}.items()])
        if kind == "lambda":
            for old, new in (("__lambda__", "function"), ('"Lambda"', '"lambda"'), ("keras.layers", "keras.src.layers")):
                zipped(f"{name}: {new}", [*{**own, CONFIG: text.replace(old, new)}.items()])
    for kind, extension in {"dense": ".keras", "layer": ".keras", "old": ".h5", "old_lambda": ".h5",
                            "weights": ".weights.h5"}.items():
        with open(sound[kind], "rb") as file:
            data = file.read()
        for name, changed in damaged(data, draw, 4):
            # HDF5 has no checksum.
            add(f"{kind}: {name}", extension, changed, extension != ".keras")
    with open(sound["weights"], "rb") as file:
        for name, data in changed_weights(file.read()):
            add(name, ".weights.h5", data, True)
    with open(sound["old"], "rb") as file:
        data = file.read()
    for name, changed in [*changed_weights(data), *old_configs(data)]:
        add(f"old {name}", ".h5", changed, True)
    with open(sound["rds"], "rb") as file:
        data = file.read()
    # Not the rest, which is R's own format.
    first, last = data.index(b"PK\3\4"), data.rindex(b"PK\5\6")
    for name, changed in damaged(data[first:last], draw, 5):
        if len(changed) == last - first:
            add(f"rds: {name}", ".rds", data[:first] + changed + data[last:], True)
    for part in (10, len(data) // 2, len(data) - 1):
        add(f"rds: {part} bytes", ".rds", data[:part])
    return made


def old_configs(data):
    """The same for the older format."""
    def with_attribute(name, change):
        buffer = io.BytesIO(data)
        with h5py.File(buffer, "r+") as file:
            file.attrs[name] = change(file.attrs.get(name))
        return buffer.getvalue()

    config = h5py.File(io.BytesIO(data), "r").attrs["model_config"]
    for name, changed in list(configs({**json.loads(config), "compile_config": {"optimizer": {"config": {}}}}))[::8]:
        yield name, with_attribute("model_config", lambda x: json.dumps(changed))
    for name in ("model_config", "training_config", "keras_version", "backend", "r_source"):
        for value in ("", "{}", "[", r_code(), 7, json.dumps({"R>Hostile": r_code()})):
            yield f"{name} {str(value)[:20]}", with_attribute(name, lambda x: value)
