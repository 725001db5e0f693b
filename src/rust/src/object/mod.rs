//! References to objects of the other language, and the types of these objects.
//!
//! * [`py_in_r`]: a Python object in R; [`callable`]: a callable Python object as an R function;
//!   [`exception`]: an exception as a condition
//! * [`recent`]: reused references to Python objects that R functions get repeatedly
//! * [`class_name`]: the S3 classes of a Python type; [`kind`]: the kind of a value; [`by_address`]: tables of
//!   what is known of types and callables
//! * [`registered`]: properties of classes and methods that R registers by name
//! * [`robject`]: an R object in Python; [`protected`]: the table of all of them; [`rfunction`]: an R
//!   function in Python; [`signature`]: its formals
//! * [`raised`]: R errors and jumps as Python exceptions; [`call`]: numbers of the calls from R
mod by_address;
pub mod call;
pub mod callable;
pub mod class_name;
pub mod exception;
pub mod kind;
pub mod protected;
pub mod py_in_r;
pub mod raised;
pub mod recent;
pub mod rfunction;
pub mod registered;
pub mod robject;
mod signature;
