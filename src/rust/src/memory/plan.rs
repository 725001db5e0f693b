//! The part of Python's object graph that R's collector must see: the objects on paths from references in R
//! to R objects, unless they are referenced from elsewhere.
#![expect(clippy::indexing_slicing, reason = "objects are numbered by their positions in these tables")]

use crate::object::protected::Protected;
use crate::object::robject::RObject;
use crate::r::{Sexp, Type};
use crate::shared::address::AddressMap;
use crate::shared::graph::{Graph, Limits};
use crate::shared::mirror::Picture;
use pyo3::prelude::*;
use std::sync::Arc;

pub struct Plan {
    /// The objects that each object references, by index.
    objects: Vec<Vec<u32>>,
    handles: Vec<(usize, u32)>,
    kept: Vec<Kept>,
    stands_for: Vec<(u32, u32)>,
}

/// An R object reachable only from references in R, and the Python objects that stand for it.
struct Kept {
    value: Arc<Protected>,
    objects: Vec<Py<RObject>>,
}

impl Plan {
    /// `None` if there is nothing to search. No Python code may run until the graph has been used.
    pub fn of(py: Python<'_>, limits: &Limits) -> Option<Self> {
        let graph = Graph::walk(&py.get_type::<RObject>(), limits)?;
        let is_used = used(&graph);
        let kept = kept(py, &graph, &is_used);
        if kept.is_empty() {
            return None;
        }
        let standing: Vec<u32> = kept.iter().flat_map(|(_, objects)| objects).copied().collect();
        let numbers = Numbers::of(leading_to(&graph, &is_used, &standing));
        let stands_for =
            kept.iter().zip(0..).flat_map(|((_, objects), k)| objects.iter().map(move |&i| (i, k)));
        Some(Plan {
            stands_for: stands_for.filter_map(|(i, k)| Some((numbers.get(i)?, k))).collect(),
            objects: numbers.held(&graph),
            handles: graph.handles().iter().filter_map(|&(h, i)| Some((h, numbers.get(i)?))).collect(),
            kept: kept
                .into_iter()
                .map(|(value, objects)| Kept {
                    value,
                    objects: objects
                        .into_iter()
                        .filter_map(|i| Some(r_object(py, &graph, i)?.unbind()))
                        .collect(),
                })
                .collect(),
        })
    }

    pub fn picture(&self) -> Picture<'_> {
        Picture {
            objects: &self.objects,
            kept: self.kept.iter().map(|kept| kept.value.preserved()).collect(),
            stands_for: &self.stands_for,
            handles: &self.handles,
        }
    }

    /// The Python objects that stand for the R object with this index.
    pub fn stand_for(&self, i: u32) -> impl Iterator<Item = &Py<RObject>> {
        self.kept[i as usize].objects.iter()
    }
}

/// Which objects are referenced from elsewhere, or reachable from such objects.
fn used(graph: &Graph) -> Vec<bool> {
    let mut is_used = vec![false; graph.len()];
    let mut found: Vec<u32> = (0..graph.len() as u32).filter(|&i| graph.is_held_elsewhere(i)).collect();
    while let Some(i) = found.pop() {
        if !std::mem::replace(&mut is_used[i as usize], true) {
            found.extend(graph.successors(i));
        }
    }
    is_used
}

/// The R objects that only unused Python objects reference, and those Python objects.
fn kept(py: Python<'_>, graph: &Graph, is_used: &[bool]) -> Vec<(Arc<Protected>, Vec<u32>)> {
    let mut by_address: AddressMap<(Arc<Protected>, Vec<u32>)> = AddressMap::default();
    for &i in graph.r_objects().iter().filter(|&&i| !is_used[i as usize]) {
        let Some(object) = r_object(py, graph, i) else { continue };
        let value = object.get().kept();
        let new = || (value.clone(), Vec::new());
        by_address.entry(value.rid()).or_insert_with(new).1.push(i);
    }
    let is_alone = |(value, objects): &(Arc<Protected>, Vec<u32>)| {
        // Plus the reference in this function.
        Arc::strong_count(value) == objects.len() + 1 && may_hold(value.sexp())
    };
    by_address.into_values().filter(is_alone).collect()
}

fn r_object<'py>(py: Python<'py>, graph: &Graph, i: u32) -> Option<Bound<'py, RObject>> {
    graph.r_object(py, i).cast_into().ok()
}

/// Whether `x` may contain a reference to a Python object.
fn may_hold(x: Sexp<'_>) -> bool {
    let is_plain = matches!(
        x.kind(),
        Type::Logical | Type::Integer | Type::Double | Type::Character | Type::Raw | Type::Builtin
    );
    !is_plain || x.has_attributes()
}

/// The unused objects from which the `goals` are reachable.
fn leading_to(graph: &Graph, is_used: &[bool], goals: &[u32]) -> Vec<u32> {
    let mut holders: AddressMap<Vec<u32>> = AddressMap::default();
    for i in (0..graph.len() as u32).filter(|&i| !is_used[i as usize]) {
        for &held in graph.successors(i).iter().filter(|&&held| !is_used[held as usize]) {
            holders.entry(held as usize).or_default().push(i);
        }
    }
    let mut leads = vec![false; graph.len()];
    let mut found = goals.to_vec();
    let mut out = Vec::new();
    while let Some(i) = found.pop() {
        if !std::mem::replace(&mut leads[i as usize], true) {
            out.push(i);
            found.extend(holders.get(&(i as usize)).into_iter().flatten());
        }
    }
    out
}

/// A subset of the graph's objects, renumbered.
struct Numbers {
    chosen: Vec<u32>,
    new: AddressMap<u32>,
}

impl Numbers {
    fn of(chosen: Vec<u32>) -> Self {
        let new = chosen.iter().zip(0..).map(|(&old, new)| (old as usize, new)).collect();
        Numbers { chosen, new }
    }

    fn get(&self, old: u32) -> Option<u32> {
        self.new.get(&(old as usize)).copied()
    }

    /// The objects of the subset that each of them references.
    fn held(&self, graph: &Graph) -> Vec<Vec<u32>> {
        let held = |&old: &u32| graph.successors(old).iter().filter_map(|&held| self.get(held)).collect();
        self.chosen.iter().map(held).collect()
    }
}
