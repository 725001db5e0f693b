//! Objects that stay where they are and are held by the other side.
//!
//! * [`py_in_r`]: a Python object held by R
//! * [`callable`]: the same, where it can be called: an R function
//! * [`recent`]: handles that are asked for again and again
//! * [`class_name`]: the S3 classes of a Python type; [`methods`]: methods that R names by class
//! * R objects held by Python are `rpycall.RObject`s: see [`crate::python::rpycall`]
pub mod callable;
pub mod class_name;
pub mod methods;
pub mod py_in_r;
pub mod recent;
