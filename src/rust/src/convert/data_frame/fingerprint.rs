//! A hash of the elements of a vector that detects changes. It includes the levels of a factor but no other
//! attributes.
use crate::r::{Sexp, Type};
use std::hash::{DefaultHasher, Hash, Hasher};

/// As text, because JSON readers round large numbers.
pub fn fingerprint(x: Sexp<'_>) -> String {
    let mut state = DefaultHasher::new();
    feed(x, &mut state);
    format!("{:016x}", state.finish())
}

fn feed(x: Sexp<'_>, state: &mut DefaultHasher) {
    (x.kind() as u8, x.len()).hash(state);
    match x.kind() {
        Type::Logical => x.logicals().hash(state),
        Type::Integer => x.integers().hash(state),
        Type::Double => x.doubles().iter().for_each(|x| x.to_bits().hash(state)),
        Type::Complex => x.complexes().iter().for_each(|x| (x.r.to_bits(), x.i.to_bits()).hash(state)),
        Type::Raw => x.raws().hash(state),
        Type::Character => (0..x.len()).for_each(|i| x.string(i).hash(state)),
        Type::List => x.elts().for_each(|elt| feed(elt, state)),
        _ => (),
    }
    if let Some(levels) = x.attr(c"levels") {
        feed(levels, state);
    }
}
