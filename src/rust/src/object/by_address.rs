//! Tables about Python objects, keyed by their addresses. An object may be freed, and its address reused.
use crate::shared::address::AddressHasher;
use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefReference};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};
use std::rc::Rc;

/// The object that an entry is about.
pub enum Owner {
    /// The entry is void when the object is freed.
    Weak(Py<PyWeakrefReference>),
    /// The entry keeps the object alive.
    Strong { _alive: Py<PyAny> },
}

impl Owner {
    /// An error if the object does not support weak references.
    pub fn weak(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Owner::Weak(PyWeakrefReference::new(x)?.unbind()))
    }

    pub fn strong(x: &Bound<'_, PyAny>) -> Self {
        Owner::Strong { _alive: x.clone().unbind() }
    }

    fn is_alive(&self, py: Python<'_>) -> bool {
        match self {
            Owner::Weak(x) => x.bind(py).upgrade().is_some(),
            Owner::Strong { .. } => true,
        }
    }
}

pub trait Entry {
    fn owner(&self) -> &Owner;
}

/// Entries are dropped outside the borrow, because the destruction of an object may run code that uses the
/// table.
pub struct Table<K, T> {
    entries: RefCell<HashMap<K, Rc<T>, BuildHasherDefault<AddressHasher>>>,
    /// Entries of freed objects are removed when the table reaches this size and is emptied.
    size: usize,
}

impl<K: Eq + Hash, T: Entry> Table<K, T> {
    pub fn new(size: usize) -> Self {
        Table { entries: RefCell::default(), size }
    }

    pub fn get(&self, py: Python<'_>, key: &K) -> Option<Rc<T>> {
        let known = self.entries.borrow().get(key).cloned();
        known.filter(|entry| entry.owner().is_alive(py))
    }

    pub fn insert(&self, key: K, entry: Rc<T>) {
        if self.entries.borrow().len() >= self.size {
            self.clear();
        }
        let before = self.entries.borrow_mut().insert(key, entry);
        drop(before);
    }

    pub fn remove(&self, key: &K) {
        let before = self.entries.borrow_mut().remove(key);
        drop(before);
    }

    pub fn clear(&self) {
        drop(self.entries.take());
    }
}
