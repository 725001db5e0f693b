//! Memory shared between R vectors and NumPy arrays.
use crate::error::{Error, Result};
use crate::os::mutex::Mutex;
use crate::r::{Sexp, Value};
use libR_sys::Rcomplex;
use ndarray::{ArrayView2, ArrayViewD, ArrayViewMut, ArrayViewMut2, Axis, Ix2, IxDyn, ShapeBuilder, s};
use numpy::npyffi::{NPY_ARRAY_WRITEABLE, NpyTypes, PY_ARRAY_API, get_type_object, npy_intp};
use numpy::{Complex64, Element, PyArrayDescr, PyArrayDescrMethods, PyReadonlyArrayDyn};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::ffi::{c_int, c_void};

/// A NumPy array over `data`, column-major and read-only, that keeps `owner` alive.
///
/// `data` is the memory of the R value that `owner` preserves, and that R no longer modifies
/// ([`Sexp::mark_not_mutable`]).
pub fn view<'py, T: Element>(
    data: &[T],
    dim: &[usize],
    owner: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    assert_eq!(dim.iter().product::<usize>(), data.len());
    // SAFETY: as many elements of `T` as `dim` has, which `owner` keeps alive.
    unsafe { read_only(numpy::dtype::<T>(owner.py()), data.as_ptr().cast(), dim, owner) }
}

/// As [`view`], over the memory of an array that `owner` keeps alive.
pub fn view_of_array<'py>(
    memory: &Bound<'py, PyUntypedArray>,
    dim: &[usize],
    owner: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    assert!(memory.is_contiguous() && dim.iter().product::<usize>() == memory.len());
    // SAFETY: as many elements of this type as `dim` has, which `owner` keeps alive.
    unsafe { read_only(memory.dtype(), address(memory) as *const c_void, dim, owner) }
}

/// # Safety
/// At `data` are the elements of an array of this type and shape, while `owner` lives.
unsafe fn read_only<'py>(
    dtype: Bound<'py, PyArrayDescr>,
    data: *const c_void,
    dim: &[usize],
    owner: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = owner.py();
    let mut strides = Vec::with_capacity(dim.len());
    dim.iter().fold(dtype.itemsize() as npy_intp, |stride, &n| {
        strides.push(stride);
        stride * n as npy_intp
    });
    let mut dim: Vec<npy_intp> = dim.iter().map(|&n| n as npy_intp).collect();
    // SAFETY: the caller's promise; without flags the array is not writeable. `NewFromDescr` takes over the
    // reference to the type, `SetBaseObject` that to the owner.
    unsafe {
        let array = PY_ARRAY_API.PyArray_NewFromDescr(
            py,
            get_type_object(py, NpyTypes::PyArray_Type),
            dtype.into_dtype_ptr(),
            dim.len() as c_int,
            dim.as_mut_ptr(),
            strides.as_mut_ptr(),
            data.cast_mut(),
            0,
            std::ptr::null_mut(),
        );
        let array = Bound::from_owned_ptr_or_err(py, array)?;
        match PY_ARRAY_API.PyArray_SetBaseObject(py, array.as_ptr().cast(), owner.into_ptr()) {
            0 => Ok(array),
            _ => Err(PyErr::fetch(py)),
        }
    }
}

/// The start address of an array's memory.
pub fn address(array: &Bound<'_, PyUntypedArray>) -> usize {
    // SAFETY: reads the header of an array that is alive.
    unsafe { (*array.as_array_ptr()).fields.data as usize }
}

/// Whether `array` covers all of the memory at `data`, column-major and read-only.
pub fn looks_at(array: &Bound<'_, PyUntypedArray>, data: usize, dim: &[usize]) -> bool {
    // SAFETY: as above.
    let writeable = unsafe { (*array.as_array_ptr()).fields.flags } & NPY_ARRAY_WRITEABLE != 0;
    !writeable && address(array) == data && array.shape() == dim && array.is_fortran_contiguous()
}

