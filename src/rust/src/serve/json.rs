//! JSON as R needs it: nested arrays of equal lengths are one array with a shape.
//!
//! What would be read differently by different programs is an error: a key that an object has twice, and a
//! number that no double holds. Memory is limited by a count of values, in which strings and objects weigh
//! more than numbers, and nesting by a depth.
use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;

/// Deeper arrays are refused: neither R nor Python has arrays of so many axes.
const MAX_DEPTH: usize = 32;
const MAX_KEYS: usize = 100;
// `Refusal::many()` tells users.
const WEIGHT_OF_TEXT: usize = 8;
const WEIGHT_OF_OBJECT: usize = 64;

#[derive(Debug)]
pub enum Json {
    Array(Array),
    /// An array that is not regular, and why.
    Irregular(String),
    Object(Object),
    Objects(Vec<Object>),
}

pub type Object = Vec<(String, Json)>;

/// Elements in row-major order. A value that is not in an array has no axes.
#[derive(Debug)]
pub struct Array {
    pub shape: Vec<usize>,
    pub values: Values,
}

#[derive(Debug)]
pub enum Values {
    /// So many nulls, and nothing else yet.
    Nulls(usize),
    /// A null is [`MISSING`].
    Numbers(Vec<f64>),
    Flags(Vec<Option<bool>>),
    Texts(Vec<Option<String>>),
}

/// The NaN that R takes as missing. JSON has none.
pub const MISSING: f64 = f64::from_bits(0x7FF0_0000_0000_07A2);

#[derive(Debug)]
pub enum Problem {
    /// More values than the limit.
    Large,
    Wrong(String),
}

/// The object that the text is, and the bytes that it takes in memory, roughly.
pub fn parse(bytes: &[u8], max_values: usize) -> Result<(Object, usize), Problem> {
    let text = std::str::from_utf8(bytes).map_err(|_| Problem::Wrong("The body is not UTF-8.".into()))?;
    if !text.trim_ascii_start().starts_with('{') {
        return Err(Problem::Wrong("The body must be a JSON object.".into()));
    }
    let left = Cell::new(max_values);
    let is_large = Cell::new(false);
    let place = Place { left: &left, is_large: &is_large };
    let mut reader = serde_json::Deserializer::from_str(text);
    let parsed = reader.deserialize_map(InObject(place)).and_then(|object| reader.end().map(|()| object));
    match parsed {
        Ok(object) => Ok((object, (max_values - left.get()) * size_of::<f64>())),
        Err(_) if is_large.get() => Err(Problem::Large),
        Err(problem) => Err(Problem::Wrong(format!("The body is not JSON: {problem}."))),
    }
}

/// What is left of the limit.
#[derive(Clone, Copy)]
struct Place<'a> {
    left: &'a Cell<usize>,
    is_large: &'a Cell<bool>,
}

impl Place<'_> {
    fn spend<E: Error>(self, weight: usize) -> Result<(), E> {
        match self.left.get().checked_sub(weight) {
            Some(left) => self.left.set(left),
            None => {
                self.is_large.set(true);
                return Err(E::custom("too many values"));
            }
        }
        Ok(())
    }
}

/// The keys and values of an object.
struct InObject<'a>(Place<'a>);

impl<'de> Visitor<'de> for InObject<'_> {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
        self.0.spend(WEIGHT_OF_OBJECT)?;
        let mut out = Object::new();
        while let Some(key) = map.next_key::<String>()? {
            self.0.spend::<A::Error>(WEIGHT_OF_TEXT)?;
            if out.iter().any(|(known, _)| *known == key) {
                return Err(A::Error::custom(format!("the key {key:?} is there twice")));
            }
            if out.len() == MAX_KEYS {
                return Err(A::Error::custom(format!("an object has more than {MAX_KEYS} keys")));
            }
            check_text(&key)?;
            let mut builder = Builder::default();
            map.next_value_seed(Element { builder: &mut builder, level: 0, place: self.0 })?;
            out.push((key, builder.finish()));
        }
        Ok(out)
    }
}

/// R strings end at a NUL.
fn check_text<E: Error>(text: &str) -> Result<(), E> {
    match text.contains('\0') {
        true => Err(E::custom("a string contains \\u0000")),
        false => Ok(()),
    }
}

/// A value as it is read. Its level is 0; the elements of an array have the level after that of the array.
#[derive(Default)]
struct Builder {
    /// The lengths of the arrays at each level.
    shape: Vec<Option<usize>>,
    /// The level of numbers, strings and so on.
    leaves: Option<usize>,
    values: Values,
    objects: Vec<Object>,
    problem: Option<String>,
}

impl Default for Values {
    fn default() -> Self {
        Values::Nulls(0)
    }
}

enum Leaf {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
}

impl Builder {
    fn finish(self) -> Json {
        if let Some(problem) = self.problem {
            return Json::Irregular(problem);
        }
        if !self.objects.is_empty() {
            return match (self.leaves, self.shape.len()) {
                (None, 0) => Json::Object(self.objects.into_iter().flatten().collect()),
                (None, 1) => Json::Objects(self.objects),
                _ => Json::Irregular("an array has objects and other elements".into()),
            };
        }
        let shape: Vec<usize> = self.shape.into_iter().map_while(|size| size).collect();
        match shape.len() > 1 && shape.contains(&0) {
            true => Json::Irregular("an array has no elements".into()),
            false => Json::Array(Array { shape, values: self.values }),
        }
    }

