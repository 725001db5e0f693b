//! R values as tensors: the type, the shape and each element are checked, and nothing is rounded except
//! doubles to shorter floats.
use super::dims;
use super::dtype::Dtype;
use super::ffi::{Element, Tensor};
use super::half;
use super::input::is_line;
use super::table::Expected;
use crate::error::{Error, Result};
use crate::os::memory;
use crate::r::missing::{NA_INTEGER, NA_INTEGER64, NA_LOGICAL, na_real};
use crate::r::{Sexp, Type, Value, guard, r_code};
use crate::shared::array::{Source, row_major, row_major_positions};

/// What an output must be, and what messages call it.
pub struct Output<'a> {
    pub name: String,
    pub dtype: Dtype,
    pub shape: &'a Expected,
}

pub fn to_tensor(x: Sexp<'_>, output: &Output<'_>) -> Result<Tensor> {
    if x.inherits("python.builtin.object") {
        let value = r_code::call(c"operator_value", &[x])?;
        return of_value(value.as_sexp(), output);
    }
    of_value(x, output)
}

fn of_value(x: Sexp<'_>, output: &Output<'_>) -> Result<Tensor> {
    guard::materialize(x)?;
    let Some(data) = Data::of(x) else {
        return Err(output.not_of_dtype(&described(x)));
    };
    let dims = output.dims(x)?;
    let mut tensor = Tensor::new(output.dtype.code(), &dims, output.dtype.width())?;
    Filling { output, tensor: &mut tensor, dims: &dims }.fill(&data, x)?;
    Ok(tensor)
}

impl Output<'_> {
    /// The error for an output that R code did not return as it must be.
    fn mismatch(&self, expected: &str, got: &str) -> Error {
        Error::Own {
            kind: "operator",
            message: format!("{} must be {expected}, but it is {got}.", self.name),
        }
    }

    fn not_of_dtype(&self, got: &str) -> Error {
        self.mismatch(&format!("of dtype {}", self.dtype.name()), got)
    }

    /// The shape of the tensor. A vector without `dim` has one axis; one of length 1 is a scalar. Where the
    /// shape is known, a vector may also stand for a tensor with one long axis.
    fn dims(&self, x: Sexp<'_>) -> Result<Vec<i64>> {
        let length = x.len() as i64;
        let given = x.dim().map(|dim| dim.iter().map(|&n| n as i64).collect::<Vec<_>>());
        let own = given.clone().unwrap_or_else(|| if length == 1 { vec![] } else { vec![length] });
        let Some(expected) = self.shape else { return Ok(own) };
        if dims::fits(&own, expected) {
            return Ok(own);
        }
        match as_line(expected, length).filter(|dims| own.len() <= 1 && is_line(dims)) {
            Some(dims) => Ok(dims),
            None => Err(self.mismatch(&format!("of shape {}", dims::shown(expected)), &described(x))),
        }
    }
}

/// The expected shape for `length` elements, if at most one axis of it is unknown.
fn as_line(expected: &[Option<i64>], length: i64) -> Option<Vec<i64>> {
    let known: i64 = expected.iter().flatten().product();
    let unknown = expected.iter().filter(|n| n.is_none()).count();
    let rest = match unknown {
        0 => 1,
        1 if known > 0 => length / known,
        _ => return None,
    };
    let dims: Vec<i64> = expected.iter().map(|n| n.unwrap_or(rest)).collect();
    (dims.iter().product::<i64>() == length).then_some(dims)
}

