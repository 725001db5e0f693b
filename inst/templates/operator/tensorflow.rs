//! The part of TensorFlow's C API that operators need, and safe types for it. The only unsafe code.

use std::ffi::{c_char, c_int, c_void, CString};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;

/// An input: its dimensions, and its values with the last dimension varying fastest.
#[derive(Debug, Clone)]
#[allow(dead_code)]
pub struct View<'a, T> {
    pub dims: Vec<usize>,
    pub values: &'a [T],
}

/// An output, in the same order.
#[derive(Debug, Clone)]
pub struct Array<T> {
    pub dims: Vec<usize>,
    pub values: Vec<T>,
}

impl<T: Clone + Default> Array<T> {
    #[allow(dead_code)]
    pub fn zeros(dims: &[usize]) -> Self {
        Array { dims: dims.to_vec(), values: vec![T::default(); dims.iter().product()] }
    }
}

/// Types of elements: TensorFlow's number for each.
pub trait Element: Copy {
    const KIND: c_int;
}

macro_rules! element {
    ($($rust:ty = $kind:literal),*) => { $(impl Element for $rust { const KIND: c_int = $kind; })* };
}
element!(f32 = 1, f64 = 2, i32 = 3, i64 = 9, bool = 10);

/// An input or output in the signature. A dimension of `None` may have any size.
pub struct Port {
    pub name: &'static str,
    pub kind: &'static str,
    pub dims: &'static [Option<usize>],
}

pub trait Kernel {
    const NAME: &'static str;
    const INPUTS: &'static [Port];
    const OUTPUTS: &'static [Port];
    fn compute(context: &Context) -> Result<(), String>;
}

// ---- The C API ----------------------------------------------------------------------------------