    fn fail(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
        self.values = Values::default();
        self.objects = Vec::new();
    }

    fn open(&mut self, level: usize) {
        if self.leaves == Some(level) {
            self.fail(MIXED.into());
        }
        while self.shape.len() <= level {
            self.shape.push(None);
        }
    }

    fn close(&mut self, level: usize, length: usize) {
        let Some(size) = self.shape.get_mut(level) else { return };
        let before = *size.get_or_insert(length);
        if before != length {
            self.fail(format!("one array has {before} elements and another one {length}"));
        }
    }

    fn add(&mut self, level: usize, leaf: Leaf) {
        if self.problem.is_some() {
            return;
        }
        let is_array = self.shape.get(level).is_some_and(Option::is_some);
        if is_array || *self.leaves.get_or_insert(level) != level {
            return self.fail(MIXED.into());
        }
        if let Values::Nulls(n) = self.values {
            self.values = match leaf {
                Leaf::Null => Values::Nulls(n + 1),
                Leaf::Flag(_) => Values::Flags(vec![None; n]),
                Leaf::Number(_) => Values::Numbers(vec![MISSING; n]),
                Leaf::Text(_) => Values::Texts(vec![None; n]),
            };
        }
        if let (Values::Texts(all), Leaf::Number(_)) = (&self.values, &leaf) {
            // Texts so far, which may all be names of numbers.
            let number = |x: &Option<String>| x.as_deref().map_or(Some(MISSING), named_number);
            let numbers: Option<Vec<_>> = all.iter().map(number).collect();
            self.values = numbers.map_or(Values::Texts(Vec::new()), Values::Numbers);
        }
        match (&mut self.values, leaf) {
            (Values::Nulls(_), _) => {}
            (Values::Flags(all), Leaf::Flag(x)) => all.push(Some(x)),
            (Values::Flags(all), Leaf::Null) => all.push(None),
            (Values::Numbers(all), Leaf::Number(x)) => all.push(x),
            (Values::Numbers(all), Leaf::Null) => all.push(MISSING),
            (Values::Numbers(all), Leaf::Text(x)) => match named_number(&x) {
                Some(x) => all.push(x),
                None => self.fail(SEVERAL_TYPES.into()),
            },
            (Values::Texts(all), Leaf::Text(x)) => all.push(Some(x)),
            (Values::Texts(all), Leaf::Null) => all.push(None),
            _ => self.fail(SEVERAL_TYPES.into()),
        }
    }
}

const SEVERAL_TYPES: &str = "an array has elements of several types";
const MIXED: &str = "an array has arrays and other elements";

/// The numbers that JSON does not have, as [`super::write`] writes them and as TensorFlow and JavaScript name them.
/// R reads texts that have no number among them (`read_named_numbers()` in R/serve-input.R).
fn named_number(text: &str) -> Option<f64> {
    match text {
        "NaN" => Some(f64::NAN),
        "Inf" | "Infinity" => Some(f64::INFINITY),
        "-Inf" | "-Infinity" => Some(f64::NEG_INFINITY),
        _ => None,
    }
}

struct Element<'a, 'b> {
    builder: &'b mut Builder,
    level: usize,
    place: Place<'a>,
}

impl Element<'_, '_> {
    fn add<E: Error>(self, leaf: Leaf, weight: usize) -> Result<(), E> {
        self.place.spend(weight)?;
        self.builder.add(self.level, leaf);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Element<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Element<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.add(Leaf::Null, 1)
    }

    fn visit_bool<E: Error>(self, x: bool) -> Result<(), E> {
        self.add(Leaf::Flag(x), 1)
    }

    fn visit_f64<E: Error>(self, x: f64) -> Result<(), E> {
        self.add(Leaf::Number(x), 1)
    }

    fn visit_i64<E: Error>(self, x: i64) -> Result<(), E> {
        self.add(Leaf::Number(x as f64), 1)
    }

    fn visit_u64<E: Error>(self, x: u64) -> Result<(), E> {
        self.add(Leaf::Number(x as f64), 1)
    }

    fn visit_str<E: Error>(self, x: &str) -> Result<(), E> {
        check_text(x)?;
        self.add(Leaf::Text(x.to_owned()), WEIGHT_OF_TEXT)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Element { builder, level, place } = self;
        if level == MAX_DEPTH {
            return Err(A::Error::custom(format!("arrays are nested more than {MAX_DEPTH} deep")));
        }
        place.spend::<A::Error>(1)?;
        builder.open(level);
        let mut length = 0;
        while let Some(()) = items.next_element_seed(Element { builder, level: level + 1, place })? {
            length += 1;
        }
        builder.close(level, length);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let object = InObject(self.place).visit_map(map)?;
        match self.level {
            0 | 1 if self.builder.problem.is_none() => self.builder.objects.push(object),
            _ => self.builder.fail("objects are inside nested arrays".into()),
        }
        Ok(())
    }
}
