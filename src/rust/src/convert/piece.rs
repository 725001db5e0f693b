//! A range of a vector, with the attributes that give its elements their meaning.
use crate::error::{Error, Result};
use crate::r::{Sexp, Type, Value};
use std::ops::Range;

impl Sexp<'_> {
    /// The elements of `range`, in a vector of the same class.
    pub fn piece(self, range: Range<usize>) -> Result<Value> {
        if range.end > self.len() {
            return Err(Error::convert("A vector ends before its last piece."));
        }
        let n = range.len();
        let mut out = match self.kind() {
            Type::Logical => copied(
                Value::logicals(n)?,
                |out| out.logicals_mut(),
                self.logicals().get(range).unwrap_or_default(),
            ),
            Type::Integer => copied(
                Value::integers(n)?,
                |out| out.integers_mut(),
                self.integers().get(range).unwrap_or_default(),
            ),
            Type::Double => copied(
                Value::doubles(n)?,
                |out| out.doubles_mut(),
                self.doubles().get(range).unwrap_or_default(),
            ),
            Type::Complex => copied(
                Value::complexes(n)?,
                |out| out.complexes_mut(),
                self.complexes().get(range).unwrap_or_default(),
            ),
            Type::Raw => {
                copied(Value::raws(n)?, |out| out.raws_mut(), self.raws().get(range).unwrap_or_default())
            }
            Type::Character => {
                let mut out = Value::characters(n)?;
                range.enumerate().for_each(|(to, from)| out.set_string_of(to, self, from));
                out
            }
            Type::List => {
                let mut out = Value::list(n)?;
                range.enumerate().for_each(|(to, from)| out.set_elt(to, &self.elt(from).to_value()));
                out
            }
            // Other types have no elements.
            _ => self.to_value(),
        };
        for name in [c"levels", c"tzone", c"units", c"class"] {
            if let Some(value) = self.attr(name) {
                out.set_attr(name, &value.to_value())?;
            }
        }
        Ok(out)
    }
}

fn copied<T: Copy>(mut to: Value, elements: impl FnOnce(&mut Value) -> &mut [T], from: &[T]) -> Value {
    elements(&mut to).copy_from_slice(from);
    to
}
