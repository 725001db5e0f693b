use super::attach::attach;
use super::{classes, flag, object, reply};
use crate::convert::{self, Options, character};
use crate::error::{Error, Result};
use crate::object::callable::method_type;
use crate::object::class_name;
use crate::object::kind::PyKind;
use crate::object::py_in_r;
use crate::object::registered::Property;
use crate::py::caller;
use crate::r::{Sexp, Type, Value, guard, r_code};
use crate::threads::{blocking, interrupt, served};
use extendr_api::prelude::*;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use std::borrow::Cow;
use std::rc::Rc;

/// As [`call()`], on a worker thread, while the main thread serves requests.
#[extendr]
fn rs_call_blocking(callable: Robj, args: Robj, convert: Robj) -> Result<Robj> {
    reply(call_blocking(Sexp::of(&callable), Sexp::of(&args), flag(&convert)))
}

fn call_blocking(callable: Sexp<'_>, args: Sexp<'_>, convert: Option<bool>) -> Result<Value> {
    let named = fully_named(callable, args)?;
    let args = named.as_ref().map_or(args, Value::as_sexp);
    attach(|py| {
        let (callable, own) = object(py, callable)?;
        let how = How { elsewhere: true, ..How::of(&callable)? };
        let result = how.call(&callable, args, own)?;
        convert::to_r_if(result, convert.unwrap_or(own))
    })
}

/// As [`call()`], with the arguments of the call `written`, evaluated in `env`.
pub fn call_as_written(callable: Sexp<'_>, written: Sexp<'_>, env: Sexp<'_>) -> Result<Value> {
    let list = match written.cells().all(|(_, arg)| !arg.is_language()) {
        true => Value::list_of_cells(written)?,
        false => guard::evaluate(&listing(written, env)?, env)?,
    };
    call(callable, list.as_sexp(), None)
}

/// The call of `list()` with these arguments. A trailing comma is ignored, as in Python. Arguments with
/// `!!!` or `:=` are evaluated by R code (R/py-dots.R).
fn listing(written: Sexp<'_>, env: Sexp<'_>) -> Result<Value> {
    if written.cells().any(|(_, arg)| may_be_dynamic(arg)) {
        let quoted = Value::call(Sexp::symbol(c"quote"), &[(None, written)])?;
        let args = [(None, quoted.as_sexp()), (None, env)];
        return Ok(Value::call(r_code::variable(c"written_list")?, &args)?);
    }
    let list = r_code::variable(c"list")?;
    let given = |cell: &(Sexp<'_>, Sexp<'_>)| !cell.1.is(Sexp::missing_arg());
    if written.cells().last().as_ref().is_none_or(given) {
        return Ok(written.with_head(list)?);
    }
    let mut cells: Vec<_> =
        written.cells().map(|(tag, arg)| ((!tag.is_null()).then_some(tag), arg)).collect();
    cells.pop();
    Ok(Value::call(list, &cells)?)
}

fn may_be_dynamic(arg: Sexp<'_>) -> bool {
    arg.is(Sexp::symbol(c"...")) || has_operator(arg)
}

fn has_operator(arg: Sexp<'_>) -> bool {
    let is_operator = |head: Sexp<'_>| head.is(Sexp::symbol(c"!")) || head.is(Sexp::symbol(c":="));
    arg.head().is_some_and(is_operator)
}

/// Calls a Python object. `args` is a list; its names are keyword arguments.
pub fn call(callable: Sexp<'_>, args: Sexp<'_>, convert: Option<bool>) -> Result<Value> {
    call_with(callable, args, |_, own| Ok(convert.unwrap_or(own)))
}

