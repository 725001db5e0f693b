//! Conversion of values. Each module holds one family, `to_py` and then `to_r`.
//!
//! | R                          | Python                                         | module         |
//! |----------------------------|------------------------------------------------|----------------|
//! | `NULL`                     | `None`                                         | [`null`]       |
//! | logical                    | `bool`                                         | [`logical`]    |
//! | integer, double, integer64 | `int`, `float`, `int` (from `Decimal`, `Fraction`) | [`number`] |
//! | complex                    | `complex`                                      | [`number`]     |
//! | character                  | `str` (from `Path`, `UUID`)                    | [`character`]  |
//! | raw                        | `bytearray` (from `bytes`, `memoryview`)       | [`raw`]        |
//! | longer vector              | `list` of those (from `range`)                 | [`vector`], [`range`] |
//! | list; with names           | `list` (from `tuple`, `set`); `dict`           | [`list`], [`dict`] |
//! | matrix, array              | `numpy.ndarray`, a read-only view of R's memory | [`mod@array`], [`array::original`], [`array::adopt`] |
//! | from masked arrays, records | `numpy.ma.MaskedArray`, structured arrays     | [`array::masked`], [`array::record`] |
//! | Matrix's sparse classes    | `scipy.sparse`                                 | [`array::sparse`]     |
//! | factor                     | `pandas.Categorical`; members of an `Enum`     | [`factor`], [`enumeration`] |
//! | Date, POSIXt, difftime     | `date`, `datetime`, `timedelta`; NumPy's and pandas's times | [`time`] |
//! | numeric_version            | `rkeras.version.Version`, a `tuple`            | [`version`]    |
//! | data.frame                 | `pandas.DataFrame`                             | [`frame`] |
//! | its columns; row names     | NumPy, nullable, Arrow's and datetime columns; an index | [`frame::column`], [`frame::index`] |
//! | (from) column by column    | nullable and Arrow's arrays, objects           | [`frame::nullable`], [`frame::arrow`] |
//! | not representable in pandas | `DataFrame.attrs["rkeras"]`                   | [`frame`] |
//! | function                   | `rpycall.RFunction`                            | [`object`]     |
//! | environment, formula, S4 … | `rpycall.RObject`: the identical object in R  | [`object`]     |
//! | error                      | `RuntimeError`                                 | [`exception`]  |
//! | Python object              | everything else; `rpycall.Handle`              | [`crate::object`], [`handle`] |
//!
//! A missing value becomes `None`, and `nan` where it is a double.
mod array;
pub mod character;
mod dict;
mod enumeration;
mod exception;
mod factor;
mod frame;
mod handle;
mod library;
mod list;
mod logical;
mod null;
mod number;
mod object;
mod options;
mod piece;
mod range;
mod raw;
mod s3;
mod time;
mod vector;
mod version;
mod whole;

use crate::error::Result;
use crate::object::class_name::TypeInfo;
use crate::object::kind::{PyKind, RKind};
use crate::object::py_in_r;
use crate::r::{Sexp, Type, Value, guard};
use crate::shared::scalar;
use array::{adopt, masked, original, record, sparse};
use frame::{arrow, arrow_text, column, index, nullable, objects, strings};
pub use handle::Handle;

pub use options::Options;
pub use original::RArray;
use pyo3::prelude::*;
use std::rc::Rc;
pub use whole::{Fits, Whole, type_of};

/// Any R value, or the Python object that it references.
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    to_py_with(py, x, Options::new())
}

/// As `to_py`, without the user's method for the class of `x` itself, because that method has called this
/// function.
pub fn to_py_default<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    if let Some((object, _)) = py_in_r::get(py, x)? {
        return Ok(object);
    }
    guard::materialize(x)?;
    match RKind::of(x) {
        RKind::Null => null::to_py(py),
        RKind::Integer | RKind::Double if options.vectors_as_arrays => array::to_py(py, x, options),
        RKind::Logical => vector::slice_to_py(py, x, x.logicals(), logical::flag_to_py),
        RKind::Integer => vector::slice_to_py(py, x, x.integers(), number::int_to_py),
        RKind::Double if options.whole_as_int && number::all_whole(x.doubles()) => {
            vector::slice_to_py(py, x, x.doubles(), number::whole_to_py)
        }
        RKind::Double => vector::slice_to_py(py, x, x.doubles(), number::float_to_py),
        RKind::Integer64 => vector::slice_to_py(py, x, x.integers64(), number::integer64_to_py),
        RKind::Complex => vector::slice_to_py(py, x, x.complexes(), number::complex_to_py),
        RKind::Character => vector::strings_to_py(py, x, character::item_to_py),
        RKind::Raw => raw::to_py(py, x),
        RKind::List if x.names().is_some() => dict::to_py(py, x, options),
        RKind::List => list::to_py(py, x, options),
        RKind::Array => array::to_py(py, x, options),
        RKind::Factor => match enumeration::to_py(py, x)? {
            Some(members) => Ok(members),
            None => factor::to_py(py, x),
        },
        RKind::Date => time::date_to_py(py, x),
        RKind::Datetime => datetimes_to_py(py, x, options),
        RKind::DatetimeParts => datetimes_to_py(py, time::from_parts(py, x)?.as_sexp(), options),
        RKind::Duration => time::duration_to_py(py, x),
        RKind::Version => version::to_py(py, x),
        RKind::DataFrame => frame::to_py(py, x, options),
        RKind::Sparse => sparse::to_py(py, x, options),
        RKind::Error => exception::to_py(py, x),
        RKind::Function => object::function_to_py(py, x, options.convert),
        RKind::Other => object::to_py(py, x),
    }
}

