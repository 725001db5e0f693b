//! Objects that stay where they are and are held by the other side, and what their types are.
//!
//! * [`py_in_r`]: a Python object held by R; [`callable`]: the same, where it can be called: an R function
//! * [`recent`]: Python objects that R functions get again and again
//! * [`class_name`]: the S3 classes of a Python type; [`kind`]: what a value is; [`methods`]: methods that R
//!   names by class
//! * [`robject`]: an R object held by Python; [`protected`]: the table of all of them; [`rfunction`]: one that
//!   can be called; [`signature`]: its formals
//! * [`raised`]: R's errors and jumps as Python exceptions; [`call`]: the calls from R, numbered
pub mod call;
pub mod callable;
pub mod class_name;
pub mod kind;
pub mod methods;
pub mod protected;
pub mod py_in_r;
pub mod raised;
pub mod recent;
pub mod rfunction;
pub mod robject;
mod signature;