/// The elements of an array, as R has them: in column-major order.
///
/// Large copies use two threads, and release the GIL of NumPy's arrays, because most of the time is spent on the
/// first access to memory pages.
pub trait Source<T: Copy + Sync> {
    fn count(&self) -> usize;

    fn copy_into<U: Send>(&self, out: &mut [U], cast: impl Fn(T) -> U + Sync);

    fn logicals(&self, cast: impl Fn(T) -> bool + Sync) -> Result<Value> {
        let mut out = Value::logicals(self.count())?;
        self.copy_into(out.logicals_mut(), |x| i32::from(cast(x)));
        Ok(out)
    }

    fn integers(&self, cast: impl Fn(T) -> i32 + Sync) -> Result<Value> {
        let mut out = Value::integers(self.count())?;
        self.copy_into(out.integers_mut(), cast);
        Ok(out)
    }

    fn doubles(&self, cast: impl Fn(T) -> f64 + Sync) -> Result<Value> {
        let mut out = Value::doubles(self.count())?;
        self.copy_into(out.doubles_mut(), cast);
        Ok(out)
    }

    /// Doubles with the bits of these integers, without the class.
    fn integers64(&self, cast: impl Fn(T) -> i64 + Sync) -> Result<Value> {
        let mut out = Value::doubles(self.count())?;
        self.copy_into(out.integers64_mut(), cast);
        Ok(out)
    }

    /// From the real and the imaginary part.
    fn complexes(&self, cast: impl Fn(T) -> [f64; 2] + Sync) -> Result<Value> {
        let mut out = Value::complexes(self.count())?;
        self.copy_into(out.complexes_mut(), |x| {
            let [r, i] = cast(x);
            Rcomplex { r, i }
        });
        Ok(out)
    }
}

impl<T: Element + Copy + Sync> Source<T> for PyReadonlyArrayDyn<'_, T> {
    fn count(&self) -> usize {
        self.as_array().len()
    }

    fn copy_into<U: Send>(&self, out: &mut [U], cast: impl Fn(T) -> U + Sync) {
        let from = self.as_array();
        match out.len() < LARGE {
            true => from.copy_into(out, cast),
            false => crate::py::interpreter::detached(self.py(), || from.copy_into(out, cast)),
        }
    }
}

impl<T: Copy + Sync> Source<T> for ArrayViewD<'_, T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn copy_into<U: Send>(&self, out: &mut [U], cast: impl Fn(T) -> U + Sync) {
        assert_eq!(self.len(), out.len());
        match out.len() < LARGE {
            true => copy(self.view(), out, &cast),
            false => copy_in_two(self.view(), out, &cast),
        }
    }
}

/// An array over elements in row-major order, as Python's libraries and JSON have them.
pub fn row_major<T>(elements: &[T], shape: impl Iterator<Item = usize>) -> Result<ArrayViewD<'_, T>> {
    ArrayViewD::from_shape(shape.collect::<Vec<_>>(), elements)
        .map_err(|_| Error::convert("An array has not as many elements as its shape says."))
}

/// For each element of an R array, its position in row-major order.
pub fn row_major_positions(shape: impl Iterator<Item = usize>) -> Result<Vec<usize>> {
    let shape: Vec<usize> = shape.collect();
    let positions: Vec<usize> = (0..shape.iter().product()).collect();
    let mut out = vec![0; positions.len()];
    row_major(&positions, shape.into_iter())?.copy_into(&mut out, |i| i);
    Ok(out)
}

/// In elements: for smaller arrays, a thread costs more than it saves.
const LARGE: usize = 1 << 18;

