//! Rows for fitting: the features of each discard that a seat could make, and what it would cost.

use facedown_game::{Game, Rng, Seat};
use facedown_riichi::{Action, Phase, Riichi, Standing, State, View};
use facedown_riichi_analysis::danger::features::{
    Class, OPPONENT_GROUPS, Opponent, Situation, TILE_GROUPS,
};
use facedown_riichi_logs::fs::LogFile;
use facedown_riichi_logs::{Decision, LogSource, Observer, read, replay_observed, unpack};
use facedown_tiles::{Kind, KindSet, Tile};
use std::error::Error;

/// Of the tiles that do not deal in one in so many is kept, with so much weight.
const KEPT: u32 = 10;

/// A row: features, the class of the opponent, and the outcome.
#[derive(Clone, Copy)]
pub(crate) struct Row<const N: usize> {
    pub(crate) features: [u16; N],
    pub(crate) class: u8,
    /// 1 or 0, or points.
    pub(crate) outcome: f32,
    pub(crate) weight: f32,
}

/// A discard decision with all hands.
pub(crate) struct Choice<'a> {
    pub(crate) game: &'a Riichi,
    pub(crate) state: &'a State,
    pub(crate) view: View,
    pub(crate) situation: Situation,
    /// A tile of each kind that can be discarded.
    pub(crate) tiles: &'a [Tile],
    /// The tile that was discarded, if one was.
    pub(crate) chosen: Option<Tile>,
}

impl Choice<'_> {
    /// Returns the points of an opponent's win on a tile.
    pub(crate) fn points(&self, opponent: &Opponent, tile: Tile) -> Option<i32> {
        self.game.ron_points(self.state, opponent.seat(), tile)
    }

    pub(crate) fn is_tenpai(&self, seat: Seat) -> bool {
        !self.state.waits(seat).is_empty()
    }
}

/// Calls a function for the discard decisions of a replay.
struct Watcher<F>(F);

impl<F: FnMut(&Choice<'_>)> Observer for Watcher<F> {
    fn decision(&mut self, decision: &Decision<'_>) {
        let Decision { game, state, seat, legal, action, .. } = *decision;
        // After a declaration the hand is the same as before it.
        if matches!(state.table().phase(), Phase::Window(_) | Phase::Declared) {
            return;
        }
        let (mut tiles, mut count) = ([Tile::new(0); 14], 0);
        let mut kinds = KindSet::EMPTY;
        for action in legal {
            if let Action::Discard { tile, .. } = action
                && !kinds.contains(tile.kind())
            {
                kinds.insert(tile.kind());
                tiles[count] = *tile;
                count += 1;
            }
        }
        let view = game.view(state, seat);
        let situation = Situation::new(game, &view);
        let chosen = match action {
            Action::Discard { tile, .. } => Some(tile),
            _ => None,
        };
        (self.0)(&Choice { game, state, view, situation, tiles: &tiles[..count], chosen });
    }

    fn round_end(&mut self, _: Option<&State>) {}

    fn game_end(&mut self, _: &Standing) {}
}