macro_rules! opaque {
    ($($name:ident),*) => { $(#[repr(C)] pub struct $name { _private: [u8; 0] })* };
}
opaque!(OpBuilder, KernelBuilder, Status, Tensor, KernelContext, Construction, ShapeContext, Shape);

extern "C" {
    fn TF_NewStatus() -> *mut Status;
    fn TF_DeleteStatus(status: *mut Status);
    fn TF_SetStatus(status: *mut Status, code: c_int, message: *const c_char);
    fn TF_GetCode(status: *const Status) -> c_int;
    fn TF_NewOpDefinitionBuilder(name: *const c_char) -> *mut OpBuilder;
    fn TF_OpDefinitionBuilderAddInput(builder: *mut OpBuilder, spec: *const c_char);
    fn TF_OpDefinitionBuilderAddOutput(builder: *mut OpBuilder, spec: *const c_char);
    fn TF_OpDefinitionBuilderSetShapeInferenceFunction(
        builder: *mut OpBuilder,
        shapes: extern "C" fn(*mut ShapeContext, *mut Status),
    );
    fn TF_RegisterOpDefinition(builder: *mut OpBuilder, status: *mut Status);
    fn TF_NewKernelBuilder(
        op: *const c_char,
        device: *const c_char,
        create: Option<extern "C" fn(*mut Construction) -> *mut c_void>,
        compute: extern "C" fn(*mut c_void, *mut KernelContext),
        delete: Option<extern "C" fn(*mut c_void)>,
    ) -> *mut KernelBuilder;
    fn TF_RegisterKernelBuilder(
        name: *const c_char,
        builder: *mut KernelBuilder,
        status: *mut Status,
    );
    fn TF_GetInput(
        context: *mut KernelContext,
        i: c_int,
        tensor: *mut *mut Tensor,
        status: *mut Status,
    );
    fn TF_AllocateOutput(
        context: *mut KernelContext,
        i: c_int,
        kind: c_int,
        dims: *const i64,
        n_dims: c_int,
        size: usize,
        status: *mut Status,
    ) -> *mut Tensor;
    fn TF_OpKernelContext_Failure(context: *mut KernelContext, status: *mut Status);
    fn TF_NumDims(tensor: *const Tensor) -> c_int;
    fn TF_Dim(tensor: *const Tensor, i: c_int) -> i64;
    fn TF_TensorElementCount(tensor: *const Tensor) -> i64;
    fn TF_TensorData(tensor: *const Tensor) -> *mut c_void;
    fn TF_DeleteTensor(tensor: *mut Tensor);
    fn TF_NewShapeHandle() -> *mut Shape;
    fn TF_DeleteShapeHandle(shape: *mut Shape);
    fn TF_ShapeInferenceContextGetInput(
        context: *mut ShapeContext,
        i: c_int,
        shape: *mut Shape,
        status: *mut Status,
    );
    fn TF_ShapeInferenceContextWithRank(
        context: *mut ShapeContext,
        shape: *mut Shape,
        rank: i64,
        result: *mut Shape,
        status: *mut Status,
    );
    fn TF_ShapeInferenceContextScalar(context: *mut ShapeContext) -> *mut Shape;
    fn TF_ShapeInferenceContextVectorFromSize(
        context: *mut ShapeContext,
        size: usize,
    ) -> *mut Shape;
    fn TF_ShapeInferenceContextConcatenateShapes(
        context: *mut ShapeContext,
        first: *mut Shape,
        second: *mut Shape,
        result: *mut Shape,
        status: *mut Status,
    );
    fn TF_ShapeInferenceContextSetOutput(
        context: *mut ShapeContext,
        i: c_int,
        shape: *mut Shape,
        status: *mut Status,
    );
}

const INVALID_ARGUMENT: c_int = 3;

fn text(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// A status of TensorFlow that is deleted with this value.
struct OwnStatus(*mut Status);

impl OwnStatus {
    fn new() -> Self {
        // SAFETY: the function has no conditions; drop() deletes the status.
        OwnStatus(unsafe { TF_NewStatus() })
    }

    fn is_ok(&self) -> bool {
        // SAFETY: the status is alive.
        unsafe { TF_GetCode(self.0) == 0 }
    }
}

impl Drop for OwnStatus {
    fn drop(&mut self) {
        // SAFETY: the status came from TF_NewStatus() and is deleted once.
        unsafe { TF_DeleteStatus(self.0) }
    }
}

// ---- Inputs and outputs -------------------------------------------------------------------------

/// An input tensor, which lives as long as this value.
pub struct Input(*mut Tensor);

impl Input {
    fn dims(&self) -> Vec<usize> {
        // SAFETY: the tensor is alive, and `i` is below its number of dimensions.
        unsafe { (0..TF_NumDims(self.0)).map(|i| TF_Dim(self.0, i) as usize).collect() }
    }

    /// TensorFlow has checked that the elements have the type of the signature, which is `T`.
    pub fn view<T: Element>(&self) -> View<'_, T> {
        // SAFETY: the data are `n` elements of this type, and outlive the view. Without elements the
        // address may be null.
        let values = unsafe {
            match TF_TensorElementCount(self.0) as usize {
                0 => &[],
                n => std::slice::from_raw_parts(TF_TensorData(self.0) as *const T, n),
            }
        };
        View { dims: self.dims(), values }
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        // SAFETY: TF_GetInput() gave this reference, which is given back once.
        unsafe { TF_DeleteTensor(self.0) }
    }
}

/// The inputs and outputs of one call of a kernel.
pub struct Context {
    raw: *mut KernelContext,
    inputs: &'static [Port],
    outputs: &'static [Port],
}

impl Context {
    pub fn input(&self, i: usize) -> Result<Input, String> {
        let (mut tensor, status) = (ptr::null_mut(), OwnStatus::new());
        // SAFETY: TensorFlow's context is alive during the call of the kernel.
        unsafe { TF_GetInput(self.raw, i as c_int, &mut tensor, status.0) };
        if !status.is_ok() {
            return Err(format!("TensorFlow does not give the input `{}`.", self.inputs[i].name));
        }
        let input = Input(tensor);
        check("input", &self.inputs[i], &input.dims())?;
        Ok(input)
    }

    pub fn output<T: Element>(&self, i: usize, array: &Array<T>) -> Result<(), String> {
        let port = &self.outputs[i];
        check("output", port, &array.dims)?;
        if array.dims.iter().product::<usize>() != array.values.len() {
            return Err(format!(
                "The output `{}` has {} values, which do not fill the shape {:?}.",
                port.name,
                array.values.len(),
                array.dims
            ));
        }
        let dims: Vec<i64> = array.dims.iter().map(|&dim| dim as i64).collect();
        let (size, status) = (std::mem::size_of_val(&array.values[..]), OwnStatus::new());
        // SAFETY: TensorFlow allocates `size` bytes, as many as the values have.
        unsafe {
            let n_dims = dims.len() as c_int;
            let tensor = TF_AllocateOutput(
                self.raw,
                i as c_int,
                T::KIND,
                dims.as_ptr(),
                n_dims,
                size,
                status.0,
            );
            if !status.is_ok() {
                return Err(format!("TensorFlow has no memory for the output `{}`.", port.name));
            }
            if size > 0 {
                let from = array.values.as_ptr() as *const u8;
                ptr::copy_nonoverlapping(from, TF_TensorData(tensor) as *mut u8, size);
            }
            TF_DeleteTensor(tensor);
        }
        Ok(())
    }
}

fn check(what: &str, port: &Port, dims: &[usize]) -> Result<(), String> {
    let same = |(own, dim): (&Option<usize>, &usize)| own.is_none_or(|own| own == *dim);
    if port.dims.len() == dims.len() && port.dims.iter().zip(dims).all(same) {
        return Ok(());
    }
    let given: Vec<Option<usize>> = dims.iter().copied().map(Some).collect();
    Err(format!(
        "The {what} `{}` must have the shape ({}), not ({}).",
        port.name,
        shown(port.dims),
        shown(&given)
    ))
}

fn shown(dims: &[Option<usize>]) -> String {
    let sizes: Vec<String> =
        dims.iter().map(|dim| dim.map_or("?".to_string(), |dim| dim.to_string())).collect();
    sizes.join(", ")
}

// ---- Registration -------------------------------------------------------------------------------

/// Tells TensorFlow the operator and its kernel, when the library is loaded.
pub fn register<K: Kernel>() {
    let (name, device, status) = (text(K::NAME), text("CPU"), OwnStatus::new());
    // SAFETY: the strings are alive during the calls, which copy them. TensorFlow takes the builders.
    unsafe {
        let builder = TF_NewOpDefinitionBuilder(name.as_ptr());
        for port in K::INPUTS {
            let spec = text(&format!("{}: {}", port.name, port.kind));
            TF_OpDefinitionBuilderAddInput(builder, spec.as_ptr());
        }
        for port in K::OUTPUTS {
            let spec = text(&format!("{}: {}", port.name, port.kind));
            TF_OpDefinitionBuilderAddOutput(builder, spec.as_ptr());
        }
        TF_OpDefinitionBuilderSetShapeInferenceFunction(builder, shapes::<K>);
        TF_RegisterOpDefinition(builder, status.0);
        let kernel = TF_NewKernelBuilder(name.as_ptr(), device.as_ptr(), None, compute::<K>, None);
        TF_RegisterKernelBuilder(name.as_ptr(), kernel, status.0);
    }
}

extern "C" fn compute<K: Kernel>(_: *mut c_void, raw: *mut KernelContext) {
    let context = Context { raw, inputs: K::INPUTS, outputs: K::OUTPUTS };
    // A panic must not pass through TensorFlow.
    let result = catch_unwind(AssertUnwindSafe(|| K::compute(&context)))
        .unwrap_or_else(|_| Err("The code of the operator panicked.".to_string()));
    if let Err(message) = result {
        let (status, message) = (OwnStatus::new(), text(&format!("{}: {message}", K::NAME)));
        // SAFETY: the status and TensorFlow's context are alive.
        unsafe {
            TF_SetStatus(status.0, INVALID_ARGUMENT, message.as_ptr());
            TF_OpKernelContext_Failure(raw, status.0);
        }
    }
}

/// Shapes of the outputs, while a graph is built. Ranks of the inputs are checked.
extern "C" fn shapes<K: Kernel>(context: *mut ShapeContext, status: *mut Status) {
    // SAFETY: TensorFlow's context and status are alive during the call; handles are deleted here.
    unsafe {
        for (i, port) in K::INPUTS.iter().enumerate() {
            let shape = TF_NewShapeHandle();
            TF_ShapeInferenceContextGetInput(context, i as c_int, shape, status);
            let rank = port.dims.len() as i64;
            TF_ShapeInferenceContextWithRank(context, shape, rank, shape, status);
            TF_DeleteShapeHandle(shape);
            if TF_GetCode(status) != 0 {
                return;
            }
        }
        for (i, port) in K::OUTPUTS.iter().enumerate() {
            let shape = TF_ShapeInferenceContextScalar(context);
            for dim in port.dims {
                // TensorFlow's number for an unknown size is -1.
                let one =
                    TF_ShapeInferenceContextVectorFromSize(context, dim.unwrap_or(usize::MAX));
                TF_ShapeInferenceContextConcatenateShapes(context, shape, one, shape, status);
                TF_DeleteShapeHandle(one);
            }
            TF_ShapeInferenceContextSetOutput(context, i as c_int, shape, status);
            TF_DeleteShapeHandle(shape);
        }
    }
}
