//! The service for WebAssembly: JSON text in and out, plain exports, no bindings generator.
//!
//! [`Engine`] serves requests on every platform. With the `wasm32` target the module exports
//! `facedown_alloc`, `facedown_free`, `facedown_begin`, `facedown_advance`, `facedown_end`,
//! `facedown_cancel`, `facedown_install`, `facedown_saved` and `facedown_restore`, and imports the clock
//! and random numbers of its host: `facedown.now` (milliseconds) and `facedown.random` (a number below
//! 2^32). There are no threads and no files: long work is advanced in slices, so that a worker can look
//! for messages in between; tables are handed to the host, which keeps them; and the network weights of
//! open-face Chinese poker are a file that the host installs when a request needs it.
//!
//! ```
//! let mut engine = facedown_wasm::Engine::default();
//! let begun = engine.begin(r#"{"call": "gin/deadwood", "hands": ["Ks"], "brief": true}"#);
//! assert_eq!(begun, r#"{"answer":{"deadwood":[10]}}"#);
//! ```

mod engine;
#[cfg(target_family = "wasm")]
mod exports;

pub use engine::Engine;
