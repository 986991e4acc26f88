//! Playouts on words of cards, without lists of actions and without the table's records.
//!
//! A playout by the rollout policy ends as one played action by action would, with the same random
//! numbers (`tests/all/playouts.rs`). A search compares [plans](PLANS) for the rest of the hand instead:
//! knocking at once is right with a good hand early, waiting for gin elsewhere, since a knock that
//! comes too early is undercut.

use crate::kernel::{best_discards, best_melds, defence_deadwood, keeping_discards, min_deadwood};
use crate::rollout::makes_meld;
use crate::rules::{KnockTest, Layoffs, Rules, Showdown, Wall};
use crate::table::other;
use crate::{Phase, State};
use facedown_cards::{Card, CardSet};
use facedown_game::{Rng, Seat};

/// How a seat plays in a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// The least stock with which it knocks as soon as it can: so early the other's hand counts
    /// much, and an undercut is rare.
    early: usize,
    /// The most deadwood with which it knocks later.
    late: u8,
    /// The least stock with which it keeps cards for melds to come. Who does so takes an upcard only
    /// if that leaves less deadwood too.
    keeps: Option<usize>,
}

/// The rollout policy: the least deadwood, and a knock at once.
const ROLLOUT: Style = Style { early: 0, late: u8::MAX, keeps: None };

/// The plans of the searching seat: to knock at once, and to keep cards and wait for gin.
pub(crate) const PLANS: [Style; 2] = [ROLLOUT, Style { early: 28, late: 0, keeps: Some(17) }];

/// Plays a hand to its end by the rollout policy, one seat in its own style; returns whether the
/// rules and the phase allow that. Of the final table only what the score needs is set.
pub(crate) fn play_out(
    rules: &Rules,
    state: &mut State,
    planned: Option<(Seat, Style)>,
    rng: &mut Rng,
) -> bool {
    let plain = rules.knock_test == KnockTest::Exact
        && rules.layoffs == Layoffs::Grow
        && rules.showdown == Showdown::Best
        && !rules.repeat_draws;
    let phase = state.table.phase;
    let begun = matches!(
        phase,
        Phase::FirstUpcard | Phase::Draw | Phase::Discard | Phase::KnockDiscard | Phase::Wall
    );
    if plain && begun {
        let mut styles = [ROLLOUT; 2];
        if let Some((seat, style)) = planned {
            styles[seat.index()] = style;
        }
        Playout { rules, state, styles }.run(rng);
    }
    plain && begun || phase == Phase::Over
}

/// A hand that is played out.
struct Playout<'a> {
    rules: &'a Rules,
    state: &'a mut State,
    styles: [Style; 2],
}

impl Playout<'_> {
    fn run(&mut self, rng: &mut Rng) {
        loop {
            match self.state.table.phase {
                Phase::FirstUpcard | Phase::Draw => self.draw(),
                Phase::Wall => self.last_knock(rng),
                Phase::Over => return,
                _ => self.discard(rng),
            }
        }
    }

    /// Returns the style of the seat to act.
    fn style(&self) -> Style {
        self.styles[self.state.table.to_act.index()]
    }

    /// Takes the upcard or draws from the stock.
    fn draw(&mut self) {
        let style = self.style();
        let State { table, hands, stock, .. } = &mut *self.state;
        let hand = &mut hands[table.to_act.index()];
        let first = table.phase == Phase::FirstUpcard;
        let forced = first && table.first_passes == 2;
        let upcard = table.upcard.filter(|card| !forced && wants(style, *hand, *card));
        match upcard {
            Some(card) => {
                table.takes += u8::from(!first);
                if !first && table.takes == self.rules.max_upcard_takes {
                    table.phase = Phase::Over;
                    return;
                }
                hand.insert(card);
            }
            None if first && !forced => {
                table.first_passes += 1;
                table.to_act = other(table.to_act);
                return;
            }
            None => {
                table.stock_left -= 1;
                hand.insert(stock[table.stock_left as usize]);
            }
        }
        table.taken = upcard;
        table.phase = Phase::Discard;
    }

    /// Discards or knocks.
    fn discard(&mut self, rng: &mut Rng) {
        let style = self.style();
        let State { table, hands, .. } = &mut *self.state;
        let hand = hands[table.to_act.index()];
        let barred = table.taken.filter(|_| !self.rules.rediscard);
        let barred = barred.map_or(CardSet::EMPTY, CardSet::only);
        let best = best_discards(hand, barred);
        let knocked = table.phase == Phase::KnockDiscard;
        if !knocked && self.rules.big_gin_bonus.is_some() && min_deadwood(hand) == 0 {
            table.big_gin = true;
            self.finish(0);
            return;
        }
        let may_knock = best.deadwood <= table.limit;
        let early = table.stock_left() >= style.early;
        let knocks = knocked || may_knock && (early || best.deadwood <= style.late);
        let keeps = !knocks && style.keeps.is_some_and(|least| table.stock_left() >= least);
        let cards = if keeps { keeping_discards(hand, barred) } else { best.cards };
        let card = Card::new(rng.choose_bit(cards.bits()) as u8);
        hands[table.to_act.index()].remove(card);
        if knocks {
            self.finish(best.deadwood);
            return;
        }
        table.taken = None;
        table.upcard = Some(card);
        table.to_act = other(table.to_act);
        table.phase = match self.rules.wall {
            _ if table.stock_left > 2 => Phase::Draw,
            Wall::Cancel => Phase::Over,
            Wall::LastKnock => Phase::Wall,
        };
    }

    /// Knocks with the upcard if that is possible; else the hand is over.
    fn last_knock(&mut self, rng: &mut Rng) {
        let State { table, hands, .. } = &mut *self.state;
        let hand = &mut hands[table.to_act.index()];
        let upcard = table.upcard.map_or(CardSet::EMPTY, CardSet::only);
        let barred = if self.rules.rediscard { CardSet::EMPTY } else { upcard };
        let best = best_discards(*hand | upcard, barred);
        if best.deadwood > table.limit {
            table.phase = Phase::Over;
            return;
        }
        *hand |= upcard;
        hand.remove(Card::new(rng.choose_bit(best.cards.bits()) as u8));
        self.finish(best.deadwood);
    }

    /// Ends the hand with a knock of the seat to act, which has this deadwood.
    fn finish(&mut self, deadwood: u8) {
        let State { table, hands, .. } = &mut *self.state;
        let knocker = table.to_act.index();
        let defender = hands[1 - knocker];
        table.knocker = Some(table.to_act);
        table.deadwood[knocker] = deadwood;
        table.deadwood[1 - knocker] = if deadwood == 0 {
            min_deadwood(defender)
        } else {
            defence_deadwood(defender, best_melds(hands[knocker]).melds())
        };
        table.phase = Phase::Over;
    }
}

/// Returns whether a seat takes the upcard: if it makes a meld, and in a style that keeps cards if it
/// also leaves less deadwood.
fn wants(style: Style, hand: CardSet, card: Card) -> bool {
    makes_meld(hand, card)
        && (style.keeps.is_none()
            || best_discards(hand.with(card), CardSet::only(card)).deadwood < min_deadwood(hand))
}
