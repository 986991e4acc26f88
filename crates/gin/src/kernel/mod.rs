//! Exact deadwood: the arithmetic of melds on which the rest of gin rummy builds.
//!
//! A hand is a [`CardSet`](facedown_cards::CardSet) of at most eleven cards, or its bits.
//! *Deadwood* is the points of the cards outside melds; knocking, scoring and nearly every decision
//! depend on the least deadwood over all groupings.
//!
//! | quantity | functions |
//! |---|---|
//! | least deadwood of a hand | [`min_deadwood`], [`try_min_deadwood`] |
//! | of a hundred thousand hands | [`min_deadwood_batch`] and its checked and parallel relatives |
//! | deadwood after each discard | [`deadwood_after_discards`], [`least_after_discard`], [`discards_within`] |
//! | the best melds | [`best_melds`], [`all_best_melds`] |
//! | melds of groupings within a limit | [`valid_melds`], [`melds_within`] |
//! | the best defence to a knock, layoffs included | [`best_defence`], [`defence_deadwood`] |
//!
//! Only [`all_best_melds`] allocates. Batches run on the widest vectors the CPU has;
//! the environment variable [`BACKEND_VARIABLE`] forces others.
//! `docs/reference/gin-kernel.md` describes the method and its cost.
//!
//! ```
//! use facedown_gin::kernel::{best_melds, discards_within, min_deadwood};
//!
//! let hand = "4s 5s 6s 7s, 7c 7d 7h, 2c 2d, Qh Ac".parse()?;
//! assert_eq!(min_deadwood(hand), 2 + 2 + 10 + 1);
//! assert_eq!(discards_within(hand, 10).to_string(), "Qh");
//! assert_eq!(best_melds(hand).loose().to_string(), "Ac 2c 2d Qh");
//! # Ok::<(), facedown_cards::ParseCardsError>(())
//! ```

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
#[cfg(target_arch = "x86_64")]
mod x86;

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
pub(crate) use discards::{best_discards, keeping_discards};
pub use formats::{try_min_deadwood_flags, try_min_deadwood_words};
pub use layout::MAX_CARDS;
pub use meld::{Meld, MeldSet, valid_melds};
pub use points::{card_points, hand_points};
pub use scalar::{HandError, min_deadwood, try_min_deadwood};
