//! The kernel as XLA custom calls, which `facedown.jax` registers.
//!
//! XLA calls a handler through the C interface of `xla/ffi/api/c_api.h`. The few structs that a
//! handler on the CPU meets are written out below, field by field and in the header's order. Later
//! versions of the interface only append fields, and nothing behind the last field named here is
//! touched; so handlers declare version 0.1, the oldest that runtimes accept.
//!
//! A handler receives one buffer of hands and fills one buffer of deadwood. Both are read flat,
//! whatever dimensions `vmap` put in front.
#![allow(unsafe_code, reason = "the caller is C; each block says why it is sound")]

use crate::hands::{self, Hand};
use crate::threads::default_threads;
use pyo3::prelude::{Bound, PyResult, Python, pyfunction};
use pyo3::types::{PyCapsule, PyDict, PyDictMethods};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::offset_of;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::slice;

/// The name that JAX expects of a capsule that holds a handler.
const CAPSULE_NAME: &CStr = c"xla._CUSTOM_CALL_TARGET";

const EXTENSION_METADATA: c_int = 1;
const STAGE_EXECUTE: c_int = 3;
const BUFFER: c_int = 1;
const INVALID_ARGUMENT: c_int = 3;
const INTERNAL: c_int = 13;

const BOOL: c_int = 1;
const UINT8: c_int = 6;
const UINT32: c_int = 8;
const UINT64: c_int = 9;

#[repr(C)]
struct Extension {
    struct_size: usize,
    kind: c_int,
    next: *mut Extension,
}

#[repr(C)]
struct Version {
    struct_size: usize,
    extensions: *mut Extension,
    major: c_int,
    minor: c_int,
}

#[repr(C)]
struct Metadata {
    struct_size: usize,
    version: Version,
    traits: u32,
}

#[repr(C)]
struct MetadataExtension {
    base: Extension,
    metadata: *mut Metadata,
}

#[repr(C)]
struct Buffer {
    struct_size: usize,
    extensions: *mut Extension,
    dtype: c_int,
    data: *mut c_void,
    rank: i64,
    dims: *const i64,
}

/// Arguments and results alike.
#[repr(C)]
struct Buffers {
    struct_size: usize,
    extensions: *mut Extension,
    size: i64,
    kinds: *const c_int,
    entries: *const *const Buffer,
}

#[repr(C)]
struct ErrorArguments {
    struct_size: usize,
    extensions: *mut Extension,
    message: *const c_char,
    code: c_int,
}

/// An error object of the runtime: created by us, read and freed by it.
#[repr(C)]
struct Error {
    _opaque: [u8; 0],
}

#[repr(C)]
struct Api {
    struct_size: usize,
    extensions: *mut Extension,
    version: Version,
    internal: *const c_void,
    create_error: unsafe extern "C" fn(*mut ErrorArguments) -> *mut Error,
}

#[repr(C)]
struct CallFrame {
    struct_size: usize,
    extensions: *mut Extension,
    api: *const Api,
    context: *mut c_void,
    stage: c_int,
    arguments: Buffers,
    results: Buffers,
}

/// The failure of a call: a code of the interface, and a message.
struct Failure {
    code: c_int,
    message: String,
}

impl Failure {
    fn invalid(message: String) -> Self {
        Self { code: INVALID_ARGUMENT, message }
    }
}

impl Buffers {
    /// Returns the only buffer.
    ///
    /// # Safety
    /// The pointers are those of a call frame in the stage `EXECUTE`.
    unsafe fn only(&self) -> Option<&Buffer> {
        // SAFETY: both lists have `size` entries, here one, and a `BUFFER` points to a buffer.
        unsafe { (self.size == 1 && *self.kinds == BUFFER).then(|| &**self.entries) }
    }
}

impl Buffer {
    /// Returns the dimensions, outermost first.
    ///
    /// # Safety
    /// The pointers are those of a call frame in the stage `EXECUTE`.
    unsafe fn shape(&self) -> Vec<usize> {
        if self.rank == 0 {
            return Vec::new(); // `dims` may be null.
        }
        // SAFETY: `dims` has `rank` entries.
        let dims = unsafe { slice::from_raw_parts(self.dims, self.rank as usize) };
        dims.iter().map(|&n| n as usize).collect()
    }
}

/// A hand as elements of a buffer.
trait Elements: Hand {
    /// The type of the elements.
    const DTYPE: c_int;
    /// The last dimension, if a hand is several elements.
    const WIDTH: Option<usize>;
    /// A description of the expected buffers.
    const EXPECTED: &'static str;
}

impl Elements for [u32; 2] {
    const DTYPE: c_int = UINT32;
    const WIDTH: Option<usize> = Some(2);
    const EXPECTED: &'static str = "uint32[..., 2] -> uint8[...]";
}

