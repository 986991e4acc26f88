//! Validation of the options.

use super::{
    Auction, Counted, FirstLead, Follow, PackRules, Passing, Rules, Score, TopTrump, TrumpSource,
    Upcard,
};
use facedown_cards::CardSet;
use facedown_game::InvalidRules;
use std::fmt;

type Checked = Result<(), InvalidRules>;

fn ensure(
    good: bool,
    option: &'static str,
    value: impl fmt::Debug,
    expected: &'static str,
) -> Checked {
    if good {
        return Ok(());
    }
    Err(InvalidRules::new(option, format_args!("{value:?}"), expected))
}

impl PackRules {
    /// Returns the kinds of the pack.
    pub(crate) fn kinds(&self) -> CardSet {
        CardSet::FULL - self.removed.0
    }

    /// Returns the number of cards.
    pub(crate) fn len(&self) -> usize {
        usize::from(self.packs) * self.kinds().len()
    }

    fn validate(&self) -> Checked {
        ensure((1..=2).contains(&self.packs), "pack.packs", self.packs, "1 or 2")?;
        ensure(self.top_trumps.len() <= 4, "pack.top_trumps", self.top_trumps.len(), "at most 4")?;
        for (i, top) in self.top_trumps.iter().enumerate() {
            let again = self.top_trumps[..i].contains(top);
            ensure(!again, "pack.top_trumps", top, "each card once")?;
        }
        // A card by name could also be one of the ranks once its suit is trump.
        let ranks = self.top_trumps.iter().any(|top| !matches!(top, TopTrump::Card(_)));
        let cards = self.top_trumps.iter().any(|top| matches!(top, TopTrump::Card(_)));
        ensure(!(ranks && cards), "pack.top_trumps", &self.top_trumps, "ranks or cards, not both")?;
        for suit in &self.suit_orders {
            let named = self.suit_orders.iter().filter(|other| other.suit == suit.suit).count();
            ensure(named == 1, "pack.suit_orders", suit.suit, "each suit once")?;
        }
        let total: i32 = self
            .points
            .iter()
            .map(|part| part.cards.0.len() as i32 * i32::from(part.points).abs())
            .sum();
        ensure(total <= 1_000, "pack.points", total, "at most 1000 points in a pack")
    }
}

impl Passing {
    fn validate(&self, seats: u8, least: u8) -> Checked {
        ensure((1..=4).contains(&self.count), "passing.count", self.count, "1 to 4")?;
        ensure(self.count <= least, "passing.count", self.count, "at most the cards of a hand")?;
        ensure(!self.cycle.is_empty(), "passing.cycle", &self.cycle, "at least one entry")?;
        let far = self.cycle.iter().find(|places| places.unsigned_abs() >= seats);
        ensure(far.is_none(), "passing.cycle", far, "fewer places than there are seats")
    }
}

impl Rules {
    /// Checks that the options make a game.
    pub fn validate(&self) -> Checked {
        ensure((2..=10).contains(&self.seats), "seats", self.seats, "2 to 10")?;
        if let Some(teams) = self.teams {
            let fair = teams >= 2 && teams < self.seats && self.seats.is_multiple_of(teams);
            ensure(fair, "teams", teams, "a divisor of the seats, from 2 on and below them")?;
        }
        self.pack.validate()?;
        self.validate_deal()?;
        if let Some(passing) = &self.passing {
            let least = self.deal.cards.iter().min().copied().unwrap_or(0);
            passing.validate(self.seats, least)?;
        }
        self.validate_auction()?;
        self.validate_play()?;
        self.validate_score()?;
        let matches = &self.matches;
        ensure((1..=1_000).contains(&matches.hands), "match.hands", matches.hands, "1 to 1000")?;
        // Scores begin at 0, so a goal there would end the match before its first hand.
        if let Some(reach) = matches.reach {
            ensure((1..=100_000).contains(&reach), "match.reach", reach, "1 to 100000")?;
        }
        if let Some(floor) = matches.floor {
            ensure((-100_000..=-1).contains(&floor), "match.floor", floor, "-100000 to -1")?;
        }
        let alone = !matches.knockout || (self.teams.is_none() && self.passing.is_none());
        ensure(alone, "match.knockout", true, "no teams and no passing")
    }