/// The elements of an R vector.
enum Data<'a> {
    Logical(&'a [i32]),
    Integer(&'a [i32]),
    Integer64(&'a [i64]),
    Double(&'a [f64]),
    Complex(&'a [libR_sys::Rcomplex]),
    Character,
    Raw(&'a [u8]),
}

impl<'a> Data<'a> {
    fn of(x: Sexp<'a>) -> Option<Self> {
        Some(match x.kind() {
            _ if x.inherits("factor") => return None,
            Type::Logical => Data::Logical(x.logicals()),
            Type::Integer => Data::Integer(x.integers()),
            Type::Double if x.inherits("integer64") => Data::Integer64(x.integers64()),
            Type::Double => Data::Double(x.doubles()),
            Type::Complex => Data::Complex(x.complexes()),
            Type::Character => Data::Character,
            Type::Raw => Data::Raw(x.raws()),
            _ => return None,
        })
    }
}

struct Filling<'a> {
    output: &'a Output<'a>,
    tensor: &'a mut Tensor,
    dims: &'a [i64],
}

impl Filling<'_> {
    fn fill(&mut self, data: &Data<'_>, x: Sexp<'_>) -> Result<()> {
        match (self.output.dtype, data) {
            (Dtype::Float64, Data::Double(x)) => self.copy(x, |x| x),
            (Dtype::Float32, Data::Double(x)) => self.copy(x, |x| x as f32),
            (Dtype::Float16, Data::Double(x)) => self.copy(x, half::to_half),
            (Dtype::Bfloat16, Data::Double(x)) => self.copy(x, half::to_bfloat),
            (Dtype::Float64, Data::Integer(x)) => self.copy(x, double),
            (Dtype::Float32, Data::Integer(x)) => self.copy(x, |x| double(x) as f32),
            (Dtype::Float16, Data::Integer(x)) => self.copy(x, |x| half::to_half(double(x))),
            (Dtype::Bfloat16, Data::Integer(x)) => self.copy(x, |x| half::to_bfloat(double(x))),
            (Dtype::Complex128, Data::Complex(x)) => self.copy(x, |x| [x.r, x.i]),
            (Dtype::Complex64, Data::Complex(x)) => self.copy(x, |x| [x.r as f32, x.i as f32]),
            (Dtype::Complex128, Data::Double(x)) => self.copy(x, |x| [x, 0.0]),
            (Dtype::Complex64, Data::Double(x)) => self.copy(x, |x| [x as f32, 0.0]),
            (Dtype::Uint8, Data::Raw(x)) => self.copy(x, |x| x),
            (Dtype::Bool, Data::Logical(flags)) => {
                self.refuse(flags, |&flag| flag == NA_LOGICAL, x)?;
                self.copy(flags, |flag| u8::from(flag != 0))
            }
            (Dtype::String, Data::Character) => self.strings(x),
            (_, Data::Integer(ints)) => self.whole(ints, whole_integer, x),
            (_, Data::Integer64(ints)) => self.whole(ints, whole_integer64, x),
            (_, Data::Double(numbers)) => self.whole(numbers, whole_double, x),
            _ => Err(self.output.not_of_dtype(&described(x))),
        }
    }

    /// The axes from the last to the first: the elements of R in row-major order of those.
    fn reversed_dims(&self) -> impl Iterator<Item = usize> + use<> {
        let dims: Vec<usize> = self.dims.iter().rev().map(|&n| n as usize).collect();
        dims.into_iter()
    }

    fn copy<T: Copy + Sync, U: Element + Send>(
        &mut self,
        x: &[T],
        cast: impl Fn(T) -> U + Sync,
    ) -> Result<()> {
        row_major(x, self.reversed_dims())?.copy_into(self.tensor.elements_mut(), cast);
        Ok(())
    }

    /// Whole numbers as integers of the dtype. Other dtypes are a mismatch.
    fn whole<T: Copy + Sync>(
        &mut self,
        numbers: &[T],
        value: impl Fn(T) -> Option<i128> + Sync,
        x: Sexp<'_>,
    ) -> Result<()> {
        match self.output.dtype {
            Dtype::Int8 => self.integers::<i8, T>(numbers, value, x),
            Dtype::Int16 => self.integers::<i16, T>(numbers, value, x),
            Dtype::Int32 => self.integers::<i32, T>(numbers, value, x),
            Dtype::Int64 => self.integers::<i64, T>(numbers, value, x),
            Dtype::Uint8 => self.integers::<u8, T>(numbers, value, x),
            Dtype::Uint16 => self.integers::<u16, T>(numbers, value, x),
            Dtype::Uint32 => self.integers::<u32, T>(numbers, value, x),
            Dtype::Uint64 => self.integers::<u64, T>(numbers, value, x),
            _ => Err(self.output.not_of_dtype(&described(x))),
        }
    }

    fn integers<U: Element + TryFrom<i128> + Default + Send, T: Copy + Sync>(
        &mut self,
        numbers: &[T],
        value: impl Fn(T) -> Option<i128> + Sync,
        x: Sexp<'_>,
    ) -> Result<()> {
        let value = |number| U::try_from(value(number)?).ok();
        self.refuse(numbers, |&number| value(number).is_none(), x)?;
        self.copy(numbers, |number| value(number).unwrap_or_default())
    }

    /// An error if any element does not fit the dtype.
    fn refuse<T>(&self, elements: &[T], is_wrong: impl Fn(&T) -> bool, x: Sexp<'_>) -> Result<()> {
        let Some(i) = elements.iter().position(is_wrong) else { return Ok(()) };
        Err(self.output.not_of_dtype(&format!("{} whose element {} does not fit", described(x), i + 1)))
    }

    fn strings(&mut self, x: Sexp<'_>) -> Result<()> {
        let order = row_major_positions(self.reversed_dims())?;
        for (to, from) in self.tensor.texts_mut().iter_mut().zip(order) {
            let Some(text) = x.string(from) else {
                return Err(self.output.not_of_dtype(&format!(
                    "{} whose element {} is NA",
                    described(x),
                    from + 1
                )));
            };
            to.set(text.as_bytes()).map_err(memory::shortage::<u8>)?;
        }
        Ok(())
    }
}

fn double(x: i32) -> f64 {
    if x == NA_INTEGER { na_real() } else { f64::from(x) }
}

fn whole_integer(x: i32) -> Option<i128> {
    Some(x).filter(|&x| x != NA_INTEGER).map(i128::from)
}

fn whole_integer64(x: i64) -> Option<i128> {
    Some(x).filter(|&x| x != NA_INTEGER64).map(i128::from)
}

fn whole_double(x: f64) -> Option<i128> {
    Some(x).filter(|x| x.fract() == 0.0).map(|x| x as i128)
}

/// A value in words, for messages.
pub fn described(x: Sexp<'_>) -> String {
    let kind = match x.kind() {
        Type::Null => return "NULL".to_owned(),
        Type::Closure | Type::Builtin => return "a function".to_owned(),
        Type::Environment | Type::Pointer | Type::Other => return "no vector".to_owned(),
        _ if x.inherits("factor") => "a factor",
        _ if x.inherits("data.frame") => "a data frame",
        Type::Logical => "a logical",
        Type::Integer => "an integer",
        Type::Double => "a double",
        Type::Complex => "a complex",
        Type::Character => "a character",
        Type::Raw => "a raw",
        Type::List => "a list",
    };
    let noun = if kind.ends_with("list") || kind.ends_with("factor") || kind.ends_with("frame") {
        ""
    } else if x.dim().is_some() {
        " array"
    } else {
        " vector"
    };
    match x.dim() {
        Some(dim) => {
            let dims: Vec<_> = dim.iter().map(|&n| Some(n as i64)).collect();
            format!("{kind}{noun} of shape {}", dims::shown(&dims))
        }
        None => format!("{kind}{noun} of length {}", x.len()),
    }
}

/// A tensor of zeros, for a gradient that nothing uses.
pub fn zeros(dtype: Dtype, dims: &[i64]) -> Result<Tensor> {
    let mut tensor = Tensor::new(dtype.code(), dims, dtype.width())?;
    tensor.clear();
    Ok(tensor)
}

/// The outputs of one call: the value itself, or the elements of a list.
pub fn parts(value: &Value, count: usize, what: &str) -> Result<Vec<Value>> {
    let x = value.as_sexp();
    let is_list = x.kind() == Type::List && !x.is_object();
    if count == 1 && !is_list {
        return Ok(vec![x.to_value()]);
    }
    if !is_list || x.len() != count {
        let message =
            format!("{what} must return a list of length {count}, but it returned {}.", described(x));
        return Err(Error::Own { kind: "operator", message });
    }
    Ok(x.elts().map(Sexp::to_value).collect())
}
