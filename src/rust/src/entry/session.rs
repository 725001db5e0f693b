use super::attach::attach;
use super::{flag, hooks, reply, reply_null, start, string};
use crate::convert;
use crate::error::{Error, Result, fault};
use crate::object::py_in_r;
use crate::os::files;
use crate::py::import::{import, import_large};
use crate::py::interpreter;
use crate::r::{Sexp, guard, r_code};
use crate::threads::{r_thread, service, stack as c_stack};
use extendr_api::prelude::*;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::CString;

/// Starts Python. `namespace` is that of the package, `path` the folder of its Python files, `stack` the
/// size of the C stack in bytes or `NA`.
#[extendr]
fn rs_start(program: Robj, path: Robj, namespace: Robj, stack: Robj) -> Result<Robj> {
    files::open_standard_files();
    r_thread::mark();
    hooks::set();
    fault::install_hook();
    if let Some(size) = stack.as_real() {
        c_stack::set_size(size as usize);
    }
    r_code::set_namespace(Sexp::of(&namespace))?;
    reply_null(start::start(&string(Sexp::of(&program), "program")?, &string(Sexp::of(&path), "path")?))
}

/// R code runs with the GIL from now on, for packages that take this for granted.
#[extendr]
fn rs_keep_gil() -> Result<Robj> {
    interpreter::keep_gil();
    reply_null(Ok(()))
}

#[extendr]
fn rs_end() -> Result<Robj> {
    reply_null(start::end())
}

/// Erases the progress line before other output, or finishes it if `closes`.
#[extendr]
fn rs_leave_line(closes: Robj) -> Result<Robj> {
    // Output of other threads is written first.
    attach(|_| reply_null(guard::leave_line(flag(&closes) == Some(true)).map_err(Error::from)))
}

/// Whether `serve_requests()` is to be called while R waits for Python.
#[extendr]
fn rs_set_serving(on: Robj) -> Result<Robj> {
    service::set(flag(&on) == Some(true));
    reply_null(Ok(()))
}

#[extendr]
fn rs_import(module: Robj, convert: Robj) -> Result<Robj> {
    let module = string(Sexp::of(&module), "module")?;
    attach(|py| {
        let module = import_large(py, module.as_ref())?;
        reply(py_in_r::new(module, flag(&convert).unwrap_or(true)))
    })
}

/// Runs statements in `__main__` or, with `local`, in their own namespace, which is returned. A file sees
/// its path as `__file__`.
#[extendr]
fn rs_run(code: Robj, filename: Robj, local: Robj, convert: Robj) -> Result<Robj> {
    let (code, filename) = (string(Sexp::of(&code), "code")?, string(Sexp::of(&filename), "filename")?);
    attach(|py| {
        let main = main(py)?;
        let namespace = match flag(&local) {
            Some(true) => PyDict::new(py),
            _ => main,
        };
        let builtins = import(py, "builtins")?;
        namespace.set_item("__builtins__", &builtins)?;
        let compiled = builtins.call_method1("compile", (&code, &filename, "exec"))?;
        let before = namespace.get_item(FILE)?;
        if filename != "<string>" {
            namespace.set_item(FILE, &filename)?;
        }
        let result = builtins.call_method1("exec", (compiled, &namespace));
        if filename != "<string>" && flag(&local) != Some(true) {
            set_or_delete(&namespace, FILE, before)?;
        }
        result?;
        reply(py_in_r::new(namespace.into_any(), flag(&convert).unwrap_or(true)))
    })
}

const FILE: &str = "__file__";

/// Later code in `__main__` does not belong to the file. The script may have deleted the name.
fn set_or_delete(dict: &Bound<'_, PyDict>, name: &str, value: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    match value {
        Some(value) => dict.set_item(name, value),
        None if dict.contains(name)? => dict.del_item(name),
        None => Ok(()),
    }
}

#[extendr]
fn rs_eval(code: Robj, convert: Robj) -> Result<Robj> {
    let code = string(Sexp::of(&code), "code")?;
    let code = CString::new(code.trim()).map_err(|_| Error::argument("`code` must not contain a NUL."))?;
    attach(|py| {
        let main = main(py)?;
        reply(convert::to_r_if(py.eval(&code, Some(&main), None)?, flag(&convert).unwrap_or(true)))
    })
}

fn main(py: Python<'_>) -> Result<Bound<'_, PyDict>> {
    Ok(import(py, "__main__")?.getattr("__dict__")?.cast_into().map_err(PyErr::from)?)
}

extendr_module! {
    mod session;
    fn rs_start;
    fn rs_keep_gil;
    fn rs_end;
    fn rs_leave_line;
    fn rs_set_serving;
    fn rs_import;
    fn rs_run;
    fn rs_eval;
}
