"""Libraries whose native code does not bear each other in one process."""

import ctypes
import importlib.util
import pathlib
import sys

from rkeras.bridge import imports


def after_triton(load, module):
    """Triton, which PyTorch brings, and TensorFlow have an LLVM each. The process ends when Triton's is loaded as the
    second one; TensorFlow's bears the other. A Triton that cannot be imported is none."""
    if importlib.util.find_spec("triton"):
        try:
            import triton  # noqa: F401
        except Exception:
            pass
    load(module)


def take_own_handler():
    """LAPACK calls `xerbla_` for an argument that it does not take. R has a function of this name, which the dynamic
    linker finds first: an R error then jumps over the frames of Python, which does not survive it. PyTorch gets its
    own, that of MKL; other libraries have no means for it."""
    folder = pathlib.Path(sys.modules["torch"].__file__).parent / "lib"
    for library in map(ctypes.CDLL, map(str, folder.glob("libtorch_cpu.*"))):
        if hasattr(library, "mkl_serv_set_xerbla") and hasattr(library, "xerbla_"):
            library.mkl_serv_set_xerbla(ctypes.cast(library.xerbla_, ctypes.c_void_p))


imports.watch(("tensorflow",), after_triton)
imports.after("torch", take_own_handler)