/// The result is converted unless the `convert` of one of the arguments is false.
pub fn call_alike(callable: Sexp<'_>, args: Sexp<'_>) -> Result<Value> {
    call_with(callable, args, |py, _| {
        for arg in args.elts() {
            if py_in_r::get(py, arg)?.is_some_and(|(_, convert)| !convert) {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// `convert` decides, from that of the callable, whether the result is converted.
fn call_with(
    callable: Sexp<'_>,
    args: Sexp<'_>,
    convert: impl FnOnce(Python<'_>, bool) -> Result<bool>,
) -> Result<Value> {
    let named = fully_named(callable, args)?;
    let args = named.as_ref().map_or(args, Value::as_sexp);
    attach(|py| {
        let (callable, own) = object(py, callable)?;
        let convert = convert(py, own)?;
        let how = How::of(&callable)?;
        let result = how.call(&callable, args, own)?;
        if !how.elsewhere {
            interrupt::check(py)?;
        }
        match callable.is_instance_of::<PyType>() && PyKind::is_more_than_a_value(&result) {
            true => py_in_r::new(result, convert),
            false => convert::to_r_if(result, convert),
        }
    })
}

/// Whether no argument is a function, a list, or a double other than a single number: R code looks at those.
pub fn are_plain(args: Sexp<'_>) -> Result<Value> {
    let is_plain = |arg: Sexp<'_>| match arg.kind() {
        Type::Closure | Type::Builtin | Type::List => false,
        Type::Double => arg.len() == 1 && !arg.has_attributes(),
        _ => true,
    };
    Ok(Value::logical(Some(args.elts().all(is_plain))))
}

/// Lists in which only some elements have names are neither lists nor dicts in Python. R code (R/py-call.R)
/// converts them for the objects that accept them. `None` if there are no such lists.
fn fully_named(callable: Sexp<'_>, args: Sexp<'_>) -> Result<Option<Value>> {
    match args.elts().any(is_partly_named) {
        true => Ok(Some(r_code::call(c"name_parts", &[callable, args])?)),
        false => Ok(None),
    }
}

fn is_partly_named(x: Sexp<'_>) -> bool {
    let Some(names) = (x.kind() == Type::List && !x.is_object()).then(|| x.names()).flatten() else {
        return false;
    };
    let unnamed = (0..names.len()).filter(|&i| names.string(i).is_none_or(|name| name.is_empty())).count();
    unnamed > 0 && unnamed < names.len()
}

/// The way in which an object is called.
struct How {
    /// Whether it is called on a worker thread.
    elsewhere: bool,
    /// Whether all its arguments are data, including named ones.
    takes_data: bool,
}

impl How {
    fn of(callable: &Bound<'_, PyAny>) -> Result<Self> {
        let py = callable.py();
        if !callable.get_type().is(method_type(py)?) {
            return How::of_method("__call__", || Ok(callable.clone()));
        }
        let name = callable.getattr(intern!(py, "__name__"))?;
        // A method may be of any type, such as `functools.partial`.
        let name = name.cast::<PyString>().ok().and_then(|name| name.to_str().ok());
        How::of_method(name.unwrap_or_default(), || callable.getattr(intern!(py, "__self__")))
    }

    fn of_method<'py>(name: &str, owner: impl Fn() -> PyResult<Bound<'py, PyAny>>) -> Result<Self> {
        Ok(How {
            elsewhere: served::is_serving() || class_name::has_method(Property::Blocking, name, &owner)?,
            takes_data: class_name::has_method(Property::Data, name, &owner)?,
        })
    }

    fn call<'py>(
        &self,
        callable: &Bound<'py, PyAny>,
        args: Sexp<'_>,
        convert: bool,
    ) -> Result<Bound<'py, PyAny>> {
        let py = callable.py();
        if args.len() == 0 {
            return Ok(self.send(callable, PyTuple::empty(py), None)?);
        }
        let info = class_name::of(&callable.get_type());
        let options = classes::options_for(callable, info.as_ref().ok().map(Rc::as_ref)).convert(convert);
        let (mut positional, keywords) = self.arguments(py, args, options)?;
        if info.is_ok_and(|info| info.takes_lists) {
            positional = without_names(&positional)?;
        }
        let Some(keywords) = keywords else { return Ok(self.send(callable, positional, None)?) };
        let result = self.send(callable, positional.clone(), Some(keywords.clone()));
        match result {
            Err(err) if self.takes_data => match caller::completed(callable, &positional, &keywords, &err)? {
                Some(keywords) => Ok(self.send(callable, positional, Some(keywords))?),
                None => Err(err.into()),
            },
            result => Ok(result?),
        }
    }

    fn send<'py>(
        &self,
        callable: &Bound<'py, PyAny>,
        positional: Bound<'py, PyTuple>,
        keywords: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.elsewhere {
            true => blocking::call(callable, positional, keywords),
            false => caller::call(callable, &positional, keywords.as_ref()),
        }
    }

    fn arguments<'py>(&self, py: Python<'py>, args: Sexp<'_>, options: Options) -> Result<Arguments<'py>> {
        // Named arguments are usually options of the computation.
        let named = options.vectors_as_arrays(self.takes_data).factors_as_codes(self.takes_data);
        let options = if self.takes_data { named } else { options };
        let mut positional = Vec::with_capacity(args.len());
        let mut keywords = None;
        let names = args.names();
        for (i, arg) in args.elts().enumerate() {
            match argument_name(names, i)? {
                None => positional.push(convert::to_py_with(py, arg, options)?),
                Some(name) => {
                    let value = convert::to_py_with(py, arg, named)?;
                    let keywords = keywords.get_or_insert_with(|| PyDict::new(py));
                    if keywords.contains(name.as_ref())? {
                        return Err(Error::argument(format!("The argument `{name}` is given twice.")));
                    }
                    keywords.set_item(name.as_ref(), value)?;
                }
            }
        }
        Ok((PyTuple::new(py, positional)?, keywords))
    }
}

type Arguments<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

fn argument_name(names: Option<Sexp<'_>>, i: usize) -> Result<Option<Cow<'_, str>>> {
    let Some(names) = names else { return Ok(None) };
    let problem = || character::not_text(names, i, &format!("The name of argument {}", i + 1));
    let name = names.text(i).map_err(|_| Error::argument(problem()));
    Ok(name?.filter(|name| !name.is_empty()))
}

/// The arguments with lists in place of dicts.
fn without_names<'py>(args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
    let values = args.iter().map(|arg| match arg.cast::<PyDict>() {
        Ok(named) => named.values().into_any(),
        Err(_) => arg,
    });
    PyTuple::new(args.py(), values.collect::<Vec<_>>())
}

extendr_module! {
    mod call;
    fn rs_call_blocking;
}