/// Calls a function for each discard decision of games with this number of seats that no player left,
/// and returns the number of games.
pub(crate) fn for_each_decision(
    logs: &[LogFile],
    seats: usize,
    mut each: impl FnMut(&Choice<'_>),
) -> Result<usize, Box<dyn Error>> {
    let mut games = 0;
    for log in logs {
        let bytes = log.load()?;
        let text = unpack(&bytes)?;
        if text.windows(4).any(|tag| tag == b"<BYE") {
            continue;
        }
        let mut record = read(&bytes)?;
        if record.seats != seats {
            continue;
        }
        record.date = log.read()?.date;
        // A log that the engine disagrees with is of no use.
        games += usize::from(
            replay_observed(&record, record.engine_rules(), &mut Watcher(&mut each)).is_ok(),
        );
    }
    Ok(games)
}

/// The deal-in rate of each cell of a plain suji table.
#[derive(Clone, Copy)]
pub(crate) struct SujiTable {
    cells: [[[f64; 2]; 13]; Class::COUNT],
    all: [f64; 2],
}

impl SujiTable {
    /// Returns the cell of a tile: honours by unseen copies, numbers by suji.
    fn cell(choice: &Choice<'_>, opponent: &Opponent, kind: Kind) -> usize {
        if kind.is_honor() {
            let mut seen = 0;
            choice.view.for_each_seen(|tile| seen += usize::from(tile.kind() == kind));
            return 9 + (4usize.saturating_sub(seen)).min(3);
        }
        let (at, number) = (kind.index(), kind.index() % 9);
        let safe = |at: usize| opponent.safe().contains(Kind::new(at as u8));
        let low = number >= 3 && !safe(at - 3);
        let high = number <= 5 && !safe(at + 3);
        let live = usize::from(low) + usize::from(high);
        match number.min(8 - number) {
            half @ 0..3 => 2 * half + live.min(1),
            _ => 6 + live,
        }
    }

    pub(crate) fn add(&mut self, choice: &Choice<'_>, opponent: &Opponent, kind: Kind, hit: bool) {
        let cell = Self::cell(choice, opponent, kind);
        for slot in [&mut self.cells[opponent.class() as usize][cell], &mut self.all] {
            slot[0] += f64::from(u8::from(hit));
            slot[1] += 1.0;
        }
    }

    /// Returns the rate of a tile's cell.
    pub(crate) fn rate(&self, choice: &Choice<'_>, opponent: &Opponent, kind: Kind) -> f32 {
        let [hits, all] = self.cells[opponent.class() as usize][Self::cell(choice, opponent, kind)];
        ((hits + 0.5) / (all + 50.0)) as f32
    }

    /// Returns the rate over all tiles.
    pub(crate) fn constant(&self) -> f32 {
        (self.all[0] / self.all[1]) as f32
    }
}

/// All rows for fitting.
pub(crate) struct Rows {
    pub(crate) deal_in: Vec<Row<{ OPPONENT_GROUPS + TILE_GROUPS }>>,
    pub(crate) tenpai: Vec<Row<OPPONENT_GROUPS>>,
    pub(crate) points: Vec<Row<{ OPPONENT_GROUPS + TILE_GROUPS }>>,
    pub(crate) suji: SujiTable,
    rng: Rng,
}

impl Rows {
    pub(crate) fn new() -> Self {
        Self {
            deal_in: Vec::new(),
            tenpai: Vec::new(),
            points: Vec::new(),
            suji: SujiTable { cells: [[[0.0; 2]; 13]; Class::COUNT], all: [0.0; 2] },
            rng: Rng::new(1),
        }
    }

    pub(crate) fn add(&mut self, choice: &Choice<'_>) {
        for opponent in choice.situation.opponents() {
            let class = opponent.class() as u8;
            if opponent.class() != Class::Riichi && self.rng.below(4) == 0 {
                let outcome = f32::from(u8::from(choice.is_tenpai(opponent.seat())));
                let features = *opponent.features();
                self.tenpai.push(Row { features, class, outcome, weight: 1.0 });
            }
            for tile in choice.tiles.iter().filter(|tile| !opponent.safe().contains(tile.kind())) {
                let points = choice.points(opponent, *tile);
                self.suji.add(choice, opponent, tile.kind(), points.is_some());
                if points.is_none() && self.rng.below(KEPT) > 0 {
                    continue;
                }
                let features = features(&choice.situation, opponent, tile.kind());
                let (outcome, weight) =
                    if points.is_some() { (1.0, 1.0) } else { (0.0, KEPT as f32) };
                self.deal_in.push(Row { features, class, outcome, weight });
                if let Some(points) = points {
                    self.points.push(Row { features, class, outcome: points as f32, weight: 1.0 });
                }
            }
        }
    }
}

fn features(
    situation: &Situation,
    opponent: &Opponent,
    kind: Kind,
) -> [u16; OPPONENT_GROUPS + TILE_GROUPS] {
    let (own, tile) = (opponent.features(), situation.tile_features(opponent, kind));
    std::array::from_fn(|place| match place.checked_sub(OPPONENT_GROUPS) {
        None => own[place],
        Some(place) => tile[place],
    })
}
