//! Cycles through both languages: an R function that Python holds, whose environment holds what holds it.
//!
//! Neither collector sees them alone, as each takes what the other holds to be in use. So R's collector is made
//! to look through Python's objects ([`mirror`]), and what it finds unused is left to Python's ([`Bag`]).
use super::bag::Bag;
use super::plan::Plan;
use crate::error::Result;
use crate::object::{protected, recent};
use crate::os::fork;
use crate::py::interpreter::{self, Gil};
use crate::r::{Value, r_code, session};
use crate::shared::graph::Limits;
use crate::shared::mirror::{self, Found};
use crate::shared::pointer;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyModule};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::time::Instant;

/// Who asks for a collection, beside the number of R objects that Python keeps?
static ASKED: AtomicU8 = AtomicU8::new(NOBODY);
const NOBODY: u8 = 0;
/// Python's collector, which has gone through all generations by itself. It does so now and then.
const PYTHON: u8 = 1;
/// The user, by way of Python's collector.
const SOMEBODY: u8 = 2;
/// The user, by `py_gc()`.
const USER: u8 = 3;

/// Python keeps so few R objects that they are not looked at.
const FEW: usize = 1000;

/// What Python's collector asks for takes a twentieth of the time at most.
const PAUSE: u32 = 20;

/// The module, once its collector is listened to.
static GC: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
static IS_COLLECTING: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// When Python's collector may ask again.
    static NEXT: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// At the end of this call from R, whatever the option says.
pub fn ask(py: Python<'_>) -> Result<()> {
    listen(py)?;
    ASKED.store(USER, Relaxed);
    Ok(())
}

/// Python's collector calls this when it begins and when it ends.
#[pyfunction]
fn note_collection(py: Python<'_>, phase: &str, info: &Bound<'_, PyDict>) -> PyResult<()> {
    let generation = info.get_item("generation")?.map_or(Ok(0), |generation| generation.extract::<u8>())?;
    if generation == 2 && phase == "start" && !IS_COLLECTING.load(Relaxed) {
        ASKED.fetch_max(if begins_by_itself(py)? { PYTHON } else { SOMEBODY }, Relaxed);
    }
    Ok(())
}

/// By itself Python's collector begins when it has counted beyond its threshold.
fn begins_by_itself(py: Python<'_>) -> PyResult<bool> {
    // Within any frame of Python's, whose builtins may have no `__import__`.
    let Some(gc) = GC.get(py).map(|gc| gc.bind(py)) else { return Ok(false) };
    let (count, ..): (u64, u64, u64) = gc.call_method0("get_count")?.extract()?;
    let (threshold, ..): (u64, u64, u64) = gc.call_method0("get_threshold")?.extract()?;
    Ok(count > threshold && gc.call_method0("isenabled")?.is_truthy()?)
}

/// At the end of a call from R that is within no other: there nobody holds what he does not own.
pub fn collect_if_asked(py: Python<'_>) {
    if ASKED.load(Relaxed) == NOBODY && !protected::are_many() {
        return;
    }
    let asked = if protected::take_many() { SOMEBODY } else { NOBODY }.max(ASKED.swap(NOBODY, Relaxed));
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
    // A forked process lives shortly, and ends without finalizers.
    Ok(!too_early && !fork::is_child())
}

/// Has Python's collector tell of itself. True the first time.
fn listen(py: Python<'_>) -> Result<bool> {
    if GC.get(py).is_some() {
        return Ok(false);
    }
    let listener = wrap_pyfunction!(note_collection, py)?;
    let gc = GC.get_or_try_init(py, || py.import("gc").map(Bound::unbind))?.bind(py);
    gc.getattr("callbacks")?.call_method1("append", (listener,))?;
    protected::set_many(FEW);
    Ok(true)
}

/// What the option `rkeras.collect_cycles` says.
fn is_wanted(py: Python<'_>) -> Result<bool> {
    let wanted = interpreter::detached(py, || r_code::call(c"collects_cycles", &[]))?;
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

/// Modules last, and so do classes, save those made by R code (inst/python/rkeras/classes.py).
fn limits(py: Python<'_>) -> Result<Limits> {
    let modules = py.import("sys")?.getattr("modules")?.cast_into::<PyDict>().map_err(PyErr::from)?;
    let modules = modules.values().into_iter().filter_map(|module| module.cast_into::<PyModule>().ok());
    let classes = py.import("rkeras.classes")?.getattr("CLASSES")?.call_method0("values")?;
    Ok(Limits {
        namespaces: modules.map(|module| module.dict().as_ptr() as usize).collect(),
        classes: classes.try_iter()?.map(|class| Ok(class?.as_ptr() as usize)).collect::<PyResult<_>>()?,
    })
}

/// Has R collect. `None` where there is nothing to find, or R cannot.
fn find(py: Python<'_>, limits: &Limits) -> Result<Option<(Plan, Found)>> {
    let flag = |x| Value::logical(Some(x));
    let (no, yes) = (flag(false), flag(true));
    let args = [(None, no.as_sexp()), (None, no.as_sexp()), (None, yes.as_sexp())];
    let gc = Value::call(r_code::variable(c"gc"), &args)?;
    // Detached, as finalizers run R code; but nobody else is let in before R has looked.
    let (plan, found) = interpreter::detached(py, || {
        let gil = Gil::take();
        let Some(plan) = Plan::of(gil.py(), limits) else { return (None, Ok(None)) };
        let found = mirror::collect(&plan.picture(), &gc, gil);
        (Some(plan), found)
    });
    if found.is_err() {
        // The user has interrupted.
        session::set_interrupted(true);
    }
    Ok(plan.zip(found.ok().flatten()))
}

/// Python frees what only dead handles of R's lead to.
fn free(py: Python<'_>, plan: Plan, found: Found) -> Result<()> {
    if found.kept.is_empty() {
        found.handles.release();
        pointer::release_collected(py);
        return Ok(());
    }
    let (bag, contents) = Bag::new(py, found.handles)?;
    for i in found.kept {
        plan.stand_for(i).for_each(|object| object.get().set_bag(bag.clone_ref(py).into_any()));
    }
    drop((plan, bag));
    let collected = py.import("gc")?.call_method0("collect");
    contents.give_back();
    collected?;
    Ok(())
}
