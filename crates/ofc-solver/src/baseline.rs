//! Baselines of luck adjustment: values of the whole table after a deal.
//!
//! A seat's value on its own is the evaluator's up to street 3 and exact from street 4 on; `deep`
//! adds the rows that it wins against each other board, over boards completed at random. The cards
//! of a street are compared with others that could have come. A Fantasyland hand is hidden until
//! the other boards are complete, so it is valued last: the actual hand, set exactly against those
//! boards, with fresh ones.

use crate::choices::{draw, each_choice};
use crate::opponent_model::SoloPlayer;
use crate::streets::CLASSIC_LEAF;
use crate::{Estimator, stakes_of};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Baseline, Game, Match, MatchBaseline, PerSeat, Rng, Seat, Step, math};
use facedown_ofc::endgame::{Draws, Endgame, Partial};
use facedown_ofc::fantasy::{Opponent, Scratch, Solver};
use facedown_ofc::{Action, Board, Dealing, Ofc, Phase, Rows, Setup, Stakes, Standing, State};
use std::sync::Arc;

/// Values of the endgame are multiples of this part of a point.
const UNITS: f64 = 16_384.0;

/// The standard deviation of the difference between two seats in a hand, in points.
const HAND_DEVIATION: f64 = 20.0;

/// The effort of a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effort {
    name: &'static str,
    /// The number of other deals that a street is compared with.
    deals: usize,
    /// The number of completed boards by which rows are compared; 0 to leave rows out.
    boards: usize,
    /// The number of fresh hands that a Fantasyland hand is compared with.
    fantasy: usize,
    /// Whether every street is valued: the first and the fourth take most time.
    all_streets: bool,
}

const CHEAP: Effort = Effort { name: "cheap", deals: 5, boards: 0, fantasy: 8, all_streets: false };
const DEEP: Effort =
    Effort { name: "deep", deals: 80, boards: 40, fantasy: 200, all_streets: true };

/// The kernels of one game.
#[derive(Debug)]
struct Kernels {
    endgame: Endgame,
    estimator: Estimator,
    /// Sets Fantasyland hands for their own points, by 13 to 17 cards.
    solvers: [Solver; 5],
    /// The stakes of a seat against each opponent.
    stakes: Stakes,
}

/// The unit of values.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Unit {
    Points,
    /// Chances to win the match, by the chance that a point adds at the present standing.
    Wins(f64),
}

/// A baseline of open-face Chinese poker: `cheap` or `deep`.
#[derive(Clone, Debug)]
pub struct OfcBaseline {
    effort: Effort,
    /// Whether a match is to be won, rather than points.
    is_match: bool,
    kernels: Arc<Kernels>,
}

impl OfcBaseline {
    /// Returns the baseline of this name, `cheap` or `deep`, in points; `None` for other names.
    pub fn named(game: &Ofc, name: &str) -> Option<Self> {
        let effort = [CHEAP, DEEP].into_iter().find(|effort| effort.name == name)?;
        let (rules, stakes) = (game.rules(), stakes_of(game));
        let solver =
            |cards: usize| Solver::new(rules, stakes.staying(rules, cards).min(1000.0)).ok();
        let solvers = [solver(13)?, solver(14)?, solver(15)?, solver(16)?, solver(17)?];
        let kernels = Kernels {
            endgame: Endgame::new(rules, stakes).ok()?,
            estimator: Estimator::new(rules, stakes, 0),
            solvers,
            stakes,
        };
        Some(Self { effort, is_match: false, kernels: Arc::new(kernels) })
    }

    /// Returns the baseline whose values are chances to win the match.
    #[must_use]
    pub fn of_matches(mut self) -> Self {
        self.is_match = true;
        self
    }

