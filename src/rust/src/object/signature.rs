//! The formals of an R function for `inspect.signature()`.
use crate::py::import::import;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Each formal's name, and whether it has a default.
///
/// A name that is not a valid Python parameter (`na.rm`, `if`) can be passed with `**`. In R any argument
/// may be omitted, so an argument after an optional one is optional in Python too.
pub fn of_formals<'py>(py: Python<'py>, formals: &[(String, bool)]) -> PyResult<Bound<'py, PyAny>> {
    let inspect = import(py, "inspect")?;
    let parameter = inspect.getattr("Parameter")?;
    let kind = |name: &str| parameter.getattr(name);
    let is_name = |name: &str| is_parameter_name(py, name);
    let dots = formals.iter().position(|(name, _)| name == "...");
    let mut parameters = Vec::new();
    let mut any_optional = false;
    let mut any_left_out = false;
    for (i, (name, has_default)) in formals.iter().enumerate().filter(|(i, _)| Some(*i) != dots) {
        if !is_name(name)? {
            any_left_out = true;
            continue;
        }
        let by_keyword_only = dots.is_some_and(|dots| i > dots);
        let options = PyDict::new(py);
        if *has_default || (any_optional && !by_keyword_only) {
            // R evaluates defaults lazily; Python only knows that there is one.
            options.set_item("default", py.Ellipsis())?;
            any_optional = true;
        }
        let kind = kind(if by_keyword_only { "KEYWORD_ONLY" } else { "POSITIONAL_OR_KEYWORD" })?;
        parameters.push((i, parameter.call((name, kind), Some(&options))?));
    }
    if let Some(dots) = dots {
        let any_args = parameter.call1((unused("args", formals), kind("VAR_POSITIONAL")?))?;
        let at = parameters.iter().take_while(|(i, _)| *i < dots).count();
        parameters.insert(at, (dots, any_args));
    }
    if dots.is_some() || any_left_out {
        let any_named = parameter.call1((unused("kwargs", formals), kind("VAR_KEYWORD")?))?;
        parameters.push((formals.len(), any_named));
    }
    let parameters: Vec<_> = parameters.into_iter().map(|(_, parameter)| parameter).collect();
    inspect.getattr("Signature")?.call1((parameters,))
}

fn is_parameter_name(py: Python<'_>, name: &str) -> PyResult<bool> {
    let is_keyword: bool = import(py, "keyword")?.call_method1("iskeyword", (name,))?.extract()?;
    Ok(!is_keyword && pyo3::types::PyString::new(py, name).call_method0("isidentifier")?.extract()?)
}

/// `name`, followed by underscores if a formal has this name.
fn unused(name: &str, formals: &[(String, bool)]) -> String {
    let mut name = name.to_owned();
    while formals.iter().any(|(formal, _)| *formal == name) {
        name.push('_');
    }
    name
}
