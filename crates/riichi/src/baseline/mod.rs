//! Baselines of luck adjustment: values of the whole table after a draw.
//!
//! `cheap` knows each seat's shanten, `deep` is a small network over features of all hands and the
//! tiles left in the wall. Both know the payments of a win by tsumo; the ura indicators of a win
//! are valued exactly. In a match values are chances to finish first.

mod features;
mod net;

pub use features::{CLASSES, FEATURES, SeatFeatures, class, hidden_tiles, seat_features};
pub use net::{CODE, Code, ENCODER, HIDDEN, Net};

use crate::table::Phase;
use crate::{Action, Legal, Riichi, Setup, Standing, State, Table};
use facedown_game::{
    ActionBuf, Baseline, Game, Match, MatchBaseline, PerSeat, Rng, Seat, Step, math, redraw_luck,
    take_step,
};
use facedown_tiles::{Tile, Unseen};
use std::sync::LazyLock;

/// The mean score of a seat in each class, in thousands, and the network. Written by `cargo research
/// riichi_baseline`.
const MEANS: [f32; CLASSES] = include!("means.in");
static NET: LazyLock<Net> = LazyLock::new(|| {
    let net = Net::read(include_bytes!("deep.safetensors"));
    net.unwrap_or_else(|_| unreachable!("the weights that ship fit the network"))
});

/// The number of draws that rare steps, such as kans, are compared with.
const RARE: u64 = 40;

/// The number of worlds over which the ura indicators of a win are averaged.
const URA: u32 = 3;

/// The standard deviation of the difference of two seats' scores in a round.
const ROUND_DEVIATION: f64 = 7_800.0;

/// The quality of a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quality {
    Cheap,
    Deep,
}

/// A baseline of riichi mahjong: `cheap` or `deep`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RiichiBaseline {
    quality: Quality,
    /// The standard deviation of the difference of two seats' points until the end of the match;
    /// `None` if values are points.
    spread: Option<f64>,
}

/// A value of the table, as far as it does not depend on the tile that a seat has drawn.
enum Prepared<'a> {
    Classes(PerSeat<f32>),
    Codes(&'a Net, Box<PerSeat<Code>>),
}

impl RiichiBaseline {
    /// Returns the baseline of this name, `cheap` or `deep`, in points of a round; `None` for other
    /// names.
    pub fn named(name: &str) -> Option<Self> {
        let quality = match name {
            "cheap" => Quality::Cheap,
            "deep" => Quality::Deep,
            _ => return None,
        };
        Some(Self { quality, spread: None })
    }

    const fn own_name(&self) -> &'static str {
        match self.quality {
            Quality::Cheap => "cheap",
            Quality::Deep => "deep",
        }
    }

    /// Returns the value of scores of the round: points, or chances to finish first.
    fn utility(&self, table: &Table, scores: PerSeat<f64>) -> PerSeat<f64> {
        let Some(spread) = self.spread else { return scores };
        let points = |seat: Seat| f64::from(table.setup().scores[seat.index()]) + scores[seat];
        // 1.702 makes a logistic function of a normal distribution.
        let ahead =
            |a: Seat, b: Seat| 1.0 / (1.0 + math::exp(-1.702 * (points(a) - points(b)) / spread));
        let seats = scores.seats();
        let first = PerSeat::from_fn(seats, |seat| {
            let others = Seat::all(seats).filter(|other| *other != seat);
            others.map(|other| ahead(seat, other)).product::<f64>()
        });
        let total: f64 = first.as_slice().iter().sum();
        first.map(|chance| chance / total)
    }

    /// Prepares the value of a table for tiles drawn by a seat, given the tiles left in the wall
    /// before the draw.
    fn prepare(
        &self,
        game: &Riichi,
        state: &State,
        hidden: &Unseen,
        drawer: Option<Seat>,
    ) -> Prepared<'static> {
        let (table, seats) = (&state.table, game.seats());
        if self.quality == Quality::Deep {
            let net = &*NET;
            let codes = PerSeat::from_fn(seats, |seat| {
                if Some(seat) == drawer {
                    return [0.0; _];
                }
                net.code(&seat_features(game, table, seat, state.hand(seat), hidden))
            });
            return Prepared::Codes(net, Box::new(codes));
        }
        Prepared::Classes(PerSeat::from_fn(seats, |seat| {
            MEANS[class(game, table, seat, state.hand(seat))]
        }))
    }

    /// Returns the scores that are expected of a round in progress, given everything on the table.
    pub fn expected_scores(&self, game: &Riichi, state: &State) -> PerSeat<f64> {
        self.expected(game, state)
    }

    fn expected(&self, game: &Riichi, state: &State) -> PerSeat<f64> {
        match self.prepare(game, state, &hidden_tiles(state), None) {
            Prepared::Classes(means) => against_mean(&means),
            Prepared::Codes(net, codes) => net.scores(&codes).map(|x| 1000.0 * f64::from(x)),
        }
    }

    /// Returns the value of any state: the expected scores, or those of a round that is over.
    fn value(&self, game: &Riichi, state: &State) -> PerSeat<f64> {
        let scores = match state.table.phase {
            Phase::Over => game.scores(state).map(f64::from),
            _ => self.expected(game, state),
        };
        self.utility(&state.table, scores)
    }

    /// Returns the scores of a win by tsumo, if the seat to act may win.
    fn tsumo(game: &Riichi, state: &State, rng: &mut Rng) -> Option<PerSeat<f64>> {
        let seat = state.table.actor;
        if !state.hand(seat).is_complete(game.pack()) {
            return None;
        }
        let mut legal = Legal::default();
        game.legal_actions(state, &mut legal);
        if !legal.as_slice().contains(&Action::Tsumo) {
            return None;
        }
        let worlds = if state.table.is_riichi(seat) { URA } else { 1 };
        let mut mean = PerSeat::filled(game.seats(), 0.0);
        for _ in 0..worlds {
            let mut world = state.with_reshuffled_wall(rng);
            game.apply(&mut world, Action::Tsumo, &mut ());
            for (seat, score) in game.scores(&world).iter() {
                mean[seat] += f64::from(score) / f64::from(worlds);
            }
        }
        Some(mean)
    }

    /// Returns the luck of a tile drawn by the seat to act: every tile of the wall that nobody had
    /// seen could have come.
    fn draw_luck(
        &self,
        game: &Riichi,
        before: &State,
        step: Step<Action>,
        after: &State,
        rng: &mut Rng,
    ) -> PerSeat<f64> {
        let drawer = after.table.actor;
        let (table, hidden) = (&after.table, hidden_tiles(before));
        let mut blank = *after;
        if let Some(tile) = after.drawn {
            blank.own[drawer.index()].hand.remove(tile);
        }
        let mut prepared = self.prepare(game, &blank, &hidden, Some(drawer));
        let mut value_of = |state: &State| {
            let scores = Self::tsumo(game, state, rng).unwrap_or_else(|| match &mut prepared {
                Prepared::Classes(means) => {
                    means[drawer] = MEANS[class(game, table, drawer, state.hand(drawer))];
                    against_mean(means)
                }
                Prepared::Codes(net, codes) => {
                    let hand = state.hand(drawer);
                    let features = seat_features(game, table, drawer, hand, &hidden);
                    codes[drawer] = net.code(&features);
                    net.scores(codes).map(|score| 1000.0 * f64::from(score))
                }
            });
            self.utility(table, scores)
        };
        let mut luck = value_of(after);
        // Each tile once, by the number of its copies.
        let mut copies = [(0_u32, 0); Tile::COUNT];
        let place = if after.table.replacements > before.table.replacements {
            usize::from(before.table.replacements) ^ 1
        } else {
            before.next_index()
        };
        for hidden in State::hidden_indices(&before.table) {
            let (times, at) = &mut copies[before.wall[hidden].index()];
            (*times, *at) = (*times + 1, hidden);
        }
        let count: u32 = copies.iter().map(|(times, _)| times).sum();
        for (times, at) in copies.into_iter().filter(|(times, _)| *times > 0) {
            let mut redrawn = *before;
            redrawn.wall.swap(place, at);
            take_step(game, &mut redrawn, step);
            let weight = f64::from(times) / f64::from(count);
            for (seat, value) in value_of(&redrawn).iter() {
                luck[seat] -= weight * value;
            }
        }
        luck
    }
}

