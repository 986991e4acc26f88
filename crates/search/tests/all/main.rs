//! The integration tests of the crate as one program: linking one for each file takes longer.

use facedown_testkit::CountingAlloc;

mod common;

mod allocations;
mod chance;
mod coin;
mod determinized;
mod guided;
mod laws;
mod limits;
mod perfect;
mod plans;
mod poker;
mod root;
mod slices;
mod threads;
mod views;

// Allocations are counted by thread: the other tests disturb none.
#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;
