//! Properties of R data frames that pandas cannot represent, stored in `DataFrame.attrs["rkeras"]`
//!
//! pandas copies `attrs` from frame to frame even if the columns change. So a column's note is used only if
//! the current column converts to the kind of vector that was sent. Properties of rows (the names of a
//! column) are restored only if all values are unchanged.
use super::attributes;
use super::fingerprint::fingerprint;
use super::row_names::RowNames;
use super::{column, objects};
use crate::convert::options::Options;
use crate::convert::{factor, time};
use crate::error::Result;
use crate::object::kind::RKind;
use crate::py::modules;
use crate::r::missing::NA_INTEGER;
use crate::r::{Sexp, Type, Value};
use pyo3::types::{PyDict, PyList};
use pyo3::{IntoPyObjectExt, prelude::*};

const KEY: &str = "rkeras";
const BY_ROW: [&str; 3] = ["names", "dim", "dimnames"];
/// Attributes in which packages store data about rows or memory (dplyr's groups, data.table's keys, ours).
const OF_THEIR_ROWS: [&str; 5] = ["groups", "sorted", "index", ".internal.selfref", "pandas.index"];
const GROUPED: [&str; 2] = ["grouped_df", "rowwise_df"];

/// The notes of a frame, if any.
pub struct Notes<'py>(Option<Bound<'py, PyDict>>);

/// The note of one column.
pub struct Note<'py>(Bound<'py, PyDict>);

/// Stores the notes about `x` in the `attrs` of `frame`; `columns` are the notes of its columns.
pub fn leave<'py>(frame: &Bound<'py, PyAny>, x: Sexp<'_>, columns: Vec<Note<'py>>) -> Result<()> {
    let py = frame.py();
    let notes = PyDict::new(py);
    if !columns.is_empty() {
        notes.set_item("columns", columns.into_iter().map(|note| note.0).collect::<Vec<_>>())?;
    }
    let attributes = of_frame(py, x)?;
    if !attributes.is_empty() {
        notes.set_item("attributes", attributes)?;
    }
    if let Some(kind) = RowNames::to_note(x) {
        notes.set_item("row_names", kind.name())?;
    }
    if !notes.is_empty() {
        let notes = modules::NOTES.get(py)?.call1((notes,))?;
        frame.getattr("attrs")?.set_item(KEY, notes)?;
    }
    Ok(())
}

fn of_frame<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyDict>> {
    let out = attributes::to_py(py, x, |name| {
        matches!(name, "names" | "row.names" | "class") || OF_THEIR_ROWS.contains(&name)
    })?;
    let classes = x.classes();
    let classes: Vec<_> = classes.iter().filter(|class| !GROUPED.contains(&class.as_ref())).collect();
    if classes.len() > 1 {
        let classes = Value::strings(&classes)?;
        out.set_item("class", attributes::value_to_py(py, classes.as_sexp())?)?;
    }
    Ok(out)
}

/// The note of column `at` of `frame`, which is `column` in pandas; `None` if none is needed.
pub fn of_column<'py>(frame: Sexp<'_>, at: usize, column: &Bound<'py, PyAny>) -> Result<Option<Note<'py>>> {
    let py = column.py();
    let x = frame.elt(at);
    let kind = column::kind(x);
    let missing_level = if kind == RKind::Factor { factor::missing_level(x) } else { None };
    let zone = match kind {
        RKind::Datetime => time::zone_name(&column.getattr("dtype")?.getattr("tz")?)?,
        _ => None,
    };
    if missing_level.is_none() && zone == zone_of(x) && is_plain(kind, x) {
        return Ok(None);
    }
    let note = PyDict::new(py);
    let names = frame.names().unwrap_or(Sexp::null());
    let name = |i| names.string(i);
    note.set_item("at", at)?;
    note.set_item("name", name(at))?;
    note.set_item("same", (0..names.len()).filter(|&i| name(i) == name(at)).count())?;
    note.set_item("kind", format!("{kind:?}"))?;
    note.set_item("level", missing_level)?;
    note.set_item("integer", x.kind() == Type::Integer)?;
    note.set_item("zone", zone)?;
    note.set_item("unit", x.attr(c"units").and_then(Sexp::as_string))?;
    note.set_item(
        "attributes",
        attributes::to_py(py, x, |name| BY_ROW.contains(&name) || name == "levels")?,
    )?;
    let by_row = attributes::to_py(py, x, |name| !BY_ROW.contains(&name))?;
    if !by_row.is_empty() {
        note.set_item("by_row", by_row)?;
        note.set_item("values", fingerprint(x))?;
    }
    Ok(Some(Note(note)))
}

