//! From nothing to a running interpreter with `rpycall` in it.
use super::rpycall;
use crate::error::{Error, Result};
use crate::ffi::interpreter;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// Starts Python as `program`, or joins the one that another package started. `path` is the folder with
/// our own Python files.
pub fn start(program: &str, path: &str) -> Result<()> {
    if !interpreter::is_running() {
        interpreter::start(program).map_err(Error::python)?;
    }
    Python::attach(|py| {
        let sys = py.import("sys")?;
        sys.getattr("modules")?.set_item("rpycall", rpycall::module(py)?)?;
        sys.getattr("path")?.cast_into::<PyList>().map_err(PyErr::from)?.append(path)?;
        // Scripts ask for sys.argv[0]; an embedded Python has none.
        if sys.getattr("argv")?.len()? == 0 {
            sys.setattr("argv", [""])?;
        }
        py.import("rkeras.output")?.call_method0("write_to_r_console")?;
        Ok(())
    })
}

/// What a Python program does at its end. `Py_Finalize` is left out: threads of libraries still run.
pub fn end() -> Result<()> {
    super::attach(|py| {
        py.import("threading")?.call_method0("_shutdown")?;
        py.import("atexit")?.call_method0("_run_exitfuncs")?;
        let sys = py.import("sys")?;
        for stream in ["stdout", "stderr"] {
            sys.getattr(stream)?.call_method0("flush")?;
        }
        Ok(())
    })
}
