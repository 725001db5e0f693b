//! R values: [`Sexp`] is borrowed from whoever protects it, [`Value`] protects itself.
//!
//! Both exist on R's thread only. R allocates while nothing unprotected is held: every constructor
//! here protects before it returns.
use super::guard::{self, Unwind};
use super::r_api::*;
pub use libR_sys::Rcomplex;
use libR_sys::*;
use std::borrow::Cow;
use std::ffi::{CStr, c_int};
use std::marker::PhantomData;

/// R's marks for a missing value.
pub const NA_INTEGER: i32 = i32::MIN;
pub const NA_LOGICAL: i32 = i32::MIN;
/// `bit64::integer64` marks a missing value so.
pub const NA_INTEGER64: i64 = i64::MIN;

/// `NA_real_`: the NaN with 1954 in its lower word.
pub fn na_real() -> f64 {
    // SAFETY: a constant of R's.
    unsafe { R_NaReal }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Null,
    Logical,
    Integer,
    Double,
    Complex,
    Character,
    Raw,
    List,
    Closure,
    Builtin,
    Environment,
    Pointer,
    Other,
}

/// A borrowed R value: some owner protects it for `'a`.
#[derive(Clone, Copy, Debug)]
pub struct Sexp<'a>(SEXP, PhantomData<&'a ()>);

/// An owned R value, protected until it is dropped.
#[derive(Debug)]
pub struct Value(SEXP);

impl<'a> Sexp<'a> {
    /// # Safety
    /// `x` is protected for `'a`, and this is R's thread.
    pub unsafe fn borrow(x: SEXP) -> Self {
        Sexp(x, PhantomData)
    }

    pub fn of(x: &'a extendr_api::Robj) -> Self {
        use extendr_api::GetSexp;
        // SAFETY: an `Robj` protects its value while it lives.
        unsafe { Sexp::borrow(x.get()) }
    }

