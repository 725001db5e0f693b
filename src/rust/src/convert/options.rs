//! What a conversion is asked to do, handed down the recursion.

#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The `convert` of the Python objects that come out as handles.
    pub convert: bool,
    /// Whole doubles become Python ints: for callables that insist on ints (see `rs_set_int_modules`).
    pub whole_as_int: bool,
    /// How deep the value is nested so far.
    depth: u32,
}

/// Deeper values would overflow the C stack; also what a container that holds itself runs into.
const MAX_DEPTH: u32 = 500;

impl Options {
    pub fn new() -> Self {
        Options { convert: true, whole_as_int: false, depth: 0 }
    }

    pub fn convert(self, convert: bool) -> Self {
        Options { convert, ..self }
    }

    pub fn whole_as_int(self, whole_as_int: bool) -> Self {
        Options { whole_as_int, ..self }
    }

    /// For the elements of a container; `None` where it is nested too deeply.
    pub fn deeper(self) -> Option<Self> {
        (self.depth < MAX_DEPTH).then_some(Options { depth: self.depth + 1, ..self })
    }
}
