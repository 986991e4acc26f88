//! One set of answers for every door: HTTP, WebAssembly, Rust.
//!
//! A [`Request`] is one of the [`CALLS`]; [`Service::answer`] turns it into an [`Answer`]. Long work
//! is a [`Job`], advanced in slices: a WebAssembly worker looks for messages in between, a server
//! shares its cores among many. Equal seeds and iterations give equal answers through every door.
//!
//! Tables, which are games against bots, are calls like the others; they are kept in a [`Store`] as
//! setup, random seed and actions. A seat at a table is a secret token, and its answers come from the
//! seat's view alone.
//!
//! There is no HTTP here, no file and no clock but that of [`Control`](facedown_game::Control).
//!
//! ```
//! use facedown_service::{Request, Service};
//!
//! let request = Request::read("gin/deadwood", br#"{"hands": ["As2s3s 9c9d9h Kd 2c 7h 7d"]}"#)?;
//! let answer = Service::default().answer(&request)?;
//! assert_eq!(serde_json::to_value(answer).unwrap()["hands"][0]["deadwood"], 26);
//! # Ok::<(), facedown_service::ServiceError>(())
//! ```

mod budget;
mod call;
pub mod calls;
mod error;
mod job;
mod limits;
mod request;
mod service;
pub mod tables;

pub use budget::{Budget, DEFAULT_TIMEOUT_MS};
pub use error::{ErrorKind, ServiceError, about};
pub use job::{Job, Progress, Spent};
pub use limits::Limits;
pub use request::{Answer, CALLS, CallInfo, Request};
#[cfg(feature = "schema")]
pub use request::{CallSchema, schemas};
pub use service::Service;
pub use tables::{MemoryStore, Store};
