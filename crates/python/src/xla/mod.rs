//! Kernels and environments as XLA custom calls, which `facedown.jax` registers.
//!
//! XLA calls a handler through the C interface of `xla/ffi/api/c_api.h`. The few structs that a
//! handler on the CPU meets are written out below, field by field and in the header's order. Later
//! versions of the interface only append fields, and nothing behind the last field named here is
//! touched; so handlers declare version 0.1, the oldest that runtimes accept.
//!
//! Buffers are read flat, whatever dimensions `vmap` put in front.
#![allow(unsafe_code, reason = "the caller is C; each block says why it is sound")]

mod env;
mod gin;

pub(crate) use env::pure_env;

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
const INT32: c_int = 4;
const UINT8: c_int = 6;
const UINT32: c_int = 8;
const UINT64: c_int = 9;
const FLOAT16: c_int = 10;
const FLOAT32: c_int = 11;

const STRING: c_int = 4;

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

#[repr(C)]
struct ByteSpan {
    start: *const u8,
    len: usize,
}

#[repr(C)]
struct Attributes {
    struct_size: usize,
    extensions: *mut Extension,
    size: i64,
    kinds: *const c_int,
    names: *const *const ByteSpan,
    values: *const *const c_void,
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
    attributes: Attributes,
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
    /// Returns the buffers, if there are so many.
    ///
    /// # Safety
    /// The pointers are those of a call frame in the stage `EXECUTE`.
    unsafe fn all<const N: usize>(&self) -> Option<[&Buffer; N]> {
        if self.size != N as i64 {
            return None;
        }
        // SAFETY: both lists have `size` entries.
        let are_buffers = (0..N).all(|i| unsafe { *self.kinds.add(i) == BUFFER });
        // SAFETY: both lists have `size` entries, and each of the kind `BUFFER` is a buffer.
        are_buffers.then(|| std::array::from_fn(|i| unsafe { &**self.entries.add(i) }))
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

    /// Returns the elements of an argument, if they are of this type.
    ///
    /// # Safety
    /// The pointers are those of a call frame in the stage `EXECUTE`, and `T` is the type that
    /// `dtype` names, or as many bytes of which any are a `T`.
    unsafe fn elements<T>(&self, dtype: c_int) -> Option<&[T]> {
        if self.dtype != dtype {
            return None;
        }
        // SAFETY: guaranteed by the caller.
        let len = unsafe { self.shape() }.iter().product();
        if len == 0 {
            return Some(&[]); // The data may be null.
        }
        // SAFETY: the runtime gives dense buffers, aligned for their element type, of exactly this
        // shape, and nobody writes an argument.
        Some(unsafe { slice::from_raw_parts(self.data.cast::<T>().cast_const(), len) })
    }

    /// Returns the elements of a result, if they are of this type.
    ///
    /// # Safety
    /// As for [`Buffer::elements`]; and the buffer is a result, of which no other slice is made.
    #[allow(clippy::mut_from_ref, reason = "the frame is shared, its results are ours alone")]
    unsafe fn elements_mut<T>(&self, dtype: c_int) -> Option<&mut [T]> {
        if self.dtype != dtype {
            return None;
        }
        // SAFETY: guaranteed by the caller.
        let len = unsafe { self.shape() }.iter().product();
        if len == 0 {
            return Some(&mut []); // The data may be null.
        }
        // SAFETY: as above, and nobody else touches a result while it is written.
        Some(unsafe { slice::from_raw_parts_mut(self.data.cast::<T>(), len) })
    }
}

impl Attributes {
    /// Returns the text of the only attribute.
    ///
    /// # Safety
    /// The pointers are those of a call frame in the stage `EXECUTE`.
    unsafe fn only_text(&self) -> Option<&str> {
        // SAFETY: all lists have `size` entries, here one.
        if self.size != 1 || unsafe { *self.kinds } != STRING {
            return None;
        }
        // SAFETY: an attribute of the kind `STRING` is a span of bytes.
        let bytes = unsafe {
            let span = &*(*self.values).cast::<ByteSpan>();
            slice::from_raw_parts(span.start, span.len)
        };
        std::str::from_utf8(bytes).ok()
    }
}

/// The work of a handler.
trait Call {
    /// Reads the arguments of a call and writes its results.
    ///
    /// # Safety
    /// `frame` is a call frame in the stage `EXECUTE`.
    unsafe fn execute(frame: &CallFrame) -> Result<(), Failure>;
}

/// The handler itself. `frame` is a call frame of the interface.
unsafe extern "C" fn handler<C: Call>(frame: *mut CallFrame) -> *mut Error {
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
    let result = catch_unwind(AssertUnwindSafe(|| unsafe { C::execute(frame) }));
    let failure = match result {
        Ok(Ok(())) => return ptr::null_mut(),
        Ok(Err(failure)) => failure,
        Err(_) => Failure { code: INTERNAL, message: "a call of facedown panicked".into() },
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

/// Returns the handlers by the names to register them under; those of hands end in their type.
#[pyfunction]
pub(crate) fn xla_handlers(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    type Handler = unsafe extern "C" fn(*mut CallFrame) -> *mut Error;
    let handlers: [(_, Handler); 6] = [
        ("facedown_gin_min_deadwood_uint32", handler::<gin::MinDeadwood<[u32; 2]>>),
        ("facedown_gin_min_deadwood_uint64", handler::<gin::MinDeadwood<u64>>),
        ("facedown_gin_min_deadwood_bool", handler::<gin::MinDeadwood<[u8; 52]>>),
        ("facedown_gin_after_discards", handler::<gin::AfterDiscards>),
        ("facedown_env_reset", handler::<env::Reset>),
        ("facedown_env_step", handler::<env::Step>),
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