    /// Returns the chance to win that a point adds: the density of a normal distribution at the
    /// lead, over the hands left.
    fn point_value(game: &Ofc, standing: &Standing) -> f64 {
        let rules = &game.rules().matches;
        let left =
            f64::from(rules.hands).max(standing.hands() as f64 + 1.0) - standing.hands() as f64;
        let deviation = HAND_DEVIATION * left.sqrt();
        let scores = game.match_scores(standing);
        let mut sorted: Vec<i32> = scores.as_slice().to_vec();
        sorted.sort_unstable();
        let lead = f64::from(sorted[sorted.len() - 1] - sorted[sorted.len() - 2]);
        let z = lead / deviation;
        // 1 / sqrt(2 pi) = 0.3989.
        0.398_942 * math::exp(-0.5 * z * z) / deviation
    }
}

impl MatchBaseline<Ofc> for OfcBaseline {
    fn name(&self) -> &str {
        self.effort.name
    }

    fn hand(&self, game: &Ofc, standing: &Standing) -> Box<dyn Baseline<Ofc>> {
        let unit = if self.is_match {
            Unit::Wins(Self::point_value(game, standing))
        } else {
            Unit::Points
        };
        Box::new(HandBaseline { effort: self.effort, unit, kernels: self.kernels.clone() })
    }
}

/// The baseline of one hand.
struct HandBaseline {
    effort: Effort,
    unit: Unit,
    kernels: Arc<Kernels>,
}

/// A board after the best placement of a deal, and its value to its seat alone.
struct Placed {
    board: Partial,
    value: f64,
}

