//! A borrowed R value, which another owner protects. It exists only on the main thread.
use super::missing::NA_LOGICAL;
use super::r_api::*;
use super::{Symbol, Value};
use libR_sys::*;
use std::borrow::Cow;
use std::ffi::{CStr, CString, c_void};
use std::marker::PhantomData;

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

/// An R value that some owner protects for `'a`.
#[derive(Clone, Copy, Debug)]
pub struct Sexp<'a>(SEXP, PhantomData<&'a ()>);

impl<'a> Sexp<'a> {
    /// # Safety
    /// `x` is protected for `'a`, and this is the main thread.
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

    pub fn is_null(self) -> bool {
        self.kind() == Type::Null
    }

    pub fn len(self) -> usize {
        // SAFETY: defined for every type.
        unsafe { Rf_xlength(self.0) as usize }
    }

    pub fn is_s4(self) -> bool {
        // SAFETY: reads the header.
        unsafe { Rf_isS4(self.0) != Rboolean::FALSE }
    }

    /// Whether its elements may be computed on request.
    pub fn is_altrep(self) -> bool {
        // SAFETY: reads the header.
        unsafe { ALTREP(self.0) != 0 }
    }

    /// Whether it has a class attribute.
    pub fn is_object(self) -> bool {
        // SAFETY: reads the header.
        unsafe { Rf_isObject(self.0) != Rboolean::FALSE }
    }

    #[inline]
    pub fn attr(self, name: &CStr) -> Option<Sexp<'a>> {
        // SAFETY: the attribute lives as long as the value. Row names and the like may be made anew:
        // those are small and read at once by the caller, before anything is allocated.
        let out = unsafe { Sexp::borrow(Rf_getAttrib(self.0, attr_symbol(name))) };
        (!out.is_null()).then_some(out)
    }

    /// Whether it has any attributes.
    pub fn has_attributes(self) -> bool {
        // SAFETY: defined for every type.
        unsafe { rkeras_has_attributes(self.0) != 0 }
    }

    /// The names of all attributes.
    pub fn attribute_names(self) -> Vec<CString> {
        let mut names: Vec<CString> = vec![];
        // SAFETY: defined for every type; `push` is called with the tags, and this vector.
        unsafe { rkeras_map_attributes(self.0, push, (&raw mut names).cast()) };
        names
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
            true => self.logicals().first().filter(|&&x| x != NA_LOGICAL).map(|&x| x != 0),
            false => None,
        }
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
            // The data pointer of an empty vector is invalid.
            0 => &[],
            // SAFETY: `len` elements, alive for `'a`; R code that would change a vector runs elsewhere.
            n => unsafe { std::slice::from_raw_parts(data(), n) },
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

    /// Makes R copy the value before it modifies it, because Python uses the same memory.
    pub fn mark_not_mutable(self) {
        // SAFETY: sets the reference count in the header.
        unsafe { MARK_NOT_MUTABLE(self.0) }
    }
}

/// Appends the name of an attribute; NULL, so that R goes on to the next one.
unsafe extern "C" fn push(tag: SEXP, _: SEXP, names: *mut c_void) -> SEXP {
    // SAFETY: a symbol, whose name R keeps; the vector of `attribute_names`.
    unsafe { (*names.cast::<Vec<CString>>()).push(CStr::from_ptr(R_CHAR(PRINTNAME(tag))).to_owned()) };
    std::ptr::null_mut()
}

/// The most frequent symbols, which are not looked up by name each time.
#[inline]
pub(super) fn attr_symbol(name: &CStr) -> SEXP {
    static PY_OBJECT: Symbol = Symbol::new(c"py_object");
    // SAFETY: R's constants, or a NUL-terminated name that R copies.
    unsafe {
        match name.to_bytes() {
            b"names" => R_NamesSymbol,
            b"dim" => R_DimSymbol,
            b"class" => R_ClassSymbol,
            b"py_object" => PY_OBJECT.get().raw(),
            _ => Rf_install(name.as_ptr()),
        }
    }
}
