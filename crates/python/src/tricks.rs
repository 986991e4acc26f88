//! Trick-taking games: `facedown.tricks`.
//!
//! Deals consistent with a view, the constraints of its history, whole worlds, and OpenSpiel's ids.

use crate::arrays::output;
use crate::errors::{catalog_error, index_error, value_error};
use crate::interruptible::in_slices;
use crate::state::{Origin, State};
use crate::threads::own_threads;
use crate::values::{Integer, Seed, index, shown, to_python};
use crate::view::View;
use facedown_catalog::{AnyView, tricks_view};
use facedown_game::{Game, Hidden, PerSeat, Rng, Searchable, Seat, excerpt};
use facedown_tricks::openspiel::OpenSpielGame;
use facedown_tricks::{Action, Legal, Tricks, TricksWorlds, View as TricksView};
use numpy::PyArrayDyn;
use pyo3::prelude::{
    Bound, PyAny, PyAnyMethods, PyModule, PyModuleMethods, PyResult, Python, pyfunction,
    wrap_pyfunction,
};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(tricks_layout, module)?)?;
    module.add_function(wrap_pyfunction!(tricks_sample_deals, module)?)?;
    module.add_function(wrap_pyfunction!(tricks_constraints, module)?)?;
    module.add_function(wrap_pyfunction!(tricks_random_scores, module)?)?;
    module.add_function(wrap_pyfunction!(world, module)?)?;
    module.add_function(wrap_pyfunction!(openspiel_tricks_action, module)?)?;
    module.add_function(wrap_pyfunction!(openspiel_tricks_action_back, module)?)?;
    module.add_function(wrap_pyfunction!(openspiel_tricks_returns, module)?)
}

/// Rows per random stream, so that results do not depend on the number of threads.
const STREAM: usize = 4096;

fn tricks(view: &dyn AnyView) -> PyResult<(&Tricks, &TricksView)> {
    tricks_view(view).ok_or_else(|| value_error("a view of no trick-taking game"))
}

fn worlds(game: &Tricks, view: &TricksView) -> PyResult<TricksWorlds> {
    game.worlds(view).map_err(value_error)
}

/// Returns the number of seats and the number of packs.
#[pyfunction]
fn tricks_layout(view: &View) -> PyResult<(usize, usize)> {
    let (game, _) = tricks(view.view())?;
    Ok((game.seats(), packs(game)))
}

fn packs(game: &Tricks) -> usize {
    usize::from(game.rules().pack.packs)
}

/// Writes a row for each deal: the cards of each seat, then those that nobody holds; with two packs
/// two words each, the kinds held and those held twice.
#[pyfunction]
fn tricks_sample_deals(
    py: Python<'_>,
    view: &View,
    seed: Seed,
    out: &Bound<'_, PyArrayDyn<u64>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let (game, seen) = tricks(view.view())?;
    let threads = own_threads(threads)?;
    let (mut out, width) = (output("out", out)?, (game.seats() + 1) * packs(game));
    let words = out.as_slice_mut()?;
    if words.len() % width != 0 {
        return Err(value_error(format_args!("out has {} words, not {width} a deal", words.len())));
    }
    let worlds = py.detach(|| worlds(game, seen))?;
    in_slices(py, words.len() > STREAM * width, |cancel| {
        sample(&worlds, packs(game), words, Filling { width, seed: seed.0, threads, cancel });
    })
}

fn sample(worlds: &TricksWorlds, packs: usize, out: &mut [u64], filling: Filling<'_>) {
    fill(out, filling, |row, rng| {
        let hands = worlds.sample_hands(rng);
        for (words, cards) in row.chunks_exact_mut(packs).zip(hands) {
            words[0] = cards.bits();
            if let [_, twice] = words {
                *twice = cards.doubles().bits();
            }
        }
    });
}

/// How rows are filled.
#[derive(Clone, Copy)]
struct Filling<'a> {
    /// Elements of a row.
    width: usize,
    /// The random seed.
    seed: u64,
    /// The number of threads, 0 for one per core.
    threads: usize,
    /// Once set, the rest is left out.
    cancel: &'a AtomicBool,
}

