//! Following suit: the legal plays of a hand, and what a play proves about it.
//!
//! The rules of play narrow a hand down step by step: to the suit led if the seat has any of it, to
//! cards that beat the others if it has any of those, and so on. Each step is a set of cards, taken
//! if the hand intersects it. [`narrow`] runs these steps and serves two purposes. Given a hand, it
//! returns the legal cards. Given a card that was played, it returns every set that the hand cannot
//! have intersected, because the card would have been illegal. So legality and inference cannot
//! disagree.

#![allow(clippy::inline_always, reason = "playouts are compiled for the CPU's bit instructions")]

use crate::compile::{Compiled, NO_SUIT, TrumpTable};
use crate::table::Table;
use facedown_cards::Card;
use facedown_game::Seat;

/// A trick in progress, as far as the rules of play depend on it.
#[derive(Clone, Copy)]
pub(crate) struct Trick {
    /// The trump suit; `NO_SUIT` for none.
    trump: u8,
    /// Number of complete tricks before it.
    number: u8,
    /// Number of cards in it.
    cards: u8,
    /// The suit led.
    led: u8,
    /// The card that is winning it.
    best: Card,
    /// The seat that played that card.
    winner: Seat,
    /// Whether the locked suit is broken.
    broken: bool,
}

impl Trick {
    /// Returns the trick in progress on the table.
    #[inline(always)]
    pub(crate) const fn of(table: &Table) -> Self {
        let Table { trump, tricks: number, in_trick: cards, led, best, winner, broken, .. } =
            *table;
        Self { trump, number, cards, led, best, winner, broken }
    }

    /// Adds a card.
    #[inline(always)]
    fn play(&mut self, c: &Compiled, seat: Seat, card: Card) {
        let (i, t) = (card.index(), c.trump(self.trump));
        if self.cards == 0 {
            (self.led, self.best, self.winner) = (t.suit[i], card, seat);
        } else if !c.simple_follow && t.beats[self.best.index()] >> i & 1 == 1 {
            // Only duties beyond following suit depend on who is winning.
            (self.best, self.winner) = (card, seat);
        }
        self.broken = self.broken || self.is_broken_by(c, card);
        self.cards += 1;
    }

    /// Returns whether this card breaks the locked suit. The suit led is known, but the card is not
    /// yet counted.
    #[inline]
    pub(crate) fn is_broken_by(self, c: &Compiled, card: Card) -> bool {
        let (i, t) = (card.index(), c.trump(self.trump));
        let Some(breaking) = &c.breaking else { return true };
        let by_suit = if self.cards == 0 {
            t.locked >> i & 1 == 1 && breaking.by_lead
        } else {
            t.breaks >> i & 1 == 1 && t.suit[i] != self.led
        };
        by_suit || breaking.by_cards.0.contains(card)
    }
}

/// Returns the cards that break the locked suit when they are played to a lead of this suit.
#[inline]
fn breakers(c: &Compiled, t: &TrumpTable, suit: u64) -> u64 {
    c.breaking.as_ref().map_or(u64::MAX, |breaking| t.breaks & !suit | breaking.by_cards.0.bits())
}

/// Narrows all cards down to those that a seat may play to the trick. `holds_any` returns whether
/// the seat holds a card of a set.
#[inline(always)]
fn narrow(c: &Compiled, trick: &Trick, seat: Seat, mut holds_any: impl FnMut(u64) -> bool) -> u64 {
    let t = c.trump(trick.trump);
    let mut may = u64::MAX;
    let mut narrow_to = |may: &mut u64, set: u64| {
        let narrowed = *may & set;
        let taken = holds_any(narrowed);
        if taken {
            *may = narrowed;
        }
        taken
    };
    if trick.cards == 0 {
        if trick.number == 0 && c.opening != 0 && narrow_to(&mut may, c.opening) {
            return may;
        }
        if !trick.broken && t.locked != 0 {
            narrow_to(&mut may, !t.locked);
        }
    } else if c.follow.suit {
        let follows = narrow_to(&mut may, t.suits[usize::from(trick.led)]);
        if !c.simple_follow {
            let exempt = c.follow.partner_exempt && c.same_side(trick.winner, seat);
            let trumps = t.suits[usize::from(trick.trump)];
            let ruffs = !follows
                && c.follow.ruff
                && !exempt
                && trick.trump != NO_SUIT
                && narrow_to(&mut may, trumps);
            if (follows || ruffs) && c.follow.overtake && !exempt {
                narrow_to(&mut may, t.beats[trick.best.index()]);
            }
        }
    }
    if trick.number == 0 && c.bars != 0 {
        narrow_to(&mut may, !c.bars);
    }
    may
}

