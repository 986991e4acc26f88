//! The integration tests of the crate as one program: linking one for each file takes longer.

use facedown_testkit::CountingAlloc;

mod ev_model;

mod danger;
mod hand_ev;

// Allocations are counted by thread: the other tests disturb none.
#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;
