//! Sparse matrices and vectors of the package Matrix ⇄ `scipy.sparse`
//!
//! SciPy gets read-only views of R's slots. It has no symmetric, triangular or pattern matrices: those
//! become general matrices, and a pattern becomes a matrix of `True`. A matrix that Python does not modify
//! converts back to the identical R object. Otherwise `bool` becomes logical and other numbers become double,
//! because Matrix has no other classes.
use super::{flat, valid};
use crate::convert::library::library;
use crate::convert::options::Options;
use crate::convert::{array, np};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::py_in_r;
use crate::object::robject::RObject;
use crate::os::memory;
use crate::py::interpreter;
use crate::r::missing::{NA_LOGICAL, na_real};
use crate::r::{Sexp, Type, Value, r_code};
use pyo3::types::{PyDict, PyTuple, PyType};
use pyo3::{intern, prelude::*};

/// The attribute `_r` of a sparse matrix from R: the R object, and the arrays that SciPy got from it. The
/// arrays are read-only, so a matrix that still has them is unmodified.
#[pyclass(module = "rpycall", extends = RObject, frozen)]
pub struct RSparse {
    arrays: Vec<Py<PyAny>>,
    shape: Vec<usize>,
}

#[pymethods]
impl RSparse {
    /// A copy or unpickled object has no reference to the R object.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (py.None().bind(py).get_type(), PyTuple::empty(py))
    }
}

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let class = x.classes().first().map(|class| class.to_string()).unwrap_or_default();
    let out = if class.ends_with("sparseVector") {
        vector_to_py(py, x, options)?
    } else if class.as_bytes().get(1) == Some(&b'g') {
        matrix_to_py(py, x, options)?
    } else {
        let general = interpreter::detached(py, || r_code::call(c"general_sparse", &[x]))?;
        matrix_to_py(py, general.as_sexp(), options)?
    };
    x.mark_not_mutable();
    let sent = RSparse { arrays: arrays(&out)?, shape: np::shape(&out)? };
    out.setattr("_r", Bound::new(py, PyClassInitializer::from(RObject::new(x)).add_subclass(sent))?)?;
    Ok(out)
}

/// One of the classes `[dln]g[CRT]Matrix`.
fn matrix_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let class = x.classes().first().map(|class| class.to_string()).unwrap_or_default();
    let dim = valid::dim(x)?;
    let index = |name| array::to_py(py, valid::slot(x, name)?, options);
    let (constructor, n, indices) = match class.as_bytes().get(2) {
        Some(b'C') => ("csc_matrix", valid::by_column(x, c"i", dim)?, [index(c"i")?, index(c"p")?]),
        Some(b'R') => {
            ("csr_matrix", valid::by_column(x, c"j", (dim.1, dim.0))?, [index(c"j")?, index(c"p")?])
        }
        _ => ("coo_matrix", valid::triplets(x, dim)?, [index(c"i")?, index(c"j")?]),
    };
    let data = data(py, x, n, options)?;
    let shape = PyDict::new(py);
    shape.set_item("shape", dim)?;
    let [first, second] = indices;
    let parts = match constructor {
        "coo_matrix" => (data, (first, second)).into_pyobject(py)?,
        _ => (data, first, second).into_pyobject(py)?,
    };
    Ok(scipy(py)?.call_method(constructor, (parts,), Some(&shape))?)
}

/// R counts from 1, and uses doubles if the vector is long.
fn vector_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let length = valid::length(x)?;
    let index = valid::positions(x, length)?;
    let data = data(py, x, index.len(), options)?;
    let shape = PyDict::new(py);
    shape.set_item("shape", (length,))?;
    let parts = (data, (np::owned(py, index)?,));
    Ok(scipy(py)?.call_method("coo_array", (parts,), Some(&shape))?)
}

/// NumPy has no missing `bool`: with a logical `NA`, all elements become numbers, as in arrays of integers.
fn data<'py>(py: Python<'py>, x: Sexp<'_>, n: usize, options: Options) -> Result<Bound<'py, PyAny>> {
    valid::data(x, n)?;
    let Some(values) = x.attr(c"x") else { return np::owned(py, memory::repeated(true, n)?) };
    if values.kind() == Type::Logical && values.logicals().contains(&NA_LOGICAL) {
        let number = |&x: &i32| if x == NA_LOGICAL { na_real() } else { f64::from(x) };
        return np::owned(py, values.logicals().iter().map(number).gather()?);
    }
    array::to_py(py, values, options)
}

fn scipy(py: Python<'_>) -> Result<Bound<'_, PyAny>> {
    let missing = "Sparse matrices are converted by SciPy, which this Python installation lacks: py_install(\"scipy\").";
    library(py, "scipy.sparse", missing)
}

pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    if let Some(original) = untouched(x)? {
        return Ok(original);
    }
    match np::shape(x)?.len() {
        1 => vector_to_r(x, options),
        2 => matrix_to_r(x, options),
        _ => py_in_r::new(x.clone(), options.convert),
    }
}

fn untouched(x: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let Ok(sent) = x.getattr(intern!(x.py(), "_r")) else { return Ok(None) };
    let Ok(sent) = sent.cast::<RSparse>() else { return Ok(None) };
    let (now, then) = (arrays(x)?, &sent.get().arrays);
    let same = now.len() == then.len() && now.iter().zip(then).all(|(now, then)| now.is(then));
    let same = same && np::shape(x)? == sent.get().shape;
    Ok(same.then(|| sent.as_super().get().value()))
}

