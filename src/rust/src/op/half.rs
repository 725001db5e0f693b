//! Floats of 16 bits, which neither R nor Rust has: IEEE's `float16`, and `bfloat16`.

pub fn from_half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2_f64.powi(exponent - 15),
    }
}

/// The nearest one; of two, the even one.
pub fn to_half(x: f64) -> u16 {
    let sign = (x.is_sign_negative() as u16) << 15;
    let size = x.abs();
    if x.is_nan() {
        return sign | 0x7e00;
    }
    // From halfway to the number after the largest one.
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    let exponent = exponent_of(size).max(-14);
    // Rounding up to the next power of two carries into the exponent.
    let steps = (size / 2_f64.powi(exponent - 10)).round_ties_even() as u16;
    let base = ((exponent + 14) as u16) << 10;
    sign | (base + steps)
}

fn exponent_of(size: f64) -> i32 {
    match size.to_bits() >> 52 {
        0 => -1022,
        bits => bits as i32 - 1023,
    }
}

pub fn from_bfloat(bits: u16) -> f64 {
    f64::from(f32::from_bits(u32::from(bits) << 16))
}

/// The nearest one; of two, the even one.
pub fn to_bfloat(x: f64) -> u16 {
    let bits = (x as f32).to_bits();
    match x.is_nan() {
        true => (bits >> 16) as u16 | 0x40,
        false => (bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_makes_a_round_trip() {
        for bits in 0..=u16::MAX {
            let x = from_half(bits);
            assert!(x.is_nan() || to_half(x) == bits, "{bits:x} {x}");
            let x = from_bfloat(bits);
            assert!(x.is_nan() || to_bfloat(x) == bits, "{bits:x} {x}");
        }
    }

    #[test]
    fn other_numbers_are_rounded() {
        for (x, rounded) in [(1.0 + 1.0 / 2048.0, 1.0), (1.0 + 3.0 / 2048.0, 1.0 + 2.0 / 1024.0)] {
            assert_eq!(from_half(to_half(x)), rounded);
        }
        for (x, rounded) in
            [(65519.0, 65504.0), (65520.0, f64::INFINITY), (1e-8, 0.0), (-3e-8, -2_f64.powi(-24))]
        {
            assert_eq!(from_half(to_half(x)), rounded);
        }
        assert!(from_half(to_half(f64::NAN)).is_nan() && from_bfloat(to_bfloat(f64::NAN)).is_nan());
        assert_eq!(from_bfloat(to_bfloat(1.0 + 1.0 / 256.0)), 1.0);
        assert_eq!(from_bfloat(to_bfloat(f64::INFINITY)), f64::INFINITY);
    }
}
