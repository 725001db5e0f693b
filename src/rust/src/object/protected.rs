//! R objects that Python references: each is protected once, for any number of Python objects.
use crate::os::mutex::Mutex;
use crate::os::pending::Pending;
use crate::r::{Preserved, Sexp};
use crate::shared::capsule;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Weak};

pub struct Protected {
    x: Preserved,
    rid: usize,
    capsule: capsule::Slot,
}

/// The number of objects at which a search for cycles starts. One object always exists; any further one may
/// be part of a cycle.
static MANY: AtomicUsize = AtomicUsize::new(2);

static ALL: Mutex<BTreeMap<usize, Weak<Protected>>> = Mutex::new(BTreeMap::new());

/// On the main thread.
pub fn protect(x: Sexp<'_>) -> Arc<Protected> {
    let rid = x.raw() as usize;
    let known = ALL.lock().get(&rid).and_then(Weak::upgrade);
    if let Some(known) = known {
        return known;
    }
    // Outside the lock: R may run finalizers, which may protect objects, this one too.
    let x = Preserved::new(x);
    let mut all = ALL.lock();
    if let Some(known) = all.get(&rid).and_then(Weak::upgrade) {
        return known;
    }
    let new = Arc::new(Protected { x, rid, capsule: capsule::Slot::default() });
    all.insert(rid, Arc::downgrade(&new));
    if all.len() >= MANY.load(Relaxed) {
        Pending::ManyProtected.set();
    }
    new
}

/// The address of each object, and the number of Python objects that stand for it.
pub fn rids() -> Vec<(usize, usize)> {
    // Dropped outside the lock, because dropping the last reference takes the lock.
    let kept: Vec<_> = ALL.lock().values().filter_map(Weak::upgrade).collect();
    kept.iter().map(|x| (x.rid, x.count() - 1)).collect()
}

pub fn set_many(number: usize) {
    MANY.store(number, Relaxed);
}

/// The number of objects.
pub fn number() -> usize {
    ALL.lock().len()
}

/// The objects themselves, in the same order. On the main thread.
pub fn objects() -> Vec<Arc<Protected>> {
    ALL.lock().values().filter_map(Weak::upgrade).collect()
}

impl Protected {
    pub fn sexp(&self) -> Sexp<'_> {
        self.x.as_sexp()
    }

    pub fn preserved(&self) -> &Preserved {
        &self.x
    }

    pub fn rid(&self) -> usize {
        self.rid
    }

    /// The number of Python objects that stand for it. A capsule is not counted, but keeps it alive.
    pub fn count(self: &Arc<Self>) -> usize {
        Arc::strong_count(self) - usize::from(self.capsule.is_some())
    }

    /// The capsule of the R object, shared by all who reference it.
    pub fn capsule<'py>(self: &Arc<Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.capsule.get(py, self)
    }
}

impl capsule::Owner for Protected {
    fn capsule_slot(&self) -> &capsule::Slot {
        &self.capsule
    }
}

impl Drop for Protected {
    fn drop(&mut self) {
        let mut all = ALL.lock();
        // Another object at this address, or this one again, may have been protected meanwhile.
        if all.get(&self.rid).is_some_and(|known| known.strong_count() == 0) {
            all.remove(&self.rid);
        }
    }
}
