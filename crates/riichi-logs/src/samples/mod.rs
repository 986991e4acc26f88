//! Training samples from recorded games: a view, its legal actions, and the action taken.
//!
//! Every decision of a replay is a sample, passes included: a seat that could call and did not has
//! decided so. Passes that the log does not prove are left out: where another seat's call or win
//! overrode a possible call, the log does not show whether the seat made it. A log that cannot be
//! read, or that the engine disagrees with, gives no samples at all.
//!
//! A [`Sample`] holds the view, not its encoding, so that many can be kept and shuffled;
//! [`encode_samples`] encodes a batch into the caller's arrays. [`SampleReader`] reads samples of many
//! logs in an order that does not depend on the number of threads.
//!
//! ```
//! use facedown_riichi_logs::{SampleOptions, SampleReader};
//!
//! let log = include_bytes!("../../../../testdata/riichi/tonpu.mjlog");
//! let mut reader = SampleReader::new(vec![("tonpu", log)], SampleOptions::default());
//! let mut samples = Vec::new();
//! reader.next_batch(100, &mut samples)?;
//! assert_eq!(samples.len(), 100);
//! assert!(samples.iter().all(|sample| sample.legal().contains(&sample.action)));
//! # Ok::<(), facedown_riichi_logs::FailedLog>(())
//! ```

mod collect;
mod encode;
mod prefetch;
mod reader;

pub use collect::{Sample, SampleFilter, samples_of};
pub use encode::{SampleRows, encode_samples};
pub use reader::{FailedLog, SampleOptions, SampleReader};
