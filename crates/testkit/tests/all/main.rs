//! The integration tests of the crate as one program: linking one for each file takes longer.

use facedown_testkit::CountingAlloc;

mod faulty;

mod calls;
mod calls_worlds;
mod equilibrium;
mod laws;
mod paired;
mod perft;
mod redraws;
mod samplers;
mod values;
mod violations;

// Allocations are counted by thread: the other tests disturb none.
#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;
