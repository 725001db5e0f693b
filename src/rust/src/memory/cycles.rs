//! Reference cycles across both languages: Python references an R function whose environment references a
//! Python object that references the function.
//!
//! Neither collector finds such a cycle alone, because each treats references from the other language as in
//! use. So R's collector traverses a copy of Python's object graph ([`mirror`]), and Python's collector
//! frees what R finds unreachable ([`Bag`]).
use super::bag::Bag;
use super::plan::Plan;
use crate::error::Result;
use crate::object::{protected, recent};
use crate::os::fork;
use crate::os::pending::Pending;
use crate::py::import::import;
use crate::py::interpreter::{self, Gil};
use crate::py::modules;
use crate::r::{Value, guard, r_code};
use crate::shared::collected;
use crate::shared::graph::Limits;
use crate::shared::mirror::{self, Found};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyModule};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::time::Instant;

/// The reason for the requested collection, besides the number of R objects that Python references.
static ASKED: AtomicU8 = AtomicU8::new(NOBODY);
const NOBODY: u8 = 0;
/// Python's collector started a full collection automatically. It does so occasionally.
const PYTHON: u8 = 1;
/// The user, with `gc.collect()`.
const SOMEBODY: u8 = 2;
/// The user, with `py_gc()`.
const USER: u8 = 3;

/// With fewer R objects in Python, no search is made.
const FEW: usize = 1000;

/// Collections requested by Python's collector take at most a twentieth of the time.
const PAUSE: u32 = 20;

/// The module `gc`, after its callback has been installed.
static GC: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static IS_COLLECTING: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The earliest time of the next request by Python's collector.
    static NEXT: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Requests a collection at the end of this call from R, even if the option is FALSE.
pub fn ask(py: Python<'_>) -> Result<()> {
    listen(py)?;
    ASKED.store(USER, Relaxed);
    Pending::Cycles.set();
    Ok(())
}

/// Python's collector calls this at its start and end.
#[pyfunction]
fn note_collection(py: Python<'_>, phase: &str, info: &Bound<'_, PyDict>) -> PyResult<()> {
    let generation = info.get_item("generation")?.map_or(Ok(0), |generation| generation.extract::<u8>())?;
    if generation == 2 && phase == "start" && !IS_COLLECTING.load(Relaxed) {
        ASKED.fetch_max(if begins_by_itself(py)? { PYTHON } else { SOMEBODY }, Relaxed);
        Pending::Cycles.set();
    }
    Ok(())
}

/// Whether the collection was started automatically, because the count exceeded the threshold.
fn begins_by_itself(py: Python<'_>) -> PyResult<bool> {
    // Called within an arbitrary Python frame, whose builtins may lack `__import__`.
    let Some(gc) = GC.get(py).map(|gc| gc.bind(py)) else { return Ok(false) };
    let (count, ..): (u64, u64, u64) = gc.call_method0("get_count")?.extract()?;
    let (threshold, ..): (u64, u64, u64) = gc.call_method0("get_threshold")?.extract()?;
    Ok(count > threshold && gc.call_method0("isenabled")?.is_truthy()?)
}

/// Collects at the end of an outermost call from R, when no function uses borrowed references.
pub fn collect_if_asked(py: Python<'_>) {
    let (are_many, is_asked) = (Pending::ManyProtected.take(), Pending::Cycles.take());
    if !are_many && !is_asked {
        return;
    }
    let asked = if are_many { SOMEBODY } else { NOBODY }.max(ASKED.swap(NOBODY, Relaxed));
    recent::forget();
    let done = match may_collect(py, asked) {
        Ok(true) => collect(py),
        Ok(false) => Ok(()),
        Err(err) => Err(err),
    };
    if let Err(err) = done {
        PyErr::from(err).write_unraisable(py, None);
    }
}

fn may_collect(py: Python<'_>, asked: u8) -> Result<bool> {
    if asked != USER && !is_wanted(py)? {
        protected::set_many(usize::MAX);
        return Ok(false);
    }
    if listen(py)? {
        return Ok(false);
    }
    let too_early = asked == PYTHON && NEXT.get().is_some_and(|next| Instant::now() < next);
    // A forked process is short-lived, and ends without finalizers.
    Ok(!too_early && !fork::is_child())
}

