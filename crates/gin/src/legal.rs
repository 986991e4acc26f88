//! The legal actions of each phase.

use crate::kernel::{
    discards_within, hand_points, least_after_discard, melds_within, min_deadwood, valid_melds,
};
use crate::rules::KnockTest;
use crate::showdown::layoff_cards;
use crate::table::other;
use crate::{Action, Gin, Phase, Table, openspiel};
use facedown_cards::{Card, CardSet};
use facedown_game::{ActionBuf, ActionList};

/// A list of legal actions. Eleven discards with knock and big gin make 13; a hand of ten holds at
/// most 21 of the 185 melds (one run of ten), and may stop laying them down: 22.
pub type Legal = ActionList<Action, 24>;

impl Gin {
    /// Lists the legal actions of the seat to act, which depend only on the table and its hand.
    pub(crate) fn list_legal(&self, table: &Table, hand: CardSet, out: &mut Legal) {
        out.clear();
        match table.phase {
            Phase::FirstUpcard if table.first_passes == 2 => out.push(Action::DrawStock),
            Phase::FirstUpcard => {
                out.push(Action::TakeUpcard);
                out.push(Action::Pass);
            }
            Phase::Draw => {
                out.push(Action::TakeUpcard);
                out.push(Action::DrawStock);
            }
            Phase::Discard => {
                push_cards(hand - self.barred(table.taken), out);
                if self.may_knock(table, hand, table.taken) {
                    out.push(Action::Knock);
                }
                if self.rules().big_gin_bonus.is_some() && min_deadwood(hand) == 0 {
                    out.push(Action::BigGin);
                }
            }
            Phase::KnockDiscard => {
                push_cards(self.knock_discards(table, hand, table.taken), out);
            }
            Phase::KnockMelds => {
                if hand_points(hand) <= u32::from(table.limit) {
                    out.push(Action::Pass);
                }
                melds_within(hand, table.limit).iter().for_each(|meld| out.push(Action::Lay(meld)));
            }
            Phase::Layoff => {
                let melds = table.melds(other(table.to_act));
                push_cards(hand & layoff_cards(melds, table.laid_off, self.rules().layoffs), out);
                out.push(Action::Pass);
            }
            Phase::DefenderMelds => {
                out.push(Action::Pass);
                valid_melds(hand).iter().for_each(|meld| out.push(Action::Lay(meld)));
            }
            Phase::Wall => {
                out.push(Action::Pass);
                let hand = hand | table.upcard.map_or(CardSet::EMPTY, CardSet::only);
                if self.may_knock(table, hand, table.upcard) {
                    out.push(Action::Knock);
                }
            }
            Phase::Over => {}
        }
    }

    /// Returns whether a seat that holds these cards, the drawn one included, may knock.
    fn may_knock(&self, table: &Table, hand: CardSet, taken: Option<Card>) -> bool {
        if least_after_discard(hand) > table.limit {
            return false;
        }
        let allowed = match self.rules().knock_test {
            KnockTest::Exact => true,
            KnockTest::OpenSpiel => openspiel::deadwood_with_draw(hand) <= table.limit,
        };
        // With the card just taken barred, the only discard that allows a knock may be missing.
        allowed && (self.rules().rediscard || !self.knock_discards(table, hand, taken).is_empty())
    }

    /// Returns the discards with which a seat may knock.
    fn knock_discards(&self, table: &Table, hand: CardSet, taken: Option<Card>) -> CardSet {
        discards_within(hand, table.limit) - self.barred(taken)
    }

    /// Returns the card that may not be discarded this turn.
    fn barred(&self, taken: Option<Card>) -> CardSet {
        taken.filter(|_| !self.rules().rediscard).map_or(CardSet::EMPTY, CardSet::only)
    }
}

fn push_cards(cards: CardSet, out: &mut Legal) {
    cards.iter().for_each(|card| out.push(Action::Card(card)));
}
