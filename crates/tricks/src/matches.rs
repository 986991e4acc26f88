//! Matches: running scores, bags, knockouts, the choice of trump.

use crate::rules::Score;
use crate::score::{contract_result, scores};
use crate::{Setup, State, Tricks};
use facedown_game::{Game, MAX_SEATS, Match, PerSeat, Seat, SeatSet, packed_struct};

/// The running score of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    scores: [i32; MAX_SEATS],
    bags: [u8; MAX_SEATS],
    out: SeatSet,
    chooser: Option<Seat>,
    dealer: Seat,
    hands: u16,
}
packed_struct!(Standing { scores, bags, out, chooser, dealer, hands });

impl Standing {
    /// Returns the number of hands played.
    pub const fn hands(&self) -> usize {
        self.hands as usize
    }

    /// Returns a seat's score.
    pub const fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// Returns the bags of a seat's side.
    pub const fn bags(&self, seat: Seat) -> u8 {
        self.bags[seat.index()]
    }

    /// Returns the seats that are out of the match.
    pub const fn out(&self) -> SeatSet {
        self.out
    }
}

impl Tricks {
    fn is_over(&self, standing: &Standing) -> bool {
        let rules = &self.c.rules.matches;
        let scores = &standing.scores[..self.c.seats];
        let left = self.c.seats - standing.out.len();
        standing.hands >= rules.hands
            || rules.reach.is_some_and(|reach| scores.iter().any(|score| *score >= reach))
            || rules.floor.is_some_and(|floor| scores.iter().any(|score| *score <= floor))
            || left < 2
    }

    /// Returns the next dealer among the seats that are still in.
    fn next_dealer(&self, standing: &Standing) -> Seat {
        let step = |seat: Seat| self.c.next[seat.index()];
        let mut dealer = standing.dealer;
        if self.c.rules.matches.deal_passes {
            dealer = step(dealer);
        }
        while standing.out.contains(dealer) {
            dealer = step(dealer);
        }
        dealer
    }

    /// Knocks out seats without a trick, and lets the seat with most tricks choose trump next, the
    /// first after the dealer on ties, as far as the rules say so.
    fn knock_out(&self, standing: &mut Standing, hand: &State) {
        let rules = &self.c.rules;
        let chooses = matches!(rules.auction, crate::rules::Auction::Choose);
        if !chooses && !rules.matches.knockout {
            return;
        }
        let table = hand.table();
        let mut seat = table.after(&self.c, table.dealer());
        let mut most = 0;
        for _ in 0..table.active {
            let won = table.won(seat);
            if won == 0 && rules.matches.knockout {
                standing.out = standing.out.with(seat);
            }
            if won > most && chooses {
                most = won;
                standing.chooser = Some(seat);
            }
            seat = table.after(&self.c, seat);
        }
    }
}

const fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

impl Match for Tricks {
    type Standing = Standing;

    fn begin(&self) -> Standing {
        Standing {
            scores: [0; MAX_SEATS],
            bags: [0; MAX_SEATS],
            out: SeatSet::EMPTY,
            chooser: None,
            dealer: self.first_setup().dealer,
            hands: 0,
        }
    }

    fn next_hand(&self, standing: &Standing) -> Option<Setup> {
        if self.is_over(standing) {
            return None;
        }
        let clamp = |score: i32| score.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        Some(Setup {
            dealer: standing.dealer,
            hand: standing.hands,
            out: standing.out,
            chooser: standing.chooser,
            scores: standing.scores.map(clamp),
            bags: standing.bags,
        })
    }

    fn finish_hand(&self, standing: &mut Standing, hand: &State) {
        let (c, table) = (&*self.c, hand.table());
        for (sum, score) in standing.scores.iter_mut().zip(scores(c, table)) {
            *sum += score;
        }
        if let Score::Contract(contract) = &c.rules.score {
            for seat in 0..c.seats {
                standing.bags[seat] = contract_result(c, table, *contract, c.side[seat]).bags;
            }
        }
        self.knock_out(standing, hand);
        standing.hands += 1;
        standing.dealer = self.next_dealer(standing);
    }

