//! The R type of integers: the first of integer, double and integer64 that represents each exactly

#[derive(Debug, PartialEq)]
pub enum Whole {
    Integer,
    Double,
    Integer64,
}

/// `None` is `NA`, which each type has. The error has the first integer beyond integer64 and
/// its position, where a double is not exact for all.
pub fn type_of<T: Fits>(items: impl Iterator<Item = Option<T>> + Clone) -> Result<Whole, (usize, T)> {
    let all = |fits: fn(T) -> bool| items.clone().all(|x| x.is_none_or(fits));
    if all(T::fits_integer) {
        return Ok(Whole::Integer);
    }
    if all(T::fits_double) {
        return Ok(Whole::Double);
    }
    let mut present = items.enumerate().filter_map(|(i, x)| Some((i, x?)));
    match present.find(|(_, x)| !x.fits_integer64()) {
        None => Ok(Whole::Integer64),
        Some(beyond) => Err(beyond),
    }
}

/// Whether doubles represent this number and all smaller ones: those up to 2^53.
pub fn is_exact(x: impl Into<i128>) -> bool {
    const MOST: i128 = 1 << 53;
    (-MOST..=MOST).contains(&x.into())
}

/// An integer, and which types of R represent it exactly.
pub trait Fits: Copy {
    fn fits_integer(self) -> bool;
    fn fits_double(self) -> bool;
    fn fits_integer64(self) -> bool;
    fn integer(self) -> i32;
    fn double(self) -> f64;
    fn integer64(self) -> i64;
}

macro_rules! fits {
    ($($int:ty)*) => {$(
        impl Fits for $int {
            /// The smallest number of a type is R's `NA`.
            fn fits_integer(self) -> bool {
                i32::try_from(self).is_ok_and(|x| x != i32::MIN)
            }

            fn fits_double(self) -> bool {
                (self as f64) as i128 == i128::from(self)
            }

            fn fits_integer64(self) -> bool {
                i64::try_from(self).is_ok_and(|x| x != i64::MIN)
            }

            fn integer(self) -> i32 {
                self as i32
            }

            fn double(self) -> f64 {
                self as f64
            }

            fn integer64(self) -> i64 {
                self as i64
            }
        }
    )*};
}

fits!(i32 u32 i64 u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_type_that_represents_all_is_taken() {
        let of = |items: &[i64]| type_of(items.iter().copied().map(Some));
        assert_eq!(of(&[]), Ok(Whole::Integer));
        assert_eq!(of(&[1, -i64::from(i32::MAX)]), Ok(Whole::Integer));
        assert_eq!(of(&[1, i64::from(i32::MIN)]), Ok(Whole::Double));
        assert_eq!(of(&[1, i64::MIN]), Ok(Whole::Double));
        assert_eq!(of(&[1, (1 << 53) + 1]), Ok(Whole::Integer64));
        assert_eq!(of(&[1, (1 << 53) + 1, i64::MIN]), Err((2, i64::MIN)));
        assert_eq!(type_of([None, Some(u64::MAX)].into_iter()), Err((1, u64::MAX)));
        assert_eq!(type_of([None, Some(1u64 << 63)].into_iter()), Ok(Whole::Double));
    }
}
