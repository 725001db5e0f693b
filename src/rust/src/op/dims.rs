//! Shapes with axes of unknown length: whether a value has one, and how messages show it.

/// Whether a value of these dims has the expected shape.
pub fn fits(dims: &[i64], expected: &[Option<i64>]) -> bool {
    dims.len() == expected.len() && dims.iter().zip(expected).all(|(&n, known)| known.is_none_or(|k| k == n))
}

pub fn shown(dims: &[Option<i64>]) -> String {
    let axes: Vec<_> = dims.iter().map(|n| n.map_or_else(|| "NA".to_owned(), |n| n.to_string())).collect();
    format!("({})", axes.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_axes_fit_any_length() {
        assert!(fits(&[2, 3], &[Some(2), None]));
        assert!(!fits(&[2, 3], &[Some(3), None]));
        assert!(!fits(&[2], &[Some(2), None]));
        assert!(fits(&[], &[]));
    }

    #[test]
    fn shapes_are_shown_as_in_r() {
        assert_eq!(shown(&[Some(2), None]), "(2, NA)");
        assert_eq!(shown(&[]), "()");
    }
}
