//! Matches: the sequence of rounds, the end of a match, and its results.

use crate::rules::{Length, MatchRules, Tobi};
use crate::table::STICK;
use crate::{Ending, Riichi, Setup, State};
use facedown_game::{Game, Match, PerSeat, Rng, Seat, SeatSet, packed_struct};

/// The standing of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The setup of the next round; after the last one the final points.
    next: Setup,
    rounds: u8,
    over: bool,
    seats: u8,
}
packed_struct!(Standing { next, rounds, over, seats });

impl Standing {
    /// Returns the standing of a match that continues from this setup, for records that begin in the
    /// middle.
    pub fn from_setup(game: &Riichi, setup: &Setup) -> Self {
        Self { next: *setup, rounds: 0, over: false, seats: game.rules().seats }
    }

    /// Returns the number of rounds played.
    pub const fn rounds(&self) -> usize {
        self.rounds as usize
    }

    /// Returns the points of a seat; after the last round including the sticks that were left.
    pub const fn points(&self, seat: Seat) -> i32 {
        self.next.scores[seat.index()]
    }

    /// Iterates over the seats from first to last place; ties go to the seat that dealt first.
    pub fn ranking(&self) -> impl Iterator<Item = Seat> {
        ranking(usize::from(self.seats), |seat| self.points(seat))
    }

    /// Returns the place of a seat, 0 for the first.
    pub fn rank(&self, seat: Seat) -> usize {
        self.ranking().position(|other| other == seat).unwrap_or(0)
    }

    fn leader(&self) -> Seat {
        self.ranking().next().unwrap_or(self.next.dealer)
    }
}

/// The outcome of a round, as far as the match is concerned.
struct Outcome {
    /// Whether the dealer repeats (*renchan*).
    stays: bool,
    /// Whether a seat won.
    won: bool,
    /// Whether the round was aborted.
    aborted: bool,
}

impl Outcome {
    fn of(state: &State) -> Self {
        let dealer = state.table.setup.dealer;
        match state.table.ending {
            Ending::Won(seats) => Self { stays: seats.contains(dealer), won: true, aborted: false },
            Ending::Drawn(kind, tenpai) => {
                let aborted = kind.is_abort();
                Self { stays: aborted || tenpai.contains(dealer), won: false, aborted }
            }
            Ending::Unfinished => Self { stays: true, won: false, aborted: true },
        }
    }
}

impl Riichi {
    /// Returns the number of the wind after which a match ends on time.
    pub(crate) fn last_wind(&self) -> u8 {
        match self.rules().matches.length {
            Length::Hanchan => 1,
            Length::Tonpu | Length::Single => 0,
        }
    }

    /// Returns whether a match is over after this round. The standing has the new points, but still
    /// the wind and dealer of the round.
    fn ends(&self, standing: &Standing, outcome: &Outcome) -> bool {
        let rules = &self.rules().matches;
        let Setup { wind, dealer, .. } = standing.next;
        let points = || Seat::all(self.seats()).map(|seat| standing.points(seat));
        let broke = match rules.tobi {
            Tobi::Never => false,
            Tobi::BelowZero => points().any(|points| points < 0),
            Tobi::ZeroOrBelow => points().any(|points| points <= 0),
        };
        if broke || rules.length == Length::Single || standing.rounds >= rules.max_rounds {
            return true;
        }
        let last_dealer = dealer.index() + 1 == self.seats();
        if wind < self.last_wind() || wind == self.last_wind() && !last_dealer {
            return false;
        }
        if outcome.stays {
            let stops = if outcome.won { rules.agari_yame } else { rules.tenpai_yame };
            let leads = standing.leader() == dealer && standing.points(dealer) >= rules.goal_points;
            return stops && leads && !outcome.aborted;
        }
        let reached = points().any(|points| points >= rules.goal_points);
        let last_of_extension = wind > self.last_wind() && last_dealer;
        reached || !rules.extension || last_of_extension
    }
}

