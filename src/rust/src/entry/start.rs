//! From nothing to a running interpreter with `rpycall` in it.
use super::attach::attach;
use super::rpycall;
use crate::error::{Error, Result};
use crate::os::fork as forked;
use crate::py::interpreter;
use crate::r::session;
use crate::threads::{blocking, fork, interrupt, queue, r_thread, stack};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::time::{Duration, Instant};

/// Starts Python as `program`, or joins the one that another package started. `path` is the folder with
/// our own Python files.
pub fn start(program: &str, path: &str) -> Result<()> {
    if !interpreter::is_running() {
        interpreter::start(program).map_err(Error::python)?;
    }
    Python::attach(|py| {
        let version = py.version_info();
        stack::set_python_version((version.major, version.minor));
        let sys = py.import("sys")?;
        sys.getattr("modules")?.set_item("rpycall", rpycall::module(py)?)?;
        sys.getattr("path")?.cast_into::<PyList>().map_err(PyErr::from)?.append(path)?;
        // Scripts ask for sys.argv[0]; an embedded Python has none.
        if sys.getattr("argv")?.len()? == 0 {
            sys.setattr("argv", [""])?;
        }
        py.import("rkeras.output")?.call_method0("write_to_r_console")?;
        interrupt::install_handler(py)?;
        py.import("rkeras.fork")?;
        py.import("rkeras.tapes")?;
        fork::register();
        session::listen(r_thread::on_event).map_err(PyErr::from)?;
        Ok(())
    })
}

/// What a Python program does at its end. `Py_Finalize` is left out: threads of libraries still run.
pub fn end() -> Result<()> {
    if forked::is_child() {
        // All that is the parent's to do.
        return Ok(());
    }
    let out = attach(|py| {
        let exit = py.import("rkeras.exit")?;
        let patience = Duration::from_secs_f64(exit.getattr("PATIENCE")?.extract()?);
        if !blocking::call_until(&exit.getattr("wait_for_threads")?, Instant::now() + patience)? {
            let names: Vec<String> = exit.call_method0("names")?.extract()?;
            queue::print(&format!("R ends while Python threads run: {}\n", names.join(", ")), true);
        }
        exit.call_method0("run_handlers")?;
        Ok(())
    });
    queue::serve(queue::Whose::ALL);
    // From here on no other thread runs Python code: what it uses is about to go.
    interpreter::keep_attached();
    out
}
