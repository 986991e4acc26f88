//! Legal actions of the seat to act.

use crate::compile::Compiled;
use crate::following::playable;
use crate::rules::{Auction, Score};
use crate::table::{Phase, Table};
use crate::{Action, Cards, Move};
use facedown_cards::{Card, Suit};
use facedown_game::{ActionBuf, Seat};
use std::fmt;

const CAPACITY: usize = 64;

/// A list of legal actions: at most 52 kinds of cards, or 53 bids.
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
    /// Sets the list to these cards.
    #[inline]
    fn set_cards(&mut self, mut cards: u64) {
        let mut len = 0;
        // Four at a time: most lists are that short, so the end of the loop is predicted. Items
        // beyond the length are never read.
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

/// Lists the legal plays of the seat to act with this hand.
#[inline]
pub(crate) fn list_plays(c: &Compiled, table: &Table, hand: Cards, out: &mut Legal) {
    out.set_cards(playable(c, table, hand.bits()));
}

/// Returns the cards that the seat to act may play, pass or discard from this hand. `last` is the
/// last card that it chose to pass.
#[inline]
pub(crate) fn legal_cards(c: &Compiled, table: &Table, hand: Cards, last: Option<Card>) -> u64 {
    match table.phase {
        Phase::Play => playable(c, table, hand.bits()),
        Phase::Pass => passable(c, table, hand, last),
        Phase::Discard => hand.bits(),
        _ => 0,
    }
}

/// Lists the legal actions of the seat to act with this hand. `last` is the last card that it chose
/// to pass.
pub(crate) fn list(c: &Compiled, table: &Table, hand: Cards, last: Option<Card>, out: &mut Legal) {
    out.clear();
    match table.phase {
        Phase::Play | Phase::Pass | Phase::Discard => {
            out.set_cards(legal_cards(c, table, hand, last));
        }
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
    if alone && table.sitting_out.is_empty() {
        out.push(Move::Trump { suit, alone: true }.into());
    }
}

fn may_decline(c: &Compiled, table: &Table) -> bool {
    match c.rules.auction {
        Auction::Trump(bids) => !bids.stick_dealer || table.to_act != table.setup.dealer,
        _ => false,
    }
}

/// Returns the cards that may be passed next. Cards are passed in ascending order, so that each set
/// of cards is one sequence of actions; enough cards must be left above.
fn passable(c: &Compiled, table: &Table, hand: Cards, last: Option<Card>) -> u64 {
    let Some((_, count)) = c.rules.passing_in(table.setup.hand) else { return 0 };
    let mut missing = usize::from(count - table.calls % count);
    let from = last.map_or(0, Card::index);
    let mut above = hand.bits() >> from << from;
    let mut may = above;
    // The highest cards are reserved for the passes that follow.
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
    let Some(bids) = BidRange::new(c, table) else { return };
    for bid in (0..=bids.most).filter(|bid| Some(*bid) != bids.barred) {
        out.push(Action::bid(bid));
    }
    // A team's limit can leave nothing but the barred bid.
    if out.as_slice().is_empty() {
        out.push(Action::bid(0));
    }
}

/// The legal bids of the seat to act: 0 to `most`, except `barred`.
#[derive(Clone, Copy)]
pub(crate) struct BidRange {
    most: u8,
    barred: Option<u8>,
}

impl BidRange {
    /// Returns `None` in games without bids of tricks.
    pub(crate) fn new(c: &Compiled, table: &Table) -> Option<Self> {
        let Auction::Tricks(rules) = c.rules.auction else { return None };
        let (seat, tricks) = (table.to_act, table.dealt);
        let bids = |same_side: bool| -> u8 {
            let counts = |s: &Seat| !same_side || c.same_side(*s, seat);
            Seat::all(c.seats).filter(counts).filter_map(|s| table.bid(s)).sum()
        };
        let most = if rules.team_limit { tricks.saturating_sub(bids(true)) } else { tricks };
        let last = table.calls + 1 == table.active;
        let barred = (rules.hook && last).then(|| tricks.checked_sub(bids(false))).flatten();
        Some(Self { most, barred })
    }

    /// Returns the legal bid nearest to this one, the lower of two.
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
    /// Returns whether a seat's side is far enough behind to bid blind nil.
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
    use crate::rollout::nearest_bid;

    #[test]
    fn the_nearest_bid_of_the_range_is_the_nearest_of_the_list() {
        for most in 0..6u8 {
            for barred in [None, Some(0), Some(1), Some(3), Some(5), Some(9)] {
                let mut list: Vec<_> =
                    (0..=most).filter(|bid| Some(*bid) != barred).map(Action::bid).collect();
                if list.is_empty() {
                    list.push(Action::bid(0));
                }
                for wanted in 0..9 {
                    let near = Action::bid(BidRange { most, barred }.nearest(wanted));
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
