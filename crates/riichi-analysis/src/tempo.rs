//! `tempo`: discards by the expected value of the hand, everything else as `efficient`.

use crate::hand_ev::{DiscardEv, EvOptions, EvSolver, HandEv, ev_options};
use facedown_game::{Policy, Rng};
use facedown_riichi::bots::{Efficient, Risks, Weights};
use facedown_riichi::{Action, Phase, Riichi, View};
use facedown_tiles::Tile;

/// The value of an action that is out of the question.
const NEVER: f32 = Efficient::NEVER;
/// Wins by ron for each winning draw, closed and open, as `efficient` has them.
const RON: [f32; 2] = [1.0, 1.1];
/// The chance that another seat ends the round within a turn.
const OTHERS: f32 = 0.05;
/// The largest graph with reshaping, and without it.
const MAX_NODES: usize = 12_000;
/// The farthest hand whose paths may reshape.
const RESHAPE: i8 = 2;

/// Discards by [`hand_ev`](crate::hand_ev): the chance to win and the expected points of each
/// discard, by an exact evaluation of the hands within reach. Danger, folding, calls and kans are
/// evaluated as by [`Efficient`], and so are hands too far from a win for it. Deterministic: the work
/// is bounded by the number of hands, not by time.
#[derive(Clone, Debug, Default)]
pub struct Tempo {
    efficient: Efficient,
    solver: EvSolver,
}

impl Tempo {
    /// Returns the value of each action, or `None` if the hand is too far from a win.
    fn evaluate(&mut self, game: &Riichi, view: &View, legal: &[Action]) -> Option<Vec<f32>> {
        let ev = self.hand_ev(game, view)?;
        let risks = self.efficient.risks(game, view);
        let mut plain = [NEVER; Tile::COUNT];
        let mut riichi = [NEVER; Tile::COUNT];
        for discard in &ev.discards {
            let Some(tile) = discard.tile else { continue };
            let (silent, declared) = values(&risks, self.efficient.weights(), tile, discard);
            (plain[tile.index()], riichi[tile.index()]) = (silent, declared);
            // Of two fives the red one has one han more, and is as dangerous.
            if let Some(red) = Tile::red_five(tile.kind().suit()).filter(|_| tile.kind().is_five())
            {
                let gone = if red == tile { 0.0 } else { 500.0 };
                (plain[red.index()], riichi[red.index()]) = (silent - gone, declared - gone);
            }
        }
        let mut values = self.efficient.evaluate(game, view, legal);
        let is_discard = |action: &Action| matches!(action, Action::Discard { .. });
        let best = |values: &[f32]| {
            let discards = legal.iter().zip(values).filter(|(action, _)| is_discard(action));
            discards.map(|(_, value)| *value).fold(NEVER, f32::max)
        };
        let before = best(&values);
        let discards = if view.table().phase() == Phase::Declared { &riichi } else { &plain };
        for (action, value) in legal.iter().zip(&mut values) {
            match action {
                Action::Discard { tile, drawn } => {
                    *value = discards[tile.index()] + if *drawn { 0.5 } else { 0.0 };
                }
                Action::Riichi => *value = riichi.into_iter().fold(NEVER, f32::max),
                _ => {}
            }
        }
        // Kans are evaluated relative to the best discard.
        let gain = best(&values) - before;
        for (action, value) in legal.iter().zip(&mut values) {
            if matches!(action, Action::ClosedKan(_) | Action::AddedKan(_)) {
                *value += gain;
            }
        }
        Some(values)
    }

    fn hand_ev(&mut self, game: &Riichi, view: &View) -> Option<HandEv> {
        let shanten = view.hand().shanten(game.pack());
        let options = ev_options(game, view);
        let open = options.melds.iter().any(|meld| meld.is_open());
        let options = EvOptions {
            ron: RON[usize::from(open)],
            others: OTHERS,
            reshape: u8::from(shanten <= RESHAPE),
            max_nodes: MAX_NODES,
            ..options
        };
        self.solver.solve(view.hand(), &options).ok()
    }
}

/// Returns the values of a discard without riichi and with it.
fn values(risks: &Risks, weights: &Weights, tile: Tile, discard: &DiscardEv) -> (f32, f32) {
    let danger = risks.danger[tile.index()];
    let bonus = discard.win[0] * weights.win;
    let push = discard.silent + bonus;
    let silent = (push - risks.peril).max(-risks.retreat) + 0.02 * push - danger;
    // After riichi the seat can no longer fold.
    let declared = discard
        .declared
        .map_or(NEVER, |points| points + bonus + weights.declare - 1.4 * risks.peril - danger);
    (silent, declared)
}

impl Policy<Riichi> for Tempo {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let discards = legal.iter().any(|action| matches!(action, Action::Discard { .. }));
        if legal.len() == 1 || !discards || view.table().is_riichi(view.seat()) {
            return self.efficient.choose(game, view, legal, rng);
        }
        let Some(values) = self.evaluate(game, view, legal) else {
            return self.efficient.choose(game, view, legal, rng);
        };
        let best = legal.iter().zip(values).max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map_or(legal[0], |(action, _)| *action)
    }
}
