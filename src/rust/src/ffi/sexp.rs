//! A borrowed R value, as something else protects it. It exists on R's thread only.
use super::Value;
use super::missing::NA_LOGICAL;
use super::r_api::*;
use libR_sys::*;
use std::borrow::Cow;
use std::ffi::{CStr, CString};
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

    /// A symbol of any name, or `None` where R has no symbol of it: it would jump.
    pub fn any_symbol(name: &CStr) -> Option<Sexp<'static>> {
        // R's MAXIDSIZE.
        (1..=10_000).contains(&name.count_bytes()).then(|| Sexp::symbol(name))
    }

    /// Symbols are never collected. `name` is one of ours, or one that [`Sexp::any_symbol`] allows.
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

    /// Are its elements computed when they are asked for?
    pub fn is_altrep(self) -> bool {
        // SAFETY: reads the header.
        unsafe { ALTREP(self.0) != 0 }
    }

    /// Has it a class attribute?
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

    /// Has it any attribute at all?
    pub fn has_attributes(self) -> bool {
        // SAFETY: defined for every type.
        unsafe { ATTRIB(self.0) != R_NilValue }
    }

    /// The names of all attributes.
    pub fn attributes(self) -> Vec<Sexp<'a>> {
        // SAFETY: a pair list, or NULL at its end, that lives as long as the value.
        let mut cell = unsafe { ATTRIB(self.0) };
        std::iter::from_fn(|| {
            // SAFETY: as above.
            unsafe {
                let found = (cell != R_NilValue).then(|| Sexp::borrow(TAG(cell)));
                cell = CDR(cell);
                found
            }
        })
        .collect()
    }

    /// Likewise as text.
    pub fn attribute_names(self) -> Vec<CString> {
        // SAFETY: the tags of attributes are symbols, whose names R keeps.
        let name = |tag: Sexp<'_>| unsafe { CStr::from_ptr(R_CHAR(PRINTNAME(tag.0))).to_owned() };
        self.attributes().into_iter().map(name).collect()
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

    /// A character scalar that is not NA and is valid text.
    pub fn as_string(self) -> Option<Cow<'a, str>> {
        let is_one = self.kind() == Type::Character && self.len() == 1;
        is_one.then(|| self.text(0).ok().flatten()).flatten().map(Cow::Borrowed)
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

    pub fn is_na_string(self, i: usize) -> bool {
        assert!(self.kind() == Type::Character && i < self.len());
        // SAFETY: the type and the bounds are checked.
        unsafe { STRING_ELT(self.0, i as R_xlen_t) == R_NaString }
    }

    /// Element `i` as [`Sexp::string`] gives it, or `Err` where its bytes are no valid text.
    pub fn text(self, i: usize) -> Result<Option<&'a str>, std::str::Utf8Error> {
        self.bytes(i).map(std::str::from_utf8).transpose()
    }

    pub fn bytes(self, i: usize) -> Option<&'a [u8]> {
        assert!(self.kind() == Type::Character && i < self.len());
        // SAFETY: the bounds are checked; the CHARSXP lives as long as the vector.
        unsafe {
            let x = STRING_ELT(self.0, i as R_xlen_t);
            utf8(x)
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

    /// The formals of a function: each name, and whether it has a default. Builtins take anything.
    pub fn formals(self) -> Vec<(String, bool)> {
        if self.kind() != Type::Closure {
            return vec![("...".to_owned(), false)];
        }
        let mut out = Vec::new();
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

    /// A variable in this very environment. Active bindings, which run code, are left out.
    pub fn var(self, name: Sexp<'_>) -> Option<Sexp<'a>> {
        assert_eq!(self.kind(), Type::Environment);
        // SAFETY: an environment and a symbol; a binding lives as long as the environment holds it.
        unsafe {
            let exists = R_existsVarInFrame(self.0, name.0) != Rboolean::FALSE;
            if !exists || R_BindingIsActive(name.0, self.0) != Rboolean::FALSE {
                return None;
            }
            Some(Sexp::borrow(Rf_findVarInFrame(self.0, name.0)))
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

/// Those that every value is asked for are not looked up by name each time.
#[inline]
fn attr_symbol(name: &CStr) -> SEXP {
    // SAFETY: R's constants, or a NUL-terminated name that R copies.
    unsafe {
        match name.to_bytes() {
            b"names" => R_NamesSymbol,
            b"dim" => R_DimSymbol,
            b"class" => R_ClassSymbol,
            _ => Rf_install(name.as_ptr()),
        }
    }
}

/// The bytes of a CHARSXP in UTF-8; `None` is `NA`.
///
/// # Safety
/// `x` is a CHARSXP that is alive for `'a`.
#[inline]
pub unsafe fn utf8<'a>(x: SEXP) -> Option<&'a [u8]> {
    // SAFETY: a CHARSXP ends in a NUL and holds no other.
    unsafe {
        if x == R_NaString {
            return None;
        }
        let bytes = CStr::from_ptr(R_CHAR(x)).to_bytes();
        Some(match Rf_getCharCE(x) {
            cetype_t::CE_NATIVE if !bytes.is_ascii() => translated(x),
            cetype_t::CE_LATIN1 => translated(x),
            _ => bytes,
        })
    }
}

/// # Safety
/// `x` is a CHARSXP in a native or latin1 encoding, and alive for `'a`.
unsafe fn translated<'a>(x: SEXP) -> &'a [u8] {
    // SAFETY: R keeps the translation until the `.Call` ends.
    unsafe { CStr::from_ptr(Rf_translateCharUTF8(x)).to_bytes() }
}
