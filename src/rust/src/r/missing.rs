//! R's missing values.
use libR_sys::R_NaReal;

pub const NA_INTEGER: i32 = i32::MIN;
pub const NA_LOGICAL: i32 = i32::MIN;
/// The missing value of `bit64::integer64`.
pub const NA_INTEGER64: i64 = i64::MIN;

/// `NA_real_`: the NaN with 1954 in its lower word.
pub fn na_real() -> f64 {
    // SAFETY: a constant of R's.
    unsafe { R_NaReal }
}

pub fn is_na_real(x: f64) -> bool {
    x.is_nan() && x.to_bits() as u32 == 1954
}
