//! The options of a conversion, passed down the recursion.
use crate::error::{Error, Result};
use crate::py::interpreter;
use crate::r::guard;
use pyo3::prelude::*;
use std::cell::Cell;

#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The `convert` of references in the result.
    pub convert: bool,
    /// Whole doubles become Python ints, for callables that require ints (`Property::Ints`).
    pub whole_as_int: bool,
    /// Vectors of numbers become 1-dimensional arrays, for callables that compute with them
    /// (`Property::Arrays`).
    pub vectors_as_arrays: bool,
    /// Factors become labels from 0, as in `fit()`, for callables that compare labels.
    pub factors_as_codes: bool,
    /// All columns of a data frame get pandas's nullable dtypes.
    pub nullable: bool,
    /// The current nesting depth.
    depth: u32,
}

/// Deeper values would overflow the C stack. A container that contains itself reaches this limit too.
const MAX_DEPTH: u32 = 500;

impl Options {
    pub fn new() -> Self {
        Options {
            convert: true,
            whole_as_int: false,
            vectors_as_arrays: false,
            factors_as_codes: false,
            nullable: false,
            depth: 0,
        }
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

    pub fn factors_as_codes(self, factors_as_codes: bool) -> Self {
        Options { factors_as_codes, ..self }
    }

    pub fn nullable(self, nullable: bool) -> Self {
        Options { nullable, ..self }
    }

    /// The options for the elements of a container. An error if it is nested too deeply, or if the user
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

/// Called for each of many elements, counted by `i`: allows the user to interrupt a long conversion.
pub fn pause(py: Python<'_>, i: usize) -> Result<()> {
    match i % OFTEN == OFTEN - 1 {
        true => Ok(interpreter::detached(py, guard::check_interrupt)?),
        false => Ok(()),
    }
}

thread_local! {
    static CONTAINERS: Cell<usize> = const { Cell::new(0) };
}

/// R checks for interrupts after this number of containers or elements: every few milliseconds.
const OFTEN: usize = 1 << 12;
