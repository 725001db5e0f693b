//! Which Python objects hold which, and what is held from elsewhere, found as Python's own collector finds it:
//! a type's `tp_traverse` names what an object holds, and references that nobody named come from outside.
#![expect(clippy::indexing_slicing, reason = "objects are numbered by their positions in these tables")]

use super::address::{AddressMap, AddressSet};
use super::pointer;
use pyo3::ffi::*;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::ffi::{c_int, c_void};

/// The objects that R's handles lead to, numbered, as long as no Python code runs.
pub struct Graph {
    objects: Vec<*mut PyObject>,
    /// References to each that come neither from another one nor from a handle.
    unexplained: Vec<isize>,
    /// Of all objects in a row; those of object `i` begin at `starts[i]`.
    successors: Vec<u32>,
    starts: Vec<usize>,
    handles: Vec<(usize, u32)>,
    r_objects: Vec<u32>,
}

/// What the walk does not enter: what is there seems to be held from elsewhere, and so to be in use.
#[derive(Default)]
pub struct Limits {
    /// Addresses of the modules' namespaces.
    pub namespaces: AddressSet,
    /// Addresses of the classes that are entered; others are not.
    pub classes: AddressSet,
}

/// More than this takes longer than it is worth.
const MOST: usize = 4_000_000;

impl Graph {
    /// `r_object` is the type of what stands for R objects. `None` where there are too many.
    pub fn walk(r_object: &Bound<'_, PyType>, limits: &Limits) -> Option<Self> {
        let mut walk = Walk::new(r_object, limits);
        pointer::each_handle(|address, handle| {
            if let Some(i) = walk.meet(handle.object) {
                walk.graph.unexplained[i as usize] -= 1;
                walk.graph.handles.push((address, i));
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

    /// The addresses of R's handles, and what each holds.
    pub fn handles(&self) -> &[(usize, u32)] {
        &self.handles
    }

    /// Those that stand for R objects.
    pub fn r_objects(&self) -> &[u32] {
        &self.r_objects
    }

    /// One of those.
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

/// What is asked of a type once.
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

    /// The number of the object; `None` where it holds nothing, or lies beyond the limits.
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

    /// How to look into the object; not at all if it is beyond the limits.
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

/// Called by `tp_traverse` for each reference that the object has.
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