    pub fn null() -> Sexp<'static> {
        // SAFETY: R's constants are never collected.
        unsafe { Sexp::borrow(R_NilValue) }
    }

    /// The empty symbol: an argument that was not given.
    pub fn missing_arg() -> Sexp<'static> {
        // SAFETY: as above.
        unsafe { Sexp::borrow(R_MissingArg) }
    }

    pub fn global_env() -> Sexp<'static> {
        // SAFETY: as above.
        unsafe { Sexp::borrow(R_GlobalEnv) }
    }

    pub fn empty_env() -> Sexp<'static> {
        // SAFETY: as above.
        unsafe { Sexp::borrow(R_EmptyEnv) }
    }

    /// Symbols are never collected.
    pub fn symbol(name: &CStr) -> Sexp<'static> {
        // SAFETY: a NUL-terminated name that R copies.
        unsafe { Sexp::borrow(Rf_install(name.as_ptr())) }
    }

    pub fn raw(self) -> SEXP {
        self.0
    }

    pub fn to_value(self) -> Value {
        // SAFETY: alive for `'a`, and protected from here on.
        unsafe { Value::protect(self.0) }
    }

    pub fn is(self, other: Sexp<'_>) -> bool {
        self.0 == other.0
    }

    pub fn kind(self) -> Type {
        // SAFETY: reads the header.
        match unsafe { TYPEOF(self.0) } {
            SEXPTYPE::NILSXP => Type::Null,
            SEXPTYPE::LGLSXP => Type::Logical,
            SEXPTYPE::INTSXP => Type::Integer,
            SEXPTYPE::REALSXP => Type::Double,
            SEXPTYPE::CPLXSXP => Type::Complex,
            SEXPTYPE::STRSXP => Type::Character,
            SEXPTYPE::RAWSXP => Type::Raw,
            SEXPTYPE::VECSXP => Type::List,
            SEXPTYPE::CLOSXP => Type::Closure,
            SEXPTYPE::BUILTINSXP | SEXPTYPE::SPECIALSXP => Type::Builtin,
            SEXPTYPE::ENVSXP => Type::Environment,
            SEXPTYPE::EXTPTRSXP => Type::Pointer,
            _ => Type::Other,
        }
    }

    /// Something that `eval()` would not give back as it is: a symbol, a call, a promise.
    pub fn is_language(self) -> bool {
        // SAFETY: reads the header.
        let kind = unsafe { TYPEOF(self.0) };
        matches!(kind, SEXPTYPE::SYMSXP | SEXPTYPE::LANGSXP | SEXPTYPE::PROMSXP | SEXPTYPE::BCODESXP)
    }

    /// A value that stands for itself in a call: no symbol, no call, no promise.
    pub fn is_constant(self) -> bool {
        !self.is_language()
    }

    /// The arguments of a call: tag (a symbol or NULL) and expression.
    pub fn cells(self) -> impl Iterator<Item = (Sexp<'a>, Sexp<'a>)> {
        // SAFETY: a call; its cells live as long as it does.
        let mut cell = unsafe { CDR(self.0) };
        std::iter::from_fn(move || {
            // SAFETY: a cell of the call, or the NULL at its end.
            unsafe {
                if cell == R_NilValue {
                    return None;
                }
                let found = (Sexp::borrow(TAG(cell)), Sexp::borrow(CAR(cell)));
                cell = CDR(cell);
                Some(found)
            }
        })
    }

    /// The same call of another function.
    pub fn with_head(self, head: Sexp<'_>) -> Value {
        // SAFETY: a call; the new cell is protected at once.
        unsafe { Value::protect(Rf_lcons(head.0, CDR(self.0))) }
    }

    /// `typeof(x)`, for messages.
    pub fn type_name(self) -> String {
        // SAFETY: a constant string for each type.
        unsafe { CStr::from_ptr(Rf_type2char(TYPEOF(self.0) as u32)).to_string_lossy().into_owned() }
    }

    pub fn is_null(self) -> bool {
        self.kind() == Type::Null
    }

    pub fn len(self) -> usize {
        // SAFETY: defined for every type.
        unsafe { Rf_xlength(self.0) as usize }
    }

    /// Has it a class attribute?
    pub fn is_object(self) -> bool {
        // SAFETY: reads the header.
        unsafe { Rf_isObject(self.0) != Rboolean::FALSE }
    }

    pub fn attr(self, name: &CStr) -> Option<Sexp<'a>> {
        // SAFETY: the attribute lives as long as the value. Row names and the like may be made anew:
        // those are small and read at once by the caller, before anything is allocated.
        let out = unsafe { Sexp::borrow(Rf_getAttrib(self.0, Rf_install(name.as_ptr()))) };
        (!out.is_null()).then_some(out)
    }

    pub fn names(self) -> Option<Sexp<'a>> {
        self.attr(c"names")
    }

    pub fn dim(self) -> Option<Vec<usize>> {
        let dim = self.attr(c"dim")?;
        Some(dim.integers().iter().map(|&n| n as usize).collect())
    }

    /// The explicit class attribute.
    pub fn classes(self) -> Vec<Cow<'a, str>> {
        let Some(class) = self.is_object().then(|| self.attr(c"class")).flatten() else { return vec![] };
        (0..class.len()).filter_map(|i| class.string(i)).collect()
    }

    pub fn inherits(self, class: &str) -> bool {
        self.is_object() && self.classes().iter().any(|name| name == class)
    }

    /// A logical scalar that is not NA.
    pub fn as_flag(self) -> Option<bool> {
        match self.kind() == Type::Logical && self.len() == 1 {
            true => Some(self.logicals()[0]).filter(|&x| x != NA_LOGICAL).map(|x| x != 0),
            false => None,
        }
    }

    /// A character scalar that is not NA.
    pub fn as_string(self) -> Option<Cow<'a, str>> {
        (self.kind() == Type::Character && self.len() == 1).then(|| self.string(0)).flatten()
    }

    pub fn logicals(self) -> &'a [i32] {
        assert_eq!(self.kind(), Type::Logical);
        // SAFETY: the type is checked.
        self.slice(|| unsafe { LOGICAL(self.0) })
    }

    pub fn integers(self) -> &'a [i32] {
        assert_eq!(self.kind(), Type::Integer);
        // SAFETY: the type is checked.
        self.slice(|| unsafe { INTEGER(self.0) })
    }

    pub fn doubles(self) -> &'a [f64] {
        assert_eq!(self.kind(), Type::Double);
        // SAFETY: the type is checked.
        self.slice(|| unsafe { REAL(self.0) })
    }

    /// The bits of a `bit64::integer64`, which R holds as doubles.
    pub fn integers64(self) -> &'a [i64] {
        assert_eq!(self.kind(), Type::Double);
        // SAFETY: the type is checked; both are 8 bytes wide.
        self.slice(|| unsafe { REAL(self.0).cast() })
    }

    pub fn complexes(self) -> &'a [Rcomplex] {
        assert_eq!(self.kind(), Type::Complex);
        // SAFETY: the type is checked.
        self.slice(|| unsafe { COMPLEX(self.0) })
    }

    pub fn raws(self) -> &'a [u8] {
        assert_eq!(self.kind(), Type::Raw);
        // SAFETY: the type is checked.
        self.slice(|| unsafe { RAW(self.0) })
    }

    fn slice<T>(self, data: impl FnOnce() -> *mut T) -> &'a [T] {
        match self.len() {
            // An empty vector's pointer is not for reading.
            0 => &[],
            // SAFETY: `len` elements, alive for `'a`; R code that would change a vector runs elsewhere.
            n => unsafe { std::slice::from_raw_parts(data(), n) },
        }
    }

    /// Element `i` of a character vector in UTF-8; `None` is `NA`. What is no text shows as U+FFFD.
    pub fn string(self, i: usize) -> Option<Cow<'a, str>> {
        self.bytes(i).map(String::from_utf8_lossy)
    }

    /// Element `i` as [`Sexp::string`] gives it, or `Err` where its bytes are no valid text.
    pub fn text(self, i: usize) -> Result<Option<&'a str>, std::str::Utf8Error> {
        self.bytes(i).map(std::str::from_utf8).transpose()
    }

    fn bytes(self, i: usize) -> Option<&'a [u8]> {
        assert!(self.kind() == Type::Character && i < self.len());
        // SAFETY: the bounds are checked; the CHARSXP lives as long as the vector.
        unsafe {
            let x = STRING_ELT(self.0, i as R_xlen_t);
            if x == R_NaString {
                return None;
            }
            Some(match Rf_getCharCE(x) {
                cetype_t::CE_NATIVE if !is_ascii(x) => translated(x),
                cetype_t::CE_LATIN1 => translated(x),
                _ => std::slice::from_raw_parts(R_CHAR(x).cast(), Rf_xlength(x) as usize),
            })
        }
    }

    /// Element `i` of a list.
    pub fn elt(self, i: usize) -> Sexp<'a> {
        assert!(self.kind() == Type::List && i < self.len());
        // SAFETY: the bounds are checked; the element lives as long as the list.
        unsafe { Sexp::borrow(VECTOR_ELT(self.0, i as R_xlen_t)) }
    }

    /// The first element of a list with this name.
    pub fn named_elt(self, name: &str) -> Option<Sexp<'a>> {
        let names = (self.kind() == Type::List).then(|| self.names()).flatten()?;
        (0..names.len()).find(|&i| names.string(i).as_deref() == Some(name)).map(|i| self.elt(i))
    }

    pub fn elts(self) -> impl Iterator<Item = Sexp<'a>> {
        (0..self.len()).map(move |i| self.elt(i))
    }

    /// The formals of a closure: each name, and whether it has a default.
    pub fn formals(self) -> Vec<(String, bool)> {
        let mut out = Vec::new();
        if self.kind() != Type::Closure {
            return out;
        }
        // SAFETY: walks the pair list of a closure that is alive.
        unsafe {
            let mut cell = FORMALS(self.0);
            while cell != R_NilValue {
                let name = CStr::from_ptr(R_CHAR(PRINTNAME(TAG(cell)))).to_string_lossy().into_owned();
                out.push((name, CAR(cell) != R_MissingArg));
                cell = CDR(cell);
            }
        }
        out
    }

    /// A variable in this very environment.
    pub fn var(self, name: Sexp<'_>) -> Option<Sexp<'a>> {
        assert_eq!(self.kind(), Type::Environment);
        // SAFETY: an environment and a symbol; a binding lives as long as the environment holds it.
        unsafe {
            let found = Rf_findVarInFrame(self.0, name.0);
            (found != R_UnboundValue).then(|| Sexp::borrow(found))
        }
    }

    pub fn set_var(self, name: Sexp<'_>, value: Sexp<'_>) {
        assert_eq!(self.kind(), Type::Environment);
        // SAFETY: an environment of our own making, not locked; all three are protected.
        unsafe { Rf_defineVar(name.0, value.0, self.0) }
    }

    /// From now on R copies before it writes: Python looks at the same memory.
    pub fn mark_not_mutable(self) {
        // SAFETY: sets the reference count in the header.
        unsafe { MARK_NOT_MUTABLE(self.0) }
    }
}

