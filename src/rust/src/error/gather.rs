//! A replacement of `collect()`, which aborts the process if memory allocation fails.
use super::{Error, Result};
use crate::os::{headroom, memory};

pub trait Gather: Iterator + Sized {
    fn gather(self) -> Result<Vec<Self::Item>> {
        let (least, most) = self.size_hint();
        let mut out = memory::room(least)?;
        if most == Some(least) {
            out.extend(self);
            return Ok(out);
        }
        for (i, item) in self.enumerate() {
            headroom::check(i)?;
            memory::add(&mut out, item)?;
        }
        Ok(out)
    }

    /// All items, or the first error.
    fn try_gather<T, E>(self) -> Result<Vec<T>>
    where
        Self: Iterator<Item = std::result::Result<T, E>>,
        Error: From<E>,
    {
        let mut out = memory::room(self.size_hint().0)?;
        for (i, item) in self.enumerate() {
            headroom::check(i)?;
            memory::add(&mut out, item?)?;
        }
        Ok(out)
    }
}

impl<I: Iterator> Gather for I {}
