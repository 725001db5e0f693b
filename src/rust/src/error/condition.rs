//! The R condition of an error that this package raises.
use super::Result;
use crate::r::Value;

/// Of the class `rkeras_error_<kind>`.
pub fn own(kind: &str, message: &str) -> Result<Value> {
    condition(message, &own_classes(kind), None)
}

/// In an infinite recursion, either Python's limit or the end of the C stack is reached first, depending on
/// the Python version. Both have a common class.
fn own_classes(kind: &str) -> Vec<String> {
    let python = match kind {
        "nesting" => &["RecursionError", "RuntimeError", "Exception", "BaseException"][..],
        _ => &[],
    };
    let python = python.iter().map(|name| format!("python.builtin.{name}"));
    std::iter::once(format!("rkeras_error_{kind}")).chain(python).collect()
}

pub fn condition(message: &str, classes: &[String], exception: Option<Value>) -> Result<Value> {
    let message = Value::string(&message.replace('\0', "\\0"))?;
    let mut out = Value::list_of(&[message, Value::null(), exception.unwrap_or_else(Value::null)])?;
    out.set_names(&Value::strings(&["message", "call", "exception"])?)?;
    let mut all: Vec<&str> = classes.iter().map(String::as_str).collect();
    all.extend(["rkeras_error", "error", "condition"]);
    out.set_class(&all)?;
    Ok(out)
}