impl HandBaseline {
    fn player(&self) -> SoloPlayer<'_> {
        SoloPlayer { endgame: &self.kernels.endgame, estimator: &self.kernels.estimator }
    }

    /// Places a deal for the seat's own points.
    fn place(
        &self,
        draws: &mut Draws,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
    ) -> Placed {
        let Kernels { endgame, estimator, .. } = &*self.kernels;
        let placed = board.cards().len();
        if placed == 9 && deal.len() == 3 {
            let (total, board) = endgame.best_on_street_4(draws, board, deal, unseen);
            let n = unseen.len() as f64;
            let count = n * (n - 1.0) * (n - 2.0) / 6.0;
            return Placed { board, value: total as f64 / count / UNITS };
        }
        if let [card] = deal
            && placed >= CLASSIC_LEAF
        {
            let value = endgame.single_sums(board, *card, unseen).expectation(0).value;
            return Placed { board: endgame.best_single(board, *card, unseen), value };
        }
        let mut best = Placed { board: *board, value: f64::NEG_INFINITY };
        each_choice(board, deal, |board, _| {
            let value = if board.cards().len() == 13 {
                endgame.complete(&board).units() as f64 / UNITS
            } else {
                estimator.value(&board, unseen)
            };
            if value > best.value {
                best = Placed { board, value };
            }
        });
        best
    }

    /// Completes a board at random, played for its own points; `None` is a foul.
    fn complete(
        &self,
        draws: &mut Draws,
        mut board: Partial,
        mut unseen: PackSet,
        rng: &mut Rng,
    ) -> Option<Rows> {
        let rules = self.kernels.endgame.scorer().rules();
        while board.cards().len() < 13 {
            let cards = match (board.cards().len(), rules.dealing) {
                (0, _) => 5,
                (_, Dealing::Pineapple) => 3,
                (_, Dealing::Classic) => 1,
            };
            let deal = draw(&mut unseen, cards, rng);
            board = self.player().place(draws, &board, &deal, unseen);
        }
        self.rows(board.rows())
    }

    fn rows(&self, rows: [PackSet; 3]) -> Option<Rows> {
        self.kernels.endgame.scorer().rows(&Board::new(rows).ok()?)
    }

    /// Returns the points for rows and scoop between two boards; none if one is a foul, whose cost
    /// is part of its value alone.
    fn row_points(&self, own: Option<Rows>, other: Option<Rows>) -> f64 {
        let (Some(mine), Some(theirs)) = (own, other) else { return 0.0 };
        let scorer = self.kernels.endgame.scorer();
        let royalties = i32::from(scorer.royalties(mine)) - i32::from(scorer.royalties(theirs));
        f64::from(scorer.points(own, other) - royalties)
    }

    /// Samples boards of another seat: completed, or of Fantasyland hands.
    fn opponent_boards(
        &self,
        state: &State,
        seat: Seat,
        unseen: PackSet,
        rng: &mut Rng,
    ) -> Vec<Option<Rows>> {
        let cards = state.table().fantasy(seat);
        let (mut draws, mut scratch) = (Draws::default(), Scratch::default());
        let board = Partial::new(state.rows(seat)).unwrap_or(Partial::EMPTY);
        (0..self.effort.boards)
            .map(|_| {
                if cards == 0 {
                    return self.complete(&mut draws, board, unseen, rng);
                }
                let hand = draw(&mut unseen.clone(), cards, rng);
                let set = self.kernels.solvers[cards - 13].solve_with(&mut scratch, &hand);
                set.ok().map(|set| set.rows)
            })
            .collect()
    }

    /// Returns the luck of the cards that the seat to act has been dealt for its street.
    fn street_luck(&self, game: &Ofc, state: &State, rng: &mut Rng) -> PerSeat<f64> {
        let (table, seat) = (state.table(), state.table().to_act());
        let view = game.view(state, seat);
        let actual: Vec<PackCard> = view.hand().to_vec();
        let unseen = game.pack().collect::<PackSet>() - state.dealt_in_streets();
        let pool = unseen | actual.iter().copied().collect();
        let board = Partial::new(table.rows(seat)).unwrap_or(Partial::EMPTY);
        let mut draws = Draws::default();
        let others: Vec<Seat> = Seat::all(game.seats()).filter(|other| *other != seat).collect();
        let boards: Vec<Vec<Option<Rows>>> = match self.effort.boards {
            0 => Vec::new(),
            _ => others.iter().map(|o| self.opponent_boards(state, *o, pool, rng)).collect(),
        };
        // Each other seat's expected points for rows against a board of this one.
        let against = |rows: Option<Rows>, sums: &mut [f64], weight: f64| {
            for (sum, theirs) in sums.iter_mut().zip(&boards) {
                let points: f64 = theirs.iter().map(|theirs| self.row_points(rows, *theirs)).sum();
                *sum += weight * points / theirs.len() as f64;
            }
        };
        let n = self.effort.deals;
        let (mut alone, mut rows) = (0.0, vec![0.0; boards.len()]);
        for number in 0..=n {
            let mut unseen = pool;
            let deal = match number {
                0 => actual.clone(),
                _ => draw(&mut unseen, actual.len(), rng),
            };
            unseen = pool - deal.iter().copied().collect();
            let sign = if number == 0 { 1.0 } else { -1.0 / n as f64 };
            let placed = self.place(&mut draws, &board, &deal, unseen);
            alone += sign * placed.value;
            let completions = match (number, placed.board.cards().len()) {
                _ if boards.is_empty() => 0,
                (_, 13) => 1,
                (0, _) => self.effort.boards,
                _ => usize::from(number <= self.effort.boards),
            };
            // Half as many deals are enough for rows: of the others the first ones.
            let weight = match (number, placed.board.cards().len()) {
                (0, _) => 1.0 / completions.max(1) as f64,
                (_, 13) => -1.0 / n as f64,
                _ => -1.0 / self.effort.boards.max(1) as f64,
            };
            for _ in 0..completions {
                let rows_now = self.complete(&mut draws, placed.board, unseen, rng);
                against(rows_now, &mut rows, weight);
            }
        }
        let mut luck = PerSeat::filled(game.seats(), 0.0);
        for (i, other) in others.into_iter().enumerate() {
            let points = alone + rows.get(i).copied().unwrap_or(0.0);
            luck[seat] += points;
            luck[other] -= points;
        }
        luck
    }

    /// Returns the points of all seats with these Fantasyland hands, each set exactly against the
    /// complete boards, and the value of the next Fantasyland.
    fn fantasy_values(
        &self,
        game: &Ofc,
        state: &State,
        hands: &[(Seat, Vec<PackCard>)],
        scratch: &mut Scratch,
    ) -> PerSeat<f64> {
        let (table, seats) = (state.table(), game.seats());
        let mut rows = PerSeat::from_fn(seats, |seat| self.rows(table.rows(seat)));
        let normal = Seat::all(seats).filter(|seat| table.fantasy(*seat) == 0);
        let opponents: Vec<Opponent> = normal.map(|seat| Opponent::known(rows[seat])).collect();
        let mut staying = PerSeat::filled(seats, 0.0);
        for (seat, hand) in hands {
            let (rules, stakes) = (game.rules(), self.kernels.stakes);
            let stay = if table.setup().last { 0.0 } else { stakes.staying(rules, hand.len()) };
            let payers = (stay * opponents.len().max(1) as f64).min(1000.0);
            let set = Solver::new(rules, payers)
                .ok()
                .and_then(|solver| solver.against(&opponents).solve_with(scratch, hand).ok());
            rows[*seat] = set.as_ref().map(|set| set.rows);
            staying[*seat] = if set.is_some_and(|set| set.stays) { stay } else { 0.0 };
        }
        let mut values = PerSeat::filled(seats, 0.0);
        for one in Seat::all(seats) {
            for other in Seat::all(one.index()) {
                let points = f64::from(game.scorer().points(rows[one], rows[other]));
                let points = points + staying[one] - staying[other];
                values[one] += points;
                values[other] -= points;
            }
        }
        values
    }

    /// Returns the luck of the Fantasyland hands.
    fn fantasy_luck(&self, game: &Ofc, state: &State, rng: &mut Rng) -> PerSeat<f64> {
        let table = state.table();
        let pool = game.pack().collect::<PackSet>() - state.dealt_in_streets();
        let mut scratch = Scratch::default();
        let in_fantasy = table.in_fantasyland();
        let actual: Vec<_> =
            in_fantasy.iter().map(|seat| (seat, state.cards(seat).to_vec())).collect();
        let mut luck = self.fantasy_values(game, state, &actual, &mut scratch);
        for _ in 0..self.effort.fantasy {
            let mut unseen = pool;
            let hands: Vec<_> = in_fantasy
                .iter()
                .map(|seat| (seat, draw(&mut unseen, table.fantasy(seat), rng)))
                .collect();
            let values = self.fantasy_values(game, state, &hands, &mut scratch);
            for (seat, value) in values.iter() {
                luck[seat] -= value / self.effort.fantasy as f64;
            }
        }
        luck
    }

    /// Returns the luck in what a state, just reached, reveals; `None` if it is left out.
    fn luck(&self, game: &Ofc, state: &State, rng: &mut Rng) -> Option<PerSeat<f64>> {
        let table = state.table();
        let luck = match table.phase() {
            Phase::Over => return None,
            Phase::Fantasy => self.fantasy_luck(game, state, rng),
            Phase::Streets => {
                let placed = table.rows(table.to_act()).iter().map(|row| row.len()).sum::<usize>();
                if !self.effort.all_streets && matches!(placed, 0 | 9) {
                    return None;
                }
                self.street_luck(game, state, rng)
            }
        };
        Some(match self.unit {
            Unit::Points => luck,
            Unit::Wins(point) => luck.map(|points| points * point),
        })
    }
}

impl Baseline<Ofc> for HandBaseline {
    fn name(&self) -> &str {
        self.effort.name
    }

    fn deal_luck(&self, game: &Ofc, _: &Setup, dealt: &State, rng: &mut Rng) -> PerSeat<f64> {
        self.luck(game, dealt, rng).unwrap_or_else(|| PerSeat::filled(game.seats(), 0.0))
    }

    fn step_luck(
        &self,
        game: &Ofc,
        before: &State,
        _: Step<Action>,
        after: &State,
        rng: &mut Rng,
    ) -> Option<PerSeat<f64>> {
        // Fantasyland cards are placed one by one, after they are known.
        if before.table().phase() == Phase::Streets { self.luck(game, after, rng) } else { None }
    }
}
