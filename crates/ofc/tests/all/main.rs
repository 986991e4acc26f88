//! The integration tests of the crate as one program: linking one for each file takes longer.

use facedown_testkit::CountingAlloc;

mod brute;

mod bots;
mod classic;
mod endgame;
mod engine;
mod fantasy;
mod laws;
mod rules;
mod showdown;

// Allocations are counted by thread: the other tests disturb none.
#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;
