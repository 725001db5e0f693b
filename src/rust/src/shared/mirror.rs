//! One collection in which R's garbage collector sees Python's references: it traverses a copy, made of R
//! lists, of the graph of Python objects.
//!
//! A reference points to a token of its own, this to the list of its object, the list to the lists of the objects that
//! it references, and finally to tokens, each of which points to an R object that Python references. During
//! this one collection nothing else protects those R objects. So what R then finds unreachable is unused in
//! both languages. Tokens have finalizers, so R frees nothing that they can reach.
//!
//! Finalizers run after the collection has traversed everything, the newest first. The newest one belongs
//! to this module: it restores the previous state before any other runs. Those of tokens follow: they note what R has
//! found unreachable.
#![expect(clippy::indexing_slicing, reason = "objects are numbered by their positions in these tables")]

use super::address::AddressMap;
use super::pointer::{self, Due};
use crate::os::pending::Pending;
use crate::py::interpreter::Gil;
use crate::r::guard::{self, Unwind};
use crate::r::{Preserved, Sexp, Value};
use libR_sys::*;
use std::cell::RefCell;

/// The graph to copy. Python objects and R objects are numbered.
pub struct Picture<'a> {
    /// The objects that each object references.
    pub objects: &'a [Vec<u32>],
    pub kept: Vec<&'a Preserved>,
    /// Pairs of an object and the R object that it stands for.
    pub stands_for: &'a [(u32, u32)],
    /// The numbers of the references in R, and the object of each.
    pub handles: &'a [(usize, u32)],
}

/// The objects that R has found unreachable.
pub struct Found {
    /// The numbers of R objects.
    pub kept: Vec<u32>,
    pub handles: Due,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Only tokens reference the R objects.
    Begun,
    /// The collection has traversed everything, and the previous state is restored.
    Traversed,
    /// The previous state was restored before the collection.
    Cancelled,
}

struct Trial {
    state: State,
    gil: Option<Gil>,
    /// The external pointer whose finalizer runs first.
    first: SEXP,
    /// An external pointer that stays alive: R loses finalizers that finalizers register, if those are the
    /// first of all.
    _before_first: Preserved,
    /// The cells that protect R objects, and the R objects.
    kept: Vec<(SEXP, SEXP)>,
    /// The numbers of the references.
    handles: Vec<usize>,
    tokens: AddressMap<u32>,
    /// The tokens of references, and the numbers of these.
    handle_tokens: AddressMap<usize>,
    /// Protects all objects created for the collection, after it, because those found reachable stay in
    /// use.
    made: Preserved,
    due_kept: Vec<u32>,
    due_handles: Due,
}

thread_local! {
    static TRIAL: RefCell<Option<Trial>> = const { RefCell::new(None) };
}

/// Makes R collect by `call`. `None` if R cannot do so now or does not run finalizers, for example within a
/// finalizer. `gil` is held during the traversal, so that no thread modifies Python objects.
pub fn collect(picture: &Picture<'_>, call: &Value, gil: Gil) -> Result<Option<Found>, Unwind> {
    begin(picture, gil)?;
    let collected = guard::evaluate(call, Sexp::global_env());
    let found = TRIAL.take().and_then(Trial::end);
    collected.map(|_| found)
}

/// Ends the trial early if R code runs that may use the protected objects.
pub fn cancel() {
    if !Pending::Trial.take() {
        return;
    }
    TRIAL.with_borrow_mut(|trial| {
        if let Some(trial) = trial.as_mut().filter(|trial| trial.state == State::Begun) {
            trial.put_back(State::Cancelled);
        }
    });
}

const TOKENS: usize = 0;
const HANDLE_TOKENS: usize = 1;

fn begin(picture: &Picture<'_>, gil: Gil) -> Result<(), Unwind> {
    let made = made_of(picture)?;
    let tokens = |i| made.as_sexp().elt(i).elts().map(|token| token.raw() as usize);
    let handles: Vec<usize> = picture.handles.iter().map(|(number, _)| *number).collect();
    let cell = Preserved::new(Sexp::null());
    let first = with_finalizer(made.as_sexp(), on_traversed);
    let before_first = Preserved::new(with_finalizer(Sexp::null(), on_nothing).as_sexp());
    // From here on, nothing may be allocated.
    let trial = Trial {
        state: State::Begun,
        gil: Some(gil),
        first: first.raw(),
        _before_first: before_first,
        kept: picture.kept.iter().map(|kept| (kept.cell(), kept.as_sexp().raw())).collect(),
        tokens: tokens(TOKENS).zip(0..).collect(),
        handle_tokens: tokens(HANDLE_TOKENS).zip(handles.iter().copied()).collect(),
        handles,
        made: cell,
        due_kept: Vec::new(),
        due_handles: Due::default(),
    };
    for (&number, token) in trial.handles.iter().zip(made.as_sexp().elt(HANDLE_TOKENS).elts()) {
        // SAFETY: protected by the list.
        unsafe { pointer::link(number, token.raw()) };
    }
    for (cell, _) in &trial.kept {
        // SAFETY: a cell that its owner keeps.
        unsafe { SET_TAG(*cell, R_NilValue) };
    }
    TRIAL.set(Some(trial));
    Pending::Trial.set();
    Ok(())
}

