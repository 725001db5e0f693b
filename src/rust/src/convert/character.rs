//! character ⇄ `str`; `NA` → `None`; `pathlib.Path`, `uuid.UUID` → their text
use crate::error::{Error, Result};
use crate::ffi::{Sexp, Value, list, value::nul_position};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

pub fn item_to_py<'py>(py: Python<'py>, x: Sexp<'_>, i: usize) -> Result<Bound<'py, PyAny>> {
    text_to_py(py, x, i, "String")
}

/// Element `i`; `what` says in an error what it is.
pub fn text_to_py<'py>(py: Python<'py>, x: Sexp<'_>, i: usize, what: &str) -> Result<Bound<'py, PyAny>> {
    x.string_to_py(py, i).map_err(|_| {
        let shown = x.string(i).unwrap_or_default();
        Error::convert(format!(
            "{what} {} (\"{shown}\") is no text: its bytes are not valid in its encoding. \
             Declare the encoding with Encoding(), or send bytes with charToRaw().",
            i + 1
        ))
    })
}

pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    with_text(x, |x| {
        check(x, None)?;
        Ok(Value::string(x))
    })
}

/// A list of strings, none of which needs an error.
pub fn plain_to_r(x: &Bound<'_, PyList>) -> Result<Option<Value>> {
    let mut out = Value::characters(x.len())?;
    let plain = list::read_strings(x, &mut out, |item, out, i| {
        let Ok(item) = item.cast_exact::<PyString>() else {
            out.set_string(i, None);
            return item.is_none();
        };
        out.set_text(i, item)
    });
    Ok(plain.then_some(out))
}

/// Strings of `width` code points each, with zeros at their end, as NumPy lays them out. `None` where one
/// needs an error.
pub fn fixed_width_to_r(points: &[u32], width: usize) -> Result<Option<Value>> {
    let mut out = Value::characters(points.len() / width)?;
    let mut text = String::new();
    for (i, points) in points.chunks_exact(width).enumerate() {
        text.clear();
        let end = points.iter().rposition(|&point| point != 0).map_or(0, |last| last + 1);
        for &point in &points[..end] {
            match char::from_u32(point) {
                Some(letter) if point != 0 => text.push(letter),
                _ => return Ok(None),
            }
        }
        out.set_string(i, Some(&text));
    }
    Ok(Some(out))
}

/// `None` is `NA`.
pub fn many_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let mut out = Value::characters(items.len())?;
    for (i, item) in items.iter().enumerate() {
        if item.cast_exact::<PyString>().is_ok_and(|item| out.set_text(i, item)) {
            continue;
        }
        match item.is_none() {
            true => out.set_string(i, None),
            false => with_text(item, |item| {
                check(item, Some(i))?;
                out.set_string(i, Some(item));
                Ok(())
            })?,
        }
    }
    Ok(out)
}

/// The text of each item; `None` is `NA`.
pub fn many_texts_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let mut out = Value::characters(items.len())?;
    for (i, item) in items.iter().enumerate() {
        match item.is_none() {
            true => out.set_string(i, None),
            false => set_label(&mut out, i, item)?,
        }
    }
    Ok(out)
}

/// A path, a UUID.
pub fn text_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    to_r(x.str()?.as_any())
}

/// The text of a dict key, a column label, a category: strings as they are, others as `str()` shows them.
pub fn label(x: &Bound<'_, PyAny>) -> Result<String> {
    with_text(x.str()?.as_any(), |label| {
        check(label, None)?;
        Ok(label.to_owned())
    })
}

/// Sets element `i` of a character vector to the label of `x`.
pub fn set_label(out: &mut Value, i: usize, x: &Bound<'_, PyAny>) -> Result<()> {
    with_text(x.str()?.as_any(), |label| {
        check(label, None)?;
        out.set_string(i, Some(label));
        Ok(())
    })
}

/// Hands `f` the UTF-8 of a `str`, which Python keeps beside it. Half of a surrogate pair
/// (`os.fsdecode()` makes them) has none.
fn with_text<T>(x: &Bound<'_, PyAny>, f: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let x = x.cast::<PyString>().map_err(PyErr::from)?;
    match x.to_cow() {
        Ok(text) => f(&text),
        Err(_) => Err(Error::convert(format!(
            "The Python string {} is not valid Unicode text and has no R string. Keep it in Python \
             (convert = FALSE), or encode it there with errors = \"surrogateescape\".",
            x.repr()?
        ))),
    }
}

fn check(x: &str, i: Option<usize>) -> Result<()> {
    let Some(position) = nul_position(x) else { return Ok(()) };
    let which = i.map_or(String::new(), |i| format!(" {}", i + 1));
    Err(Error::convert(format!(
        "The Python string{which} has a NUL at character {position}, which R strings cannot hold. \
         Keep it in Python (convert = FALSE), or encode it there: its bytes become a raw vector."
    )))
}
