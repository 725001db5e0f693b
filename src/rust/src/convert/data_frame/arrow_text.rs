//! character ⇄ strings in Arrow's memory, where pandas stores them if pyarrow is installed
use crate::convert::library::numpy;
use crate::convert::{character, np};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::os::headroom;
use crate::os::memory;
use crate::py::import::import;
use crate::r::{Sexp, Value};
use crate::shared::strings::RecentStrings;
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

/// A column of `dtype`, pandas's dtype for strings in Arrow's memory.
#[expect(clippy::indexing_slicing, reason = "tables with a place for each element, filled up to `i`")]
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, dtype: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let n = x.len();
    let mut ends: Vec<i64> = memory::repeated(0, n + 1)?;
    let mut bytes: Vec<u8> = Vec::new();
    let mut present = memory::repeated(0_u8, n.div_ceil(8))?;
    let mut missing = 0;
    let mut recent = RecentStrings::new(n);
    for i in 0..n {
        let before = recent.position(x.string_id(i), i);
        let is_present = match before.map(|before| (before, present[before / 8] >> (before % 8) & 1)) {
            Some((before, 1)) => {
                memory::reserve(&mut bytes, (ends[before + 1] - ends[before]) as usize)?;
                bytes.extend_from_within(ends[before] as usize..ends[before + 1] as usize);
                true
            }
            Some(_) => false,
            None => match x.text(i) {
                Ok(text) => {
                    memory::append(&mut bytes, text.as_deref().unwrap_or_default().as_bytes())?;
                    text.is_some()
                }
                // Called for the error that it returns.
                Err(_) => !character::item_to_py(py, x, i)?.is_none(),
            },
        };
        present[i / 8] |= u8::from(is_present) << (i % 8);
        missing += usize::from(!is_present);
        ends[i + 1] = bytes.len() as i64;
    }
    let arrow = import(py, "pyarrow")?;
    let buffers = (buffer(&arrow, ends)?, buffer(&arrow, bytes)?, buffer(&arrow, present)?);
    let text = arrow
        .getattr("LargeStringArray")?
        .call_method1("from_buffers", (n, buffers.0, buffers.1, buffers.2, missing))?;
    Ok(dtype.call_method1("__from_arrow__", (text,))?)
}

/// The chunks of an array of `string`, or of `large_string`.
pub fn to_r(chunks: &[Bound<'_, PyAny>], is_large: bool) -> Result<Value> {
    let lengths = chunks.iter().map(|chunk| chunk.len()).try_gather()?;
    let mut out = Value::characters(lengths.iter().sum())?;
    let mut at = 0;
    for chunk in chunks {
        at += match is_large {
            true => chunk_to_r::<i64>(chunk, "int64", &mut out, at)?,
            false => chunk_to_r::<i32>(chunk, "int32", &mut out, at)?,
        };
    }
    Ok(out)
}

/// Writes a chunk to `out` from position `at` on; returns its length.
fn chunk_to_r<T: Element + Copy + Into<i64>>(
    chunk: &Bound<'_, PyAny>,
    offsets: &str,
    out: &mut Value,
    at: usize,
) -> Result<usize> {
    let n = chunk.len()?;
    if n == 0 {
        return Ok(0);
    }
    let first = first(chunk)?;
    let buffers = chunk.call_method0("buffers")?;
    let ends = slice_of::<T>(&memory(&buffers.get_item(1)?, offsets, first, n + 1)?)?;
    let ends = ends.as_slice().map_err(np::scattered)?;
    let bytes = buffers.get_item(2)?;
    let size = if bytes.is_none() { 0 } else { bytes.getattr("size")?.extract()? };
    let bytes = slice_of::<u8>(&memory(&bytes, "uint8", 0, size)?)?;
    let bytes = bytes.as_slice().map_err(np::scattered)?;
    let valid = chunk.call_method0("is_valid")?.call_method1("to_numpy", (false,))?;
    let valid = valid.cast::<PyArray1<bool>>().map_err(PyErr::from)?.readonly();
    let valid = valid.as_slice().map_err(np::scattered)?;
    if valid.len() != n {
        return Err(inconsistent());
    }
    let mut texts = Texts::new(ends, bytes)?;
    for (i, is_valid) in valid.iter().enumerate() {
        if !is_valid {
            out.set_string(at + i, None)?;
            continue;
        }
        let text = match texts.take(i)? {
            Taken::Before(before) => {
                out.copy_string(at + before, at + i);
                continue;
            }
            Taken::New(text) => text,
        };
        headroom::check(i)?;
        match std::str::from_utf8(text) {
            Ok(text) => out.put_string(at + i, text).map_err(Error::from),
            // Raises Python's error about the bytes.
            Err(_) => character::set_label(out, at + i, &chunk.get_item(i)?.call_method0("as_py")?),
        }
        .map_err(|err| err.within(&format!("String {}", at + i + 1)))?;
    }
    Ok(n)
}

/// The texts of a chunk, of which recent ones are recognized.
struct Texts<'a, T> {
    /// The start of each text and, after all, the end of the last one.
    ends: &'a [T],
    bytes: &'a [u8],
    recent: Vec<Option<usize>>,
}

