//! Danger: the probability that each discard deals in, against each opponent, with reasons.
//!
//! A model of a few thousand weights, fitted on recorded games of strong players: for each class of
//! opponent (riichi, closed, one to three open melds) the log odds of dealing in are a sum over
//! features of the opponent (turn, tsumogiri, calls, pushing against riichi, possible yaku, two-sided
//! waits that are left) and of the tile (two-sided waits by suji and walls, unseen copies, what the
//! opponent discarded around it and when, dora, melds, what it passed on). A kind that the opponent
//! cannot win by ron (*genbutsu*) has the probability 0. `docs/measurements/riichi-danger.md` compares
//! predicted with actual rates.
//!
//! ```
//! use facedown_game::{Game, Rng, Seat};
//! use facedown_riichi::{Riichi, Rules};
//! use facedown_riichi_analysis::danger;
//!
//! let game = Riichi::new(Rules::TENHOU)?;
//! let state = game.deal(&game.first_setup(), &mut Rng::new(5), &mut ());
//! let danger = danger::assess(&game, &game.view(&state, Seat::new(0)))?;
//! assert!(danger.discards().all(|discard| discard.deal_in < 0.02));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod features;
mod history;
pub mod model;
mod reasons;
mod report;

pub use reasons::{Reason, Reasons};
pub use report::{AgainstReport, DangerReport, DiscardReport, OpponentReport, ReasonReport};

use facedown_game::{ActionBuf, Game, Seat};
use facedown_riichi::{Action, Legal, Riichi, Table, View};
use facedown_tiles::{Kind, Tile};
use features::{Opponent, Situation};
use model::Model;
use std::fmt;

/// A view whose seat has no discard to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoDiscard {
    seat: Seat,
    why: &'static str,
}

impl fmt::Display for NoDiscard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no discard to choose: {}", self.seat, self.why)
    }
}

impl std::error::Error for NoDiscard {}

/// The danger of each discard of a view.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    table: Table,
    seat: Seat,
    situation: Situation,
    /// By opponent, the next in turn first: the probability of tenpai.
    tenpai: [f32; 3],
    /// By opponent and kind: the probability that it deals in, and the points that it costs then.
    chances: [[f32; Kind::COUNT]; 3],
    points: [[f32; Kind::COUNT]; 3],
    tiles: [Tile; 14],
    count: usize,
}

/// The danger of one discard.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DiscardDanger {
    /// The tile.
    pub tile: Tile,
    /// The probability that some opponent wins on it.
    pub deal_in: f32,
    /// The expected points lost by it.
    pub loss: f32,
}

/// The danger of one discard against one opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgainstDanger {
    /// The opponent.
    pub seat: Seat,
    /// The probability that it wins on the tile.
    pub deal_in: f32,
    /// The expected points of its win, counters included.
    pub points: f32,
    /// Why the tile is safe or dangerous.
    pub reasons: Reasons,
}

/// Assesses every discard that the seat of a view can make.
pub fn assess(game: &Riichi, view: &View) -> Result<Danger, NoDiscard> {
    assess_with(Model::of(view.table().seats()), game, view)
}

/// Assesses every discard that the seat of a view can make, by a model of one's own.
pub fn assess_with(model: &Model, game: &Riichi, view: &View) -> Result<Danger, NoDiscard> {
    let mut legal = Legal::default();
    game.view_actions(view, &mut legal);
    let mut danger = Danger::new(game, view);
    for action in legal.as_slice() {
        if let Action::Discard { tile, .. } = *action {
            danger.add(tile);
        }
    }
    if danger.count > 0 {
        danger.fill(model);
        return Ok(danger);
    }
    let why = match game.view_turn(view) {
        Some(facedown_game::Turn::Act(seat)) if seat == view.seat() => "it is asked about a call",
        Some(facedown_game::Turn::Over) => "the round is over",
        _ => "another seat is to act",
    };
    Err(NoDiscard { seat: view.seat(), why })
}

impl Danger {
    fn new(game: &Riichi, view: &View) -> Self {
        Self {
            table: *view.table(),
            seat: view.seat(),
            situation: Situation::new(game, view),
            tenpai: [0.0; 3],
            chances: [[0.0; Kind::COUNT]; 3],
            points: [[0.0; Kind::COUNT]; 3],
            tiles: [Tile::new(0); 14],
            count: 0,
        }
    }

    /// Adds a tile that can be discarded, once.
    fn add(&mut self, tile: Tile) {
        if self.count < self.tiles.len() && !self.tiles[..self.count].contains(&tile) {
            self.tiles[self.count] = tile;
            self.count += 1;
        }
    }

    fn fill(&mut self, model: &Model) {
        let bonus = 300.0 * f32::from(self.table.setup().honba);
        for (place, opponent) in self.situation.opponents().enumerate() {
            self.tenpai[place] = model.tenpai(opponent);
            let base = model.base(opponent);
            for tile in &self.tiles[..self.count] {
                let kind = tile.kind();
                let (chance, points) = model.tile(&self.situation, opponent, base, kind);
                self.chances[place][kind.index()] = chance;
                self.points[place][kind.index()] = points + bonus;
            }
        }
    }

    /// Returns the seat that discards.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Iterates over the tiles that can be discarded, each once, by kind.
    pub fn discards(&self) -> impl Iterator<Item = DiscardDanger> + '_ {
        self.tiles[..self.count].iter().map(|tile| {
            let kind = tile.kind().index();
            let (mut safe, mut loss) = (1.0, 0.0);
            for (chances, points) in self.chances.iter().zip(&self.points) {
                safe *= 1.0 - chances[kind];
                loss += chances[kind] * points[kind];
            }
            DiscardDanger { tile: *tile, deal_in: 1.0 - safe, loss }
        })
    }

    /// Iterates over the opponents, the next in turn first, each with the probability that it is
    /// tenpai and the reasons for it.
    pub fn opponents(&self) -> impl Iterator<Item = (Seat, f32, Reasons)> + '_ {
        self.situation.opponents().zip(self.tenpai).map(|(opponent, tenpai)| {
            (opponent.seat(), tenpai, reasons::of_opponent(&self.table, opponent))
        })
    }

    /// Iterates over the danger of a tile against each opponent, the next in turn first.
    pub fn against(&self, tile: Tile) -> impl Iterator<Item = AgainstDanger> + '_ {
        let kind = tile.kind();
        let of = move |(place, opponent): (usize, &Opponent)| AgainstDanger {
            seat: opponent.seat(),
            deal_in: self.chances[place][kind.index()],
            points: self.points[place][kind.index()],
            reasons: self.situation.reasons(&self.table, opponent, kind),
        };
        self.situation.opponents().enumerate().map(of)
    }
}
