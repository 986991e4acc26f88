//! One door for all streets.

use super::answer::{How, PlacementReport, PlacementsAnswer};
use super::plan::{StreetPlan, outlook};
use facedown_cards::PackCard;
use facedown_ofc::Row;
use facedown_ofc::endgame::{EndgameError, Outlook, Partial, Placement, Watch, Worth};
use facedown_ofc::solve::{After, Effort, Opposition, Position, Streets, StyleOdds};
use facedown_search::{
    Budget, ChanceAnswer, ChanceConfig, SearchError, Stop, Transpositions, Watcher, search_chance,
};
use rayon::ThreadPoolBuilder;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Every knob of the solver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlacementsConfig {
    /// How many threads share the work: 1 to 64.
    pub threads: usize,
    /// What luck is drawn from.
    pub seed: u64,
    /// What Fantasyland and fouls are worth; nothing: what was measured ([`Worth::alone`]), from each
    /// opponent.
    pub worth: Option<Worth>,
    /// Whether street 3 is solved exactly, however long it takes.
    pub exact: bool,
    /// Deals that a choice visited n times is tried with: n to this power, 0 to 1
    /// ([`ChanceConfig::widening`]).
    pub widening: f64,
    /// How many placements are compared at most, the best by a quick guess.
    pub breadth: usize,
    /// As how many tries the guess counts where placements are ranked ([`ChanceConfig::prior`]).
    pub prior: f64,
    /// Whether what opponents with unfinished boards discarded is inferred from what they kept
    /// ([`facedown_ofc::solve::Discards`]).
    pub inference: bool,
    /// Whether opponents with unfinished boards play on in styles that are inferred from what is seen
    /// of these boards, and from earlier hands where the position has them
    /// ([`facedown_ofc::solve::Style`]).
    pub styles: bool,
    /// Bytes of the table of street-4 decisions that were solved.
    pub table: usize,
    /// How many ends of opponents' boards that are not complete are played out at most
    /// ([`Effort::ends`]); nothing: 512, or 64 where there are less than two seconds. Playing them out
    /// takes a seventh of the time at most.
    pub ends: Option<usize>,
}

impl Default for PlacementsConfig {
    fn default() -> Self {
        let (widening, breadth) = (1.0, 256);
        Self {
            threads: 1,
            seed: 0,
            worth: None,
            exact: false,
            widening,
            breadth,
            prior: 0.0,
            inference: false,
            styles: false,
            table: 64 << 20,
            ends: None,
        }
    }
}

/// How a long answer is watched and stopped. The default does neither.
#[derive(Default)]
pub struct PlacementsWatch<'a> {
    /// Set from outside, this ends the work.
    pub cancel: Option<&'a AtomicBool>,
    /// Told the part that is done, from any thread, where street 3 is solved exactly.
    pub done: Option<&'a (dyn Fn(f64) + Sync)>,
    /// Told interim answers of a search.
    pub progress: Option<&'a mut dyn FnMut(&PlacementsAnswer)>,
}

impl fmt::Debug for PlacementsWatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlacementsWatch").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

/// Seconds that a street-4 decision takes, about, on one thread.
const LEAF: f64 = 60e-6;
/// Bytes of the table for each decision that may go into it, with room to spare.
const SLOT: f64 = 80.0;