/// One POSIXct → `datetime`; a vector → `datetime64`, or a list without NumPy.
fn datetimes_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let is_one = x.len() == 1 && !x.inherits("AsIs");
    match is_one || !array::has_numpy(py)? {
        true => time::datetime_to_py(py, x),
        false => array::to_py(py, x, options),
    }
}

/// An element of a container, or an argument.
pub fn to_py_with<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    if let Some(value) = scalar_to_py(py, x, options) {
        return Ok(value);
    }
    match s3::r_to_py(py, x)? {
        Some(value) => Ok(value),
        None => to_py_default(py, x, options),
    }
}

/// Most elements and arguments: a scalar without class or attributes. The options concern numbers only.
fn scalar_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Option<Bound<'py, PyAny>> {
    let is_optional = match x.kind() {
        Type::Double => options.whole_as_int || options.vectors_as_arrays,
        Type::Integer => options.vectors_as_arrays,
        _ => false,
    };
    if is_optional { None } else { scalar::to_py(py, x) }
}

/// Any Python object: a value if R has one for it, otherwise a reference. An index of pandas is a reference,
/// because code that reads `df$columns` calls the methods of the index next.
pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let (kind, info) = PyKind::of(x);
    match kind {
        PyKind::Index if !info.as_ref().is_some_and(|info| s3::has_py_to_r(info)) => {
            py_in_r::new(x.clone(), true)
        }
        _ => known_to_r(kind, info, x, Options::new()),
    }
}

/// `to_r` if `convert` is true, otherwise a reference. An array without other references, such as the
/// result of a call, is not copied.
pub fn to_r_if(x: Bound<'_, PyAny>, convert: bool) -> Result<Value> {
    if !convert {
        return py_in_r::new(x, false);
    }
    match adopt::to_r(x)? {
        Ok(value) => Ok(value),
        Err(x) => to_r(&x),
    }
}

pub fn to_r_with(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let (kind, info) = PyKind::of(x);
    known_to_r(kind, info, x, options)
}

fn known_to_r(
    kind: PyKind,
    info: Option<Rc<TypeInfo>>,
    x: &Bound<'_, PyAny>,
    options: Options,
) -> Result<Value> {
    match info.map(|info| s3::py_to_r(x, &info)).transpose()?.flatten() {
        Some(value) => Ok(value),
        None => kind_to_r(kind, x, options),
    }
}

/// As `to_r`, without the user's methods for the type of `x` itself.
pub fn to_r_default(x: &Bound<'_, PyAny>) -> Result<Value> {
    kind_to_r(PyKind::of(x).0, x, Options::new())
}

fn kind_to_r(kind: PyKind, x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    match kind {
        PyKind::None => null::to_r(),
        PyKind::Bool => logical::to_r(x),
        PyKind::Int => number::int_to_r(x),
        PyKind::Float => number::float_to_r(x),
        PyKind::Complex => number::complex_to_r(x),
        PyKind::Str => character::to_r(x),
        PyKind::Bytes => raw::to_r(x),
        PyKind::List => list::to_r(x, options),
        PyKind::Vector => vector::to_r(x, options),
        PyKind::Set => list::iterable_to_r(x, options),
        PyKind::Range => range::to_r(x),
        PyKind::Tuple => list::tuple_to_r(x, options),
        PyKind::NamedTuple => list::named_tuple_to_r(x, options),
        PyKind::Dict => dict::to_r(x, options),
        PyKind::Enum => enumeration::to_r(x),
        PyKind::Decimal | PyKind::Fraction => number::exact_to_r(x),
        PyKind::Path | PyKind::Uuid => character::text_to_r(x),
        PyKind::MemoryView => raw::view_to_r(x, options),
        PyKind::Array => array::to_r(x, options),
        PyKind::Masked => masked::to_r(x, options),
        PyKind::Sparse => sparse::to_r(x, options),
        PyKind::NumpyScalar => array::scalar_to_r(x, options),
        PyKind::DataFrame => frame::to_r(x, options),
        PyKind::Series => frame::series_to_r(x, options),
        PyKind::Index => index::to_r(x, options),
        PyKind::PandasArray => column::to_r(x, options),
        PyKind::ArrowTable => arrow::table_to_r(x, options),
        PyKind::ArrowArray => arrow::to_r(x, options),
        PyKind::ArrowScalar => arrow::scalar_to_r(x, options),
        PyKind::Categorical => factor::to_r(x),
        PyKind::Date
        | PyKind::Datetime
        | PyKind::Duration
        | PyKind::Time
        | PyKind::Timestamp
        | PyKind::Timedelta
        | PyKind::Period => time::to_r(kind, x, options),
        PyKind::Version => version::to_r(x),
        PyKind::Missing => Ok(Value::logical(None)),
        PyKind::Exception => exception::to_r(x, options.convert),
        PyKind::RObject => object::to_r(x),
        PyKind::Handle => handle::to_r(x),
        PyKind::Other => object::other_to_r(x, options.convert),
    }
}

/// Whether R has values of this kind that lack the methods of the object. A call of `Path()` or `Counter()`
/// returns the object.
pub fn is_more_than_a_value(x: &Bound<'_, PyAny>) -> bool {
    match PyKind::of(x) {
        (PyKind::Set | PyKind::Range | PyKind::NamedTuple | PyKind::MemoryView, _) => true,
        (PyKind::Decimal | PyKind::Fraction | PyKind::Path | PyKind::Uuid, _) => true,
        (PyKind::Duration | PyKind::Time | PyKind::Timedelta | PyKind::Period, _) => true,
        // Subclasses only: a builtin type itself has no further info.
        (PyKind::List | PyKind::Dict | PyKind::Str | PyKind::Int | PyKind::Float, info) => info.is_some(),
        _ => false,
    }
}