/// Whether the value converts back to the same value without a note.
fn is_plain(kind: RKind, x: Sexp<'_>) -> bool {
    let has_only = |attributes: &[&str], class: &[&str]| {
        let known =
            |name: &std::ffi::CString| attributes.iter().any(|known| known.as_bytes() == name.to_bytes());
        x.attribute_names().iter().all(known) && x.classes() == class
    };
    match kind {
        RKind::Logical | RKind::Integer | RKind::Double | RKind::Complex | RKind::Character => {
            !x.has_attributes()
        }
        RKind::Factor => factor::has_only_levels(x),
        RKind::Date => x.kind() == Type::Double && has_only(&["class"], &["Date"]),
        RKind::Datetime => {
            x.kind() == Type::Double
                && has_only(&["class", "tzone"], &["POSIXct", "POSIXt"])
                && x.attr(c"tzone").is_none_or(|zone| zone.len() == 1)
        }
        RKind::Duration => {
            x.kind() == Type::Double
                && has_only(&["class", "units"], &["difftime"])
                && time::seconds_in_unit(x).is_ok_and(|seconds| seconds == 1.0)
        }
        RKind::DatetimeParts => true,
        RKind::Null | RKind::Integer64 | RKind::Raw | RKind::List | RKind::Array | RKind::Version => false,
        RKind::DataFrame | RKind::Sparse | RKind::Error | RKind::Function | RKind::Other => false,
    }
}

fn zone_of(x: Sexp<'_>) -> Option<String> {
    let zone = x.attr(c"tzone").filter(|zone| zone.kind() == Type::Character && zone.len() > 0)?;
    zone.string(0).map(|zone| zone.into_owned())
}

impl<'py> Notes<'py> {
    /// Reads the notes of a DataFrame or a Series.
    pub fn of(x: &Bound<'py, PyAny>) -> Result<Self> {
        let attrs = x.getattr("attrs")?;
        let notes = attrs.cast::<PyDict>().map_err(PyErr::from)?.get_item(KEY)?;
        Ok(Notes(notes.and_then(|notes| notes.cast_into::<PyDict>().ok())))
    }

    /// The note of the column that has `label`, at position `i` among the `labels` of all.
    pub fn column(&self, labels: &[Option<String>], i: usize) -> Result<Option<Note<'py>>> {
        let Some(columns) = self.part("columns")? else { return Ok(None) };
        let Ok(columns) = columns.cast::<PyList>() else { return Ok(None) };
        let Some(own) = labels.get(i) else { return Ok(None) };
        let same = labels.iter().filter(|label| *label == own).count();
        for note in columns.iter() {
            let Ok(note) = note.cast_into::<PyDict>().map(Note) else { continue };
            // Columns of the same name are distinguished by position, as long as all are present.
            let is_it = note.is("name", own.as_deref())? && note.is("same", same)?;
            if is_it && (same == 1 || note.is("at", i)?) {
                return Ok(Some(note));
            }
        }
        Ok(None)
    }

    pub fn row_names(&self) -> Result<Option<RowNames>> {
        let kind = self.part("row_names")?.and_then(|kind| kind.extract::<String>().ok());
        Ok(kind.and_then(|kind| RowNames::of_name(&kind)))
    }

    /// Restores the class and attributes of a data frame.
    pub fn finish(&self, out: &mut Value) -> Result<()> {
        if let Some(attributes) = self.part("attributes")? {
            attributes::set(out, &attributes)?;
            if !out.as_sexp().inherits("data.frame") {
                out.set_class(&["data.frame"])?;
            }
        }
        Ok(())
    }

    fn part(&self, name: &str) -> Result<Option<Bound<'py, PyAny>>> {
        Ok(self.0.as_ref().map(|notes| notes.get_item(name)).transpose()?.flatten())
    }
}