/// Every placement in a position with what it is worth, the best first.
///
/// The budget is for streets that are searched. Where street 3 is solved exactly and stopped, there
/// is no answer but the error [`PlacementsError::Stopped`].
pub fn solve_placements(
    position: &Position,
    config: &PlacementsConfig,
    budget: Budget,
    watch: PlacementsWatch<'_>,
) -> Result<PlacementsAnswer, PlacementsError> {
    budget.validate()?;
    if !(1..=64).contains(&config.threads) {
        let value = config.threads.to_string();
        let expected = "1 to 64".to_owned();
        return Err(SearchError::Config { knob: "threads", value, expected }.into());
    }
    let start = Instant::now();
    let worth = match config.worth {
        Some(worth) => worth,
        None => Worth::alone(position.rules())
            .map_err(|error| PlacementsError::Endgame(EndgameError::Rules(error)))?
            .against(position.opponents().len()),
    };
    let pool = ThreadPoolBuilder::new().num_threads(config.threads).build();
    let pool = pool.map_err(|error| SearchError::Threads(error.to_string()))?;
    let effort = effort(config, budget, start);
    let opposition =
        pool.install(|| Opposition::with_effort(position, worth, config.seed, effort))?;
    let styles = opposition.styles().map(<[StyleOdds]>::to_vec);
    let solver = Solver { position, config, worth, start, ends: opposition.ends(), styles };
    let street = position.street();
    if street >= 4 {
        let placements = pool.install(|| opposition.solve(position))?;
        return Ok(solver.enumerated(&placements));
    }
    if street == 3 && config.exact && opposition.is_modelled() {
        return Err(PlacementsError::Open);
    }
    if street == 3 && !opposition.is_modelled() && (config.exact || solver.fits(budget)) {
        let told = |done: usize, all: usize| {
            if let Some(tell) = watch.done {
                tell(done as f64 / all.max(1) as f64);
            }
        };
        let inner = Watch { cancel: watch.cancel, progress: Some(&told) };
        let (board, deal) = (position.board(), position.deal());
        let dead = position.opponents().iter().fold(position.dead(), |dead, b| dead | b.cards());
        let endgame = opposition.endgame();
        let solved = pool.install(|| endgame.solve_street_3(board, deal, dead, inner))?;
        return solved.map(|all| solver.enumerated(&all)).ok_or(PlacementsError::Stopped);
    }
    solver.search(opposition, left(budget, start), watch)
}

/// How much is modelled.
fn effort(config: &PlacementsConfig, budget: Budget, start: Instant) -> Effort {
    let short = budget.seconds.is_some_and(|seconds| seconds < 2.0);
    let ends = config.ends.unwrap_or(if short { 64 } else { 512 });
    let seconds = budget.seconds.filter(|seconds| *seconds < 3600.0);
    let until = seconds.map(|seconds| start + Duration::from_secs_f64(seconds / 7.0));
    Effort { ends, until, inference: config.inference, styles: config.styles }
}

/// The budget that a search has left.
fn left(budget: Budget, start: Instant) -> Budget {
    let rest = |seconds: f64| (seconds - start.elapsed().as_secs_f64()).max(1e-6);
    Budget { seconds: budget.seconds.map(rest), ..budget }
}

/// What all ways to an answer share.
struct Solver<'a> {
    position: &'a Position,
    config: &'a PlacementsConfig,
    worth: Worth,
    start: Instant,
    /// How many ends of opponents' boards were played out.
    ends: usize,
    /// How likely opponents play in which style, where that was inferred.
    styles: Option<Vec<StyleOdds>>,
}

