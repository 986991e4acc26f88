//! The values of the options of a decision, compared over the same worlds.
//!
//! The static opinion is the network of [`model`](super::model); the options that it thinks most of
//! are then carried out in worlds drawn from the belief about the seat's view. In each world every
//! option meets the same hands, the same wall and the same random numbers, up to the seat's next
//! turn, where the luck baseline's network values the table. So differences between options have
//! intervals of their own, far narrower than those of the values.

use super::collect::same_effect;
use super::model::{ChoiceNet, options};
use facedown_game::stats::around;
use facedown_game::{ActionBuf, Game, Hidden, PairedWorlds, Rng, Searchable, Seat, Turn, Utility};
use facedown_riichi::baseline::RiichiBaseline;
use facedown_riichi::bots::Efficient;
use facedown_riichi::{
    Action, Belief, BeliefModel, Legal, MatchEquity, Phase, Riichi, State, View,
};
use std::sync::Arc;

/// The number of candidates, the action played apart.
const CANDIDATES: usize = 4;
/// An option this many logits behind the best is out of the question.
const OUT_OF_QUESTION: f32 = 8.0;
/// The share of playouts in a value: playouts add little to the prediction of strong play.
const PLAYOUT_SHARE: f64 = 0.1;
/// The points of a playout that go with a logit of the static opinion, `cargo research review_scale`.
const POINTS_A_LOGIT: f64 = 279.0;

/// An option of a decision with its static opinion.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// The logit of the static opinion; 0 where it has none.
    pub logit: f64,
}

/// A comparison in progress.
pub struct Comparing {
    candidates: Vec<Candidate>,
    /// `None` if there is nothing to compare.
    belief: Option<Belief>,
    playout: Playout,
    /// The share of a playout's points.
    share: f64,
    /// The playouts, by the numbers of the candidates.
    paired: PairedWorlds,
    worlds: usize,
}

/// The options of a decision with their values.
pub(super) struct Comparison {
    /// The best first.
    pub(super) options: Vec<Compared>,
    paired: PairedWorlds,
}

/// An option and its value.
pub(super) struct Compared {
    pub(super) action: Action,
    pub(super) value: f64,
    pub(super) interval: Option<[f64; 2]>,
    fixed: f64,
    /// The number of the candidate.
    number: usize,
}

/// The gap between two options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// The difference of their values.
    pub(super) loss: f64,
    /// Covers that difference and that of their playouts alone, each with the 95 % sampling error of
    /// the paired playouts: the network's opinion has no error of its own, so that where the two
    /// differ, their distance is part of what is not known.
    pub(super) interval: [f64; 2],
}

impl Comparing {
    /// Begins to compare the likely options of a decision, the played one among them.
    pub fn begin(
        game: &Riichi,
        view: &View,
        legal: &[Action],
        played: Action,
        (worlds, seed): (usize, u64),
    ) -> Self {
        Self::among(game, view, legal, Some(played), (worlds, seed))
    }

    /// Begins to compare all options of a decision.
    pub(super) fn all(
        game: &Riichi,
        view: &View,
        legal: &[Action],
        (worlds, seed): (usize, u64),
    ) -> Self {
        Self::among(game, view, legal, None, (worlds, seed))
    }

    /// Compares the likely options and the played one; all if none was played.
    fn among(
        game: &Riichi,
        view: &View,
        legal: &[Action],
        played: Option<Action>,
        (worlds, seed): (usize, u64),
    ) -> Self {
        let all = options(game, view, legal);
        let net = has_opinion(view, legal).then(ChoiceNet::shipped);
        let logits: Vec<f32> = match net {
            Some(net) => all.features.iter().map(|features| net.logit(features)).collect(),
            // The order of `sharp`, which knows that a win is taken.
            None => all.values.clone(),
        };
        let mut order: Vec<usize> = (0..all.actions.len()).collect();
        order.sort_by(|a, b| logits[*b].total_cmp(&logits[*a]));
        let best = order.first().map_or(0.0, |first| logits[*first]);
        let mut candidates: Vec<Candidate> = Vec::new();
        for at in order {
            let action = all.actions[at];
            let likely = net.is_none() || best - logits[at] < OUT_OF_QUESTION;
            let wanted = played.is_none_or(|played| {
                candidates.len() < CANDIDATES && likely || same_effect(action, played)
            });
            if wanted {
                let logit = if net.is_some() { f64::from(logits[at]) } else { 0.0 };
                candidates.push(Candidate { action, logit });
            }
        }
        let belief = if candidates.len() > 1 { game.worlds(view).ok() } else { None };
        let belief = belief.map(|all| {
            let mut rng = Rng::stream(seed, u64::MAX);
            Belief::over(Arc::new(all), game, view, &BeliefModel::default(), &mut rng)
        });
        let share = if net.is_some() { PLAYOUT_SHARE } else { 1.0 };
        let paired = PairedWorlds::new(candidates.len(), seed);
        Self { candidates, belief, playout: Playout::new(game, view), share, paired, worlds }
    }

    /// Plays at most this many worlds; returns whether there are more.
    pub fn advance(&mut self, game: &Riichi, worlds: usize) -> bool {
        let Some(belief) = &self.belief else { return false };
        let (candidates, playout) = (&self.candidates, &mut self.playout);
        self.paired.play(belief, worlds.min(self.worlds - self.paired.count()), |i, state, rng| {
            playout.value(game, state, candidates[i].action, rng)
        });
        self.paired.count() < self.worlds
    }

