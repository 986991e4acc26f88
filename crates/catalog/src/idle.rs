//! Searchers that wait for the next question. A short search would spend a tenth of its time on
//! memory that the one before it has just given back.

use facedown_game::Searchable;
use facedown_search::{SearchConfig, SearchError, Searcher};
use std::any::Any;
use std::sync::Mutex;

/// So many wait at most.
const MOST: usize = 4;
/// The memory of one that waits, at most, in bytes.
const LARGEST: u64 = 32 << 20;

static IDLE: Mutex<Vec<Box<dyn Any + Send>>> = Mutex::new(Vec::new());

/// A searcher for a game, which answers as a new one would.
pub(crate) fn searcher<G: Searchable>(
    game: G,
    config: SearchConfig,
) -> Result<Searcher<G>, SearchError> {
    match waiting() {
        Some(searcher) => searcher.again(game, config),
        None => Searcher::new(game, config),
    }
}

/// The one for this kind of game that came last.
fn waiting<G: Searchable>() -> Option<Searcher<G>> {
    // Nobody waits for the lock: a process that was forked might wait for ever.
    let mut idle = IDLE.try_lock().ok()?;
    let place = idle.iter().rposition(|one| one.is::<Searcher<G>>())?;
    let found = idle.remove(place);
    drop(idle);
    found.downcast().ok().map(|searcher| *searcher)
}

/// Lets a searcher wait, or gives its memory back.
pub(crate) fn leave<G: Searchable>(searcher: Searcher<G>) {
    // Threads do not live on in a process that is forked.
    if searcher.has_threads() || searcher.held_memory() > LARGEST {
        return drop_elsewhere(searcher);
    }
    let Ok(mut idle) = IDLE.try_lock() else { return };
    let oldest = (idle.len() >= MOST).then(|| idle.remove(0));
    idle.push(Box::new(searcher));
    drop(idle);
    drop(oldest);
}

/// Gives a searcher's memory back, which for gigabytes takes the system longer than a caller who
/// interrupts wants to wait.
fn drop_elsewhere<G: Searchable>(searcher: Searcher<G>) {
    // Where there is no thread for it the closure is dropped here, and the searcher with it.
    let _ = std::thread::Builder::new().spawn(move || drop(searcher));
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::{Game, Hidden, Rng, Seat};
    use facedown_search::{Algorithm, Budget, Control};
    use facedown_testkit::toys::Kuhn;

    /// All visits and means of a search, and the memory it says it took.
    fn answer(searcher: &mut Searcher<Kuhn>) -> String {
        let state = Kuhn.deal(&(), &mut Rng::new(1), &mut ());
        let view = Kuhn.view(&state, Seat::new(0));
        let worlds = Kuhn.worlds(&view).unwrap();
        let budget = Budget::iterations(3_000);
        let answer = searcher.search_view(&view, &worlds, budget, Control::default()).unwrap();
        format!("{:?} {} {}", answer.actions, answer.totals.nodes, answer.totals.bytes)
    }

    #[test]
    fn a_searcher_that_waited_answers_as_a_new_one() {
        let kinds = [Algorithm::SoIsmcts, Algorithm::MoIsmcts, Algorithm::Flat];
        for (number, algorithm) in kinds.into_iter().cycle().take(9).enumerate() {
            let root_trees = [1, 8, 8, 1][number % 4];
            let base = SearchConfig { early_stop: false, ..SearchConfig::default() };
            let config = || SearchConfig { algorithm, root_trees, ..base.clone() };
            let mut waited = searcher(Kuhn, config()).unwrap();
            let mut new = Searcher::new(Kuhn, config()).unwrap();
            assert_eq!(answer(&mut waited), answer(&mut new));
            leave(waited);
        }
        assert!(waiting::<Kuhn>().is_some());
    }

    #[test]
    fn one_that_is_large_or_has_threads_does_not_wait() {
        let threads = SearchConfig { threads: 2, ..SearchConfig::default() };
        let with_threads = Searcher::new(Kuhn, threads).unwrap();
        assert!(with_threads.has_threads());
        leave(with_threads);
        let found = waiting::<Kuhn>();
        assert!(found.is_none_or(|searcher| !searcher.has_threads()));
    }
}