    fn validate_deal(&self) -> Checked {
        let deal = &self.deal;
        let listed = (1..=64).contains(&deal.cards.len());
        ensure(listed, "deal.cards", &deal.cards, "1 to 64 numbers")?;
        let none = deal.cards.iter().find(|cards| **cards == 0 || **cards > 52);
        ensure(none.is_none(), "deal.cards", none, "1 to 52")?;
        let most = usize::from(deal.cards.iter().max().copied().unwrap_or(0));
        let dealt = usize::from(self.seats) * most;
        let spare = usize::from(matches!(deal.upcard, Upcard::UnderStock | Upcard::Offered));
        let enough = dealt + spare <= self.pack.len();
        ensure(enough, "deal.cards", most, "no more cards than the pack has")?;
        if deal.draw {
            ensure(self.pack.packs == 1, "deal.draw", true, "one pack")?;
            // A seat that could not follow may have drawn the suit since, so its voids are not
            // permanent: worlds would need another sampler.
            let free = !self.play.follow.suit
                && !self.play.follow.ruff
                && self.play.breaking.is_none()
                && self.play.first_trick_bars.0.is_empty();
            ensure(free, "deal.draw", true, "play without duties to follow")?;
            let together = (self.pack.len() - dealt).is_multiple_of(usize::from(self.seats));
            ensure(together, "deal.draw", true, "a stock that is a multiple of the seats")?;
            ensure(deal.cards.len() == 1, "deal.draw", true, "the same deal in every hand")?;
            let lies = matches!(deal.upcard, Upcard::Stock | Upcard::Offered);
            ensure(!lies, "deal.upcard", deal.upcard, "an upcard that is drawn")?;
            ensure(!self.matches.knockout, "deal.draw", true, "no knockout")?;
        }
        let under = deal.upcard != Upcard::UnderStock || deal.draw;
        ensure(under, "deal.upcard", deal.upcard, "under the stock only in games with drawing")?;
        let opposed = deal.upcard == Upcard::Offered;
        let asked = matches!(self.auction, Auction::Trump(_));
        ensure(opposed == asked, "deal.upcard", deal.upcard, "offered if and only if trump is bid")
    }

    fn validate_auction(&self) -> Checked {
        match self.auction {
            Auction::None => {}
            Auction::Tricks(bids) => {
                let teams = self.teams.is_some();
                ensure(teams || !bids.team_limit, "auction.tricks.team_limit", true, "teams")?;
                let nil = matches!(&self.score, Score::Contract(c) if c.nil != 0);
                let blind = bids.blind_nil.is_none() || nil;
                ensure(blind, "auction.tricks.blind_nil", bids.blind_nil, "a score for nil")?;
                let apart = bids.blind_nil.is_none() || self.passing.is_none();
                ensure(apart, "auction.tricks.blind_nil", bids.blind_nil, "no passing")?;
            }
            Auction::Trump(bids) => {
                let two = !bids.alone || (self.teams == Some(2) && self.seats == 4);
                ensure(two, "auction.trump.alone", true, "two teams of two")?;
                let apart = self.passing.is_none();
                ensure(apart, "auction", self.auction, "no passing where trump is bid")?;
                // Worlds need a holder for the stock and one for the discard.
                ensure(self.seats <= 9, "seats", self.seats, "at most 9 where trump is bid")?;
            }
            Auction::Choose => {
                let up = self.deal.upcard == Upcard::Stock;
                ensure(up, "auction", self.auction, "an upcard from the stock for the first hand")?;
            }
        }
        let named = matches!(self.auction, Auction::Trump(_) | Auction::Choose);
        let from = self.trump == TrumpSource::Auction;
        ensure(named == from, "trump", self.trump, "auction if and only if trump is bid")?;
        let turned = self.trump != TrumpSource::Upcard || self.deal.upcard != Upcard::None;
        ensure(turned, "trump", self.trump, "an upcard")
    }

    fn validate_play(&self) -> Checked {
        let play = &self.play;
        if let FirstLead::Holder { card, .. } = play.first_lead {
            ensure(
                self.pack.kinds().contains(card),
                "play.first_lead",
                card,
                "a card of the pack",
            )?;
            // With cards left over or two packs there may be no holder, or two.
            let everywhere = self
                .deal
                .cards
                .iter()
                .all(|cards| usize::from(*cards) * usize::from(self.seats) == self.pack.len());
            let one = everywhere && self.pack.packs == 1 && !self.matches.knockout;
            ensure(one, "play.first_lead", card, "one pack that is dealt completely")?;
        }
        let Follow { suit, ruff, overtake, .. } = play.follow;
        ensure(suit || !ruff, "play.follow.ruff", ruff, "following suit")?;
        ensure(suit || !overtake, "play.follow.overtake", overtake, "following suit")
    }