impl Value {
    /// # Safety
    /// `x` is alive now, and this is R's thread.
    pub unsafe fn protect(x: SEXP) -> Self {
        // SAFETY: the caller's promise.
        unsafe { Rf_protect(x) };
        Value(x)
    }

    pub fn as_sexp(&self) -> Sexp<'_> {
        // SAFETY: protected while `self` lives.
        unsafe { Sexp::borrow(self.0) }
    }

    pub fn raw(&self) -> SEXP {
        self.0
    }

    pub fn null() -> Self {
        Sexp::null().to_value()
    }

    pub fn logical(x: Option<bool>) -> Self {
        // SAFETY: R's constants, or a fresh scalar protected at once.
        unsafe { Value::protect(Rf_ScalarLogical(x.map_or(NA_LOGICAL, i32::from))) }
    }

    pub fn integer(x: i32) -> Self {
        // SAFETY: a fresh scalar protected at once.
        unsafe { Value::protect(Rf_ScalarInteger(x)) }
    }

    pub fn double(x: f64) -> Self {
        // SAFETY: as above.
        unsafe { Value::protect(Rf_ScalarReal(x)) }
    }

    pub fn complex(re: f64, im: f64) -> Self {
        // SAFETY: as above.
        unsafe { Value::protect(Rf_ScalarComplex(Rcomplex { r: re, i: im })) }
    }

    /// A character scalar. A NUL inside ends up as an error in [`string_error`], which callers ask first.
    pub fn string(x: &str) -> Self {
        // SAFETY: as above; the CHARSXP is protected while the vector is made.
        unsafe {
            let chars = Rf_protect(chars(x));
            let out = Value::protect(Rf_ScalarString(chars));
            Rf_unprotect_ptr(chars);
            out
        }
    }

    pub fn strings(x: &[impl AsRef<str>]) -> Result<Self, Unwind> {
        let mut out = Value::vector(SEXPTYPE::STRSXP, x.len())?;
        for (i, item) in x.iter().enumerate() {
            out.set_string(i, Some(item.as_ref()));
        }
        Ok(out)
    }

    pub fn logicals(n: usize) -> Result<Self, Unwind> {
        Value::vector(SEXPTYPE::LGLSXP, n)
    }

    pub fn integers(n: usize) -> Result<Self, Unwind> {
        Value::vector(SEXPTYPE::INTSXP, n)
    }

    pub fn doubles(n: usize) -> Result<Self, Unwind> {
        Value::vector(SEXPTYPE::REALSXP, n)
    }

    pub fn complexes(n: usize) -> Result<Self, Unwind> {
        Value::vector(SEXPTYPE::CPLXSXP, n)
    }

    pub fn raws(n: usize) -> Result<Self, Unwind> {
        Value::vector(SEXPTYPE::RAWSXP, n)
    }

    pub fn characters(n: usize) -> Result<Self, Unwind> {
        Value::vector(SEXPTYPE::STRSXP, n)
    }

    pub fn list(n: usize) -> Result<Self, Unwind> {
        Value::vector(SEXPTYPE::VECSXP, n)
    }

    pub fn list_of(items: &[Value]) -> Result<Self, Unwind> {
        let mut out = Value::list(items.len())?;
        for (i, item) in items.iter().enumerate() {
            out.set_elt(i, item);
        }
        Ok(out)
    }

    /// The arguments of a call as a list, named where any has a tag.
    pub fn list_of_cells(call: Sexp<'_>) -> Result<Self, Unwind> {
        let cells: Vec<_> = call.cells().collect();
        let mut out = Value::list(cells.len())?;
        let tagged = cells.iter().any(|(tag, _)| !tag.is_null());
        let names = Value::characters(if tagged { cells.len() } else { 0 })?;
        for (i, (tag, item)) in cells.iter().enumerate() {
            out.set_elt(i, &item.to_value());
            if !tag.is_null() {
                // SAFETY: a symbol's name is a CHARSXP that lives as long as the symbol.
                unsafe { SET_STRING_ELT(names.0, i as R_xlen_t, PRINTNAME(tag.0)) };
            }
        }
        if tagged {
            out.set_names(&names);
        }
        Ok(out)
    }

    /// Large vectors are allocated under the guard, as R jumps where memory runs out.
    fn vector(kind: SEXPTYPE, n: usize) -> Result<Self, Unwind> {
        const SMALL: usize = 1 << 10;
        match n < SMALL {
            // SAFETY: protected at once.
            true => Ok(unsafe { Value::protect(Rf_allocVector(kind, n as R_xlen_t)) }),
            false => guard::allocate(kind, n),
        }
    }

    pub fn environment(parent: Sexp<'_>) -> Self {
        // SAFETY: a fresh environment protected at once.
        unsafe { Value::protect(R_NewEnv(parent.raw(), 0, 0)) }
    }

    /// A call, or with `head` a symbol as first item any pair list of the kind R evaluates.
    pub fn call(head: Sexp<'_>, args: &[(Option<Sexp<'_>>, Sexp<'_>)]) -> Self {
        let mut tail = Value::pairlist(args);
        // SAFETY: all parts are protected.
        tail = unsafe { Value::protect(Rf_lcons(head.raw(), tail.raw())) };
        tail
    }

    /// Values with tags (symbols), as for formals.
    pub fn pairlist(items: &[(Option<Sexp<'_>>, Sexp<'_>)]) -> Self {
        let mut out = Value::null();
        for (tag, item) in items.iter().rev() {
            // SAFETY: both parts are protected; the new cell is at once.
            out = unsafe { Value::protect(Rf_cons(item.raw(), out.raw())) };
            if let Some(tag) = tag {
                // SAFETY: a cell just made.
                unsafe { SET_TAG(out.raw(), tag.raw()) };
            }
        }
        out
    }

    pub fn logicals_mut(&mut self) -> &mut [i32] {
        assert_eq!(self.as_sexp().kind(), Type::Logical);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { LOGICAL(x) })
    }

    pub fn integers_mut(&mut self) -> &mut [i32] {
        assert_eq!(self.as_sexp().kind(), Type::Integer);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { INTEGER(x) })
    }

    pub fn doubles_mut(&mut self) -> &mut [f64] {
        assert_eq!(self.as_sexp().kind(), Type::Double);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { REAL(x) })
    }

    pub fn integers64_mut(&mut self) -> &mut [i64] {
        assert_eq!(self.as_sexp().kind(), Type::Double);
        // SAFETY: the type is checked; both are 8 bytes wide.
        self.slice_mut(|x| unsafe { REAL(x).cast() })
    }

    pub fn complexes_mut(&mut self) -> &mut [Rcomplex] {
        assert_eq!(self.as_sexp().kind(), Type::Complex);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { COMPLEX(x) })
    }

    pub fn raws_mut(&mut self) -> &mut [u8] {
        assert_eq!(self.as_sexp().kind(), Type::Raw);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { RAW(x) })
    }

    fn slice_mut<T>(&mut self, data: impl FnOnce(SEXP) -> *mut T) -> &mut [T] {
        match self.as_sexp().len() {
            0 => &mut [],
            // SAFETY: `len` elements of a vector made by us that nobody else has seen yet.
            n => unsafe { std::slice::from_raw_parts_mut(data(self.0), n) },
        }
    }

    /// Sets element `i` of a character vector; `None` is `NA`.
    pub fn set_string(&mut self, i: usize, x: Option<&str>) {
        assert!(self.as_sexp().kind() == Type::Character && i < self.as_sexp().len());
        // SAFETY: the bounds are checked; the CHARSXP is stored before anything else is allocated.
        unsafe { SET_STRING_ELT(self.0, i as R_xlen_t, x.map_or(R_NaString, |x| chars(x))) }
    }

    /// Sets element `i` of a list.
    pub fn set_elt(&mut self, i: usize, x: &Value) {
        assert!(self.as_sexp().kind() == Type::List && i < self.as_sexp().len());
        // SAFETY: the bounds are checked.
        unsafe { SET_VECTOR_ELT(self.0, i as R_xlen_t, x.0) };
    }

    /// Sets an attribute that R does not check against the value (class, names of equal length, ...).
    pub fn set_attr(&mut self, name: &CStr, x: &Value) {
        // SAFETY: all protected; callers give values that R accepts (see `set_dim`).
        unsafe { Rf_setAttrib(self.0, Rf_install(name.as_ptr()), x.0) };
    }

    pub fn set_class(&mut self, classes: &[&str]) -> Result<(), Unwind> {
        self.set_attr(c"class", &Value::strings(classes)?);
        Ok(())
    }

    pub fn set_names(&mut self, names: &Value) {
        assert_eq!(names.as_sexp().len(), self.as_sexp().len());
        self.set_attr(c"names", names);
    }

    /// `dim` must multiply up to the length: R would jump otherwise.
    pub fn set_dim(&mut self, dim: &[i32]) {
        assert_eq!(dim.iter().map(|&n| n as usize).product::<usize>(), self.as_sexp().len());
        // SAFETY: a fresh vector protected at once.
        let mut x = unsafe { Value::protect(Rf_allocVector(SEXPTYPE::INTSXP, dim.len() as R_xlen_t)) };
        x.integers_mut().copy_from_slice(dim);
        self.set_attr(c"dim", &x);
    }

    pub fn into_robj(self) -> extendr_api::Robj {
        // SAFETY: `self` protects the value until the `Robj` does.
        unsafe { extendr_api::Robj::from_sexp(self.0) }
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        // Values end in any order, so not `Rf_unprotect`; the entry is at or near the top.
        // SAFETY: protected by `protect`, once.
        unsafe { Rf_unprotect_ptr(self.0) }
    }
}

