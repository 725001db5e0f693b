//! A Python exception in R: a condition, a list with the reference to the exception as `exception`.
use super::class_name;
use crate::error::{Result, condition::condition};
use crate::py::import::import;
use crate::r::Value;
use pyo3::exceptions::{PyBaseException, PyKeyboardInterrupt, PySyntaxError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString};

/// The condition of `x`, to which `reference` refers.
pub fn as_condition(x: &Bound<'_, PyBaseException>, reference: Value) -> Result<Value> {
    let classes = class_name::of(&x.get_type())?.names().to_vec();
    let mut out = condition(&message(x), &classes, Some(reference.as_sexp().to_value()))?;
    // Where reticulate has it.
    out.set_attr(c"py_object", &reference)?;
    if x.is_instance_of::<PyKeyboardInterrupt>() {
        // Not an error class: on an interrupt R returns to its prompt.
        let classes = classes.iter().map(String::as_str).chain(["interrupt", "condition"]);
        out.set_class(&classes.collect::<Vec<_>>())?;
    }
    Ok(out)
}

/// The text of `x`, without the name of its class.
pub fn text(x: &Bound<'_, PyBaseException>) -> String {
    x.str().map(|text| shortened(&text)).unwrap_or_else(|_| "<no message>".into())
}

/// In characters. An exception is often described where memory is short.
const LONGEST: usize = 100_000;

fn shortened(text: &Bound<'_, PyString>) -> String {
    let more = text.len().unwrap_or(0).saturating_sub(LONGEST);
    if more == 0 {
        return text.to_string_lossy().into_owned();
    }
    let start = PySlice::new(text.py(), 0, LONGEST as isize, 1);
    match text.get_item(start).and_then(|start| Ok(start.cast_into::<PyString>()?)) {
        Ok(start) => format!("{}... ({more} more characters)", start.to_string_lossy()),
        Err(_) => "<no message>".into(),
    }
}

/// As Python shows the exception last, with the notes that were added to it.
fn message(x: &Bound<'_, PyBaseException>) -> String {
    match x.is_instance_of::<PySyntaxError>().then(|| lines_of(x)) {
        Some(Ok(lines)) => lines,
        _ => std::iter::once(line_of(x)).chain(notes(x)).collect::<Vec<_>>().join("\n"),
    }
}

fn line_of(x: &Bound<'_, PyBaseException>) -> String {
    let name = x.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    let text = without_colours(&text(x));
    if text.is_empty() { name } else { format!("{name}: {text}") }
}

/// The code with an error in its syntax, and where the error is.
fn lines_of(x: &Bound<'_, PyBaseException>) -> PyResult<String> {
    let lines = import(x.py(), "traceback")?.call_method1("format_exception_only", (x,))?;
    let lines: Vec<Bound<'_, PyString>> = lines.extract()?;
    Ok(lines.iter().map(shortened).collect::<String>().trim_end().to_owned())
}

fn notes(x: &Bound<'_, PyBaseException>) -> Vec<String> {
    let notes = x.getattr_opt("__notes__").ok().flatten();
    let notes: Option<Vec<Bound<'_, PyString>>> = notes.and_then(|notes| notes.extract().ok());
    notes.unwrap_or_default().iter().map(shortened).collect()
}

/// Some libraries use terminal escape sequences in their messages: `ESC [ 1 m` and the like.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(part.len());
        out.push_str(part[code..].strip_prefix('m').unwrap_or(&part[code..]));
    }
    out
}
