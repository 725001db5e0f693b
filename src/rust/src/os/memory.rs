//! Allocation of memory whose size depends on data. `collect()`, `vec![]` and `to_vec()` abort the process,
//! including R, if it fails. These functions return an error.
use std::alloc::Layout;

/// A failed allocation, as text.
#[derive(Debug)]
pub struct Shortage(String);

pub type Result<T> = std::result::Result<T, Shortage>;

impl Shortage {
    pub fn problem(self) -> String {
        self.0
    }
}

/// An empty vector with room for `n` items.
pub fn room<T>(n: usize) -> Result<Vec<T>> {
    let mut out = Vec::new();
    out.try_reserve_exact(n).map_err(|_| shortage::<T>(n))?;
    Ok(out)
}

/// Whether `bytes` could be allocated. The compiler must not optimize the unused allocation away.
pub fn is_there(bytes: usize) -> bool {
    std::hint::black_box(room::<u8>(bytes)).is_ok()
}

/// `n` times `x`.
pub fn repeated<T: Clone>(x: T, n: usize) -> Result<Vec<T>> {
    let mut out = room(n)?;
    out.resize(n, x);
    Ok(out)
}

/// A copy of the bytes of `x`.
pub fn copied<T: Copy>(x: &[T]) -> Result<Vec<T>> {
    let mut out = room(x.len())?;
    out.extend_from_slice(x);
    Ok(out)
}

pub fn text(x: &str) -> Result<String> {
    let mut out = String::new();
    out.try_reserve_exact(x.len()).map_err(|_| shortage::<u8>(x.len()))?;
    out.push_str(x);
    Ok(out)
}

/// A replacement of `push()`.
#[inline]
pub fn add<T>(to: &mut Vec<T>, item: T) -> Result<()> {
    if to.len() == to.capacity() {
        to.try_reserve(1).map_err(|_| shortage::<T>(2 * to.len()))?;
    }
    to.push(item);
    Ok(())
}

/// A replacement of `extend_from_slice()`.
#[inline]
pub fn append<T: Copy>(to: &mut Vec<T>, items: &[T]) -> Result<()> {
    reserve(to, items.len())?;
    to.extend_from_slice(items);
    Ok(())
}

/// Room for `n` more items.
pub fn reserve<T>(to: &mut Vec<T>, n: usize) -> Result<()> {
    to.try_reserve(n).map_err(|_| shortage::<T>(to.len() + n))
}

/// The error for `n` elements of `T` that could not be allocated.
pub fn shortage<T>(n: usize) -> Shortage {
    let bytes = n as f64 * Layout::new::<T>().size() as f64;
    Shortage(format!("Cannot allocate memory of size {}.", size(bytes)))
}

/// A size in R's notation.
pub fn size(bytes: f64) -> String {
    const GB: f64 = 1024.0 * 1024.0 * 1024.0;
    match bytes {
        _ if bytes >= GB => format!("{:.1} Gb", bytes / GB),
        _ if bytes >= GB / 1024.0 => format!("{:.1} Mb", bytes / GB * 1024.0),
        _ => format!("{:.1} Kb", bytes / 1024.0),
    }
}