/// Returns the cards of its hand that the seat to act may play.
#[inline(always)]
pub(crate) fn playable(c: &Compiled, table: &Table, hand: u64) -> u64 {
    hand & narrow(c, &Trick::of(table), table.to_act, |set| hand & set != 0)
}

/// Returns the cards that a seat cannot hold if it plays this one to the trick.
#[inline]
pub(crate) fn disproved(c: &Compiled, trick: Trick, seat: Seat, card: Card) -> u64 {
    let mut lacks = 0;
    narrow(c, &trick, seat, |set| {
        let has = set >> card.index() & 1 == 1;
        if !has {
            lacks |= set;
        }
        has
    });
    lacks
}

/// A play of the hand so far.
pub(crate) struct Play {
    pub(crate) seat: Seat,
    pub(crate) card: Card,
    /// The trick, from 0.
    pub(crate) trick: usize,
    /// The cards that the seat cannot hold, having played this one.
    pub(crate) disproved: u64,
}

/// Calls `each` with every play in order, while it returns `true`.
#[inline]
pub(crate) fn each_play(c: &Compiled, table: &Table, mut each: impl FnMut(&Play) -> bool) {
    let t = c.trump(table.trump);
    let mut broken = c.breaking.is_none();
    for (number, (leader, cards)) in table.history().enumerate() {
        let mut trick = Trick {
            trump: table.trump,
            number: number as u8,
            cards: 0,
            led: NO_SUIT,
            best: cards[0],
            winner: leader,
            broken,
        };
        let mut seat = leader;
        // After the first trick, where the suit led is the only duty, followers can prove nothing but
        // that they have none of it: most plays of a hand, and encoders go through them all.
        let voids_only = number > 0 && c.simple_follow && c.follow.suit;
        let (first, followers) = cards.split_at(if voids_only { 1 } else { cards.len() });
        for &card in first {
            let disproved = disproved(c, trick, seat, card);
            if !each(&Play { seat, card, trick: number, disproved }) {
                return;
            }
            trick.play(c, seat, card);
            seat = table.after(c, seat);
        }
        let suit = t.suits[usize::from(trick.led)];
        let mut followed = 0;
        for &card in followers {
            let disproved = if suit >> card.index() & 1 == 1 { 0 } else { suit };
            if !each(&Play { seat, card, trick: number, disproved }) {
                return;
            }
            followed |= 1 << card.index();
            seat = table.after(c, seat);
        }
        broken = trick.broken || followed & breakers(c, t, suit) != 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Phase, Rules, Tricks};
    use facedown_game::{ActionBuf, Game, Rng, Turn};

    /// Returns what every play of the hand so far proves, by the rules of play alone.
    fn proven(c: &Compiled, table: &Table) -> Vec<(Seat, Card, usize, u64)> {
        let (mut all, mut broken) = (Vec::new(), c.breaking.is_none());
        for (number, (leader, cards)) in table.history().enumerate() {
            let (trump, best) = (table.trump, cards[0]);
            let (led, winner, cards_played) = (NO_SUIT, leader, 0);
            let mut trick = Trick {
                trump,
                number: number as u8,
                cards: cards_played,
                led,
                best,
                winner,
                broken,
            };
            let mut seat = leader;
            for &card in cards {
                all.push((seat, card, number, disproved(c, trick, seat, card)));
                trick.play(c, seat, card);
                seat = table.after(c, seat);
            }
            broken = trick.broken;
        }
        all
    }

    #[test]
    fn plays_prove_what_the_rules_of_play_say() {
        let (mut plays, mut voids) = (0, 0);
        for name in crate::rules::PRESETS {
            let game = Tricks::new(Rules::preset(name).unwrap()).unwrap();
            for seed in 0..20 {
                let mut rng = Rng::new(seed);
                let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
                let mut legal = crate::Legal::default();
                while game.turn(&state) != Turn::Over {
                    if game.turn(&state) == Turn::Chance {
                        game.play_chance(&mut state, &mut rng, &mut ());
                        continue;
                    }
                    game.legal_actions(&state, &mut legal);
                    let action = *rng.choose(legal.as_slice()).unwrap();
                    game.apply(&mut state, action, &mut ());
                }
                assert_eq!(state.table.phase, Phase::Over);
                let mut found = Vec::new();
                each_play(&game.c, &state.table, |play| {
                    found.push((play.seat, play.card, play.trick, play.disproved));
                    true
                });
                assert_eq!(found, proven(&game.c, &state.table), "{name}, seed {seed}");
                plays += found.len();
                voids += found.iter().filter(|play| play.3 != 0).count();
            }
        }
        assert!(plays > 5_000 && voids > 500, "{plays} {voids}");
    }
}
