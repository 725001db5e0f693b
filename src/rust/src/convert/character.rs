//! character ⇄ `str`; `NA` → `None`; `pathlib.Path`, `uuid.UUID` → their text
use crate::error::{Error, Result};
use crate::os::{headroom, memory};
use crate::r::{Sexp, Value};
use crate::shared::list;
use pyo3::exceptions::{PyMemoryError, PyUnicodeDecodeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

pub fn item_to_py<'py>(py: Python<'py>, x: Sexp<'_>, i: usize) -> Result<Bound<'py, PyAny>> {
    text_to_py(py, x, i, "String")
}

/// Element `i`; in an error, `what` describes it.
pub fn text_to_py<'py>(py: Python<'py>, x: Sexp<'_>, i: usize, what: &str) -> Result<Bound<'py, PyAny>> {
    x.string_to_py(py, i).map_err(|err| match err {
        Error::Python(err) if err.is_instance_of::<PyUnicodeDecodeError>(py) => {
            Error::convert(not_text(x, i, &format!("{what} {}", i + 1)))
        }
        other => other,
    })
}

/// What is wrong with the bytes of element `i`, which an error calls `what`. The remedy depends on whether the
/// declared encoding is wrong or none is declared.
pub fn not_text(x: Sexp<'_>, i: usize, what: &str) -> String {
    let (bytes, is_declared) = x.raw_string(i).unwrap_or_default();
    let shown = shown(bytes);
    match is_declared {
        true => format!(
            "{what} (\"{shown}\") is not valid text in its declared encoding, Encoding(x). Declare the encoding \
             that it has, as in Encoding(x) <- \"latin1\", or send its bytes: charToRaw(x)."
        ),
        false => format!(
            "{what} (\"{shown}\") is not valid UTF-8 and does not say which encoding it has. If that is latin1, \
             declare it: Encoding(x) <- \"latin1\", or when the file is read: readLines(encoding = \"latin1\"), \
             read.csv(fileEncoding = \"latin1\"). For other encodings see iconv(). To send its bytes, use \
             charToRaw(x)."
        ),
    }
}

/// The start of a string, as R prints invalid bytes.
fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 60;
    let start = bytes.get(..MOST).unwrap_or(bytes);
    let mut out = String::new();
    for chunk in start.utf8_chunks() {
        out.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| out.push_str(&format!("\\x{byte:02x}")));
    }
    if bytes.len() > MOST {
        out.push_str("...");
    }
    out
}

pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    with_text(x, Value::string)
}

/// A list of strings; `None` if an item needs an error.
pub fn plain_to_r(x: &Bound<'_, PyList>) -> Result<Option<Value>> {
    let mut out = Value::characters(x.len())?;
    let plain = list::read_strings(x, &mut out, |item, out, i| {
        let Ok(item) = item.cast_exact::<PyString>() else {
            return item.is_none() && out.set_string(i, None).is_ok();
        };
        out.set_text(i, item)
    });
    Ok(plain.then_some(out))
}

/// Strings of `width` code points each, padded with zeros, as NumPy stores them. `None` if one needs an
/// error.
pub fn fixed_width_to_r(points: &[u32], width: usize) -> Result<Option<Value>> {
    let mut out = Value::characters(points.len() / width)?;
    let mut text = String::new();
    for (i, points) in points.chunks_exact(width).enumerate() {
        headroom::check(i)?;
        text.clear();
        let end = points.iter().rposition(|&point| point != 0).map_or(0, |last| last + 1);
        for &point in points.iter().take(end) {
            match char::from_u32(point) {
                Some(letter) if point != 0 => text.push(letter),
                _ => return Ok(None),
            }
        }
        out.put_string(i, &text)?;
    }
    Ok(Some(out))
}

/// Strings of at most `width` bytes each, padded with zeros.
pub fn fixed_bytes_to_r(bytes: &[u8], width: usize) -> Result<Value> {
    let mut out = Value::characters(bytes.len() / width)?;
    for (i, bytes) in bytes.chunks_exact(width).enumerate() {
        headroom::check(i)?;
        let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let bytes = bytes.get(..end).unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|_| {
            Error::convert(format!(
                "Element {} of the array, b\"{}\", is not valid UTF-8. Decode the array in Python, as in \
                 numpy.char.decode(x, \"latin1\"), or take the bytes: x.astype(object) becomes a list of raw \
                 vectors.",
                i + 1,
                shown(bytes)
            ))
        })?;
        out.put_string(i, text).map_err(|err| Error::from(err).within(&format!("Element {}", i + 1)))?;
    }
    Ok(out)
}

/// `None` is `NA`.
pub fn many_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let mut out = Value::characters(items.len())?;
    for (i, item) in items.iter().enumerate() {
        headroom::check(i)?;
        if item.cast_exact::<PyString>().is_ok_and(|item| out.set_text(i, item)) {
            continue;
        }
        match item.is_none() {
            true => out.set_string(i, None)?,
            false => set_item(&mut out, i, item)?,
        }
    }
    Ok(out)
}

/// Sets element `i` to a `str`; an error names the element.
pub fn set_item(out: &mut Value, i: usize, item: &Bound<'_, PyAny>) -> Result<()> {
    with_text(item, |item| out.set_string(i, Some(item)))
        .map_err(|err| err.within(&format!("String {}", i + 1)))
}

/// The text of each item; `None` is `NA`.
pub fn many_texts_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let mut out = Value::characters(items.len())?;
    for (i, item) in items.iter().enumerate() {
        headroom::check(i)?;
        match item.is_none() {
            true => out.set_string(i, None)?,
            false => set_label(&mut out, i, item)?,
        }
    }
    Ok(out)
}

/// A path, a UUID.
pub fn text_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    to_r(x.str()?.as_any())
}

/// The text of a dict key, a column label or a category: strings unchanged, other objects as by `str()`.
pub fn label(x: &Bound<'_, PyAny>) -> Result<String> {
    with_text(x.str()?.as_any(), memory::text)
}

/// Sets element `i` of a character vector to the label of `x`.
pub fn set_label(out: &mut Value, i: usize, x: &Bound<'_, PyAny>) -> Result<()> {
    with_text(x.str()?.as_any(), |label| out.set_string(i, Some(label)))
}

/// Calls `f` with the UTF-8 of a `str`, which Python caches. A lone surrogate (made by `os.fsdecode()`) has
/// no UTF-8.
fn with_text<T, E>(x: &Bound<'_, PyAny>, f: impl FnOnce(&str) -> std::result::Result<T, E>) -> Result<T>
where
    Error: From<E>,
{
    let x = x.cast::<PyString>().map_err(PyErr::from)?;
    match x.to_cow() {
        Ok(text) => Ok(f(&text)?),
        Err(err) if err.is_instance_of::<PyMemoryError>(x.py()) => Err(err.into()),
        Err(_) => Err(Error::convert(format!(
            "The Python string {} is not valid Unicode text and has no R string. Keep it in Python \
             (convert = FALSE), or encode it there with errors = \"surrogateescape\".",
            x.repr()?
        ))),
    }
}
