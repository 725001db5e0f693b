//! The operators of this process by number. Kernels know only the number: TensorFlow keeps kernels for ever,
//! and an operator lives as long as the Python object that owns its number. Only that object protects the R
//! functions, so that the collector of cycles sees who does.
use crate::error::Error;
use crate::object::protected::Protected;
use crate::os::mutex::Mutex;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Weak};
use std::time::{SystemTime, UNIX_EPOCH};

pub struct Operator {
    pub function: Weak<Protected>,
    pub shapes: Shapes,
    pub last: Mutex<Option<Last>>,
}

/// The shape of an output; `None` for one of any rank, and for an axis of any length.
pub type Expected = Option<Vec<Option<i64>>>;

/// The shapes of the inputs of the last call, and those of the outputs that follow.
type Last = (Vec<Vec<i64>>, Arc<Vec<Expected>>);

/// What decides on the shapes of the outputs.
pub enum Shapes {
    /// The value alone.
    Free,
    /// An R function of a list of shapes.
    Function(Weak<Protected>),
    /// Output `i` is the gradient of input `i` and has its shape.
    OfInputs,
}

static OPERATORS: LazyLock<Mutex<HashMap<i64, Arc<Operator>>>> = LazyLock::new(Mutex::default);
/// Numbers differ between processes, because files may contain them.
static NEXT: LazyLock<AtomicI64> = LazyLock::new(|| AtomicI64::new(i64::from(seed()) << 32));

fn seed() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let mixed = (now ^ u64::from(std::process::id()) << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 33) as u32 & 0x7fff_ffff
}

/// Adds an operator; with `id`, under this number, which a file contains.
pub fn add(function: Weak<Protected>, shapes: Shapes, id: Option<i64>) -> i64 {
    let id = id.unwrap_or_else(|| NEXT.fetch_add(1, Relaxed));
    let operator = Operator { function, shapes, last: Mutex::default() };
    let before = OPERATORS.lock().insert(id, Arc::new(operator));
    drop(before);
    id
}

pub fn find(id: i64) -> Option<Arc<Operator>> {
    OPERATORS.lock().get(&id).cloned()
}

/// From any thread. A computation that is under way goes on.
pub fn remove(id: i64) {
    let operator = OPERATORS.lock().remove(&id);
    drop(operator);
}

pub fn numbers() -> Vec<i64> {
    OPERATORS.lock().keys().copied().collect()
}

/// The error for an operator whose Python object is gone.
pub fn ended() -> Error {
    Error::Own {
        kind: "operator",
        message: "The R function of the operator was removed while a computation waited for it.".into(),
    }
}