    /// All hands of a match where their number is fixed; otherwise as many as it takes until dealer,
    /// hand size and passing direction come together again.
    fn hand_count(&self) -> u32 {
        let rules = &self.c.rules;
        let matches = &rules.matches;
        let hands = u32::from(matches.hands);
        if matches.reach.is_none() && matches.floor.is_none() && !matches.knockout {
            return hands;
        }
        let dealers = if matches.deal_passes { self.c.seats } else { 1 };
        let passings = rules.passing.as_ref().map_or(1, |passing| passing.cycle.len());
        let cycle = [dealers, rules.deal.cards.len(), passings]
            .into_iter()
            .fold(1, |cycle, length| least_common_multiple(cycle, length as u64));
        cycle.min(u64::from(hands)) as u32
    }

    /// Scores and bags are 0, nobody is out, and the upcard decides where the winner of the last hand
    /// would choose trump.
    fn hand_setup(&self, hand: u32) -> Setup {
        let first = self.first_setup();
        let moved = if self.c.rules.matches.deal_passes { hand as usize % self.c.seats } else { 0 };
        let dealer = (0..moved).fold(first.dealer, |dealer, _| self.c.next[dealer.index()]);
        Setup { dealer, hand: hand as u16, ..first }
    }

    fn match_scores(&self, standing: &Standing) -> PerSeat<i32> {
        PerSeat::from_fn(self.c.seats, |seat| standing.scores[seat.index()])
    }

    fn winners(&self, standing: &Standing) -> SeatSet {
        if !self.is_over(standing) {
            return SeatSet::EMPTY;
        }
        let playing = |seat: &Seat| !standing.out.contains(*seat);
        let best = Seat::all(self.c.seats).filter(playing).map(|seat| standing.score(seat)).max();
        let won = |seat: &Seat| Some(standing.score(*seat)) == best;
        Seat::all(self.c.seats).filter(playing).filter(won).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use facedown_game::setup_stream;
    use facedown_testkit::stats;

    fn counts(preset: &str, seats: u8) -> u32 {
        Tricks::new(Rules::preset_with_seats(preset, seats).unwrap()).unwrap().hand_count()
    }

    #[test]
    fn a_cycle_is_the_match_or_what_repeats() {
        assert_eq!([3, 4, 6, 7].map(|seats| counts("oh-hell", seats)), [19, 19, 15, 13]);
        assert_eq!([2, 4, 10].map(|seats| counts("el-dorado", seats)), [10, 10, 10]);
        assert_eq!([3, 4, 5, 6].map(|seats| counts("hearts", seats)), [3, 4, 5, 6]);
        assert_eq!((counts("spades", 4), counts("plain", 5)), (4, 5));
        let mut rules = Rules::hearts(5);
        rules.passing.as_mut().unwrap().cycle = vec![1, -1];
        assert_eq!(Tricks::new(rules).unwrap().hand_count(), 10);
    }

    #[test]
    fn every_hand_of_the_cycle_has_the_same_chance() {
        for preset in ["oh-hell", "el-dorado", "hearts", "spades"] {
            let game = Tricks::new(Rules::preset(preset).unwrap()).unwrap();
            let mut counts = vec![0; game.hand_count() as usize];
            for seed in 0..200 * u64::from(game.hand_count()) {
                counts[usize::from(game.draw_setup(&mut setup_stream(seed, 0)).hand)] += 1;
            }
            stats::assert_uniform(&counts);
        }
    }

    #[test]
    fn the_hands_of_the_cycle_are_dealt_as_those_of_a_match() {
        let game = Tricks::new(Rules::el_dorado(3)).unwrap();
        let mut standing = game.begin();
        for hand in 0..game.hand_count() {
            let setup = game.hand_setup(hand);
            let next = game.next_hand(&standing).unwrap();
            assert_eq!((setup.dealer, setup.hand), (next.dealer, next.hand));
            standing.hands += 1;
            standing.dealer = game.next_dealer(&standing);
        }
        assert_eq!(game.next_hand(&standing), None);
    }
}
