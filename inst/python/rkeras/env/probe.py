"""Reports the properties of a Python installation and its library to R, in lines
`rkeras-probe:key=value`.

Runs under any Python from 2.7 on, so that an old one is refused because of its version instead of a
syntax error. Imports only the standard library, and no package that it reports on.
"""

import os
import platform
import sys
import sysconfig


def main():
    # Python adds the folder of this script to the module path, which an embedded Python does not.
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if folder != here]
    for key, value in facts():
        # Starts a new line, because earlier output may not end with one.
        sys.stdout.write("\nrkeras-probe:%s=%s\n" % (key, "" if value is None else value))
    sys.stdout.flush()


def facts():
    yield "version", ".".join(str(part) for part in sys.version_info[:3])
    yield "version_string", " ".join(sys.version.split())
    yield "pythonpath", os.pathsep.join(sys.path)
    yield "implementation", platform.python_implementation()
    yield "executable", sys.executable
    yield "prefix", sys.prefix
    yield "base_prefix", base_prefix()
    yield "exec_prefix", sys.exec_prefix
    yield "machine", machine()
    yield "free_threaded", sysconfig.get_config_var("Py_GIL_DISABLED") or 0
    yield "libpython", first(loaded_libraries(), library_files())
    for package in ("numpy", "keras", "tensorflow", "jax", "torch", "openvino"):
        yield package, package_version(package)
    yield "numpy_path", package_path("numpy")


def machine():
    """The machine that this Python was built for, where the system also runs programs for others."""
    if sys.platform == "win32":
        return sysconfig.get_platform().split("-")[-1]
    return platform.machine() if sys.platform == "darwin" else None


def base_prefix():
    return getattr(sys, "base_prefix", sys.prefix)


def first(*sources):
    """The first file that exists, or None."""
    for source in sources:
        for path in source:
            if os.path.isfile(path):
                return os.path.abspath(path)
    return None


def loaded_libraries():
    """The libraries that the executable is linked to: the most reliable source, if the system provides
    it."""
    try:
        with open("/proc/self/maps") as maps:
            for line in maps:
                path = line[line.find("/"):].strip() if "/" in line else ""
                name = os.path.basename(path)
                if name.startswith("libpython%d.%d" % sys.version_info[:2]) and ".so" in name:
                    yield path
    except (IOError, OSError):
        return


def library_files():
    """Files in which an installation may have the library if the executable contains the interpreter."""
    for folder in library_folders():
        for name in library_names():
            yield os.path.join(folder, name)


def library_folders():
    base = base_prefix()
    multiarch = sysconfig.get_config_var("MULTIARCH") or ""
    libdir = sysconfig.get_config_var("LIBDIR") or ""
    framework = sysconfig.get_config_var("PYTHONFRAMEWORKPREFIX") or ""
    candidates = [
        os.path.join(libdir, multiarch),
        libdir,
        os.path.join(base, "lib"),
        os.path.join(base, "lib64"),
        os.path.join(base, "lib", multiarch),
        framework,
        # The root of a macOS framework, and that of an installation on Windows.
        base,
    ]
    return [folder for folder in candidates if os.path.isabs(folder)]


def library_names():
    version = "%d.%d" % sys.version_info[:2]
    if sys.platform == "win32":
        return ["python%d%d.dll" % sys.version_info[:2]]
    names = [sysconfig.get_config_var(name) or "" for name in ("INSTSONAME", "LDLIBRARY")]
    if sys.platform == "darwin":
        names += ["libpython%s.dylib" % version, "Python"]
    else:
        names += ["libpython%s.so.1.0" % version, "libpython%s.so" % version]
    return [name for name in names if name and not name.endswith(".a")]


def package_version(package):
    """The version of a package that could be imported, without importing it."""
    try:
        from importlib import metadata, util
    except ImportError:
        return None
    if util.find_spec(package) is None:
        return None
    for name in (package, package + "-cpu", package + "-macos", package + "-intel", package + "-nightly"):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return "unknown"


def package_path(package):
    """The folder of a package, without importing it."""
    try:
        from importlib import util
    except ImportError:
        return None
    spec = util.find_spec(package)
    return os.path.dirname(spec.origin) if spec and spec.origin else None


if __name__ == "__main__":
    main()
