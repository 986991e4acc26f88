//! The decisions of the bot `search`: Fantasyland set exactly, streets solved or searched against
//! chance, classic dealing left to a generic search.

use crate::placements::{
    Method, PlacementsAnswer, PlacementsConfig, PlacementsProgress, solve_placements,
};
use crate::{Part, Position, PositionError, SeenBoard};
use facedown_game::{Clock, Control, Game, Policy, Progress, Rng, Seat};
use facedown_ofc::bots::{FantasylandBot, placement_action};
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Action, Dealing, Ofc, Phase, Stakes, View};
use facedown_search::{ActionReport, Answer, Budget, SearchConfig, SearchError, Stop, Totals};
use std::fmt;

/// Approximate iterations in a second of one thread.
const ITERATIONS: f64 = 6000.0;
/// Weight of an estimate in iterations: its error is a point or two, that of an iteration about six.
const PRIOR: f64 = 10.0;

/// A search that supports every view, with the given seed.
pub type GenericSearch = dyn FnMut(
        &Ofc,
        &View,
        u64,
        Budget,
        Control<'_, Answer<Action>>,
    ) -> Result<Answer<Action>, SearchError>
    + Send;

/// Decides every view of the game: advice by [`OfcSearch::answer`], the bot `search` as a [`Policy`]
/// that plays the first action of that answer.
///
/// - Fantasyland is set exactly, card by card.
/// - Streets of Pineapple are solved or searched by [`solve_placements`].
/// - Everything else goes to the generic search: classic dealing, and Fantasyland hands that were
///   begun with a different setting.
pub struct OfcSearch {
    config: PlacementsConfig,
    /// The whole budget, and the part of it that the solver gets.
    budget: Budget,
    solver_budget: Budget,
    fantasyland: FantasylandBot,
    generic: Box<GenericSearch>,
}

impl fmt::Debug for OfcSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut form = f.debug_struct("OfcSearch");
        form.field("config", &self.config).field("budget", &self.budget).finish_non_exhaustive()
    }
}

impl OfcSearch {
    /// Returns the search with this budget for a decision. Of the parameters, the solver uses the
    /// threads alone; the others are those of the generic search.
    pub fn new(config: &SearchConfig, budget: Budget, generic: Box<GenericSearch>) -> Self {
        // Preparing and reporting takes a little of the time, too.
        let seconds = budget.seconds.map(|seconds| (0.98 * seconds - 3e-4).max(seconds / 2.0));
        Self {
            config: placements_config(config, budget),
            budget,
            solver_budget: Budget { seconds, ..budget },
            fantasyland: FantasylandBot::default(),
            generic,
        }
    }

    /// Returns every legal action of a view with its value, the best first. The seed is drawn only if
    /// the decision needs one.
    pub fn answer(
        &mut self,
        game: &Ofc,
        view: &View,
        legal: &[Action],
        seed: impl FnOnce() -> u64,
        control: Control<'_, Answer<Action>>,
    ) -> Result<Answer<Action>, SearchError> {
        let bot = &mut self.fantasyland;
        if let Some(answer) = set_fantasyland(bot, game, view, legal, control.clock) {
            return Ok(answer);
        }
        let seed = seed();
        let Control { cancel, mut progress, every, clock } = control;
        if is_solvable(game, view) {
            let mut report = progress.as_mut().map(|progress| {
                |report: &PlacementsProgress| {
                    if let PlacementsProgress::Searching(answer) = report {
                        progress(&as_actions(view, legal, answer, Stop::Running));
                    }
                }
            });
            let progress = report.as_mut().map(|report| report as Progress<'_, _>);
            let config = PlacementsConfig { seed, ..self.config };
            let control = Control { cancel, progress, every, clock };
            let answer = solve(game, view, &config, self.solver_budget, control);
            if let Some(answer) = answer {
                return Ok(as_actions(view, legal, &answer, answer.stop_reason));
            }
        }
        let control = Control { cancel, progress, every, clock };
        (self.generic)(game, view, seed, self.budget, control)
    }
}

impl Policy<Ofc> for OfcSearch {
    /// Returns the best action; a random one if there is no answer, for the game must go on.
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let answer = self.answer(game, view, legal, || rng.next_u64(), Control::default());
        let best = answer.ok().map(|answer| answer.best().action);
        let best = best.filter(|action| legal.contains(action));
        best.unwrap_or_else(|| legal[rng.below(legal.len() as u32) as usize])
    }

    fn new_hand(&mut self) {
        self.fantasyland.forget();
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

/// Returns the solver's parameters for a budget. With a short time, fewer placements are compared.
fn placements_config(config: &SearchConfig, budget: Budget) -> PlacementsConfig {
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
    PlacementsConfig {
        threads,
        prior: PRIOR,
        breadth: (iterations / 40.0).clamp(6.0, 232.0) as usize,
        table: if iterations < 10_000.0 { 1 << 20 } else { 64 << 20 },
        samples: Some(if iterations < 12_000.0 { 64 } else { 512 }),
        ..PlacementsConfig::default()
    }
}

/// Returns the position of a view, with opponents in the order of seats.
fn position(game: &Ofc, view: &View) -> Result<Position, PositionError> {
    let table = view.table();
    let others = || Seat::all(game.seats()).filter(|seat| *seat != view.seat());
    let partial =
        |part, rows| Partial::new(rows).map_err(|error| PositionError::Board { part, error });
    let boards = others().enumerate();
    let boards = boards.map(|(i, seat)| partial(Part::Opponent(i + 1), table.rows(seat)));
    let boards: Result<Vec<Partial>, _> = boards.collect();
    let fantasy: Vec<u8> = others().map(|seat| table.fantasy(seat) as u8).collect();
    let (board, dead) = (partial(Part::Board, view.rows())?, view.discards());
    let seen: Vec<SeenBoard> = others().map(|seat| SeenBoard::of_view(view, seat)).collect();
    let position = Position::new(game.rules(), board, view.hand(), &boards?, dead)?;
    position.with_streets(&seen)?.with_fantasyland(&fantasy)
}

/// Solves the decision of a view; `None` if it has no solution, or was cancelled before it had one.
fn solve(
    game: &Ofc,
    view: &View,
    config: &PlacementsConfig,
    budget: Budget,
    control: Control<'_, PlacementsProgress>,
) -> Option<PlacementsAnswer> {
    let position = position(game, view).ok()?;
    let stakes = game.stakes().against(game.seats() - 1);
    // After the last hand nobody plays Fantasyland.
    let entry = if view.table().setup().last { [0.0; 5] } else { stakes.entry };
    let config = PlacementsConfig { stakes: Some(Stakes { entry, ..stakes }), ..*config };
    solve_placements(&position, &config, budget, control).ok()
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