impl<'py> Note<'py> {
    /// The column `x` as it was in R; if it is now of another kind, as that converts.
    pub fn column_to_r(&self, x: &Bound<'py, PyAny>, options: Options) -> Result<Value> {
        let kind = self.text("kind")?.unwrap_or_default();
        let dtype = x.getattr("dtype")?.str()?.to_string();
        let mut out = match (kind.as_str(), dtype.as_str()) {
            ("Integer64", "int64" | "Int64") => column::integer64_to_r(x)?,
            ("Raw", "uint8") => column::raw_to_r(x)?,
            ("List", "object") => objects::list_to_r(x, options)?,
            _ => column::to_r(x, options)?,
        };
        if format!("{:?}", RKind::of(out.as_sexp())) != kind || !self.is_in_its_zone(&out)? {
            return Ok(out);
        }
        out = self.in_its_form(out)?;
        if let Some(attributes) = self.part("attributes")? {
            attributes::set(&mut out, &attributes)?;
        }
        if let Some(by_row) = self.part("by_row")? {
            if self.is("values", fingerprint(out.as_sexp()))? {
                attributes::set(&mut out, &by_row)?;
            }
        }
        Ok(out)
    }

    fn is_in_its_zone(&self, x: &Value) -> Result<bool> {
        Ok(RKind::of(x.as_sexp()) != RKind::Datetime || self.text("zone")? == zone_of(x.as_sexp()))
    }

    /// Restores the unit, type and missing level.
    fn in_its_form(&self, mut x: Value) -> Result<Value> {
        match RKind::of(x.as_sexp()) {
            RKind::Datetime => x.set_attr(c"tzone", &Value::null())?,
            RKind::Duration => {
                if let Some(unit) = self.text("unit")? {
                    x = time::in_unit(x, &unit)?;
                }
            }
            RKind::Factor => {
                if let Some(Ok(level)) = self.part("level")?.map(|level| level.extract()) {
                    insert_missing_level(&mut x, level)?;
                }
                return Ok(x);
            }
            RKind::Date => (),
            _ => return Ok(x),
        }
        match self.is("integer", true)? {
            true => as_integers(x),
            false => Ok(x),
        }
    }

    fn text(&self, name: &str) -> Result<Option<String>> {
        Ok(self.part(name)?.and_then(|part| part.extract().ok()))
    }

    /// `None` if it is absent or was stored as `None`.
    fn part(&self, name: &str) -> Result<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(name)?.filter(|part| !part.is_none()))
    }

    fn is(&self, name: &str, value: impl IntoPyObject<'py>) -> Result<bool> {
        let value = value.into_bound_py_any(self.0.py())?;
        Ok(self.0.get_item(name)?.map(|part| part.eq(value)).transpose()?.unwrap_or(false))
    }
}

/// Replaces missing values by the missing level.
fn insert_missing_level(x: &mut Value, at: usize) -> Result<()> {
    let Some(levels) = x.as_sexp().attr(c"levels").map(Sexp::to_value) else { return Ok(()) };
    let levels = levels.as_sexp();
    if at > levels.len() {
        return Ok(());
    }
    let mut all = Value::characters(levels.len() + 1)?;
    for i in 0..levels.len() {
        all.set_string_of(i + usize::from(i >= at), levels, i);
    }
    all.set_string(at, None)?;
    let missing = at as i32 + 1;
    for code in x.integers_mut() {
        *code = if *code == NA_INTEGER { missing } else { *code + i32::from(*code >= missing) };
    }
    x.set_attr(c"levels", &all)?;
    Ok(())
}

/// Without attributes, which the note has.
fn as_integers(x: Value) -> Result<Value> {
    let doubles = x.as_sexp().doubles();
    let fits = |&x: &f64| x.is_nan() || (x.fract() == 0.0 && x.abs() <= f64::from(i32::MAX));
    if !doubles.iter().all(fits) {
        return Ok(x);
    }
    let integer = |&x: &f64| if x.is_nan() { NA_INTEGER } else { x as i32 };
    Ok(Value::integers_from(doubles.iter().map(integer))?)
}
