//! Properties of Python classes that R registers by the names of the classes (`inst/classes.tsv`).
use std::cell::RefCell;

#[derive(Clone, Copy)]
pub enum Property {
    /// The objects of a class that is derived from a container of Python are values, as the container is.
    Value,
    /// R saves the objects in its own files, with `saved_bytes()` (R/store-rds.R).
    Saved,
    /// The objects compute with arrays: in calls of them, unnamed vectors of numbers become arrays.
    Arrays,
    /// The objects take lists of inputs: in calls of them, the names of lists are dropped.
    Lists,
    /// (Of a module.) The constructors require ints: `32` becomes an int in their calls.
    Ints,
    /// (Of a module.) So do the objects when they are called.
    IntsCalled,
}

const COUNT: usize = 6;

thread_local! {
    static CLASSES: RefCell<[Vec<String>; COUNT]> = const { RefCell::new([const { Vec::new() }; COUNT]) };
}

impl Property {
    /// `None` if the name is not one of the table's.
    pub fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "value" => Property::Value,
            "saved" => Property::Saved,
            "arrays" => Property::Arrays,
            "lists" => Property::Lists,
            "ints" => Property::Ints,
            "ints_called" => Property::IntsCalled,
            _ => return None,
        })
    }

    pub fn register(self, classes: Vec<String>) {
        CLASSES.with_borrow_mut(|all| all.get_mut(self as usize).map(|own| *own = classes));
    }

    /// Whether a registered name is one for which `is_it` is true.
    pub fn any(self, is_it: impl FnMut(&String) -> bool) -> bool {
        CLASSES.with_borrow(|all| all.get(self as usize).is_some_and(|own| own.iter().any(is_it)))
    }
}
