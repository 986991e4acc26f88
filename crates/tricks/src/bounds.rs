//! Bounds that the rules set: the scores and the length of a hand.

use crate::rules::{Auction, ContractScore, Linear, Moon, NilTricks, PenaltyScore, Rules, Score};
use std::iter::once;
use std::ops::RangeInclusive;

impl Rules {
    /// Returns the most tricks of a hand.
    fn most_tricks(&self) -> i32 {
        if self.deal.draw {
            return (self.pack.len() / usize::from(self.seats)) as i32;
        }
        self.deal.cards.iter().copied().max().unwrap_or(0).into()
    }

    /// Returns the range that the score of a hand lies in: of every result that bids, tricks and
    /// points can have.
    pub fn score_range(&self) -> RangeInclusive<i32> {
        let range = |scores: &mut dyn Iterator<Item = i32>| {
            scores.fold((0, 0), |(least, most), score| (score.min(least), score.max(most)))
        };
        let (least, most) = match &self.score {
            Score::Exact(exact) => {
                let tricks = self.most_tricks();
                let results = (0..=tricks).flat_map(|bid| (0..=tricks).map(move |won| (bid, won)));
                let score =
                    |(bid, won)| linear(if bid == won { exact.hit } else { exact.miss }, bid, won);
                range(&mut results.map(score))
            }
            Score::Contract(contract) => range(&mut self.contract_scores(*contract)),
            Score::Penalty(penalty) => self.penalty_range(*penalty),
            Score::Levels(levels) => {
                let awards = levels.levels.iter().map(|level| level.award);
                range(&mut awards.chain(levels.all_tricks).map(i32::from))
            }
            Score::Makers(makers) => {
                let awards = [makers.made, makers.march, makers.alone_march, makers.euchred];
                range(&mut awards.into_iter().map(i32::from))
            }
        };
        least..=most
    }

    /// Returns the scores that a side's contract can have, some of them several times.
    fn contract_scores(&self, contract: ContractScore) -> impl Iterator<Item = i32> {
        let members = self.teams.map_or(1, |teams| i32::from(self.seats / teams));
        let tricks = self.most_tricks();
        let limited = matches!(self.auction, Auction::Tricks(bids) if bids.team_limit);
        let nils = if contract.nil == 0 { 0 } else { members };
        let nil_scores = (0..=nils).flat_map(move |nils| {
            (0..=nils).flat_map(move |failed| {
                // Each nil seat is blind or not, and fails or not.
                let award = i32::from(contract.nil);
                let blind = i32::from(contract.blind_nil);
                let (low, high) = (award.min(blind), award.max(blind));
                let kept = nils - failed;
                let ends = [kept * high - failed * low, kept * low - failed * high];
                ends.into_iter().map(move |score| (nils, failed, score))
            })
        });
        nil_scores.flat_map(move |(nils, failed, nil_score)| {
            let bidders = members - nils;
            let most = if limited { tricks } else { bidders * tricks };
            let bids = if bidders == 0 { 0..=0 } else { 0..=most };
            // The tricks of failed nils, those of the others, and the rest, which the sides against
            // them take.
            bids.flat_map(move |bid| {
                let taken = if bidders == 0 { 0 } else { tricks };
                (0..=taken).flat_map(move |own| {
                    let theirs = if failed == 0 { 0..=0 } else { failed..=tricks - own };
                    theirs.flat_map(move |nil_tricks| {
                        contract_ends(contract, bid, own, nil_tricks)
                            .map(move |score| score + nil_score)
                    })
                })
            })
        })
    }

    /// Returns the least and the most that the points of cards can come to.
    fn penalty_range(&self, penalty: PenaltyScore) -> (i32, i32) {
        let (mut positive, mut negative) = (0, 0);
        for card in self.pack.kinds() {
            // The last part that names a card counts.
            let part = self.pack.points.iter().rev().find(|part| part.cards.0.contains(card));
            let points = part.map_or(0, |part| part.points);
            let points = i32::from(points) * i32::from(self.pack.packs);
            positive += points.max(0);
            negative -= points.min(0);
        }
        let bonus = i32::from(penalty.no_trick_bonus);
        let paid = if penalty.moon == Moon::Paid { positive } else { 0 };
        // Only a seat without a trick has the bonus, and such a seat has no points of its own.
        ((-positive).min(bonus), (paid + negative).max(bonus))
    }

    /// Returns the most decisions that a hand has: for every seat cards to pass, calls, and a card
    /// for every trick.
    pub fn most_decisions(&self) -> usize {
        let passed = self.passing.as_ref().map_or(0, |passing| usize::from(passing.count));
        // Two rounds of trump bids, and the dealer's discard.
        let calls = match self.auction {
            Auction::None => 0,
            Auction::Tricks(bids) => 1 + usize::from(bids.blind_nil.is_some()),
            Auction::Trump(_) => 3,
            Auction::Choose => 1,
        };
        usize::from(self.seats) * (passed + calls + self.most_tricks() as usize)
    }
}

fn linear(sum: Linear, bid: i32, won: i32) -> i32 {
    i32::from(sum.base)
        + i32::from(sum.bid) * bid
        + i32::from(sum.trick) * won
        + i32::from(sum.off) * (bid - won).abs()
}

/// Returns the scores of a contract without its nils, with no bags from before and with as many as
/// there can be.
fn contract_ends(
    contract: ContractScore,
    bid: i32,
    own: i32,
    nil_tricks: i32,
) -> impl Iterator<Item = i32> {
    let (won, nil_bags) = match contract.nil_tricks {
        NilTricks::Count => (own + nil_tricks, 0),
        NilTricks::Bags => (own, nil_tricks),
        NilTricks::Nothing => (own, 0),
    };
    let award = match contract.big_bid {
        Some(big) if bid >= i32::from(big.tricks) => i32::from(big.points),
        _ => i32::from(contract.trick) * bid,
    };
    let made = won >= bid;
    let bags = nil_bags + if made { won - bid } else { 0 };
    let points = if made { award } else { -award } + i32::from(contract.bag) * bags;
    let limit = i32::from(contract.bag_limit);
    once(0).chain((limit > 0).then_some(limit - 1)).map(move |before| {
        let penalties = if limit > 0 { (before + bags) / limit } else { 0 };
        points + i32::from(contract.bag_penalty) * penalties
    })
}