impl MatchRules {
    /// Returns the result of each seat for its final points, sticks that were left included: the
    /// points less the return, plus the placement bonus.
    ///
    /// ```
    /// use facedown_game::PerSeat;
    /// use facedown_riichi::Rules;
    ///
    /// let points = [35_100, 28_300, 20_400, 16_200];
    /// let points = PerSeat::from_fn(4, |seat| points[seat.index()]);
    /// let mut rules = Rules::TENHOU.matches;
    /// assert_eq!(rules.results(&points).as_slice(), [45_100, 8_300, -19_600, -33_800]);
    /// rules.round_results = true;
    /// assert_eq!(rules.results(&points).as_slice(), [46_000, 8_000, -20_000, -34_000]);
    /// ```
    pub fn results(&self, points: &PerSeat<i32>) -> PerSeat<i32> {
        // Tenhou rounded points, not differences: -3,500 counted as -4,000.
        let rounded = |points: i32| {
            let half = if points < 0 { -500 } else { 500 };
            if self.round_results { (points + half) / 1_000 * 1_000 } else { points }
        };
        let mut results = PerSeat::filled(points.seats(), 0);
        let mut ranking = ranking(points.seats(), |seat| points[seat]);
        let first = ranking.next();
        for (seat, uma) in ranking.zip(&self.uma[1..]) {
            results[seat] = rounded(points[seat]) - self.return_points + uma;
        }
        if let Some(first) = first {
            let others: i32 = results.as_slice().iter().sum();
            let own = points[first] - self.return_points + self.uma[0] + self.oka;
            results[first] = if self.round_results { -others } else { own };
        }
        results
    }
}

/// Iterates over the seats from first to last place; ties go to the seat that dealt first.
fn ranking(seats: usize, points: impl Fn(Seat) -> i32) -> impl Iterator<Item = Seat> {
    let mut order = [0, 1, 2, 3].map(Seat::new);
    order[..seats].sort_by_key(|seat| (-points(*seat), *seat));
    order.into_iter().take(seats)
}

impl Match for Riichi {
    type Standing = Standing;

    fn begin(&self) -> Standing {
        Standing::from_setup(self, &self.first_setup())
    }

    fn next_hand(&self, standing: &Standing) -> Option<Setup> {
        (!standing.over).then_some(standing.next)
    }

    fn finish_hand(&self, standing: &mut Standing, hand: &State) {
        let table = &hand.table;
        let outcome = Outcome::of(hand);
        standing.next = Setup { scores: table.scores, sticks: table.sticks, ..table.setup };
        standing.rounds += 1;
        standing.over = self.ends(standing, &outcome);
        if standing.over {
            let leader = standing.leader().index();
            standing.next.scores[leader] += STICK * i32::from(standing.next.sticks);
            standing.next.sticks = 0;
            return;
        }
        let next = &mut standing.next;
        next.honba = if outcome.won && !outcome.stays { 0 } else { next.honba.saturating_add(1) };
        if !outcome.stays {
            next.dealer = next.dealer.next(self.seats());
            next.wind += u8::from(next.dealer.index() == 0);
        }
    }

    /// The rounds of a match without repeats and extension: East 1 to South 4, or to East 4.
    fn hand_count(&self) -> u32 {
        match self.rules().matches.length {
            Length::Single => 1,
            Length::Hanchan | Length::Tonpu => {
                (u32::from(self.last_wind()) + 1) * u32::from(self.rules().seats)
            }
        }
    }

    /// Everyone has the start points, and there are neither counters nor sticks.
    fn hand_setup(&self, hand: u32) -> Setup {
        let seats = u32::from(self.rules().seats);
        let dealer = Seat::new((hand % seats) as usize);
        Setup { wind: (hand / seats) as u8, dealer, ..self.first_setup() }
    }

    /// Draws one of [`Riichi::setups`], those of the rounds of real matches.
    fn draw_setup(&self, rng: &mut Rng) -> Setup {
        self.draw_from_table(rng).unwrap_or_else(|| self.first_setup())
    }

    /// Returns the points while the match goes on, and in the end each seat's result: its points less
    /// the return, plus the placement bonus.
    fn match_scores(&self, standing: &Standing) -> PerSeat<i32> {
        let points = PerSeat::from_fn(self.seats(), |seat| standing.points(seat));
        if standing.over { self.rules().matches.results(&points) } else { points }
    }

    /// Places are never shared.
    fn winners(&self, standing: &Standing) -> SeatSet {
        if standing.over { SeatSet::only(standing.leader()) } else { SeatSet::EMPTY }
    }
}
