//! The decisions of the bot `search`: Fantasyland set exactly, streets solved or searched against
//! chance, classic dealing left to a generic search.

use crate::placements::{
    Method, PlacementsAnswer, PlacementsConfig, PlacementsError, PlacementsSearch,
};
use crate::{Evaluator, NetworkSet, Position, prior, stakes_of};
use facedown_game::{Clock, Control, DecisionPoint, Game, ProcessClock, Rng};
use facedown_ofc::bots::{FantasylandBot, placement_action};
use facedown_ofc::{Action, Dealing, Ofc, Phase, Stakes, View};
use facedown_search::{
    ActionReport, Advisor, Allowance, Answer, Budget, SearchConfig, SearchError, Slice, Stepwise,
    Stop, Totals,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;

/// Approximate iterations in a second of one thread.
const ITERATIONS: f64 = 6000.0;
/// With fewer iterations than this in the time, streets 1 and 2 are searched with estimates after
/// street 3: about six times as many iterations.
const FEW: f64 = 3000.0;
const MORE: f64 = 6.0;
/// How many points an estimate may lie behind the best on streets 1 to 3 for its placement to be compared,
/// for each opponent: some four times the error of a difference, by the networks of `standard`.
const MARGINS: [f64; 3] = [1.5, 2.0, 4.0];

/// The advisor behind the bot `search`.
///
/// - Fantasyland is set exactly, card by card.
/// - Streets of Pineapple are solved or searched by [`PlacementsSearch`].
/// - Everything else goes to the generic search: classic dealing, and Fantasyland hands that were
///   begun with a different setting.
pub struct OfcSearch {
    config: SearchConfig,
    knowledge: SearchKnowledge,
    stakes: Option<Stakes>,
    fantasyland: FantasylandBot,
    generic: Box<dyn Advisor<Ofc>>,
    decision: Decision,
}

/// What the bot knows beside the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent options")]
pub struct SearchKnowledge {
    /// [`PlacementsConfig::networks`].
    pub networks: bool,
    /// [`PlacementsConfig::compare_rows`].
    pub compare_rows: bool,
    /// [`PlacementsConfig::infer_discards`].
    pub infer_discards: bool,
    /// [`PlacementsConfig::infer_styles`].
    pub infer_styles: bool,
}

impl Default for SearchKnowledge {
    fn default() -> Self {
        Self { networks: true, compare_rows: true, infer_discards: false, infer_styles: false }
    }
}

/// The decision in progress.
enum Decision {
    /// Nothing has begun.
    None,
    /// The exact setting of Fantasyland.
    Set(Answer<Action>),
    /// A street, solved or searched.
    Street(Box<Street>),
    /// The generic search decides.
    Generic,
}

impl OfcSearch {
    /// Makes the advisor. Of the parameters, the solver uses the threads alone; the generic search
    /// has its own.
    pub fn new(config: SearchConfig, generic: Box<dyn Advisor<Ofc>>) -> Self {
        let (fantasyland, knowledge) = (FantasylandBot::default(), SearchKnowledge::default());
        Self { config, knowledge, stakes: None, fantasyland, generic, decision: Decision::None }
    }

    /// Returns the same, which plays for these stakes instead of those of the rules.
    #[must_use]
    pub(crate) fn playing_for(self, stakes: Stakes) -> Self {
        Self { stakes: Some(stakes), ..self }
    }

    /// Returns the same with other knowledge.
    #[must_use]
    pub fn with_knowledge(self, knowledge: SearchKnowledge) -> Self {
        Self { knowledge, ..self }
    }
}

impl fmt::Debug for OfcSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OfcSearch").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Advisor<Ofc> for OfcSearch {
    fn begin(
        &mut self,
        point: &DecisionPoint<'_, Ofc>,
        budget: Budget,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        let DecisionPoint { game, view, legal, .. } = *point;
        if legal.is_empty() {
            return Err(SearchError::NoLegalAction);
        }
        let clock = &ProcessClock;
        let stakes = self.stakes.unwrap_or_else(|| stakes_of(game));
        self.fantasyland.play_for(stakes);
        if let Some(answer) = set_fantasyland(&mut self.fantasyland, game, view, legal, clock) {
            self.decision = Decision::Set(answer);
            return Ok(());
        }
        if is_solvable(game, view) {
            let seed = rng.next_u64();
            let known = Known { config: &self.config, knowledge: self.knowledge, stakes };
            if let Some(street) = Street::new(game, view, legal, known, budget, seed)? {
                self.decision = Decision::Street(Box::new(street));
                return Ok(());
            }
        }
        self.decision = Decision::Generic;
        self.generic.begin(point, budget, rng)
    }

    fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Answer<Action>>,
    ) -> Result<bool, SearchError> {
        match &mut self.decision {
            Decision::None | Decision::Set(_) => Ok(true),
            Decision::Street(street) => street.drive(slice, control),
            Decision::Generic => self.generic.advance(slice, control),
        }
    }

    fn answer(&self) -> Answer<Action> {
        match &self.decision {
            Decision::Set(answer) => answer.clone(),
            Decision::Street(street) => street.answer(),
            Decision::None | Decision::Generic => self.generic.answer(),
        }
    }

    fn new_hand(&mut self) {
        self.fantasyland.forget();
        self.generic.new_hand();
    }
}

