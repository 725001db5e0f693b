//! The kind of a Python value, by the names of its classes.
use crate::py::import::import;
use pyo3::prelude::*;
use pyo3::types::*;

/// What matters of a kind where any value is handled, in a list, a call, an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Only Python's own classes are values: a class derived from them has attributes and methods that an R
    /// value would lose. Derived from `int` and `str` are mostly constants.
    OwnOnly,
    /// R's value lacks the methods of the object, so a call of the class returns the object.
    Methods,
    /// As `Methods`, for derived classes.
    MethodsIfDerived,
    /// R has a vector for several of them, with `NA`.
    WithNa,
    /// The value cannot change, or is the same object in both languages.
    Fixed,
}

/// One row for each kind: its marks, and the S3 names of its classes if it is not found by its type.
macro_rules! kinds {
    ($($kind:ident [$($mark:ident)*] $($name:literal)*;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum PyKind {
            $($kind,)*
        }

        impl PyKind {
            fn marks(self) -> &'static [Mark] {
                match self {
                    $(Self::$kind => &[$(Mark::$mark),*],)*
                }
            }

            fn of_name(name: &str) -> Option<Self> {
                match name {
                    $($($name => Some(Self::$kind),)*)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    None [Fixed];
    Bool [WithNa Fixed];
    Int [MethodsIfDerived WithNa Fixed] "python.builtin.int";
    Float [OwnOnly MethodsIfDerived Fixed] "python.builtin.float";
    Complex [OwnOnly WithNa Fixed] "python.builtin.complex";
    Str [MethodsIfDerived WithNa Fixed] "python.builtin.str";
    Bytes [OwnOnly] "python.builtin.bytes" "python.builtin.bytearray";
    List [OwnOnly MethodsIfDerived] "python.builtin.list";
    Vector [] "rkeras.vector.Vector";
    RawVector [] "rkeras.vector.Raw";
    Set [OwnOnly Methods] "python.builtin.set" "python.builtin.frozenset" "collections.deque";
    Range [Methods] "python.builtin.range";
    Tuple [];
    NamedTuple [OwnOnly Methods] "python.builtin.tuple";
    Dict [OwnOnly MethodsIfDerived]
        "python.builtin.dict" "collections.OrderedDict" "collections.defaultdict" "collections.Counter";
    Enum [WithNa] "enum.Enum";
    Decimal [Methods WithNa] "decimal.Decimal";
    Fraction [Methods WithNa] "fractions.Fraction";
    Path [Methods WithNa] "pathlib.PurePath";
    Uuid [Methods WithNa] "uuid.UUID";
    MemoryView [Methods] "python.builtin.memoryview";
    Array [] "numpy.ndarray";
    Masked [] "numpy.ma.MaskedArray" "numpy.ma.core.MaskedArray";
    Sparse [] "scipy.sparse._base._spbase" "scipy.sparse._base.spmatrix" "scipy.sparse.base.spmatrix";
    NumpyScalar [] "numpy.generic";
    DataFrame [] "pandas.DataFrame";
    Series [] "pandas.Series";
    Index [] "pandas.Index";
    Categorical [] "pandas.Categorical";
    PandasArray [] "pandas.api.extensions.ExtensionArray" "pandas.core.arrays.base.ExtensionArray";
    ArrowTable [] "pyarrow.lib.Table" "pyarrow.lib.RecordBatch";
    ArrowArray [] "pyarrow.lib.Array" "pyarrow.lib.ChunkedArray";
    ArrowScalar [] "pyarrow.lib.Scalar";
    Date [WithNa] "datetime.date";
    Datetime [WithNa] "datetime.datetime";
    Duration [Methods WithNa] "datetime.timedelta";
    Time [Methods WithNa] "datetime.time";
    Timestamp [WithNa] "pandas.Timestamp";
    Timedelta [Methods WithNa] "pandas.Timedelta";
    Period [Methods WithNa] "pandas.Period";
    Version [] "rkeras.version.Version";
    Missing []
        "numpy.ma.core.MaskedConstant"
        "pandas.api.typing.NAType" "pandas._libs.missing.NAType"
        "pandas.api.typing.NaTType" "pandas._libs.tslibs.nattype.NaTType";
    Exception [] "python.builtin.BaseException";
    RObject [Fixed] "rpycall.RObject";
    Handle [] "rpycall.Handle";
    // Flags may have no name: A | B.
    Other [] "enum.Flag";
}

impl PyKind {
    /// The kind of a basic type.
    pub fn of_builtin(x: &Bound<'_, PyAny>) -> Option<Self> {
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
        match kind.is(Mark::OwnOnly) && !is_own && !classes.iter().any(|(name, _)| is_value(name)) {
            true => Self::Other,
            false => kind,
        }
    }

    pub fn is(self, mark: Mark) -> bool {
        self.marks().contains(&mark)
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
    let module: String = class.getattr("__module__")?.extract()?;
    let path: String = class.getattr("__qualname__")?.extract()?;
    let has_it = |module: &str| -> PyResult<bool> {
        let found = path.split('.').try_fold(modules.get_item(module)?, |found, name| found.getattr(name))?;
        Ok(found.is(class))
    };
    // The name `rpycall` alone may be that of reticulate's module.
    Ok(has_it(&module).unwrap_or(false) || module == "rpycall" && has_it("rkeras.rpycall")?)
}
