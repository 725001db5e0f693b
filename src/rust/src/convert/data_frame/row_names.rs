//! R's row names: automatic ones, and those whose kind a data frame must note
use crate::error::{Error, Result};
use crate::r::missing::NA_INTEGER;
use crate::r::{Sexp, Type, Value};

/// The kind of a frame's row names, if its index does not determine it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RowNames {
    Integer,
    Character,
}

impl RowNames {
    /// The kind of a data frame's row names, if it must be noted.
    pub fn to_note(x: Sexp<'_>) -> Option<Self> {
        let names = x.attr(c"row.names")?;
        match names.kind() {
            Type::Character if names.len() == 0 => Some(Self::Character),
            Type::Integer if names.len() > 0 && is_count(names.integers(), 0) => Some(Self::Integer),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Character => "character",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Integer, Self::Character].into_iter().find(|kind| kind.name() == name)
    }
}

/// R's short form of the row names `1:n`.
pub fn automatic(n: usize) -> Result<Value> {
    if n == 0 {
        return Ok(Value::integers(0)?);
    }
    let count = i32::try_from(n)
        .map_err(|_| Error::convert(format!("A data frame has below 2^31 rows, not {n}.")))?;
    Ok(Value::integers_from([NA_INTEGER, -count].into_iter())?)
}

/// Whether they are `from`, `from + 1`, ...
pub fn is_count(x: &[i32], from: i32) -> bool {
    x.iter().zip(from..).all(|(&x, i)| x == i)
}
