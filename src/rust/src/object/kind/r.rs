//! The kind of an R value, by its type and class.
use crate::r::{Sexp, Type};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RKind {
    Null,
    Logical,
    Integer,
    Double,
    Integer64,
    Complex,
    Character,
    Raw,
    List,
    Array,
    Factor,
    Date,
    Datetime,
    DatetimeParts,
    Duration,
    Version,
    DataFrame,
    Sparse,
    Error,
    Function,
    Other,
}

impl RKind {
    pub fn of(x: Sexp<'_>) -> Self {
        match Self::of_elements(x) {
            kind if kind.takes_shape() && x.attr(c"dim").is_some() => Self::Array,
            kind => kind,
        }
    }

    /// The kind of an array's elements.
    pub fn of_elements(x: Sexp<'_>) -> Self {
        // An S4 object that extends a vector or a list has additional slots.
        let is_data = !matches!(x.kind(), Type::Closure | Type::Other);
        if x.is_s4() && is_data {
            return Self::Other;
        }
        if x.is_object() {
            if let Some(kind) = Self::of_class(x) {
                return kind;
            }
        }
        match x.kind() {
            Type::Null => Self::Null,
            Type::Closure | Type::Builtin => Self::Function,
            Type::Logical => Self::Logical,
            Type::Integer => Self::Integer,
            Type::Double => Self::Double,
            Type::Complex => Self::Complex,
            Type::Character => Self::Character,
            Type::Raw => Self::Raw,
            Type::List => Self::List,
            _ => Self::Other,
        }
    }

    fn takes_shape(self) -> bool {
        match self {
            Self::Logical | Self::Integer | Self::Double | Self::Integer64 | Self::Complex => true,
            Self::Character | Self::Raw | Self::List | Self::Array | Self::Factor => true,
            Self::Date | Self::Datetime | Self::Duration | Self::Version => true,
            Self::Null | Self::DatetimeParts | Self::DataFrame | Self::Sparse => false,
            Self::Error | Self::Function | Self::Other => false,
        }
    }

    /// R classes whose values differ in meaning from their type.
    fn of_class(x: Sexp<'_>) -> Option<Self> {
        x.classes().iter().find_map(|class| match (class.as_ref(), x.kind()) {
            ("data.frame", Type::List) => Some(Self::DataFrame),
            ("factor", Type::Integer) => Some(Self::Factor),
            ("integer64", Type::Double) => Some(Self::Integer64),
            ("Date", Type::Double | Type::Integer) => Some(Self::Date),
            ("POSIXct", Type::Double | Type::Integer) => Some(Self::Datetime),
            ("POSIXlt", Type::List) => Some(Self::DatetimeParts),
            ("difftime", Type::Double | Type::Integer) => Some(Self::Duration),
            (class, Type::Other) if is_sparse(class) && is_of_matrix(x) => Some(Self::Sparse),
            ("numeric_version", Type::List) => Some(Self::Version),
            ("error", Type::List) if x.inherits("condition") => Some(Self::Error),
            // Such as a formula, which is a call with a class.
            _ => None,
        })
    }
}

/// Whether it is the name of a sparse class of Matrix.
fn is_sparse(class: &str) -> bool {
    match class.as_bytes() {
        [b'd' | b'l' | b'n', b'g' | b't' | b's', b'C' | b'R' | b'T', rest @ ..] => rest == b"Matrix",
        [b'd' | b'l' | b'n', rest @ ..] if rest == b"diMatrix" => true,
        [b'd' | b'l' | b'n' | b'i' | b'z', rest @ ..] if rest == b"sparseVector" => true,
        _ => class == "indMatrix" || class == "pMatrix",
    }
}

fn is_of_matrix(x: Sexp<'_>) -> bool {
    let package = x.attr(c"class").and_then(|class| class.attr(c"package")).and_then(Sexp::as_string);
    package.as_deref() == Some("Matrix")
}
