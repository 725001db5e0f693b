//! Sets the hooks through which earlier modules call later ones.
use super::quick;
use crate::convert;
use crate::object::{callable, rfunction, robject};
use crate::r::quick as routines;
use crate::shared::collected;
use crate::threads::{alarm, callback, members, monitor, workers};

pub fn set() {
    routines::ROUTINES.set(quick::ROUTINES);
    alarm::RUN.set(monitor::run);
    collected::RELEASE.set(workers::release_all);
    convert::element::FAMILIES.set(convert::FAMILIES);
    callable::TO_R.set(convert::to_r);
    robject::ASK.set(members::ask);
    rfunction::CALL.set(|function, args, kwargs| Ok(callback::call(function, args, kwargs)?));
}
