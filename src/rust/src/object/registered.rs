//! Properties of Python classes, and of methods of classes, that R registers by name (`inst/classes.tsv`).
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
    /// (Of a method.) It may wait for R functions in code that cannot be interrupted, so it is called on a worker
    /// thread.
    Blocking,
    /// (Of a method.) All its arguments are data, also the named ones: vectors of numbers become arrays, factors
    /// labels from 0.
    Data,
}

const COUNT: usize = 8;
/// A class and its method, which is empty where the property is that of the class.
type Row = (String, String);

thread_local! {
    static ROWS: RefCell<[Vec<Row>; COUNT]> = const { RefCell::new([const { Vec::new() }; COUNT]) };
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
            "blocking" => Property::Blocking,
            "data" => Property::Data,
            _ => return None,
        })
    }

    pub fn register(self, rows: Vec<Row>) {
        ROWS.with_borrow_mut(|all| all.get_mut(self as usize).map(|own| *own = rows));
    }

    /// Whether a class with the property is one for which `is_it` is true.
    pub fn any(self, is_it: impl FnMut(&String) -> bool) -> bool {
        self.any_of("", is_it)
    }

    /// Whether a class whose `method` has the property is one for which `is_it` is true.
    pub fn any_of(self, method: &str, mut is_it: impl FnMut(&String) -> bool) -> bool {
        let mut is_row = |(class, own): &Row| own == method && is_it(class);
        ROWS.with_borrow(|all| all.get(self as usize).is_some_and(|rows| rows.iter().any(&mut is_row)))
    }
}