/// Splits along the last axis; in column-major order these are the halves of `out`.
fn copy_in_two<T: Copy + Sync, U: Send>(
    from: ArrayViewD<'_, T>,
    out: &mut [U],
    cast: &(impl Fn(T) -> U + Sync),
) {
    let last = Axis(from.ndim() - 1);
    let middle = from.len_of(last) / 2;
    let (left, right) = from.split_at(last, middle);
    let (out_left, out_right) = out.split_at_mut(left.len());
    let half = Mutex::new(Some((left, out_left)));
    // The first thread to reach it copies this half: there may be no memory for a second thread.
    let copy_left = || {
        let half = half.lock().take();
        if let Some((left, out)) = half {
            copy(left, out, cast);
        }
    };
    std::thread::scope(|scope| {
        let started = std::thread::Builder::new().spawn_scoped(scope, copy_left);
        copy(right, out_right, cast);
        if started.is_err() {
            copy_left();
        }
    });
}

fn copy<T: Copy, U>(from: ArrayViewD<'_, T>, out: &mut [U], cast: &impl Fn(T) -> U) {
    // Column-major already: one pass through both.
    if let Some(from) = from.t().as_slice() {
        out.iter_mut().zip(from).for_each(|(to, &x)| *to = cast(x));
        return;
    }
    // The number of elements is equal; callers have checked this.
    if let Ok(to) = ArrayViewMut::from_shape(IxDyn(from.shape()).f(), out) {
        copy_in_blocks(from, to, cast);
    }
}

/// Reads along the axis that is contiguous in `from`, and writes along the first axis, which is contiguous
/// in `to`, in square blocks that fit the cache, so that memory is fetched only once.
fn copy_in_blocks<T: Copy, U>(
    from: ArrayViewD<'_, T>,
    mut to: ArrayViewMut<'_, U, IxDyn>,
    cast: &impl Fn(T) -> U,
) {
    let close = (0..from.ndim()).filter(|&axis| from.len_of(Axis(axis)) > 1);
    let close = close.min_by_key(|&axis| from.strides().get(axis).map_or(0, |stride| stride.unsigned_abs()));
    let close = close.unwrap_or(0);
    if close == 0 {
        ndarray::Zip::from(to.reversed_axes()).and(from.reversed_axes()).for_each(|to, &x| *to = cast(x));
        return;
    }
    // All axes except these two, one index at a time.
    let outer: Vec<usize> = (1..from.ndim()).filter(|&axis| axis != close).collect();
    let shape: Vec<usize> = outer.iter().map(|&axis| from.len_of(Axis(axis))).collect();
    for index in ndarray::indices(IxDyn(&shape)) {
        let (mut from, mut to) = (from.view(), to.view_mut());
        // From the last axis on, so that the indices of the others stay valid.
        for (position, &axis) in outer.iter().enumerate().rev() {
            from = from.index_axis_move(Axis(axis), index[position]);
            to = to.index_axis_move(Axis(axis), index[position]);
        }
        // Two axes remain.
        if let (Ok(from), Ok(to)) = (from.into_dimensionality::<Ix2>(), to.into_dimensionality::<Ix2>()) {
            transpose(from, to, cast);
        }
    }
}

const BLOCK: usize = 32;

fn transpose<T: Copy, U>(from: ArrayView2<'_, T>, mut to: ArrayViewMut2<'_, U>, cast: &impl Fn(T) -> U) {
    let (rows, columns) = to.dim();
    for column in (0..columns).step_by(BLOCK) {
        for row in (0..rows).step_by(BLOCK) {
            let block = s![row..rows.min(row + BLOCK), column..columns.min(column + BLOCK)];
            let (from, mut to) = (from.slice(block), to.slice_mut(block));
            for (mut to, from) in to.columns_mut().into_iter().zip(from.columns()) {
                to.iter_mut().zip(from).for_each(|(to, &x)| *to = cast(x));
            }
        }
    }
}

/// R's complex numbers as NumPy's: both are two doubles.
pub fn as_numpy(x: &[Rcomplex]) -> &[Complex64] {
    // SAFETY: both are `repr(C)` of two doubles.
    unsafe { std::slice::from_raw_parts(x.as_ptr().cast(), x.len()) }
}

/// The dim of the R value, or its length as the only dimension.
pub fn shape(x: Sexp<'_>) -> Vec<usize> {
    x.dim().unwrap_or_else(|| vec![x.len()])
}
