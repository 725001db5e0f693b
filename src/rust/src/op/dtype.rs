//! The dtypes of tensors that R can hold.
use super::ffi;
use std::ffi::c_int;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    Float16,
    Bfloat16,
    Float32,
    Float64,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Complex64,
    Complex128,
    Bool,
    String,
}

use Dtype::*;

/// TensorFlow's numbers (`tf_datatype.h`), its names, and the sizes of elements in bytes.
const TABLE: [(Dtype, c_int, &str, usize); 16] = [
    (Float16, 19, "float16", 2),
    (Bfloat16, 14, "bfloat16", 2),
    (Float32, 1, "float32", 4),
    (Float64, 2, "float64", 8),
    (Int8, 6, "int8", 1),
    (Int16, 5, "int16", 2),
    (Int32, 3, "int32", 4),
    (Int64, 9, "int64", 8),
    (Uint8, 4, "uint8", 1),
    (Uint16, 17, "uint16", 2),
    (Uint32, 22, "uint32", 4),
    (Uint64, 23, "uint64", 8),
    (Complex64, 8, "complex64", 8),
    (Complex128, 18, "complex128", 16),
    (Bool, 10, "bool", 1),
    (String, ffi::STRING, "string", 24),
];

impl Dtype {
    /// `None` for a dtype without an R type, such as resources and quantized numbers.
    pub fn of(code: c_int) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == code).map(|row| row.0)
    }

    pub fn code(self) -> c_int {
        self.row().map_or(0, |row| row.1)
    }

    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.2)
    }

    pub fn width(self) -> usize {
        self.row().map_or(0, |row| row.3)
    }

    fn row(self) -> Option<&'static (Dtype, c_int, &'static str, usize)> {
        TABLE.iter().find(|row| row.0 == self)
    }
}
