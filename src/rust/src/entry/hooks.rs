//! Sets the hooks through which earlier modules call later ones.
use super::quick;
use crate::object::{rfunction, robject};
use crate::r::quick as routines;
use crate::shared::pointer;
use crate::threads::{blocking, callback, members};

pub fn set() {
    routines::ROUTINES.set(quick::ROUTINES);
    pointer::RELEASE.set(blocking::release_all);
    robject::ASK.set(members::ask);
    rfunction::CALL.set(|function, args, kwargs| Ok(callback::call(function, args, kwargs)?));
}