enum Taken<'a> {
    New(&'a [u8]),
    /// The same text was at this place.
    Before(usize),
}

impl<'a, T: Copy + Into<i64>> Texts<'a, T> {
    fn new(ends: &'a [T], bytes: &'a [u8]) -> Result<Self> {
        let slots = ends.len().next_power_of_two().clamp(16, 1 << 16);
        Ok(Texts { ends, bytes, recent: memory::repeated(None, slots)? })
    }

    fn get(&self, i: usize) -> Option<&'a [u8]> {
        match self.ends.get(i..i + 2) {
            Some(&[start, end]) => self.bytes.get(start.into() as usize..end.into() as usize),
            _ => None,
        }
    }

    fn take(&mut self, i: usize) -> Result<Taken<'a>> {
        let text = self.get(i).ok_or_else(inconsistent)?;
        let slot = hash(text) as usize & (self.recent.len() - 1);
        let before = self.recent.get(slot).copied().flatten();
        if let Some(before) = before.filter(|&before| self.get(before) == Some(text)) {
            return Ok(Taken::Before(before));
        }
        self.recent.get_mut(slot).ok_or_else(inconsistent)?.replace(i);
        Ok(Taken::New(text))
    }
}

/// Python code may create an array from inconsistent buffers.
fn inconsistent() -> Error {
    Error::convert(
        "The Arrow array is not valid: its buffers do not fit each other. See x$validate(full = TRUE).",
    )
}

/// Where a part of an array begins. pyarrow's `validate()` does not look at it.
pub fn first(x: &Bound<'_, PyAny>) -> Result<usize> {
    x.getattr("offset")?.extract().map_err(|_| inconsistent())
}

/// For a table of at most 2^16 slots; entries found are compared.
fn hash(text: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let words = text.chunks_exact(8);
    let rest = words.remainder();
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let hash = words.fold(text.len() as u64, |hash, bytes| mix(hash, word(bytes)));
    mix(hash, word(rest)) >> 13
}

fn buffer<'py, T: Element>(arrow: &Bound<'py, PyAny>, values: Vec<T>) -> Result<Bound<'py, PyAny>> {
    Ok(arrow.call_method1("py_buffer", (np::owned(arrow.py(), values)?,))?)
}

fn slice_of<'py, T: Element>(memory: &Bound<'py, PyAny>) -> Result<PyReadonlyArray1<'py, T>> {
    Ok(memory.cast::<PyArray1<T>>().map_err(PyErr::from)?.readonly())
}

/// `n` numbers of a buffer of Arrow's from the number `first` on, as an array that keeps it alive.
pub fn memory<'py>(
    buffer: &Bound<'py, PyAny>,
    dtype: &str,
    first: usize,
    n: usize,
) -> Result<Bound<'py, PyAny>> {
    let numpy = numpy(buffer.py())?;
    // NumPy refuses a view of an empty buffer.
    if n == 0 {
        return Ok(numpy.call_method1("empty", (0, dtype))?);
    }
    let dtype = numpy.call_method1("dtype", (dtype,))?;
    let start = first.checked_mul(dtype.getattr("itemsize")?.extract()?).ok_or_else(inconsistent)?;
    Ok(numpy.call_method1("frombuffer", (buffer, dtype, n, start))?)
}
