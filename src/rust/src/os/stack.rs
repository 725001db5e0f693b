//! A second C stack for R's thread.
use std::any::Any;
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

unsafe extern "C" {
    fn rkeras_on_stack(
        memory: *mut c_char,
        size: usize,
        body: unsafe extern "C" fn(*mut c_void),
        data: *mut c_void,
    );
}

/// Memory that is used as a stack. It is only reserved until it is written to.
pub struct Stack {
    memory: *mut c_char,
    size: usize,
}

impl Stack {
    pub fn new(size: usize) -> Option<Self> {
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: new memory, of our own.
        let memory = unsafe { libc::mmap(std::ptr::null_mut(), size, access, kind, -1, 0) };
        if memory == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: the page at its end, where running over it must not go unnoticed.
        unsafe { libc::mprotect(memory, 1 << 16, libc::PROT_NONE) };
        Some(Stack { memory: memory.cast(), size })
    }

    /// Where it begins: it grows downwards.
    pub fn start(&self) -> usize {
        self.memory as usize + self.size
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// Runs `f` on it. Its panic goes on here. On R's thread, and by nobody who is on it already.
    pub fn run<T>(&self, f: impl FnOnce() -> T) -> T {
        let mut call = Call { f: Some(f), result: None };
        // SAFETY: `body` takes such a call; neither a panic nor a jump leaves it.
        unsafe { rkeras_on_stack(self.memory, self.size, body_of(&call), (&raw mut call).cast()) };
        match call.result {
            Some(Ok(value)) => value,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => std::panic::resume_unwind(Box::new("the second stack was not used")),
        }
    }
}

struct Call<F, T> {
    f: Option<F>,
    result: Option<Result<T, Box<dyn Any + Send>>>,
}

fn body_of<F: FnOnce() -> T, T>(_: &Call<F, T>) -> unsafe extern "C" fn(*mut c_void) {
    unsafe extern "C" fn body<F: FnOnce() -> T, T>(call: *mut c_void) {
        // SAFETY: the call that `run` made, which waits for us.
        let call = unsafe { &mut *call.cast::<Call<F, T>>() };
        if let Some(f) = call.f.take() {
            call.result = Some(catch_unwind(AssertUnwindSafe(f)));
        }
    }
    body::<F, T>
}
