//! Arrays to JSON.
use std::fmt::Write;

/// Arrays with as many rows each, the elements in column-major order, as R has them.
pub struct Table {
    pub key: String,
    /// By rows: an array of rows, each an object if there are several columns. Otherwise by columns.
    pub by_row: bool,
    pub columns: Vec<(String, Column)>,
}

pub struct Column {
    pub shape: Vec<usize>,
    pub values: Elements,
}

pub enum Elements {
    Numbers(Vec<f64>),
    Whole(Vec<i32>),
    Flags(Vec<bool>),
    Texts(Vec<String>),
}

/// `{"key": ...}`
pub fn json(table: &Table) -> String {
    let mut out = String::new();
    out.push('{');
    text(&table.key, &mut out);
    out.push(':');
    match (table.columns.as_slice(), table.by_row) {
        ([(_, column)], _) => column.write(0, 0, &mut out),
        (columns, false) => {
            object(columns, &mut out, |column, out| column.write(0, 0, out));
        }
        (columns, true) => {
            let rows = columns.first().and_then(|(_, column)| column.shape.first()).copied().unwrap_or(0);
            sequence(rows, &mut out, |row, out| {
                object(columns, out, |column, out| column.write(1, row, out))
            });
        }
    }
    out.push('}');
    out
}

fn object(columns: &[(String, Column)], out: &mut String, mut value: impl FnMut(&Column, &mut String)) {
    out.push('{');
    for (i, (name, column)) in columns.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        text(name, out);
        out.push(':');
        value(column, out);
    }
    out.push('}');
}

fn sequence(n: usize, out: &mut String, mut element: impl FnMut(usize, &mut String)) {
    out.push('[');
    for i in 0..n {
        if i > 0 {
            out.push(',');
        }
        element(i, out);
    }
    out.push(']');
}

impl Column {
    /// The elements along the axes from `axis` on; `at` is the position given by the axes before.
    fn write(&self, axis: usize, at: usize, out: &mut String) {
        let Some(&size) = self.shape.get(axis) else { return self.values.write(at, out) };
        let stride: usize = self.shape.iter().take(axis).product();
        sequence(size, out, |i, out| self.write(axis + 1, at + i * stride, out));
    }
}

impl Elements {
    fn write(&self, at: usize, out: &mut String) {
        match self {
            Elements::Numbers(all) => number(all.get(at).copied().unwrap_or(f64::NAN), out),
            Elements::Whole(all) => drop(write!(out, "{}", all.get(at).copied().unwrap_or(0))),
            Elements::Flags(all) => drop(write!(out, "{}", all.get(at).copied().unwrap_or(false))),
            Elements::Texts(all) => text(all.get(at).map_or("", String::as_str), out),
        }
    }
}

/// Nine digits hold a 32-bit float; other numbers have as many as they need. JSON has no infinite ones.
fn number(x: f64, out: &mut String) {
    if !x.is_finite() {
        let name = if x.is_nan() {
            "NaN"
        } else if x > 0.0 {
            "Inf"
        } else {
            "-Inf"
        };
        return text(name, out);
    }
    let x = match f64::from(x as f32) == x {
        true => format!("{x:.8e}").parse().unwrap_or(x),
        false => x,
    };
    // Writing to a string does not fail.
    let _ = match x != 0.0 && !(1e-5..1e15).contains(&x.abs()) {
        true => write!(out, "{x:e}"),
        false => write!(out, "{x}"),
    };
}

fn text(x: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(x).unwrap_or_default());
}
