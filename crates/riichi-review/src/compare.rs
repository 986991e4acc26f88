//! The values of the options of a decision, compared over the same worlds.
//!
//! The static opinion is the network of [`model`](super::model); the options that it thinks most of
//! are then carried out in worlds drawn from the belief about the seat's view. In each world every
//! option meets the same hands, the same wall and the same random numbers, up to the seat's next
//! turn, where the luck baseline's network values the table. So differences between options have
//! intervals of their own, far narrower than those of the values.

use super::collect::same_effect;
use super::model::{ChoiceNet, options};
use facedown_game::{ActionBuf, Game, Hidden, Rng, Searchable, Seat, Turn, Utility, Worlds};
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
/// The quantile of a 95 % confidence interval.
const Z: f64 = 1.96;
/// The share of playouts in a value: playouts add little to the prediction of strong play.
const PLAYOUT_SHARE: f64 = 0.1;
/// The points of a playout that go with a logit of the static opinion, `cargo research review_scale`.
const POINTS_A_LOGIT: f64 = 279.0;

/// An option of a decision: its static value in points, and its value in each world so far.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// The logit of the static opinion; 0 where it has none.
    pub logit: f64,
    /// The value of its playout in each world.
    pub playouts: Vec<f32>,
}

/// A comparison in progress.
pub struct Comparing {
    candidates: Vec<Candidate>,
    /// `None` if there is nothing to compare.
    belief: Option<Belief>,
    playout: Playout,
    /// The share of a playout's points.
    share: f64,
    seed: u64,
    next: usize,
    worlds: usize,
}

/// The options of a decision with their values.
pub(super) struct Comparison {
    /// The best first.
    pub(super) options: Vec<Compared>,
}

/// An option and its value.
pub(super) struct Compared {
    pub(super) action: Action,
    pub(super) value: f64,
    pub(super) interval: Option<[f64; 2]>,
    pub(super) playouts: Vec<f32>,
    fixed: f64,
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
                candidates.push(Candidate { action, logit, playouts: Vec::new() });
            }
        }
        let belief = if candidates.len() > 1 { game.worlds(view).ok() } else { None };
        let belief = belief.map(|all| {
            let mut rng = Rng::stream(seed, u64::MAX);
            Belief::over(Arc::new(all), game, view, &BeliefModel::default(), &mut rng)
        });
        let share = if net.is_some() { PLAYOUT_SHARE } else { 1.0 };
        Self { candidates, belief, playout: Playout::new(game, view), share, seed, next: 0, worlds }
    }

    /// Plays at most this many worlds; returns whether there are more.
    pub fn advance(&mut self, game: &Riichi, worlds: usize) -> bool {
        let Some(belief) = &self.belief else { return false };
        let end = self.worlds.min(self.next.saturating_add(worlds));
        for world in self.next..end {
            let mut rng = Rng::stream(self.seed, world as u64);
            let (state, _) = belief.sample(&mut rng);
            let stream = rng.next_u64();
            for candidate in &mut self.candidates {
                let mut rng = Rng::new(stream);
                let value = self.playout.value(game, state, candidate.action, &mut rng);
                candidate.playouts.push(value);
            }
        }
        self.next = end;
        end < self.worlds
    }

    /// Returns the options and their playouts so far.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the number of worlds that were played.
    pub(super) fn played(&self) -> usize {
        self.next
    }

    /// Returns the options as things stand.
    pub(super) fn comparison(&self) -> Comparison {
        let share = self.share;
        let compared = |candidate: Candidate| Compared::new(candidate, share);
        let candidates = self.candidates.iter().cloned();
        let mut options: Vec<Compared> = candidates.map(compared).collect();
        // The static opinion has no origin: the best option keeps the value of its playouts.
        let most = options.iter().map(|option| option.fixed).fold(f64::NEG_INFINITY, f64::max);
        for option in &mut options {
            option.shift(most);
        }
        options.sort_by(|a, b| b.value.total_cmp(&a.value));
        Comparison { options }
    }
}

/// Returns whether the static opinion has learnt of such decisions: not of wins, norths set aside, and
/// what is left to decide after riichi.
fn has_opinion(view: &View, legal: &[Action]) -> bool {
    let sure = |action: &Action| matches!(action, Action::Tsumo | Action::Ron | Action::Nuki);
    !legal.iter().any(sure) && !view.table().is_riichi(view.seat())
}

/// Returns the mean of values, and its standard error.
fn mean(values: impl ExactSizeIterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let mean = values.clone().sum::<f64>() / n;
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (n * (n - 1.0).max(1.0))).sqrt())
}

impl Compared {
    fn new(candidate: Candidate, share: f64) -> Self {
        let Candidate { action, logit, playouts } = candidate;
        let (value, error) = mean(playouts.iter().map(|value| f64::from(*value)));
        let (value, error) = (share * value, share * error);
        let interval = (playouts.len() > 1).then_some([value - Z * error, value + Z * error]);
        Self { action, value, interval, playouts, fixed: (1.0 - share) * POINTS_A_LOGIT * logit }
    }

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

    /// Returns the number of playouts of all options together.
    pub(super) fn playouts(&self) -> usize {
        self.options.iter().map(|option| option.playouts.len()).sum()
    }

    /// Returns the gap between the best option and another.
    pub(super) fn gap(&self, other: Action) -> Option<Gap> {
        let best = self.best();
        let other = self.options.iter().find(|option| same_effect(option.action, other))?;
        if best.playouts.len() < 2 || best.playouts.len() != other.playouts.len() {
            return None;
        }
        let pairs = best.playouts.iter().zip(&other.playouts);
        let (gap, error) = mean(pairs.map(|(a, b)| f64::from(*a) - f64::from(*b)));
        let loss = best.value - other.value;
        Some(Gap { loss, interval: [gap.min(loss) - Z * error, gap.max(loss) + Z * error] })
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
