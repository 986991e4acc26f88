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
