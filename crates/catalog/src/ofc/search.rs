//! The game's own search: placements solved or searched against chance, Fantasyland set exactly.

use crate::CatalogError;
use crate::listed::OwnQuestion;
use crate::placements::{
    How, PlacementsAnswer, PlacementsConfig, PlacementsWatch, solve_placements,
};
use facedown_game::{Game, Policy, Rng, Seat};
use facedown_ofc::bots::{Setter, placing};
use facedown_ofc::endgame::{Partial, Worth};
use facedown_ofc::solve::{Part, Position, PositionError, SeenBoard};
use facedown_ofc::{Action, Dealing, Ofc, Phase, View};
use facedown_search::{ActionReport, Answer, Budget, SearchBot, SearchConfig, Stop, Totals};

/// About how many tries a second of one thread has.
const TRIES: f64 = 6000.0;

/// As how many tries a guess of the evaluator counts: one is off by a point or two, a try by six.
const PRIOR: f64 = 10.0;

/// Sets Fantasyland exactly, and leaves the rest to a bot that searches.
pub(super) struct Setting {
    setter: Setter,
    rest: Box<dyn Policy<Ofc>>,
}

impl Setting {
    pub(super) fn new(rest: Box<dyn Policy<Ofc>>) -> Self {
        Self { setter: Setter::default(), rest }
    }
}

impl Policy<Ofc> for Setting {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let set = match view.table().phase() {
            Phase::Fantasy => self.setter.next(game, view, legal),
            _ => None,
        };
        set.unwrap_or_else(|| self.rest.choose(game, view, legal, rng))
    }

    fn new_hand(&mut self) {
        self.setter.forget();
        self.rest.new_hand();
    }
}

/// Places what the solver of placements finds best.
pub(super) struct Placer {
    config: PlacementsConfig,
    budget: Budget,
    /// For classic dealing, which the solver does not know.
    rest: SearchBot<Ofc>,
}

impl Placer {
    pub(super) fn new(config: &SearchConfig, budget: Budget, rest: SearchBot<Ofc>) -> Self {
        // What comes before and after the search takes a little, too.
        let seconds = budget.seconds.map(|seconds| (0.98 * seconds - 3e-4).max(seconds / 2.0));
        Self { config: knobs(config, budget), budget: Budget { seconds, ..budget }, rest }
    }
}

impl Policy<Ofc> for Placer {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        if !solvable(game, view) {
            return self.rest.choose(game, view, legal, rng);
        }
        let config = PlacementsConfig { seed: rng.next_u64(), ..self.config };
        let answer = solve(game, view, &config, self.budget, PlacementsWatch::default());
        let best = answer
            .ok()
            .and_then(|answer| placing(view.hand(), answer.placements.first()?.board.rows()));
        match best.filter(|action| legal.contains(action)) {
            Some(action) => action,
            None => self.rest.choose(game, view, legal, rng),
        }
    }

    fn new_hand(&mut self) {
        self.rest.new_hand();
    }
}

/// Whether the solver of placements knows such decisions.
fn solvable(game: &Ofc, view: &View) -> bool {
    view.table().phase() == Phase::Streets && Ofc::rules(game).dealing == Dealing::Pineapple
}

/// The solver's knobs for a decision with this budget. What a short time is spent on is fewer
/// placements, those that the evaluator likes best.
fn knobs(config: &SearchConfig, budget: Budget) -> PlacementsConfig {
    let threads = match config.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads as usize,
    };
    let threads = threads.min(64);
    let tries = match (budget.iterations, budget.seconds) {
        (Some(tries), _) => tries as f64,
        (None, Some(seconds)) => seconds * TRIES * threads as f64,
        (None, None) => TRIES,
    };
    PlacementsConfig {
        threads,
        seed: config.seed,
        prior: PRIOR,
        breadth: (tries / 40.0).clamp(6.0, 232.0) as usize,
        table: if tries < 10_000.0 { 1 << 20 } else { 64 << 20 },
        ends: Some(if tries < 12_000.0 { 64 } else { 512 }),
        ..PlacementsConfig::default()
    }
}

/// The position of a view, opponents in the order of seats.
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
    let position = Position::new(Ofc::rules(game), board, view.hand(), &boards?, dead)?;
    let position = position.with_streets(&seen)?;
    position.with_fantasyland(&fantasy)
}

fn solve(
    game: &Ofc,
    view: &View,
    config: &PlacementsConfig,
    budget: Budget,
    watch: PlacementsWatch<'_>,
) -> Result<PlacementsAnswer, CatalogError> {
    let failed = |why: String| CatalogError::Search(why);
    let position = position(game, view).map_err(|error| failed(error.to_string()))?;
    let worth = game.fantasyland().against(game.seats() - 1);
    // After the last hand nobody comes to Fantasyland.
    let entry = if view.table().setup().last { [0.0; 5] } else { worth.entry };
    let config = PlacementsConfig { worth: Some(Worth { entry, ..worth }), ..*config };
    solve_placements(&position, &config, budget, watch).map_err(|error| failed(error.to_string()))
}

/// What is known of every action without a search of trees.
pub(super) fn answer(
    game: &Ofc,
    question: OwnQuestion<'_, Ofc>,
) -> Option<Result<Answer<Action>, CatalogError>> {
    let OwnQuestion { view, legal, own, config, budget, cancel, progress } = question;
    if view.table().phase() == Phase::Fantasy {
        return setting(game, view, legal).map(Ok);
    }
    if !own || !solvable(game, view) {
        return None;
    }
    let mut progress = progress;
    let mut tell = |answer: &PlacementsAnswer| {
        if let Some(progress) = &mut progress {
            progress(&report(view, legal, answer, Stop::Running));
        }
    };
    let watch = PlacementsWatch { cancel, progress: Some(&mut tell), ..PlacementsWatch::default() };
    let answer = solve(game, view, &knobs(config, budget), budget, watch);
    Some(answer.map(|answer| report(view, legal, &answer, answer.ended)))
}

/// The exact setting as an answer: nothing is known of other places of the first card.
fn setting(game: &Ofc, view: &View, legal: &[Action]) -> Option<Answer<Action>> {
    let start = std::time::Instant::now();
    let mut setter = Setter::default();
    let best = setter.next(game, view, legal)?;
    let value = setter.best(game, view)?.value;
    let mut actions = vec![ActionReport::new(best, 1, Some(value), None)];
    actions[0].proven = Some(value);
    let others = legal.iter().filter(|action| **action != best);
    actions.extend(others.map(|action| ActionReport::new(*action, 0, None, None)));
    let totals = Totals::new(0, start.elapsed().as_secs_f64(), Stop::Proven);
    Some(Answer::new(view.seat(), actions, totals))
}

/// Placements as actions. Two that differ by which joker is which are one action.
fn report(view: &View, legal: &[Action], answer: &PlacementsAnswer, stop: Stop) -> Answer<Action> {
    let mut actions: Vec<ActionReport<Action>> = Vec::with_capacity(legal.len());
    let known = |actions: &[ActionReport<Action>], action: Action| {
        actions.iter().any(|report| report.action == action)
    };
    for placement in &answer.placements {
        let action = placing(view.hand(), placement.board.rows());
        let Some(action) = action.filter(|action| legal.contains(action)) else { continue };
        if known(&actions, action) {
            continue;
        }
        let searched = answer.how == How::Searched;
        let tried = !searched || placement.visits > 0;
        let value = tried.then_some(placement.outlook.value);
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
