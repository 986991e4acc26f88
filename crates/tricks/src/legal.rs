//! What the seat to act may do.

use crate::compile::Compiled;
use crate::duties::playable;
use crate::rules::{Auction, Score};
use crate::table::{Phase, Table};
use crate::{Action, Cards, Move};
use facedown_cards::{Card, Suit};
use facedown_game::{ActionBuf, Seat};
use std::fmt;

const CAPACITY: usize = 64;

/// Where legal actions are listed: at most 52 kinds of cards, or 53 bids.
#[derive(Clone)]
pub struct Legal {
    items: [Action; CAPACITY],
    len: u8,
}

impl Default for Legal {
    #[inline]
    fn default() -> Self {
        Self { items: [Action::card(Card::new(0)); CAPACITY], len: 0 }
    }
}

impl Legal {
    /// Holds these cards and nothing else.
    #[inline]
    fn set_cards(&mut self, mut cards: u64) {
        let mut len = 0;
        // Four at a time: most lists are that short, so that the processor guesses the end of the
        // loop. What is written beyond the length is never read.
        for four in self.items.as_chunks_mut::<4>().0 {
            for item in four {
                *item = Action::from_bit(cards);
                len += u8::from(cards != 0);
                cards &= cards.wrapping_sub(1);
            }
            if cards == 0 {
                break;
            }
        }
        self.len = len;
    }
}

impl ActionBuf<Action> for Legal {
    #[inline]
    fn clear(&mut self) {
        self.len = 0;
    }

    fn push(&mut self, action: Action) {
        self.items[usize::from(self.len)] = action;
        self.len += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[Action] {
        &self.items[..usize::from(self.len)]
    }
}

impl fmt::Debug for Legal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

/// Lists the cards that the seat to act, being to play one, may play from this hand.
#[inline]
pub(crate) fn list_plays(c: &Compiled, table: &Table, hand: Cards, out: &mut Legal) {
    out.set_cards(playable(c, table, hand.bits()));
}

/// Lists what the seat to act may do with this hand: all that the rules need to know. `given` is
/// the last card that it chose to hand on in this hand.
pub(crate) fn list(c: &Compiled, table: &Table, hand: Cards, given: Option<Card>, out: &mut Legal) {
    out.clear();
    match table.phase {
        Phase::Play => list_plays(c, table, hand, out),
        Phase::Pass => out.set_cards(passable(c, table, hand, given)),
        Phase::Discard => out.set_cards(hand.bits()),
        Phase::Bid => push_bids(c, table, out),
        Phase::Blind => {
            out.push(Move::Look.into());
            out.push(Move::BlindNil.into());
        }
        Phase::Order => {
            if let Some(card) = table.upcard {
                push_trump(c, table, card.suit(), out);
            }
            out.push(Move::Decline.into());
        }
        Phase::Name => {
            let turned = match c.rules.auction {
                Auction::Trump(_) => table.upcard.map(Card::suit),
                _ => None,
            };
            let others = Suit::ALL.into_iter().filter(|suit| Some(*suit) != turned);
            others.for_each(|suit| push_trump(c, table, suit, out));
            if may_decline(c, table) {
                out.push(Move::Decline.into());
            }
        }
        Phase::Over | Phase::Exchange | Phase::Opening => {}
    }
}

fn push_trump(c: &Compiled, table: &Table, suit: Suit, out: &mut Legal) {
    out.push(Move::Trump { suit, alone: false }.into());
    let alone = matches!(c.rules.auction, Auction::Trump(bids) if bids.alone);
    if alone && table.sitting.is_empty() {
        out.push(Move::Trump { suit, alone: true }.into());
    }
}

fn may_decline(c: &Compiled, table: &Table) -> bool {
    match c.rules.auction {
        Auction::Trump(bids) => !bids.stick_dealer || table.to_act != table.setup.dealer,
        _ => false,
    }
}

/// The cards that may be handed on next. They are chosen in ascending order, so that each choice of
/// several has one sequence; enough must be left above.
fn passable(c: &Compiled, table: &Table, hand: Cards, given: Option<Card>) -> u64 {
    let Some((_, count)) = c.rules.passing_in(table.setup.hand) else { return 0 };
    let mut missing = usize::from(count - table.spoken % count);
    let from = given.map_or(0, Card::index);
    let mut above = hand.bits() >> from << from;
    let mut may = above;
    // The highest cards must stay until there is room for no more than them.
    while missing > 1 {
        let highest = Card::new(63 - above.leading_zeros() as u8);
        above &= !(1 << highest.index());
        let copies = hand.count(highest);
        if copies >= missing {
            break;
        }
        missing -= copies;
        may = above;
    }
    may
}

fn push_bids(c: &Compiled, table: &Table, out: &mut Legal) {
    let Some(bids) = Bids::of(c, table) else { return };
    for bid in (0..=bids.most).filter(|bid| Some(*bid) != bids.barred) {
        out.push(Action::bid(bid));
    }
    // A team's limit can leave nothing but the barred bid.
    if out.as_slice().is_empty() {
        out.push(Action::bid(0));
    }
}

/// The bids that the seat to act may make.
#[derive(Clone, Copy)]
pub(crate) struct Bids {
    most: u8,
    barred: Option<u8>,
}

impl Bids {
    /// None where no tricks are bid.
    pub(crate) fn of(c: &Compiled, table: &Table) -> Option<Self> {
        let Auction::Tricks(rules) = c.rules.auction else { return None };
        let (seat, tricks) = (table.to_act, table.dealt);
        let bids = |same_side: bool| -> u8 {
            let counts = |s: &Seat| !same_side || c.together(*s, seat);
            Seat::all(c.seats).filter(counts).filter_map(|s| table.bid(s)).sum()
        };
        let most = if rules.team_limit { tricks.saturating_sub(bids(true)) } else { tricks };
        let last = table.spoken + 1 == table.active;
        let barred = (rules.hook && last).then(|| tricks.checked_sub(bids(false))).flatten();
        Some(Self { most, barred })
    }

