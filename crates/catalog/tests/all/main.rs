//! The integration tests of the crate as one program: linking one for each file takes longer.

use facedown_testkit::CountingAlloc;

mod advise;
mod decide;
mod description;
mod determinized;
mod equilibrium;
mod hands;
mod hidden;
mod identical;
mod layers;
mod luck;
mod match_rules;
mod ofc;
mod oh_hell;
mod packages;
mod params;
mod pure_env;
mod vec_env;
mod vec_riichi;

// Allocations are counted by thread: the other tests disturb none.
#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;
mod walks;