impl Elements for u64 {
    const DTYPE: c_int = UINT64;
    const WIDTH: Option<usize> = None;
    const EXPECTED: &'static str = "uint64[...] -> uint8[...]";
}

impl Elements for [u8; 52] {
    const DTYPE: c_int = BOOL;
    const WIDTH: Option<usize> = Some(52);
    const EXPECTED: &'static str = "bool[..., 52] -> uint8[...]";
}

/// Computes the least deadwood of all hands of a call.
///
/// # Safety
/// `frame` is a call frame in the stage `EXECUTE`.
unsafe fn execute<H: Elements>(frame: &CallFrame) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let (hands, out) = unsafe { (frame.arguments.only(), frame.results.only()) };
    let (Some(hands), Some(out)) = (hands, out) else {
        return Err(Failure::invalid("expected one buffer of hands and one result".into()));
    };
    // SAFETY: guaranteed by the caller.
    let (mut shape, out_shape) = unsafe { (hands.shape(), out.shape()) };
    let width = if H::WIDTH.is_some() { shape.pop() } else { None };
    let fits = hands.dtype == H::DTYPE && out.dtype == UINT8;
    if !fits || width != H::WIDTH || shape != out_shape {
        return Err(Failure::invalid(format!("expected {}", H::EXPECTED)));
    }
    let count: usize = shape.iter().product();
    if count == 0 {
        return Ok(()); // The data may be null.
    }
    // SAFETY: the runtime gives dense buffers, aligned for their element type, of exactly these
    // shapes, and nobody else touches a result while it is written. A hand is `WIDTH` elements,
    // and any bytes are a valid one.
    let (hands, out) = unsafe {
        (
            slice::from_raw_parts(hands.data.cast::<H>().cast_const(), count),
            slice::from_raw_parts_mut(out.data.cast::<u8>(), count),
        )
    };
    hands::min_deadwood(hands, &shape, out, default_threads())
        .map_err(|refusal| Failure::invalid(refusal.to_string()))
}

/// The handler itself. `frame` is a call frame of the interface.
unsafe extern "C" fn handler<H: Elements>(frame: *mut CallFrame) -> *mut Error {
    // SAFETY: the runtime passes a call frame that it does not touch meanwhile.
    let frame = unsafe { &*frame };
    // SAFETY: extensions are a list; the one about metadata is larger than its common beginning,
    // and asks for the version of the interface instead of an answer.
    unsafe {
        if let Some(extension) = frame.extensions.as_ref()
            && extension.kind == EXTENSION_METADATA
        {
            let metadata = (*frame.extensions.cast::<MetadataExtension>()).metadata;
            (*metadata).version.major = 0;
            (*metadata).version.minor = 1;
            (*metadata).traits = 0;
            return ptr::null_mut();
        }
    }
    if frame.stage != STAGE_EXECUTE {
        return ptr::null_mut();
    }
    // SAFETY: this is the stage `EXECUTE`.
    let result = catch_unwind(AssertUnwindSafe(|| unsafe { execute::<H>(frame) }));
    let failure = match result {
        Ok(Ok(())) => return ptr::null_mut(),
        Ok(Err(failure)) => failure,
        Err(_) => Failure { code: INTERNAL, message: "the deadwood kernel panicked".into() },
    };
    let message = CString::new(failure.message).unwrap_or_default();
    let mut arguments = ErrorArguments {
        // The header counts up to the end of the last field, without what pads the struct.
        struct_size: offset_of!(ErrorArguments, code) + size_of::<c_int>(),
        extensions: ptr::null_mut(),
        message: message.as_ptr(),
        code: failure.code,
    };
    // SAFETY: the runtime's own function, given its struct; it copies the message.
    unsafe { ((*frame.api).create_error)(&raw mut arguments) }
}

/// Returns the handlers by the names to register them under; each ends in its hands' type.
#[pyfunction]
pub(crate) fn xla_handlers(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    type Handler = unsafe extern "C" fn(*mut CallFrame) -> *mut Error;
    let handlers: [(_, Handler); 3] = [
        ("facedown_gin_min_deadwood_uint32", handler::<[u32; 2]>),
        ("facedown_gin_min_deadwood_uint64", handler::<u64>),
        ("facedown_gin_min_deadwood_bool", handler::<[u8; 52]>),
    ];
    let by_name = PyDict::new(py);
    for (name, handler) in handlers {
        let pointer = NonNull::new(handler as *mut c_void).expect("a function has an address");
        // SAFETY: a function lives as long as the library, and JAX unpacks this name as a handler.
        let capsule = unsafe { PyCapsule::new_with_pointer(py, pointer, CAPSULE_NAME)? };
        by_name.set_item(name, capsule)?;
    }
    Ok(by_name)
}
