//! The integration tests of the crate as one program: linking one for each file takes longer.

use facedown_testkit::CountingAlloc;

mod common;
mod scoring;

mod bots;
mod bounds;
mod calls;
mod furiten;
mod goldens;
mod kans;
mod laws;
mod luck;
mod matches;
mod planes;
mod rounds;
mod score_errors;
mod score_fu;
mod score_hot;
mod score_payments;
mod score_recorded;
mod score_slow;
mod score_yaku;
mod setups;
mod three;
mod waiting;
mod walls;
mod wire;
mod worlds;
mod yakuman;

// Allocations are counted by thread: the other tests disturb none.
#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;
