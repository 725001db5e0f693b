//! The graph of references between Python objects, and the objects that are referenced from elsewhere. It
//! is found as by Python's own collector: `tp_traverse` of a type visits the referenced objects, and
//! references that no visit explains come from elsewhere.
#![expect(clippy::indexing_slicing, reason = "objects are numbered by their positions in these tables")]

use super::address::{AddressMap, AddressSet};
use super::pointer;
use pyo3::ffi::*;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::ffi::{c_int, c_void};

/// The objects reachable from references in R, numbered. Valid as long as no Python code runs.
pub struct Graph {
    objects: Vec<*mut PyObject>,
    /// For each object, the number of references from outside the graph and from sources other than R.
    unexplained: Vec<isize>,
    /// The referenced objects of all objects, concatenated; those of object `i` begin at `starts[i]`.
    successors: Vec<u32>,
    starts: Vec<usize>,
    handles: Vec<(usize, u32)>,
    r_objects: Vec<u32>,
}

/// The limits of the walk. Objects that only excluded objects reference count as referenced from elsewhere,
/// and so as in use.
#[derive(Default)]
pub struct Limits {
    /// Addresses of the modules' namespaces.
    pub namespaces: AddressSet,
    /// Addresses of the classes that are entered; other classes are not.
    pub classes: AddressSet,
}

/// The maximum number of objects. A larger graph would take too long.
const MOST: usize = 4_000_000;

impl Graph {
    /// `r_object` is the type of Python objects that stand for R objects. `None` if there are too many
    /// objects.
    pub fn walk(r_object: &Bound<'_, PyType>, limits: &Limits) -> Option<Self> {
        let mut walk = Walk::new(r_object, limits);
        pointer::each_handle(|number, handle| {
            if let Some(i) = walk.meet(handle.object) {
                walk.graph.unexplained[i as usize] -= 1;
                walk.graph.handles.push((number, i));
            }
        });
        let mut next = 0;
        while next < walk.graph.objects.len() {
            walk.enter(next);
            next += 1;
            if next > MOST {
                return None;
            }
        }
        walk.graph.starts.push(walk.graph.successors.len());
        Some(walk.graph)
    }

    pub fn len(&self) -> usize {
        self.objects.len()
    }

    pub fn is_held_elsewhere(&self, i: u32) -> bool {
        self.unexplained[i as usize] > 0
    }

    pub fn successors(&self, i: u32) -> &[u32] {
        &self.successors[self.starts[i as usize]..self.starts[i as usize + 1]]
    }

    /// The numbers of the references in R, and the object of each.
    pub fn handles(&self) -> &[(usize, u32)] {
        &self.handles
    }

    /// The objects that stand for R objects.
    pub fn r_objects(&self) -> &[u32] {
        &self.r_objects
    }

    /// The Python object with this number.
    pub fn r_object<'py>(&self, py: Python<'py>, i: u32) -> Bound<'py, PyAny> {
        // SAFETY: the object is alive, as no Python code has run.
        unsafe { Bound::from_borrowed_ptr(py, self.objects[i as usize]) }
    }
}

struct Walk<'a> {
    graph: Graph,
    numbers: AddressMap<u32>,
    kinds: AddressMap<Kind>,
    limits: &'a Limits,
    r_object: *mut PyTypeObject,
}

/// Properties of a type, determined once.
#[derive(Clone, Copy)]
struct Kind {
    traverse: Option<traverseproc>,
    is_r_object: bool,
}

impl<'a> Walk<'a> {
    fn new(r_object: &Bound<'_, PyType>, limits: &'a Limits) -> Self {
        let graph = Graph {
            objects: Vec::new(),
            unexplained: Vec::new(),
            successors: Vec::new(),
            starts: Vec::new(),
            handles: Vec::new(),
            r_objects: Vec::new(),
        };
        let (numbers, kinds) = (AddressMap::default(), AddressMap::default());
        Walk { graph, numbers, kinds, limits, r_object: r_object.as_type_ptr() }
    }

    /// The number of the object; `None` if it references nothing or is excluded.
    fn meet(&mut self, object: *mut PyObject) -> Option<u32> {
        if let Some(&known) = self.numbers.get(&(object as usize)) {
            return Some(known);
        }
        // SAFETY: a live object; what is not tracked holds nothing that is, or is not complete yet.
        if unsafe { PyObject_GC_IsTracked(object) } == 0 {
            return None;
        }
        let kind = self.kind(object);
        kind.traverse?;
        let number = u32::try_from(self.graph.objects.len()).ok()?;
        self.numbers.insert(object as usize, number);
        self.graph.objects.push(object);
        // SAFETY: reads the header of a live object.
        self.graph.unexplained.push(unsafe { Py_REFCNT(object) });
        if kind.is_r_object {
            self.graph.r_objects.push(number);
        }
        Some(number)
    }

    /// How to traverse the object, if it is not excluded.
    fn kind(&mut self, object: *mut PyObject) -> Kind {
        const BEYOND: Kind = Kind { traverse: None, is_r_object: false };
        // SAFETY: reads the headers of a live object and of its type, and asks what it is.
        unsafe {
            let class = Py_TYPE(object);
            if PyType_Check(object) != 0 && !self.limits.classes.contains(&(object as usize)) {
                return BEYOND;
            }
            if PyDict_CheckExact(object) != 0 && self.limits.namespaces.contains(&(object as usize)) {
                return BEYOND;
            }
            let r_object = self.r_object;
            *self.kinds.entry(class as usize).or_insert_with(|| match PyModule_Check(object) {
                0 => {
                    Kind { traverse: traverse_of(class), is_r_object: PyType_IsSubtype(class, r_object) != 0 }
                }
                _ => BEYOND,
            })
        }
    }

    fn enter(&mut self, i: usize) {
        self.graph.starts.push(self.graph.successors.len());
        let object = self.graph.objects[i];
        // SAFETY: a live object and its type; Python is attached, and `tp_traverse` runs no Python code.
        unsafe {
            if let Some(traverse) = self.kinds[&(Py_TYPE(object) as usize)].traverse {
                traverse(object, on_held, (&raw mut *self).cast());
            }
        }
    }
}

/// Called by `tp_traverse` for each referenced object.
extern "C" fn on_held(held: *mut PyObject, walk: *mut c_void) -> c_int {
    // SAFETY: `enter` gave its own address, and waits.
    let walk = unsafe { &mut *walk.cast::<Walk<'_>>() };
    if held.is_null() {
        return 0;
    }
    if let Some(i) = walk.meet(held) {
        walk.graph.unexplained[i as usize] -= 1;
        walk.graph.successors.push(i);
    }
    0
}

/// # Safety
/// A live type.
unsafe fn traverse_of(class: *mut PyTypeObject) -> Option<traverseproc> {
    // SAFETY: the caller's promise; a slot that is not empty holds what its name says.
    unsafe {
        let slot = PyType_GetSlot(class, Py_tp_traverse);
        (!slot.is_null()).then(|| std::mem::transmute::<*mut c_void, traverseproc>(slot))
    }
}
