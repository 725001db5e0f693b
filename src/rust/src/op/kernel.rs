//! One computation of an operator: its R function on the main thread, with R arrays of the inputs.
//!
//! A kernel runs on a thread of TensorFlow's, which waits for the main thread in the same queue as Python
//! code that calls R functions, or on the main thread itself, if R code calls the operator eagerly.
use super::dtype::Dtype;
use super::ffi::{self, Attributes, Definition, Tensor};
use super::output::{self, Output};
use super::table::{self, Operator, Shapes};
use super::{input, shape};
use crate::error::{Error, Result, fault};
use crate::object::raised;
use crate::os::mutex::Mutex;
use crate::os::thread;
use crate::py::interpreter::{self, Gil};
use crate::r::{Value, preserve, r_code};
use crate::threads::{ask, stack};
use std::ffi::{CStr, c_int};
use std::sync::Arc;

/// The outputs, or the message of an error; and whether the user interrupted the R function.
type Answer = (std::result::Result<Vec<Tensor>, String>, bool);

/// Called by TensorFlow, on any thread.
pub fn run(
    attributes: &Attributes,
    inputs: Vec<Tensor>,
    codes: &[c_int],
) -> std::result::Result<Vec<Tensor>, String> {
    let label = attributes.label.clone();
    let Some(operator) = table::find(attributes.id) else { return Err(unknown(&label)) };
    let job = Job { operator, label, inputs, codes: codes.to_vec() };
    match thread::on_r_thread() {
        true => job.run_here().0,
        false => job.run_on_r_thread(),
    }
}

fn unknown(label: &str) -> String {
    format!(
        "There is no R function for the operator `{label}`: it was removed, or it is part of a file of \
         another session. load_operators() finds the R functions of a SavedModel."
    )
}

struct Job {
    operator: Arc<Operator>,
    label: String,
    inputs: Vec<Tensor>,
    codes: Vec<c_int>,
}

impl Job {
    /// TensorFlow has released the GIL without telling PyO3, which has to know when R code calls Python.
    fn run_here(self) -> Answer {
        let gil = Gil::take();
        interpreter::detached(gil.py(), || self.answer())
    }

    fn run_on_r_thread(self) -> std::result::Result<Vec<Tensor>, String> {
        let answer = Arc::new(Mutex::new(None));
        let place = answer.clone();
        let asked = ask::ask_native(move || {
            let (outputs, interrupted) = self.answer();
            *place.lock() = Some(outputs);
            interrupted
        });
        let outputs = answer.lock().take();
        match asked {
            Ok(()) => outputs.unwrap_or_else(|| Err(fault::message())),
            Err(Error::Own { message, .. }) => Err(message),
            Err(_) => Err(fault::message()),
        }
    }

    /// On the main thread, detached.
    fn answer(self) -> Answer {
        // A graph may call many operators before R code calls Python again.
        preserve::release_dropped();
        let label = self.label.clone();
        match fault::caught(|| self.compute()) {
            Ok(outputs) => (Ok(outputs), false),
            Err(err) => {
                let (text, interrupted) = raised::as_text(err);
                (Err(format!("The R function of the operator `{label}` failed. {text}")), interrupted)
            }
        }
    }

    fn compute(self) -> Result<Vec<Tensor>> {
        stack::check_room()?;
        let Job { operator, label, inputs, codes } = self;
        let dims: Vec<Vec<i64>> = inputs.iter().map(Tensor::dims).collect();
        let is_float: Vec<bool> = inputs.iter().map(is_float).collect();
        let args = Value::list_from(
            inputs
                .into_iter()
                .enumerate()
                .map(|(i, tensor)| input::to_r(tensor).map_err(|err| err.within(&input_name(&label, i)))),
        )?;
        let tagged: Vec<_> = args.as_sexp().elts().map(|arg| (None, arg)).collect();
        let function = operator.function.upgrade().ok_or_else(table::ended)?;
        let value = r_code::caught(function.sexp(), &tagged)?;
        let expected = shape::expected(&operator, &dims, codes.len())?;
        let is_gradient = matches!(operator.shapes, Shapes::OfInputs);
        let parts = output::parts(&value, codes.len(), &whole_name(&label, is_gradient))?;
        let each = parts.iter().zip(&codes).zip(expected.iter()).enumerate();
        each.map(|(i, ((part, &code), shape))| {
            let dtype = Dtype::of(code).ok_or_else(|| Error::convert("R has no type for this dtype."))?;
            let name = part_name(&label, is_gradient, i);
            match is_gradient {
                true if !is_float.get(i).copied().unwrap_or(true) => output::zeros(dtype, &[]),
                true if part.as_sexp().is_null() => {
                    output::zeros(dtype, dims.get(i).map_or(&[][..], Vec::as_slice))
                }
                _ => output::to_tensor(part.as_sexp(), &Output { name, dtype, shape }),
            }
        })
        .collect()
    }
}

fn is_float(tensor: &Tensor) -> bool {
    use Dtype::*;
    let floats = [Float16, Bfloat16, Float32, Float64, Complex64, Complex128];
    Dtype::of(tensor.code()).is_some_and(|dtype| floats.contains(&dtype))
}

fn input_name(label: &str, i: usize) -> String {
    format!("Input {} of the operator `{label}`", i + 1)
}

fn whole_name(label: &str, is_gradient: bool) -> String {
    match is_gradient {
        true => format!("The gradient of the operator `{label}`"),
        false => format!("The operator `{label}`"),
    }
}

fn part_name(label: &str, is_gradient: bool, i: usize) -> String {
    match is_gradient {
        true => format!("Gradient {} of the operator `{label}`", i + 1),
        false => format!("Output {} of the operator `{label}`", i + 1),
    }
}

/// Both kinds of operators; their names say what an error of TensorFlow without R should say.
const DEFINITIONS: [Definition; 2] = [
    Definition { name: c"RFunctionNeedsRkeras", is_stateful: true },
    Definition { name: c"PureRFunctionNeedsRkeras", is_stateful: false },
];

/// Finds TensorFlow's library at `path`, and registers the operators.
pub fn register(path: &CStr) -> std::result::Result<(), String> {
    ffi::load(path)?;
    DEFINITIONS.into_iter().try_for_each(|definition| ffi::register(definition, run))
}
