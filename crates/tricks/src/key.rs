//! A number for all that a view holds.

use crate::View;
use facedown_game::stable_key;

/// Everything in a view follows from how the hand started, what was said, what was played, and the
/// seat's own cards: those words are folded, and nothing else.
#[inline]
pub(crate) fn view_key(view: &View) -> u64 {
    let table = &view.table;
    let said = (table.setup, table.bids, table.looked, table.blind, table.spoken, table.maker);
    let turned = (table.upcard, table.trump, table.alone, table.phase, table.to_act, table.stock);
    let own = (view.seat, view.hand, view.given, view.received, view.discard);
    let mut words = [0u64; 13];
    for (word, cards) in words.iter_mut().zip(table.plays().chunks(8)) {
        *word = cards.iter().fold(1, |word, card| word << 7 | card.index() as u64);
    }
    let played = &words[..table.plays().len().div_ceil(8)];
    stable_key(&(stable_key(&(said, turned, own)), played, table.played))
}
