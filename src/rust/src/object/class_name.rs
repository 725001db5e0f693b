//! Cached properties of a Python type: its S3 classes and how its values convert.
use super::kind::PyKind;
use super::raised::answer;
use crate::error::Result;
use crate::py::import::import;
use crate::py::interpreter;
use crate::r::{Preserved, Value, r_code};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString, PyType, PyWeakrefMethods, PyWeakrefReference};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::CString;
use std::rc::Rc;

pub struct TypeInfo {
    names: Vec<String>,
    class: Preserved,
    /// The method names `py_to_r.<class>`, in the order of S3 dispatch.
    methods: Vec<CString>,
    pub kind: PyKind,
    has_size: bool,
    is_saved: bool,
    takes_arrays: bool,
    takes_lists: bool,
    owner: Owner,
}

/// A type may be freed, and its address reused.
enum Owner {
    /// The entry keeps the type alive.
    Lasting { _alive: Py<PyType> },
    /// A class defined in R, whose functions may reference R objects: the entry must not keep it alive.
    Passing(Py<PyWeakrefReference>),
}

thread_local! {
    static VALUES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static SAVED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static TAKE_ARRAYS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static TAKE_LISTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static KNOWN: RefCell<HashMap<usize, Rc<TypeInfo>>> = RefCell::default();
    static IS_FILTERED: Cell<bool> = const { Cell::new(false) };
}

/// The table keeps dynamic types alive, so it is emptied when it reaches this size.
const TABLE_SIZE: usize = 4096;

/// Registers the classes derived from Python's containers whose objects are values, as those of the
/// containers are.
pub fn set_values(names: Vec<String>) {
    VALUES.replace(names);
}

/// Registers the classes whose objects R saves in its own files.
pub fn set_saved(names: Vec<String>) {
    SAVED.replace(names);
}

/// Registers the classes whose objects compute with arrays.
pub fn set_taking_arrays(names: Vec<String>) {
    TAKE_ARRAYS.replace(names);
}

/// Passes the S3 classes of every type through R's `filter_classes()` (R/py-class-name.R) from now on.
pub fn filter_classes() {
    IS_FILTERED.set(true);
    KNOWN.with_borrow_mut(HashMap::clear);
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

/// Registers the classes whose objects take lists of inputs, not dicts.
pub fn set_taking_lists(names: Vec<String>) {
    TAKE_LISTS.replace(names);
}

pub fn of(class: &Bound<'_, PyType>) -> Result<Rc<TypeInfo>> {
    let key = class.as_ptr() as usize;
    let known = KNOWN.with_borrow(|known| known.get(&key).cloned());
    if let Some(info) = known.filter(|info| info.owner.is_alive(class.py())) {
        return Ok(info);
    }
    let info = Rc::new(TypeInfo::new(class)?);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= TABLE_SIZE {
            known.clear();
        }
        known.insert(key, info.clone());
    });
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
        let is_value = |name: &str| VALUES.with_borrow(|values| values.iter().any(|value| value == name));
        let kind = PyKind::of_classes(&classes, is_value);
        let mut names: Vec<String> = classes.into_iter().map(|(name, _)| name).collect();
        if class.hasattr("__next__").unwrap_or(false) {
            names.insert(names.len().saturating_sub(1), "python.builtin.iterator".to_owned());
        }
        let names = filtered(class.py(), names)?;
        let methods = names.iter().filter_map(|name| CString::new(format!("py_to_r.{name}")).ok()).collect();
        Ok(TypeInfo {
            class: Preserved::new(Value::strings(&names)?.as_sexp()),
            kind,
            has_size: answer(class.py(), has_size(class)).unwrap_or(false),
            is_saved: SAVED.with_borrow(|saved| names.iter().any(|name| saved.contains(name))),
            takes_arrays: TAKE_ARRAYS.with_borrow(|take| names.iter().any(|name| take.contains(name))),
            takes_lists: TAKE_LISTS.with_borrow(|take| names.iter().any(|name| take.contains(name))),
            methods,
            names,
            owner: Owner::new(class)?,
        })
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn methods(&self) -> &[CString] {
        &self.methods
    }

    /// The size in bytes of the separately allocated data of `x`: elements of arrays and tensors.
    pub fn size_of(&self, x: &Bound<'_, PyAny>) -> usize {
        let size = || import(x.py(), "rkeras.size")?.call_method1("of", (x,))?.extract();
        if self.has_size { answer(x.py(), size()).unwrap_or(0) } else { 0 }
    }

    /// Whether R saves objects of this type in its own files.
    pub fn is_saved(&self) -> bool {
        self.is_saved
    }

    /// Whether vectors of numbers become arrays in calls of its objects.
    pub fn takes_arrays(&self) -> bool {
        self.takes_arrays
    }

    /// Whether calls of its objects take lists of inputs by position and no dicts.
    pub fn takes_lists(&self) -> bool {
        self.takes_lists
    }

    pub fn class(&self) -> Value {
        self.class.to_value()
    }
}

impl Owner {
    fn new(class: &Bound<'_, PyType>) -> PyResult<Self> {
        match class.hasattr("__r_class__").unwrap_or(false) {
            true => Ok(Owner::Passing(PyWeakrefReference::new(class)?.unbind())),
            false => Ok(Owner::Lasting { _alive: class.clone().unbind() }),
        }
    }

    fn is_alive(&self, py: Python<'_>) -> bool {
        match self {
            Owner::Lasting { .. } => true,
            Owner::Passing(class) => class.bind(py).upgrade().is_some(),
        }
    }
}

fn has_size(class: &Bound<'_, PyType>) -> PyResult<bool> {
    import(class.py(), "rkeras.size")?.call_method1("is_told", (class,))?.extract()
}

/// The class with its S3 name and, if different, with the public name in its package.
fn named(class: Bound<'_, PyAny>) -> impl Iterator<Item = (String, Bound<'_, PyAny>)> {
    let names = [Some(s3_name(&class)), public_name(&class)];
    names.into_iter().flatten().map(move |name| (name, class.clone()))
}

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
/// (inst/python/rkeras/classes.py) has only its name, for S3 methods.
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
