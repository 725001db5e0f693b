//! What Rust code uses of this package's Python modules (`inst/python/rkeras/`).
use super::import::import;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

macro_rules! objects {
    ($($name:ident = $module:literal $attribute:literal;)*) => {
        $(pub static $name: Object = Object { module: $module, attribute: $attribute, found: PyOnceLock::new() };)*
    };
}

objects! {
    CALL = "rkeras.bridge.caller" "call";
    CALL_NAMED = "rkeras.bridge.caller" "call_named";
    COMPLETED = "rkeras.bridge.caller" "completed";
    WITHOUT_CALLERS = "rkeras.bridge.caller" "without_callers";
    AS_R_THREAD = "rkeras.bridge.elsewhere" "as_r_thread";
    LOOK = "rkeras.bridge.activity" "look";
    IS_IMPORTING = "rkeras.bridge.activity" "is_importing";
    IS_UNCHECKED = "rkeras.bridge.activity" "is_unchecked";
    STACKS = "rkeras.bridge.deadlock" "stacks";
    DEADLOCK = "rkeras.bridge.deadlock" "report";
    INTERRUPT = "rkeras.bridge.interrupt" "RKeyboardInterrupt";
    INTERRUPT_SENT = "rkeras.bridge.interrupt" "RKeyboardInterruptSent";
    HAS_TO_WAIT = "rkeras.bridge.interrupt" "has_to_wait";
    WATCH_DROPPED = "rkeras.bridge.interrupt" "watch_dropped";
    WAS_DROPPED = "rkeras.bridge.interrupt" "was_dropped";
    CLASSES = "rkeras.bridge.classes" "CLASSES";
    SIZE_FUNCTION = "rkeras.bridge.size" "function_for";
    WRITE_TO_R_CONSOLE = "rkeras.bridge.output" "write_to_r_console";
    EXIT_PATIENCE = "rkeras.bridge.exit" "PATIENCE";
    WAIT_FOR_THREADS = "rkeras.bridge.exit" "wait_for_threads";
    THREAD_NAMES = "rkeras.bridge.exit" "names";
    RUN_EXIT_HANDLERS = "rkeras.bridge.exit" "run_handlers";
    NOTES = "rkeras.frame" "Notes";
    VERSION = "rkeras.version" "Version";
    VECTOR = "rkeras.vector" "Vector";
    RAW = "rkeras.vector" "Raw";
    DIFFTIME = "rkeras.duration" "Difftime";
    LOCAL_TIME_ZONE = "rkeras.zone" "local";
    TIME_ZONE_NAME = "rkeras.zone" "name";
}

/// An attribute of a module, which is imported when it is first needed.
pub struct Object {
    module: &'static str,
    attribute: &'static str,
    found: PyOnceLock<Py<PyAny>>,
}

impl Object {
    pub fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyAny>> {
        let found = || Ok(import(py, self.module)?.getattr(self.attribute)?.unbind());
        self.found.get_or_try_init(py, found).map(|found| found.bind(py))
    }
}
