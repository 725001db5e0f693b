//! The kind of a Python value, by the names of its classes.
use crate::object::class_name;
use crate::py::import::import;
use pyo3::prelude::*;
use pyo3::types::*;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PyKind {
    None,
    Bool,
    Int,
    Float,
    Complex,
    Str,
    Bytes,
    List,
    Vector,
    Set,
    Range,
    Tuple,
    NamedTuple,
    Dict,
    Enum,
    Decimal,
    Fraction,
    Path,
    Uuid,
    MemoryView,
    Array,
    Masked,
    Sparse,
    NumpyScalar,
    DataFrame,
    Series,
    Index,
    Categorical,
    PandasArray,
    ArrowTable,
    ArrowArray,
    ArrowScalar,
    Date,
    Datetime,
    Duration,
    Time,
    Timestamp,
    Timedelta,
    Period,
    Version,
    Missing,
    Exception,
    RObject,
    Handle,
    Other,
}

impl PyKind {
    /// The kind and, for all but the basic types, the cached properties of the type.
    pub fn of(x: &Bound<'_, PyAny>) -> (Self, Option<Rc<class_name::TypeInfo>>) {
        match Self::of_builtin(x) {
            Some(kind) => (kind, None),
            None => match class_name::of(&x.get_type()) {
                Ok(info) => (info.kind, Some(info)),
                Err(_) => (Self::Other, None),
            },
        }
    }

    fn of_builtin(x: &Bound<'_, PyAny>) -> Option<Self> {
        Some(if x.is_none() {
            Self::None
        } else if x.is_exact_instance_of::<PyFloat>() {
            Self::Float
        } else if x.is_exact_instance_of::<PyString>() {
            Self::Str
        } else if x.is_exact_instance_of::<PyInt>() {
            Self::Int
        } else if x.is_exact_instance_of::<PyBool>() {
            Self::Bool
        } else if x.is_exact_instance_of::<PyList>() {
            Self::List
        } else if x.is_exact_instance_of::<PyTuple>() {
            Self::Tuple
        } else if x.is_exact_instance_of::<PyDict>() {
            Self::Dict
        } else if x.is_exact_instance_of::<PyComplex>() {
            Self::Complex
        } else if x.is_exact_instance_of::<PyBytes>() || x.is_exact_instance_of::<PyByteArray>() {
            Self::Bytes
        } else {
            return None;
        })
    }

