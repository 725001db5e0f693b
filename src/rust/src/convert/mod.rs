//! Conversion of values. Each module holds one family, `to_py` and then `to_r`. The three tables below, one arm
//! for each kind, are [`element::FAMILIES`]: by these the families convert what their values contain.
//!
//! | R                          | Python                                         | module         |
//! |----------------------------|------------------------------------------------|----------------|
//! | `NULL`                     | `None`                                         | [`null`]       |
//! | logical                    | `bool`                                         | [`logical`]    |
//! | integer, double, integer64 | `int`, `float`, `int` (from `Decimal`, `Fraction`) | [`number`] |
//! | complex                    | `complex`                                      | [`number`]     |
//! | character                  | `str` (from `Path`, `UUID`)                    | [`character`]  |
//! | raw                        | `bytearray` (from `bytes`); from `memoryview` | [`raw`], [`mod@array`] |
//! | longer vector              | `list` of those (from `range`)                 | [`vector`], [`range`] |
//! | list; with names           | `list` (from `tuple`, `set`); `dict`           | [`list`], [`dict`] |
//! | matrix, array              | `numpy.ndarray`, a read-only view of R's memory | [`mod@array`], [`array::original`], [`array::adopt`] |
//! | from masked arrays, records | `numpy.ma.MaskedArray`, structured arrays     | [`mod@array`] |
//! | Matrix's sparse classes    | `scipy.sparse`                                 | [`array::sparse`]     |
//! | factor                     | `pandas.Categorical`; members of an `Enum`     | [`factor`], [`enumeration`] |
//! | Date, POSIXt, difftime     | `date`, `datetime`, `timedelta`; NumPy's and pandas's times | [`time`] |
//! | numeric_version            | `rkeras.version.Version`, a `tuple`            | [`version`]    |
//! | data.frame                 | `pandas.DataFrame`                             | [`data_frame`] |
//! | its columns; row names     | NumPy, nullable, Arrow's and datetime columns; an index | [`data_frame`] |
//! | (from) column by column    | nullable and Arrow's arrays, objects           | [`data_frame`] |
//! | not representable in pandas | `DataFrame.attrs["rkeras"]`                   | [`data_frame`] |
//! | function                   | `rpycall.RFunction`                            | [`object`]     |
//! | environment, formula, S4 … | `rpycall.RObject`: the identical object in R  | [`object`]     |
//! | error                      | `RuntimeError`                                 | [`exception`]  |
//! | Python object              | everything else; `rpycall.Handle`              | [`crate::object`], [`handle`] |
//!
//! A missing value becomes `None`, and `nan` where it is a double.
mod array;
pub mod character;
mod dict;
pub mod element;
mod enumeration;
mod exception;
mod factor;
mod data_frame;
mod handle;
mod library;
mod list;
mod logical;
mod np;
mod null;
mod number;
mod object;
mod options;
mod piece;
mod range;
mod raw;
mod s3;
mod strings;
mod time;
mod vector;
mod version;
mod whole;

use crate::error::Result;
use crate::object::class_name::TypeInfo;
use crate::object::kind::{PyKind, RKind};
use crate::object::py_in_r;
use crate::r::{Sexp, Value};
use array::{adopt, sparse};
pub use handle::Handle;

pub use array::original::RArray;
pub use element::{to_py as to_py_with, to_py_default, to_r_default};
pub use options::Options;
use pyo3::prelude::*;
use std::rc::Rc;
pub use whole::{Fits, Whole, type_of};

/// Any R value, or the Python object that it references.
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    element::to_py(py, x, Options::new())
}

/// Any Python object: a value if R has one for it, otherwise a reference. An index of pandas is a reference,
/// because code that reads `df$columns` calls the methods of the index next.
pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let (kind, info) = PyKind::of(x);
    kind_to_r(kind, info, x)
}

fn kind_to_r(kind: PyKind, info: Option<Rc<TypeInfo>>, x: &Bound<'_, PyAny>) -> Result<Value> {
    match kind {
        PyKind::Index if !info.as_ref().is_some_and(|info| s3::has_py_to_r(info)) => {
            py_in_r::new(x.clone(), true)
        }
        _ => element::kind_to_r(kind, info, x, Options::new()),
    }
}

/// `to_r` if `convert` is true, otherwise a reference. An array without other references, such as the
/// result of a call, is not copied.
pub fn to_r_if(x: Bound<'_, PyAny>, convert: bool) -> Result<Value> {
    if !convert {
        return py_in_r::new(x, false);
    }
    let (kind, info) = PyKind::of(&x);
    match info {
        Some(info) if kind == PyKind::Array => match adopt::to_r(x, &info)? {
            Ok(value) => Ok(value),
            Err(x) => kind_to_r(kind, Some(info), &x),
        },
        info => kind_to_r(kind, info, &x),
    }
}

pub const FAMILIES: element::Families =
    element::Families { to_py: family_to_py, to_r: family_to_r, many_to_r: family_of_many };

