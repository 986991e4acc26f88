//! How many threads work on logs.

use facedown_game::MAX_THREADS;
use std::thread::available_parallelism;

/// Returns the number of cores.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Returns the number of threads for an option, 0 for one per core: no more than there are tasks.
pub fn thread_count(asked: usize, tasks: usize) -> usize {
    let threads = if asked == 0 { cores() } else { asked };
    threads.min(MAX_THREADS).min(tasks).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_bounded_by_the_tasks_and_by_the_limit() {
        assert_eq!(thread_count(5_000, 1), 1);
        assert_eq!(thread_count(3, 10), 3);
        assert_eq!(thread_count(usize::MAX, usize::MAX), MAX_THREADS);
        assert_eq!(thread_count(0, 0), 1);
        assert_eq!(thread_count(0, usize::MAX), cores().min(MAX_THREADS));
    }
}