/// What a street is played by.
struct Known<'a> {
    config: &'a SearchConfig,
    knowledge: SearchKnowledge,
    /// The stakes of a seat against each opponent.
    stakes: Stakes,
}

/// A street of Pineapple in progress.
struct Street {
    view: View,
    legal: Vec<Action>,
    position: Position,
    config: PlacementsConfig,
    budget: Budget,
    pool: Option<ThreadPool>,
    /// None before the first step, which knows the clock.
    search: Option<PlacementsSearch>,
}

impl Street {
    /// Prepares a street; `None` if the solver does not support the position.
    fn new(
        game: &Ofc,
        view: &View,
        legal: &[Action],
        Known { config, knowledge, stakes }: Known<'_>,
        budget: Budget,
        seed: u64,
    ) -> Result<Option<Self>, SearchError> {
        budget.validate()?;
        let Ok(position) = Position::of_view(game, view) else { return Ok(None) };
        let stakes = stakes.against(game.seats() - 1);
        // After the last hand nobody plays Fantasyland.
        let entry = if view.table().setup().last { [0.0; 5] } else { stakes.entry };
        let stakes = Some(Stakes { entry, ..stakes });
        let SearchKnowledge { networks, compare_rows, infer_discards, infer_styles } = knowledge;
        let config = PlacementsConfig {
            compare_rows,
            seed,
            stakes,
            infer_discards,
            infer_styles,
            ..placements_config(config, networks, budget, &position)
        };
        // Preparing and reporting takes a little of the time, too.
        let seconds = budget.seconds.map(|seconds| (0.98 * seconds - 3e-4).max(seconds / 2.0));
        let budget = Budget { seconds, ..budget };
        let threads = config.threads;
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| SearchError::Threads(error.to_string()))?;
        let (view, legal) = (*view, legal.to_vec());
        Ok(Some(Self { view, legal, position, config, budget, pool, search: None }))
    }

    /// Returns every legal action, the best first; none has a value before the search has begun.
    fn answer(&self) -> Answer<Action> {
        let found = self.search.as_ref().and_then(PlacementsSearch::answer);
        if let Some(found) = found {
            return as_actions(&self.view, &self.legal, &found, found.stop_reason);
        }
        let unknown = |action: &Action| ActionReport::new(*action, 0, None, None);
        let actions = self.legal.iter().map(unknown).collect();
        Answer::new(self.view.seat(), actions, Totals::new(0, 0.0, Stop::Running))
    }
}

impl Stepwise for Street {
    type Error = SearchError;
    type Report = Answer<Action>;

    fn step_units(&self) -> u64 {
        self.search.as_ref().map_or(1, PlacementsSearch::step_units)
    }

    fn step(&mut self, allowance: Allowance<'_>) -> Result<bool, SearchError> {
        let failed = |error: PlacementsError| SearchError::Solver(error.to_string());
        let search = if let Some(search) = &mut self.search {
            search
        } else {
            let (position, config) = (&self.position, &self.config);
            let search = PlacementsSearch::begin(position, config, self.budget, allowance.clock);
            self.search.insert(search.map_err(failed)?)
        };
        let mut advance = || search.advance(allowance);
        let more = match &self.pool {
            Some(pool) => pool.install(advance),
            None => advance(),
        };
        more.map_err(failed)
    }

    fn cancel(&mut self) {
        if let Some(search) = &mut self.search {
            search.cancel();
        }
    }