/// Installs the callback of Python's collector. True the first time.
fn listen(py: Python<'_>) -> Result<bool> {
    if GC.get(py).is_some() {
        return Ok(false);
    }
    let listener = wrap_pyfunction!(note_collection, py)?;
    let gc = GC.get_or_try_init(py, || import(py, "gc").map(Bound::unbind))?.bind(py);
    gc.getattr("callbacks")?.call_method1("append", (listener,))?;
    protected::set_many(FEW);
    Ok(true)
}

/// The value of the option `rkeras.collect_cycles`.
fn is_wanted(py: Python<'_>) -> Result<bool> {
    let wanted = interpreter::detached(py, || r_code::call_silent(c"collects_cycles"))?;
    Ok(wanted.as_sexp().as_flag() != Some(false))
}

fn collect(py: Python<'_>) -> Result<()> {
    let start = Instant::now();
    IS_COLLECTING.store(true, Relaxed);
    let done = limits(py).and_then(|limits| find(py, &limits)).and_then(|found| match found {
        Some((plan, found)) => free(py, plan, found),
        None => Ok(()),
    });
    IS_COLLECTING.store(false, Relaxed);
    protected::set_many(FEW.max(2 * protected::number()));
    NEXT.set(Some(Instant::now() + PAUSE * start.elapsed()));
    done
}

/// Modules and classes are permanent, except classes defined in R (inst/python/rkeras/bridge/classes.py).
fn limits(py: Python<'_>) -> Result<Limits> {
    let modules = import(py, "sys")?.getattr("modules")?.cast_into::<PyDict>().map_err(PyErr::from)?;
    let modules = modules.values().into_iter().filter_map(|module| module.cast_into::<PyModule>().ok());
    let classes = modules::CLASSES.get(py)?.call_method0("values")?;
    Ok(Limits {
        namespaces: modules.map(|module| module.dict().as_ptr() as usize).collect(),
        classes: classes.try_iter()?.map(|class| Ok(class?.as_ptr() as usize)).collect::<PyResult<_>>()?,
    })
}

/// What R finds unreachable in two collections: after the first, R runs finalizers, which may bring back what they
/// reach. `None` if there is nothing to find, or if R cannot collect now.
fn find(py: Python<'_>, limits: &Limits) -> Result<Option<(Plan, Found)>> {
    let first = search(py, limits)?;
    if first.as_ref().is_none_or(|(_, found)| found.kept.is_empty()) {
        return Ok(first);
    }
    // It would keep what it has found.
    drop(first);
    search(py, limits)
}

/// Runs R's collector.
fn search(py: Python<'_>, limits: &Limits) -> Result<Option<(Plan, Found)>> {
    let flag = |x| Value::logical(Some(x));
    let (no, yes) = (flag(false), flag(true));
    let args = [(None, no.as_sexp()), (None, no.as_sexp()), (None, yes.as_sexp())];
    let gc = Value::call(r_code::variable(c"gc")?, &args)?;
    // Detached, because finalizers run R code. The GIL is kept until R has finished its traversal.
    let (plan, found) = interpreter::detached(py, || {
        let gil = Gil::take();
        let Some(plan) = Plan::of(gil.py(), limits) else { return (None, Ok(None)) };
        let found = mirror::collect(&plan.picture(), &gc, gil);
        (Some(plan), found)
    });
    Ok(plan.zip(guard::ignoring_errors(found).flatten()))
}

/// Python frees objects that only unreachable references in R reference.
fn free(py: Python<'_>, plan: Plan, found: Found) -> Result<()> {
    if found.kept.is_empty() {
        collected::release(py);
        return Ok(());
    }
    let (bag, contents) = Bag::new(py, found.handles)?;
    for i in found.kept {
        plan.stand_for(i).for_each(|object| object.get().set_bag(bag.clone_ref(py).into_any()));
    }
    drop((plan, bag));
    let collected = import(py, "gc")?.call_method0("collect");
    contents.give_back();
    collected?;
    Ok(())
}
