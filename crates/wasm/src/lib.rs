//! Facedown for WebAssembly: JSON text in and out, plain exports, no bindings generator.
//!
//! [`answer`] serves requests on every platform; with the `wasm32` target the module exports
//! `facedown_alloc`, `facedown_free` and `facedown_answer`, and imports the clock as
//! `facedown.now` (milliseconds). There are no threads and no files: searches run on one thread and
//! are advanced in slices, so that a worker can look for messages in between.
//!
//! ```
//! let request = r#"{"call": "shanten", "hand": "123m406p778s1122z"}"#;
//! assert_eq!(facedown_wasm::answer(request), r#"{"shanten":1}"#);
//! ```

#[cfg(target_family = "wasm")]
mod exports;
mod requests;

pub use requests::answer;
