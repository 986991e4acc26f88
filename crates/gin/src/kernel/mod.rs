//! Exact deadwood: the arithmetic of melds that everything else in gin rummy asks for.

mod arrange;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod backend;
mod batch;
mod defence;
mod discards;
mod formats;
mod lanes;
mod layout;
mod meld;
mod parallel;
mod passes;
mod points;
mod portable;
mod scalar;
mod vector;

pub use arrange::{Arrangement, all_best_melds, best_melds, melds_within};
pub use backend::{BACKEND_VARIABLE, Backend, BackendError};
pub use batch::{
    BatchError, min_deadwood_batch, min_deadwood_batch_with, par_min_deadwood_batch,
    try_min_deadwood_batch, try_min_deadwood_batch_with, try_par_min_deadwood_batch,
};
pub use defence::{Defence, Layoff, best_defence, defence_deadwood};
pub use discards::{
    NOT_HELD, deadwood_after_discards, deadwood_after_discards_batch, discards_within,
    least_after_discard, try_deadwood_after_discards_batch,
};
pub use formats::{try_min_deadwood_flags, try_min_deadwood_words};
pub use layout::MAX_CARDS;
pub use meld::{Meld, MeldSet, valid_melds};
pub use points::{card_points, hand_points};
pub use scalar::{HandError, min_deadwood, try_min_deadwood};
