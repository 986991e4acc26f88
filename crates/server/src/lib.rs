#![doc = include_str!("../README.md")]
//!
//! [`Server::bind`] opens the store and the socket, [`Server::run`] serves until a signal. Requests and
//! answers are those of `facedown-service`: `POST /v1/…` for every call, server-sent events for long
//! work, tables, the calls of the El Dorado app, and an OpenAPI document generated from the types.
//!
//! | part | holds |
//! |---|---|
//! | `pool` | searches in slices on one thread per core, deadlines, the queue limit |
//! | `calls`, `tables` | from HTTP to requests, and back |
//! | `guard` | who may ask: host, origin, token, media type |
//! | `store` | tables in a file, kept when an answer is sent |
//! | `openapi`, `page` | the document, and a page to read and try it |
//! | `metrics`, `log` | counts and one line a request; never cards |

mod app;
mod calls;
mod config;
mod guard;
mod log;
mod metrics;
mod openapi;
mod page;
mod pool;
mod reply;
mod server;
mod store;
mod tables;

pub use config::{Config, ConfigError};
pub use openapi::openapi;
pub use server::{Server, ServerError};
