#![doc = include_str!("../README.md")]
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
