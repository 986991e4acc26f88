//! Passes of the `rule` bot: cards that are likely to take points, and short suits.

use crate::compile::{Aim, Compiled};
use crate::{Action, Cards, View};
use facedown_cards::{Card, Suit};

/// Chooses the next card to pass. Every choice ranks the hand as dealt, so that the choices one
/// after the other make one decision.
pub(super) fn card(c: &Compiled, view: &View, legal: &[Action]) -> Option<Action> {
    let (_, count) = c.rules.passing_in(view.table.setup.hand)?;
    let dealt = view.hand.plus(view.passed.cards());
    let mut chosen: Vec<Card> = dealt.iter().collect();
    chosen.sort_by(|a, b| unwanted(c, dealt, *b).total_cmp(&unwanted(c, dealt, *a)).then(a.cmp(b)));
    chosen.truncate(usize::from(count));
    view.passed.as_slice().iter().for_each(|passed| {
        if let Some(place) = chosen.iter().position(|card| card == passed) {
            chosen.remove(place);
        }
    });
    let next = chosen.into_iter().min().map(Action::card);
    next.filter(|action| legal.contains(action)).or_else(|| legal.last().copied())
}

/// Rates a card for passing; higher is passed first.
fn unwanted(c: &Compiled, dealt: Cards, card: Card) -> f32 {
    let t = c.trump(crate::compile::NO_SUIT);
    let i = card.index();
    let suit = dealt.bits() & t.suits[usize::from(t.suit[i])];
    let length = suit.count_ones() as f32;
    let strength = f32::from(t.strength[i]);
    if c.aim != Aim::Avoid {
        return -strength;
    }
    let guards = suit & !t.beats[i] & !(1 << i);
    // A card that can be forced to take many points is safe if guarded by enough low ones.
    let exposed = f32::from(c.liability[i]) - strength;
    let safe = if guards.count_ones() >= 4 { 0.2 } else { 1.0 };
    let short = if length <= 2.0 && card.suit() != Suit::Spades { 4.0 - length } else { 0.0 };
    let low_below = guards.count_ones() as f32;
    strength - 0.6 * low_below + exposed * safe + short
}