    /// The kind of a type from its classes and their S3 names, the most derived first. `is_value`: whether
    /// R has registered a class whose objects are values.
    pub fn of_classes(classes: &[(String, Bound<'_, PyAny>)], is_value: impl Fn(&str) -> bool) -> Self {
        let known =
            |name: &str, class| Self::of_name(name).filter(|_| is_what_it_says(class).unwrap_or(false));
        let mut found = classes.iter().filter_map(|(name, class)| Some((known(name, class)?, class)));
        let Some((kind, class)) = found.next() else { return Self::Other };
        // `numpy.str_` and `numpy.bytes_` are derived from Python's types first.
        if found.any(|(kind, _)| kind == Self::NumpyScalar) {
            return Self::NumpyScalar;
        }
        let is_own = classes.first().is_some_and(|(_, own)| own.is(class) || names_fields(own));
        match kind.is_own_only() && !is_own && !classes.iter().any(|(name, _)| is_value(name)) {
            true => Self::Other,
            false => kind,
        }
    }

    /// Kinds of which only Python's own classes are values: a class derived from them has attributes and
    /// methods that an R value would lose. Derived from `int` and `str` are mostly constants.
    fn is_own_only(self) -> bool {
        use PyKind::*;
        matches!(self, List | Dict | NamedTuple | Set | Float | Complex | Bytes)
    }

    fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "numpy.ma.core.MaskedConstant" => Self::Missing,
            "numpy.ma.MaskedArray" | "numpy.ma.core.MaskedArray" => Self::Masked,
            "numpy.ndarray" => Self::Array,
            "scipy.sparse._base._spbase" | "scipy.sparse._base.spmatrix" | "scipy.sparse.base.spmatrix" => {
                Self::Sparse
            }
            "numpy.generic" => Self::NumpyScalar,
            "pandas.DataFrame" => Self::DataFrame,
            "pandas.Series" => Self::Series,
            "pandas.Categorical" => Self::Categorical,
            "pandas.Index" => Self::Index,
            "pandas.api.extensions.ExtensionArray" | "pandas.core.arrays.base.ExtensionArray" => {
                Self::PandasArray
            }
            "pyarrow.lib.Table" | "pyarrow.lib.RecordBatch" => Self::ArrowTable,
            "pyarrow.lib.Array" | "pyarrow.lib.ChunkedArray" => Self::ArrowArray,
            "pyarrow.lib.Scalar" => Self::ArrowScalar,
            "pandas.api.typing.NAType" | "pandas._libs.missing.NAType" => Self::Missing,
            "pandas.api.typing.NaTType" | "pandas._libs.tslibs.nattype.NaTType" => Self::Missing,
            "pandas.Timestamp" => Self::Timestamp,
            "pandas.Timedelta" => Self::Timedelta,
            "pandas.Period" => Self::Period,
            "datetime.time" => Self::Time,
            "datetime.datetime" => Self::Datetime,
            "datetime.date" => Self::Date,
            "datetime.timedelta" => Self::Duration,
            "rkeras.vector.Vector" | "rkeras.vector.Raw" => Self::Vector,
            "rkeras.version.Version" => Self::Version,
            "python.builtin.list" => Self::List,
            "python.builtin.set" | "python.builtin.frozenset" | "collections.deque" => Self::Set,
            "python.builtin.tuple" => Self::NamedTuple,
            "python.builtin.dict"
            | "collections.OrderedDict"
            | "collections.defaultdict"
            | "collections.Counter" => Self::Dict,
            "python.builtin.range" => Self::Range,
            "python.builtin.int" => Self::Int,
            "python.builtin.float" => Self::Float,
            "python.builtin.complex" => Self::Complex,
            "python.builtin.str" => Self::Str,
            "python.builtin.bytes" | "python.builtin.bytearray" => Self::Bytes,
            "python.builtin.memoryview" => Self::MemoryView,
            // Flags may have no name: A | B.
            "enum.Flag" => Self::Other,
            "enum.Enum" => Self::Enum,
            "decimal.Decimal" => Self::Decimal,
            "fractions.Fraction" => Self::Fraction,
            "uuid.UUID" => Self::Uuid,
            "pathlib.PurePath" => Self::Path,
            "python.builtin.BaseException" => Self::Exception,
            "rpycall.RObject" => Self::RObject,
            "rpycall.Handle" => Self::Handle,
            _ => return None,
        })
    }
}

/// Whether it is derived from `tuple` alone and names each field: of `collections.namedtuple()`, or a C class
/// such as `sys.version_info`. `os.stat_result` has fields that are not items.
fn names_fields(class: &Bound<'_, PyAny>) -> bool {
    let is_tuple = |base: Bound<'_, PyAny>| base.is(class.py().get_type::<PyTuple>());
    let count = |name: &str| class.getattr(name).and_then(|n| n.extract::<usize>()).ok();
    class.getattr("__base__").is_ok_and(is_tuple)
        && match count("n_fields") {
            Some(n) => count("n_sequence_fields") == Some(n) && count("n_unnamed_fields") == Some(0),
            None => class.hasattr("_fields").unwrap_or(false),
        }
}

/// Whether the class is the one that its module has by this name. Any class may be named `list`.
fn is_what_it_says(class: &Bound<'_, PyAny>) -> PyResult<bool> {
    let modules = import(class.py(), "sys")?.getattr("modules")?;
    let mut found = modules.get_item(class.getattr("__module__")?)?;
    for name in class.getattr("__qualname__")?.extract::<String>()?.split('.') {
        found = found.getattr(name)?;
    }
    Ok(found.is(class))
}