    /// Returns the options.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the playouts of the options so far.
    pub fn paired(&self) -> &PairedWorlds {
        &self.paired
    }

    /// Returns the options as things stand.
    pub(super) fn comparison(&self) -> Comparison {
        let mut options: Vec<Compared> =
            (0..self.candidates.len()).map(|number| self.compared(number)).collect();
        // The static opinion has no origin: the best option keeps the value of its playouts.
        let most = options.iter().map(|option| option.fixed).fold(f64::NEG_INFINITY, f64::max);
        for option in &mut options {
            option.shift(most);
        }
        options.sort_by(|a, b| b.value.total_cmp(&a.value));
        Comparison { options, paired: self.paired.clone() }
    }

    fn compared(&self, number: usize) -> Compared {
        let (Candidate { action, logit }, share) = (self.candidates[number], self.share);
        let found = self.paired.value(number);
        let value = share * found.mean;
        let interval = found.error.map(|error| around(value, share * error));
        Compared { action, value, interval, fixed: (1.0 - share) * POINTS_A_LOGIT * logit, number }
    }
}

/// Returns whether the static opinion has learnt of such decisions: not of wins, norths set aside, and
/// what is left to decide after riichi.
fn has_opinion(view: &View, legal: &[Action]) -> bool {
    let sure = |action: &Action| matches!(action, Action::Tsumo | Action::Ron | Action::Nuki);
    !legal.iter().any(sure) && !view.table().is_riichi(view.seat())
}

impl Compared {
    /// Adds the static value, the largest of which is `most`.
    fn shift(&mut self, most: f64) {
        self.fixed -= most;
        self.value += self.fixed;
        self.interval = self.interval.map(|ends| ends.map(|end| end + self.fixed));
    }
}

impl Comparison {
    /// Returns the best option.
    pub(super) fn best(&self) -> &Compared {
        &self.options[0]
    }

    /// Returns the number of playouts of each option.
    pub(super) fn playouts(&self) -> usize {
        self.paired.count()
    }

    /// Returns the gap between the best option and another.
    pub(super) fn gap(&self, other: Action) -> Option<Gap> {
        let best = self.best();
        let other = self.options.iter().find(|option| same_effect(option.action, other))?;
        let gap = self.paired.gap(best.number, other.number);
        let (error, loss) = (gap.error?, best.value - other.value);
        let ends = [gap.mean.min(loss), gap.mean.max(loss)];
        Some(Gap { loss, interval: [around(ends[0], error)[0], around(ends[1], error)[1]] })
    }
}

/// Carries out an option in a world.
struct Playout {
    seat: Seat,
    bot: Efficient,
    legal: Legal,
    equity: MatchEquity,
    baseline: Option<RiichiBaseline>,
}

impl Playout {
    fn new(game: &Riichi, view: &View) -> Self {
        Self {
            seat: view.seat(),
            bot: Efficient::sharp(),
            legal: Legal::default(),
            equity: MatchEquity::of(game, view),
            baseline: RiichiBaseline::named("deep"),
        }
    }

    /// Returns the value of an option in a world: of the table on the seat's next turn after a
    /// discard, or of the end of the round. The other seats follow the rollout policy; the seat's own
    /// discard after a call, a kan or riichi is that of `sharp`.
    fn value(&mut self, game: &Riichi, mut state: State, action: Action, rng: &mut Rng) -> f32 {
        let mut discarded = matches!(action, Action::Discard { .. } | Action::Pass);
        game.apply(&mut state, action, &mut ());
        loop {
            let seat = match game.turn(&state) {
                Turn::Over => return self.utility(&game.scores(&state).map(|x| x as f32)),
                Turn::Chance => {
                    game.play_chance(&mut state, rng, &mut ());
                    continue;
                }
                Turn::Act(seat) => seat,
            };
            self.legal.clear();
            game.legal_actions(&state, &mut self.legal);
            let asked = matches!(state.table().phase(), Phase::Window(_));
            let action = if seat != self.seat || asked {
                game.rollout(&state, self.legal.as_slice(), rng)
            } else if !discarded {
                let chosen = self.best(game, &state);
                discarded = matches!(chosen, Action::Discard { .. });
                chosen
            } else if let Some(value) = self.leaf(game, &state) {
                return value;
            } else {
                game.rollout(&state, self.legal.as_slice(), rng)
            };
            game.apply(&mut state, action, &mut ());
        }
    }

    fn utility(&self, scores: &facedown_game::PerSeat<f32>) -> f32 {
        self.equity.utility(scores)[self.seat]
    }

    /// Returns the action of `sharp`.
    fn best(&self, game: &Riichi, state: &State) -> Action {
        let legal = self.legal.as_slice();
        let values = self.bot.evaluate(game, &game.view(state, self.seat), legal);
        let best = (0..legal.len()).max_by(|a, b| values[*a].total_cmp(&values[*b]));
        legal[best.unwrap_or(0)]
    }

    /// Returns the value of the table on the seat's turn; `None` if a win or a draw is played first.
    fn leaf(&self, game: &Riichi, state: &State) -> Option<f32> {
        let sure = |a: &Action| matches!(a, Action::Tsumo | Action::Nuki | Action::NineTerminals);
        if self.legal.as_slice().iter().any(sure) {
            return None;
        }
        let scores = self.baseline?.expected_scores(game, state);
        Some(self.utility(&scores.map(|points| points as f32)))
    }
}
