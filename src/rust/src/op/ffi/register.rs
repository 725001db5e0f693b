//! The definitions of the operators and their kernels, and the functions that TensorFlow calls.
use super::api::*;
use super::status::Status;
use super::tensor::Tensor;
use crate::os::hook::Hook;
use std::ffi::{CStr, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What the attributes of an operation say.
pub struct Attributes {
    pub id: i64,
    /// The name that the user knows.
    pub label: String,
}

/// The computation of an operation: its inputs and the dtypes of its outputs to its outputs, or the message
/// of an error.
pub type Run = fn(&Attributes, Vec<Tensor>, &[c_int]) -> Result<Vec<Tensor>, String>;

static RUN: Hook<Run> = Hook::new();

/// An operation that calls an R function. TensorFlow may drop, merge or precompute one that is not
/// stateful. Where TensorFlow runs without R, its error shows the name.
#[derive(Clone, Copy)]
pub struct Definition {
    pub name: &'static CStr,
    pub is_stateful: bool,
}

/// Once in a process.
pub fn register(definition: Definition, run: Run) -> Result<(), String> {
    RUN.set(run);
    define(definition)?;
    add_kernel(definition.name, c"CPU", create)?;
    // XLA takes these for its own kernels, and shows the error of their creation.
    add_kernel(definition.name, c"XLA_CPU_JIT", refuse)?;
    add_kernel(definition.name, c"XLA_GPU_JIT", refuse)
}

fn define(definition: Definition) -> Result<(), String> {
    const ATTRIBUTES: [&CStr; 5] = [
        c"Tin: list(type) >= 0",
        c"Tout: list(type) >= 0",
        c"id: int",
        c"label: string",
        c"code: string = ''",
    ];
    let status = Status::new();
    let api = api();
    // SAFETY: NUL-terminated strings, which are copied; registering ends the builder's life.
    unsafe {
        let builder = (api.TF_NewOpDefinitionBuilder)(definition.name.as_ptr());
        for attribute in ATTRIBUTES {
            (api.TF_OpDefinitionBuilderAddAttr)(builder, attribute.as_ptr());
        }
        (api.TF_OpDefinitionBuilderAddInput)(builder, c"x: Tin".as_ptr());
        (api.TF_OpDefinitionBuilderAddOutput)(builder, c"y: Tout".as_ptr());
        (api.TF_OpDefinitionBuilderSetIsStateful)(builder, definition.is_stateful);
        (api.TF_OpDefinitionBuilderSetShapeInferenceFunction)(builder, infer_no_shapes);
        (api.TF_RegisterOpDefinition)(builder, status.raw());
    }
    status.check()
}

fn add_kernel(name: &CStr, device: &CStr, create: Create) -> Result<(), String> {
    let status = Status::new();
    // SAFETY: as above; the functions are those of this module, which are never unloaded.
    unsafe {
        let builder = (api().TF_NewKernelBuilder)(name.as_ptr(), device.as_ptr(), create, compute, delete);
        (api().TF_RegisterKernelBuilder)(name.as_ptr(), builder, status.raw());
    }
    status.check()
}

/// Python code sets the shapes that R code knows.
unsafe extern "C" fn infer_no_shapes(context: *mut TF_ShapeInferenceContext, status: *mut TF_Status) {
    // SAFETY: TensorFlow's own arguments.
    unsafe { (api().TF_ShapeInferenceContextSetUnknownShape)(context, status) };
}

unsafe extern "C" fn create(construction: *mut TF_OpKernelConstruction) -> *mut c_void {
    // SAFETY: TensorFlow's own argument, which lives during the call.
    match unsafe { attributes(construction) } {
        Ok(attributes) => Box::into_raw(Box::new(attributes)).cast(),
        Err(message) => {
            // SAFETY: as above.
            unsafe { fail_to_create(construction, &message) };
            std::ptr::null_mut()
        }
    }
}

unsafe extern "C" fn refuse(construction: *mut TF_OpKernelConstruction) -> *mut c_void {
    // SAFETY: as above.
    let label = unsafe { attributes(construction) }.map(|attributes| attributes.label).unwrap_or_default();
    let message = format!(
        "The operator `{label}` calls an R function, which XLA cannot compile. Use `jit_compile = FALSE` in \
         compile() and tf_function()."
    );
    // SAFETY: as above.
    unsafe { fail_to_create(construction, &message) };
    std::ptr::null_mut()
}

/// # Safety
/// The argument of a kernel's creation, during that call; so below.
unsafe fn fail_to_create(construction: *mut TF_OpKernelConstruction, message: &str) {
    // SAFETY: the caller's promise.
    unsafe { (api().TF_OpKernelConstruction_Failure)(construction, Status::error(message).raw()) };
}

/// # Safety
/// As above.
unsafe fn attributes(construction: *mut TF_OpKernelConstruction) -> Result<Attributes, String> {
    let (status, mut id) = (Status::new(), 0);
    // SAFETY: the caller's promise, and a place for the number.
    unsafe {
        (api().TF_OpKernelConstruction_GetAttrInt64)(construction, c"id".as_ptr(), &mut id, status.raw());
        status.check()?;
        Ok(Attributes { id, label: text_attribute(construction, c"label")? })
    }
}

/// # Safety
/// As above.
unsafe fn text_attribute(construction: *mut TF_OpKernelConstruction, name: &CStr) -> Result<String, String> {
    let status = Status::new();
    let (mut items, mut size) = (0, 0);
    // SAFETY: the caller's promise; the buffer has the size that TensorFlow asks for.
    unsafe {
        (api().TF_OpKernelConstruction_GetAttrSize)(
            construction,
            name.as_ptr(),
            &mut items,
            &mut size,
            status.raw(),
        );
        status.check()?;
        let mut bytes = vec![0_u8; usize::try_from(size).unwrap_or(0)];
        (api().TF_OpKernelConstruction_GetAttrString)(
            construction,
            name.as_ptr(),
            bytes.as_mut_ptr().cast(),
            bytes.len(),
            status.raw(),
        );
        status.check()?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

unsafe extern "C" fn compute(kernel: *mut c_void, context: *mut TF_OpKernelContext) {
    // SAFETY: made by `create`, and alive while it computes.
    let Some(attributes) = (unsafe { kernel.cast::<Attributes>().as_ref() }) else { return };
    let run = || {
        // SAFETY: TensorFlow's own argument, which lives during the call.
        unsafe {
            let outputs = RUN.get()(attributes, inputs(context)?, &dtypes(context))?;
            set_outputs(context, &outputs)
        }
    };
    // A panic must not leave this function.
    let done = catch_unwind(AssertUnwindSafe(run));
    if let Err(message) = done.unwrap_or_else(|_| Err(crate::error::fault::message())) {
        // SAFETY: as above.
        unsafe { (api().TF_OpKernelContext_Failure)(context, Status::error(&message).raw()) };
    }
}

/// # Safety
/// The argument of a computation, during that call; so below.
unsafe fn inputs(context: *mut TF_OpKernelContext) -> Result<Vec<Tensor>, String> {
    let status = Status::new();
    let input = |i| {
        let mut tensor = std::ptr::null_mut();
        // SAFETY: the caller's promise; the reference is given to the caller.
        unsafe {
            (api().TF_GetInput)(context, i, &mut tensor, status.raw());
            status.check()?;
            Ok(Tensor::own(tensor))
        }
    };
    // SAFETY: as above.
    (0..unsafe { (api().TF_NumInputs)(context) }).map(input).collect()
}

/// # Safety
/// As above.
unsafe fn dtypes(context: *mut TF_OpKernelContext) -> Vec<c_int> {
    // SAFETY: the caller's promise; the indices are within the number of outputs.
    unsafe {
        let count = (api().TF_NumOutputs)(context);
        (0..count).map(|i| (api().TF_ExpectedOutputDataType)(context, i)).collect()
    }
}

/// # Safety
/// As above.
unsafe fn set_outputs(context: *mut TF_OpKernelContext, outputs: &[Tensor]) -> Result<(), String> {
    let status = Status::new();
    for (i, output) in outputs.iter().enumerate() {
        // SAFETY: the caller's promise; TensorFlow counts a reference of its own.
        unsafe { (api().TF_SetOutput)(context, i as c_int, output.raw(), status.raw()) };
        status.check()?;
    }
    Ok(())
}

unsafe extern "C" fn delete(kernel: *mut c_void) {
    if !kernel.is_null() {
        // SAFETY: made by `create`, deleted once.
        drop(unsafe { Box::from_raw(kernel.cast::<Attributes>()) });
    }
}
