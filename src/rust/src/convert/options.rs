//! What a conversion is asked to do, handed down the recursion.
use crate::error::{Error, Result};
use crate::py::interpreter;
use crate::r::guard;
use pyo3::prelude::*;
use std::cell::Cell;

#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The `convert` of the Python objects that come out as handles.
    pub convert: bool,
    /// Whole doubles become Python ints: for callables that insist on ints (see `rs_set_int_modules`).
    pub whole_as_int: bool,
    /// Vectors of numbers become arrays of one dimension: for callables that compute with them (see
    /// `rs_set_array_classes`).
    pub vectors_as_arrays: bool,
    /// How deep the value is nested so far.
    depth: u32,
}

/// Deeper values would overflow the C stack; also what a container that holds itself runs into.
const MAX_DEPTH: u32 = 500;

impl Options {
    pub fn new() -> Self {
        Options { convert: true, whole_as_int: false, vectors_as_arrays: false, depth: 0 }
    }

    pub fn convert(self, convert: bool) -> Self {
        Options { convert, ..self }
    }

    pub fn whole_as_int(self, whole_as_int: bool) -> Self {
        Options { whole_as_int, ..self }
    }

    pub fn vectors_as_arrays(self, vectors_as_arrays: bool) -> Self {
        Options { vectors_as_arrays, ..self }
    }

    /// For the elements of a container. An error where it is nested too deeply, or where the user
    /// interrupts a long conversion.
    pub fn deeper(self, py: Python<'_>) -> Result<Self> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::convert(
                "The value is nested more than 500 levels deep, or a container holds itself.",
            ));
        }
        CONTAINERS.set(CONTAINERS.get().wrapping_add(1));
        pause(py, CONTAINERS.get())?;
        Ok(Options { depth: self.depth + 1, ..self })
    }
}

/// For each of many elements, `i` counting them: the user may interrupt a long conversion.
pub fn pause(py: Python<'_>, i: usize) -> Result<()> {
    match i % OFTEN == OFTEN - 1 {
        true => Ok(interpreter::detached(py, guard::check_interrupt)?),
        false => Ok(()),
    }
}

thread_local! {
    static CONTAINERS: Cell<usize> = const { Cell::new(0) };
}

/// After so many containers or elements R is asked whether the user wants to stop: some milliseconds.
const OFTEN: usize = 1 << 12;
