//! Text and bytes that NumPy stores in the array itself → character, raw
use crate::convert::library::numpy;
use crate::convert::{character, np};
use crate::error::Result;
use crate::r::Value;
use crate::shared::array::Source;
use pyo3::prelude::*;

/// Strings stored in the array itself. They are read as code points, without a Python object for each.
pub fn fixed_width(x: &Bound<'_, PyAny>, width: usize) -> Result<Value> {
    // A chararray refuses a view of its memory as numbers.
    let flat = numpy(x.py())?.call_method1("asarray", (x.call_method1("ravel", ("F",))?,))?;
    let points = flat.call_method1("view", ("uint32",))?;
    let points = np::elements::<u32>(&points)?;
    let points = points.as_slice().map_err(np::scattered)?;
    match character::fixed_width_to_r(points, width)? {
        Some(out) => Ok(out),
        None => character::many_to_r(&np::items(x)?),
    }
}

/// Bytes stored in the array itself, padded with zeros: strings if they are valid text.
pub fn bytes_to_r(x: &Bound<'_, PyAny>, width: usize) -> Result<Value> {
    let flat = numpy(x.py())?.call_method1("asarray", (x.call_method1("ravel", ("F",))?,))?;
    if width == 0 || np::len(&flat)? == 0 {
        return character::many_to_r(&np::items(&np::astype(x, "str")?)?);
    }
    let bytes = np::elements::<u8>(&flat.call_method1("view", ("uint8",))?)?;
    character::fixed_bytes_to_r(bytes.as_slice().map_err(np::scattered)?, width)
}

/// Bytes that are not numbers.
pub fn opaque_bytes(x: &Bound<'_, PyAny>) -> Result<Value> {
    let flat = x.call_method1("ravel", ("F",))?.call_method1("view", ("uint8",))?;
    let mut out = Value::raws(np::len(x)?)?;
    np::elements::<u8>(&flat)?.copy_into(out.raws_mut(), |x| x);
    Ok(out)
}
