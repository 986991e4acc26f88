//! Views as serialisable records, for Python, the service and files.
//!
//! A [`ViewRecord`] is a view in the notation that people read, with a version. A [`ViewInput`] is
//! such a record as a program or a person wrote it, fields that follow from others left out;
//! [`Gin::read_view`](crate::Gin::read_view) builds the view, or reports the contradiction.

mod input;
mod read;
mod record;

pub use input::ViewInput;
pub use record::{TurnRecord, VERSION, ViewRecord};
