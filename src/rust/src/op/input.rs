//! Tensors as R arrays: scalars and tensors with one axis are vectors without `dim`, because R does not add a
//! one-dimensional array to a matrix. One of length 1 has a `dim`, which tells it from a scalar.
//!
//! R's arrays are column-major, so the elements of a matrix are copied. A tensor with one long axis, of
//! doubles, integers or complex numbers, is not copied: R sees TensorFlow's memory.
use super::dtype::Dtype;
use super::ffi::{self, Tensor};
use super::half;
use crate::convert::{Fits, Whole, type_of};
use crate::error::{Error, Result};
use crate::os::headroom;
use crate::r::missing::NA_INTEGER;
use crate::r::{Value, r_code};
use crate::shared::array::{Source, row_major, row_major_positions};
use libR_sys::SEXPTYPE;
use ndarray::ArrayViewD;

/// In bytes: the pointer that owns the memory costs more than a copy of less.
const LEAST_VIEW: usize = 4096;

pub fn to_r(tensor: Tensor) -> Result<Value> {
    let dims = tensor.dims();
    let Some(dtype) = Dtype::of(tensor.code()) else {
        return Err(Error::convert(format!(
            "R has no type for tensors of TensorFlow's dtype number {}. Cast the input with op_cast().",
            tensor.code()
        )));
    };
    let mut out = match viewed_as(&tensor, dtype, &dims) {
        Some(kind) => ffi::vector(tensor, kind)?,
        None => copied(&tensor, dtype, &dims)?,
    };
    if has_dim(&dims) {
        let too_long = |_| Error::convert("An axis is longer than R's arrays can be.");
        let dims = dims.iter().map(|&n| i32::try_from(n).map_err(too_long));
        out.set_dim(&dims.collect::<Result<Vec<_>>>()?)?;
    }
    Ok(out)
}

fn has_dim(dims: &[i64]) -> bool {
    dims.len() > 1 || *dims == [1]
}

/// R's type of a vector over the memory of the tensor; `None` if its elements must be copied.
fn viewed_as(tensor: &Tensor, dtype: Dtype, dims: &[i64]) -> Option<SEXPTYPE> {
    let kind = match dtype {
        Dtype::Float64 => SEXPTYPE::REALSXP,
        Dtype::Complex128 => SEXPTYPE::CPLXSXP,
        // R's NA is a number there.
        Dtype::Int32 if !tensor.elements::<i32>().contains(&NA_INTEGER) => SEXPTYPE::INTSXP,
        _ => return None,
    };
    (is_line(dims) && tensor.bytes() >= LEAST_VIEW).then_some(kind)
}

/// Whether row-major and column-major order are the same.
pub fn is_line(dims: &[i64]) -> bool {
    dims.iter().filter(|&&n| n > 1).count() <= 1
}

fn copied(tensor: &Tensor, dtype: Dtype, dims: &[i64]) -> Result<Value> {
    Ok(match dtype {
        Dtype::Float64 => array_of(tensor.elements(), dims)?.doubles(|x: f64| x)?,
        Dtype::Float32 => array_of(tensor.elements(), dims)?.doubles(|x: f32| x.into())?,
        Dtype::Float16 => array_of(tensor.elements(), dims)?.doubles(half::from_half)?,
        Dtype::Bfloat16 => array_of(tensor.elements(), dims)?.doubles(half::from_bfloat)?,
        Dtype::Int8 => array_of(tensor.elements(), dims)?.integers(|x: i8| x.into())?,
        Dtype::Int16 => array_of(tensor.elements(), dims)?.integers(|x: i16| x.into())?,
        Dtype::Uint8 => array_of(tensor.elements(), dims)?.integers(|x: u8| x.into())?,
        Dtype::Uint16 => array_of(tensor.elements(), dims)?.integers(|x: u16| x.into())?,
        Dtype::Int32 => wide::<i32>(tensor.elements(), dims)?,
        Dtype::Uint32 => wide::<u32>(tensor.elements(), dims)?,
        Dtype::Int64 => wide::<i64>(tensor.elements(), dims)?,
        Dtype::Uint64 => wide::<u64>(tensor.elements(), dims)?,
        Dtype::Complex64 => {
            array_of(tensor.elements(), dims)?.complexes(|[r, i]: [f32; 2]| [r.into(), i.into()])?
        }
        Dtype::Complex128 => array_of(tensor.elements(), dims)?.complexes(|x: [f64; 2]| x)?,
        Dtype::Bool => array_of(tensor.elements(), dims)?.logicals(|x: u8| x != 0)?,
        Dtype::String => strings(tensor, dims)?,
    })
}

fn array_of<'a, T>(elements: &'a [T], dims: &[i64]) -> Result<ArrayViewD<'a, T>> {
    row_major(elements, dims.iter().map(|&n| n as usize))
}

fn wide<T: Fits + Sync>(x: &[T], dims: &[i64]) -> Result<Value> {
    let array = array_of(x, dims)?;
    let too_large = |_| {
        Error::convert(
            "R cannot represent an integer of the tensor. Cast the input with op_cast(), for example to \"float64\".",
        )
    };
    match type_of(x.iter().copied().map(Some)).map_err(too_large)? {
        Whole::Integer => Ok(array.integers(T::integer)?),
        Whole::Double => Ok(array.doubles(T::double)?),
        Whole::Integer64 => {
            r_code::call(c"need_bit64", &[])?;
            let mut out = array.integers64(T::integer64)?;
            out.set_class(&["integer64"])?;
            Ok(out)
        }
    }
}

fn strings(tensor: &Tensor, dims: &[i64]) -> Result<Value> {
    let texts = tensor.texts();
    let mut out = Value::characters(texts.len())?;
    for (to, from) in row_major_positions(dims.iter().map(|&n| n as usize))?.into_iter().enumerate() {
        headroom::check(to)?;
        let bytes = texts.get(from).map_or(&[][..], |text| text.bytes());
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Error::convert(format!("String {} of the tensor is not valid UTF-8.", from + 1)))?;
        out.put_string(to, text)?;
    }
    Ok(out)
}
