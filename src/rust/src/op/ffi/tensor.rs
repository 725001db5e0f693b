//! `TF_Tensor`: an owned reference to a tensor of the CPU, whose elements are in row-major order.
use super::api::{TF_Tensor, api};
use super::text::Text;
use crate::os::memory;
use std::ffi::c_int;

/// TensorFlow's number of the dtype of strings.
pub const STRING: c_int = 7;

#[derive(Debug)]
pub struct Tensor(*mut TF_Tensor);

// SAFETY: TensorFlow counts references atomically; what threads share is only read.
unsafe impl Send for Tensor {}

/// Types of elements that have any bits.
///
/// # Safety
/// All bits are valid, and a tensor of a type has elements of this size.
pub unsafe trait Element: Copy {}

macro_rules! elements {
    ($($type:ty)*) => { $(
        // SAFETY: numbers.
        unsafe impl Element for $type {}
    )* };
}

elements! { u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 [f32; 2] [f64; 2] }

impl Tensor {
    /// # Safety
    /// The caller gives its reference away.
    pub(super) unsafe fn own(raw: *mut TF_Tensor) -> Self {
        Tensor(raw)
    }

    /// A tensor whose elements the caller sets; `code` is TensorFlow's number of the dtype, whose elements
    /// have `width` bytes.
    pub fn new(code: c_int, dims: &[i64], width: usize) -> memory::Result<Self> {
        let length = dims.iter().product::<i64>() as usize;
        // SAFETY: as many dims as said, which are copied.
        let raw =
            unsafe { (api().TF_AllocateTensor)(code, dims.as_ptr(), dims.len() as c_int, length * width) };
        match raw.is_null() {
            true => Err(memory::shortage::<u8>(length * width)),
            false => Ok(Tensor(raw).emptied()),
        }
    }

    /// TensorFlow does not initialize the strings of a new tensor, but frees them with it. Zeros are empty ones.
    fn emptied(mut self) -> Self {
        if self.code() == STRING {
            self.clear();
        }
        self
    }

    pub fn raw(&self) -> *const TF_Tensor {
        self.0
    }

    /// TensorFlow's number of the dtype.
    pub fn code(&self) -> c_int {
        // SAFETY: a tensor that lives, here and below.
        unsafe { (api().TF_TensorType)(self.0) }
    }

    pub fn dims(&self) -> Vec<i64> {
        // SAFETY: as above; the indices are within the number of dims.
        unsafe { (0..(api().TF_NumDims)(self.0)).map(|i| (api().TF_Dim)(self.0, i)).collect() }
    }

    pub fn len(&self) -> usize {
        self.dims().iter().product::<i64>() as usize
    }

    pub fn bytes(&self) -> usize {
        // SAFETY: as above.
        unsafe { (api().TF_TensorByteSize)(self.0) }
    }

    pub fn address(&self) -> usize {
        // SAFETY: as above.
        (unsafe { (api().TF_TensorData)(self.0) }) as usize
    }

    /// The elements. Callers have checked that the dtype has elements of this size.
    pub fn elements<T: Element>(&self) -> &[T] {
        let n = self.checked_len::<T>();
        match n {
            0 => &[],
            // SAFETY: `n` elements of any bits, alive as long as the tensor, which no code modifies.
            n => unsafe { std::slice::from_raw_parts(self.address() as *const T, n) },
        }
    }

    /// The elements of a tensor made by `new`, which nothing else refers to yet.
    pub fn elements_mut<T: Element>(&mut self) -> &mut [T] {
        let n = self.checked_len::<T>();
        match n {
            0 => &mut [],
            // SAFETY: as above; `self` is borrowed mutably.
            n => unsafe { std::slice::from_raw_parts_mut(self.address() as *mut T, n) },
        }
    }

    fn checked_len<T>(&self) -> usize {
        let n = self.len();
        assert!(n * size_of::<T>() <= self.bytes(), "elements of another size");
        n
    }

    /// Sets all bytes to zero, of a tensor made by `new`.
    pub fn clear(&mut self) {
        // SAFETY: the tensor's own memory, to which nothing else refers yet.
        unsafe { std::ptr::write_bytes(self.address() as *mut u8, 0, self.bytes()) };
    }

    /// The elements of a tensor of strings.
    pub fn texts(&self) -> &[Text] {
        let n = self.checked_len::<Text>();
        match n {
            0 => &[],
            // SAFETY: the elements of such a tensor, alive as long as it is.
            n => unsafe { std::slice::from_raw_parts(self.address() as *const Text, n) },
        }
    }

    /// As [`Tensor::elements_mut`], of a tensor of strings, which `new` has made empty.
    pub fn texts_mut(&mut self) -> &mut [Text] {
        let n = self.checked_len::<Text>();
        match n {
            0 => &mut [],
            // SAFETY: as above.
            n => unsafe { std::slice::from_raw_parts_mut(self.address() as *mut Text, n) },
        }
    }
}

impl Drop for Tensor {
    fn drop(&mut self) {
        // SAFETY: the reference that `self` owns, given back once.
        unsafe { (api().TF_DeleteTensor)(self.0) };
    }
}
