//! A static heuristic of actions, at a beginner's level, and the policy that plays by it.
//!
//! It wins when it can, declares riichi when it can, discards the least useful tile that keeps the
//! shanten, and calls only yakuhai triplets, or tiles that lower the shanten of a hand that has one.

use crate::game::Riichi;
use crate::seat_context::SeatContext;
use crate::table::Phase;
use crate::{Action, State, View};
use facedown_game::{Game, Policy, Rng, Turn};
use facedown_tiles::{Hand, Kind, MeldShape, Tile};

/// Plays the action with the best heuristic, ties broken at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicPolicy;

impl Policy<Riichi> for HeuristicPolicy {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        Player { game, context: view.context() }.choose(legal, rng)
    }
}

/// The seat to act with its knowledge.
struct Player<'a> {
    game: &'a Riichi,
    context: SeatContext<'a>,
}

/// Calls `visit` with the heuristic of each of these actions of the seat to act, in steps of shanten.
pub(crate) fn heuristics(
    game: &Riichi,
    state: &State,
    actions: &[Action],
    mut visit: impl FnMut(f32),
) {
    let player = player(game, state);
    for action in actions {
        visit(player.as_ref().map_or(0.0, |player| player.heuristic(*action)));
    }
}

fn player<'a>(game: &'a Riichi, state: &'a State) -> Option<Player<'a>> {
    match game.turn(state) {
        Turn::Act(seat) => Some(Player { game, context: state.context(seat) }),
        _ => None,
    }
}

/// The score of one step of shanten.
const STEP: i32 = 64;

impl Player<'_> {
    fn choose(&self, legal: &[Action], rng: &mut Rng) -> Action {
        let mut best = (i32::MIN, legal[0]);
        for action in legal {
            // Ties are broken at random, so that rollouts differ.
            let score = 4 * self.score(*action) + rng.below(4) as i32;
            if score > best.0 {
                best = (score, *action);
            }
        }
        best.1
    }

    fn heuristic(&self, action: Action) -> f32 {
        self.score(action) as f32 / STEP as f32
    }

    /// Scores an action: 0 for a pass, a discard by the hand that it leaves.
    fn score(&self, action: Action) -> i32 {
        match action {
            Action::Tsumo | Action::Ron => 100 * STEP,
            Action::Nuki => 50 * STEP,
            Action::Riichi => 40 * STEP,
            Action::NineTerminals => 30 * STEP,
            Action::ClosedKan(kind) => self.closed_kan(kind),
            Action::AddedKan(_) => -3 * STEP, // rarely helps
            Action::Pass => 0,
            Action::OpenKan => -STEP,
            Action::Pon(own) | Action::Chi(own) => self.call(own),
            Action::Discard { tile, .. } => self.discard(tile),
        }
    }

    fn closed_kan(&self, kind: Kind) -> i32 {
        let mut after = self.context.own.hand;
        (0..4).for_each(|_| remove_kind(&mut after, kind));
        let mut before = self.context.own.hand;
        if let Some(tile) = self.context.drawn {
            before.remove(tile);
        }
        let pack = self.game.pack();
        if after.shanten(pack) <= before.shanten(pack) { 20 * STEP } else { -20 * STEP }
    }

    /// Scores a discard by the shanten that it leaves and the usefulness of the tile.
    fn discard(&self, tile: Tile) -> i32 {
        if self.context.table.is_riichi(self.context.seat) {
            return 0;
        }
        let mut after = self.context.own.hand;
        after.remove(tile);
        let shanten = i32::from(after.shanten(self.game.pack()));
        let waits = if self.context.table.phase == Phase::Declared {
            after.waits(self.game.pack()).len() as i32
        } else {
            0
        };
        -STEP * shanten - usefulness(&self.context.own.hand, tile) + 8 * waits
    }

    /// Scores a call: good if the hand has or gets a yakuhai triplet and its shanten falls.
    fn call(&self, own: [Tile; 2]) -> i32 {
        let called = self.context.table.offered;
        let is_yaku = |kind: Kind| {
            kind >= Kind::WHITE
                || kind == self.context.table.round_wind()
                || kind == self.context.table.seat_wind(self.context.seat)
        };
        let triplet = own[0].kind() == own[1].kind();
        let melds = self.context.table.melds(self.context.seat);
        let has_triplet =
            melds.iter().any(|meld| meld.shape != MeldShape::Chi && is_yaku(meld.first));
        let has_yaku = triplet && is_yaku(called.kind()) || has_triplet;
        if !has_yaku {
            return -STEP;
        }
        let pack = self.game.pack();
        let before = self.context.own.hand.shanten(pack);
        let mut after = self.context.own.hand;
        for tile in own {
            after.remove(tile);
        }
        // A discard follows: the hand is one tile larger than it will be.
        if after.shanten(pack) < before { STEP } else { -STEP }
    }
}

fn remove_kind(hand: &mut Hand, kind: Kind) {
    let red = kind.is_five() && hand.reds(kind.suit()) > 0;
    hand.remove(crate::state::copy_of(kind, red));
}

/// Scores how useful a tile is beside the others of the hand, below one step of shanten.
fn usefulness(hand: &Hand, tile: Tile) -> i32 {
    let kind = tile.kind();
    let copies = 6 * (i32::from(hand.count(kind)) - 1);
    let red = if tile.is_red() { 6 } else { 0 };
    if kind.is_honor() {
        return copies + red;
    }
    let number = i32::from(kind.number());
    let near = |step: i32, points: i32| {
        let other = number + step;
        let index = (kind.index() as i32 + step) as usize;
        let held = (1..=9).contains(&other) && hand.count(Kind::new(index as u8)) > 0;
        if held { points } else { 0 }
    };
    let middle = 4 - (number - 5).abs();
    copies + red + middle + near(-1, 8) + near(1, 8) + near(-2, 5) + near(2, 5)
}