    /// The one next to what is wanted, the lower of two.
    pub(crate) fn nearest(self, wanted: u8) -> u8 {
        let bid = wanted.min(self.most);
        match self.barred {
            Some(barred) if barred == bid && bid > 0 => bid - 1,
            Some(barred) if barred == bid && bid < self.most => bid + 1,
            _ => bid,
        }
    }
}

impl Table {
    /// Whether a seat's side is far enough behind to bid nil before looking.
    pub(crate) fn may_bid_blind(&self, c: &Compiled, seat: Seat) -> bool {
        let Auction::Tricks(bids) = c.rules.auction else { return false };
        let (Some(behind), Score::Contract(_)) = (bids.blind_nil, &c.rules.score) else {
            return false;
        };
        let score = |seat: Seat| i32::from(self.setup.scores[seat.index()]);
        let best = Seat::all(c.seats).map(score).max().unwrap_or(0);
        !self.setup.out.contains(seat) && best - score(seat) >= i32::from(behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::light::nearest_bid;

    #[test]
    fn the_nearest_bid_is_that_of_the_list() {
        for most in 0..6u8 {
            for barred in [None, Some(0), Some(1), Some(3), Some(5), Some(9)] {
                let mut list: Vec<_> =
                    (0..=most).filter(|bid| Some(*bid) != barred).map(Action::bid).collect();
                if list.is_empty() {
                    list.push(Action::bid(0));
                }
                for wanted in 0..9 {
                    let near = Action::bid(Bids { most, barred }.nearest(wanted));
                    assert_eq!(
                        Some(near),
                        nearest_bid(&list, wanted),
                        "{most} {barred:?} {wanted}"
                    );
                }
            }
        }
    }
}
