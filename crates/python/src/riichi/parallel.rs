//! Evaluation of many hands on several threads.

use facedown_tiles::RawCounts;

/// The fewest hands that pay for a thread: some tens of microseconds of work.
const SHARE: usize = 4096;

/// Evaluates every hand into two slices as long as that of the hands. The error names the first
/// invalid hand, whatever the number of threads.
pub(super) fn evaluate<A: Send, B: Send, E: Send>(
    hands: &[RawCounts],
    visible: Option<&[RawCounts]>,
    (first, second): (&mut [A], &mut [B]),
    threads: Option<usize>,
    answer: impl Fn(&RawCounts, Option<&RawCounts>, &mut A, &mut B) -> Result<(), E> + Sync,
) -> Result<(), (usize, E)> {
    let run = |start: usize, first: &mut [A], second: &mut [B]| {
        for (i, (first, second)) in first.iter_mut().zip(second).enumerate() {
            let place = start + i;
            let visible = visible.map(|visible| &visible[place]);
            answer(&hands[place], visible, first, second).map_err(|error| (place, error))?;
        }
        Ok(())
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let most = threads.unwrap_or_else(cores);
    let workers = (hands.len() / SHARE).clamp(1, most.max(1));
    let share = hands.len().div_ceil(workers).max(1);
    if workers == 1 {
        return run(0, first, second);
    }
    std::thread::scope(|scope| {
        let parts = first.chunks_mut(share).zip(second.chunks_mut(share)).enumerate();
        let run = &run;
        let workers: Vec<_> = parts
            .map(|(i, (first, second))| scope.spawn(move || run(i * share, first, second)))
            .collect();
        let ends = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ends.collect::<Vec<_>>().into_iter().collect()
    })
}
