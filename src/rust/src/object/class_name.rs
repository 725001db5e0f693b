//! Cached properties of a Python type: its S3 classes and how its values convert.
use super::by_address::{Entry, Owner, Table};
use super::kind::{Mark, PyKind};
use super::registered::Property;
use crate::error::Result;
use crate::py::import::import;
use crate::py::interpreter;
use crate::py::modules;
use crate::r::{Preserved, Sexp, Value, r_code, session};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString, PyType};
use std::cell::Cell;
use std::ffi::CString;
use std::rc::Rc;

pub struct TypeInfo {
    names: Vec<String>,
    class: Preserved,
    /// The method names `py_to_r.<class>`, in the order of S3 dispatch.
    methods: Vec<Sexp<'static>>,
    pub kind: PyKind,
    /// Tells the size of an object, if that is quick.
    size: Option<Py<PyAny>>,
    /// See [`Property`] for these.
    pub is_saved: bool,
    pub takes_arrays: bool,
    pub takes_lists: bool,
    owner: Owner,
}

impl Entry for TypeInfo {
    fn owner(&self) -> &Owner {
        &self.owner
    }
}

/// The table keeps dynamic types alive, so it is emptied when it reaches this size.
const TABLE_SIZE: usize = 4096;

thread_local! {
    static KNOWN: Table<usize, TypeInfo> = Table::new(TABLE_SIZE);
    static IS_FILTERED: Cell<bool> = const { Cell::new(false) };
}

/// Passes the S3 classes of every type through R's `filter_classes()` (R/py-class-name.R) from now on.
pub fn filter_classes() {
    IS_FILTERED.set(true);
    KNOWN.with(Table::clear);
}

fn filtered(py: Python<'_>, names: Vec<String>) -> Result<Vec<String>> {
    if !IS_FILTERED.get() {
        return Ok(names);
    }
    let given = Value::strings(&names)?;
    let kept = interpreter::detached(py, || r_code::call(c"filter_classes", &[given.as_sexp()]))?;
    let kept = kept.as_sexp();
    Ok((0..kept.len()).filter_map(|i| kept.string(i)).map(|name| name.into_owned()).collect())
}

pub fn of(class: &Bound<'_, PyType>) -> Result<Rc<TypeInfo>> {
    let key = class.as_ptr() as usize;
    if let Some(known) = KNOWN.with(|known| known.get(class.py(), &key)) {
        return Ok(known);
    }
    let info = Rc::new(TypeInfo::new(class)?);
    KNOWN.with(|known| known.insert(key, info.clone()));
    Ok(info)
}

impl TypeInfo {
    fn new(class: &Bound<'_, PyType>) -> Result<Self> {
        // A metaclass may raise an error here; then the type is treated as `object`.
        let classes: Vec<Bound<'_, PyAny>> =
            class.getattr("__mro__").and_then(|classes| classes.extract()).unwrap_or_default();
        let classes = match classes.is_empty() {
            true => vec![class.clone().into_any(), class.py().get_type::<PyAny>().into_any()],
            false => classes,
        };
        let classes: Vec<_> = classes.into_iter().flat_map(named).collect();
        let kind = PyKind::of_classes(&classes, |name| Property::Value.any(|class| class == name));
        let mut names: Vec<String> = classes.into_iter().map(|(name, _)| name).collect();
        if class.hasattr("__next__").unwrap_or(false) {
            names.insert(names.len().saturating_sub(1), "python.builtin.iterator".to_owned());
        }
        let names = filtered(class.py(), names)?;
        let methods = names.iter().filter_map(|name| method_name("py_to_r", name)).collect();
        let has = |property: Property| property.any(|class| names.contains(class));
        Ok(TypeInfo {
            class: Preserved::new(Value::strings(&names)?.as_sexp()),
            kind,
            size: answer(class.py(), size_function(class)).flatten(),
            is_saved: has(Property::Saved),
            takes_arrays: has(Property::Arrays),
            takes_lists: has(Property::Lists),
            methods,
            names,
            owner: owner(class)?,
        })
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn methods(&self) -> impl Iterator<Item = Sexp<'static>> {
        self.methods.iter().copied()
    }

    /// The size in bytes of the separately allocated data of `x`: elements of arrays and tensors.
    pub fn size_of(&self, x: &Bound<'_, PyAny>) -> usize {
        let size = |function: &Py<PyAny>| {
            answer(x.py(), function.bind(x.py()).call1((x,)).and_then(|size| size.extract()))
        };
        self.size.as_ref().and_then(size).unwrap_or(0)
    }

    pub fn class(&self) -> Value {
        self.class.to_value()
    }
}