/// The arrays that contain the elements.
fn arrays(x: &Bound<'_, PyAny>) -> Result<Vec<Py<PyAny>>> {
    let mut out = vec![x.getattr("data")?.unbind()];
    match x.hasattr("indptr")? {
        true => out.extend([x.getattr("indices")?.unbind(), x.getattr("indptr")?.unbind()]),
        false => out.extend(coordinates(x)?.into_iter().map(Bound::unbind)),
    }
    Ok(out)
}

/// The coordinates of a COO matrix or vector. SciPy before 1.13 has no sparse vectors.
fn coordinates<'py>(x: &Bound<'py, PyAny>) -> Result<Vec<Bound<'py, PyAny>>> {
    match x.getattr("coords") {
        Ok(coordinates) => Ok(coordinates.extract()?),
        Err(_) => Ok(vec![x.getattr("row")?, x.getattr("col")?]),
    }
}

fn matrix_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let (x, layout) = match x.getattr("format")?.extract::<String>()?.as_str() {
        "csc" => (x.clone(), 'C'),
        "csr" => (x.clone(), 'R'),
        "coo" => (x.clone(), 'T'),
        _ => (x.call_method0("tocsc")?, 'C'),
    };
    let x = canonical(x)?;
    let (values, kind) = values_to_r(&x, options)?;
    let (names, indices) = match layout {
        'C' => (["i", "p"], [x.getattr("indices")?, x.getattr("indptr")?]),
        'R' => (["j", "p"], [x.getattr("indices")?, x.getattr("indptr")?]),
        _ => (["i", "j"], coordinates(&x)?.try_into().map_err(|_| unknown_coordinates())?),
    };
    let [first, second] = indices;
    let slots = Value::list_of(&[
        dim_to_r(&x)?,
        index_to_r(&first, options)?,
        index_to_r(&second, options)?,
        values,
    ])?;
    new_sparse(x.py(), &format!("{kind}g{layout}Matrix"), slots, &["Dim", names[0], names[1], "x"])
}

fn vector_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let x = canonical(x.call_method0("tocoo")?)?;
    let values = elements(&x, options)?;
    let kind = match values.as_sexp().kind() {
        Type::Logical => 'l',
        Type::Integer => 'i',
        Type::Complex => 'z',
        _ => 'd',
    };
    let from_zero = coordinates(&x)?.pop().ok_or_else(unknown_coordinates)?;
    let from_zero = np::copied::<i64>(&from_zero.call_method1("astype", ("int64",))?)?;
    let index = Value::doubles_from(from_zero.into_iter().map(|i| (i + 1) as f64))?;
    let length = Value::double(np::shape(&x)?.into_iter().product::<usize>() as f64)?;
    let slots = Value::list_of(&[length, index, values])?;
    new_sparse(x.py(), &format!("{kind}sparseVector"), slots, &["length", "i", "x"])
}

/// Sorted and without duplicate positions. SciPy sums duplicates in place.
fn canonical(x: Bound<'_, PyAny>) -> Result<Bound<'_, PyAny>> {
    if x.getattr("has_canonical_format")?.extract()? {
        return Ok(x);
    }
    let out = x.call_method0("copy")?;
    out.call_method0("sum_duplicates")?;
    Ok(out)
}

/// The elements, and Matrix's letter for their type.
fn values_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<(Value, char)> {
    let values = elements(x, options)?;
    match values.as_sexp().kind() {
        Type::Logical => Ok((values, 'l')),
        Type::Integer => {
            let numbers = values.as_sexp().integers().iter();
            Ok((Value::doubles_from(numbers.map(|&x| f64::from(x)))?, 'd'))
        }
        Type::Double => Ok((values, 'd')),
        _ => Err(Error::convert(
            "The sparse matrix holds complex numbers, for which the R package Matrix has no class. Take it \
             as a dense one, x$toarray(), or its parts, x$real and x$imag.",
        )),
    }
}

fn elements(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let data = x.getattr("data")?;
    match (np::kind(&data)?, flat::to_r(&data, options)?) {
        ('b' | 'i' | 'u' | 'f' | 'c', Some(values)) if values.as_sexp().is_object() => Err(Error::convert(
            "The sparse matrix holds ints beyond 2^53, which are not exact as R's doubles. Keep it in Python \
                 (convert = FALSE), or take it as a dense one, x$toarray().",
        )),
        ('b' | 'i' | 'u' | 'f' | 'c', Some(values)) => Ok(values),
        _ => Err(Error::convert(format!(
            "The sparse matrix holds elements of type {}, for which the R package Matrix has no class.",
            data.getattr("dtype")?
        ))),
    }
}

fn index_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    match flat::to_r(x, options)? {
        Some(index) if index.as_sexp().kind() == Type::Integer => Ok(index),
        _ => Err(too_large()),
    }
}

fn dim_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let mut out = Value::integers(2)?;
    for (to, n) in out.integers_mut().iter_mut().zip(np::shape(x)?) {
        *to = i32::try_from(n).map_err(|_| too_large())?;
    }
    Ok(out)
}

fn unknown_coordinates() -> Error {
    Error::convert("The number of coordinates of the sparse matrix differs from its number of dimensions.")
}

fn too_large() -> Error {
    Error::convert(
        "The sparse matrix is too large for the R package Matrix, whose dimensions and number of elements are \
         below 2^31. Keep it in Python (convert = FALSE).",
    )
}

fn new_sparse(py: Python<'_>, class: &str, mut slots: Value, names: &[&str]) -> Result<Value> {
    slots.set_names(&Value::strings(names)?)?;
    let class = Value::string(class)?;
    let args = [class.as_sexp(), slots.as_sexp()];
    Ok(interpreter::detached(py, || r_code::call(c"new_sparse", &args))?)
}