fn family_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
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
        RKind::Factor if options.factors_as_codes => factor::codes_to_py(py, x),
        RKind::Factor => match enumeration::to_py(py, x)? {
            Some(members) => Ok(members),
            None => factor::to_py(py, x),
        },
        RKind::Date => time::date_to_py(py, x),
        RKind::Datetime => datetimes_to_py(py, x, options),
        RKind::DatetimeParts => datetimes_to_py(py, time::from_parts(py, x)?.as_sexp(), options),
        RKind::Duration => time::duration_to_py(py, x),
        RKind::Version => version::to_py(py, x),
        RKind::DataFrame => data_frame::to_py(py, x, options),
        RKind::Sparse => sparse::to_py(py, x, options),
        RKind::Error => exception::to_py(py, x),
        RKind::Function => object::function_to_py(py, x, options.convert),
        RKind::Other => object::to_py(py, x),
    }
}

/// One POSIXct → `datetime`; a vector → `datetime64`, or a list without NumPy.
fn datetimes_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let is_one = x.len() == 1 && !x.inherits("AsIs");
    match is_one || !library::has_numpy(py)? {
        true => time::datetime_to_py(py, x),
        false => array::to_py(py, x, options),
    }
}

fn family_to_r(kind: PyKind, x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    match kind {
        PyKind::None => null::to_r(),
        PyKind::Bool => logical::to_r(x),
        PyKind::Int => number::int_to_r(x),
        PyKind::Float => number::float_to_r(x),
        PyKind::Complex => number::complex_to_r(x),
        PyKind::Str => character::to_r(x),
        PyKind::Bytes => raw::to_r(x),
        PyKind::List => list::to_r(x, options),
        PyKind::Vector => list::stored_to_r(x, options),
        PyKind::RawVector => raw::stored_to_r(x),
        PyKind::Set => list::iterable_to_r(x, options),
        PyKind::Range => range::to_r(x),
        PyKind::Tuple => list::tuple_to_r(x, options),
        PyKind::NamedTuple => list::named_tuple_to_r(x, options),
        PyKind::Dict => dict::to_r(x, options),
        PyKind::Enum => enumeration::to_r(x),
        PyKind::Decimal | PyKind::Fraction => number::exact_to_r(x),
        PyKind::Path | PyKind::Uuid => character::text_to_r(x),
        PyKind::MemoryView => array::memory_view_to_r(x, options),
        PyKind::Array => array::to_r(x, options),
        PyKind::Masked => array::masked_to_r(x, options),
        PyKind::Sparse => sparse::to_r(x, options),
        PyKind::NumpyScalar => array::scalar_to_r(x, options),
        PyKind::DataFrame => data_frame::to_r(x, options),
        PyKind::Series => data_frame::series_to_r(x, options),
        PyKind::Index => data_frame::index_to_r(x, options),
        PyKind::PandasArray => data_frame::column::to_r(x, options),
        PyKind::ArrowTable => data_frame::arrow::table_to_r(x, options),
        PyKind::ArrowArray => data_frame::arrow::to_r(x, options),
        PyKind::ArrowScalar => data_frame::arrow::scalar_to_r(x, options),
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

fn family_of_many(kind: PyKind, items: &[Bound<'_, PyAny>]) -> Result<Option<Value>> {
    let vector = match kind {
        PyKind::Bool => logical::many_to_r(items),
        PyKind::Int => number::many_ints_to_r(items),
        PyKind::Float => number::many_floats_to_r(items),
        PyKind::Complex => number::many_complexes_to_r(items),
        PyKind::Decimal | PyKind::Fraction => number::many_exact_to_r(items),
        PyKind::Str => character::many_to_r(items),
        PyKind::Path | PyKind::Uuid => character::many_texts_to_r(items),
        PyKind::Enum if enumeration::is_of_one_class(items) => enumeration::many_to_r(items),
        PyKind::Version => version::many_to_r(items),
        // Times stay items of a list: a list of dates is more often a list than a vector.
        PyKind::Date | PyKind::Datetime | PyKind::Duration | PyKind::Time => return Ok(None),
        PyKind::Timestamp | PyKind::Timedelta | PyKind::Period => return Ok(None),
        PyKind::None | PyKind::Missing | PyKind::NumpyScalar | PyKind::Enum => return Ok(None),
        PyKind::Bytes | PyKind::List | PyKind::Vector | PyKind::RawVector | PyKind::Set => return Ok(None),
        PyKind::Range | PyKind::Tuple | PyKind::NamedTuple | PyKind::Dict => return Ok(None),
        PyKind::MemoryView | PyKind::Array | PyKind::Masked | PyKind::Sparse => return Ok(None),
        PyKind::DataFrame | PyKind::Series | PyKind::Index | PyKind::Categorical => return Ok(None),
        PyKind::PandasArray | PyKind::ArrowTable | PyKind::ArrowArray => return Ok(None),
        PyKind::ArrowScalar | PyKind::Exception | PyKind::RObject => return Ok(None),
        PyKind::Handle | PyKind::Other => return Ok(None),
    };
    vector.map(Some)
}