/// Whether `method` of the class of its `owner` has the property. `owner` is computed only if the name matches.
pub fn has_method<'py>(
    property: Property,
    method: &str,
    owner: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
) -> Result<bool> {
    if !property.any_of(method, |_| true) {
        return Ok(false);
    }
    let info = of(&owner()?.get_type())?;
    Ok(property.any_of(method, |class| info.names.contains(class)))
}

/// The name of an S3 method, a symbol; `None` if R has no such name.
pub fn method_name(generic: &str, class: &str) -> Option<Sexp<'static>> {
    Sexp::any_symbol(&CString::new(format!("{generic}.{class}")).ok()?)
}

impl PyKind {
    /// The kind and, for all but the basic types, the cached properties of the type.
    pub fn of(x: &Bound<'_, PyAny>) -> (Self, Option<Rc<TypeInfo>>) {
        match Self::of_builtin(x) {
            Some(kind) => (kind, None),
            None => match of(&x.get_type()) {
                Ok(info) => (info.kind, Some(info)),
                Err(_) => (Self::Other, None),
            },
        }
    }

    /// Whether R has values of the kind of `x` that lack the methods of the object. A call of `Path()` or
    /// `Counter()` returns the object.
    pub fn is_more_than_a_value(x: &Bound<'_, PyAny>) -> bool {
        let (kind, info) = Self::of(x);
        // A builtin type itself has no further info.
        kind.is(Mark::Methods) || info.is_some() && kind.is(Mark::MethodsIfDerived)
    }
}

/// The functions of a class defined in R may reference R objects, so an entry must not keep it alive.
fn owner(class: &Bound<'_, PyType>) -> PyResult<Owner> {
    match class.hasattr("__r_class__").unwrap_or(false) {
        true => Owner::weak(class),
        false => Ok(Owner::strong(class)),
    }
}

/// The result, for calls whose errors are ignored; an interrupt is returned to R.
fn answer<T>(py: Python<'_>, result: PyResult<T>) -> Option<T> {
    if result.as_ref().is_err_and(|err| err.is_instance_of::<PyKeyboardInterrupt>(py)) {
        session::set_interrupted(true);
    }
    result.ok()
}

fn size_function(class: &Bound<'_, PyType>) -> PyResult<Option<Py<PyAny>>> {
    let function = modules::SIZE_FUNCTION.get(class.py())?.call1((class,))?;
    Ok((!function.is_none()).then(|| function.unbind()))
}

/// The class with its S3 name and, if different, with the public name in its package.
fn named(class: Bound<'_, PyAny>) -> impl Iterator<Item = (String, Bound<'_, PyAny>)> {
    let names = [Some(s3_name(&class)), public_name(&class)];
    // R looks for no method at all of an object that has a longer one among its classes.
    names.into_iter().flatten().filter(|name| name.len() <= MAX_NAME).map(move |name| (name, class.clone()))
}

/// R has 511 bytes for the name of a method, with that of its generic function.
const MAX_NAME: usize = 255;

/// Packages move their classes: `pathlib.PurePath` is defined in `pathlib._local` only in Python 3.13,
/// `pandas.DataFrame` in `pandas.core.frame` before pandas 3. This reads the package's dictionary, so that
/// nothing is imported and no code of the package runs.
fn public_name(class: &Bound<'_, PyAny>) -> Option<String> {
    let module = text(class, "__module__")?;
    let (package, _) = module.split_once('.')?;
    let name = text(class, "__qualname__")?;
    let modules = import(class.py(), "sys").ok()?.getattr("modules").ok()?;
    let found = modules.cast::<PyDict>().ok()?.get_item(package).ok()??;
    let offered = found.cast::<PyModule>().ok()?.dict().get_item(&name).ok()??;
    offered.is(class).then(|| format!("{package}.{name}"))
}

/// `python.builtin.dict`, `numpy.ndarray`, ...: module and name from Python. A class defined in R
/// (inst/python/rkeras/bridge/classes.py) has only its name, for S3 methods.
fn s3_name(class: &Bound<'_, PyAny>) -> String {
    let name = text(class, "__qualname__").unwrap_or_else(|| "object".to_owned());
    match text(class, "__module__").as_deref() {
        Some("builtins") => format!("python.builtin.{name}"),
        None | Some("" | "R") => name,
        Some(module) => format!("{module}.{name}"),
    }
}

fn text(class: &Bound<'_, PyAny>, attr: &str) -> Option<String> {
    let text = class.getattr(attr).ok()?.cast_into::<PyString>().ok()?;
    Some(text.to_string_lossy().replace('\0', ""))
}
