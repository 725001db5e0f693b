//! Methods, with their classes, that R registers because they need a special call.
use super::class_name;
use crate::error::Result;
use pyo3::prelude::*;
use std::cell::RefCell;

/// Pairs of class name and method name.
pub struct Methods(RefCell<Vec<(String, String)>>);

impl Methods {
    pub const fn new() -> Self {
        Methods(RefCell::new(Vec::new()))
    }

    pub fn set(&self, methods: Vec<(String, String)>) {
        self.0.replace(methods);
    }

    /// Whether `method` of the class of its `owner` is registered. `owner` is computed only if the name
    /// matches.
    pub fn has<'py>(
        &self,
        method: &str,
        owner: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> Result<bool> {
        let methods = self.0.borrow();
        let mut classes = methods.iter().filter(|(_, listed)| listed == method).peekable();
        if classes.peek().is_none() {
            return Ok(false);
        }
        let info = class_name::of(&owner()?.get_type())?;
        Ok(classes.any(|(class, _)| info.names().contains(class)))
    }
}