/// Fills rows in parallel.
fn fill<T: Send>(
    out: &mut [T],
    Filling { width, seed, threads, cancel }: Filling<'_>,
    write: impl Fn(&mut [T], &mut Rng) + Sync,
) {
    let streams = out.len().div_ceil(STREAM * width);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores() } else { threads }.min(streams);
    let parts = Mutex::new(out.chunks_mut(STREAM * width).enumerate());
    let work = || {
        // A closure of its own, so that the lock is not held while rows are written.
        let next = || {
            let cancelled = cancel.load(Ordering::Relaxed);
            let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
            parts.next().filter(|_| !cancelled)
        };
        while let Some((stream, part)) = next() {
            let mut rng = Rng::stream(seed, stream as u64);
            part.chunks_exact_mut(width).for_each(|row| write(row, &mut rng));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

/// Writes a row for each hand of random play: the score of each seat.
#[pyfunction]
fn tricks_random_scores(
    py: Python<'_>,
    game: &crate::game::Game,
    seed: Seed,
    out: &Bound<'_, PyArrayDyn<i32>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let view = game.0.deal(0, Some(0)).and_then(|hand| hand.view(0)).map_err(catalog_error)?;
    let (game, _) = tricks(&*view)?;
    let threads = own_threads(threads)?;
    let (mut out, width) = (output("out", out)?, game.seats());
    let scores = out.as_slice_mut()?;
    if scores.len() % width != 0 {
        return Err(value_error(format_args!(
            "out has {} numbers, not {width} a hand",
            scores.len()
        )));
    }
    in_slices(py, scores.len() > STREAM * width, |cancel| {
        fill(scores, Filling { width, seed: seed.0, threads, cancel }, |row, rng| {
            row.copy_from_slice(play_at_random(game, rng).as_slice());
        });
    })
}

fn play_at_random(game: &Tricks, rng: &mut Rng) -> PerSeat<i32> {
    let mut legal = Legal::default();
    let mut state = game.deal(&game.first_setup(), rng, &mut ());
    game.random_playout(&mut state, &mut legal, rng);
    game.scores(&state)
}

/// Returns the constraints that the history puts on every hand, as a record.
#[pyfunction]
fn tricks_constraints<'py>(py: Python<'py>, view: &View) -> PyResult<Bound<'py, PyAny>> {
    let (game, seen) = tricks(view.view())?;
    let deals = worlds(game, seen)?.count();
    let (facts, table) = (game.constraints(seen), seen.table());
    let seats = || Seat::all(game.seats());
    let of = |text: &dyn Fn(Seat) -> String| seats().map(text).collect::<Vec<String>>();
    let record = json!({
        "seat": seen.seat().index(),
        "cards": seats().map(|seat| table.count(seat)).collect::<Vec<usize>>(),
        "stock": table.stock(),
        "void": of(&|seat| facts.voids(game, table, seat).map(facedown_cards::Suit::letter).collect()),
        "lacks": of(&|seat| facts.lacks[seat.index()].to_string()),
        "holds": of(&|seat| facts.holds[seat.index()].to_string()),
    });
    let record = to_python(py, &record)?;
    record.set_item("deals", deals)?;
    Ok(record)
}

/// Samples a hand that the view's seat cannot distinguish from the actual one, in any game.
#[pyfunction]
fn world(py: Python<'_>, view: &View, seed: Seed) -> PyResult<State> {
    let seen = view.view();
    let hand = py.detach(|| seen.world(seed.0)).map_err(catalog_error)?;
    let origin = Origin::World { view: seen.record(), seed: seed.0 };
    Ok(State::new(view.table_game(), hand, origin))
}

fn openspiel_game(name: &str) -> PyResult<OpenSpielGame> {
    OpenSpielGame::named(name).ok_or_else(|| {
        value_error(format_args!(
            "no game '{name}', expected one of hearts, spades, oh_hell",
            name = excerpt(name)
        ))
    })
}

fn number(action: &Bound<'_, PyAny>, find: impl Fn(usize) -> Option<usize>) -> PyResult<usize> {
    index(action)?
        .and_then(find)
        .ok_or_else(|| index_error(format_args!("no action {} on the other side", shown(action))))
}

#[pyfunction]
fn openspiel_tricks_action(game: &str, action: &Bound<'_, PyAny>) -> PyResult<usize> {
    let openspiel = openspiel_game(game)?;
    number(action, |ours| Action::from_index(ours).and_then(|found| openspiel.action_id(found)))
}

#[pyfunction]
fn openspiel_tricks_action_back(game: &str, action: &Bound<'_, PyAny>) -> PyResult<usize> {
    let openspiel = openspiel_game(game)?;
    number(action, |theirs| openspiel.action(theirs).map(Action::index))
}

#[pyfunction]
fn openspiel_tricks_returns(game: &str, scores: Vec<Integer<'_>>) -> PyResult<Vec<i32>> {
    let openspiel = openspiel_game(game)?;
    let most = i64::from(i32::MAX / 2);
    let points = |score: Integer<'_>| Ok(openspiel.returns(score.within("scores", -most..=most)?));
    scores.into_iter().map(points).collect()
}