    fn validate_score(&self) -> Checked {
        let bids = matches!(self.auction, Auction::Tricks(_));
        match &self.score {
            Score::Exact(exact) => {
                let largest = [exact.hit, exact.miss]
                    .iter()
                    .flat_map(|sum| [sum.base, sum.bid, sum.trick, sum.off])
                    .map(i16::unsigned_abs)
                    .max();
                ensure(largest <= Some(500), "score.exact", largest, "at most 500 each")?;
                let uses = exact.hit != exact.miss || exact.hit.bid != 0 || exact.hit.off != 0;
                ensure(bids || !uses, "score.exact", exact, "bids of tricks, or tricks alone")?;
                ensure(self.teams.is_none(), "score.exact", self.teams, "no teams")
            }
            Score::Contract(contract) => {
                ensure(bids, "score.contract", contract, "bids of tricks")?;
                let numbers = [
                    contract.trick,
                    contract.bag,
                    contract.bag_penalty,
                    contract.nil,
                    contract.blind_nil,
                    contract.big_bid.map_or(0, |big| big.points),
                ];
                let largest = numbers.map(i16::unsigned_abs).into_iter().max();
                ensure(largest <= Some(1_000), "score.contract", largest, "at most 1000 each")
            }
            Score::Penalty(_) => {
                let teams = self.teams;
                ensure(teams.is_none(), "score.penalty", teams, "no teams")?;
                let some = !self.pack.points.is_empty();
                ensure(some, "score.penalty", &self.pack.points, "cards with points")
            }
            Score::Levels(levels) => {
                let some = levels.count == Counted::Tricks || !self.pack.points.is_empty();
                ensure(some, "score.levels.count", levels.count, "cards with points")?;
                let ascending = levels.levels.windows(2).all(|pair| pair[0].least < pair[1].least);
                ensure(ascending, "score.levels.levels", &levels.levels, "ascending levels")
            }
            Score::Makers(makers) => {
                let trump = matches!(self.auction, Auction::Trump(_));
                ensure(trump, "score.makers", makers, "bids of trump")?;
                ensure(self.teams == Some(2), "score.makers", self.teams, "two teams")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BigBid, PRESETS};
    use super::*;

    #[test]
    fn every_preset_makes_a_game() {
        for name in PRESETS {
            assert_eq!(Rules::preset(name).unwrap().validate(), Ok(()), "{name}");
        }
        let error = Rules::preset("chess").unwrap_err().to_string();
        assert!(error.starts_with("no rules 'chess', expected one of oh-hell, "), "{error}");
    }

    #[test]
    fn presets_accept_the_documented_numbers_of_seats() {
        for (name, seats) in
            [("oh-hell", 3..=7), ("el-dorado", 2..=10), ("hearts", 3..=6), ("spades", 4..=4)]
        {
            for number in 2..=11 {
                let rules = Rules::preset_with_seats(name, number).unwrap();
                let good = rules.validate().is_ok();
                assert!(good || !seats.contains(&number), "{name} {number}");
            }
        }
        let error = Rules::preset_with_seats("el-dorado", 11).unwrap().validate().unwrap_err();
        assert_eq!(error.to_string(), "seats cannot be 11, expected 2 to 10");
    }

    #[test]
    fn a_match_that_would_be_over_before_its_first_hand_is_refused() {
        let with = |reach, floor| {
            let mut rules = Rules::hearts(4);
            (rules.matches.reach, rules.matches.floor) = (reach, floor);
            rules.validate().map_err(|error| error.to_string())
        };
        for reach in [0, -1, i32::MIN, 100_001, i32::MAX] {
            let why = format!("match.reach cannot be {reach}, expected 1 to 100000");
            assert_eq!(with(Some(reach), None), Err(why));
        }
        for floor in [0, 1, i32::MAX, -100_001, i32::MIN] {
            let why = format!("match.floor cannot be {floor}, expected -100000 to -1");
            assert_eq!(with(None, Some(floor)), Err(why));
        }
        assert_eq!(with(Some(1), Some(-1)), Ok(()));
        assert_eq!(with(None, None), Ok(()));
    }

    #[test]
    fn a_bad_option_is_named() {
        let mut rules = Rules::spades();
        rules.teams = Some(3);
        let error = rules.validate().unwrap_err().to_string();
        assert!(error.starts_with("teams cannot be 3"), "{error}");
        let mut rules = Rules::hearts(4);
        rules.passing = Some(Passing { count: 5, cycle: vec![1] });
        let error = rules.validate().unwrap_err().to_string();
        assert_eq!(error, "passing.count cannot be 5, expected 1 to 4");
        let mut rules = Rules::oh_hell(4);
        rules.deal.cards = vec![14];
        assert_eq!(rules.validate().unwrap_err().option, "deal.cards");
        let mut rules = Rules::spades();
        if let Score::Contract(contract) = &mut rules.score {
            contract.big_bid = Some(BigBid { tricks: 10, points: 2_000 });
        }
        assert_eq!(rules.validate().unwrap_err().option, "score.contract");
    }
}
