//! Starts the interpreter and adds `rpycall` to it.
use super::attach::attach;
use super::rpycall;
use crate::error::{Error, Result};
use crate::os::{fork as forked, pipe, size};
use crate::py::import::import;
use crate::py::interpreter;
use crate::r::session;
use crate::threads::{blocking, fork, interrupt, queue, r_thread};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::time::{Duration, Instant};

/// Starts Python as `program`, or uses the interpreter that another package started. `path` is the folder
/// of this package's Python files.
pub fn start(program: &str, path: &str) -> Result<()> {
    if !interpreter::is_running() {
        interpreter::start(program).map_err(Error::python)?;
    }
    Python::attach(|py| {
        let sys = import(py, "sys")?;
        sys.getattr("modules")?.set_item("rpycall", rpycall::module(py)?)?;
        sys.getattr("path")?.cast_into::<PyList>().map_err(PyErr::from)?.append(path)?;
        // Scripts use sys.argv[0], which an embedded Python does not have.
        if sys.getattr("argv")?.len()? == 0 {
            sys.setattr("argv", [""])?;
        }
        import(py, "rkeras.bridge.output")?.call_method0("write_to_r_console")?;
        interrupt::install_handler(py)?;
        pipe::handle();
        size::handle();
        import(py, "rkeras.libraries")?;
        fork::register();
        session::listen(r_thread::on_event).map_err(PyErr::from)?;
        Ok(())
    })
}

/// The work at the end of a Python program. `Py_Finalize` is not called, because threads of libraries still
/// run.
pub fn end() -> Result<()> {
    if forked::is_child() {
        // In a forked process this is left to the parent.
        return Ok(());
    }
    let out = attach(|py| {
        let exit = import(py, "rkeras.bridge.exit")?;
        let patience = Duration::from_secs_f64(exit.getattr("PATIENCE")?.extract()?);
        if !blocking::call_until(&exit.getattr("wait_for_threads")?, Instant::now() + patience)? {
            let names: Vec<String> = exit.call_method0("names")?.extract()?;
            queue::print(&format!("R ends while Python threads run: {}\n", names.join(", ")), true);
        }
        exit.call_method0("run_handlers")?;
        Ok(())
    });
    queue::serve(queue::Whose::ALL);
    // From here on no other thread runs Python code, because its resources are about to be freed.
    interpreter::keep_attached();
    out
}
