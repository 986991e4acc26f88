//! The integration tests of the crate as one program: linking one for each file takes longer.

use facedown_testkit::CountingAlloc;

mod support;

mod acceptance;
mod hand;
mod shanten;

// Allocations are counted by thread: the other tests disturb none.
#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;
