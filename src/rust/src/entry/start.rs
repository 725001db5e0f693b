//! Starts the interpreter and adds `rpycall` to it.
use super::attach::attach;
use super::rpycall;
use crate::error::{Error, Result};
use crate::os::{event_loop, fork as forked, signals};
use crate::py::import::import;
use crate::py::{interpreter, modules};
use crate::r::guard;
use crate::threads::{blocking, fork, interrupt, queue, serve};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::time::{Duration, Instant};

/// Starts Python as `program`, or uses the interpreter that another package started. `path` is the folder
/// of this package's Python files.
pub fn start(program: &str, path: &str) -> Result<()> {
    if !interpreter::is_running() {
        interpreter::start(program).map_err(Error::python)?;
    }
    interpreter::attach(|py| {
        let sys = import(py, "sys")?;
        let (modules, rpycall) = (sys.getattr("modules")?, rpycall::module(py)?);
        modules.set_item("rkeras.rpycall", &rpycall)?;
        // reticulate has a module of this name, too.
        modules.call_method1("setdefault", ("rpycall", rpycall))?;
        sys.getattr("path")?.cast_into::<PyList>().map_err(PyErr::from)?.append(path)?;
        // Scripts use sys.argv[0], which an embedded Python does not have.
        if sys.getattr("argv")?.len()? == 0 {
            sys.setattr("argv", [""])?;
        }
        modules::WRITE_TO_R_CONSOLE.get(py)?.call0()?;
        interrupt::install_handler(py)?;
        signals::handle(guard::FOR_SIGNALS);
        fork::register();
        event_loop::listen(serve::on_event).map_err(PyErr::from)?;
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
        let patience = Duration::from_secs_f64(modules::EXIT_PATIENCE.get(py)?.extract()?);
        if !blocking::call_until(modules::WAIT_FOR_THREADS.get(py)?, Instant::now() + patience)? {
            let names: Vec<String> = modules::THREAD_NAMES.get(py)?.call0()?.extract()?;
            queue::print(&format!("R ends while Python threads run: {}\n", names.join(", ")), true);
        }
        modules::RUN_EXIT_HANDLERS.get(py)?.call0()?;
        Ok(())
    });
    serve::serve(queue::Whose::ALL);
    // From here on no other thread runs Python code, because its resources are about to be freed.
    interpreter::keep_attached();
    out
}
