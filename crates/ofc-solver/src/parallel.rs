//! Work on the threads of the current pool, or on this thread alone.

use rayon::prelude::*;
use std::ops::Range;

/// Maps a range in order, with scratch memory for each thread. Without `parallel` no pool is
/// touched: WebAssembly has no threads.
pub(crate) fn map<S, R: Send>(
    parallel: bool,
    range: Range<usize>,
    scratch: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, usize) -> R + Sync + Send,
) -> Vec<R> {
    if parallel {
        return range.into_par_iter().map_init(scratch, work).collect();
    }
    let mut scratch = scratch();
    range.map(|i| work(&mut scratch, i)).collect()
}
