//! The functions of TensorFlow's C API that are used, found by name in the library that TensorFlow has
//! loaded.
#![allow(non_snake_case)]
use crate::os::symbol::Library;
use once_cell::sync::OnceCell;
use std::ffi::{CStr, c_char, c_int, c_void};

/// A type of TensorFlow's, of which only the address is known here.
macro_rules! opaque {
    ($($name:ident)*) => { $(#[repr(C)] pub struct $name([u8; 0]);)* };
}

opaque! { TF_Status TF_Tensor TF_OpDefinitionBuilder TF_KernelBuilder TF_ShapeInferenceContext
TF_OpKernelConstruction TF_OpKernelContext }

pub type Create = unsafe extern "C" fn(*mut TF_OpKernelConstruction) -> *mut c_void;
pub type Compute = unsafe extern "C" fn(*mut c_void, *mut TF_OpKernelContext);
pub type Delete = unsafe extern "C" fn(*mut c_void);
pub type InferShapes = unsafe extern "C" fn(*mut TF_ShapeInferenceContext, *mut TF_Status);

macro_rules! functions {
    ($($name:ident($($arg:ty),*) $(-> $out:ty)?;)*) => {
        pub struct Api {
            $(pub $name: unsafe extern "C" fn($($arg),*) $(-> $out)?,)*
        }

        impl Api {
            /// The name of a missing function is the error.
            fn of(library: &Library) -> Result<Self, &'static str> {
                Ok(Api {
                    $($name: {
                        let name = concat!(stringify!($name), "\0");
                        let name = CStr::from_bytes_with_nul(name.as_bytes()).unwrap_or(c"");
                        let found = library.find(name).ok_or(stringify!($name))?;
                        // SAFETY: the signatures are those of TensorFlow's headers, which are stable.
                        unsafe {
                            std::mem::transmute::<
                                *mut c_void,
                                unsafe extern "C" fn($($arg),*) $(-> $out)?,
                            >(found)
                        }
                    },)*
                })
            }
        }
    };
}

functions! {
    TF_NewStatus() -> *mut TF_Status;
    TF_DeleteStatus(*mut TF_Status);
    TF_SetStatus(*mut TF_Status, c_int, *const c_char);
    TF_GetCode(*const TF_Status) -> c_int;
    TF_Message(*const TF_Status) -> *const c_char;

    TF_NewOpDefinitionBuilder(*const c_char) -> *mut TF_OpDefinitionBuilder;
    TF_OpDefinitionBuilderAddAttr(*mut TF_OpDefinitionBuilder, *const c_char);
    TF_OpDefinitionBuilderAddInput(*mut TF_OpDefinitionBuilder, *const c_char);
    TF_OpDefinitionBuilderAddOutput(*mut TF_OpDefinitionBuilder, *const c_char);
    TF_OpDefinitionBuilderSetIsStateful(*mut TF_OpDefinitionBuilder, bool);
    TF_OpDefinitionBuilderSetShapeInferenceFunction(*mut TF_OpDefinitionBuilder, InferShapes);
    TF_RegisterOpDefinition(*mut TF_OpDefinitionBuilder, *mut TF_Status);
    TF_ShapeInferenceContextSetUnknownShape(*mut TF_ShapeInferenceContext, *mut TF_Status);

    TF_NewKernelBuilder(*const c_char, *const c_char, Create, Compute, Delete) -> *mut TF_KernelBuilder;
    TF_RegisterKernelBuilder(*const c_char, *mut TF_KernelBuilder, *mut TF_Status);
    TF_OpKernelConstruction_GetAttrInt64(
        *mut TF_OpKernelConstruction, *const c_char, *mut i64, *mut TF_Status);
    TF_OpKernelConstruction_GetAttrSize(
        *mut TF_OpKernelConstruction, *const c_char, *mut i32, *mut i32, *mut TF_Status);
    TF_OpKernelConstruction_GetAttrString(
        *mut TF_OpKernelConstruction, *const c_char, *mut c_char, usize, *mut TF_Status);
    TF_OpKernelConstruction_Failure(*mut TF_OpKernelConstruction, *mut TF_Status);

    TF_NumInputs(*mut TF_OpKernelContext) -> c_int;
    TF_NumOutputs(*mut TF_OpKernelContext) -> c_int;
    TF_GetInput(*mut TF_OpKernelContext, c_int, *mut *mut TF_Tensor, *mut TF_Status);
    TF_ExpectedOutputDataType(*mut TF_OpKernelContext, c_int) -> c_int;
    TF_SetOutput(*mut TF_OpKernelContext, c_int, *const TF_Tensor, *mut TF_Status);
    TF_OpKernelContext_Failure(*mut TF_OpKernelContext, *mut TF_Status);

    TF_AllocateTensor(c_int, *const i64, c_int, usize) -> *mut TF_Tensor;
    TF_DeleteTensor(*mut TF_Tensor);
    TF_TensorType(*const TF_Tensor) -> c_int;
    TF_NumDims(*const TF_Tensor) -> c_int;
    TF_Dim(*const TF_Tensor, c_int) -> i64;
    TF_TensorData(*const TF_Tensor) -> *mut c_void;
    TF_TensorByteSize(*const TF_Tensor) -> usize;
}

// SAFETY: addresses of functions.
unsafe impl Send for Api {}
// SAFETY: as above.
unsafe impl Sync for Api {}

static API: OnceCell<Api> = OnceCell::new();

/// Finds the functions in the loaded library at `path`. An error names what is missing.
pub fn load(path: &CStr) -> Result<(), String> {
    let found = || {
        let library =
            Library::loaded(path).ok_or_else(|| format!("{} is not loaded", path.to_string_lossy()))?;
        Api::of(&library).map_err(|name| format!("{} has no {name}", path.to_string_lossy()))
    };
    API.get_or_try_init(found).map(drop)
}

#[expect(clippy::expect_used, reason = "loaded before operators are registered")]
pub fn api() -> &'static Api {
    API.get().expect("loaded before operators are registered")
}
