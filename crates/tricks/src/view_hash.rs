//! A 64-bit hash of a view.

use crate::View;
use facedown_game::stable_key;

/// Hashes a view. Everything in it follows from the setup, the calls, the plays and the seat's own
/// cards, so those words are hashed and nothing else.
#[inline]
pub(crate) fn view_hash(view: &View) -> u64 {
    let table = &view.table;
    let calls = (table.setup, table.bids, table.looked, table.blind, table.calls, table.maker);
    let public = (table.upcard, table.trump, table.alone, table.phase, table.to_act, table.stock);
    let own = (view.seat, view.hand, view.passed, view.received, view.discard);
    let mut words = [0u64; 13];
    for (word, cards) in words.iter_mut().zip(table.plays().chunks(8)) {
        *word = cards.iter().fold(1, |word, card| word << 7 | card.index() as u64);
    }
    let played = &words[..table.plays().len().div_ceil(8)];
    stable_key(&(stable_key(&(calls, public, own)), played, table.played))
}