    fn report(&self) -> Option<Answer<Action>> {
        let answer = self.search.as_ref()?.answer()?;
        Some(as_actions(&self.view, &self.legal, &answer, Stop::Running))
    }
}

/// Returns the exact setting of a Fantasyland hand as an answer; the values of the other places are
/// unknown. `None` for other decisions, and if the cards placed so far are not part of the best
/// setting.
pub fn set_fantasyland(
    bot: &mut FantasylandBot,
    game: &Ofc,
    view: &View,
    legal: &[Action],
    clock: &dyn Clock,
) -> Option<Answer<Action>> {
    if view.table().phase() != Phase::Fantasy {
        return None;
    }
    let start = clock.now();
    let best = bot.next(game, view, legal)?;
    let value = bot.best(game, view)?.value;
    let mut actions = vec![ActionReport::new(best, 1, Some(value), None)];
    actions[0].proven = Some(value);
    let others = legal.iter().filter(|action| **action != best);
    actions.extend(others.map(|action| ActionReport::new(*action, 0, None, None)));
    let seconds = clock.now().saturating_sub(start).as_secs_f64();
    Some(Answer::new(view.seat(), actions, Totals::new(0, seconds, Stop::Proven)))
}

/// Returns whether the solver supports a decision.
fn is_solvable(game: &Ofc, view: &View) -> bool {
    view.table().phase() == Phase::Streets && game.rules().dealing == Dealing::Pineapple
}

/// Returns the solver's parameters for a budget. With a short time, fewer placements are compared, and
/// boards after street 3 are estimated. The value networks are trusted more than others.
fn placements_config(
    config: &SearchConfig,
    networks: bool,
    budget: Budget,
    position: &Position,
) -> PlacementsConfig {
    let street = position.street();
    let threads = match config.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads as usize,
    };
    let threads = threads.min(64);
    let iterations = match (budget.iterations, budget.seconds) {
        (Some(iterations), _) => iterations as f64,
        (None, Some(seconds)) => seconds * ITERATIONS * threads as f64,
        (None, None) => ITERATIONS,
    };
    let estimated = networks && iterations < FEW;
    let more = if estimated && street <= 2 && budget.iterations.is_none() { MORE } else { 1.0 };
    // Streets 4 and 5 are not searched.
    let searched = usize::from(street).min(3) - 1;
    let rules = position.rules();
    let known = networks && Evaluator::of(rules).is_some() && prior::is_trusted(position);
    let margin = match NetworkSet::of(rules).filter(|_| known) {
        Some(set) => MARGINS[searched] * set.spread() * position.opponents().len().max(1) as f64,
        None => f64::INFINITY,
    };
    PlacementsConfig {
        threads,
        margin,
        estimated,
        networks,
        breadth: (more * iterations / 40.0).clamp(6.0, 232.0) as usize,
        table: if iterations < 10_000.0 { 1 << 20 } else { 64 << 20 },
        samples: Some(if iterations < 12_000.0 { 64 } else { 512 }),
        ..PlacementsConfig::default()
    }
}

/// Returns placements as actions. Two that differ by an exchange of jokers are one action.
fn as_actions(
    view: &View,
    legal: &[Action],
    answer: &PlacementsAnswer,
    stop: Stop,
) -> Answer<Action> {
    let mut actions: Vec<ActionReport<Action>> = Vec::with_capacity(legal.len());
    let known = |actions: &[ActionReport<Action>], action: Action| {
        actions.iter().any(|report| report.action == action)
    };
    for placement in &answer.placements {
        let action = placement_action(view.hand(), placement.board.rows());
        let Some(action) = action.filter(|action| legal.contains(action)) else { continue };
        if known(&actions, action) {
            continue;
        }
        let searched = answer.method == Method::Searched;
        let tried = !searched || placement.visits > 0;
        let value = tried.then_some(placement.expectation.value);
        let visits = if searched { placement.visits } else { 1 };
        let mut report = ActionReport::new(action, visits, value, placement.interval);
        report.proven = value.filter(|_| answer.exact);
        actions.push(report);
    }
    for action in legal {
        if !known(&actions, *action) {
            actions.push(ActionReport::new(*action, 0, None, None));
        }
    }
    Answer::new(view.seat(), actions, Totals::new(answer.iterations, answer.seconds, stop))
}