/// The lists of the tokens of R objects and those of references.
fn made_of(picture: &Picture<'_>) -> Result<Value, Unwind> {
    let mut tokens = Value::list(picture.kept.len())?;
    for (i, kept) in picture.kept.iter().enumerate() {
        tokens.set_elt(i, &with_finalizer(kept.as_sexp(), on_token_due));
    }
    let mut room: Vec<usize> = picture.objects.iter().map(Vec::len).collect();
    for (object, _) in picture.stands_for {
        room[*object as usize] += 1;
    }
    let mut objects = Value::list(room.len())?;
    for (i, room) in room.iter().enumerate() {
        objects.set_elt(i, &Value::list(*room)?);
    }
    for (i, held) in picture.objects.iter().enumerate() {
        for (j, &held) in held.iter().enumerate() {
            link(objects.as_sexp().elt(i), j, objects.as_sexp().elt(held as usize));
        }
    }
    for &(object, kept) in picture.stands_for {
        room[object as usize] -= 1;
        link(
            objects.as_sexp().elt(object as usize),
            room[object as usize],
            tokens.as_sexp().elt(kept as usize),
        );
    }
    let mut handle_tokens = Value::list(picture.handles.len())?;
    for (i, &(_, object)) in picture.handles.iter().enumerate() {
        let token = with_finalizer(objects.as_sexp().elt(object as usize), on_handle_due);
        handle_tokens.set_elt(i, &token);
    }
    Value::list_of(&[tokens, handle_tokens])
}

fn link(list: Sexp<'_>, i: usize, to: Sexp<'_>) {
    assert!(i < list.len());
    // SAFETY: the bounds are checked; a list created here.
    unsafe { SET_VECTOR_ELT(list.raw(), i as R_xlen_t, to.raw()) };
}

/// R supports finalizers only for environments and external pointers.
fn with_finalizer(kept: Sexp<'_>, finalizer: unsafe extern "C" fn(SEXP)) -> Value {
    // SAFETY: protected at once.
    unsafe {
        let token = Value::protect(R_MakeExternalPtr(std::ptr::null_mut(), R_NilValue, kept.raw()));
        R_RegisterCFinalizerEx(token.raw(), Some(finalizer), Rboolean::FALSE);
        token
    }
}

unsafe extern "C" fn on_nothing(_: SEXP) {}

unsafe extern "C" fn on_traversed(first: SEXP) {
    TRIAL.with_borrow_mut(|trial| {
        let this = |trial: &&mut Trial| trial.first == first && trial.state == State::Begun;
        if let Some(trial) = trial.as_mut().filter(this) {
            // SAFETY: R keeps the pointer while its finalizer runs; nothing is allocated.
            unsafe { SET_TAG(trial.made.cell(), R_ExternalPtrProtected(first)) };
            trial.put_back(State::Traversed);
        }
    });
}

unsafe extern "C" fn on_token_due(token: SEXP) {
    if_traversed(|trial| trial.due_kept.extend(trial.tokens.get(&(token as usize))));
}

unsafe extern "C" fn on_handle_due(token: SEXP) {
    // What this allocates makes no other finalizer run meanwhile.
    if_traversed(|trial| {
        if let Some(&number) = trial.handle_tokens.get(&(token as usize)) {
            trial.due_handles.push(number);
        }
    });
}

fn if_traversed(f: impl FnOnce(&mut Trial)) {
    TRIAL.with_borrow_mut(|trial| {
        if let Some(trial) = trial.as_mut().filter(|trial| trial.state == State::Traversed) {
            f(trial);
        }
    });
}

impl Trial {
    fn put_back(&mut self, state: State) {
        self.state = state;
        for (cell, kept) in self.kept.drain(..) {
            // SAFETY: a token keeps the R object until its finalizer has run; so the first of all.
            unsafe { SET_TAG(cell, kept) };
        }
        for number in self.handles.drain(..) {
            // SAFETY: R's constant.
            unsafe { pointer::link(number, R_NilValue) };
        }
        self.gil = None;
    }

    fn end(mut self) -> Option<Found> {
        if self.state == State::Begun {
            self.put_back(State::Cancelled);
        }
        (self.state == State::Traversed).then(|| Found { kept: self.due_kept, handles: self.due_handles })
    }
}
