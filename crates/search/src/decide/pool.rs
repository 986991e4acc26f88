//! A pool of idle searchers. A short search would spend a tenth of its time on allocating memory
//! that the one before it has just freed.

use crate::{SearchConfig, SearchError, Searcher};
use facedown_game::Searchable;
use std::any::Any;
use std::sync::Mutex;

/// Capacity of the pool.
const MOST: usize = 4;
/// Largest searcher that is kept, in bytes.
const LARGEST: u64 = 32 << 20;

static IDLE: Mutex<Vec<Box<dyn Any + Send>>> = Mutex::new(Vec::new());

/// Returns a searcher, from the pool if there is one; it answers as a new one would.
pub(crate) fn searcher<G: Searchable>(
    game: G,
    config: SearchConfig,
) -> Result<Searcher<G>, SearchError> {
    match idle_searcher() {
        Some(searcher) => searcher.again(game, config),
        None => Searcher::new(game, config),
    }
}

/// Takes the most recent idle searcher of this game.
fn idle_searcher<G: Searchable>() -> Option<Searcher<G>> {
    // Never block on the lock: a forked process might wait for ever.
    let mut idle = IDLE.try_lock().ok()?;
    let place = idle.iter().rposition(|one| one.is::<Searcher<G>>())?;
    let found = idle.remove(place);
    drop(idle);
    found.downcast().ok().map(|searcher| *searcher)
}

/// Puts a searcher into the pool, or frees its memory.
pub(crate) fn leave<G: Searchable>(searcher: Searcher<G>) {
    // Threads do not survive a fork.
    if searcher.has_threads() || searcher.held_memory() > LARGEST {
        return drop_elsewhere(searcher);
    }
    let Ok(mut idle) = IDLE.try_lock() else { return };
    let oldest = (idle.len() >= MOST).then(|| idle.remove(0));
    idle.push(Box::new(searcher));
    drop(idle);
    drop(oldest);
}

/// Frees a searcher's memory on another thread: for gigabytes that takes longer than a caller who
/// has cancelled wants to wait.
fn drop_elsewhere<G: Searchable>(searcher: Searcher<G>) {
    // If no thread can be spawned the closure is dropped here, and the searcher with it.
    let _ = std::thread::Builder::new().spawn(move || drop(searcher));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Budget, Control};
    use facedown_game::{Game, Hidden, Rng, Seat};
    use facedown_testkit::toys::{Kuhn, Leduc, TwoPacks};

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
        assert!(idle_searcher::<Kuhn>().is_some());
    }

    #[test]
    fn a_searcher_that_is_large_or_has_threads_is_not_kept() {
        let threads = SearchConfig { threads: 2, ..SearchConfig::default() };
        let with_threads = Searcher::new(Leduc, threads).unwrap();
        assert!(with_threads.has_threads());
        leave(with_threads);
        assert!(idle_searcher::<Leduc>().is_none());
        let config = SearchConfig { early_stop: false, root_trees: 1, ..SearchConfig::default() };
        let mut large = Searcher::new(TwoPacks, config).unwrap();
        let state = TwoPacks.deal(&TwoPacks.first_setup(), &mut Rng::new(1), &mut ());
        let view = TwoPacks.view(&state, Seat::new(0));
        let worlds = TwoPacks.worlds(&view).unwrap();
        let budget = Budget::iterations(400_000);
        large.search_view(&view, &worlds, budget, Control::default()).unwrap();
        assert!(large.held_memory() > LARGEST, "{}", large.held_memory());
        leave(large);
        assert!(idle_searcher::<TwoPacks>().is_none());
    }
}