impl Solver<'_> {
    /// Whether street 3 can be solved exactly in the time.
    fn fits(&self, budget: Budget) -> bool {
        let Budget { seconds: Some(seconds), iterations: None, nodes: None } = budget else {
            return false;
        };
        let afters = Streets::afters(self.position);
        let leaves: usize = afters.iter().map(Streets::deals_alike).sum();
        leaves as f64 * LEAF / self.config.threads as f64 <= 0.8 * seconds
    }

    /// Bytes of a table that has room for all that a search of this budget solves, and no more than
    /// that: making it takes time too.
    fn table(&self, budget: Budget) -> usize {
        let by_time = budget.seconds.map(|seconds| seconds * self.config.threads as f64 / LEAF);
        let by_tries = budget.iterations.map(|tries| tries as f64);
        let leaves = by_time.into_iter().chain(by_tries).fold(f64::INFINITY, f64::min);
        self.config.table.min((leaves * SLOT).max(SLOT) as usize)
    }

    fn search(
        &self,
        opposition: Opposition,
        budget: Budget,
        mut watch: PlacementsWatch<'_>,
    ) -> Result<PlacementsAnswer, PlacementsError> {
        let streets = Streets::new(opposition, self.worth);
        let opponents = streets.opponents();
        let table = Transpositions::with_bytes(self.table(budget));
        let plan = StreetPlan::new(&streets, &table);
        let chance = ChanceConfig {
            threads: self.config.threads,
            seed: self.config.seed,
            widening: self.config.widening,
            breadth: self.config.breadth,
            prior: self.config.prior,
            ..ChanceConfig::default()
        };
        let afters = Streets::afters(self.position);
        let mut tell = |answer: &ChanceAnswer<After>| {
            if let Some(progress) = &mut watch.progress {
                progress(&self.searched(answer, opponents, plan.asked()));
            }
        };
        let watcher =
            Watcher { cancel: watch.cancel, progress: Some(&mut tell), ..Watcher::default() };
        let answer = search_chance(&plan, &afters, &chance, budget, watcher)?;
        Ok(self.searched(&answer, opponents, plan.asked()))
    }

    fn searched(
        &self,
        answer: &ChanceAnswer<After>,
        opponents: usize,
        table: [u64; 2],
    ) -> PlacementsAnswer {
        let around = |mean: f64, error: f64| [mean - 1.96 * error, mean + 1.96 * error];
        let placements = answer
            .choices
            .iter()
            .map(|choice| PlacementReport {
                interval: choice.error.map(|error| around(choice.value, error)),
                behind: choice.behind,
                behind_interval: choice.behind_error.map(|error| around(choice.behind, error)),
                visits: choice.visits,
                ..self.report(
                    &choice.after.board,
                    choice.after.discard,
                    outlook(choice.value, &choice.told, opponents),
                )
            })
            .collect();
        let totals = &answer.totals;
        let told = self.answer(How::Searched, placements, totals.iterations, totals.stop);
        PlacementsAnswer { table, ..told }
    }

    fn enumerated(&self, placements: &[Placement]) -> PlacementsAnswer {
        let best = placements.first().map_or(0.0, |best| best.value);
        let reports = placements.iter().map(|p| PlacementReport {
            behind: best - p.value,
            ..self.report(&p.board, Some(p.discard), p.outlook)
        });
        self.answer(How::Enumerated, reports.collect(), 0, Stop::Proven)
    }

    fn report(
        &self,
        board: &Partial,
        discard: Option<PackCard>,
        outlook: Outlook,
    ) -> PlacementReport {
        let row_of =
            |card: PackCard| Row::ALL.into_iter().find(|row| board.row(*row).contains(card));
        let deal = self.position.deal().iter().filter(|card| Some(**card) != discard);
        PlacementReport {
            placed: deal.filter_map(|card| Some((*card, row_of(*card)?))).collect(),
            discard,
            board: *board,
            outlook,
            interval: None,
            behind: 0.0,
            behind_interval: None,
            visits: 0,
        }
    }

    fn answer(
        &self,
        how: How,
        placements: Vec<PlacementReport>,
        iterations: u64,
        ended: Stop,
    ) -> PlacementsAnswer {
        let open =
            self.position.opponents().iter().filter(|board| board.cards().len() < 13).count();
        let modelled = (open > 0).then(|| {
            let whose = if open == 1 { "board of one opponent" } else { "boards of opponents" };
            let styles =
                if self.styles.is_some() { ", in styles that boards tell of," } else { "" };
            format!(
                "{} ends of the {whose}, played for their own points{styles} by random deals",
                self.ends
            )
        });
        PlacementsAnswer {
            street: self.position.street(),
            exact: how == How::Enumerated && modelled.is_none(),
            how,
            modelled,
            styles: self.styles.clone(),
            fantasyland_worth: self.worth.entry,
            foul_cost: self.worth.foul,
            placements,
            iterations,
            table: [0; 2],
            seconds: self.start.elapsed().as_secs_f64(),
            stop: match how {
                How::Enumerated => "every deal was looked at",
                How::Searched => ended.text(),
            },
            ended,
        }
    }
}

/// Why a position cannot be solved.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PlacementsError {
    /// The endgame cannot be valued.
    Endgame(EndgameError),
    /// The search cannot begin.
    Search(SearchError),
    /// Street 3 is exact only against boards that are complete.
    Open,
    /// It was stopped before there was an answer.
    Stopped,
}

impl From<EndgameError> for PlacementsError {
    fn from(error: EndgameError) -> Self {
        Self::Endgame(error)
    }
}

impl From<SearchError> for PlacementsError {
    fn from(error: SearchError) -> Self {
        Self::Search(error)
    }
}

impl fmt::Display for PlacementsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endgame(error) => error.fmt(f),
            Self::Search(error) => error.fmt(f),
            Self::Open => {
                f.write_str("an opponent's board is not complete, so street 3 has no exact answer")
            }
            Self::Stopped => f.write_str("stopped before every deal was looked at"),
        }
    }
}

impl std::error::Error for PlacementsError {}
