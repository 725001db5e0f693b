//! Imports of modules, with Python's garbage collector called less often.
use pyo3::prelude::*;
use pyo3::types::PyModule;

/// How many objects Python makes before it looks for garbage. Those of an import stay, and looking through
/// them at Python's usual 700 takes a fifth of the time of a large one.
const NEW_OBJECTS: u32 = 100_000;

pub fn import<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyModule>> {
    let gc = py.import("gc")?;
    let usual: (u32, u32, u32) = gc.call_method0("get_threshold")?.extract()?;
    let ours = (NEW_OBJECTS, usual.1, usual.2);
    // 0 is never.
    if usual.0 == 0 || usual.0 >= NEW_OBJECTS {
        return py.import(name);
    }
    gc.call_method1("set_threshold", ours)?;
    let module = py.import(name);
    // The module may have wishes of its own.
    if gc.call_method0("get_threshold")?.extract::<(u32, u32, u32)>()? == ours {
        gc.call_method1("set_threshold", usual)?;
    }
    module
}
