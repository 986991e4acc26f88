//! Real games as samples for learning: what a seat knew, what it could do, what it did.
//!
//! Every decision that a replay meets is one, passes included: a seat that was offered a call and
//! let it go decided so. Left out are passes that nobody knows of: where another seat's call or win
//! overrode the call that a seat could have made, a log does not tell whether it wanted to.
//! A log that cannot be read, or with which the engine disagrees, gives no samples at all.
//!
//! A [`Sample`] holds the view, not its encoding, so that a great many can be kept and shuffled;
//! [`encode_samples`] encodes a batch of them into the caller's arrays, many at a time.
//! [`SampleReader`] takes them from files in an order that does not depend on the threads.
//!
//! ```
//! use facedown_riichi_logs::{SampleOptions, SampleReader};
//!
//! let log = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/riichi/tonpu.mjlog");
//! let mut reader = SampleReader::new(vec![log.into()], SampleOptions::default());
//! let mut samples = Vec::new();
//! reader.next_batch(100, &mut samples)?;
//! assert_eq!(samples.len(), 100);
//! assert!(samples.iter().all(|sample| sample.legal().contains(&sample.action)));
//! # Ok::<(), facedown_riichi_logs::BadLog>(())
//! ```

mod collect;
mod encode;
mod prefetch;
mod reader;

pub use collect::{Sample, SampleFilter, samples_of};
pub use encode::{SampleRows, encode_samples};
pub use reader::{BadLog, LogFault, SampleOptions, SampleReader};