/// Returns each seat's mean less the others', in points.
fn against_mean(means: &PerSeat<f32>) -> PerSeat<f64> {
    let n = means.seats() as f64;
    let total: f64 = means.as_slice().iter().map(|mean| f64::from(*mean)).sum();
    means.map(|own| 1000.0 * (f64::from(own) - (total - f64::from(own)) / (n - 1.0)))
}

impl Baseline<Riichi> for RiichiBaseline {
    fn name(&self) -> &str {
        self.own_name()
    }

    fn deal_luck(
        &self,
        game: &Riichi,
        setup: &Setup,
        dealt: &State,
        rng: &mut Rng,
    ) -> PerSeat<f64> {
        let deals = if self.quality == Quality::Deep { 60 } else { 12 };
        let mut luck = self.value(game, dealt);
        for _ in 0..deals {
            let other = game.deal(setup, rng, &mut ());
            for (seat, value) in self.value(game, &other).iter() {
                luck[seat] -= value / f64::from(deals);
            }
        }
        luck
    }

    fn step_luck(
        &self,
        game: &Riichi,
        before: &State,
        step: Step<Action>,
        after: &State,
        rng: &mut Rng,
    ) -> Option<PerSeat<f64>> {
        let (old, new) = (&before.table, &after.table);
        let draws = new.live < old.live;
        let turns = new.dora_count > old.dora_count;
        if draws && !turns && new.phase != Phase::Over {
            return Some(self.draw_luck(game, before, step, after, rng));
        }
        if !draws && !turns && new.phase != Phase::Over {
            return None;
        }
        let most = if new.phase == Phase::Over { 4 * RARE } else { RARE };
        redraw_luck(game, before, step, after, most, rng, |state, _| self.value(game, state))
    }
}

/// A round is valued by the chance to finish first with the points it leads to.
impl MatchBaseline<Riichi> for RiichiBaseline {
    fn name(&self) -> &str {
        self.own_name()
    }

    fn hand(&self, game: &Riichi, standing: &Standing) -> Box<dyn Baseline<Riichi>> {
        let left = game.next_hand(standing).map_or(0.0, |setup| rounds_left(game, &setup));
        let spread = Some(ROUND_DEVIATION * (left + 0.3).sqrt());
        Box::new(Self { quality: self.quality, spread })
    }
}

/// Returns the number of rounds that a match is expected to have after the one of this setup.
fn rounds_left(game: &Riichi, setup: &Setup) -> f64 {
    use crate::rules::Length;
    let winds = match game.rules().matches.length {
        Length::Hanchan => 2,
        Length::Tonpu => 1,
        Length::Single => 0,
    };
    let played = usize::from(setup.wind) * game.seats() + setup.dealer.index() + 1;
    (winds * game.seats()).saturating_sub(played) as f64
}
