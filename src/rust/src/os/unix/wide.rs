//! C's wide characters: on Linux and macOS 32 bits wide, one code point each.
pub type WideChar = u32;

/// The path as Python expects it, with its NUL.
pub fn path(path: &str) -> Vec<WideChar> {
    path.chars().map(u32::from).chain([0]).collect()
}
