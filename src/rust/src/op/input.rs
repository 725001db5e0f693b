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
use crate::shared::array;
use libR_sys::{Rcomplex, SEXPTYPE};
use ndarray::{ArrayViewD, IxDyn};

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
    let mut out = match view(tensor, dtype, &dims) {
        Ok(view) => view,
        Err(tensor) => copied(&tensor, dtype, &dims)?,
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

/// Gives the tensor back if its elements must be copied.
fn view(tensor: Tensor, dtype: Dtype, dims: &[i64]) -> std::result::Result<Value, Tensor> {
    let kind = match dtype {
        Dtype::Float64 => SEXPTYPE::REALSXP,
        Dtype::Complex128 => SEXPTYPE::CPLXSXP,
        // R's NA is a number there.
        Dtype::Int32 if !tensor.elements::<i32>().contains(&NA_INTEGER) => SEXPTYPE::INTSXP,
        _ => return Err(tensor),
    };
    match is_line(dims) && tensor.bytes() >= LEAST_VIEW {
        true => Ok(ffi::vector(tensor, kind)),
        false => Err(tensor),
    }
}

/// Whether row-major and column-major order are the same.
pub fn is_line(dims: &[i64]) -> bool {
    dims.iter().filter(|&&n| n > 1).count() <= 1
}

fn copied(tensor: &Tensor, dtype: Dtype, dims: &[i64]) -> Result<Value> {
    match dtype {
        Dtype::Float64 => doubles(tensor.elements(), dims, |x: f64| x),
        Dtype::Float32 => doubles(tensor.elements(), dims, |x: f32| f64::from(x)),
        Dtype::Float16 => doubles(tensor.elements(), dims, half::from_half),
        Dtype::Bfloat16 => doubles(tensor.elements(), dims, half::from_bfloat),
        Dtype::Int8 => integers(tensor.elements(), dims, |x: i8| x.into()),
        Dtype::Int16 => integers(tensor.elements(), dims, |x: i16| x.into()),
        Dtype::Uint8 => integers(tensor.elements(), dims, |x: u8| x.into()),
        Dtype::Uint16 => integers(tensor.elements(), dims, |x: u16| x.into()),
        Dtype::Int32 => wide::<i32>(tensor.elements(), dims),
        Dtype::Uint32 => wide::<u32>(tensor.elements(), dims),
        Dtype::Int64 => wide::<i64>(tensor.elements(), dims),
        Dtype::Uint64 => wide::<u64>(tensor.elements(), dims),
        Dtype::Complex64 => complexes(tensor.elements(), dims, |[r, i]: [f32; 2]| [r.into(), i.into()]),
        Dtype::Complex128 => complexes(tensor.elements(), dims, |x: [f64; 2]| x),
        Dtype::Bool => logicals(tensor.elements(), dims),
        Dtype::String => strings(tensor, dims),
    }
}

/// Copies row-major elements to column-major order.
fn copy<T: Copy + Sync, U: Send>(from: &[T], dims: &[i64], out: &mut [U], cast: impl Fn(T) -> U + Sync) {
    if is_line(dims) {
        return out.iter_mut().zip(from).for_each(|(to, &x)| *to = cast(x));
    }
    let dims: Vec<usize> = dims.iter().map(|&n| n as usize).collect();
    if let Ok(from) = ArrayViewD::from_shape(IxDyn(&dims), from) {
        array::copy_view(from, out, cast);
    }
}

fn doubles<T: Copy + Sync>(x: &[T], dims: &[i64], cast: impl Fn(T) -> f64 + Sync) -> Result<Value> {
    let mut out = Value::doubles(x.len())?;
    copy(x, dims, out.doubles_mut(), cast);
    Ok(out)
}

fn integers<T: Copy + Sync>(x: &[T], dims: &[i64], cast: impl Fn(T) -> i32 + Sync) -> Result<Value> {
    let mut out = Value::integers(x.len())?;
    copy(x, dims, out.integers_mut(), cast);
    Ok(out)
}

fn complexes<T: Copy + Sync>(x: &[T], dims: &[i64], cast: impl Fn(T) -> [f64; 2] + Sync) -> Result<Value> {
    let mut out = Value::complexes(x.len())?;
    copy(x, dims, out.complexes_mut(), |x| {
        let [r, i] = cast(x);
        Rcomplex { r, i }
    });
    Ok(out)
}

fn logicals(x: &[u8], dims: &[i64]) -> Result<Value> {
    let mut out = Value::logicals(x.len())?;
    copy(x, dims, out.logicals_mut(), |x| i32::from(x != 0));
    Ok(out)
}

fn wide<T: Fits + Sync + Into<i128>>(x: &[T], dims: &[i64]) -> Result<Value> {
    let too_large = |_| {
        Error::convert(
            "R cannot represent an integer of the tensor. Cast the input with op_cast(), for example to \"float64\".",
        )
    };
    match type_of(x.iter().copied().map(Some)).map_err(too_large)? {
        Whole::Integer => integers(x, dims, |x| x.into() as i32),
        Whole::Double => doubles(x, dims, |x| x.into() as f64),
        Whole::Integer64 => integers64(x, dims),
    }
}

fn integers64<T: Copy + Sync + Into<i128>>(x: &[T], dims: &[i64]) -> Result<Value> {
    r_code::call(c"need_bit64", &[])?;
    let mut out = Value::doubles(x.len())?;
    copy(x, dims, out.integers64_mut(), |x| x.into() as i64);
    out.set_class(&["integer64"])?;
    Ok(out)
}

fn strings(tensor: &Tensor, dims: &[i64]) -> Result<Value> {
    let texts = tensor.texts();
    let mut order: Vec<usize> = vec![0; texts.len()];
    copy(&(0..texts.len()).collect::<Vec<_>>(), dims, &mut order, |i| i);
    let mut out = Value::characters(texts.len())?;
    for (to, &from) in order.iter().enumerate() {
        headroom::check(to)?;
        let bytes = texts.get(from).map_or(&[][..], |text| text.bytes());
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Error::convert(format!("String {} of the tensor is not valid UTF-8.", from + 1)))?;
        out.put_string(to, text)?;
    }
    Ok(out)
}