/// Where a string that R cannot hold has its NUL, counted in characters from 1.
pub fn nul_position(x: &str) -> Option<usize> {
    x.chars().position(|c| c == '\0').map(|i| i + 1)
}

/// A CHARSXP, unprotected. A NUL would make R jump, so callers ask `nul_position` first.
unsafe fn chars(x: &str) -> SEXP {
    assert!(
        !x.as_bytes().contains(&0) && x.len() <= c_int::MAX as usize,
        "R strings hold no NUL and at most 2 GiB"
    );
    // SAFETY: bytes and length belong together.
    unsafe { Rf_mkCharLenCE(x.as_ptr().cast(), x.len() as c_int, cetype_t::CE_UTF8) }
}

/// # Safety
/// `x` is a CHARSXP.
unsafe fn is_ascii(x: SEXP) -> bool {
    // SAFETY: the bytes of a CHARSXP.
    unsafe { std::slice::from_raw_parts(R_CHAR(x).cast::<u8>(), Rf_xlength(x) as usize).is_ascii() }
}

/// # Safety
/// `x` is a CHARSXP in a native or latin1 encoding, and alive for `'a`.
unsafe fn translated<'a>(x: SEXP) -> &'a [u8] {
    // SAFETY: R keeps the translation until the `.Call` ends.
    unsafe { CStr::from_ptr(Rf_translateCharUTF8(x)).to_bytes() }
}
